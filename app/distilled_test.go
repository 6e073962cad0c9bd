package main

import (
	"bytes"
	"reflect"
	"testing"

	"causeway/app/bridge"
	"causeway/app/store"
	"causeway/core/model"
	"causeway/core/wire"
)

// A generator that learns from a search trains on the page, explains, and is saved; opened
// again it explains the same, and is verified to the same bytes. A rule that is drawn after the training makes it no older.
func TestLearnedSearchWorks(t *testing.T) {
	m := bridge.NewMemory()
	p := openTab(t, m)
	p.load()
	g := p.Generator.Settings
	g.Method = model.Distilled
	p.do(store.SetGenerator{Recipe: g})
	c, g := p.Classifier.Settings, p.Generator.Settings
	c.Epochs, g.Epochs = 60, 4
	p.do(store.SetClassifier{ClassifierRecipe: c}, store.SetGenerator{Recipe: g}, store.TrainClassifier{}, store.TrainGenerator{})
	p.untilTrained()
	if p.Generator.Learned.Method != model.Distilled {
		t.Fatalf("it learned by %q: %s", p.Generator.Learned.Method, p.alerts())
	}
	p.do(onlyUp)
	if p.Generator.Outdated || p.Generator.Unlearned {
		t.Error("a rule makes it out of date")
	}
	find := func(p *tab) []wire.Counterfactual {
		p.do(store.FindCounterfactuals{})
		p.until("counterfactuals", func() bool { return p.Explain.HasFound && !p.Explain.Finding })
		return p.Explain.Found.Found
	}
	found := find(p)
	if len(found) == 0 {
		t.Error("it explains nothing")
	}
	p.untilSaved()
	p.kill()
	q := openTab(t, m)
	q.openLast()
	if q.Generator.Learned.Method != model.Distilled || !bytes.Equal(q.Generator.Result.Model, p.Generator.Result.Model) {
		t.Fatalf("it came back as %q: %s", q.Generator.Learned.Method, q.alerts())
	}
	if again := find(q); !reflect.DeepEqual(again, found) {
		t.Errorf("it explains by %+v, before it was saved by %+v", again, found)
	}
	q.do(store.VerifyProject{})
	q.until("the verdict", func() bool {
		return q.Project.Verify.Generator.Verdict > store.Checking
	})
	if q.Project.Verify.Generator.Verdict != store.SameBytes {
		t.Errorf("trained again it is another: %+v", q.Project.Verify.Generator)
	}
}
