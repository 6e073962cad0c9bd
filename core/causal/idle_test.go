package causal

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestIdles(t *testing.T) {
	s := mixedSchema()
	both := Rule{Kind: IfRisesThenRises, Feature: 0, Also: []Member{{Feature: 1}}, Other: 3, Reverse: true}
	any := both
	any.Any = true
	takes := Rule{Kind: IfRisesThenRises, Feature: 2, Other: 0, Strict: true, Least: 2}
	fixed := func(j int) Rule { return Rule{Kind: Immutable, Feature: j} }
	for _, c := range []struct {
		name  string
		rules []Rule
		want  []string
	}{
		{"nothing holds the causes", []Rule{both, any, takes}, nil},
		{"one of two causes that must both move", []Rule{both, fixed(1)}, []string{`This can never apply: "hours" may not change.`}},
		{"one of two of which any is enough", []Rule{any, fixed(1)}, nil},
		{"both of them", []Rule{any, fixed(1), fixed(0)}, []string{`This can never apply: "age" may not change and "hours" may not change.`}},
		{"each the other way", []Rule{both, {Kind: OnlyIncrease, Feature: 0}, {Kind: OnlyDecrease, Feature: 1}},
			[]string{`This can never apply: "hours" may not rise and "age" may not fall.`}},
		{"the same with any of them", []Rule{any, {Kind: OnlyIncrease, Feature: 0}, {Kind: OnlyDecrease, Feature: 1}}, nil},
		{"one way only, and back", []Rule{takes, {Kind: OnlyDecrease, Feature: 2}}, []string{`This can never apply: "education" may not rise.`}},
		{"less than a level", []Rule{takes, {Kind: MoveAtMost, Feature: 2, Min: Open, Max: 0.5}}, []string{`This can never apply: "education" may not rise.`}},
		{"every way up is forbidden", []Rule{takes, {Kind: ForbiddenTransitions, Feature: 2, Transitions: []Transition{{0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}}},
			[]string{`This can never apply: "education" may not rise.`}},
		{"all but one", []Rule{takes, {Kind: ForbiddenTransitions, Feature: 2, Transitions: []Transition{{0, 2}, {0, 3}, {1, 2}, {1, 3}}}}, nil},
		{"together with what is fixed", []Rule{takes, fixed(3), {Kind: MoveTogether, Feature: 2, Other: 3}}, []string{`This can never apply: "education" may not change.`}},
		{"a soft rule holds nothing", []Rule{takes, {Kind: Immutable, Feature: 2, Soft: true}}, nil},
	} {
		var got []string
		for _, i := range Idles(s, c.rules) {
			got = append(got, i.Sentence)
			if i.Rule != 0 {
				t.Errorf("%s: rule %d", c.name, i.Rule)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q", c.name, got)
		}
	}
}

// TestIdlesNeverApply holds against all pairs of a small schema.
func TestIdlesNeverApply(t *testing.T) {
	r, s := rand.New(rand.NewPCG(21, 22)), smallSchema()
	named := 0
	for range 3000 {
		var rules []Rule
		for range 2 + r.IntN(4) {
			rules = append(rules, randomRule(r, s))
		}
		list := Idles(s, rules)
		named += len(list)
		for range 50 {
			x, c := smallRow(r, s), smallRow(r, s)
			for _, i := range list {
				if AllHold(s, rules, x, c) && rules[i.Rule].Applies(s, x, c) {
					t.Fatalf("%s applies to %v and %v: %s", rules[i.Rule].String(s), x, c, i.Sentence)
				}
			}
		}
	}
	if named < 50 {
		t.Errorf("only %d are named", named)
	}
}
