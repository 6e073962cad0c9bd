package causal

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"causeway/core/data"
)

func TestContradictions(t *testing.T) {
	s, x := mixedSchema(), []float64{41, 40, 1, 0, 1}
	up, down := Rule{Kind: OnlyIncrease}, Rule{Kind: OnlyDecrease}
	atMost := func(v float64) Rule { return Rule{Kind: Range, Min: -Open, Max: v} }
	atLeast := func(v float64) Rule { return Rule{Kind: Range, Min: v, Max: Open} }
	edAge := Rule{Kind: IfRisesThenRises, Feature: 2, Other: 0, Strict: true}
	ageEd := Rule{Kind: IfRisesThenRises, Feature: 0, Other: 2, Strict: true}
	for _, c := range []struct {
		name    string
		rules   []Rule
		factual []float64
		want    []string
	}{
		{"nothing", nil, x, nil},
		{"both ways is only a fixed age", []Rule{up, down}, x, nil},
		{"a range that excludes the value", []Rule{up, {Kind: Immutable, Feature: 4}, down, atMost(40)}, x,
			[]string{`No value of "age" (now 41) keeps all of these: "age" may not decrease; "age" must be at most ` +
				`40.`}},
		{"the same for everyone is no conflict", []Rule{up, down, atMost(40)}, nil, nil},
		{"two ranges", []Rule{atMost(30), atLeast(31)}, nil,
			[]string{`No value of "age" keeps all of these: "age" must be at most 30; "age" must be at least 31.`}},
		{"a range outside the data", []Rule{atLeast(91)}, nil,
			[]string{`No value of "age" keeps this: "age" must be at least 91.`}},
		{"causes in a circle are fine", []Rule{edAge, ageEd}, x, nil},
		{"education must rise and age cannot", []Rule{edAge, {Kind: Allowed, Feature: 2, Levels: []int{2, 3}},
			{Kind: Immutable}}, x,
			[]string{`No value of "education" (now HS-grad) keeps all of these: if "education" rises, "age" must ` +
				`rise; "education" must be Bachelors or Masters; "age" may not change.`}},
		{"an order that ranges exclude", []Rule{{Kind: LessOrEqual, Feature: 0, Other: 1},
			{Kind: Range, Feature: 1, Min: 0, Max: 16}}, nil,
			[]string{`No value of "hours" keeps all of these: "age" must be at most "hours"; "hours" must be between ` +
				`0.0 and 16.0.`}},
		{"equality by two orders is fine", []Rule{{Kind: LessOrEqual, Feature: 0, Other: 1},
			{Kind: LessOrEqual, Feature: 1, Other: 0}}, x, nil},
		{"levels", []Rule{{Kind: Allowed, Feature: 4, Levels: []int{0}},
			{Kind: ForbiddenTransitions, Feature: 4, Transitions: []Transition{{1, 0}}}}, x,
			[]string{`No value of "job" (now clerk) keeps all of these: "job" must be baker; "job" may not go from ` +
				`clerk to baker.`}},
		{"together with what is fixed", []Rule{{Kind: MoveTogether, Feature: 4, Other: 0}, {Kind: Immutable},
			{Kind: Allowed, Feature: 4, Levels: []int{0, 2}}}, x,
			[]string{`No value of "job" (now clerk) keeps all of these: "job" and "age" must change together or not ` +
				`at all; "age" may not change; "job" must be baker or cook.`}},
		{"two conflicts", []Rule{atMost(18), up, {Kind: Allowed, Feature: 4, Levels: []int{0}},
			{Kind: Allowed, Feature: 4, Levels: []int{2}}}, x,
			[]string{`No value of "age" (now 41) keeps all of these: "age" must be at most 18; "age" may not decrease.`,
				`No value of "job" (now clerk) keeps all of these: "job" must be baker; "job" must be cook.`}},
	} {
		var got []string
		for _, k := range Contradictions(s, c.rules, c.factual) {
			got = append(got, k.Sentence)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\ngot  %q\nwant %q", c.name, got, c.want)
		}
	}
}

// smallSchema is small enough to enumerate all rows: numbers from 0 to 3 and features with
// levels.
func smallSchema() data.Schema {
	s := mixedSchema()
	for j := range 2 {
		s.Features[j] = data.Feature{Name: s.Features[j].Name, Kind: data.Integer, Min: 0, Max: 3, MAD: 1}
	}
	return s
}

