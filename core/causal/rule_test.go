package causal

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"causeway/core/data"
)

// mixedSchema has a feature of every kind.
func mixedSchema() data.Schema {
	return data.Schema{
		Features: []data.Feature{
			{Name: "age", Kind: data.Integer, Min: 17, Max: 90, MAD: 10},
			{Name: "hours", Kind: data.Continuous, Min: 0, Max: 99, MAD: 3, Decimals: 1},
			{Name: "education", Kind: data.Ordered, Ranks: []float64{0, 0, 1, 2},
				Levels: []string{"School", "HS-grad", "Bachelors", "Masters"}},
			{Name: "licence", Kind: data.Boolean, Levels: []string{"no", "yes"}},
			{Name: "job", Kind: data.Category, Levels: []string{"baker", "clerk", "cook"}},
		},
		Outcome: data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"0", "1"}},
	}
}

func randomRow(r *rand.Rand, s data.Schema) []float64 {
	row := make([]float64, len(s.Features))
	for j, f := range s.Features {
		if f.Kind.Numeric() {
			row[j] = float64(17 + r.IntN(5))
		} else {
			row[j] = float64(r.IntN(len(f.Levels)))
		}
	}
	return row
}

func TestRules(t *testing.T) {
	s := mixedSchema()
	base := []float64{41, 40, 1, 0, 1} // 41, 40, HS-grad, no, clerk
	with := func(v ...float64) []float64 {
		c := slices.Clone(base)
		for i := 0; i < len(v); i += 2 {
			c[int(v[i])] = v[i+1]
		}
		return c
	}
	edAge := Rule{Kind: IfRisesThenRises, Feature: 2, Other: 0, Strict: true}
	two := Rule{Kind: IfRisesThenRises, Feature: 0, Also: []Member{{Feature: 1, Falls: true}}, Other: 2, Reverse: true}
	down := Rule{Kind: IfRisesThenRises, Feature: 0, Other: 1, Falls: true, Strict: true, Reverse: true}
	takes := Rule{Kind: IfRisesThenRises, Feature: 2, Other: 0, Strict: true, Least: 2}
	for _, c := range []struct {
		rule Rule
		to   []float64
		want string
	}{
		{Rule{Kind: Immutable, Feature: 4}, base, `Kept: "job" may not change; it stays at clerk.`},
		{Rule{Kind: Immutable, Feature: 2}, with(2, 0),
			`Broken: "education" may not change; it goes from HS-grad to School.`},
		{Rule{Kind: Range, Feature: 0, Min: 18, Max: 65}, with(0, 65),
			`Kept: "age" must be between 18 and 65; it goes from 41 to 65.`},
		{Rule{Kind: Range, Feature: 1, Min: -Open, Max: 37.5}, base,
			`Broken: "hours" must be at most 37.5; it stays at 40.0.`},
		{Rule{Kind: Range, Feature: 1, Min: 50, Max: Open}, with(1, 50),
			`Kept: "hours" must be at least 50.0; it goes from 40.0 to 50.0.`},
		{Rule{Kind: Allowed, Feature: 4, Levels: []int{0, 2}}, with(4, 2),
			`Kept: "job" must be baker or cook; it goes from clerk to cook.`},
		{Rule{Kind: Allowed, Feature: 4, Levels: []int{0}}, base, `Broken: "job" must be baker; it stays at clerk.`},
		{Rule{Kind: OnlyIncrease, Feature: 0}, with(0, 45), `Kept: "age" may not decrease; it goes from 41 to 45.`},
		// both have the same rank
		{Rule{Kind: OnlyIncrease, Feature: 2}, with(2, 0),
			`Kept: "education" may not decrease; it goes from HS-grad to School.`},
		{Rule{Kind: OnlyIncrease, Feature: 0}, with(0, 39), `Broken: "age" may not decrease; it goes from 41 to 39.`},
		{Rule{Kind: OnlyDecrease, Feature: 3}, with(3, 1),
			`Broken: "licence" may not increase; it goes from no to yes.`},
		{edAge, with(2, 3, 0, 42), `Kept: if "education" rises, "age" must rise; "education" goes from HS-grad to ` +
			`Masters and "age" goes from 41 to 42.`},
		{edAge, with(2, 2), `Broken: if "education" rises, "age" must rise; "education" goes from HS-grad to ` +
			`Bachelors and "age" stays at 41.`},
		{edAge, with(2, 0, 0, 30), `Kept: if "education" rises, "age" must rise; "education" goes from HS-grad to ` +
			`School and "age" goes from 41 to 30.`},
		{two, with(0, 50, 1, 30, 2, 0), `Kept: if "age" rises and "hours" falls, "education" must not fall, and if ` +
			`all move the other way, "education" must not rise; ` +
			`"age" goes from 41 to 50, "hours" goes from 40.0 to 30.0 and "education" goes from HS-grad to School.`},
		{two, with(0, 40, 1, 41, 2, 3), `Broken: if "age" rises and "hours" falls, "education" must not fall, and if ` +
			`all move the other way, "education" must not rise; ` +
			`"age" goes from 41 to 40, "hours" goes from 40.0 to 41.0 and "education" goes from HS-grad to Masters.`},
		{down, with(0, 40, 1, 41), `Kept: if "age" rises, "hours" must fall, and if it falls, "hours" must rise; ` +
			`"age" goes from 41 to 40 and "hours" goes from 40.0 to 41.0.`},
		{down, with(0, 42, 1, 41), `Broken: if "age" rises, "hours" must fall, and if it falls, "hours" must rise; ` +
			`"age" goes from 41 to 42 and "hours" goes from 40.0 to 41.0.`},
		{Rule{Kind: LessOrEqual, Feature: 1, Other: 0}, with(1, 41),
			`Kept: "hours" must be at most "age"; "hours" is 41.0 and "age" is 41.`},
		{Rule{Kind: LessOrEqual, Feature: 0, Other: 1}, base,
			`Broken: "age" must be at most "hours"; "age" is 41 and "hours" is 40.0.`},
		{Rule{Kind: ForbiddenTransitions, Feature: 4, Transitions: []Transition{{1, 0}, {2, 0}}}, with(4, 0),
			`Broken: "job" may not go from clerk to baker or from cook to baker; it goes from clerk to baker.`},
		{Rule{Kind: ForbiddenTransitions, Feature: 4, Transitions: []Transition{{0, 1}}}, with(4, 0),
			`Kept: "job" may not go from baker to clerk; it goes from clerk to baker.`},
		{Rule{Kind: MoveTogether, Feature: 0, Other: 1}, with(0, 42, 1, 40.1), `Kept: "age" and "hours" must rise ` +
			`and fall together; "age" goes from 41 to 42 and "hours" goes from 40.0 to 40.1.`},
		{Rule{Kind: MoveTogether, Feature: 0, Other: 1}, with(0, 42), `Broken: "age" and "hours" must rise and fall ` +
			`together; "age" goes from 41 to 42 and "hours" stays at 40.0.`},
		{Rule{Kind: MoveTogether, Feature: 0, Other: 1, Falls: true}, with(0, 42, 1, 39), `Kept: "hours" must move ag` +
			`ainst "age"; "age" goes from 41 to 42 and "hours" goes from 40.0 to 39.0.`},
		{Rule{Kind: MoveTogether, Feature: 4, Other: 0}, with(4, 2, 0, 20), `Kept: "job" and "age" must change ` +
			`together or not at all; "job" goes from clerk to cook and "age" goes from 41 to 20.`},
		{takes, with(2, 3, 0, 45), `Kept: if "education" rises, "age" must rise by at least 2 per level; "education" ` +
			`goes from HS-grad to Masters and "age" goes from 41 to 45; 2 levels ask for at least 4.`},
		{takes, with(2, 3, 0, 44), `Broken: if "education" rises, "age" must rise by at least 2 per level; ` +
			`"education" goes from HS-grad to Masters and "age" goes from 41 to 44; 2 levels ask for at least 4.`},
		{takes, with(2, 0, 0, 30), `Kept: if "education" rises, "age" must rise by at least 2 per level; "education" ` +
			`goes from HS-grad to School and "age" goes from 41 to 30.`},
		// 40.1 - 40 is slightly more than 0.1 in floating point
		{Rule{Kind: IfRisesThenRises, Feature: 0, Other: 1, Most: 0.1}, with(0, 42, 1, 40.1),
			`Kept: if "age" rises, "hours" must not fall and may rise by at most 0.1 for every 1 that "age" does; ` +
				`"age" goes from 41 to 42 and "hours" goes from 40.0 to 40.1; 1 allows at most 0.1.`},
		{Rule{Kind: IfRisesThenRises, Feature: 0, Other: 1, Most: 0.1}, with(0, 42, 1, 40.2),
			`Broken: if "age" rises, "hours" must not fall and may rise by at most 0.1 for every 1 that "age" does; ` +
				`"age" goes from 41 to 42 and "hours" goes from 40.0 to 40.2; 1 allows at most 0.1.`},
		{Rule{Kind: MoveAtMost, Feature: 1, Min: Open, Max: 10}, with(1, 51),
			`Broken: "hours" may rise by at most 10; it goes from 40.0 to 51.0.`},
		{Rule{Kind: MoveAtMost, Feature: 1, Min: Open, Max: 10}, with(1, 3),
			`Kept: "hours" may rise by at most 10; it goes from 40.0 to 3.0.`},
		{Rule{Kind: MoveAtMost, Feature: 2, Max: 1}, with(2, 3),
			`Broken: "education" may not fall and may rise by at most 1 level; it goes from HS-grad to Masters.`},
		{Rule{Kind: MoveAtMost, Feature: 1, Min: 2.3, Max: 2.3}, with(1, 37.7),
			`Kept: "hours" may rise or fall by at most 2.3; it goes from 40.0 to 37.7.`},
	} {
		if err := c.rule.Check(s); err != nil {
			t.Errorf("%s: %v", c.rule.String(s), err)
			continue
		}
		v := c.rule.Verdict(s, base, c.to)
		if v.Sentence != c.want || v.Pass != strings.HasPrefix(c.want, "Kept") ||
			v.Pass != c.rule.Holds(s, base, c.to) {
			t.Errorf("got  %s\nwant %s", v.Sentence, c.want)
		}
	}
	if got, want := two.String(s), `If "age" rises and "hours" falls, "education" must not fall, and if all move the `+
		`other way, "education" must not rise.`; got != want {
		t.Errorf("got %s", got)
	}
}

