package main

import (
	"bytes"
	"reflect"
	"testing"

	"causeway/app/bridge"
	"causeway/app/store"
	"causeway/core/causal"
	"causeway/core/model"
	"causeway/core/wire"
)

// hinges is a method as docs/contributing.md adds one: an entry of the registry and
// nothing else.
const hinges model.Method = "hinges"

func init() {
	model.Register(model.Entry{
		Method: hinges,
		Title:  "Hinges alone",
		Short:  "Learns the graph's rules as hinges.",
		Meaning: "Hinges alone adds one-way features and effects that follow their causes, and neither mechanisms " +
			"nor lines.",
		Learns:  causal.Learns{Rules: true},
		Presets: map[model.Kind]model.Weights{model.Other: {Validity: 60, Margin: 0.2, Feasibility: 50}},
	})
}

// A method that is only registered trains, explains, is evaluated and saved. Opened again it
// explains the same and verifies to the same bytes.
func TestARegisteredMethodWorks(t *testing.T) {
	m := bridge.NewMemory()
	p := openTab(t, m)
	p.load()
	p.do(onlyUp)
	g := p.Generator.Settings
	g.Method = hinges
	p.do(store.SetGenerator{Recipe: g})
	if got := p.Generator.Settings; got.Method != hinges || got.Validity != 60 || got.Feasibility != 50 || got.Follows {
		t.Fatalf("the settings are %+v", got)
	}
	c, g := p.Classifier.Settings, p.Generator.Settings
	c.Epochs, g.Epochs, g.Samples = 60, 20, 5
	p.do(store.SetClassifier{ClassifierRecipe: c}, store.SetGenerator{Recipe: g}, store.TrainClassifier{},
		store.TrainGenerator{})
	p.untilTrained()
	pieces := p.Graph.TermsOf(p.Data.Table.Schema, p.Generator.Learned.Settings)
	if l := p.Generator.Learned; l.Method != hinges || store.Learns(pieces) != 1 {
		t.Errorf("it learned by %q %+v", l.Method, pieces)
	}

	find := func(p *tab) []wire.Counterfactual {
		p.do(store.FindCounterfactuals{})
		p.until("counterfactuals", func() bool { return p.Explain.HasFound && !p.Explain.Finding })
		return p.Explain.Found.Rows
	}
	found := find(p)
	if len(found) == 0 {
		t.Error("it explains nothing")
	}

	v := p.Evaluation.Settings
	v.Methods, v.Seeds, v.Mine = []string{string(hinges)}, 1, true
	p.do(store.SetEvaluation{Evaluation: v}, store.RunEvaluation{})
	p.until("the experiment", func() bool { return p.Evaluation.Finished })
	if p.Evaluation.Done() != 1 || p.Evaluation.Summary(0, "decoded.validity").N != 1 ||
		p.Evaluation.Entrants[0].Weight() != 50 {
		t.Errorf("%d experiments are done: %s", p.Evaluation.Done(), p.alerts())
	}

	p.untilSaved()
	p.kill()
	q := openTab(t, m)
	q.openLast()
	if q.Generator.Learned.Method != hinges || !bytes.Equal(q.Generator.Result.Model, p.Generator.Result.Model) ||
		q.Evaluation.Done() != 1 {
		t.Fatalf("it came back as %q: %s", q.Generator.Learned.Method, q.alerts())
	}
	if again := find(q); !reflect.DeepEqual(again, found) {
		t.Errorf("it explains by %+v, before it was saved by %+v", again, found)
	}
	q.do(store.VerifyProject{Train: true})
	q.until("the verdict", func() bool {
		return q.Project.Verify.Generator.Verdict > store.Checking
	})
	if q.Project.Verify.Generator.Verdict != store.SameBytes {
		t.Errorf("trained again it is another: %+v", q.Project.Verify.Generator)
	}
}
