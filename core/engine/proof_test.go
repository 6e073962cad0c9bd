package engine

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/wire"
)

// drawn is a plausible graph for Simple-BN: x1 and x2 raise x3 by a formula.
var drawn = causal.Knowledge{
	Edges: []causal.Edge{{From: 0, To: 2, Sign: causal.Rises, Strict: true},
		{From: 1, To: 2, Sign: causal.Rises, Strict: true}},
	Mechanisms: []causal.Assignment{{Feature: 2, Form: causal.Given,
		Formula: "x1^2/3240 + x1*x2/1620 + x2^2/3240 + 10"}},
	Rules: []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 1, Soft: true}},
}

func training(t *testing.T, s *stage, m wire.TrainGenerator) wire.GeneratorTrained {
	t.Helper()
	s.e.Handle(50, m)
	s.wait()
	done := all[wire.GeneratorTrained](s)
	if len(done) == 0 {
		t.Fatalf("%s: %+v", m.Method, s.facts[len(s.facts)-1].fact)
	}
	return done[len(done)-1]
}

func TestTrainWithKnowledge(t *testing.T) {
	s, _ := trained(t)
	want := map[model.Method]string{
		model.BaseVAE:     "proximity|validity|KL|validation loss",
		model.ModelBased:  "proximity|validity|mechanism of x3|rule of x2|rule of x3 by its causes|KL|validation loss",
		model.ModelApprox: "proximity|validity|mechanism of x3|rule of x2|rule of x3 by its causes|KL|validation loss",
	}
	models := map[string]model.Method{}
	for _, method := range []model.Method{model.BaseVAE, model.ModelBased, model.ModelApprox} {
		m := generatorCommand
		m.Epochs, m.Method, m.Feasibility, m.Knowledge = 2, method, 20, drawn
		g := training(t, s, m)
		if other, again := models[string(g.Model)]; again {
			t.Errorf("%s and %s gave the same model", method, other)
		}
		models[string(g.Model)] = method
		e := all[wire.Epoch](s)
		var names []string
		for _, term := range e[len(e)-1].Terms {
			names = append(names, term.Name)
		}
		if got := strings.Join(names, "|"); got != want[method] {
			t.Errorf("%s: terms %s, want %s", method, got, want[method])
		}
	}
}

// TestWarmStart checks that a warm start with almost no training stays near the initial
// generator, and that a cold one does not.
func TestWarmStart(t *testing.T) {
	s, _, g := generated(t)
	m := generatorCommand
	m.Epochs, m.LearningRate, m.Warm = 1, 1e-6, g.Model
	if warm := training(t, s, m); warm.Decoded.Validity < g.Decoded.Validity-0.05 || bytes.Equal(warm.Model, g.Model) {
		t.Errorf("validity %v after a warm start at %v", warm.Decoded.Validity, g.Decoded.Validity)
	}
	m.Warm = []byte("junk")
	if f, ok := s.do(m).(wire.Failure); !ok || f.Code != wire.CodeBadInput || !sentence(f.Detail) {
		t.Errorf("got %+v", f)
	}
}

func TestGraphsThatCannotBeLearned(t *testing.T) {
	s, _ := trained(t)
	for name, k := range map[string]causal.Knowledge{
		"a cycle":            {Edges: []causal.Edge{{From: 0, To: 1}, {From: 1, To: 0}}},
		"a feature too many": {Rules: []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 3}}},
		"a bad formula": {Edges: drawn.Edges,
			Mechanisms: []causal.Assignment{{Feature: 2, Form: causal.Given, Formula: "x1 +"}}},
		"a formula not for these": {Edges: drawn.Edges,
			Mechanisms: []causal.Assignment{{Feature: 2, Form: causal.Given, Formula: "log(x1-1000)"}}},
	} {
		m := generatorCommand
		m.Method, m.Knowledge = model.ModelBased, k
		if f, ok := s.do(m).(wire.Failure); !ok || f.Code != wire.CodeBadInput || !sentence(f.Detail) ||
			strings.Contains(f.Detail, "causal:") {
			t.Errorf("%s: got %+v", name, f)
		}
	}
}

func (s *stage) explain(m wire.Explain) wire.Explained {
	s.t.Helper()
	m.Target, m.Budget, m.Seed = -1, 200, 1
	if m.Count == 0 {
		m.Count = 4
	}
	x, ok := s.do(m).(wire.Explained)
	if !ok {
		s.t.Fatalf("got %+v", s.facts[len(s.facts)-1].fact)
	}
	return x
}

func TestProof(t *testing.T) {
	s, _, _ := generated(t)
	schema := s.e.project.Table.Schema
	own := []causal.Rule{{Kind: causal.Range, Feature: 0, Min: 0, Max: 60, Local: true}}
	rules := append(drawn.AllRules(schema), own...)
	soft := 0
	scm, err := drawn.Fit(s.e.project.Table, s.e.project.Split.Train)
	if err != nil {
		t.Fatal(err)
	}
	degrees := causal.NewDegrees(scm, s.e.project.Table, s.e.project.Split.Train, nil)
	for n, row := range s.do(wire.Rows{Part: data.TestRows, Limit: 40}).(wire.Page).Values.Rows() {
		x := s.explain(wire.Explain{Row: wire.NewFloats(row, len(row)), Knowledge: drawn, Rules: own})
		if len(x.Laws) != 3 || !x.Laws[0].Soft || !x.Laws[1].Entailed || !x.Laws[2].Local || x.Laws[2].Entailed {
			t.Fatalf("laws = %+v", x.Laws)
		}
		if !x.HasDegree || x.NoDegree != "" {
			t.Fatal("no degree of feasibility")
		}
		for _, c := range x.Rows {
			for i, r := range rules {
				v := r.Verdict(schema, row, c.Row)
				if v != c.Proof[i] {
					t.Errorf("row %d: proof %+v, want %+v", n, c.Proof[i], v)
				}
				if !v.Pass && !r.Soft {
					t.Errorf("row %d: %s", n, v.Sentence)
				}
				if !v.Pass {
					soft++
				}
			}
			if want := degrees.Of(c.Row); c.Degree != want {
				t.Errorf("row %d: degree %v, want %v", n, c.Degree, want)
			}
		}
	}
	if soft == 0 {
		t.Error("no shown row breaks the soft rule; the test proves nothing about it")
	}
}

