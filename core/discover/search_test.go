package discover

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sim"
)

func mustSearch(t testing.TB, s *Sample, g *causal.Graph, c SearchConfig) Result {
	t.Helper()
	r, err := Search(s, g, c, func(Progress) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var usual = SearchConfig{Alpha: 0.01, MaxGiven: 3}

// say writes edges with the names of their features, in alphabetical order.
func say(s data.Schema, found []causal.Suggestion) string {
	var list []string
	for _, f := range found {
		a, b := s.Features[f.From].Name, s.Features[f.To].Name
		arrow := "→"
		if !f.Directed {
			arrow, a, b = "—", min(a, b), max(a, b)
		}
		list = append(list, a+arrow+b)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// line returns a table with linear effects and noise of variance 1.
func line(n int, seed uint64, width int, edges ...[2]int) *data.Table {
	cols := make([][]float64, width)
	for j := range cols {
		cols[j] = noise(n, seed*100+uint64(j))
		for _, e := range edges {
			if e[1] == j {
				for i := range cols[j] {
					cols[j][i] += cols[e[0]][i]
				}
			}
		}
	}
	return tableOf(cols)
}

func TestSearchFindsKnownGraphs(t *testing.T) {
	cases := []struct {
		name  string
		width int
		edges [][2]int
		drawn []causal.Edge
		want  string
	}{
		{"a common effect has its directions", 3, [][2]int{{0, 2}, {1, 2}}, nil, "xaa→xca xba→xca"},
		{"a chain has none", 3, [][2]int{{0, 1}, {1, 2}}, nil, "xaa—xba xba—xca"},
		{"a common cause has none", 3, [][2]int{{0, 1}, {0, 2}}, nil, "xaa—xba xaa—xca"},
		{"what follows a common effect (Meek 1)", 4, [][2]int{{0, 2}, {1, 2}, {2, 3}}, nil, "xaa→xca xba→xca xca→xda"},
		{"a drawn edge directs the chain", 3, [][2]int{{0, 1}, {1, 2}}, []causal.Edge{{From: 0, To: 1}}, "xba→xca"},
		{"a drawn order closes off a cycle", 3, [][2]int{{0, 1}, {1, 2}, {0, 2}},
			[]causal.Edge{{From: 0, To: 1}, {From: 1, To: 2}}, "xaa→xca"},
		{"two common effects", 5, [][2]int{{0, 3}, {1, 3}, {1, 4}, {2, 4}}, nil, "xaa→xda xba→xda xba→xea xca→xea"},
		{"nothing", 4, nil, nil, ""},
		{"a drawn edge that the data do not have is left alone", 2, nil, []causal.Edge{{From: 1, To: 0}}, ""},
	}
	for _, c := range cases {
		table := line(4000, 7, c.width, c.edges...)
		r := mustSearch(t, sampleOf(table), graph(t, table.Schema, c.drawn...), usual)
		if got := say(table.Schema, r.Found); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestSearchOfSimpleBN(t *testing.T) {
	for seed := range uint64(5) {
		table := sim.SimpleBN(sim.SimpleBNRows, seed)
		r := mustSearch(t, training(table), graph(t, table.Schema), usual)
		if got, want := say(table.Schema, r.Found), "x1→x3 x2→x3"; got != want {
			t.Errorf("seed %d: got %q, want %q", seed, got, want)
		}
		for _, f := range r.Found {
			if f.Strength < 0.5 || !f.Signed {
				t.Errorf("seed %d: %+v is weak", seed, f)
			}
		}
	}
}

// Some edges of Sangiovese are weak compared with the noise, and the removed Treatment makes its
// effects dependent.
func TestSearchOfSangiovese(t *testing.T) {
	m, err := sim.SangioveseSCM("")
	if err != nil {
		t.Fatal(err)
	}
	table := sim.Sangiovese(sim.SangioveseRows, 1)
	var truth, kept, right, pointed, pointedRight int
	known := map[[2]int]bool{}
	for _, n := range m.Nodes() {
		for _, p := range n.Parents {
			known[[2]int{p, n.Feature}] = true
			truth++
		}
	}
	r := mustSearch(t, training(table), graph(t, table.Schema), usual)
	for _, f := range r.Found {
		kept++
		forth, back := known[[2]int{f.From, f.To}], known[[2]int{f.To, f.From}]
		if forth || back {
			right++
		}
		if f.Directed && (forth || back) {
			pointed++
			if forth {
				pointedRight++
			}
		}
	}
	recall, precision := float64(right)/float64(truth), float64(right)/float64(kept)
	t.Logf("%d true edges, %d found, recall %.2f, precision %.2f; %d of %d directions right; %d tests",
		truth, kept, recall, precision, pointedRight, pointed, r.Tests)
	if recall < 0.6 || precision < 0.8 {
		t.Errorf("recall %.2f, precision %.2f", recall, precision)
	}
}

// If the assumptions of the search hold, it finds nearly all edges and few others.
func TestSearchOfRandomGraphs(t *testing.T) {
	const width = 12
	rng := rand.New(rand.NewPCG(1, 2))
	var truth, found, right, pointed, pointedRight int
	for run := range 30 {
		var edges [][2]int
		for b := range width {
			for a := range b {
				if rng.IntN(6) == 0 {
					edges = append(edges, [2]int{a, b})
				}
			}
		}
		truth += len(edges)
		table := line(4000, uint64(run)+900, width, edges...)
		for _, f := range mustSearch(t, sampleOf(table), graph(t, table.Schema), usual).Found {
			forth, back := slices.Contains(edges, [2]int{f.From, f.To}), slices.Contains(edges, [2]int{f.To, f.From})
			found++
			if forth || back {
				right++
				if f.Directed {
					pointed++
				}
			}
			if forth && f.Directed {
				pointedRight++
			}
		}
	}
	t.Logf("%d true edges, %d found, %d of them right; %d of %d directions right", truth, found, right,
		pointedRight, pointed)
	if right < truth*9/10 || right < found*97/100 || pointedRight < pointed*95/100 {
		t.Error("want a recall of 0.9, a precision of 0.97 and 0.95 of the directions")
	}
}

// The stable form has the same result for any order of the features.
func TestOrderOfFeaturesDoesNotMatter(t *testing.T) {
	table := line(800, 3, 7, [2]int{0, 2}, [2]int{1, 2}, [2]int{2, 4}, [2]int{3, 4}, [2]int{4, 5}, [2]int{0, 6},
		[2]int{5, 6})
	want := say(table.Schema, mustSearch(t, sampleOf(table), graph(t, table.Schema), usual).Found)
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		order := rng.Perm(7)
		mixed := &data.Table{Outcome: table.Outcome, Schema: data.Schema{Outcome: table.Schema.Outcome}}
		for _, j := range order {
			mixed.Cols = append(mixed.Cols, table.Cols[j])
			mixed.Schema.Features = append(mixed.Schema.Features, table.Schema.Features[j])
		}
		if got := say(mixed.Schema, mustSearch(t, sampleOf(mixed), graph(t, mixed.Schema), usual).Found); got != want {
			t.Fatalf("order %v: got %q, want %q", order, got, want)
		}
	}
}

// Suggested edges close no cycle, whatever is drawn.
func TestSuggestionsCloseNoCycle(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for run := range 60 {
		var edges [][2]int
		const width = 7
		for b := range width {
			for a := range b {
				if rng.IntN(3) == 0 {
					edges = append(edges, [2]int{a, b})
				}
			}
		}
		table := line(300, uint64(run), width, edges...)
		g := graph(t, table.Schema)
		for range rng.IntN(6) {
			g.AddEdge(causal.Edge{From: rng.IntN(width), To: rng.IntN(width)}) // edges that close a cycle are rejected
		}
		for _, f := range mustSearch(t, sampleOf(table), g, usual).Found {
			if !f.Directed {
				continue
			}
			if err := g.AddEdge(causal.Edge{From: f.From, To: f.To}); err != nil {
				t.Fatalf("run %d: %v", run, err)
			}
		}
	}
}

func TestSearchEndsWithTickAndEffort(t *testing.T) {
	table := line(500, 1, 12, [2]int{0, 1}, [2]int{1, 2}, [2]int{2, 3}, [2]int{0, 3}, [2]int{1, 3})
	s, g := sampleOf(table), graph(t, table.Schema)
	calls := 0
	_, err := Search(s, g, usual, func(p Progress) error {
		if calls++; calls == 40 {
			return errStop
		}
		if p.Done > p.Total || p.Left > p.Total {
			t.Errorf("progress %+v", p)
		}
		return nil
	})
	if err != errStop || calls != 40 {
		t.Errorf("got %v after %d calls", err, calls)
	}
	if r := mustSearch(t, s, g, SearchConfig{Alpha: 0.01, MaxGiven: 3, Effort: 20_000}); !r.Bounded || r.Tests > 70 {
		t.Errorf("got %+v, want a bounded search", r)
	}
}

func TestChoices(t *testing.T) {
	var all []string
	for set := first(2, 4); set != nil; set = following(set, 4) {
		all = append(all, fmt.Sprint(set))
	}
	if got := strings.Join(all, ""); got != "[0 1][0 2][0 3][1 2][1 3][2 3]" {
		t.Errorf("got %s", got)
	}
	if set := first(0, 3); set == nil || following(set, 3) != nil {
		t.Error("there is one choice of none")
	}
}

// wide returns a table of 60 features, a third of them categories, that depend on earlier
// features.
func wide(rows int) *data.Table {
	rng := rand.New(rand.NewPCG(60, 1))
	const width = 60
	cols, levels := make([][]float64, width), make([]int, width)
	for j := range cols {
		cols[j] = noise(rows, uint64(j))
		for range min(j, 2) {
			a := rng.IntN(j)
			for i := range cols[j] {
				cols[j][i] = (cols[j][i] + 0.4*cols[a][i]) / 1.08 // its variance stays about 1
			}
		}
		if j%3 == 2 {
			levels[j] = 4
			for i, v := range cols[j] {
				cols[j][i] = float64(max(0, min(3, int(v+2))))
			}
		}
	}
	return tableOf(cols, levels...)
}

func BenchmarkSearch60(b *testing.B) {
	table := wide(10_000)
	g := graph(b, table.Schema)
	for b.Loop() {
		r := mustSearch(b, sampleOf(table), g, usual)
		b.ReportMetric(float64(r.Tests), "tests")
		b.ReportMetric(float64(len(r.Found)), "edges")
		if r.Bounded {
			b.Error("the effort was used up")
		}
	}
}

func BenchmarkCheck60(b *testing.B) {
	table := wide(10_000)
	r := mustSearch(b, sampleOf(table), graph(b, table.Schema), usual)
	g := graph(b, table.Schema)
	for _, f := range r.Found {
		g.AddEdge(causal.Edge{From: f.From, To: f.To})
	}
	for b.Loop() {
		check(b, sampleOf(table), g)
	}
}
