// Package metric scores counterfactuals. A score is computed from pairs of a
// factual and a counterfactual alone, with the classes that the black box gave
// to the counterfactuals; nothing here knows how they were made.
package metric

import (
	"math"

	"causeway/core/data"
)

// Pairs are counterfactuals beside their factuals.
//
//	Factual, Counterfactual  pairs × features, as the table stores them
//	Target, Class            pairs: class to reach, class predicted
type Pairs struct {
	Schema                  data.Schema
	Factual, Counterfactual [][]float64
	Target, Class           []int
}

// Scores are means over all pairs (paper, appendix C.1), valid or not.
type Scores struct {
	// Validity is the share of pairs that reach the target.
	Validity float64

	// ContProximity is minus the sum over the numbers of |change| / MAD. The
	// paper's formula divides by how many numbers there are, its authors'
	// program does not; ContProximityMean is the former.
	ContProximity, ContProximityMean float64

	// CatProximity is minus the number of levels that changed, and
	// CatProximityMean the same divided by how many features have levels.
	CatProximity, CatProximityMean float64

	// Changed is the number of features that differ, numbers included.
	Changed float64

	// Profiles counts the distinct combinations of levels among the
	// counterfactuals; FactualProfiles those among the factuals. Few profiles
	// beside many show a generator that gives everyone the same row.
	Profiles, FactualProfiles int
}

// Score computes all scores. It panics if the slices differ in length.
func Score(p Pairs) Scores {
	n := len(p.Factual)
	if len(p.Counterfactual) != n || len(p.Target) != n || len(p.Class) != n {
		panic("metric: Score: the parts of Pairs differ in length")
	}
	var s Scores
	if n == 0 {
		return s
	}
	numbers, levels := kinds(p.Schema)
	for i := range n {
		if p.Class[i] == p.Target[i] {
			s.Validity++
		}
		cont, cat, changed := Distance(p.Schema, p.Factual[i], p.Counterfactual[i])
		s.ContProximity -= cont
		s.CatProximity -= float64(cat)
		s.Changed += float64(changed)
	}
	for _, v := range []*float64{&s.Validity, &s.ContProximity, &s.CatProximity, &s.Changed} {
		*v /= float64(n)
	}
	s.ContProximityMean = s.ContProximity / float64(max(numbers, 1))
	s.CatProximityMean = s.CatProximity / float64(max(levels, 1))
	s.Profiles, s.FactualProfiles = Profiles(p.Schema, p.Counterfactual), Profiles(p.Schema, p.Factual)
	return s
}

// Distance measures one pair: the sum over the numbers of |change| / MAD, the
// number of levels that differ, and the number of features that differ.
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

// Profiles counts the distinct combinations of levels among rows; 1 for a table
// without levels.
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
