package causal

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"causeway/core/data"
)

// chain returns the model c = 2a + b - 1 with variance 0.25, and d = 10 c with variance 1. The
// numbers are a, b, c and d; the feature e is exogenous.
func chain(t *testing.T) *SCM {
	t.Helper()
	m, err := NewSCM(named(5),
		Node{3, []int{2}, Linear{0, []float64{10}}, 1},
		Node{2, []int{0, 1}, Linear{-1, []float64{2, 1}}, 0.25})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestSCMByHand(t *testing.T) {
	m := chain(t)
	if !slices.Equal(m.Endogenous(), []int{2, 3}) {
		t.Errorf("V %v", m.Endogenous())
	}
	row := []float64{1, 2, 3.5, 33, 7} // f = 3 and 35: residuals 0.5 and -2
	for i, want := range []float64{0.5, -2} {
		if got := m.Residual(m.Nodes()[i], row); got != want {
			t.Errorf("residual %d: got %v, want %v", i, got, want)
		}
	}
	c := -0.5 * (0.25/0.25 + math.Log(2*math.Pi*0.25))
	d := -0.5 * (4/1.0 + math.Log(2*math.Pi))
	if got := m.LogLikelihood(row, nil); !close(got, c+d, 1e-14) {
		t.Errorf("log likelihood: got %v, want %v", got, c+d)
	}
	if got := m.LogLikelihood(row, []int{2, 4}); !close(got, c, 1e-14) {
		t.Errorf("log likelihood of c: got %v, want %v", got, c)
	}
}

// TestDoByHand checks an example worked out by hand. With noise 0.5 and -2, changing a from 1 to
// 2 leads to c = 2*2+2-1+0.5 = 5.5 and d = 55 - 2. Fixing only c leads to d = 10 c - 2.
func TestDoByHand(t *testing.T) {
	m, row := chain(t), []float64{1, 2, 3.5, 33, 7}
	for _, c := range []struct {
		name  string
		fixed []bool
		set   []float64
		want  []float64
	}{
		{"a cause", []bool{0: true, 4: false}, []float64{2, 0, 0, 0, 0}, []float64{2, 2, 5.5, 53, 7}},
		{"in the middle", []bool{2: true, 4: false}, []float64{0, 0, 4, 0, 0}, []float64{1, 2, 4, 38, 7}},
		{"a cause and its effect", []bool{0: true, 2: true, 4: false}, []float64{9, 0, 4, 0, 0},
			[]float64{9, 2, 4, 38, 7}},
		{"a leaf", []bool{3: true, 4: false}, []float64{0, 0, 0, 1, 0}, []float64{1, 2, 3.5, 1, 7}},
		{"nothing", make([]bool, 5), make([]float64, 5), row},
	} {
		if got := m.Do(row, c.fixed, c.set); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

// TestDoLeavesNonDescendants checks random models in which some features have levels.
func TestDoLeavesNonDescendants(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		s := mixedSchema()
		n := len(s.Features)
		g, _ := NewGraph(s)
		for range 10 {
			a, b := r.IntN(n), r.IntN(n)
			g.AddEdge(Edge{From: a, To: b})
		}
		var nodes []Node
		for v, f := range s.Features {
			if p := g.Parents(v); len(p) > 0 && Scored(f) && r.IntN(3) > 0 {
				lin := Linear{Coef: make([]float64, len(Inputs(s, p, make([]float64, n), nil)))}
				for i := range lin.Coef {
					lin.Coef[i] = r.NormFloat64()
				}
				nodes = append(nodes, Node{v, p, lin, 1})
			}
		}
		m, err := NewSCM(s, nodes...)
		if err != nil {
			t.Fatal(err)
		}
		row, set, fixed := randomRow(r, s), randomRow(r, s), make([]bool, n)
		for j := range fixed {
			fixed[j] = r.IntN(3) == 0
		}
		got := m.Do(row, fixed, set)
		below := m.graph.Descendants(fixed)
		for j, f := range s.Features {
			switch {
			case fixed[j] && got[j] != set[j]:
				t.Fatalf("fixed feature %d is %v, not %v", j, got[j], set[j])
			case !fixed[j] && !below[j] && got[j] != row[j]:
				t.Fatalf("feature %d is no descendant and changes", j)
			case !f.Holds(got[j]):
				t.Fatalf("feature %d cannot hold %v", j, got[j])
			}
		}
		if same := m.Do(row, fixed, row); !slices.Equal(same, row) {
			t.Fatalf("setting what is there changes %v to %v", row, same)
		}
	}
}

func TestNewSCMRefuses(t *testing.T) {
	s := mixedSchema()
	one := Linear{Coef: []float64{1}}
	for name, nodes := range map[string][]Node{
		"no parents":     {{0, nil, Linear{}, 1}},
		"a cycle":        {{0, []int{1}, one, 1}, {1, []int{0}, one, 1}},
		"itself":         {{0, []int{0}, one, 1}},
		"a category":     {{4, []int{0}, one, 1}},
		"twice":          {{0, []int{1}, one, 1}, {0, []int{1}, one, 1}},
		"no variance":    {{0, []int{1}, one, 0}},
		"no mechanism":   {{0, []int{1}, nil, 1}},
		"too few inputs": {{0, []int{4}, one, 1}},
		"no such parent": {{0, []int{9}, one, 1}},
		"no such effect": {{-1, []int{0}, one, 1}},
	} {
		if _, err := NewSCM(s, nodes...); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func TestFitNode(t *testing.T) {
	s := mixedSchema() // age, hours, education, flag, job
	tab := &data.Table{Schema: s, Cols: make([][]float64, len(s.Features))}
	r := rand.New(rand.NewPCG(9, 9))
	for range 200 {
		row := randomRow(r, s)
		row[0] = 20 + 5*s.Features[2].Rank(int(row[2])) + 7*b2f(row[4] == 1)
		for j, v := range row {
			tab.Cols[j] = append(tab.Cols[j], v)
		}
		tab.Outcome = append(tab.Outcome, 0)
	}
	g, _ := NewGraph(s, Edge{From: 2, To: 0, Sign: Rises}, Edge{From: 4, To: 0, Sign: Falls})
	rows := make([]int, 200)
	for i := range rows {
		rows[i] = i
	}
	n, err := FitNode(tab, rows, g, 0, FitConfig{})
	if err != nil {
		t.Fatal(err)
	}
	if n.Variance != 1.0/12 {
		t.Errorf("an exact relation of whole numbers: got variance %v, want that of rounding", n.Variance)
	}
	m, err := NewSCM(s, n)
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Mean(n, []float64{0, 0, 3, 0, 1}); !close(got, 20+5*s.Features[2].Rank(3)+7, 1e-9) {
		t.Errorf("got %v", got)
	}
	if n, err = FitNode(tab, rows, g, 0, FitConfig{Network: &NetworkConfig{Hidden: 4, Steps: 10}}); err != nil ||
		n.Mechanism.Inputs() != 1+3 {
		t.Errorf("network: %v", err)
	}
	for v, why := range map[int]string{1: "no causes", 4: "no order"} {
		if _, err := FitNode(tab, rows, g, v, FitConfig{}); err == nil {
			t.Errorf("%s: accepted", why)
		}
	}
}

func TestDegrees(t *testing.T) {
	s := named(2)
	m, err := NewSCM(s, Node{1, []int{0}, Linear{0, []float64{1}}, 1})
	if err != nil {
		t.Fatal(err)
	}
	tab := &data.Table{Schema: s, Cols: [][]float64{{0, 0, 0, 0}, {0, 1, 2, -2}}, Outcome: make([]int, 4)}
	d := NewDegrees(m, tab, []int{0, 1, 2, 3}, nil)
	for _, c := range []struct{ residual, want float64 }{
		{0, 1}, {0.5, 0.75}, {1, 0.75}, {2, 0.5}, {3, 0},
	} {
		if got := d.Of([]float64{5, 5 + c.residual}); got != c.want {
			t.Errorf("residual %v: got %v, want %v: the share of the data with at least this residual", c.residual,
				got, c.want)
		}
	}
}

func TestLogarithm(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 10000 {
		x := math.Ldexp(1+r.Float64(), r.IntN(200)-100)
		if got, want := Log(x), math.Log(x); math.Abs(got-want) > 6e-16*math.Abs(want)+1e-16 {
			t.Fatalf("log(%v): got %v, want %v", x, got, want)
		}
	}
}

func b2f(b bool) float64 { return float64(b2i(b)) }

// TestDoUnderRules checks that rules about other features change nothing, that a computed number
// follows and can itself be a cause, and that a rule broken by the row computes nothing.
func TestDoUnderRules(t *testing.T) {
	m, row := chain(t), []float64{1, 2, 3.5, 33, 7}
	sum := Rule{Kind: Computed, Feature: 4, Other: 0, Also: []Member{{Feature: 2}},
		Law: Law{Weights: []float64{1, 1}, Shift: 2.5}}
	cause := Rule{Kind: Computed, Feature: 0, Other: 4, Law: Law{Weights: []float64{1}, Shift: -6}} // a = e - 6
	broken := sum
	broken.Law.Shift = 0
	for _, c := range []struct {
		name    string
		rules   []Rule
		feature int
		value   float64
		want    []float64
	}{
		{"no rule", nil, 0, 2, []float64{2, 2, 5.5, 53, 7}},
		{"what is there", []Rule{sum, cause}, 0, 1, row},
		{"a sum below", []Rule{sum}, 0, 2, []float64{2, 2, 5.5, 53, 10}},
		{"a computed cause", []Rule{cause}, 4, 8, []float64{2, 2, 5.5, 53, 8}},
		{"a rule that the row breaks", []Rule{broken}, 0, 2, []float64{2, 2, 5.5, 53, 7}},
		{"the computed one is set", []Rule{sum}, 4, 0, []float64{1, 2, 3.5, 33, 0}},
		{"a soft rule", []Rule{{Kind: Computed, Feature: 4, Other: 0,
			Law: Law{Weights: []float64{1}, Shift: 6}, Soft: true}}, 0, 2, []float64{2, 2, 5.5, 53, 7}},
	} {
		if got := m.DoUnder(c.rules, row, c.feature, c.value); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

// TestBelow checks that the propagation continues through features for which it is known how they
// follow.
func TestBelow(t *testing.T) {
	s := named(6)
	k := Knowledge{
		Edges:      []Edge{{From: 0, To: 1}, {From: 1, To: 2}, {From: 0, To: 3}, {From: 3, To: 4}, {From: 2, To: 5}},
		Mechanisms: []Assignment{{Feature: 1}, {Feature: 2}, {Feature: 4}},
		Rules:      []Rule{{Kind: Computed, Feature: 5, Other: 2, Law: Law{Weights: []float64{1}}}},
	}
	g, err := k.Graph(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		feature       int
		follow, blind []int
	}{{0, []int{1, 2, 5}, []int{3}}, {1, []int{2, 5}, nil}, {3, []int{4}, nil}, {5, nil, nil}} {
		if follow, blind := k.Below(g, c.feature); !slices.Equal(follow, c.follow) || !slices.Equal(blind, c.blind) {
			t.Errorf("below %d: %v and %v, want %v and %v", c.feature, follow, blind, c.follow, c.blind)
		}
	}
}
