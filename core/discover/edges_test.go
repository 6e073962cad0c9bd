package discover

import (
	"errors"
	"math"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sim"
)

var errStop = errors.New("stop")

func always() error { return nil }

// training returns the sample of a table's training rows.
func training(t *data.Table) *Sample { return NewSample(t, data.NewSplit(t.Outcome, 1).Train) }

func graph(t testing.TB, s data.Schema, edges ...causal.Edge) *causal.Graph {
	t.Helper()
	g, err := causal.NewGraph(s, edges...)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func check(t testing.TB, s *Sample, g *causal.Graph) Report {
	t.Helper()
	return checkWith(t, s, g, causal.Unobserved{})
}

func checkWith(t testing.TB, s *Sample, g *causal.Graph, u causal.Unobserved) Report {
	t.Helper()
	w, err := g.With(u)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Check(s, w, nil, always)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSimpleBN(t *testing.T) {
	type edges = []causal.Edge
	cases := []struct {
		name    string
		edges   edges
		want    []causal.EdgeVerdict
		missing int
		effect  int
	}{
		{"the true graph", edges{{From: 0, To: 2, Sign: causal.Rises}, {From: 1, To: 2, Sign: causal.Rises}},
			[]causal.EdgeVerdict{causal.Agrees, causal.Agrees}, 0, -1},
		{"a wrong sign", edges{{From: 0, To: 2, Sign: causal.Falls}, {From: 1, To: 2}},
			[]causal.EdgeVerdict{causal.Against, causal.Agrees}, 0,
			-1},
		{"x3 → x1 turned round", edges{{From: 2, To: 0, Sign: causal.Rises}, {From: 1, To: 2, Sign: causal.Rises}},
			[]causal.EdgeVerdict{causal.Reversed, causal.Agrees}, 1, 2},
		{"both turned round", edges{{From: 2, To: 0}, {From: 2, To: 1}},
			[]causal.EdgeVerdict{causal.Reversed, causal.Reversed}, 1, 2},
		{"an edge that is none", edges{{From: 0, To: 1}, {From: 0, To: 2}, {From: 1, To: 2}},
			[]causal.EdgeVerdict{causal.Unrelated, causal.Agrees, causal.Agrees}, 0, -1},
		{"an edge left out", edges{{From: 0, To: 2}}, []causal.EdgeVerdict{causal.Agrees}, 1, -1},
		{"nothing drawn", nil, nil, 2, -1},
	}
	for _, seed := range []uint64{1, 2, 3} {
		table := sim.SimpleBN(sim.SimpleBNRows, seed)
		s := training(table)
		for _, c := range cases {
			r := check(t, s, graph(t, table.Schema, c.edges...))
			var got []causal.EdgeVerdict
			for _, e := range r.Edges {
				got = append(got, e.Verdict)
			}
			if !slices.Equal(got, c.want) || len(r.Missing) != c.missing {
				t.Errorf("seed %d, %s: got %v and %+v, want %v and %d missing", seed, c.name, got, r.Missing, c.want,
					c.missing)
				continue
			}
			for _, m := range r.Missing {
				if m.Effect != c.effect {
					t.Errorf("seed %d, %s: common effect %d, want %d", seed, c.name, m.Effect, c.effect)
				}
			}
		}
	}
}

func TestSuggestionsFollowTheOrder(t *testing.T) {
	const n = 3000
	a, b, c := noise(n, 1), noise(n, 2), noise(n, 3)
	for i := range a {
		b[i] += a[i]
		c[i] += a[i] + b[i] // a → c is not drawn
	}
	table := tableOf([][]float64{c, b, a})
	r := check(t, sampleOf(table), graph(t, table.Schema, causal.Edge{From: 2, To: 1}, causal.Edge{From: 1, To: 0}))
	if len(r.Missing) != 1 || r.Tests != 1 {
		t.Fatalf("got %+v", r)
	}
	m := r.Missing[0]
	if m.A != 0 || m.B != 2 || m.Way != causal.BToA || !slices.Equal(m.Given, []int{1}) || m.Effect != -1 {
		t.Errorf("got %+v, want an edge from 2 to 0 given 1", m)
	}
	near(t, "strength", m.Strength, 1/math.Sqrt(3), 0.05) // cov of a and c given b: 1/2; variances: 1/2 and 3/2
}

// Columns of noise produce no more findings than the significance level allows.
func TestNoiseIsNotFound(t *testing.T) {
	const runs, width = 60, 8
	missing, against := 0, 0
	for run := range runs {
		cols := make([][]float64, width)
		for j := range cols {
			cols[j] = noise(2000, uint64(1000+run*width+j))
		}
		table := tableOf(cols)
		r := check(t, sampleOf(table), graph(t, table.Schema, causal.Edge{From: 0, To: 1, Sign: causal.Rises}))
		missing += len(r.Missing) + r.Weak
		if r.Edges[0].Verdict == causal.Against {
			against++
		}
		if r.Tests != width*(width-1)/2-1 {
			t.Fatalf("%d tests", r.Tests)
		}
	}
	// For families at 0.01, 0.6 are expected. Half of the edges with p below 0.01 have the other
	// sign.
	if missing > 4 || against > 4 {
		t.Errorf("%d findings and %d contradictions in noise", missing, against)
	}
}

func TestFewRowsContradictLittle(t *testing.T) {
	table := tableOf([][]float64{noise(40, 1), noise(40, 2)})
	r := check(t, sampleOf(table), graph(t, table.Schema, causal.Edge{From: 0, To: 1, Sign: causal.Rises}))
	if v := r.Edges[0].Verdict; v != causal.Unclear {
		t.Errorf("got verdict %d, want Unclear", v)
	}
}

func TestCheckEndsWithTick(t *testing.T) {
	table := sim.SimpleBN(100, 1)
	w, err := graph(t, table.Schema).With(causal.Unobserved{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Check(training(table), w, nil, func() error { return errStop }); err != errStop {
		t.Errorf("got %v", err)
	}
}

// TestRowsOfManyDoNotTellTime uses a table in which older people have learned less. If both
// features may only rise, or rise at a rate, this does not contradict an edge for a person who
// learns while growing older. Everything else remains the same.
func TestRowsOfManyDoNotTellTime(t *testing.T) {
	const rows = 3000
	education, age := noise(rows, 1), noise(rows, 2)
	for i := range age {
		age[i] -= 0.5 * education[i]
	}
	table := tableOf([][]float64{education, age})
	up := func(v int) causal.Rule { return causal.Rule{Kind: causal.OnlyIncrease, Feature: v} }
	for name, c := range map[string]struct {
		edge  causal.Edge
		rules []causal.Rule
		want  causal.EdgeVerdict
	}{
		"without rules":        {causal.Edge{Sign: causal.Rises}, nil, causal.Against},
		"one may only rise":    {causal.Edge{Sign: causal.Rises}, []causal.Rule{up(0)}, causal.Against},
		"both may only rise":   {causal.Edge{Sign: causal.Rises}, []causal.Rule{up(0), up(1)}, causal.OneLife},
		"a rate":               {causal.Edge{Sign: causal.Rises, Least: 2}, nil, causal.OneLife},
		"the sign of the rows": {causal.Edge{Sign: causal.Falls}, []causal.Rule{up(0), up(1)}, causal.Agrees},
	} {
		c.edge.From, c.edge.To = 0, 1
		g, err := graph(t, table.Schema, c.edge).With(causal.Unobserved{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := Check(sampleOf(table), g, c.rules, always)
		if err != nil || r.Edges[0].Verdict != c.want || r.Edges[0].Verdict == causal.OneLife &&
			r.Edges[0].Verdict.Contradicts() {
			t.Errorf("%s: verdict %d, %v, want %d", name, r.Edges[0].Verdict, err, c.want)
		}
		if flat := c.edge.Sign == causal.Rises; r.Edges[0].Flat != flat { // and a line that has to rise is flat
			t.Errorf("%s: flat is %v", name, !flat)
		}
	}
}

// TestUnobservedCausesAreNotHeldAgainstTheGraph uses features x and y that share a cause z
// without a column. x lowers y by less than z raises both.
func TestUnobservedCausesAreNotHeldAgainstTheGraph(t *testing.T) {
	const rows = 3000
	x, y, z := noise(rows, 1), noise(rows, 2), noise(rows, 3)
	for i := range z {
		x[i] += 2 * z[i]
		y[i] += 2*z[i] - 0.3*x[i]
	}
	table := tableOf([][]float64{x, y})
	s, shared := sampleOf(table), causal.Unobserved{Shared: []causal.Link{{From: 0, To: 1}}}
	nothing := graph(t, table.Schema)
	if r := check(t, s, nothing); r.Tests != 1 || len(r.Missing) != 1 {
		t.Errorf("without the unobserved cause %d independences of %d fail, want 1 of 1", len(r.Missing), r.Tests)
	}
	if r := checkWith(t, s, nothing, shared); r.Tests != 0 || len(r.Missing) != 0 {
		t.Errorf("with it %d of %d fail, and the graph implies none", len(r.Missing), r.Tests)
	}
	falls := graph(t, table.Schema, causal.Edge{From: 0, To: 1, Sign: causal.Falls})
	if r := check(t, s, falls); r.Edges[0].Verdict != causal.Against {
		t.Errorf("without the unobserved cause the sign is judged %d, want Against", r.Edges[0].Verdict)
	}
	if r := checkWith(t, s, falls, shared); r.Edges[0].Verdict != causal.Unsure {
		t.Errorf("with it the sign is judged %d, and rows cannot tell it", r.Edges[0].Verdict)
	}
	unsigned := graph(t, table.Schema, causal.Edge{From: 0, To: 1})
	if r := checkWith(t, s, unsigned, shared); r.Edges[0].Verdict != causal.Agrees {
		t.Errorf("an edge without a sign is judged %d, want Agrees", r.Edges[0].Verdict)
	}
}

// TestAWrongSignNeverAgrees checks, for dependences of any strength and any number of rows, that
// a sign agrees only if the whole interval is on its side, and is contradicted if the interval is
// on the other side. The opposite sign always has the opposite verdict.
func TestAWrongSignNeverAgrees(t *testing.T) {
	seen := map[causal.EdgeVerdict]int{}
	for run := range 1500 {
		rows := []int{12, 40, 150, 700, 2000}[run%5]
		slope := []float64{0, 0.02, 0.05, 0.09, 0.2, 0.6, 3}[run/5%7]
		if run%2 == 0 {
			slope = -slope
		}
		a, b := noise(rows, uint64(2*run+1)), noise(rows, uint64(2*run+2))
		for i := range a {
			b[i] += float64(slope * a[i])
		}
		s := sampleOf(tableOf([][]float64{a, b}))
		d := s.Test(0, 1, nil)
		if d.Tested && !(d.Low <= d.Strength && d.Strength <= d.High) {
			t.Fatalf("%v is outside of its interval from %v to %v", d.Strength, d.Low, d.High)
		}
		other := map[causal.EdgeVerdict]causal.EdgeVerdict{causal.Agrees: causal.Against, causal.Against: causal.Agrees}
		rises, falls := verdict(d, causal.Rises, true), verdict(d, causal.Falls, true)
		if want, is := other[rises]; is && falls != want || !is && falls != rises {
			t.Fatalf("%+v: rising is judged %d, falling %d", d, rises, falls)
		}
		if rises == causal.Agrees && !(d.Strength > 0 && d.Low > 0) ||
			rises == causal.Against && !(d.Strength < 0 && d.High < 0) {
			t.Fatalf("%+v: rising is judged %d", d, rises)
		}
		if v := verdict(d, causal.Rises, false); v == causal.Agrees || v == causal.Against {
			t.Fatalf("%+v: where rows do not tell the sign it is judged %d", d, v)
		}
		seen[rises]++
	}
	for _, v := range []causal.EdgeVerdict{causal.Agrees, causal.Unclear, causal.Against, causal.Unrelated,
		causal.Unsure} {
		if seen[v] < 10 {
			t.Errorf("verdict %d is seen %d times, too seldom to tell", v, seen[v])
		}
	}
}

// TestASmallWrongSignIsNotAgreedWith uses an edge drawn as falling, with a correlation of +0.09
// in 700 rows (p = 0.016).
func TestASmallWrongSignIsNotAgreedWith(t *testing.T) {
	d, f := judge(causal.Dependence{Signed: true}, 1-0.09*0.09, 0.09, 1, 1, 699)
	d.P = f.tail()
	if d.P < There || d.P > None || verdict(d, causal.Falls, true) != causal.Unsure {
		t.Errorf("%+v is judged %d, want Unsure", d, verdict(d, causal.Falls, true))
	}
	// atanh(0.09) = 0.09024 and 2.5758 / sqrt(697) = 0.09757
	near(t, "low", d.Low, math.Tanh(0.090244-0.097566), 1e-4)
	near(t, "high", d.High, math.Tanh(0.090244+0.097566), 1e-4)
}