// randomRule draws a rule that passes Check.
func randomRule(r *rand.Rand, s data.Schema) Rule {
	for {
		u := Rule{Kind: RuleKind(r.IntN(KindCount)), Feature: r.IntN(5), Other: r.IntN(5), Falls: r.IntN(3) == 0,
			Strict: r.IntN(2) == 0, Reverse: r.IntN(2) == 0, Min: float64(r.IntN(4)), Max: float64(r.IntN(4))}
		if r.IntN(3) == 0 {
			u.Also = []Member{{Feature: r.IntN(5), Falls: r.IntN(3) == 0}}
			if u.Kind == IfRisesThenRises {
				u.Any, u.Also[0].Part = r.IntN(2) == 0, Part(r.IntN(3))
			}
			if u.Kind == MoveAtMost {
				u.Local, u.Also[0].Least = true, float64(r.IntN(7))/4
			}
		}
		if r.IntN(3) == 0 {
			u.Least = float64(r.IntN(4)) / 2
		}
		if r.IntN(3) == 0 {
			u.Most = float64(r.IntN(4)) / 2
		}
		for l := range s.Features[u.Feature].Levels {
			if r.IntN(2) == 0 {
				u.Levels = append(u.Levels, l)
			}
			u.Transitions = append(u.Transitions, Transition{l, r.IntN(4)})
		}
		for l := range s.Features[u.Other].Levels {
			if u.Kind == NeverSeen && r.IntN(2) == 0 {
				u.Then = append(u.Then, l)
			}
		}
		switch u.Kind {
		case Computed:
			u = randomComputed(r, s)
		case Inequality:
			u = randomSum(r, u)
		case Cardinality:
			u = randomCount(r, s, u)
		}
		if u.Check(s) == nil {
			return u
		}
	}
}

// randomSum draws an inequality of the two numbers of smallSchema.
func randomSum(r *rand.Rand, u Rule) Rule {
	u = Rule{Kind: Inequality, Feature: r.IntN(2), Max: []float64{-3, -1, 0, 0.6, 1, 2, 4}[r.IntN(7)]}
	u.Other = 1 - u.Feature
	for range 2 {
		u.Law.Weights = append(u.Law.Weights, []float64{-2, -1, -0.3, 0.1, 0.2, 1, 3}[r.IntN(7)])
	}
	return u
}

// randomCount draws a rule about two to four features. It may not suit them.
func randomCount(r *rand.Rand, s data.Schema, u Rule) Rule {
	list := r.Perm(len(s.Features))[:2+r.IntN(3)]
	u = Rule{Kind: Cardinality, Feature: list[0], Other: list[1], Min: float64(r.IntN(3)), Max: float64(len(list))}
	for _, j := range list[2:] {
		u.Also = append(u.Also, Member{Feature: j})
	}
	if u.Min = min(u.Min, float64(r.IntN(3))); r.IntN(2) == 0 {
		u.Max = float64(r.IntN(len(list) + 1))
	}
	if r.IntN(4) == 0 {
		return u
	}
	for _, j := range list {
		c := Condition{Not: r.IntN(2) == 0, Changes: r.IntN(4) == 0}
		for l := range s.Features[j].Levels {
			if !c.Changes && r.IntN(2) == 0 {
				c.Levels = append(c.Levels, l)
			}
		}
		if s.Features[j].Kind.Numeric() && !c.Changes {
			c.Min, c.Max = []float64{-Open, 1, 2}[r.IntN(3)], []float64{Open, 1, 2}[r.IntN(3)]
		}
		u.When = append(u.When, c)
	}
	return u
}

// randomComputed draws a sum or a list. It may not suit its features.
func randomComputed(r *rand.Rand, s data.Schema) Rule {
	u := Rule{Kind: Computed, Feature: r.IntN(5), Other: r.IntN(5)}
	f, in := s.Features[u.Feature], s.Features[u.Other]
	if f.Kind.Numeric() && r.IntN(3) == 0 {
		u.Also, u.Law = []Member{{Feature: r.IntN(5)}},
			Law{Weights: []float64{[]float64{1, -1, 0.5}[r.IntN(3)]}, Product: true, Own: r.IntN(2) == 0}
		if !u.Law.Own {
			u.Law.Shift = float64(r.IntN(3)) - 1
		}
		return u
	}
	if f.Kind.Numeric() && r.IntN(2) == 0 {
		u.Law = Law{Weights: []float64{[]float64{-1, 0.5, 1, 2}[r.IntN(4)]}, Shift: float64(r.IntN(4)) - 1}
		if r.IntN(2) == 0 {
			u.Also, u.Law.Weights = []Member{{Feature: r.IntN(5)}},
				append(u.Law.Weights, []float64{-1, 0.25, 1}[r.IntN(3)])
		}
		return u
	}
	parts := len(in.Levels)
	if in.Kind.Numeric() {
		parts, u.Law.Cuts = 3, []float64{float64(r.IntN(2)) + 0.5, 2}
	}
	for range parts {
		if f.Kind.Numeric() {
			u.Law.Values = append(u.Law.Values, float64(r.IntN(4)))
		} else {
			u.Levels = append(u.Levels, r.IntN(len(f.Levels)))
		}
	}
	return u
}

func smallRow(r *rand.Rand, s data.Schema) []float64 {
	row := make([]float64, len(s.Features))
	for j, f := range s.Features {
		row[j] = float64(r.IntN(max(len(f.Levels), 4*b2i(f.Kind.Numeric()))))
	}
	return row
}

