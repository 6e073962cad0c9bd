package causal

import (
	"cmp"
	"slices"

	"causeway/core/data"
)

// Rule is a rule on the change from a factual to a counterfactual (paper, sections 2.1 to 2.4).
// It is plain data and is saved and sent as such; fields that its kind does not use are 0.
type Rule struct {
	Kind    RuleKind `msgpack:"kind"`
	Feature int      `msgpack:"feature"` // the feature ruled; of IfRisesThenRises the first cause

	// Other is the second feature of a rule on several: the effect of IfRisesThenRises, the larger one
	// of LessOrEqual, the yes or no of StaysMissing, what goes with the levels of NeverSeen. Also lists
	// further causes of IfRisesThenRises and NotAlone, and further members of MoveTogether. For a
	// person's own MoveAtMost it lists the causes that force the feature further up; see Member.Least.
	Other int      `msgpack:"other"`
	Also  []Member `msgpack:"also"`

	// Any says when moving causes of IfRisesThenRises count: if at least one of them rises and
	// none falls. Otherwise all of them must rise, as in the paper.
	Any bool `msgpack:"any" since:"2"`

	// Falls says that the effect falls when the causes rise, or that Other
	// moves against Feature in MoveTogether.
	Falls bool `msgpack:"falls"`

	// Strict asks the effect of IfRisesThenRises to move; otherwise it may
	// also stay. Reverse adds the same for causes that move the other way.
	// For NeverSeen it adds that the second does not occur without the first.
	Strict  bool `msgpack:"strict"`
	Reverse bool `msgpack:"reverse"`

	// Least and Most are the least and the most that the effect of an
	// IfRisesThenRises rule moves for every unit, or level, that its cause does; 0
	// leaves it open. A rule with a size has one cause that moves.
	Least float64 `msgpack:"least" since:"2"`
	Most  float64 `msgpack:"most" since:"2"`

	// Min and Max are the ends of a Range, -Open and Open if open. For MoveAtMost they are how
	// far down and up, Open for any distance. For NeverSeen they are those of the second
	// feature, if it is a number.
	Min         float64      `msgpack:"min"`
	Max         float64      `msgpack:"max"`
	Levels      []int        `msgpack:"levels"` // for Allowed and NeverSeen, and the values of a Computed feature
	Transitions []Transition `msgpack:"transitions"`

	Law Law `msgpack:"law" since:"2"` // of Computed

	// for NeverSeen, the levels of Other that go with Levels; nil if it is a number
	Then []int `msgpack:"then,omitempty" since:"2"`

	// Local marks a rule of the person who is being explained; otherwise it holds for everyone
	// (paper, sections 2.1 and 2.2).
	Local bool `msgpack:"local"`

	// Soft marks a rule that a generator is trained for and that a shown row is judged by, but
	// may break; otherwise it is hard.
	Soft bool `msgpack:"soft"`
}

// Member is a further feature of a rule; Falls turns its direction around.
type Member struct {
	Feature int  `msgpack:"feature"`
	Falls   bool `msgpack:"falls"`
	Part    Part `msgpack:"part" since:"2"` // of a cause

	// Least is, of a cause of MoveAtMost, by how much it forces the feature up for every unit,
	// or level, that it moves.
	Least float64 `msgpack:"least,omitempty" since:"2"`
}

// AnyOrder implements form.AnyOrder: a member that forces nothing does not say so.
func (Member) AnyOrder() {}

// Part is what the premise of an IfRisesThenRises rule requires of a cause.
type Part uint8

// The parts of causes.
const (
	Moves Part = iota // it moves as the rule says; see Rule.Any
	Quiet             // it does not move the other way
	Still             // it stays
)

// Transition is a change between two levels.
type Transition struct {
	From int `msgpack:"from"`
	To   int `msgpack:"to"`
}

// Open is an end that excludes nothing: no number of a table is
// beyond it.
const Open = 1e15

// Features lists the features that a rule looks at, in the order of its
// sentence. Its verdict depends on no other.
func (r *Rule) Features() []int {
	list := make([]int, r.count())
	for k := range list {
		list[k] = r.at(k)
	}
	return list
}

// Among is the rule for rows with only some of the features, where feature j is at[j].
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

// missing reports whether the second feature of a StaysMissing rule says yes, or why: anything
// but its first level.
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

// together compares directions or, if a member is a category, whether its
// members changed.
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

// direction is 1 if a feature rises, -1 if it falls and 0 if it stays.
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
