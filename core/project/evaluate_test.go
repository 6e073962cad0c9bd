package project

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/model"
	"causeway/core/sim"
	"causeway/core/study"
)

// TestEvaluate checks that an opened project can be evaluated once it has its rows. The same
// experiment must have the same figures whatever was evaluated before, and stop when told to.
func TestEvaluate(t *testing.T) {
	f := open(t, "approx")
	x := model.Experiment{Method: model.BaseVAE, Seed: 3, From: -1, Knowledge: f.Saved.Graph.Knowledge(),
		Train: model.Recipe{Epochs: 1, Batch: 64, Samples: 2, LearningRate: 0.01, Validity: 10, Margin: 0.1}}
	var r Refusal
	if _, err := f.Evaluate(x); !errors.As(err, &r) || r.Kind != NotReady {
		t.Fatalf("without rows: %v", err)
	}
	if err := f.Take(sim.SimpleBN(400, 3)); err != nil {
		t.Fatal(err)
	}
	quiet := study.Quiet(func() float64 { return 0 })
	figures := func(x model.Experiment) []study.Figure {
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
	for name, spoil := range map[string]func(*model.Experiment){
		"a class that is not there": func(x *model.Experiment) { x.From = 7 },
		"a graph of another table": func(x *model.Experiment) {
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

// TestAnEvaluationLetsEffectsFollow checks that all methods are judged with effects computed
// according to the knowledge. An answer counts by what it acts on, and its rows must not change.
// Action VAE takes this into account and never sets an effect to another value. Nor do the
// displayed rows of any method.
func TestAnEvaluationLetsEffectsFollow(t *testing.T) {
	f := finished(t, "simple-bn")
	const effect = 2
	run := func(m model.Method, k causal.Knowledge) *study.Outcome {
		t.Helper()
		x := model.Experiment{Method: m, Seed: 3, From: -1, Knowledge: k,
			Train: model.Recipe{Epochs: 2, Batch: 64, Samples: 2, LearningRate: 0.01, Validity: 10, Feasibility: 10,
				Margin: 0.1}}
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
	follows := following(free, effect)
	scm, err := follows.Fit(f.Table, f.Split.Train)
	if err != nil {
		t.Fatal(err)
	}
	node, _ := scm.Node(effect)
	mean := func(row []float64) float64 {
		var in []float64
		for _, p := range node.Parents {
			in = append(in, row[p])
		}
		return node.Mechanism.Mean(in)
	}
	methods := []model.Method{model.BaseVAE, "dice-random", model.Actions}
	var written []*study.Outcome
	for _, m := range methods {
		written = append(written, run(m, free))
	}
	for n, m := range methods {
		as, let := written[n], run(m, follows)
		if m != model.Actions && (!reflect.DeepEqual(as.Made.Decoded, let.Made.Decoded) ||
			!reflect.DeepEqual(as.Decoded, let.Decoded)) {
			t.Errorf("%s gives other rows where effects follow, or they have other scores", m)
		}
		held, moved := 0, 0
		for i, factual := range let.Judged.Factual {
			answer, after := let.Judged.Counterfactual[i], slices.Clone(let.Judged.Counterfactual[i])
			after[effect] = factual[effect] + mean(answer) - mean(factual)
			if math.Abs(after[effect]-answer[effect]) > f.Schema.Features[effect].Step() {
				moved++
			}
			if f.Ask(after)[0].Class == let.Judged.Target[i] && (answer[0] != factual[0] || answer[1] != factual[1]) {
				held++
			}
		}
		switch got := int(math.Round(let.Answers.Held * float64(len(let.Judged.Factual)))); {
		case got != held:
			t.Errorf("%s holds %d answers, by hand %d", m, got, held)
		case m == model.Actions && moved > 0:
			t.Errorf("%s: %d answers have the effect where it does not follow to", m, moved)
		case m != model.Actions && (moved == 0 || let.Answers.Held >= as.Answers.Held):
			t.Errorf("%s holds %v while the effect follows and %v as written; %d answers move", m, let.Answers.Held,
				as.Answers.Held, moved)
		}
		shown := 0
		for i, rows := range let.Gallery.Shown {
			for _, row := range rows {
				shown++
				if factual := let.Gallery.Factual[i]; math.Abs(
					row[effect]-factual[effect]-mean(row)+mean(factual)) > f.Schema.Features[effect].Step() {
					t.Errorf("%s: row %d is shown %v, whose effect does not follow", m, i, row)
				}
			}
		}
		if shown == 0 && m.Trains() {
			t.Errorf("%s shows nothing", m)
		}
		if own := let.Answers.Own; own != nil && own.Changes > 2 {
			t.Errorf("%s changes %v features, of which two can be acted on", m, own.Changes)
		}
	}
}
