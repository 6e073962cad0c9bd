package causal

import (
	"math/rand/v2"
	"slices"
	"testing"

	"causeway/core/data"
)

// obvious judges a rule by an independent formulation: it looks up ranks and levels directly, and
// evaluates implications without directions.
func obvious(r Rule, s data.Schema, x, c []float64) bool {
	value := func(row []float64, j int) float64 {
		f := s.Features[j]
		if f.Kind == data.Ordered && f.Ranks != nil {
			return f.Ranks[int(row[j])]
		}
		return row[j]
	}
	up := func(j int) bool { return value(c, j) > value(x, j) }
	down := func(j int) bool { return value(c, j) < value(x, j) }
	j, k := r.Feature, r.Other
	switch r.Kind {
	case Immutable:
		return !(c[j] < x[j]) && !(c[j] > x[j])
	case Range:
		return !(c[j] < r.Min || c[j] > r.Max)
	case Allowed:
		for _, l := range r.Levels {
			if c[j] == float64(l) {
				return true
			}
		}
		return false
	case OnlyIncrease:
		return !down(j)
	case OnlyDecrease:
		return !up(j)
	case LessOrEqual:
		return !(value(c, j) > value(c, k))
	case ForbiddenTransitions:
		for _, t := range r.Transitions {
			if x[j] == float64(t.From) && c[j] == float64(t.To) {
				return false
			}
		}
		return true
	case IfRisesThenRises:
		return obviousIf(r, x, c, value)
	case Computed:
		return obviousComputed(r, s, x, c)
	case StaysMissing:
		known := x[k] == 0 || c[k] == 0
		return known || x[j] == c[j]
	case NotAlone:
		moved := x[k] != c[k]
		for _, m := range r.Also {
			moved = moved || x[m.Feature] != c[m.Feature]
		}
		return moved || x[j] == c[j]
	case NeverSeen:
		shows := func(row []float64) bool {
			first := slices.IndexFunc(r.Levels, func(l int) bool { return float64(l) == row[j] }) >= 0
			second := slices.IndexFunc(r.Then, func(l int) bool { return float64(l) == row[k] }) >= 0
			if s.Features[k].Kind.Numeric() {
				second = !(row[k] < r.Min) && !(row[k] > r.Max)
			}
			return first != second && (first || r.Reverse)
		}
		return shows(x) || !shows(c)
	case Inequality:
		over := -r.Max
		for i, f := range append([]int{j, k}, others(r)...) {
			over += r.Law.Weights[i] * c[f]
		}
		return over <= 1e-9
	case Cardinality:
		return obviouslyCounts(r, x, c)
	case MoveAtMost:
		by := value(c, j) - value(x, j)
		return by >= -r.Min-1e-9 && (by <= r.Max+1e-9 || obviouslyForced(r, s, x, c, by, value))
	}
	members := append([]Member{{Feature: j}, {Feature: k, Falls: r.Falls}}, r.Also...)
	unordered := slices.ContainsFunc(members, func(m Member) bool {
		return s.Features[m.Feature].Kind == data.Category
	})
	ups, downs, changed := 0, 0, 0
	for _, m := range members {
		u, d := up(m.Feature), down(m.Feature)
		if m.Falls {
			u, d = d, u
		}
		ups, downs, changed = ups+b2i(u), downs+b2i(d), changed+b2i(x[m.Feature] != c[m.Feature])
	}
	n := len(members)
	if unordered {
		return changed == 0 || changed == n
	}
	return ups == n || downs == n || ups+downs == 0
}

func others(r Rule) (list []int) {
	for _, m := range r.Also {
		list = append(list, m.Feature)
	}
	return list
}

// obviouslyCounts counts the conditions that fail.
func obviouslyCounts(r Rule, x, c []float64) bool {
	list := append([]int{r.Feature, r.Other}, others(r)...)
	fail := 0
	for i, j := range list {
		w := Condition{Changes: true}
		if len(r.When) > 0 {
			w = r.When[i]
		}
		ok := x[j] != c[j]
		if !w.Changes && len(w.Levels) == 0 {
			ok = !(c[j] < w.Min) && !(c[j] > w.Max)
		} else if !w.Changes {
			ok = slices.IndexFunc(w.Levels, func(l int) bool { return float64(l) == c[j] }) >= 0
		}
		fail += b2i(ok == w.Not)
	}
	return float64(len(list)-fail) >= r.Min && float64(len(list)-fail) <= r.Max
}

