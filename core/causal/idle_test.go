package causal

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"causeway/core/data"
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
		{"one of two causes that must both move", []Rule{both, fixed(1)},
			[]string{`This can never apply: "hours" may not change.`}},
		{"one of two of which any is enough", []Rule{any, fixed(1)}, nil},
		{"both of them", []Rule{any, fixed(1), fixed(0)},
			[]string{`This can never apply: "age" may not change and "hours" may not change.`}},
		{"each the other way", []Rule{both, {Kind: OnlyIncrease, Feature: 0}, {Kind: OnlyDecrease, Feature: 1}},
			[]string{`This can never apply: "hours" may not rise and "age" may not fall.`}},
		{"the same with any of them", []Rule{any, {Kind: OnlyIncrease, Feature: 0}, {Kind: OnlyDecrease, Feature: 1}},
			nil},
		{"one way only, and back", []Rule{takes, {Kind: OnlyDecrease, Feature: 2}},
			[]string{`This can never apply: "education" may not rise.`}},
		{"less than a level", []Rule{takes, {Kind: MoveAtMost, Feature: 2, Min: Open, Max: 0.5}},
			[]string{`This can never apply: "education" may not rise.`}},
		{"every way up is forbidden", []Rule{takes,
			{Kind: ForbiddenTransitions, Feature: 2,
				Transitions: []Transition{{0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}}},
			[]string{`This can never apply: "education" may not rise.`}},
		{"all but one", []Rule{takes, {Kind: ForbiddenTransitions, Feature: 2,
			Transitions: []Transition{{0, 2}, {0, 3}, {1, 2}, {1, 3}}}}, nil},
		{"together with what is fixed", []Rule{takes, fixed(3), {Kind: MoveTogether, Feature: 2, Other: 3}},
			[]string{`This can never apply: "education" may not change.`}},
		{"a chain that ends in what is fixed", []Rule{{Kind: IfRisesThenRises, Feature: 2, Other: 3},
			{Kind: IfRisesThenRises, Feature: 2, Other: 0, Strict: true},
			{Kind: IfRisesThenRises, Feature: 0, Other: 1, Strict: true}, fixed(1)},
			[]string{`This can never apply: "education" may not rise, as "age" may not rise with it.`}},
		{"a chain that need not move", []Rule{{Kind: IfRisesThenRises, Feature: 2, Other: 3},
			{Kind: IfRisesThenRises, Feature: 2, Other: 0},
			{Kind: IfRisesThenRises, Feature: 0, Other: 1, Strict: true}, fixed(1)}, nil},
		{"what holds itself", []Rule{{Kind: IfRisesThenRises, Feature: 0, Other: 1, Strict: true}, fixed(1)}, nil},
		{"while another may keep it from applying", []Rule{{Kind: IfRisesThenRises, Feature: 2, Other: 3},
			{Kind: IfRisesThenRises, Feature: 2, Other: 1, Strict: true, Any: true, Also: []Member{{Feature: 0}}},
			fixed(1)}, nil},
		{"while no other may", []Rule{{Kind: IfRisesThenRises, Feature: 2, Other: 3},
			{Kind: IfRisesThenRises, Feature: 2, Other: 1, Strict: true, Any: true, Also: []Member{{Feature: 0}}},
			fixed(1), {Kind: OnlyIncrease, Feature: 0}},
			[]string{`This can never apply: "education" may not rise, as "hours" may not change with it.`}},
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

// TestIdlesNeverApply checks the result against all pairs of a small schema.
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

// TestChainsNeverApply enumerates pairs of small rows. A listed rule must not apply to any pair
// that keeps the others, and without the listed rules the others must exclude the same pairs.
func TestChainsNeverApply(t *testing.T) {
	const n = 4
	s := data.Schema{Outcome: data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"0", "1"}}}
	for _, name := range []string{"a", "b", "c", "d"} {
		s.Features = append(s.Features, data.Feature{Name: name, Kind: data.Integer, Max: 2, MAD: 1})
	}
	var rows [][]float64
	for i := range 81 {
		rows = append(rows, []float64{float64(i % 3), float64(i / 3 % 3), float64(i / 9 % 3), float64(i / 27)})
	}
	r := rand.New(rand.NewPCG(23, 24))
	named, chained, draws := 0, 0, 500
	if testing.Short() {
		draws = 250
	}
	for range draws {
		var rules []Rule
		for range 4 + r.IntN(5) {
			u := Rule{Kind: IfRisesThenRises, Feature: r.IntN(n), Other: r.IntN(n), Strict: r.IntN(4) > 0,
				Reverse: r.IntN(2) == 0, Falls: r.IntN(3) == 0,
				Soft: r.IntN(9) == 0, Any: r.IntN(2) == 0}
			if r.IntN(4) == 0 {
				u.Also = []Member{{Feature: r.IntN(n), Falls: r.IntN(3) == 0, Part: Part(r.IntN(3))}}
			}
			if r.IntN(3) == 0 {
				u = Rule{Kind: []RuleKind{Immutable, OnlyIncrease, OnlyDecrease}[r.IntN(3)], Feature: r.IntN(n)}
			}
			if u.Check(s) == nil {
				rules = append(rules, u)
			}
		}
		list := Idles(s, rules)
		if len(list) == 0 {
			continue
		}
		idle := map[int]bool{}
		for _, i := range list {
			idle[i.Rule], named = true, named+1
			chained += b2i(strings.HasSuffix(i.Sentence, "with it."))
		}
		for _, x := range rows {
			for _, c := range rows {
				others, all := true, true
				for i, u := range rules {
					holds := u.Soft || u.Holds(s, x, c)
					all, others = all && holds, others && (holds || idle[i])
				}
				if others != all {
					t.Fatalf("%v: without %v the rules keep %v to %v", rules, idle, x, c)
				}
				for i := range idle {
					if others && rules[i].Applies(s, x, c) {
						t.Fatalf("%s applies to %v and %v", rules[i].String(s), x, c)
					}
				}
			}
		}
	}
	if named < 50 || chained < 10 {
		t.Errorf("only %d are named, %d of them by chains", named, chained)
	}
}
