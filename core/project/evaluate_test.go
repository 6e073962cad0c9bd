package project

import (
	"errors"
	"reflect"
	"strings"
	"testing"

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
