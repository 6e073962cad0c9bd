package store

import (
	"reflect"
	"testing"

	"causeway/core/causal"
	"causeway/core/model"
	"causeway/core/sketch"
	"causeway/core/wire"
)

func TestAMethodBringsItsPreset(t *testing.T) {
	p := newPage(t)
	p.loadSample()
	g := p.Generator.Settings
	g.Epochs, g.Method = 7, model.ModelApprox
	p.do(SetGenerator{g})
	got := p.Generator.Settings
	if got.Epochs != 7 || got.Feasibility != 10 || got.Samples != 10 || got.Method != model.ModelApprox {
		t.Errorf("settings = %+v, want Model-approx's with 7 epochs", got)
	}
	p.do(Undo{})
	equal(t, "method after undo", p.Generator.Settings.Method, model.Actions)
}

func TestTheGeneratorLearnsFromTheGraph(t *testing.T) {
	p := newPage(t)
	p.loadSample()
	p.trainClassifier()
	p.do(AddRule{causal.Rule{Kind: causal.OnlyIncrease, Feature: 0}})
	g := p.Generator.Settings
	g.Method = model.ModelApprox
	p.do(SetGenerator{g}, TrainGenerator{})
	m := answer[wire.TrainGenerator](p, wire.GeneratorTrained{Model: []byte("g")})
	if m.Method != model.ModelApprox || m.Feasibility != 10 || len(m.Knowledge.Rules) != 1 || m.Warm != nil {
		t.Errorf("command = %+v", m)
	}
	outdated := func() bool { return p.Generator.Outdated }
	if outdated() {
		t.Error("a fresh generator is out of date")
	}
	p.do(AddRule{causal.Rule{Kind: causal.Immutable, Feature: 1}})
	if outdated() {
		t.Error("a rule for the search alone makes the generator old")
	}
	p.do(RemoveRule{0})
	if !outdated() {
		t.Error("a generator is not out of date although its rule is gone")
	}
	p.do(TrainGenerator{Warm: true})
	again, _ := take[wire.TrainGenerator](p)
	equal(t, "warm start", string(again.Warm), "g")
}

func TestABaseVAEIsNeverOld(t *testing.T) {
	p := ready(t)
	p.State.Generator.Learned.Method = model.BaseVAE
	p.do(AddRule{causal.Rule{Kind: causal.OnlyIncrease, Feature: 0}})
	if p.Generator.Outdated {
		t.Error("BaseVAE learns nothing from the graph and is out of date")
	}
	if !p.Generator.Unlearned {
		t.Error("nothing says that BaseVAE did not learn the rule")
	}
	p.do(RemoveRule{0}, AddRule{causal.Rule{Kind: causal.Immutable, Feature: 1, Soft: true}})
	if p.Generator.Unlearned {
		t.Error("no method learns the rule")
	}
}

func TestContradictionsHoldTrainingBack(t *testing.T) {
	p := newPage(t)
	p.loadSample()
	p.trainClassifier()
	p.do(AddRule{causal.Rule{Kind: causal.Range, Feature: 0, Min: 20, Max: 30}},
		AddRule{causal.Rule{Kind: causal.Range, Feature: 0, Min: 40, Max: 50}})
	g := p.Generator.Settings
	g.Method = model.ModelApprox
	p.do(SetGenerator{g}, TrainGenerator{})
	p.idle()
	p.wantAlert("contradict each other")
	p.do(RemoveRule{1}, TrainGenerator{})
	take[wire.TrainGenerator](p)
	p.wantAlert("")
}

// An interrupted training resumes with its original graph.
func TestAnInterruptedTrainingKeepsItsGraph(t *testing.T) {
	p := ready(t)
	p.do(TrainGenerator{Warm: true})
	began, job := take[wire.TrainGenerator](p)
	p.do(Fact{job, wire.Checkpoint{Epoch: 3, State: []byte("state")}}, AddEdge{sketch.Edge{From: 0, To: 1}})
	p.do(EngineDown{}, EngineUp{})
	answer[wire.Sample](p, testLoaded)
	answer[wire.Restore](p, wire.Restored{})
	take[wire.Predict](p)
	p.do(Resume{TheGenerator})
	again, _ := take[wire.TrainGenerator](p)
	began.Resume = []byte("state")
	if !reflect.DeepEqual(again, began) {
		t.Errorf("resumed by %+v, want %+v", again, began)
	}
}