func TestCheckRefuses(t *testing.T) {
	s := mixedSchema()
	for name, r := range map[string]Rule{
		"an unknown kind":         {Kind: 99},
		"no such feature":         {Feature: 5},
		"no such cause":           {Kind: IfRisesThenRises, Other: 1, Also: []Member{{Feature: -1}}},
		"a category that rises":   {Kind: OnlyIncrease, Feature: 4},
		"an effect without order": {Kind: IfRisesThenRises, Feature: 0, Other: 4},
		"a rule on itself":        {Kind: LessOrEqual, Feature: 1, Other: 1},
		"a cause twice":           {Kind: IfRisesThenRises, Feature: 0, Other: 1, Also: []Member{{Feature: 0}}},
		"an empty range":          {Kind: Range, Min: 2, Max: 1},
		"an infinite range":       {Kind: Range, Min: -1, Max: 2 * Open},
		"a range of levels":       {Kind: Range, Feature: 2, Max: 1},
		"no level":                {Kind: Allowed, Feature: 4},
		"no such level":           {Kind: Allowed, Feature: 4, Levels: []int{3}},
		"a level twice":           {Kind: Allowed, Feature: 4, Levels: []int{1, 1}},
		"levels of a number":      {Kind: Allowed, Levels: []int{1}},
		"transitions of a number": {Kind: ForbiddenTransitions, Transitions: []Transition{{0, 1}}},
		"no transition":           {Kind: ForbiddenTransitions, Feature: 4},
		"a transition to itself":  {Kind: ForbiddenTransitions, Feature: 4, Transitions: []Transition{{1, 1}}},
		"a number and a level":    {Kind: LessOrEqual, Feature: 0, Other: 2},
		"a size of two causes": {Kind: IfRisesThenRises, Feature: 0, Other: 1, Also: []Member{{Feature: 2}},
			Least: 1},
		"a size below 0":          {Kind: IfRisesThenRises, Feature: 0, Other: 1, Least: -1},
		"more asked than allowed": {Kind: IfRisesThenRises, Feature: 0, Other: 1, Least: 2, Most: 1},
		"an unknown part": {Kind: IfRisesThenRises, Feature: 0, Other: 1,
			Also: []Member{{Feature: 2, Part: 3}}},
		"a part of a whole": {Kind: MoveTogether, Feature: 0, Other: 1,
			Also: []Member{{Feature: 2, Part: Quiet}}},
		"a category that moves":    {Kind: MoveAtMost, Feature: 4, Max: 1},
		"any move":                 {Kind: MoveAtMost, Min: Open, Max: Open},
		"a move below 0":           {Kind: MoveAtMost, Max: -1},
		"a category moves against": {Kind: MoveTogether, Feature: 4, Other: 0, Falls: true},
	} {
		if r.Check(s) == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}