// obviouslyForced reports whether a cause requires all but less than one step of the rise.
func obviouslyForced(r Rule, s data.Schema, x, c []float64, by float64, value func([]float64, int) float64) bool {
	for _, m := range r.Also {
		d := value(c, m.Feature) - value(x, m.Feature)
		if m.Falls {
			d = -d
		}
		if d > 0 && by-m.Least*d < s.Features[r.Feature].Step()*(1-1e-4) {
			return true
		}
	}
	return false
}

// obviousComputed computes a feature of a row independently.
func obviousComputed(r Rule, s data.Schema, x, c []float64) bool {
	if r.Law.Product {
		was, is := x[r.Other]*x[r.Also[0].Feature], c[r.Other]*c[r.Also[0].Feature]
		want := r.Law.Shift + r.Law.Weights[0]*is
		if r.Law.Own && was == 0 {
			want += x[r.Feature]
		} else if r.Law.Own {
			want = x[r.Feature] * is / was
		}
		return c[r.Feature] >= want-0.5-1e-8 && c[r.Feature] <= want+0.5+1e-8
	}
	if len(r.Law.Weights) > 0 {
		rest := c[r.Feature] - r.Law.Shift - r.Law.Weights[0]*c[r.Other]
		for i, m := range r.Also {
			rest -= r.Law.Weights[1+i] * c[m.Feature]
		}
		return rest >= -0.5-1e-8 && rest <= 0.5+1e-8
	}
	k := int(c[r.Other])
	if s.Features[r.Other].Kind.Numeric() {
		k = 0
		for _, cut := range r.Law.Cuts {
			k += b2i(c[r.Other] >= cut)
		}
	}
	if s.Features[r.Feature].Kind.Numeric() {
		return c[r.Feature] == r.Law.Values[k]
	}
	return c[r.Feature] == float64(r.Levels[k])
}

// obviousIf judges an implication by how far its features move in the direction of the rule. For
// the reverse direction, it negates all moves.
func obviousIf(r Rule, x, c []float64, value func([]float64, int) float64) bool {
	gone := func(j int, falls bool) float64 {
		d := value(c, j) - value(x, j)
		if falls {
			return -d
		}
		return d
	}
	for _, turn := range []float64{1, -1} {
		if turn < 0 && !r.Reverse {
			break
		}
		with, idle, against := b2i(gone(r.Feature, false)*turn > 0), 0, b2i(gone(r.Feature, false)*turn < 0)
		idle = 1 - with - against
		for _, m := range r.Also {
			switch d := gone(m.Feature, m.Falls) * turn; m.Part {
			case Moves:
				with, idle, against = with+b2i(d > 0), idle+b2i(d == 0), against+b2i(d < 0)
			case Quiet:
				against += b2i(d < 0)
			case Still:
				against += b2i(d != 0)
			}
		}
		if with == 0 || against > 0 || idle > 0 && !r.Any {
			continue
		}
		effect, cause := gone(r.Other, r.Falls)*turn, gone(r.Feature, false)*turn
		if effect < 0 || effect == 0 && r.Strict || effect < r.Least*cause-1e-9 || r.Most > 0 &&
			effect > r.Most*cause+1e-9 {
			return false
		}
	}
	return true
}

// TestRulesAgainstTheObvious judges random rules on random pairs in two ways. It also checks that
// the sentence agrees with the verdict, and that other features do not matter.
func TestRulesAgainstTheObvious(t *testing.T) {
	r, s := rand.New(rand.NewPCG(13, 14)), smallSchema()
	var passed [KindCount]int
	for range 36_000 {
		u, x, c := randomRule(r, s), smallRow(r, s), smallRow(r, s)
		got := u.Holds(s, x, c)
		if want := obvious(u, s, x, c); got != want {
			t.Fatalf("%s: %v to %v: got %v, want %v", u.String(s), x, c, got, want)
		}
		v := u.Verdict(s, x, c)
		if v.Pass != got || !v.Applies && !got {
			t.Fatalf("%s: %v to %v: got %+v", u.String(s), x, c, v)
		}
		x2, c2 := smallRow(r, s), smallRow(r, s)
		for _, j := range u.Features() {
			x2[j], c2[j] = x[j], c[j]
		}
		if u.Verdict(s, x2, c2).Sentence != v.Sentence {
			t.Fatalf("%s: the verdict on %v to %v depends on other features", u.String(s), x, c)
		}
		if got {
			passed[u.Kind]++
		}
	}
	for k, n := range passed {
		if n < 200 {
			t.Errorf("kind %d passed only %d times", k, n)
		}
	}
}

