package main

import (
	"bytes"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"causeway/app/bridge"
	"causeway/app/store"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// A generator that decodes actions trains, explains and is saved. Opened again it explains the same
// and verifies to the same bytes. A rule drawn after the training does not make it out of date.
func TestActionsWork(t *testing.T) {
	m := bridge.NewMemory()
	p := openTab(t, m)
	p.load()
	p.trainActions()
	if p.Generator.Learned.Method != model.Actions {
		t.Fatalf("it learned by %q: %s", p.Generator.Learned.Method, p.alerts())
	}
	p.do(onlyUp)
	if p.Generator.Outdated || p.Generator.Unlearned {
		t.Error("a rule makes it out of date")
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
	p.untilSaved()
	p.kill()
	q := openTab(t, m)
	q.openLast()
	if q.Generator.Learned.Method != model.Actions || !bytes.Equal(q.Generator.Result.Model, p.Generator.Result.Model) {
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

// trainActions trains a classifier and a generator that decodes actions for a few epochs.
func (p *tab) trainActions() {
	p.t.Helper()
	g := p.Generator.Settings
	g.Method = model.Actions
	p.do(store.SetGenerator{Recipe: g})
	c, g := p.Classifier.Settings, p.Generator.Settings
	c.Epochs, g.Epochs = 60, 4
	p.do(store.SetClassifier{ClassifierRecipe: c}, store.SetGenerator{Recipe: g}, store.TrainClassifier{},
		store.TrainGenerator{})
	p.untilTrained()
}

// A file of the removed method Learned search opens. A sentence says that its weights are set
// aside, the search gives the answers, Verify measures everything else, and saving it again changes
// nothing.
func TestLearnedSearchIsSetAside(t *testing.T) {
	old, err := os.ReadFile("testdata/learned-search.causeway")
	if err != nil {
		t.Fatal(err)
	}
	p := openTab(t, bridge.NewMemory())
	p.do(store.OpenFinished{Name: "learned-search.causeway", Bytes: old})
	p.until("counterfactuals", func() bool { return p.Explain.HasFound && !p.Explain.Finding })
	if len(p.Explain.Found.Rows) == 0 {
		t.Error("it explains nothing")
	}
	if !strings.Contains(p.alerts(), "Learned search no longer exists in this version.") {
		t.Errorf("it says nothing of the method: %s", p.alerts())
	}
	if m := p.Generator.Settings.Method; m != model.Actions {
		t.Errorf("the next training would be by %q", m)
	}
	p.do(store.SaveProject{Name: "again.causeway"})
	was, err := snapshot.Read(old)
	if err != nil {
		t.Fatal(err)
	}
	now, err := snapshot.Read(p.saved)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(was.Generator.Model, now.Generator.Model) {
		t.Error("saved again its generator is another")
	}
	p.do(store.VerifyProject{Train: true})
	p.until("the verdict", func() bool {
		return p.Project.Verify.Phase == store.Resting && p.Project.Verify.Headline != ""
	})
	g := p.Project.Verify.Generator
	if !slices.Contains(g.Unproved, model.GoneMethod) || len(g.Differ) > 0 || g.Holds() {
		t.Errorf("the generator is verified: %+v", g)
	}
	if v := p.Project.Verify.Classifier.Verdict; v != store.SameBytes {
		t.Errorf("the classifier is not verified: %v", v)
	}
}

// Labels teach a generator that decodes actions: it proposes what they allow, is adopted, and
// trains again to the same bytes.
func TestLabelsTeachActions(t *testing.T) {
	p := openTab(t, bridge.NewMemory())
	p.load()
	p.trainActions()
	before := p.Generator.Result.Model
	l := p.Labels.Settings
	l.Every = 0
	p.do(store.SetLabelling{Labelling: l}, store.OpenDeck{})
	for range 30 {
		p.until("a card", func() bool { _, ok := p.Labels.Card(); return ok })
		c, _ := p.Labels.Card()
		v := label.Feasible
		if c.Counterfactual[0] > c.Factual[0] {
			v = label.Infeasible
		}
		p.do(store.Judge{Verdict: v})
	}
	p.do(store.FineTuneNow{})
	p.until("the fine-tuned one", func() bool { return p.Labels.Asking() || p.alerts() != "" })
	p.do(store.AnswerTuned{Adopt: true})
	p.until("its adoption", func() bool { return !p.Labels.Asking() })
	if bytes.Equal(p.Generator.Result.Model, before) {
		t.Fatalf("the generator is the one before: %s", p.alerts())
	}
	p.do(store.VerifyProject{Train: true})
	p.until("the verdict", func() bool {
		return p.Project.Verify.Phase == store.Resting && p.Project.Verify.Headline != ""
	})
	if g := p.Project.Verify.Generator; g.Verdict != store.SameBytes {
		t.Errorf("trained again it is another: %+v", g)
	}
}
