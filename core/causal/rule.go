package causal

import (
	"cmp"
	"slices"

	"causeway/core/data"
)

// RuleKind says what a rule asks for.
type RuleKind uint8

// The kinds of rules. x is a factual, x' its counterfactual; values are compared
// by Score, so that levels of one rank are equal in order.
const (
	Immutable            RuleKind = iota // x'_j = x_j, the same value
	Range                                // Min <= x'_j <= Max, of a number
	Allowed                              // x'_j is one of Levels
	OnlyIncrease                         // x'_j >= x_j
	OnlyDecrease                         // x'_j <= x_j
	IfRisesThenRises                     // all causes rise => the effect rises
	LessOrEqual                          // x'_j <= x'_k
	ForbiddenTransitions                 // (x_j, x'_j) is none of Transitions
	MoveTogether                         // both rise, both fall or both stay
)

// Rule is a rule on the change from a factual to a counterfactual (paper,
// sections 2.1 to 2.4). It is plain data, to be saved and sent as it is; fields
// that its kind does not use are left 0.
type Rule struct {
	Kind    RuleKind `msgpack:"kind"`
	Feature int      `msgpack:"feature"` // the feature ruled; of IfRisesThenRises the first cause

	// Other is the second feature of a rule on several: the effect of
	// IfRisesThenRises, the larger one of LessOrEqual. Also lists further causes
	// of IfRisesThenRises, all of which must move as they say, and further
	// members of MoveTogether.
	Other int      `msgpack:"other"`
	Also  []Member `msgpack:"also"`

	// Falls says that the effect falls when the causes rise, or that Other
	// moves against Feature in MoveTogether.
	Falls bool `msgpack:"falls"`

	// Strict asks the effect of IfRisesThenRises to move; else it may also
	// stay. Reverse adds the same for causes that all move the other way.
	Strict  bool `msgpack:"strict"`
	Reverse bool `msgpack:"reverse"`

	Min         float64      `msgpack:"min"` // of Range; -Open for an open end
	Max         float64      `msgpack:"max"` // of Range; Open for an open end
	Levels      []int        `msgpack:"levels"`
	Transitions []Transition `msgpack:"transitions"`

	// Local marks a rule of the person who is being explained; else it holds for
	// everyone (paper, sections 2.1 and 2.2).
	Local bool `msgpack:"local"`

	// Soft marks a rule that a generator is trained for and that a shown row is
	// judged by, but that a shown row may break; else it is hard.
	Soft bool `msgpack:"soft"`
}

// Member is a further feature of a rule; Falls turns its direction around.
type Member struct {
	Feature int  `msgpack:"feature"`
	Falls   bool `msgpack:"falls"`
}

// Transition is a change between two levels.
type Transition struct {
	From int `msgpack:"from"`
	To   int `msgpack:"to"`
}

// Open is an end of a Range that excludes nothing: no number of a table is
// beyond it.
const Open = 1e15

// Features lists the features that a rule looks at, in the order of its
// sentence. Its verdict depends on no other.
func (r Rule) Features() []int {
	list := []int{r.Feature}
	switch r.Kind {
	case IfRisesThenRises:
		for _, m := range r.Also {
			list = append(list, m.Feature)
		}
		return append(list, r.Other)
	case LessOrEqual:
		return append(list, r.Other)
	case MoveTogether:
		list = append(list, r.Other)
		for _, m := range r.Also {
			list = append(list, m.Feature)
		}
	}
	return list
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
// speaks of pairs whose causes all rise, X2 of those whose causes all fall.
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
// and whether it satisfies that one, whatever Reverse says. S1 is the share of
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

// Holds is the verdict alone, on stored rows. It panics if a row does not fit
// the schema or the rule does not pass Check.
func (r Rule) Holds(s data.Schema, factual, counterfactual []float64) bool {
	a, b := factual[r.Feature], counterfactual[r.Feature]
	switch r.Kind {
	case Immutable:
		return a == b
	case Range:
		return r.Min <= b && b <= r.Max
	case Allowed:
		return slices.Contains(r.Levels, int(b))
	case OnlyIncrease:
		return direction(s, r.Feature, factual, counterfactual) >= 0
	case OnlyDecrease:
		return direction(s, r.Feature, factual, counterfactual) <= 0
	case IfRisesThenRises:
		p, holds := r.Sub(s, factual, counterfactual)
		return holds || p == AllFall && !r.Reverse
	case LessOrEqual:
		return Score(s.Features[r.Feature], b) <= Score(s.Features[r.Other], counterfactual[r.Other])
	case ForbiddenTransitions:
		return !slices.Contains(r.Transitions, Transition{int(a), int(b)})
	case MoveTogether:
		return r.together(s, factual, counterfactual)
	}
	panic("causal: Holds: unknown kind of rule")
}

// AllHold reports whether a pair keeps every rule.
func AllHold(s data.Schema, rules []Rule, factual, counterfactual []float64) bool {
	for _, r := range rules {
		if !r.Holds(s, factual, counterfactual) {
			return false
		}
	}
	return true
}

// together compares directions, or where a member is a category, whether its
// members changed.
func (r Rule) together(s data.Schema, factual, counterfactual []float64) bool {
	ordered := r.ordered(s)
	move := func(j int, falls bool) int {
		if !ordered {
			return b2i(factual[j] != counterfactual[j])
		}
		d := direction(s, j, factual, counterfactual)
		if falls {
			return -d
		}
		return d
	}
	d := move(r.Feature, false)
	if move(r.Other, r.Falls) != d {
		return false
	}
	for _, m := range r.Also {
		if move(m.Feature, m.Falls) != d {
			return false
		}
	}
	return true
}

// ordered reports whether all features of the rule can rise and fall.
func (r Rule) ordered(s data.Schema) bool {
	for _, j := range r.Features() {
		if !Scored(s.Features[j]) {
			return false
		}
	}
	return true
}

// direction is 1 where a feature rises, -1 where it falls and 0 where it stays.
func direction(s data.Schema, j int, factual, counterfactual []float64) int {
	f := s.Features[j]
	return cmp.Compare(Score(f, counterfactual[j]), Score(f, factual[j]))
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Rules are the rules that the signs of a graph entail: if all signed causes of
// a feature move with their sign it rises, and if all move against it it falls
// (paper, section 3.2: positive effects of each cause). They are strict where
// every sign is, and hard where every sign is. Causes of unknown sign, and
// unordered features, say nothing.
func (g *Graph) Rules(s data.Schema) []Rule {
	var rules []Rule
	for v := range g.names {
		r, causes := Rule{Kind: IfRisesThenRises, Other: v, Strict: true, Reverse: true}, 0
		for _, e := range g.edges {
			if e.To != v || e.Sign == Unknown || !Scored(s.Features[e.From]) || !Scored(s.Features[v]) {
				continue
			}
			falls := e.Sign == Falls
			if causes == 0 { // the first cause rises, the effect takes its sign
				r.Feature, r.Falls = e.From, falls
			} else {
				r.Also = append(r.Also, Member{e.From, falls != r.Falls})
			}
			causes++
			r.Strict = r.Strict && e.Strict
			r.Soft = r.Soft || e.Soft
		}
		if causes > 0 {
			rules = append(rules, r)
		}
	}
	return rules
}
