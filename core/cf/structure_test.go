package cf

import (
	"math"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/model"
)

// wageOf is the mechanism wage = 0.5 age + 2 school + [job = b].
var wageOf = causal.Node{Feature: 2, Parents: []int{0, 1, 3}, Variance: 1,
	Mechanism: causal.Linear{Coef: []float64{0.5, 2, 0, 1}}}

// TestStructureByHand starts from a wage of 20, and the network decodes 23, which is 3 more. The
// causes predict 0.5*30 + 2*3 + 1 = 22, so the decoder returns 25. If the causes predict 42 and
// the network decodes 30, the decoder returns 50, the end of the range.
func TestStructureByHand(t *testing.T) {
	s := newStructure(newLayout(ruled), []causal.Node{wageOf})
	for _, c := range []struct{ age, wage, want float64 }{{30, 23, 25}, {70, 30, 50}} {
		b := pair([]float64{40, 1, 20, 0}, []float64{c.age, 2, c.wage, 1})
		s.applyIn(new([]float64), b.x, 1, b.out, 1)
		if got := ruled.Features[2].Unscale(b.out[ruled.Offset(2)]); math.Abs(got-c.want) > 1e-4 {
			t.Errorf("wage = %v, want %v", got, c.want)
		}
	}
}

// TestStructureOrder checks that causes come before their effects. Features with two mechanisms,
// features with levels and features on a cycle keep the network's output.
func TestStructureOrder(t *testing.T) {
	l := newLayout(ruled)
	node := func(v int, parents ...int) causal.Node {
		return causal.Node{Feature: v, Parents: parents, Mechanism: causal.Linear{Coef: make([]float64, len(parents))}}
	}
	for name, c := range map[string]struct {
		nodes []causal.Node
		want  []int
	}{
		"in order":       {[]causal.Node{node(0, 1), node(2, 0)}, []int{0, 2}},
		"effect first":   {[]causal.Node{node(2, 0), node(0, 1)}, []int{0, 2}},
		"two mechanisms": {[]causal.Node{node(2, 0), node(2, 1)}, nil},
		"levels":         {[]causal.Node{node(1, 0), node(2, 1)}, []int{2}},
		"cycle":          {[]causal.Node{node(0, 2), node(2, 0)}, nil},
	} {
		var got []int
		for _, q := range newStructure(l, c.nodes) {
			got = append(got, slices.IndexFunc([]int{0, 1, 2}, func(j int) bool {
				return ruled.Offset(j) == q.v.first
			}))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestStructureOfAConstant checks that a number that has only one value in the data keeps it.
func TestStructureOfAConstant(t *testing.T) {
	schema := ruled
	schema.Features = slices.Clone(ruled.Features)
	schema.Features[2].Min, schema.Features[2].Max = 20, 20
	s := newStructure(newLayout(schema), []causal.Node{wageOf,
		{Feature: 0, Parents: []int{1}, Variance: 1, Mechanism: causal.Linear{Coef: []float64{1}}}})
	if len(s) != 1 || s[0].v.first != 0 {
		t.Errorf("equations %v, want that of age alone", s)
	}
}

// TestStructureGradient compares the gradient through a chain of two mechanisms with central
// differences of a weighted sum of the decoder's outputs.
func TestStructureGradient(t *testing.T) {
	l := newLayout(ruled)
	age := causal.Node{Feature: 0, Parents: []int{1}, Mechanism: causal.Quadratic{K: 3, B: 40, N: 1}}
	s := newStructure(l, []causal.Node{wageOf, age})
	const rows, n = 3, 6
	x, out, weight := make([]float32, l.width*rows), make([]float32, l.width*n), make([]float32, l.width*n)
	for i := range x {
		x[i] = 0.5
	}
	for i := range out {
		out[i], weight[i] = 0.4+0.2*kernel.NewKey(1).Uniform1(uint32(i)), kernel.NewKey(2).Normal1(uint32(i))
	}
	loss := func() float64 {
		end, sum := slices.Clone(out), 0.0
		s.applyIn(new([]float64), x, rows, end, n)
		for i, v := range end {
			sum += float64(weight[i]) * float64(v)
		}
		return sum
	}
	end, d := slices.Clone(out), slices.Clone(weight)
	s.applyIn(new([]float64), x, rows, end, n)
	s.grad(new([]float64), new([]float64), end, d, n)
	checkGradient(t, "structure", out, d, 1e-3, 2e-3, 1e-2, loss)
}

// TestStructureFollows checks that a trained Model-based generator follows the mechanism, and
// that it has the same outputs after it is stored and read back with only its method.
func TestStructureFollows(t *testing.T) {
	w := newWorld(t)
	m, err := Know(model.ModelBased, causal.Knowledge{Edges: []causal.Edge{{From: 0, To: 2}},
		Mechanisms: []causal.Assignment{{Feature: 2}}}, w.table, w.split.Train)
	if err != nil {
		t.Fatal(err)
	}
	c := config
	c.Feasibility = 10
	f, err := NewFit(m, c, w.table.Schema, w.blackBox, w.train, w.val)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		if _, err := f.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
		if got, want := fingerprint(f.State()), uint64(0x37c6e896be19761b); i == 1 && got != want {
			t.Errorf("fingerprint after two epochs = %#x, want %#x, here and everywhere", got, want)
		}
	}
	g, target := f.Best(), make([]int, len(w.split.Test))
	for i, y := range Predict(w.blackBox, w.test) {
		target[i] = 1 - y
	}
	out := g.Generate(w.blackBox, w.test, target, 2, kernel.NewKey(1))
	scm, err := causal.NewSCM(w.table.Schema, m.nodes...)
	if err != nil {
		t.Fatal(err)
	}
	gap, mad := 0.0, w.table.Schema.Features[2].MAD
	for _, row := range out.Rows {
		gap += math.Abs(row[2]-scm.Mean(scm.Nodes()[0], row)) / float64(len(out.Rows))
	}
	if gap > 0.2*mad {
		t.Errorf("mean residual %v of MAD %v", gap, mad)
	}
	again, err := LoadGenerator(w.table.Schema, g.Ends(), g.Model())
	if err != nil {
		t.Fatal(err)
	}
	if got := again.Generate(w.blackBox, w.test, target, 2, kernel.NewKey(1)); !slices.EqualFunc(got.Raw, out.Raw,
		slices.Equal[[]float32]) {
		t.Error("the generator that is read back decodes other rows")
	}
	if _, err := LoadGenerator(w.table.Schema, nil, g.Model()); err == nil {
		t.Error("a generator with a mechanism passes for one without")
	}
}
