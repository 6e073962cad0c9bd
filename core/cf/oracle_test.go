package cf

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// TestOracleByHand checks that an output with the same levels as a labelled counterfactual, whose
// age differs by 5 with a MAD of 10, has similarity exp(-1/4).
func TestOracleByHand(t *testing.T) {
	l := newLayout(ruled)
	factual, labelled := []float64{40, 1, 20, 0}, []float64{45, 1, 20, 0}
	for _, c := range []struct {
		name     string
		output   []float64
		feasible bool
		want     float64
	}{
		{"the labelled row itself, feasible", labelled, true, 0},
		{"the labelled row itself, infeasible", labelled, false, 1},
		{"age off by 5, feasible", []float64{50, 1, 20, 0}, true, math.Pow(1-math.Exp(-0.25), 2)},
		{"age off by 5, infeasible", []float64{50, 1, 20, 0}, false, math.Exp(-0.5)},
		{"another job, infeasible", []float64{45, 1, 20, 1}, false, math.Exp(-2)},
	} {
		b := pair(factual, c.output)
		o := newOracle(l, []Label{{factual, labelled, 1, c.feasible}}, Config{Feasibility: 3, Samples: 1})
		if got := o.add(b); math.Abs(got-3*c.want) > 1e-5 {
			t.Errorf("%s: %v, want %v", c.name, got, 3*c.want)
		}
	}
}

// TestPullByHand checks that a distance of 5 years with a MAD of 10 costs 2 * 0.5 from a feasible
// counterfactual and nothing from an infeasible one.
func TestPullByHand(t *testing.T) {
	factual, labelled := []float64{40, 1, 20, 0}, []float64{45, 1, 20, 0}
	for feasible, want := range map[bool]float64{true: 2 * 0.5, false: 0} {
		b := pair(factual, []float64{50, 1, 20, 0})
		labels := []Label{{factual, labelled, 1, feasible}}
		free := newOracle(newLayout(ruled), labels, Config{Feasibility: 3, Samples: 1}).add(b)
		if got := newOracle(newLayout(ruled), labels, Config{Feasibility: 3, Samples: 1, Pull: 2}).add(b) -
			free; math.Abs(got-want) > 1e-5 {
			t.Errorf("feasible %v: a pull of 2 costs %v, want %v", feasible, got, want)
		}
	}
}

func TestOracleGradient(t *testing.T) {
	l := newLayout(ruled)
	labels := []Label{{[]float64{40, 1, 20, 0}, []float64{42, 1, 21, 0}, 1, true},
		{[]float64{50, 2, 20, 1}, []float64{48, 2, 22, 1}, 1, false}}
	o := newOracle(l, labels, Config{Feasibility: 3, Samples: 2, Pull: 0.5})
	const n = 4
	b := &batch{layout: l, most: []float32{1}, n: n, rows: 2, out: make([]float32, l.width*n),
		d: make([]float32, l.width*n)}
	for p := range l.width {
		for e := range n {
			b.out[p*n+e] = o.cf.X[e%2*l.width+p] + 0.1*(kernel.NewKey(2).Uniform1(uint32(p*n+e))-0.5)
		}
	}
	o.add(b)
	got := slices.Clone(b.d)
	checkGradient(t, "oracle", b.out, got, 1e-3, 2e-3, 1e-2, func() float64 { return o.add(b) })
}

// TestFineTune checks that outputs move closer to the feasible queries and away from the others.
func TestFineTune(t *testing.T) {
	w := newWorld(t)
	base := w.fit(t, config, 30).Best()
	pred := Predict(w.blackBox, w.train)
	var rows [][]float64
	var target []int
	for i := range 30 {
		rows = append(rows, w.table.Row(w.split.Train[i], nil))
		target = append(target, 1-pred[i])
	}
	older := []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}}
	labels := RuleOracle(w.table.Schema, older, base.Queries(w.blackBox, rows, target, rows, 3, kernel.NewKey(4)))
	feasible := 0
	for _, q := range labels {
		if q.Feasible != (q.Counterfactual[0] >= q.Factual[0]) {
			t.Fatalf("%+v is labelled wrongly", q)
		}
		if q.Feasible {
			feasible++
		}
	}
	if len(labels) < 60 || feasible < 10 || feasible > len(labels)-10 {
		t.Fatalf("%d queries, %d of them feasible; too few to learn from", len(labels), feasible)
	}
	c := config
	c.Epochs, c.Feasibility = 20, 30
	f, err := NewFineTune(base, c, w.table.Schema, w.blackBox, w.train, w.val, labels)
	if err != nil {
		t.Fatal(err)
	}
	before := f.ask(kernel.NewKey(1))
	for range c.Epochs {
		s, err := f.Epoch(nothing)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Terms) != len(f.TermNames()) {
			t.Fatalf("%d terms named %q", len(s.Terms), f.TermNames())
		}
	}
	if after := f.ask(kernel.NewKey(1)); after > 0.9*before {
		t.Errorf("the oracle's loss went from %v to %v", before, after)
	}
}

func TestFineTuneNeedsLabels(t *testing.T) {
	w := newWorld(t)
	if _, err := NewFineTune(w.fit(t, config, 0).Best(), config, w.table.Schema, w.blackBox,
		w.train, w.val, nil); err == nil {
		t.Error("no labels, no error")
	}
}

// TestLiteral checks that the algorithm to the letter uses only the queries. Other training rows
// change nothing, the loss of the queries falls, and the last epoch is kept.
func TestLiteral(t *testing.T) {
	w := newWorld(t)
	c := config
	first, err := NewFit(BaseVAE().By(Literal), c, w.table.Schema, w.blackBox, w.train, w.val)
	for range 20 {
		if err == nil {
			_, err = first.Epoch(nothing)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	base, labels := first.Best(), together(w, true)
	c.Epochs, c.Feasibility = 20, 300
	run := func(train nn.Examples) (*Fit, float64, float64) {
		f, err := NewLiteral(Literal, base, c, w.table.Schema, w.blackBox, train, w.val, labels)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(f.TermNames(), "what labels teach") {
			t.Error("a judge has joined")
		}
		loss := func() (sum float64) {
			for _, v := range f.parts[0].queryLosses(nn.Split(len(labels), 1)[0], kernel.NewKey(1)) {
				sum += v
			}
			return sum
		}
		before := loss()
		for range c.Epochs {
			s, err := f.Epoch(nothing)
			if err != nil {
				t.Fatal(err)
			}
			if len(s.Terms) != len(f.TermNames()) {
				t.Fatalf("%d terms named %q", len(s.Terms), f.TermNames())
			}
		}
		return f, before, loss()
	}
	f, before, after := run(w.train)
	if after >= before {
		t.Errorf("the loss of the queries went from %v to %v", before, after)
	}
	if done, best := f.Epochs(); done != c.Epochs || best != done {
		t.Errorf("epoch %d of %d is kept", best, done)
	}
	if g, _, _ := run(w.test); !reflect.DeepEqual(f.Best().Model(), g.Best().Model()) {
		t.Error("training rows count")
	}
}
