package engine

import (
	"runtime"
	"testing"
	"time"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/wire"
)

// ticking returns a stage with a table and a clock that advances whenever it is read.
func ticking(t *testing.T, rows int) *stage {
	s := newStage(t)
	s.do(wire.Sample{Model: "simple-bn", Rows: rows, Seed: 3})
	s.e.now = func() float64 { s.pass(1); return s.now() }
	return s
}

// heard waits for a fact of a given type.
func heard[T wire.Message](s *stage) T {
	s.t.Helper()
	for range 2000 {
		if m := all[T](s); len(m) > 0 {
			return m[len(m)-1]
		}
		time.Sleep(5 * time.Millisecond)
	}
	s.t.Fatalf("no %T in %v", *new(T), s.kinds())
	panic("unreachable")
}

// trueGraph is the graph of Simple-BN, with a mechanism and a rule.
var trueGraph = causal.Knowledge{
	Edges:      []causal.Edge{{From: 0, To: 2, Sign: causal.Rises}, {From: 1, To: 2, Sign: causal.Rises}},
	Mechanisms: []causal.Assignment{{Feature: 2}},
	Rules:      []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}},
}

func TestCheckGraph(t *testing.T) {
	s := ticking(t, 10_000)
	row := s.e.project.Table.Row(0, nil)
	lower := []float64{row[0] - 1, row[1], row[2]}
	s.e.Handle(4, wire.CheckGraph{Knowledge: trueGraph, Factual: wire.NewFloats(row, 3),
		Found: wire.NewRows([][]float64{row, lower})})
	m := heard[wire.GraphChecked](s)
	if len(m.Edges) != 2 || m.Edges[0].Verdict != causal.Agrees || m.Edges[1].Dependence.Strength < 0.5 ||
		len(m.Missing) != 0 || m.Tests != 1 || m.Rows != 8000 {
		t.Errorf("got %+v", m)
	}
	if len(m.Rules) != 2 || m.Pairs != 1500 || m.Found != 2 || m.Rules[0].FoundBroken != 1 {
		t.Errorf("rules: %+v", m)
	}
	if b := m.Rules[0].Broken; b < 300 || b > 1200 {
		t.Errorf("%d of %d neighbours have a smaller x1, want about half", b, m.Pairs)
	}
}

func TestSearchGraph(t *testing.T) {
	s := ticking(t, 5000)
	s.e.Handle(4, wire.SearchGraph{Alpha: 0.01, MaxGiven: 3})
	m := heard[wire.GraphSuggested](s)
	if len(m.Edges) != 2 || !m.Edges[0].Directed || m.Edges[0].To != 2 || m.Edges[1].To != 2 {
		t.Errorf("got %+v", m)
	}
	if p := all[wire.Searching](s); len(p) == 0 || p[0].Total != 3 {
		t.Errorf("progress %+v", p)
	}
	s.left(0)
}

func TestPlotEdge(t *testing.T) {
	s := ticking(t, 2000)
	m, ok := s.do(wire.PlotEdge{Knowledge: trueGraph, From: 0, To: 2}).(wire.EdgePlot)
	if !ok || m.From != 0 || m.To != 2 || m.Fitted || len(m.X) != 300 || m.Rows != 1600 || m.Explained < 0.7 {
		t.Errorf("got %+v", m)
	}
	if f, ok := s.do(wire.PlotEdge{Knowledge: trueGraph, From: 2, To: 0}).(wire.Failure); !ok || !sentence(f.Detail) {
		t.Errorf("got %+v, want a refusal", f)
	}
}

func TestQuestionsAboutAGraphThatDoesNotFit(t *testing.T) {
	loop := causal.Knowledge{Edges: []causal.Edge{{From: 0, To: 1}, {From: 1, To: 0}}}
	far := causal.Knowledge{Rules: []causal.Rule{{Kind: causal.Immutable, Feature: 9}}}
	short := wire.NewRows([][]float64{{1, 2}})
	for _, m := range []wire.Message{
		wire.CheckGraph{Knowledge: loop}, wire.CheckGraph{Knowledge: far},
		wire.PlotEdge{Knowledge: loop, From: 0, To: 1},
		wire.SearchGraph{Knowledge: far, Alpha: 0.01},
		wire.CheckGraph{Factual: wire.NewFloats([]float64{1, 2}, 2), Found: short},
	} {
		f, ok := ticking(t, 200).do(m).(wire.Failure)
		if !ok || f.Code != wire.CodeBadInput || !sentence(f.Detail) {
			t.Errorf("%T: got %+v", m, f)
		}
		if f, ok := newStage(t).do(m).(wire.Failure); !ok || f.Code != wire.CodeNotReady {
			t.Errorf("%T without a table: got %+v", m, f)
		}
	}
}

// left waits until only n inquiries remain.
func (s *stage) left(n int) {
	for {
		s.e.mu.Lock()
		now := len(s.e.inquiries)
		s.e.mu.Unlock()
		if now == n {
			return
		}
		runtime.Gosched()
	}
}

// held starts an inquiry that runs until it is canceled.
func held(s *stage) {
	s.e.mu.Lock()
	defer s.e.mu.Unlock()
	err := s.e.inquire(4, func(q *inquiry) (wire.Message, error) {
		for {
			if err := q.tick(); err != nil {
				return nil, err
			}
		}
	})
	if err != nil {
		s.t.Error(err)
	}
}

func TestAnInquiryIsCanceledAndAnswersOthersMeanwhile(t *testing.T) {
	s := ticking(t, 200)
	held(s)
	if _, ok := s.do(wire.Rows{Part: data.AllRows, Limit: 1}).(wire.Page); !ok {
		t.Errorf("got %v", s.kinds())
	}
	s.e.Handle(4, wire.Cancel{})
	<-s.done
	s.expect("9 Loaded", "9 Page", "4 Canceled")
	s.left(0)
	s.e.Handle(4, wire.Cancel{})
	if f := all[wire.Failure](s); len(f) != 1 {
		t.Errorf("canceled twice: %v", s.kinds())
	}
}

func TestANewTableEndsInquiries(t *testing.T) {
	s := ticking(t, 200)
	held(s)
	s.do(wire.Sample{Model: "simple-bn", Rows: 100})
	s.expect("9 Loaded", "4 Canceled", "9 Loaded")
}

// TestCheckWhileTraining checks a graph while a training runs.
func TestCheckWhileTraining(t *testing.T) {
	s := ticking(t, 2000)
	s.e.Handle(1, wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 1, Epochs: 10_000, Batch: 32,
		LearningRate: 0.01, Hidden: 10}})
	s.e.Handle(4, wire.CheckGraph{Knowledge: trueGraph})
	heard[wire.GraphChecked](s)
	if len(all[wire.ClassifierTrained](s)) != 0 {
		t.Skip("the training was faster")
	}
	s.e.Handle(1, wire.Cancel{})
	if heard[wire.Canceled](s).Kept { // at least one epoch was finished
		heard[wire.ClassifierTrained](s)
	}
}