// TestUnchangedKeepsChanges checks that an unchanged row keeps every rule about changes.
func TestUnchangedKeepsChanges(t *testing.T) {
	r, s := rand.New(rand.NewPCG(15, 16)), smallSchema()
	for range 2000 {
		u, x := randomRule(r, s), smallRow(r, s)
		static := []RuleKind{Range, Allowed, LessOrEqual, Computed, Inequality, Cardinality}
		if !slices.Contains(static, u.Kind) && !u.Holds(s, x, x) {
			t.Fatalf("%s: broken by %v unchanged", u.String(s), x)
		}
	}
}

func adultSchema() data.Schema {
	return data.Schema{Features: []data.Feature{
		{Name: "age", Kind: data.Integer, Min: 17, Max: 90, MAD: 10},
		{Name: "education", Kind: data.Ordered, Ranks: []float64{0, 0, 1, 1, 1, 2, 3, 3}, Levels: []string{
			"School", "HS-grad", "Assoc", "Some-college", "Bachelors", "Masters", "Prof-school", "Doctorate"}},
	}, Outcome: data.Feature{Name: "income", Kind: data.Category, Levels: []string{"<=50K", ">50K"}}}
}

// TestAdultC2 compares the three rules with the paper's definition (section 4.1)
// on every pair of education levels and three changes of age.
func TestAdultC2(t *testing.T) {
	s := adultSchema()
	c1, err := AdultC1(s)
	if err != nil {
		t.Fatal(err)
	}
	c2, err := AdultC2(s)
	if err != nil {
		t.Fatal(err)
	}
	rank := s.Features[1].Ranks
	for a := range rank {
		for b := range rank {
			for _, years := range []float64{-1, 0, 1} {
				x, c := []float64{40, float64(a)}, []float64{40 + years, float64(b)}
				want := rank[b] > rank[a] && years > 0 || rank[b] == rank[a] && years >= 0
				if got := AllHold(s, c2, x, c); got != want {
					t.Errorf("C2 of %v to %v: got %v, want %v", x, c, got, want)
				}
				if got := AllHold(s, c1, x, c); got != (years >= 0) {
					t.Errorf("C1 of %v to %v: got %v", x, c, got)
				}
			}
		}
	}
	for _, u := range append(c1, c2...) {
		if err := u.Check(s); err != nil {
			t.Error(err)
		}
	}
	s.Features[1].Ranks = []float64{0, 0, 1, 1, 1, 2, 2, 3} // as in the authors' program
	if _, err := AdultC2(s); err == nil {
		t.Error("other ranks are accepted")
	}
	if _, err := AdultC1(named(2)); err == nil {
		t.Error("a table without age is accepted")
	}
}

// TestSubConstraints checks which pairs count for S1 and S2 of Simple-BN, and how the oracle of
// section 3.2 labels them.
func TestSubConstraints(t *testing.T) {
	s := named(3)
	for j := range s.Features {
		s.Features[j].Name = []string{"x1", "x2", "x3"}[j]
	}
	rules, err := SimpleBNMonotone(s)
	if err != nil || len(rules) != 1 {
		t.Fatal(rules, err)
	}
	u, x := rules[0], []float64{50, 50, 13}
	if got, want := u.String(s),
		`If "x1" and "x2" both rise, "x3" must rise, and if both fall, "x3" must fall.`; got != want {
		t.Errorf("got %s", got)
	}
	for _, c := range []struct {
		to    []float64
		p     Premise
		holds bool
	}{
		{[]float64{51, 52, 13.1}, AllRise, true},
		{[]float64{51, 52, 13}, AllRise, false}, // staying equal is not rising
		{[]float64{49, 48, 12}, AllFall, true},
		{[]float64{49, 48, 14}, AllFall, false},
		{[]float64{51, 48, 1}, Mixed, true},
		{[]float64{51, 50, 1}, Mixed, true}, // not every cause rises
		{[]float64{50, 50, 1}, Mixed, true},
	} {
		p, holds := u.Sub(s, x, c.to)
		feasible, asked := u.ITE(s, x, c.to)
		if p != c.p || holds != c.holds || asked != (p != Mixed) || feasible != (asked && holds) ||
			u.Holds(s, x, c.to) != holds {
			t.Errorf("%v: got %v %v, oracle %v %v", c.to, p, holds, feasible, asked)
		}
	}
	s.Features[0].Name, s.Features[1].Name = "SproutN", "BunchN"
	if rules, err = SangioveseMonotone(s); err != nil || rules[0].Feature != 0 || rules[0].Other != 1 ||
		rules[0].Also != nil {
		t.Errorf("got %v, %v", rules, err)
	}
}