// TestDomainsHoldWhatPasses enumerates all rows of a small schema. The domains must contain each
// row that keeps the rules. If a conflict is reported, no row may exist, and no subset of its
// rules may conflict. The test also counts contradictions that are not found, which is allowed.
func TestDomainsHoldWhatPasses(t *testing.T) {
	r, s := rand.New(rand.NewPCG(11, 12)), smallSchema()
	found, escaped := 0, 0
	for range 2000 {
		var rules []Rule
		for range 1 + r.IntN(5) {
			rules = append(rules, randomRule(r, s))
		}
		x := smallRow(r, s)
		domains, blocked := Domains(s, rules, x)
		any := false
		everyRow(s, func(c []float64) {
			if !AllHold(s, rules, x, c) {
				return
			}
			any = true
			for j, d := range domains {
				if blocked >= 0 || !d.Has(c[j]) {
					t.Fatalf("%v to %v passes %v and is outside %v (%d)", x, c, rules, domains, blocked)
				}
			}
		})
		switch {
		case blocked >= 0:
			found++
		case !any:
			escaped++
		}
		checkConflicts(t, s, rules, x, blocked >= 0)
	}
	if found < 80 || escaped > found/5 {
		t.Errorf("%d contradictions found, %d escaped", found, escaped)
	}
}

// TestNarrowHoldsWhatPasses enumerates all rows within parts of a small schema. No row in the
// part that keeps the rules may be removed.
func TestNarrowHoldsWhatPasses(t *testing.T) {
	r, s := rand.New(rand.NewPCG(23, 24)), smallSchema()
	removed, kept := 0, 0
	for range 3000 {
		var rules []Rule
		for range 1 + r.IntN(3) {
			rules = append(rules, randomRule(r, s))
		}
		x := smallRow(r, s)
		part, left := make([]Domain, len(s.Features)), make([]Domain, len(s.Features))
		for j, f := range s.Features {
			if f.Kind.Numeric() {
				part[j].Min = float64(r.IntN(4))
				part[j].Max = part[j].Min + float64(r.IntN(4-int(part[j].Min)))
			}
			for range f.Levels {
				part[j].Levels = append(part[j].Levels, r.IntN(3) > 0)
			}
			left[j] = part[j]
			left[j].Levels = slices.Clone(part[j].Levels)
		}
		blocked := Narrow(s, rules, x, left)
		everyRow(s, func(c []float64) {
			for j, d := range part {
				if !d.Has(c[j]) {
					return
				}
			}
			holds := AllHold(s, rules, x, c)
			for j, d := range left {
				switch in := blocked < 0 && d.Has(c[j]); {
				case holds && !in:
					t.Fatalf("%v to %v passes %v in %v and is outside %v (%d)", x, c, rules, part, left, blocked)
				case !in:
					removed++
					return
				}
			}
			kept++
		})
	}
	if removed < 10_000 || kept < 10_000 {
		t.Errorf("%d rows removed, %d kept", removed, kept)
	}
}

// TestCirclesOfSizesEnd checks that narrowing ends quickly and stays sound if two features each
// require the other to move slightly more.
func TestCirclesOfSizesEnd(t *testing.T) {
	s := named(2)
	for j := range s.Features {
		s.Features[j] = data.Feature{Name: s.Features[j].Name, Kind: data.Continuous, Decimals: 6, Min: 0,
			Max: 1e9, MAD: 1}
	}
	rules := []Rule{{Kind: IfRisesThenRises, Feature: 0, Other: 1, Strict: true, Least: 1.000001},
		{Kind: IfRisesThenRises, Feature: 1, Other: 0, Strict: true, Least: 1.000001}}
	x := []float64{1, 1}
	began := time.Now()
	domains, blocked := Domains(s, rules, x)
	Domains(s, append(rules, Rule{Kind: Range, Feature: 0, Min: 2, Max: Open}), x)
	if took := time.Since(began); blocked >= 0 || !domains[0].Has(1) || took > time.Second {
		t.Errorf("%v after %v, blocked %d", domains, took, blocked)
	}
}

func checkConflicts(t *testing.T, s data.Schema, rules []Rule, x []float64, any bool) {
	t.Helper()
	list := Contradictions(s, rules, x)
	if len(list) > 0 != any {
		t.Fatalf("%d conflicts, blocked: %v", len(list), any)
	}
	for _, k := range list {
		core := pick(rules, k.Rules)
		for i := range core {
			if _, b := Domains(s, slices.Delete(slices.Clone(core), i, i+1), x); b >= 0 {
				t.Fatalf("rule %d of %s is not needed", i, k.Sentence)
			}
		}
	}
}

func everyRow(s data.Schema, visit func([]float64)) {
	row := make([]float64, len(s.Features))
	var fill func(j int)
	fill = func(j int) {
		if j == len(row) {
			visit(row)
			return
		}
		f := s.Features[j]
		for v := range max(len(f.Levels), 4*b2i(f.Kind.Numeric())) {
			row[j] = float64(v)
			fill(j + 1)
		}
	}
	fill(0)
}
