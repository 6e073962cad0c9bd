package causal

import (
	"math/rand/v2"
	"slices"
	"testing"

	"causeway/core/data"
)

// TestASignedEdgeSpeaksForItself checks that a second edge does not weaken the first. Age raises
// priors. Drawing that a number of juvenile felonies, which may not change, also raises them must
// not relax the first rule.
func TestASignedEdgeSpeaksForItself(t *testing.T) {
	s := named(3)
	for j, name := range []string{"age", "juv_fel", "priors"} {
		s.Features[j].Name = name
	}
	k := Knowledge{Each: true, Edges: []Edge{{From: 0, To: 2, Sign: Rises}}}
	older, fewer := []float64{30, 1, 5}, []float64{35, 1, 2}
	for _, more := range []Edge{{}, {From: 1, To: 2, Sign: Rises}} {
		if more.Sign != Unknown {
			k.Edges = append(k.Edges, more)
			k.Rules = []Rule{{Kind: Immutable, Feature: 1}}
		}
		if AllHold(s, k.AllRules(s), older, fewer) {
			t.Errorf("with %v age may rise and priors fall", k.Edges)
		}
	}
	k.Each = false
	if !AllHold(s, k.AllRules(s), older, fewer) {
		t.Error("signs that speak together ask for something while one of the causes stays")
	}
}

// TestDrawingMoreForbidsNoLess checks on random graphs that adding a signed edge never allows
// what the signs forbade before, as long as its cause stays.
func TestDrawingMoreForbidsNoLess(t *testing.T) {
	r, s := rand.New(rand.NewPCG(17, 18)), smallSchema()
	s.Features = append(s.Features[:4:4], s.Features[:3]...)
	for j := range s.Features {
		s.Features[j].Name = string(rune('a' + j))
	}
	n, forbidden := len(s.Features), 0
	edge := func() Edge {
		e := Edge{From: r.IntN(n - 1), Sign: Sign(1 + r.IntN(2)), Strict: r.IntN(2) == 0, Soft: r.IntN(4) == 0}
		e.To = e.From + 1 + r.IntN(n-1-e.From)
		if r.IntN(3) == 0 {
			e.Least = float64(1+r.IntN(3)) / 2
		}
		if r.IntN(3) == 0 {
			e.Most = e.Least + float64(1+r.IntN(3))/2
		}
		return e
	}
	for range 3000 {
		g, _ := NewGraph(s)
		for range r.IntN(8) {
			if err := g.AddEdge(edge()); err != nil {
				t.Fatal(err)
			}
		}
		more, e := g.Clone(), edge()
		for _, drawn := g.Edge(e.From, e.To); drawn; _, drawn = g.Edge(e.From, e.To) {
			e = edge()
		}
		if err := more.AddEdge(e); err != nil {
			t.Fatal(err)
		}
		less, now := Hard(g.Rules(s)), Hard(more.Rules(s))
		for range 20 {
			x, c := smallRow(r, s), smallRow(r, s)
			c[e.From] = x[e.From]
			if AllHold(s, less, x, c) {
				continue
			}
			if forbidden++; AllHold(s, now, x, c) {
				t.Fatalf("%v: %v to %v is allowed with %v", g.Edges(), x, c, e)
			}
		}
	}
	if forbidden < 1000 {
		t.Errorf("only %d pairs are forbidden", forbidden)
	}
}

// TestStudyingTakesTime checks an edge with a size: from HS-grad to Prof-school are three levels,
// which take two years each. One year only satisfies the sign.
func TestStudyingTakesTime(t *testing.T) {
	s := adultSchema()
	k := Knowledge{Each: true, Edges: []Edge{{From: 1, To: 0, Sign: Rises, Strict: true}}}
	x := []float64{36, 1}
	if !AllHold(s, k.AllRules(s), x, []float64{37, 6}) {
		t.Error("a sign without a size asks for more than to move")
	}
	k.Edges[0].Least = 2
	if err := k.Check(s); err != nil {
		t.Fatal(err)
	}
	v := k.AllRules(s)[0].Verdict(s, x, []float64{37, 6})
	want := `Broken: if "education" rises, "age" must rise by at least 2 per level, and if it falls, "age" must ` +
		`fall by at least 2 per level; "education" goes from HS-grad to Prof-school and "age" goes from 36 to 37; ` +
		`3 levels ask for at least 6.`
	if v.Pass || v.Sentence != want {
		t.Errorf("got %s", v.Sentence)
	}
	if !AllHold(s, k.AllRules(s), x, []float64{42, 6}) {
		t.Error("six years are not enough")
	}
}

