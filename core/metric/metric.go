// Package metric scores counterfactuals (paper, section 4.2 and appendix C.1). Most scores need
// only pairs of a factual and a counterfactual, with the class that the black box predicts for
// the counterfactual. IM1 and IM2 also need reconstructions. The scores do not depend on the
// method that made the counterfactuals. They accept both soft outputs and decoded rows, use
// float64 and sum in the order of the pairs.
package metric

import (
	"math"
	"slices"

	"causeway/core/data"
)

// Pairs are counterfactuals with their factuals.
//
//	Factual, Counterfactual  pairs × features, as the table stores them; the
//	                         numbers of a soft output are not rounded
//	Target, Class            pairs: class to reach, class predicted
//	Found                    pairs; nil stands for all
//
// If Found is false, the method found no counterfactual and the factual takes its place. Such a
// pair is a failure, neither valid nor feasible. Distances and likelihoods are means over the
// other pairs.
type Pairs struct {
	Schema                  data.Schema
	Factual, Counterfactual [][]float64
	Target, Class           []int
	Found                   []bool
}

// Valid reports whether pair i reaches its target.
func (p Pairs) Valid(i int) bool { return p.found(i) && p.Class[i] == p.Target[i] }

func (p Pairs) found(i int) bool { return p.Found == nil || p.Found[i] }

// Reached returns the pairs whose counterfactual differs from the factual and reaches the target.
// These are the pairs for which a method has an answer.
func (p Pairs) Reached() Pairs {
	out := Pairs{Schema: p.Schema}
	for i := range p.check("Reached") {
		if p.Valid(i) && !slices.Equal(p.Factual[i], p.Counterfactual[i]) {
			out.Add(p, i)
		}
	}
	return out
}

// check panics if the parts differ in length.
func (p Pairs) check(op string) int {
	n := len(p.Factual)
	if len(p.Counterfactual) != n || len(p.Target) != n || len(p.Class) != n || p.Found != nil && len(p.Found) != n {
		panic("metric: " + op + ": the parts of Pairs differ in length")
	}
	return n
}

// Scores are means over all pairs (paper, appendix C.1), valid or not.
type Scores struct {
	// Validity is the share of pairs that reach the target, and Found is the share of pairs with
	// a counterfactual.
	Validity, Found float64

	// ContProximity is minus the sum over the numbers of |change| / MAD. The paper's formula
	// divides this sum by the number of numeric features; its authors' program does not.
	// ContProximityMean follows the formula.
	ContProximity, ContProximityMean float64

	// CatProximity is minus the number of changed levels. CatProximityMean is the same value
	// divided by the number of features with levels.
	CatProximity, CatProximityMean float64

	// Changed is the number of changed features, including numbers (sparsity). ChangedMedian is
	// the median over the pairs.
	Changed, ChangedMedian float64

	// Profiles counts the distinct combinations of levels among the counterfactuals, and
	// FactualProfiles counts those among the factuals. If Profiles is much smaller, the generator
	// returns nearly the same row for everyone.
	Profiles, FactualProfiles int
}

// Score computes all scores. It panics if the slices differ in length.
func Score(p Pairs) Scores {
	n := p.check("Score")
	var s Scores
	var changes []float64
	var rows [][]float64
	for i := range n {
		if p.Valid(i) {
			s.Validity++
		}
		if !p.found(i) {
			continue
		}
		cont, cat, changed := Distance(p.Schema, p.Factual[i], p.Counterfactual[i])
		s.ContProximity -= cont
		s.CatProximity -= float64(cat)
		s.Changed += float64(changed)
		changes, rows = append(changes, float64(changed)), append(rows, p.Counterfactual[i])
	}
	if n == 0 {
		return s
	}
	s.Validity /= float64(n)
	s.Found = float64(len(rows)) / float64(n)
	for _, v := range []*float64{&s.ContProximity, &s.CatProximity, &s.Changed} {
		*v /= float64(max(len(rows), 1))
	}
	numbers, levels := kinds(p.Schema)
	s.ContProximityMean = s.ContProximity / float64(max(numbers, 1))
	s.CatProximityMean = s.CatProximity / float64(max(levels, 1))
	s.ChangedMedian = median(changes)
	s.Profiles, s.FactualProfiles = Profiles(p.Schema, rows), Profiles(p.Schema, p.Factual)
	return s
}

// Median returns the median of numbers, or 0 if v is empty.
func Median(v []float64) float64 { return median(slices.Clone(v)) }

// median sorts v and returns its median, or 0 if v is empty. If the length is even, the median is
// the mean of the two middle values.
func median(v []float64) float64 {
	n := len(v)
	if n == 0 {
		return 0
	}
	slices.Sort(v)
	return (v[(n-1)/2] + v[n/2]) / 2
}

// Distance returns three distances for one pair: the sum over the numbers of |change| / MAD, the
// number of levels that differ and the number of features that differ.
func Distance(s data.Schema, factual, counterfactual []float64) (cont float64, cat, changed int) {
	for j, f := range s.Features {
		d := math.Abs(counterfactual[j] - factual[j])
		if d == 0 {
			continue
		}
		changed++
		if f.Kind.Numeric() {
			cont += d / f.MAD
		} else {
			cat++
		}
	}
	return cont, cat, changed
}

func kinds(s data.Schema) (numbers, levels int) {
	for _, f := range s.Features {
		if f.Kind.Numeric() {
			numbers++
		} else {
			levels++
		}
	}
	return numbers, levels
}

// Profiles returns the number of distinct combinations of levels among rows, which is 1 for a
// table without levels.
func Profiles(s data.Schema, rows [][]float64) int {
	seen := map[string]bool{}
	var key []byte
	for _, r := range rows {
		key = key[:0]
		for j, f := range s.Features {
			if !f.Kind.Numeric() {
				key = append(key, byte(int(r[j])), byte(int(r[j])>>8))
			}
		}
		seen[string(key)] = true
	}
	return len(seen)
}
