package metric

import (
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
)

// Keeping are the pairs of Reached that keep rules: what people could be told.
func (p Pairs) Keeping(rules []causal.Rule) Pairs {
	out := Pairs{Schema: p.Schema}
	for i := range p.check("Keeping") {
		if p.Held(i, rules) {
			out.Add(p, i)
		}
	}
	return out
}

// Robust is the share of counterfactuals that still reach their targets under black boxes that
// were trained again. It counts all pairs of a counterfactual and a black box (invalidation by
// model change: Upadhyay, Joshi and Lakkaraju 2021, section 5; with bootstrap samples). Without
// pairs it is 1.
//
//	target counterfactuals  said black boxes × counterfactuals, classes
func Robust(target []int, said [][]int) float64 {
	hold, all := 0, 0
	for _, classes := range said {
		for i, class := range classes {
			all++
			if class == target[i] {
				hold++
			}
		}
	}
	if all == 0 {
		return 1
	}
	return share(hold, all)
}

// nearest is how many training rows plausibility looks at.
const nearest = 5

// Neighbours measures how near rows are to training rows of a class.
type Neighbours struct {
	schema data.Schema
	of     [][][]float64 // classes × training rows
	test   [][][]float64 // classes × rows that are in no training
	usual  []float64     // of the test rows of a class; negative until it is needed
}

// NewNeighbours takes training and other rows of a table, by their outcome.
func NewNeighbours(t *data.Table, train, other []int) *Neighbours {
	n := &Neighbours{schema: t.Schema, of: make([][][]float64, t.Schema.Classes()),
		test: make([][][]float64, t.Schema.Classes())}
	for _, i := range train {
		n.of[t.Outcome[i]] = append(n.of[t.Outcome[i]], t.Row(i, nil))
	}
	for _, i := range other {
		n.test[t.Outcome[i]] = append(n.test[t.Outcome[i]], t.Row(i, nil))
	}
	for range n.of {
		n.usual = append(n.usual, -1)
	}
	return n
}

// Plausibility is the mean distance of counterfactuals to the five nearest training rows of
// their target class, as Distance measures it with a changed level as 1. It is divided by the
// same for real rows of that class outside all trainings. 1 is as near to people of the class
// as they are to each other; more is farther out (yNN and the distance to the data manifold of
// Pawelczyk and others 2021, section 4, relative to real rows). A class that has too few rows
// is left out; known is false if no class is left. It calls tick regularly and stops with
// tick's error.
func (n *Neighbours) Plausibility(p Pairs, tick func() error) (ratio float64, known bool, err error) {
	made, real := 0.0, 0.0
	for i, row := range p.Counterfactual {
		class := p.Target[i]
		if len(n.of[class]) < nearest || len(n.test[class]) == 0 {
			continue
		}
		if n.usual[class] < 0 {
			sum := 0.0
			for _, r := range n.test[class] {
				if err := tick(); err != nil {
					return 0, false, err
				}
				sum += n.distance(r, class)
			}
			n.usual[class] = sum / float64(len(n.test[class]))
		}
		if err := tick(); err != nil {
			return 0, false, err
		}
		made += n.distance(row, class)
		real += n.usual[class]
	}
	if real == 0 {
		return 0, false, nil
	}
	return made / real, true, nil
}

// distance is the mean distance of a row to its nearest training rows of a class.
func (n *Neighbours) distance(row []float64, class int) float64 {
	best := make([]float64, 0, nearest+1)
	for _, r := range n.of[class] {
		most := math.Inf(1)
		if len(best) == nearest {
			most = best[nearest-1]
		}
		d := n.within(row, r, most)
		if d >= most {
			continue
		}
		k, _ := slices.BinarySearch(best, d)
		if best = slices.Insert(best, k, d); len(best) > nearest {
			best = best[:nearest]
		}
	}
	sum := 0.0
	for _, d := range best {
		sum += d
	}
	return sum / float64(len(best))
}

// within is the distance of two rows, or any number of at least most if it is not below most.
func (n *Neighbours) within(a, b []float64, most float64) float64 {
	sum := 0.0
	for j := range n.schema.Features {
		d := a[j] - b[j]
		if d == 0 {
			continue
		}
		if f := &n.schema.Features[j]; f.Kind.Numeric() {
			d = math.Abs(d) / f.MAD
		} else {
			d = 1
		}
		if sum += d; sum >= most {
			return sum
		}
	}
	return sum
}