// TestSizesNarrow checks which values a rule with a size leaves to its effect and its cause.
func TestSizesNarrow(t *testing.T) {
	s, x := mixedSchema(), []float64{41, 40, 1, 0, 1}
	takes := Rule{Kind: IfRisesThenRises, Feature: 2, Other: 0, Strict: true, Least: 2, Most: 3}
	up := Rule{Kind: Allowed, Feature: 2, Levels: []int{2, 3}}
	for _, c := range []struct {
		name  string
		rules []Rule
		age   Domain
		edu   []bool
	}{
		{"education rises by a level or two", []Rule{takes, up}, Domain{Min: 43, Max: 47},
			[]bool{false, false, true, true}},
		{"age has room for one level", []Rule{takes, {Kind: MoveAtMost, Feature: 0, Min: Open, Max: 3}},
			Domain{Min: 17, Max: 44}, []bool{true, true, true, false}},
		{"age has room for none", []Rule{takes, {Kind: MoveAtMost, Feature: 0, Min: 1, Max: 1}},
			Domain{Min: 40, Max: 42}, []bool{true, true, false, false}},
	} {
		d, blocked := Domains(s, c.rules, x)
		age, f := d[0], s.Features[0]
		if low, high := f.Round(age.Min), f.Round(age.Max); blocked >= 0 || low != c.age.Min || high != c.age.Max ||
			!slices.Equal(d[2].Levels, c.edu) {
			t.Errorf("%s: age %v, education %v, blocked %d", c.name, age, d[2].Levels, blocked)
		}
	}
	one := []Rule{takes, up, {Kind: MoveAtMost, Feature: 0, Min: Open, Max: 1}}
	list := Contradictions(s, one, x)
	if len(list) != 1 || len(list[0].Rules) != 3 {
		t.Errorf("%v", list)
	}
}

// TestRoundingIsForgiven checks that sums of decimals that a column can hold satisfy a size
// exactly, both in the checker and in the domains.
func TestRoundingIsForgiven(t *testing.T) {
	s := data.Schema{Features: []data.Feature{
		{Name: "a", Kind: data.Continuous, Decimals: 2, Min: 0, Max: 1e4, MAD: 1},
		{Name: "b", Kind: data.Continuous, Decimals: 2, Min: 0, Max: 1e4, MAD: 1},
	}, Outcome: data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"0", "1"}}}
	r := rand.New(rand.NewPCG(19, 20))
	cent := func(n int) float64 { return s.Features[0].Round(float64(n) / 100) }
	for range 20_000 {
		a, b, d, k := r.IntN(500_000), r.IntN(500_000), 1+r.IntN(1000), 1+r.IntN(5)
		size := cent(k)
		x, c := []float64{cent(a), cent(b)}, []float64{cent(a + 100*d), cent(b + k*d)}
		less := []float64{c[0], cent(b + k*d - 1)}
		rule := Rule{Kind: IfRisesThenRises, Feature: 0, Other: 1, Strict: true, Least: size, Most: size}
		move := Rule{Kind: MoveAtMost, Feature: 1, Max: cent(k * d)}
		if !rule.Holds(s, x, c) || rule.Holds(s, x, less) || !move.Holds(s, x, c) {
			t.Fatalf("%v to %v, %v for each", x, c, size)
		}
		domains, _ := Domains(s, []Rule{rule, move, {Kind: Range, Feature: 0, Min: c[0], Max: c[0]}}, x)
		if !domains[1].Has(c[1]) {
			t.Fatalf("%v to %v is outside %v", x, c, domains)
		}
	}
}
