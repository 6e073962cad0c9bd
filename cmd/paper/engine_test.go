package main

import (
	"math"
	"slices"
	"testing"

	"causeway/core/data"
	"causeway/core/engine"
	"causeway/core/model"
	"causeway/core/sim"
	"causeway/core/sketch"
	"causeway/core/study"
	"causeway/core/wire"
)

// TestEngineGivesTheSameFigures: the page's engine computes the same figures as this
// command for the same table, method, settings and seed.
func TestEngineGivesTheSameFigures(t *testing.T) {
	const rows, seed = 600, 4
	d := smallBN(t) // the same rows, scored as they are written
	d.states = nil
	facts := make(chan wire.Message, 1000)
	e := engine.New(func(_ int, m wire.Message) { facts <- m }, still, func() {})
	e.Handle(1, wire.Sample{Model: "simple-bn", Rows: rows, Seed: tableSeed})
	loaded := (<-facts).(wire.Loaded)
	g, _, ok := sketch.Example(loaded.Schema) // what the page's "Load example" draws
	if !ok {
		t.Fatal("there is no example for the table")
	}
	known := g.Knowledge().Free() // nothing follows without -headline
	known.Each = false            // the paper's premise, which the command's rule has: all causes rise
	known.Closed = nil            // which adds nothing else about the drawing
	for _, method := range methodNames() {
		s := setting{data: d, method: method, given: given{"Epochs": 3, "Samples": 2}}
		if method == "example" {
			s.labels = 25
		}
		what, err := s.study(loaded.Schema)
		if err != nil {
			t.Fatal(err)
		}
		m := wire.Evaluate{Method: model.Method(method), Seed: seed, Own: true, From: d.from, Truth: "simple-bn",
			Labels:    s.labels,
			Knowledge: known, Train: what.Train, Round: what.Round}
		if method == "example" {
			m.Train = what.Base
		}
		m.CEM = model.Contrast{Beta: what.CEM.Beta, Kappa: what.CEM.Kappa, Gamma: what.CEM.Gamma,
			Steps: what.CEM.CSteps}
		if method == "cem" {
			m.Train, m.Round = model.Recipe{}, model.Recipe{}
		}
		e.Handle(2, m)
		got := evaluated(t, facts)
		o := runSmall(t, s, seed)
		want := o.study.Figures()
		if len(got.Figures) != len(want) || len(want) < 30 {
			t.Fatalf("%s: %d figures, the command has %d", method, len(got.Figures), len(want))
		}
		for i, f := range got.Figures {
			if study.Figure(f) != want[i] {
				t.Errorf("%s: %s is %v, the command has %v", method, f.Key, f.Value, want[i])
			}
		}
		figure := map[string]float64{}
		for _, f := range got.Figures {
			figure[f.Key] = f.Value
		}
		for key, v := range map[string]float64{"decoded.validity": o.Decoded.Validity,
			"soft.feasibility": value(o.Soft.Feasibility),
			"decoded.im1":      value(o.IM1), "decoded.causalEdgeMedian": value(o.CausalEdgeMedian),
			"shown.coverage":  o.Shown.Coverage,
			"shown.diversity": value(o.Diversity)} {
			if got, ok := figure[key]; got != v && (ok || !math.IsNaN(v)) {
				t.Errorf("%s: %s is %v, the command prints %v", method, key, got, v)
			}
		}
	}
}

// TestEngineHoldsAsTheCommand: if effects follow, the page's engine and this command agree on
// the share held under the causal model, for methods without mechanisms.
func TestEngineHoldsAsTheCommand(t *testing.T) {
	const rows, seed = 600, 4
	d := smallBN(t)
	facts := make(chan wire.Message, 1000)
	e := engine.New(func(_ int, m wire.Message) { facts <- m }, still, func() {})
	e.Handle(1, wire.Sample{Model: "simple-bn", Rows: rows, Seed: tableSeed})
	loaded := (<-facts).(wire.Loaded)
	g, _, _ := sketch.Example(loaded.Schema)
	known := g.Knowledge()
	known.Each, known.Closed = false, nil
	for _, method := range []string{"base", "dice-random", "nun"} {
		s := setting{data: d, method: method, given: given{"Epochs": 3, "Samples": 2}}
		what, err := s.study(loaded.Schema)
		if err != nil {
			t.Fatal(err)
		}
		e.Handle(2, wire.Evaluate{Method: model.Method(method), Seed: seed, Own: true, From: d.from, Truth: "simple-bn",
			Knowledge: known, Train: what.Train, Round: what.Round})
		got := evaluated(t, facts)
		o, held := runSmall(t, s, seed).study, math.NaN()
		for _, f := range got.Figures {
			if f.Key == "answers.held" {
				held = f.Value
			}
		}
		if want := o.Causal.Answers.Held; held != want || want == o.Answers.Held {
			t.Errorf("%s: the page says that %v is held, the command %v, and %v as written", method, held, want,
				o.Answers.Held)
		}
	}
}

// TestTheExampleIsTheTruth: the mechanism of the graph that the page offers for
// Simple-BN is that of the experiments, to the last bit, with its slopes.
func TestTheExampleIsTheTruth(t *testing.T) {
	table := sim.SimpleBN(5000, 3)
	table.FitScale(data.NewSplit(table.Outcome, 1).Train)
	g, _, _ := sketch.Example(table.Schema)
	drawn, err := g.Knowledge().Fit(table, data.NewSplit(table.Outcome, 1).Train)
	if err != nil {
		t.Fatal(err)
	}
	effect := table.Schema.Index("x3")
	page, _ := drawn.Node(effect)
	truth, ok := sim.SimpleBNSCM().Node(effect)
	if !ok || !slices.Equal(page.Parents, truth.Parents) {
		t.Fatalf("parents %v and %v", page.Parents, truth.Parents)
	}
	for i := range table.Rows() {
		row := table.Row(i, nil)
		in := []float64{row[page.Parents[0]], row[page.Parents[1]]}
		var a, b [2]float64
		x, y := page.Mechanism.Grad(in, a[:]), truth.Mechanism.Grad(in, b[:])
		if x != y || a != b || page.Mechanism.Mean(in) != x {
			t.Fatalf("at %v the page has %v and %v, the experiments %v and %v", in, x, a, y, b)
		}
	}
}

// evaluated waits for an experiment's result.
func evaluated(t *testing.T, facts <-chan wire.Message) wire.Evaluated {
	t.Helper()
	for {
		switch f := (<-facts).(type) {
		case wire.Evaluated:
			return f
		case wire.Failure:
			t.Fatal(f.Detail)
		}
	}
}
