package causal

import (
	"causeway/core/data"
	"causeway/core/fault"
)

// AdultC1 returns the paper's constraint C1 on Adult (section 4.1): age may not decrease.
func AdultC1(s data.Schema) ([]Rule, error) {
	at, err := find(s, "age")
	if err != nil {
		return nil, err
	}
	return []Rule{{Kind: OnlyIncrease, Feature: at[0]}}, nil
}

// educationRanks holds the paper's ranks of education (appendix C.1). The authors' program
// assigns rank 2 to Prof-school (reference, point 24); here the paper's text applies.
var educationRanks = map[string]float64{
	"School": 0, "HS-grad": 0,
	"Bachelors": 1, "Assoc": 1, "Some-college": 1,
	"Masters":     2,
	"Prof-school": 3, "Doctorate": 3,
}

// AdultC2 returns the paper's constraint C2 on Adult (section 4.1), comparing education by rank:
//
//	education rises  =>  age rises
//	education stays  =>  age does not decrease
//	education does not decrease
//
// These are three rules: neither feature decreases, and if education rises, so does age. AdultC2
// rejects a table whose education is not ranked as in the paper.
func AdultC2(s data.Schema) ([]Rule, error) {
	at, err := find(s, "age", "education")
	if err != nil {
		return nil, err
	}
	age, education := at[0], at[1]
	f := s.Features[education]
	for l, name := range f.Levels {
		if r, known := educationRanks[name]; f.Kind != data.Ordered || !known || f.Rank(l) != r {
			return nil, fault.Errorf("causal: the levels of education are not ordered as in the paper")
		}
	}
	return []Rule{
		{Kind: OnlyIncrease, Feature: age},
		{Kind: OnlyIncrease, Feature: education},
		{Kind: IfRisesThenRises, Feature: education, Other: age, Strict: true},
	}, nil
}

// SimpleBNMonotone returns the paper's constraint on Simple-BN (section 4.1): x3 rises if x1 and
// x2 rise, and falls if both fall.
func SimpleBNMonotone(s data.Schema) ([]Rule, error) {
	return monotone(s, "x3", "x1", "x2")
}

// SangioveseMonotone returns the paper's constraint on Sangiovese (section 4.1): BunchN rises and
// falls with SproutN.
func SangioveseMonotone(s data.Schema) ([]Rule, error) {
	return monotone(s, "BunchN", "SproutN")
}

func monotone(s data.Schema, effect string, causes ...string) ([]Rule, error) {
	at, err := find(s, append([]string{effect}, causes...)...)
	if err != nil {
		return nil, err
	}
	r := Rule{Kind: IfRisesThenRises, Feature: at[1], Other: at[0], Strict: true, Reverse: true}
	for _, j := range at[2:] {
		r.Also = append(r.Also, Member{Feature: j})
	}
	return []Rule{r}, nil
}

// find returns the indices of ordered features.
func find(s data.Schema, names ...string) ([]int, error) {
	var at []int
	for _, n := range names {
		j := s.Index(n)
		if j < 0 || !Scored(s.Features[j]) {
			return nil, fault.Errorf("causal: the table has no ordered feature %q", n)
		}
		at = append(at, j)
	}
	return at, nil
}

// Premise is the direction in which the causes of an IfRisesThenRises rule move.
type Premise uint8

// The premises: all causes move with their sign, all against it, or neither.
const (
	Mixed Premise = iota
	AllRise
	AllFall
)

// Premise classifies a pair for the paper's sub-constraints (section 4.1). X1 covers pairs whose
// causes all rise, and X2 those whose causes all fall, regardless of Any.
func (r Rule) Premise(s data.Schema, factual, counterfactual []float64) Premise {
	d := direction(s, r.Feature, factual, counterfactual)
	for _, m := range r.Also {
		e := direction(s, m.Feature, factual, counterfactual)
		if m.Falls {
			e = -e
		}
		if e != d {
			return Mixed
		}
	}
	switch d {
	case 1:
		return AllRise
	case -1:
		return AllFall
	}
	return Mixed
}

// Sub returns the sub-constraint of an IfRisesThenRises rule that applies to a pair, and whether
// the pair satisfies it, regardless of Reverse and sizes. S1 is the share of AllRise pairs that
// satisfy it, S2 that of AllFall pairs. Mixed pairs count in neither and satisfy both.
func (r Rule) Sub(s data.Schema, factual, counterfactual []float64) (p Premise, holds bool) {
	p = r.Premise(s, factual, counterfactual)
	if p == Mixed {
		return p, true
	}
	d := direction(s, r.Other, factual, counterfactual)
	if r.Falls != (p == AllFall) {
		d = -d
	}
	return p, d > 0 || d == 0 && !r.Strict
}

// ITE returns the paper's oracle for positive effects of causes on a feature (section 3.2), for an
// IfRisesThenRises rule. A pair whose causes all rise or all fall is feasible if the effect moves
// with them; asked is false for all others.
//
// The printed formula joins two implications by "or". Their premises exclude each other, so one
// of them always holds, and the oracle would call every pair feasible. The authors' program
// labels pairs as this function does (reference, point 25).
func (r Rule) ITE(s data.Schema, factual, counterfactual []float64) (feasible, asked bool) {
	p, holds := r.Sub(s, factual, counterfactual)
	return holds && p != Mixed, p != Mixed
}
