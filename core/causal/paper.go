package causal

import (
	"causeway/core/data"
	"causeway/core/fault"
)

// AdultC1 is the paper's constraint C1 on Adult (section 4.1): age may not
// decrease.
func AdultC1(s data.Schema) ([]Rule, error) {
	at, err := find(s, "age")
	if err != nil {
		return nil, err
	}
	return []Rule{{Kind: OnlyIncrease, Feature: at[0]}}, nil
}

// educationRanks are the paper's scores of education (appendix C.1). Its authors'
// program gives Prof-school 2 (reference, point 24); here the text holds.
var educationRanks = map[string]float64{
	"School": 0, "HS-grad": 0,
	"Bachelors": 1, "Assoc": 1, "Some-college": 1,
	"Masters":     2,
	"Prof-school": 3, "Doctorate": 3,
}

// AdultC2 is the paper's constraint C2 on Adult (section 4.1), with education
// compared by its rank:
//
//	education rises  =>  age rises
//	education stays  =>  age does not decrease
//	education does not decrease
//
// As three rules: neither decreases, and if education rises age rises. It
// refuses a table whose education is not ranked as in the paper.
func AdultC2(s data.Schema) ([]Rule, error) {
	at, err := find(s, "age", "education")
	if err != nil {
		return nil, err
	}
	age, education := at[0], at[1]
	f := s.Features[education]
	for l, name := range f.Levels {
		if r, known := educationRanks[name]; f.Kind != data.Ordered || !known || f.Rank(l) != r {
			return nil, fault.Errorf("causal: education is not ranked as in the paper")
		}
	}
	return []Rule{
		{Kind: OnlyIncrease, Feature: age},
		{Kind: OnlyIncrease, Feature: education},
		{Kind: IfRisesThenRises, Feature: education, Other: age, Strict: true},
	}, nil
}

// SimpleBNMonotone is the paper's constraint on Simple-BN (section 4.1): x3
// rises with x1 and x2, and falls with both.
func SimpleBNMonotone(s data.Schema) ([]Rule, error) {
	return monotone(s, "x3", "x1", "x2")
}

// SangioveseMonotone is the paper's constraint on Sangiovese (section 4.1):
// BunchN rises and falls with SproutN.
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

// find returns the places of ordered features.
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

// Premise says which way the causes of an IfRisesThenRises rule move.
type Premise uint8

// The premises: all causes move with their sign, all against it, or neither.
const (
	Mixed Premise = iota
	AllRise
	AllFall
)

// Premise classifies a pair for the paper's sub-constraints (section 4.1): X1
// covers pairs whose causes all rise, X2 those whose causes all fall,
// whatever Any says.
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

// Sub says which sub-constraint of an IfRisesThenRises rule a pair falls under
// and whether it satisfies that one, whatever Reverse and sizes say. S1 is the share of
// the AllRise pairs that do, S2 that of the AllFall pairs; Mixed pairs count in
// neither and satisfy both.
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

// ITE is the paper's oracle for positive effects of causes on a feature (section 3.2), for an
// IfRisesThenRises rule. A pair whose causes all rise or all fall is feasible if the effect
// moves with them; the oracle is not asked about others.
//
// The printed formula joins two implications by "or". Their premises exclude each other, so one
// of them always holds and the oracle would find every pair feasible. Its authors' program
// labels as here (reference, point 25).
func (r Rule) ITE(s data.Schema, factual, counterfactual []float64) (feasible, asked bool) {
	p, holds := r.Sub(s, factual, counterfactual)
	return holds && p != Mixed, p != Mixed
}
