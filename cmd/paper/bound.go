package main

import (
	"math"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/metric"
)

// bound holds limits that no method can exceed with this black box on these rows.
type bound struct {
	// Validity is the largest possible share of valid counterfactuals that also keep the
	// constraint, on Adult. It is found by trying every combination of levels and ages, with hours
	// on a grid, on the black box.
	Validity *float64 `json:"validity"`

	// ContProximity is the best proximity of counterfactuals that lie exactly on the mechanism, on
	// Simple-BN with Model-based. (x1, x2) lie on a grid, and x3 follows.
	ContProximity *float64 `json:"cont_proximity_sum"`
}

func (b *bench) bound(s setting) (bound, error) {
	switch {
	case s.constraint != "":
		v, err := b.flips(s)
		return bound{Validity: &v}, err
	case s.method == "model" && s.data.name == "simple-bn":
		v, err := b.onMechanism(s)
		return bound{ContProximity: &v}, err
	}
	return bound{}, nil
}

// hoursGrid is the number of values of hours that the exhaustive search tries.
const hoursGrid = 15

// flips returns the share of rows with a counterfactual that keeps the constraint. Whether a row
// has one depends only on its age and education.
func (b *bench) flips(s setting) (float64, error) {
	rules, err := s.data.rules(b.Table.Schema, s.constraint)
	if err != nil {
		return 0, err
	}
	schema := b.Table.Schema
	age, education := schema.Index("age"), schema.Index("education")
	if b.reached == nil {
		b.reached = b.reach(age, education)
	}
	can, other := 0, make([]float64, len(schema.Features))
	for _, factual := range b.Test.Factual {
		copy(other, factual)
		for _, at := range b.reached {
			other[age], other[education] = at[0], at[1]
			if causal.AllHold(schema, rules, factual, other) {
				can++
				break
			}
		}
	}
	return float64(can) / float64(len(b.Test.Factual)), nil
}

// reach lists the pairs of age and education for which some row is in the target class.
func (b *bench) reach(age, education int) [][2]float64 {
	schema := b.Table.Schema
	var pairs [][2]float64
	var rows [][]float64
	row := make([]float64, len(schema.Features))
	var fill func(j int)
	fill = func(j int) {
		if j == len(row) {
			rows = append(rows, append([]float64(nil), row...))
			return
		}
		if j == age || j == education {
			fill(j + 1)
			return
		}
		for _, v := range grid(schema.Features[j], hoursGrid) {
			row[j] = v
			fill(j + 1)
		}
	}
	f := schema.Features[age]
	for a := f.Min; a <= f.Max; a++ {
		for l := range schema.Features[education].Levels {
			row[age], row[education] = a, float64(l)
			rows = rows[:0]
			fill(0)
			for _, y := range b.Predict(rows) {
				if y != b.set.from {
					pairs = append(pairs, [2]float64{a, float64(l)})
					break
				}
			}
		}
	}
	return pairs
}

// grid lists the levels of a feature, or n numbers across its range.
func grid(f data.Feature, n int) []float64 {
	var list []float64
	for l := range f.Levels {
		list = append(list, float64(l))
	}
	if f.Kind.Numeric() {
		for i := range n {
			list = append(list, f.Round(f.Min+(f.Max-f.Min)*float64(i)/float64(n-1)))
		}
	}
	return list
}

// meshGrid is the number of points on each axis of the mesh of causes.
const meshGrid = 161

// onMechanism returns minus the mean smallest distance of the rows to a row of the target class
// whose effect exactly follows its causes.
func (b *bench) onMechanism(s setting) (float64, error) {
	truth, err := s.data.truth()
	if err != nil {
		return 0, err
	}
	schema, n := b.Table.Schema, truth.Nodes()[0]
	first, second := grid(schema.Features[n.Parents[0]], meshGrid), grid(schema.Features[n.Parents[1]], meshGrid)
	var rows [][]float64
	for _, u := range first {
		for _, v := range second {
			row := make([]float64, len(schema.Features))
			row[n.Parents[0]], row[n.Parents[1]] = u, v
			row[n.Feature] = truth.Mean(n, row)
			rows = append(rows, row)
		}
	}
	classes, sum := b.Predict(rows), 0.0
	for i, factual := range b.Test.Factual {
		least := math.Inf(1)
		for k, row := range rows {
			if classes[k] != b.Test.Target[i] {
				continue
			}
			if d, _, _ := metric.Distance(schema, factual, row); d < least {
				least = d
			}
		}
		sum += least
	}
	return -sum / float64(len(b.Test.Factual)), nil
}
