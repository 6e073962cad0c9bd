package store

import (
	"math"
	"testing"

	"causeway/core/causal"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/sketch"
	"causeway/core/wire"
)

// evaluatedAs is a record whose validity encodes its method and seed.
func evaluatedAs(m wire.Evaluate) wire.Evaluated {
	v := float64(m.Seed) / 10
	if m.Method == "base" {
		v += 0.5
	}
	return wire.Evaluated{Method: string(m.Method), Seed: m.Seed,
		Figures: []model.Figure{{Key: "decoded.validity", Value: v}}}
}

func TestEvaluation(t *testing.T) {
	p := trained(t)
	p.do(SetEvaluation{document.Evaluation{Methods: []string{"approx", "base", "magic"}, Seeds: 3, First: 1, From: -1,
		Labels: 100}})
	equalSlices(t, "methods", p.Evaluation.Settings.Methods, []string{"base", "approx"})
	p.do(RunEvaluation{})
	answer[wire.Pack](p, testPacked)
	run := effect[RunTasks](p)
	equal(t, "tasks", len(run.Tasks), 6)
	for i, task := range run.Tasks {
		if m := task.Body.(wire.Evaluate); m.Check() != nil || int(m.Seed) != 1+i/2 || task.Group != i/2 ||
			m.Train.Samples != 10 || m.Own {
			t.Errorf("task %d of group %d = %+v", i, task.Group, m)
		}
	}
	p.do(TasksProgress{run.Job, TaskRun{Share: 0.5}})
	equal(t, "progress", p.EvaluationRun.Share, 0.5)
	for _, i := range []int{5, 0, 3, 2} { // in any order; tasks 1 and 4 are not done
		p.do(TaskDone{run.Job, i, evaluatedAs(run.Tasks[i].Body.(wire.Evaluate))})
	}
	p.do(Pause{TheEvaluation})
	tasksTold[wire.Pause](p)
	p.do(Resume{TheEvaluation})
	tasksTold[wire.Resume](p)
	p.do(Cancel{TheEvaluation})
	tasksTold[wire.Cancel](p)
	p.do(TasksEnded{run.Job, ""})
	equal(t, "status", p.Notices.Status, "4 of 6 experiments are done.")
	s := p.Evaluation.Summary(0, "decoded.validity")
	if s.N != 2 || math.Abs(s.Mean-0.65) > 1e-12 || math.Abs(s.SD-math.Sqrt(0.005)) > 1e-12 {
		t.Errorf("validity of base = %+v, want 0.6 and 0.7", s)
	}
	equal(t, "seeds of approx", p.Evaluation.Summary(1, "decoded.validity").N, 2)
	equal(t, "a figure that is not there", p.Evaluation.Summary(1, "decoded.im1").N, 0)
	p.wantAlert("")

	p.do(TrainGenerator{}) // does not describe the classifier
	answer[wire.TrainGenerator](p, wire.GeneratorTrained{Model: []byte("g2")})
	equal(t, "results", p.Evaluation.HasResult, true)
	p.do(TrainClassifier{})
	answer[wire.TrainClassifier](p, wire.ClassifierTrained{Model: []byte("c2")})
	equal(t, "results of the old classifier", p.Evaluation.HasResult, false)
}

// Besides each method, other weights of its terms and smaller label counts are compared.
func TestEntrants(t *testing.T) {
	p := trained(t)
	p.do(AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease}})
	p.do(SetEvaluation{document.Evaluation{Methods: document.Methods(), Seeds: 2, From: -1, Labels: 100, Weights: true,
		Curve: true}})
	p.do(RunEvaluation{})
	answer[wire.Pack](p, testPacked)
	run := effect[RunTasks](p)
	weights, labels := map[string][]float64{}, []int{}
	for i, e := range p.Evaluation.Entrants {
		m := run.Tasks[i].Body.(wire.Evaluate)
		if err := m.Check(); err != nil {
			t.Errorf("%+v: %v", e, err)
		}
		if e.As != document.AsLabels && e.Weight() > 0 {
			weights[e.Method] = append(weights[e.Method], e.Weight())
		}
		if e.Method == "example" && e.As != document.AsWeight {
			labels = append(labels, m.Labels)
		}
	}
	equal(t, "tasks", len(run.Tasks), p.Evaluation.Experiments())
	equalSlices(t, "weights of Model-approx", weights["approx"], []float64{10, 1, 3, 30, 100})
	equalSlices(t, "weights of Example-based", weights["example"], []float64{60, 6, 18, 180, 600})
	equalSlices(t, "labels", labels, []int{100, 0, 25, 50, 75})
	if len(p.Evaluation.Rules) != 1 {
		t.Errorf("rules = %v", p.Evaluation.Rules)
	}

	for i, e := range p.Evaluation.Entrants { // any can become the generator's
		g, ok := e.Generator(p.Generator.Settings)
		if m := model.Method(e.Method); ok != (e.Method != "cem" && e.Method != "example" && !m.Peer()) {
			t.Errorf("%s can be a generator: %v", e.Method, ok)
		}
		if ok {
			p.do(SetGenerator{g})
			equal(t, "chosen", p.Evaluation.Chosen(p.Generator.Settings), i)
		}
	}
	equal(t, "old rules", p.Evaluation.OldRules, false)
	p.do(AddRule{Rule: causal.Rule{Kind: causal.Immutable, Feature: 1}})
	equal(t, "old rules", p.Evaluation.OldRules, true)
}

