package engine

import (
	"reflect"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/sim"
	"causeway/core/study"
	"causeway/core/wire"
)

var evaluateCommand = wire.Evaluate{Method: "base", Seed: 2, From: -1, Knowledge: trueGraph,
	Train: wire.Training{Epochs: 2, Batch: 64, Samples: 2, LearningRate: 0.01, Validity: 20, Margin: 0.2, Feasibility: 5}}

// timeless are the figures but for the times.
func timeless(m wire.Evaluated) wire.Evaluated {
	m.Figures = slices.DeleteFunc(slices.Clone(m.Figures), func(f wire.Figure) bool { return f.Key == "trainS" || f.Key == "per1000S" })
	return m
}

// What a method is given does not depend on what the engine did before.
func TestEvaluateOnAnOldBench(t *testing.T) {
	s, classifier, _ := generated(t)
	run := func(s *stage, method string) wire.Evaluated {
		m := evaluateCommand
		m.Method = method
		s.facts = nil
		s.e.Handle(8, m)
		return timeless(heard[wire.Evaluated](s))
	}
	base := run(s, "base")
	approx, again := run(s, "approx"), run(s, "base")
	if !reflect.DeepEqual(base, again) || reflect.DeepEqual(base.Figures, approx.Figures) {
		t.Errorf("base %+v, again %+v, approx %+v", base, again, approx)
	}
	fresh := newStage(t)
	fresh.do(wire.Unpack{Table: s.do(wire.Pack{}).(wire.Packed).Table})
	fresh.do(wire.Restore{Classifier: classifier.Model})
	if got := run(fresh, "approx"); !reflect.DeepEqual(got, approx) {
		t.Errorf("alone %+v, after another %+v", got, approx)
	}
}

// With the known mechanism of the effect of the rule, Model-based on Sangiovese is
// what the experiments of the paper make of the same table and seed.
func TestEvaluateByAKnownMechanism(t *testing.T) {
	const seed, rows = 4, 500
	table := sim.Sangiovese(rows, 1)
	rules, err := causal.SangioveseMonotone(table.Schema)
	if err != nil {
		t.Fatal(err)
	}
	truth, err := sim.SangioveseSCM("")
	if err != nil {
		t.Fatal(err)
	}
	bunch, _ := truth.Node(rules[0].Other)
	m := evaluateCommand
	m.Method, m.Seed, m.Own, m.Truth, m.Known, m.Knowledge = "model", seed, true, "sangiovese", true, causal.Knowledge{Rules: rules}
	s := newStage(t)
	s.do(wire.Sample{Model: "sangiovese", Rows: rows, Seed: 1})
	s.e.Handle(8, m)
	got := timeless(heard[wire.Evaluated](s))

	problem := study.Problem{Name: "sangiovese", From: -1, Truth: truth, Constraints: []study.Constraint{{Rules: rules}}}
	b, err := study.NewBench(problem, table, seed, study.Quiet(func() float64 { return 0 }))
	if err != nil {
		t.Fatal(err)
	}
	o, err := b.Run(study.Setting{Method: study.Model, Nodes: []causal.Node{bunch}, Knowledge: m.Knowledge, Hard: rules, Train: configOf(m.Train)})
	if err != nil {
		t.Fatal(err)
	}
	var want wire.Evaluated
	for _, f := range o.Figures() {
		want.Figures = append(want.Figures, wire.Figure(f))
	}
	if want = timeless(want); !reflect.DeepEqual(got.Figures, want.Figures) {
		t.Errorf("figures %v, want %v", got.Figures, want.Figures)
	}
	m.Truth = ""
	if err := m.Validate(); err == nil {
		t.Error("mechanisms of no model are accepted")
	}
}

func TestEvaluateIsCanceled(t *testing.T) {
	s, _, _ := generated(t)
	s.e.now = func() float64 { s.pass(10); return s.now() }
	m := evaluateCommand
	m.Train.Epochs = 5000
	s.e.Handle(8, m)
	heard[wire.Progress](s)
	s.facts = nil
	s.e.Handle(8, wire.Cancel{})
	<-s.done
	s.left(0)
	if len(all[wire.Evaluated](s)) != 0 || len(all[wire.Failure](s)) != 0 {
		t.Errorf("after Cancel: %v", s.kinds())
	}
}

func TestEvaluateRefuses(t *testing.T) {
	table := func(s *stage) { s.e.project = small(s.t) }
	own := evaluateCommand
	own.Own = true
	from, far, example := own, own, own
	from.From = 7
	far.Knowledge = causal.Knowledge{Rules: []causal.Rule{{Kind: causal.Immutable, Feature: 9}}}
	example.Method, example.Round, example.Labels, example.Knowledge = "example", own.Train, 10, causal.Knowledge{}
	for _, c := range []struct {
		name  string
		given func(*stage)
		m     wire.Evaluate
		code  wire.Code
	}{
		{"no table", func(*stage) {}, own, wire.CodeNotReady},
		{"no classifier", table, evaluateCommand, wire.CodeNotReady},
		{"a class that is not there", table, from, wire.CodeBadInput},
		{"a rule that does not fit", table, far, wire.CodeBadInput},
		{"labels without a rule", table, example, wire.CodeBadInput},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t)
			c.given(s)
			s.e.Handle(8, c.m)
			if f := heard[wire.Failure](s); f.Code != c.code || !sentence(f.Detail) {
				t.Errorf("got %+v", f)
			}
		})
	}
}
