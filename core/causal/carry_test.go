package causal

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"causeway/core/data"
)

// In the chain c = 2a + b - 1 and d = 10 c the row has residuals 0.5 and -2. With a at 2
// the one gives c = 5.5 and the other d = 53; a fixed value of c is what d follows where
// c does not.
func TestCarryByHand(t *testing.T) {
	m, factual := chain(t), []float64{1, 2, 3.5, 33, 7}
	for _, c := range []struct {
		name    string
		effects []int
		row     []float64
		want    []float64
	}{
		{"both follow", []int{2, 3}, []float64{2, 2, 0, 0, 7}, []float64{2, 2, 5.5, 53, 7}},
		{"one is acted on", []int{3}, []float64{2, 2, 4, 0, 7}, []float64{2, 2, 4, 38, 7}},
		{"an effect of causes that stay is what it was", []int{2, 3}, []float64{1, 2, 9, 9, 8}, []float64{1, 2, 3.5, 33, 8}},
		{"nothing follows", nil, []float64{2, 2, 4, 1, 7}, []float64{2, 2, 4, 1, 7}},
	} {
		carried, err := m.Carry(c.effects)
		if err != nil {
			t.Fatal(err)
		}
		own := carried.Of(factual)
		if row := slices.Clone(c.row); own.Holds(row) != slices.Equal(c.row, c.want) {
			t.Errorf("%s: before, it holds: %v", c.name, own.Holds(row))
		} else if own.Follow(row); !slices.Equal(row, c.want) || !own.Holds(row) {
			t.Errorf("%s: got %v, want %v", c.name, row, c.want)
		}
	}
	for _, effects := range [][]int{{0}, {2, 2}, {-1}, {5}} {
		if _, err := m.Carry(effects); err == nil {
			t.Errorf("%v are carried", effects)
		}
	}
}

func TestCarryIsSaid(t *testing.T) {
	carried, _ := chain(t).Carry([]int{2, 3})
	s := named(5)
	own := carried.Of([]float64{1, 2, 3.5, 33, 7})
	say := func(row ...float64) (list []string) {
		for _, v := range own.Verdicts(s, row) {
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

// What follows a number that is not written as finely, or is whole, has the residual of the
// factual to 1e-6 all the same; the others keep what they have, and levels get the
// nearest. Models are random, of sums and networks, as are rows.
func TestCarriedResiduals(t *testing.T) {
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
		carried, err := m.Carry(effects)
		if err != nil {
			t.Fatal(err)
		}
		factual, row := randomRow(r, s), randomRow(r, s)
		for j := range row {
			if r.IntN(2) == 0 {
				row[j] = factual[j]
			}
		}
		own, asked := carried.Of(factual), slices.Clone(row)
		own.Follow(row)
		if !own.Holds(row) || own.Follow(row) {
			t.Fatal("what follows does not hold, or moves again")
		}
		for j := range row {
			if !slices.Contains(effects, j) && row[j] != asked[j] {
				t.Fatalf("feature %d is no carried effect and moved", j)
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
				for l := range f.Levels { // no other level is nearer
					other := slices.Clone(row)
					if other[v] = float64(l); math.Abs(m.Residual(n, other)-m.Residual(n, factual)) < off-1e-12 {
						t.Fatalf("level %d of %s is nearer than %v", l, f.Name, row[v])
					}
				}
			}
		}
		verdicts := own.Verdicts(s, row)
		if len(verdicts) != len(effects) || slices.ContainsFunc(verdicts, func(v Verdict) bool { return !v.Pass || !strings.HasPrefix(v.Sentence, "Kept: ") }) {
			t.Fatalf("verdicts %+v of %v", verdicts, effects)
		}
		for i, n := range m.Nodes() { // and a row with another value of an effect is refused
			if !slices.Contains(effects, n.Feature) || !s.Features[n.Feature].Kind.Numeric() {
				continue
			}
			other := slices.Clone(row)
			if other[n.Feature] += 1e-4; own.Holds(other) {
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
		g.AddEdge(Edge{From: r.IntN(n), To: r.IntN(n)}) // unless it closes a cycle
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

// A carried number has at least seven digits behind the point, more where its range is
// narrow, and is not whole; what is not carried stays as it is.
func TestFiner(t *testing.T) {
	s := data.Schema{Features: []data.Feature{
		{Name: "hours", Kind: data.Integer, Min: 1, Max: 99}, {Name: "share", Kind: data.Continuous, Max: 0.02, Decimals: 4},
		{Name: "fine", Kind: data.Continuous, Max: 9, Decimals: 12}, {Name: "yes", Kind: data.Boolean, Levels: []string{"no", "yes"}},
		{Name: "age", Kind: data.Integer, Min: 1, Max: 99}}}
	var got []int
	for _, f := range Finer(s, []int{0, 1, 2, 3}).Features {
		got = append(got, f.Decimals)
	}
	if !slices.Equal(got, []int{7, 9, 12, 0, 0}) || s.Features[0].Kind != data.Integer {
		t.Errorf("decimals %v", got)
	}
}

// Rules that compute from what follows, and what follows from what rules compute, settle
// together.
func TestSettle(t *testing.T) {
	m := chain(t) // c = 2a + b - 1, d = 10 c
	carried, _ := m.Carry([]int{2, 3})
	factual := []float64{1, 2, 3.5, 33, 1}
	twice := Rule{Kind: Computed, Feature: 1, Other: 0, Law: Law{Weights: []float64{2}}} // b = 2a
	of := Rule{Kind: Computed, Feature: 4, Other: 3, Law: Law{Weights: []float64{1}, Shift: -32}}
	row := []float64{2, 2, 3.5, 33, 1}
	Settle(carried.Schema(), []Rule{of, twice}, carried.Of(factual), factual, row)
	if want := []float64{2, 4, 7.5, 73, 41}; !slices.Equal(row, want) {
		t.Errorf("got %v, want %v", row, want)
	}
}