// The switch for a known mechanism applies only to the table for which it is offered.
func TestAKnownMechanismIsThatOfItsTable(t *testing.T) {
	for kind, want := range map[model.Kind]bool{model.SimpleBN: false, model.Sangiovese: true} {
		p := trained(t)
		p.Generator.Preset, p.Data.origin = kind, origin{sample: true, model: kind}
		p.do(SetEvaluation{document.Evaluation{Methods: []string{"base"}, Seeds: 1, From: -1, Known: true}},
			RunEvaluation{})
		answer[wire.Pack](p, testPacked)
		asked := effect[RunTasks](p).Tasks[0].Body.(wire.Evaluate)
		if asked.Known != want || asked.Truth != string(kind) || p.Data.KnowsMechanism(kind) != want {
			t.Errorf("%s: %+v, want known %v", kind, asked, want)
		}
	}
}

func TestEvaluationAsCSV(t *testing.T) {
	p := trained(t)
	p.do(SetEvaluation{document.Evaluation{Methods: []string{"base", "cem"}, Seeds: 2, First: 4, From: -1}},
		RunEvaluation{})
	answer[wire.Pack](p, testPacked)
	run := effect[RunTasks](p)
	figures := []model.Figure{{Key: "trainS", Value: 1.0 / 3}, {Key: "decoded.contProximity", Value: -2.5}}
	for i, n := range []int{2, 0, 1} { // of four
		p.do(TaskDone{run.Job, i, wire.Evaluated{Method: "base", Figures: figures[:n]}})
	}
	want := "method,weight,labels,seed,trainS,decoded.contProximity\r\nbase,,,4,0.3333333333333333,-2.5\r\nbase,,,5,0" +
		".3333333333333333,\r\n"
	if got := string(p.Evaluation.CSV()); got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
	times, ok := p.Evaluation.Times(0)
	equal(t, "times are known", ok, false) // no time per thousand
	equal(t, "training time", times.Train, 1.0/3)
}

func TestEvaluationTroubles(t *testing.T) {
	tests := []struct {
		name string
		do   func(p *page)
		says string
	}{
		{"no table", func(p *page) { p.do(RunEvaluation{}) }, sayOpenFirst},
		{"no classifier", func(p *page) { p.loadSample(); p.do(RunEvaluation{}) }, sayClassifierFirst},
		{"no method by the time that the table is packed", func(p *page) {
			*p = *trained(p.t)
			p.do(RunEvaluation{}, SetEvaluation{})
			answer[wire.Pack](p, testPacked)
			p.wantAlert(sayNoMethod)
			equal(p.t, "phase", p.Evaluation.Phase, Resting)
		}, sayNoMethod},
		{"no method", func(p *page) { *p = *trained(p.t); p.do(SetEvaluation{}, RunEvaluation{}) }, sayNoMethod},
		{"no rule for the oracle", func(p *page) {
			*p = *trained(p.t)
			p.do(SetEvaluation{document.Evaluation{Methods: []string{"example"}, From: -1}}, RunEvaluation{})
		}, sayNoOracle},
		{"the engine dies before", func(p *page) {
			*p = *trained(p.t)
			p.do(SetEvaluation{document.Evaluation{Methods: []string{"base"}, Own: true, From: -1}}, RunEvaluation{},
				EngineDown{Reason: "x"})
			equal(p.t, "phase", p.Evaluation.Phase, Resting)
		}, sayBatchLost},
		{"a training breaks down", func(p *page) {
			*p = *trained(p.t)
			p.do(SetEvaluation{document.Evaluation{Methods: []string{"base"}, From: -1}}, RunEvaluation{})
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

// Held is judged after effects have followed, feasibility as if nothing followed. Once a feature
// should follow, older results are out of date.
func TestEvaluationLetsEffectsFollow(t *testing.T) {
	p := trained(t)
	packed := false
	run := func() wire.Evaluate {
		t.Helper()
		p.do(SetEvaluation{document.Evaluation{Methods: []string{"base"}, Seeds: 1, From: -1}}, RunEvaluation{})
		if !packed {
			answer[wire.Pack](p, testPacked)
		}
		packed = true
		tasks := effect[RunTasks](p)
		m := tasks.Tasks[0].Body.(wire.Evaluate)
		p.do(TaskDone{tasks.Job, 0, evaluatedAs(m)}, TasksEnded{tasks.Job, ""})
		return m
	}
	drawn := sketch.Node{Form: sketch.Linear}
	p.do(AddEdge{sketch.Edge{From: 1, To: 0, Sign: causal.Rises}}, SetNode{Node: 0, To: drawn})
	run()
	equal(t, "follows without a state", p.Evaluation.Follows(), false)
	rules := len(p.Evaluation.Rules)
	drawn.State = causal.Following
	p.do(SetNode{Node: 0, To: drawn})
	equal(t, "old", p.Evaluation.OldRules, true)
	m := run()
	equalSlices(t, "asked to follow", m.Knowledge.Followers(p.Data.Table.Schema), []int{0})
	equal(t, "follows", p.Evaluation.Follows(), true)
	equal(t, "rules that feasibility is judged by", len(p.Evaluation.Rules), rules)
	equal(t, "old", p.Evaluation.OldRules, false)
}