func TestWhyNone(t *testing.T) {
	s, _, _ := generated(t)
	row := s.e.project.Table.Row(s.e.project.Split.Test[0], nil)
	var frozen []causal.Rule
	for j := range row {
		frozen = append(frozen, causal.Rule{Kind: causal.Immutable, Feature: j, Local: true})
	}
	ask := wire.Explain{Row: wire.NewFloats(row, len(row)), Knowledge: causal.Knowledge{Rules: drawn.Rules},
		Rules: frozen}
	none := s.explain(ask)
	if len(none.Rows) != 0 || len(none.Relaxed) == 0 {
		t.Fatalf("with everything frozen: %d found, %d relaxations", len(none.Rows), len(none.Relaxed))
	}
	r := none.Relaxed[0]
	for i, v := range r.Row.Proof {
		if !v.Pass && !none.Laws[i].Soft && !slices.Contains(r.Without, i) {
			t.Errorf("the relaxation %v frees a row that breaks %q", r.Without, v.Sentence)
		}
	}
	ask.Without = r.Without
	freed := s.explain(ask)
	if len(freed.Rows) == 0 || !reflect.DeepEqual(freed.Rows[0].Proof[0].Sentence, r.Row.Proof[0].Sentence) &&
		freed.Rows[0].Changed > r.Row.Changed {
		t.Errorf("without %v: %+v", r.Without, freed.Rows)
	}
	if !freed.Laws[r.Without[0]].GivenUp {
		t.Error("a rule that was given up is not named so")
	}

	ask.Rules = []causal.Rule{{Kind: causal.Range, Feature: 0, Min: -5, Max: -1, Local: true},
		{Kind: causal.OnlyIncrease, Feature: 0, Local: true}}
	ask.Without = nil
	if c := s.explain(ask); len(c.Conflicts) != 1 || !sentence(c.Conflicts[0]) || len(c.Relaxed) == 0 {
		t.Errorf("conflicts %q, %d relaxations", c.Conflicts, len(c.Relaxed))
	}
	ask.Rules = []causal.Rule{{Kind: causal.Allowed, Feature: 0, Levels: []int{1}, Local: true}}
	if f, ok := s.do(wire.Explain{Search: document.Search{Target: -1, Count: 1, Budget: 1}, Row: ask.Row,
		Rules: ask.Rules}).(wire.Failure); !ok || !sentence(f.Detail) {
		t.Errorf("got %+v", f)
	}
}

func TestSamples(t *testing.T) {
	for model, want := range map[string]string{"simple-bn": "Simple-BN", "sangiovese": "Sangiovese",
		"census": "Synthetic census"} {
		l, ok := newStage(t).do(wire.Sample{Model: model, Rows: 300, Seed: 3}).(wire.Loaded)
		if !ok || l.Name != want || l.Rows != 300 {
			t.Errorf("%s: got %q with %d rows", model, l.Name, l.Rows)
		}
	}
	plain := newStage(t).do(wire.Sample{Model: "simple-bn", Rows: 300, Seed: 3}).(wire.Loaded)
	drawn := newStage(t).do(wire.Sample{Model: "simple-bn", Rows: 300, Seed: 3, Drawn: true}).(wire.Loaded)
	if !reflect.DeepEqual(plain.Head, drawn.Head) || plain.Hash == drawn.Hash {
		t.Error("a drawn outcome changes the features, or nothing")
	}
}

// TestRestoreWithMechanisms checks that another engine can use a generator with mechanisms, given
// only its state.
func TestRestoreWithMechanisms(t *testing.T) {
	s, c := trained(t)
	m := generatorCommand
	m.Epochs, m.Method, m.Feasibility, m.Knowledge = 3, model.ModelBased, 10, drawn
	g := training(t, s, m)
	fresh := newStage(t)
	fresh.do(wire.Sample{Model: "simple-bn", Rows: 2000, Seed: 3})
	if got := fresh.do(wire.Restore{Classifier: c.Model, Generator: g.Model}); got != (wire.Restored{Classifier: true,
		Generator: true, AUC: c.AUC}) {
		t.Fatalf("got %+v", got)
	}
	row := s.e.project.Table.Row(s.e.project.Split.Test[0], nil)
	ask := wire.Explain{Row: wire.NewFloats(row, len(row))}
	if a, b := s.explain(ask), fresh.explain(ask); len(a.Rows) == 0 || !reflect.DeepEqual(a.Rows, b.Rows) {
		t.Errorf("found %+v, and by the other engine %+v", a.Rows, b.Rows)
	}
	m.Warm = g.Model
	training(t, fresh, m)
}
