package project

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/model"
	"causeway/core/sim"
	"causeway/core/study"
)

// An opened project is evaluated once its rows are there: the same experiment gives
// the same figures whatever was evaluated before it, and ends when it is told to.
func TestEvaluate(t *testing.T) {
	f := open(t, "approx")
	x := Experiment{Method: model.BaseVAE, Seed: 3, From: -1, Knowledge: f.Saved.Graph.Knowledge(),
		Train: model.Recipe{Epochs: 1, Batch: 64, Samples: 2, LearningRate: 0.01, Validity: 10, Margin: 0.1}}
	var r Refusal
	if _, err := f.Evaluate(x); !errors.As(err, &r) || r.Kind != NotReady {
		t.Fatalf("without rows: %v", err)
	}
	if err := f.Take(sim.SimpleBN(400, 3)); err != nil {
		t.Fatal(err)
	}
	quiet := study.Quiet(func() float64 { return 0 })
	figures := func(x Experiment) []study.Figure {
		t.Helper()
		run, err := f.Evaluate(x)
		if err != nil {
			t.Fatal(err)
		}
		o, err := run(quiet)
		if err != nil {
			t.Fatal(err)
		}
		return o.Figures()
	}
	first := figures(x)
	shared, other := x, x
	shared.Method, shared.Train.Feasibility = model.ModelApprox, 10
	other.Seed = 4
	if len(first) < 10 || reflect.DeepEqual(first, figures(shared)) || reflect.DeepEqual(first, figures(other)) {
		t.Errorf("%d figures, or those of another experiment", len(first))
	}
	if again := figures(x); !reflect.DeepEqual(again, first) {
		t.Errorf("got %v\nwant %v", again, first)
	}
	for name, spoil := range map[string]func(*Experiment){
		"a class that is not there": func(x *Experiment) { x.From = 7 },
		"a graph of another table": func(x *Experiment) {
			x.Knowledge = open(t, "model").Saved.Graph.Knowledge()
			x.Knowledge.Edges[0].To = 9
		},
	} {
		wrong := x
		spoil(&wrong)
		if _, err := f.Evaluate(wrong); !errors.As(err, &r) || !strings.HasSuffix(r.Detail, ".") {
			t.Errorf("%s: got %v", name, err)
		}
	}
	stop := errors.New("stopped")
	host := quiet
	host.Tick = func() error { return stop }
	x.Own = true
	run, err := f.Evaluate(x)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run(host); !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
}

// What an evaluation says is held is judged while effects follow by the knowledge, of every
// method: an answer counts by what it acts on. Learned search gives no effect another value.
func TestAnEvaluationLetsEffectsFollow(t *testing.T) {
	f := finished(t, "simple-bn")
	run := func(m model.Method, k causal.Knowledge) *study.Outcome {
		t.Helper()
		x := Experiment{Method: m, Seed: 3, From: -1, Knowledge: k,
			Train: model.Recipe{Epochs: 2, Batch: 64, Samples: 2, LearningRate: 0.01, Validity: 10, Feasibility: 10, Margin: 0.1}}
		do, err := f.Evaluate(x)
		if err != nil {
			t.Fatal(err)
		}
		o, err := do(study.Quiet(func() float64 { return 0 }))
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	free := f.Saved.Graph.Knowledge().Free()
	follows := following(free, 2)
	for _, m := range []model.Method{model.BaseVAE, model.Distilled} {
		as, let := run(m, free), run(m, follows)
		moved := 0
		for i, after := range let.Judged.After {
			if answer := let.Judged.Counterfactual[i]; math.Abs(after[2]-answer[2]) > f.Schema.Features[2].Step() {
				moved++
			}
		}
		switch {
		case m == model.Distilled && moved > 0:
			t.Errorf("%s: %d answers have the effect where it does not follow to", m, moved)
		case m == model.BaseVAE && (moved == 0 || let.Answers.Held == as.Answers.Held):
			t.Errorf("%s holds %v while the effect follows and %v as written; %d answers move", m, let.Answers.Held, as.Answers.Held, moved)
		case let.Decoded.Monotone == nil != (as.Decoded.Monotone == nil):
			t.Errorf("%s: the paper's score is that of another rule", m)
		}
	}
}
