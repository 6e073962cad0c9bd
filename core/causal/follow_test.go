package causal

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"causeway/core/data"
)

// TestFollowersByHand checks an example worked out by hand. In the chain c = 2a + b - 1 and d =
// 10 c, the row has residuals 0.5 and -2. With a = 2, the results are c = 5.5 and d = 53. If c
// does not follow, d follows from a fixed value of c.
func TestFollowersByHand(t *testing.T) {
	m, factual := chain(t), []float64{1, 2, 3.5, 33, 7}
	for _, c := range []struct {
		name    string
		effects []int
		row     []float64
		want    []float64
	}{
		{"both follow", []int{2, 3}, []float64{2, 2, 0, 0, 7}, []float64{2, 2, 5.5, 53, 7}},
		{"one is acted on", []int{3}, []float64{2, 2, 4, 0, 7}, []float64{2, 2, 4, 38, 7}},
		{"an effect of causes that stay is what it was", []int{2, 3}, []float64{1, 2, 9, 9, 8},
			[]float64{1, 2, 3.5, 33, 8}},
		{"nothing follows", nil, []float64{2, 2, 4, 1, 7}, []float64{2, 2, 4, 1, 7}},
	} {
		rules, err := m.Followers(c.effects, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := Fine(m.Schema(), rules)
		holds := func(row []float64) bool { return AllHold(s, rules, factual, row) }
		if row := slices.Clone(c.row); holds(row) != slices.Equal(c.row, c.want) {
			t.Errorf("%s: before, it holds: %v", c.name, holds(row))
		} else if Compute(s, rules, factual, row); !slices.Equal(row, c.want) || !holds(row) {
			t.Errorf("%s: got %v, want %v", c.name, row, c.want)
		}
	}
	for _, effects := range [][]int{{0}, {2, 2}, {-1}, {5}} {
		if _, err := m.Followers(effects, nil); err == nil {
			t.Errorf("%v follow", effects)
		}
	}
}

func TestFollowersAreSaid(t *testing.T) {
	rules, _ := chain(t).Followers([]int{2, 3}, nil)
	s := Fine(named(5), rules)
	say := func(row ...float64) (list []string) {
		verdicts, _ := CheckAll(s, rules, []float64{1, 2, 3.5, 33, 7}, row)
		for _, v := range verdicts {
			list = append(list, v.Sentence)
		}
		return list
	}
	want := []string{
		`Kept: "c" follows from "a" and "b" and keeps what is this row's own; its residual is 0.5, before and after.`,
		`Broken: "d" follows from "c" and keeps what is this row's own; its residual is -2 before and -22 after.`,
	}
	if got := say(2, 2, 5.5, 33, 7); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestResidualsStay checks that computed effects keep the factual's residual to 1e-6, even if
// their column is whole or has few decimals. Other features keep their values, and levels become
// the nearest. Models, of sums and networks, and rows are random.
func TestResidualsStay(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	moved, levels := 0, 0
	for range 500 {
		m := randomSCM(t, r)
		s := m.Schema()
		var effects []int
		for _, v := range m.Endogenous() {
			if r.IntN(4) > 0 {
				effects = append(effects, v)
			}
		}
		rules, err := m.Followers(effects, nil)
		if err != nil {
			t.Fatal(err)
		}
		s = Fine(s, rules)
		factual, row := randomRow(r, s), randomRow(r, s)
		for j := range row {
			if r.IntN(2) == 0 {
				row[j] = factual[j]
			}
		}
		asked := slices.Clone(row)
		Compute(s, rules, factual, row)
		if again := slices.Clone(row); !AllHold(s, rules, factual, row) {
			t.Fatal("what follows does not hold")
		} else if Compute(s, rules, factual, again); !slices.Equal(again, row) {
			t.Fatal("what follows moves again")
		}
		for j := range row {
			if !slices.Contains(effects, j) && row[j] != asked[j] {
				t.Fatalf("feature %d does not follow and moved", j)
			}
		}
		for _, v := range effects {
			n, _ := m.Node(v)
			off := math.Abs(m.Residual(n, row) - m.Residual(n, factual))
			f := s.Features[v]
			switch {
			case !slices.ContainsFunc(n.Parents, func(p int) bool { return row[p] != factual[p] }):
				if row[v] != factual[v] {
					t.Fatalf("%s moved although its causes stayed", f.Name)
				}
			case f.Kind.Numeric():
				if moved++; off > 1e-6 {
					t.Fatalf("the residual of %s is off by %g", f.Name, off)
				}
			default:
				levels++
				for l := range f.Levels { // no other level may be nearer
					other := slices.Clone(row)
					if other[v] = float64(l); math.Abs(m.Residual(n, other)-m.Residual(n, factual)) < off-1e-12 {
						t.Fatalf("level %d of %s is nearer than %v", l, f.Name, row[v])
					}
				}
			}
		}
		verdicts, _ := CheckAll(s, rules, factual, row)
		if len(verdicts) != len(effects) || slices.ContainsFunc(verdicts, func(v Verdict) bool {
			return !v.Pass ||
				!strings.HasPrefix(v.Sentence, "Kept: ")
		}) {
			t.Fatalf("verdicts %+v of %v", verdicts, effects)
		}
		for i, n := range m.Nodes() { // a row with another value of an effect must be rejected
			if !slices.Contains(effects, n.Feature) || !s.Features[n.Feature].Kind.Numeric() {
				continue
			}
			other := slices.Clone(row)
			if other[n.Feature] += 1e-4; AllHold(s, rules, factual, other) {
				t.Fatalf("node %d: a residual that is off by 1e-4 holds", i)
			}
		}
	}
	if moved < 100 || levels < 100 {
		t.Errorf("only %d numbers and %d levels followed", moved, levels)
	}
}

// randomSCM has sums and networks over numbers and levels of all kinds.
func randomSCM(t *testing.T, r *rand.Rand) *SCM {
	t.Helper()
	s := mixedSchema()
	n := len(s.Features)
	g, err := NewGraph(s)
	if err != nil {
		t.Fatal(err)
	}
	for range 12 {
		g.AddEdge(Edge{From: r.IntN(n), To: r.IntN(n)}) // fails if it closes a cycle
	}
	var nodes []Node
	for v, f := range s.Features {
		p := g.Parents(v)
		if len(p) == 0 || !Scored(f) {
			continue
		}
		in := len(Inputs(s, p, make([]float64, n), nil))
		lin := Linear{Intercept: r.NormFloat64(), Coef: make([]float64, in)}
		for i := range lin.Coef {
			lin.Coef[i] = r.NormFloat64()
		}
		var f Mechanism = lin
		if r.IntN(2) == 0 {
			f = Quadratic{K: r.NormFloat64() / 100, B: 1, N: in}
		}
		nodes = append(nodes, Node{v, p, f, 1})
	}
	m, err := NewSCM(s, nodes...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestFiner checks that a computed number has at least seven decimals, more if its range is
// narrow, and is not whole. All others stay as they are.
func TestFiner(t *testing.T) {
	s := data.Schema{Features: []data.Feature{
		{Name: "hours", Kind: data.Integer, Min: 1, Max: 99},
		{Name: "share", Kind: data.Continuous, Max: 0.02, Decimals: 4},
		{Name: "fine", Kind: data.Continuous, Max: 9, Decimals: 12},
		{Name: "yes", Kind: data.Boolean, Levels: []string{"no", "yes"}},
		{Name: "age", Kind: data.Integer, Min: 1, Max: 99}}}
	var got []int
	for _, f := range Finer(s, []int{0, 1, 2, 3}).Features {
		got = append(got, f.Decimals)
	}
	if !slices.Equal(got, []int{7, 9, 12, 0, 0}) || s.Features[0].Kind != data.Integer {
		t.Errorf("decimals %v", got)
	}
}

// TestFollowersAndLaws checks that rules that compute from followers, and followers of computed
// features, reach a consistent result.
func TestFollowersAndLaws(t *testing.T) {
	m := chain(t) // c = 2a + b - 1, d = 10 c
	follow, _ := m.Followers([]int{2, 3}, nil)
	factual := []float64{1, 2, 3.5, 33, 1}
	twice := Rule{Kind: Computed, Feature: 1, Other: 0, Law: Law{Weights: []float64{2}}} // b = 2a
	of := Rule{Kind: Computed, Feature: 4, Other: 3, Law: Law{Weights: []float64{1}, Shift: -32}}
	row := []float64{2, 2, 3.5, 33, 1}
	Compute(Fine(m.Schema(), follow), append([]Rule{of, twice}, follow...), factual, row)
	if want := []float64{2, 4, 7.5, 73, 41}; !slices.Equal(row, want) {
		t.Errorf("got %v, want %v", row, want)
	}
}

// TestWhatFollowsIsReadAsItsColumn checks that a computed number in a column of three decimals is
// shown with three, or with more if two values would look alike, and that values chosen by people
// are shown unchanged.
func TestWhatFollowsIsReadAsItsColumn(t *testing.T) {
	s := data.Schema{Features: []data.Feature{
		{Name: "x", Kind: data.Continuous, Decimals: 3, Max: 20}, {Name: "n", Kind: data.Integer, Max: 20},
		{Name: "fine", Kind: data.Continuous, Decimals: 9, Max: 20},
		{Name: "chosen", Kind: data.Continuous, Decimals: 3, Max: 20, Shown: 2},
	}}
	fine := Finer(s, []int{0, 1, 2, 3}).Features
	for j, want := range []string{"13.201", "13", "13.2006372", "13.2"} {
		if got := fine[j].Format(13.2006372); got != want {
			t.Errorf("%s is read as %s, want %s", fine[j].Name, got, want)
		}
	}
	if f := fine[1].Telling(13, 13.2006372); f.Format(13.2006372) != "13.2" || f.Format(13) != "13.0" {
		t.Errorf("beside 13 it is read as %s", f.Format(13.2006372))
	}
}
