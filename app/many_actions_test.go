package main

import (
	"reflect"
	"testing"

	"causeway/app/bridge"
	"causeway/app/store"
)

// Actions for a group come back with their rows, and go when the rows are explained again or the
// classifier changes.
func TestActionsAreKept(t *testing.T) {
	m := bridge.NewMemory()
	p := manyTab(t, m)
	b := p.Batch.Settings
	b.Target = 1
	p.do(store.SetBatch{Batch: b}, store.ExplainMany{})
	p.until("all rows", func() bool { return p.Batch.Finished })
	p.untilSaved()
	p.do(store.FindActions{Most: 2})
	p.until("actions", func() bool { return p.Batch.Actions.Has })
	had := p.Batch.Actions
	if len(had.Is.List) == 0 || had.Is.Covered == 0 {
		t.Fatalf("%+v", had)
	}
	p.untilSaved()
	p.kill()
	p = openTab(t, m)
	p.openLast()
	got := p.Batch.Actions
	if !got.Has || !reflect.DeepEqual(got.Is, had.Is) || !reflect.DeepEqual(got.Places, had.Places) ||
		!reflect.DeepEqual(got.Index, had.Index) || got.Target != had.Target || p.alerts() != "" {
		t.Fatalf("came back as %+v, were %+v; %s", got, had, p.alerts())
	}
	p.do(store.FindActions{Most: 2})
	p.until("actions again", func() bool { return !p.Batch.Actions.Finding })
	if !reflect.DeepEqual(p.Batch.Actions.Is, had.Is) {
		t.Errorf("found again they are %+v, were %+v", p.Batch.Actions.Is, had.Is)
	}
	p.do(store.ExplainMany{})
	p.until("other rows, without the actions", func() bool {
		return p.Batch.Phase == store.Running && !p.Batch.Actions.Has
	})
	p.until("all rows again", func() bool { return p.Batch.Finished })
	p.do(store.FindActions{Most: 1})
	p.until("actions of these", func() bool { return p.Batch.Actions.Has })
	p.do(store.TrainClassifier{})
	p.until("another classifier", func() bool { return !p.Classifier.Phase.Active() })
	if p.Batch.Actions.Has {
		t.Error("they outlive the classifier")
	}
}