// TestGraphRules checks that the edges d <- +a, -b, ?c restrict d by a and by b, separately or
// together.
func TestGraphRules(t *testing.T) {
	s := named(5)
	signed := func(e ...Edge) *Graph {
		g, err := NewGraph(s, e...)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	a, b := Edge{From: 0, To: 3, Sign: Rises}, Edge{From: 1, To: 3, Sign: Falls}
	strict := func(e Edge) Edge { e.Strict = true; return e }
	size := func(e Edge, least, most float64) Edge { e.Least, e.Most = least, most; return e }
	for _, c := range []struct {
		name           string
		g              *Graph
		each, together []string
	}{
		{"one sign", signed(Edge{From: 1, To: 2, Sign: Falls, Strict: true}),
			[]string{`If "b" rises, "c" must fall, and if it falls, "c" must rise.`}, nil},
		{"no sign", signed(Edge{From: 0, To: 3}), []string{}, nil},
		{"two signs and none", signed(a, b, Edge{From: 2, To: 3}),
			[]string{`If "a" rises or "b" falls, and neither goes the other way, "d" must not fall, and the other ` +
				`way round, "d" must not rise.`},
			[]string{`If "a" rises and "b" falls, "d" must not fall, and if all move the other way, "d" must not ` +
				`rise.`}},
		{"of the same sign", signed(strict(a), Edge{From: 1, To: 3, Sign: Rises, Strict: true}),
			[]string{`If "a" or "b" rises and neither falls, "d" must rise, and if either falls and neither rises, ` +
				`"d" must fall.`},
			[]string{`If "a" and "b" both rise, "d" must rise, and if both fall, "d" must fall.`}},
		{"three", signed(a, Edge{From: 1, To: 3, Sign: Rises}, Edge{From: 2, To: 3, Sign: Rises}),
			[]string{`If "a", "b" or "c" rises and none of them falls, "d" must not fall, and if any falls and none ` +
				`of them rises, "d" must not rise.`},
			[]string{`If "a", "b" and "c" all rise, "d" must not fall, and if all fall, "d" must not rise.`}},
		{"the first falls", signed(Edge{From: 0, To: 3, Sign: Falls, Strict: true},
			Edge{From: 1, To: 3, Sign: Rises, Strict: true}),
			[]string{`If "a" rises or "b" falls, and neither goes the other way, "d" must fall, and the other way ` +
				`round, "d" must rise.`},
			[]string{`If "a" rises and "b" falls, "d" must fall, and if all move the other way, "d" must rise.`}},
		{"one is strict", signed(strict(a), b),
			[]string{`If "a" rises while "b" does not rise, "d" must rise, and the other way round, "d" must fall.`,
				`If "b" rises while "a" does not rise, "d" must not rise, and the other way round, "d" must not fall.`},
			[]string{`If "a" rises and "b" falls, "d" must not fall, and if all move the other way, "d" must not ` +
				`rise.`}},
		{"a size", signed(size(a, 2, 6)),
			[]string{`If "a" rises, "d" must rise by 2 to 6 for every 1 that "a" does, and if it falls, "d" must ` +
				`fall by 2 to 6 for every 1 that "a" does.`}, []string{
				`If "a" rises, "d" must not fall, and if it falls, "d" must not rise.`,
				`If "a" rises, "d" must rise by 2 to 6 for every 1 that "a" does, and if it falls, "d" must fall by ` +
					`2 to 6 for every 1 that "a" does.`}},
		{"two sizes", signed(size(a, 2, 0), size(b, 0, 3)),
			[]string{`If "b" rises while "a" does not rise, "d" must not rise, and the other way round, "d" must not ` +
				`fall.`,
				`If "a" rises while "b" does not rise, "d" must rise by at least 2 for every 1 that "a" does, and ` +
					`the other way round, "d" must fall by at least 2 for every 1 that "a" does.`,
				`If "b" rises while "a" stays, "d" must not rise and may fall by at most 3 for every 1 that "b" ` +
					`does, and the other way round, "d" must not fall and may rise by at most 3 for every 1 that "b" ` +
					`does.`}, nil},
	} {
		said := func(rules []Rule) []string {
			list := []string{}
			for _, r := range rules {
				if err := r.Check(s); err != nil {
					t.Errorf("%s: %v", c.name, err)
				}
				list = append(list, r.String(s))
			}
			return list
		}
		if got := said(c.g.Rules(s)); !slices.Equal(got, c.each) {
			t.Errorf("%s: got %q", c.name, got)
		}
		if got := said(c.g.Together(s)); c.together != nil && !slices.Equal(got, c.together) {
			t.Errorf("%s, together: got %q", c.name, got)
		}
	}
}

func BenchmarkAllHold(b *testing.B) {
	s := adultSchema()
	rules, _ := AdultC2(s)
	x, c := []float64{40, 1}, []float64{45, 4}
	for b.Loop() {
		AllHold(s, rules, x, c)
	}
}
