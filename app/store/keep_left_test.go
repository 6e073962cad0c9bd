package store

import (
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/snapshot"
)

// saves simulates a browser that answers a page's save effects.
func (p *whole) save(answer Intent) (e KeepProject) {
	p.t.Helper()
	p.Keeping.dirty = true
	p.apply(KeepNow{})
	for _, x := range p.other {
		if k, ok := x.(KeepProject); ok {
			e = k
		}
	}
	p.other = nil
	e, err := e.Pack(func() {})
	if err != nil {
		p.t.Fatal(err)
	}
	if answer == nil {
		answer = e.Kept(1)
	}
	if n, ok := answer.(NotKept); ok {
		n.ID = e.ID
		answer = n
	}
	p.apply(answer)
	p.settle()
	return e
}

// A part that cannot be saved does not affect others, is named until it is saved again, and keeps
// its last saved state.
func TestAPartThatCannotBeSavedIsNamed(t *testing.T) {
	p := furnished(t)
	p.apply(KeptStarted{Tab: "t"})
	p.do(packRows{})
	p.save(nil)
	if p.Keeping.Stage != KeepSaved || len(p.Keeping.Left) > 0 {
		t.Fatalf("before: %+v", p.Keeping.Left)
	}
	good := p.Evaluation.Rules
	p.Evaluation.Rules = []causal.Rule{{Feature: 1000}}
	e := p.save(nil)
	if p.Keeping.Stage != KeepSaved || len(p.Keeping.Left) != 1 || p.Keeping.Left[0].Part != "the evaluation" ||
		!p.Keeping.Left[0].Older || !p.LosesByLeaving() {
		t.Fatalf("left out: %+v", p.Keeping)
	}
	if n := len(p.Notices.Alerts); n != 1 || !strings.HasPrefix(p.Notices.Alerts[0].Text,
		"The evaluation could not be saved in this browser") {
		t.Errorf("alerts: %+v", p.Notices.Alerts)
	}
	for _, r := range e.Records {
		if r.Name == recordProject {
			q, err := snapshot.Read(r.Bytes)
			if err != nil || !alike(q.Evaluation.Rules, good) || !q.HasLabels || !q.HasGenerator {
				t.Errorf("what was saved: %v, rules %v", err, q.Evaluation.Rules)
			}
		}
	}
	if p.save(nil); len(p.Notices.Alerts) != 1 {
		t.Errorf("said again: %+v", p.Notices.Alerts)
	}
	p.do(SaveProject{Name: "a.causeway", With: Travel{Labels: true}})
	if len(p.saved) != 1 || !strings.Contains(p.Notices.Alerts[len(p.Notices.Alerts)-1].Text,
		"could not be saved in the file") {
		t.Errorf("%d files: %+v", len(p.saved), p.Notices.Alerts)
	}
	if text, err := p.LinkText(); err != nil || text == "" {
		t.Errorf("a link, which brings no evaluation: %v", err)
	}
	p.Evaluation.Rules = good
	p.do(SaveProject{Name: "a.causeway", With: Travel{Labels: true}})
	if p.save(nil); len(p.Keeping.Left) > 0 || len(p.Notices.Alerts) > 0 || p.LosesByLeaving() {
		t.Errorf("saved again: %+v; %+v", p.Keeping.Left, p.Notices.Alerts)
	}
}

