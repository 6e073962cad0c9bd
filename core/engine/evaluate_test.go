package engine

import (
	"reflect"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/sim"
	"causeway/core/study"
	"causeway/core/wire"
)

var evaluateCommand = wire.Evaluate{Method: "base", Seed: 2, From: -1, Knowledge: trueGraph,
	Train: model.Recipe{Epochs: 2, Batch: 64, Samples: 2, LearningRate: 0.01, Validity: 20, Margin: 0.2,
		Feasibility: 5}}

// timeless returns the figures without the measured times.
func timeless(m wire.Evaluated) wire.Evaluated {
	m.Figures = slices.DeleteFunc(slices.Clone(m.Figures), func(f model.Figure) bool {
		return f.Key == "trainS" || f.Key == "per1000S"
	})
	return m
}

// TestEvaluateOnAnOldBench checks that a method's input does not depend on earlier work of the
// engine.
func TestEvaluateOnAnOldBench(t *testing.T) {
	s, classifier, _ := generated(t)
	run := func(s *stage, method model.Method) wire.Evaluated {
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
	fresh.do(wire.Restore{Table: s.do(wire.Pack{}).(wire.Packed).Table})
	fresh.do(wire.Restore{Classifier: classifier.Model})
	if got := run(fresh, "approx"); !reflect.DeepEqual(got, approx) {
		t.Errorf("alone %+v, after another %+v", got, approx)
	}
}

// TestEvaluateEstimatesFromLabels checks that labels of both kinds add an estimate of
// feasibility, by one judge for all methods, and change no other figure.
func TestEvaluateEstimatesFromLabels(t *testing.T) {
	s, _, _ := generated(t)
	p := &s.e.project
	effect := p.Table.Schema.Index("x3")
	label := func(up func(i int) bool) (l model.Labels) {
		var from, to [][]float64
		for i := range 60 {
			row := p.Table.Row(p.Split.Train[i], nil)
			if i < 2 {
				row = p.Table.Row(p.Split.Test[i], nil)
			}
			other := slices.Clone(row)
			if other[effect] += 1; i%2 == 0 {
				other[effect] -= 2
			}
			from, to = append(from, row), append(to, other)
			l.Target, l.Feasible = append(l.Target, 1), append(l.Feasible, up(i))
		}
		l.Factual, l.Counterfactual = wire.NewRows(from), wire.NewRows(to)
		return l
	}
	run := func(method model.Method, l model.Labels) map[string]float64 {
		m := evaluateCommand
		m.Method, m.Told = method, l
		m.CEM = model.Contrast{Beta: 0.6, Kappa: 0.02, Steps: 1}
		s.facts = nil
		s.e.Handle(8, m)
		figures := map[string]float64{}
		for _, f := range timeless(heard[wire.Evaluated](s)).Figures {
			figures[f.Key] = f.Value
		}
		return figures
	}
	mixed := label(func(i int) bool { return i%2 == 1 }) // rises are feasible
	for _, method := range []model.Method{"base", "cem"} {
		without, with := run(method, model.Labels{}), run(method, mixed)
		if with["judge.labels"] != 60 || with["judge.right"] < 0.95 {
			t.Errorf("%s: the judge gets %v of %v labels right", method, with["judge.right"], with["judge.labels"])
		}
		for _, key := range []string{"decoded.estimate", "decoded.heldEstimate", "shown.estimate", "judge.labels",
			"judge.right"} {
			if v, ok := with[key]; !ok || v < 0 || v > 1 && key != "judge.labels" {
				t.Errorf("%s: %s = %v", method, key, with[key])
			}
			delete(with, key)
		}
		if !reflect.DeepEqual(with, without) {
			t.Errorf("%s: labels that nobody learns from change other figures: %v, without %v", method, with, without)
		}
	}
	if got, ok := run("base", label(func(int) bool { return true }))["decoded.estimate"]; ok {
		t.Errorf("labels of one kind: %v", got)
	}
}

// TestEvaluateByAKnownMechanism checks that Model-based on Sangiovese, given the true mechanism
// of the rule's effect, has the results of the paper's experiments for the same table and seed.
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
	m.Method, m.Seed, m.Own, m.Truth, m.Known, m.Knowledge = "model", seed, true, "sangiovese", true,
		causal.Knowledge{Rules: rules}
	s := newStage(t)
	s.do(wire.Sample{Model: "sangiovese", Rows: rows, Seed: 1})
	s.e.Handle(8, m)
	got := timeless(heard[wire.Evaluated](s))

	problem := study.Problem{Name: "sangiovese", From: -1, Truth: truth,
		Constraints: []study.Constraint{{Rules: rules}}}
	b, err := study.NewBench(problem, table, data.NewSplit(table.Outcome, seed), seed, study.Quiet(func() float64 {
		return 0
	}))
	if err != nil {
		t.Fatal(err)
	}
	o, err := b.Run(study.Setting{Method: model.ModelBased, Nodes: []causal.Node{bunch}, Knowledge: m.Knowledge,
		Hard: rules, Train: m.Train})
	if err != nil {
		t.Fatal(err)
	}
	var want wire.Evaluated
	for _, f := range o.Figures() {
		want.Figures = append(want.Figures, model.Figure(f))
	}
	if want = timeless(want); !reflect.DeepEqual(got.Figures, want.Figures) {
		t.Errorf("figures %v, want %v", got.Figures, want.Figures)
	}
	m.Truth = ""
	if got := s.do(m); !refused(got, wire.CodeBadInput) {
		t.Errorf("mechanisms of no model: %+v", got)
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
