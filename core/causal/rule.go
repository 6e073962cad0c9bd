package causal

import (
	"cmp"
	"slices"

	"causeway/core/data"
)

// Rule is a constraint on the change from a factual to a counterfactual (paper, sections 2.1 to
// 2.4). It is plain data for files and messages. Fields that its kind does not use are 0.
type Rule struct {
	Kind    RuleKind `msgpack:"kind"`
	Feature int      `msgpack:"feature"` // the constrained feature; for IfRisesThenRises, the first cause

	// Other is the second feature of a rule about several: the effect of IfRisesThenRises, the
	// larger number of LessOrEqual, the flag of StaysMissing, or the feature that NeverSeen
	// relates to Levels. Also lists further causes of IfRisesThenRises and NotAlone, and further
	// members of MoveTogether, Inequality and Cardinality. For a person's own MoveAtMost, it lists
	// the causes that can force the feature further up; see Member.Least.
	Other int      `msgpack:"other"`
	Also  []Member `msgpack:"also"`

	// Any changes the premise of IfRisesThenRises: at least one cause rises and none falls.
	// Without it, all causes must rise, as in the paper.
	Any bool `msgpack:"any" since:"2"`

	// Falls means that the effect falls when the causes rise or, for MoveTogether, that Other
	// moves against Feature.
	Falls bool `msgpack:"falls"`

	// Strict requires the effect of IfRisesThenRises to move; otherwise it may also stay. Reverse
	// adds the same requirement for causes that move the other way. For NeverSeen, Reverse also
	// forbids the second condition without the first.
	Strict  bool `msgpack:"strict"`
	Reverse bool `msgpack:"reverse"`

	// Least and Most limit how far the effect of an IfRisesThenRises rule moves for each unit, or
	// level, that its cause moves. 0 means no limit. A rule with a size has exactly one cause that
	// moves.
	Least float64 `msgpack:"least" since:"2"`
	Most  float64 `msgpack:"most" since:"2"`

	// Min and Max are the limits of a Range, or -Open and Open. For MoveAtMost, they limit how
	// far the feature may move down and up, with Open for any distance. For NeverSeen, they limit
	// the second feature if it is a number. For Inequality, Max limits the sum. For Cardinality,
	// both limit how many conditions hold.
	Min         float64      `msgpack:"min"`
	Max         float64      `msgpack:"max"`
	Levels      []int        `msgpack:"levels"` // for Allowed and NeverSeen, and the values of a Computed feature
	Transitions []Transition `msgpack:"transitions"`

	Law Law `msgpack:"law" since:"2"` // for Computed; Inequality uses its weights

	// For NeverSeen, Then lists the levels of Other that occur with Levels. It is nil if Other is
	// a number.
	Then []int `msgpack:"then,omitempty" since:"2"`

	// For Cardinality, When has a condition for each of Features; nil means that each changes.
	When []Condition `msgpack:"when,omitempty" since:"2"`

	// Local marks a rule for the person being explained; otherwise it applies to everyone (paper,
	// sections 2.1 and 2.2).
	Local bool `msgpack:"local"`

	// Soft marks a rule that a row may break. Generators are trained to keep it, and displayed rows
	// are judged by it. All other rules are hard.
	Soft bool `msgpack:"soft"`
}

// Member is an additional feature of a rule. Falls reverses its direction.
type Member struct {
	Feature int  `msgpack:"feature"`
	Falls   bool `msgpack:"falls"`
	Part    Part `msgpack:"part" since:"2"` // for a cause

	// For a cause of MoveAtMost, Least is how far each unit, or level, of the cause's move forces
	// the feature up.
	Least float64 `msgpack:"least,omitempty" since:"2"`
}

// AnyOrder implements form.AnyOrder, because a member that forces nothing omits Least.
func (Member) AnyOrder() {}

// Part says what the premise of an IfRisesThenRises rule requires of a cause.
type Part uint8

// The parts of causes.
const (
	Moves Part = iota // it moves as the rule requires; see Rule.Any
	Quiet             // it does not move the other way
	Still             // it stays
)

// Transition is a change between two levels.
type Transition struct {
	From int `msgpack:"from"`
	To   int `msgpack:"to"`
}

// Open is a limit that excludes nothing: no number in a table exceeds it.
const Open = 1e15

// Features lists the features that a rule depends on, in the order of its sentence.
func (r *Rule) Features() []int {
	list := make([]int, r.count())
	for k := range list {
		list[k] = r.at(k)
	}
	return list
}

// Among returns the rule for rows that hold only some of the features, where feature j has index
// at[j].
func (r Rule) Among(at []int) Rule {
	r.Feature = at[r.Feature]
	if r.Kind.Relates() {
		r.Other = at[r.Other]
	}
	r.Also = slices.Clone(r.Also)
	for i := range r.Also {
		r.Also[i].Feature = at[r.Also[i].Feature]
	}
	return r
}

// missing reports whether the flag of a StaysMissing rule says that the number is missing: it has
// any level but its first.
func (r *Rule) missing(row []float64) bool { return row[r.Other] != 0 }

// AllHold reports whether a pair keeps every rule.
func AllHold(s data.Schema, rules []Rule, factual, counterfactual []float64) bool {
	for _, r := range rules {
		if !r.Holds(s, factual, counterfactual) {
			return false
		}
	}
	return true
}

// together compares the directions of the members or, if one is a category, whether each of them
// changed.
func (r *Rule) together(s data.Schema, factual, counterfactual []float64) bool {
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
func (r *Rule) ordered(s data.Schema) bool {
	for _, j := range r.Features() {
		if !Scored(s.Features[j]) {
			return false
		}
	}
	return true
}

// direction returns 1 if a feature rises, -1 if it falls, and 0 if it stays.
func direction(s data.Schema, j int, factual, counterfactual []float64) int {
	f := &s.Features[j]
	return cmp.Compare(score(f, counterfactual[j]), score(f, factual[j]))
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