// Saved parts that cannot be read are left out and named, and stay as a version.
func TestAPartThatCannotBeReadIsNamed(t *testing.T) {
	p := furnished(t)
	p.apply(KeptStarted{Tab: "t"})
	p.do(packRows{})
	e := p.save(nil)
	for i, r := range e.Records {
		if r.Name == recordHistory || r.Name == recordPrevious {
			e.Records[i].Bytes = []byte{0xc1}
		}
	}
	e.Records = append(e.Records, KeptRecord{Name: trainingNames[TheGenerator] + recordCommand, Bytes: []byte{1}})
	q := newWhole(t)
	q.apply(KeptStarted{KeptListed: KeptListed{Projects: []KeptProject{{ID: e.ID}}}, Tab: "u", Resume: e.ID})
	q.other = nil
	q.do(Fetched{ID: e.ID, Version: -1, At: 1234, Records: e.Records, Held: true})
	if !q.Data.HasTable || !q.Generator.HasResult || len(q.Labels.List) != 2 || q.Keeping.ID != e.ID ||
		q.Keeping.At != 1234 {
		t.Fatalf("not opened: %+v", q.Notices)
	}
	if n := len(q.Notices.Alerts); n != 3 {
		t.Errorf("alerts: %+v", q.Notices.Alerts)
	}
	named := false
	for _, x := range q.other {
		n, ok := x.(NameKept)
		named = named || ok && n.ID == e.ID && strings.HasPrefix(n.Name,
			"Before the generator before the last fine-tuning and the training of the generator")
	}
	if !named || !q.Keeping.dirty {
		t.Errorf("the state as it was is not kept as a version: %+v", q.other)
	}
}

// If storage is full, large parts are left out, named and retried.
func TestWhatThereIsNoRoomForIsTriedAgain(t *testing.T) {
	p := furnished(t)
	p.apply(KeptStarted{Tab: "t"})
	p.do(SetBatch{Batch: document.Batch{Part: data.TestRows, Most: 10, Count: 1, Budget: 50, Target: -1, By: -1}},
		ExplainMany{}, packRows{})
	full := NotKept{Trouble: VaultFull, Why: "full"}
	timer := func() (w WaitToKeep) {
		for _, x := range p.other {
			if t, ok := x.(WaitToKeep); ok {
				w = t
			}
		}
		return w
	}
	p.save(full) // and at once without the rows that were explained
	if p.Keeping.Stage != keepSaving {
		t.Fatalf("stage %v", p.Keeping.Stage)
	}
	p.apply(NotKept{ID: p.Keeping.ID, Trouble: VaultFull}) // and without the rows of the table
	p.apply(Kept{ID: p.Keeping.ID, At: 2})
	if l := p.Keeping.Left; len(l) != 2 || l[0].Part != leftBatch || l[1].Part != leftRows ||
		p.Keeping.Stage != KeepSaved {
		t.Fatalf("left out: %+v", l)
	}
	room := timer()
	if room.MS != roomMS {
		t.Fatalf("it is tried again after %d ms", room.MS)
	}
	p.other = nil
	p.apply(KeepDue{room.Timer})
	p.apply(NotKept{ID: p.Keeping.ID, Trouble: VaultFull})
	p.apply(NotKept{ID: p.Keeping.ID, Trouble: VaultFull})
	p.apply(Kept{ID: p.Keeping.ID, At: 3})
	again := timer()
	if len(p.Keeping.Left) != 2 || again.MS != 2*roomMS || len(p.Notices.Alerts) != 2 {
		t.Fatalf("still no room: %+v, again after %d ms; %+v", p.Keeping.Left, again.MS, p.Notices.Alerts)
	}
	p.apply(KeepDue{again.Timer})
	p.apply(Kept{ID: p.Keeping.ID, At: 4})
	if len(p.Keeping.Left) > 0 || len(p.Notices.Alerts) > 0 || p.LosesByLeaving() || p.card().NoRows {
		t.Errorf("with room: %+v; %+v", p.Keeping.Left, p.Notices.Alerts)
	}
	p.save(full) // and at once without the rows that were explained
	p.apply(NotKept{ID: p.Keeping.ID, Trouble: VaultFull})
	if p.Keeping.Stage != KeepFailed {
		t.Fatalf("nothing is left to be given up, and yet %v", p.Keeping.Stage)
	}
	p.other = nil
	p.do(DeleteKept{"other", -1}, KeptListed{}, KeepDue{p.Keeping.timer})
	p.apply(Kept{ID: p.Keeping.ID, At: 5})
	if p.Keeping.Stage != KeepSaved || len(p.Notices.Alerts) > 0 {
		t.Errorf("after room was made: %v, %+v", p.Keeping.Stage, p.Notices.Alerts)
	}
}
