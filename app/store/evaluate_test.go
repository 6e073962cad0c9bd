package store

import (
	"math"
	"os"
	"regexp"
	"strconv"
	"testing"

	"causeway/core/wire"
)

// evaluatedAs is a record whose validity tells its method and seed.
func evaluatedAs(m wire.Evaluate) wire.Evaluated {
	v := float64(m.Seed) / 10
	if m.Method == "base" {
		v += 0.5
	}
	return wire.Evaluated{Method: m.Method, Seed: m.Seed, Figures: []wire.Figure{{Key: "decoded.validity", Value: v}}}
}

func TestEvaluation(t *testing.T) {
	p := trained(t)
	p.do(SetEvaluation{EvaluationSettings{Methods: []string{"approx", "base", "magic"}, Seeds: 3, First: 1, From: -1, Labels: 100}})
	equalSlices(t, "methods", p.Evaluation.Settings.Methods, []string{"base", "approx"})
	p.do(RunEvaluation{})
	answer[wire.Pack](p, testPacked)
	run := effect[RunTasks](p)
	equal(t, "tasks", len(run.Tasks), 6)
	for i, task := range run.Tasks {
		if err := task.Body.Validate(); err != nil {
			t.Fatal(err)
		}
		if m := task.Body.(wire.Evaluate); int(m.Seed) != 1+i/2 || task.Group != i/2 || m.Train.Samples != 10 || m.Own {
			t.Errorf("task %d of group %d = %+v", i, task.Group, m)
		}
	}
	p.do(TasksProgress{run.Job, TaskRun{Share: 0.5}})
	equal(t, "progress", p.EvaluationRun.Share, 0.5)
	for _, i := range []int{5, 0, 3, 2} { // in whatever order; tasks 1 and 4 are not done
		p.do(TaskDone{run.Job, i, evaluatedAs(run.Tasks[i].Body.(wire.Evaluate))})
	}
	p.do(PauseEvaluation{})
	effect[PauseTasks](p)
	p.do(ResumeEvaluation{})
	effect[ResumeTasks](p)
	p.do(CancelEvaluation{})
	effect[CancelTasks](p)
	p.do(TasksEnded{run.Job, ""})
	equal(t, "status", p.Notices.Status, "4 of 6 experiments are done.")
	s := p.Evaluation.Summary("base", "decoded.validity")
	if s.N != 2 || math.Abs(s.Mean-0.65) > 1e-12 || math.Abs(s.SD-math.Sqrt(0.005)) > 1e-12 {
		t.Errorf("validity of base = %+v, want 0.6 and 0.7", s)
	}
	equal(t, "seeds of approx", p.Evaluation.Summary("approx", "decoded.validity").N, 2)
	equal(t, "a figure that is not there", p.Evaluation.Summary("approx", "decoded.im1").N, 0)
	p.wantAlert("")

	p.do(TrainGenerator{}) // says nothing about the classifier
	answer[wire.TrainGenerator](p, wire.GeneratorTrained{Model: []byte("g2")})
	equal(t, "results", p.Evaluation.HasResult, true)
	p.do(TrainClassifier{})
	answer[wire.TrainClassifier](p, wire.ClassifierTrained{Model: []byte("c2")})
	equal(t, "results of the old classifier", p.Evaluation.HasResult, false)
}

func TestEvaluationTroubles(t *testing.T) {
	tests := []struct {
		name string
		do   func(p *page)
		says string
	}{
		{"no table", func(p *page) { p.do(RunEvaluation{}) }, sayOpenFirst},
		{"no classifier", func(p *page) { p.loadSample(); p.do(RunEvaluation{}) }, sayClassifierFirst},
		{"no method", func(p *page) { *p = *trained(p.t); p.do(SetEvaluation{}, RunEvaluation{}) }, sayNoMethod},
		{"no rule for the oracle", func(p *page) { *p = *trained(p.t); p.do(RunEvaluation{}) }, sayNoOracle},
		{"the engine dies before", func(p *page) {
			*p = *trained(p.t)
			p.do(SetEvaluation{EvaluationSettings{Methods: []string{"base"}, Own: true, From: -1}}, RunEvaluation{}, EngineDown{Reason: "x"})
			equal(p.t, "phase", p.Evaluation.Phase, BatchIdle)
		}, sayBatchLost},
		{"a training breaks down", func(p *page) {
			*p = *trained(p.t)
			p.do(SetEvaluation{EvaluationSettings{Methods: []string{"base"}, From: -1}}, RunEvaluation{})
			answer[wire.Pack](p, testPacked)
			run := effect[RunTasks](p)
			p.do(TaskDone{run.Job, 0, wire.Failure{Detail: "It broke down."}}, TasksEnded{run.Job, ""})
		}, "It broke down."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPage(t)
			tt.do(p)
			p.wantAlert(tt.says)
		})
	}
}

// The rounds of Example-based have the settings that cmd/paper was tuned to,
// which the page cannot import; of two constraints to those of the first.
func TestRoundsAreThoseOfThePaper(t *testing.T) {
	source, err := os.ReadFile("../../cmd/paper/presets.go")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^\t\{"([a-z-]+)", "example", "(?:c1)?", (\d+), ([\d.]+), ([\d.]+), ([\d.]+), ([\d.]+)\},$`).FindAllSubmatch(source, -1)
	if len(found) < 4 {
		t.Fatalf("%d presets in cmd/paper", len(found))
	}
	for _, f := range found {
		number := func(i int) float64 {
			v, err := strconv.ParseFloat(string(f[i]), 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		r, base := roundPreset(Preset(f[1])), generatorPreset(Preset(f[1]), BaseVAE, testLoaded)
		got := [...]float64{float64(base.Batch), r.Validity, r.Margin, r.Feasibility, r.GiveUp}
		if want := [...]float64{number(2), number(3), number(4), number(5), number(6)}; got != want {
			t.Errorf("%s: %v, cmd/paper has %v", f[1], got, want)
		}
	}
}
