package main

import (
	"slices"
	"strings"
	"testing"

	"causeway/app/bridge"
	"causeway/app/store"
	"causeway/core/causal"
)

// twoTabs returns a tab with a saved project, and a tab that works on a saved copy of it.
func twoTabs(t *testing.T) (m *bridge.Memory, first, second *tab) {
	t.Helper()
	m = bridge.NewMemory()
	first = openTab(t, m)
	first.load()
	first.rule(0)
	first.untilSaved()
	second = openTab(t, m)
	second.openLast()
	if !second.Keeping.Copy {
		t.Fatal("the second tab does not work on a copy")
	}
	second.untilSaved()
	second.until("the copy in the list", func() bool { return len(second.Keeping.Projects) == 2 })
	return m, first, second
}

func (p *tab) rule(feature int) {
	p.do(store.AddRule{Rule: causal.Rule{Kind: causal.Immutable, Feature: feature}})
}

// looks repeats a check of a project.
func (p *tab) looks(id string, free ...bool) {
	for _, f := range free {
		p.do(store.KeptWatched{ID: id, Free: f})
	}
}

// A dying tab holds its projects a little longer. A tab that opens meanwhile offers the last one
// once it is free.
func TestAProjectIsOfferedOnceItsTabIsDead(t *testing.T) {
	m := bridge.NewMemory()
	first := openTab(t, m)
	first.load()
	first.rule(0)
	first.untilSaved()
	id := first.Keeping.ID
	p := openTab(t, m)
	p.looks(id, true, true, true, false, true, true, true)
	if p.Keeping.Offer != "" {
		t.Error("a project is offered that a tab has")
	}
	first.kill()
	p.looks(id, true)
	p.until("the list again", func() bool { return p.Keeping.Offer == id && !p.Keeping.Projects[0].Open })
	p.do(store.OpenKept{ID: id, Version: -1})
	p.until("the project", func() bool { return p.Keeping.ID == id })
	p.belongs(m, id)
}

// belongs checks that only this tab saves the project.
func (p *tab) belongs(m *bridge.Memory, id string) {
	p.t.Helper()
	p.untilSaved()
	if p.Keeping.ID != id || p.Keeping.Copy || p.Keeping.Free {
		p.t.Fatalf("the page has %+v, want the project %s", p.Keeping, id)
	}
	p.rule(2)
	p.untilSaved()
	third := openTab(p.t, m)
	third.openLast()
	if !third.Keeping.Copy || len(third.Graph.Sketch.Rules) != len(p.Graph.Sketch.Rules) {
		p.t.Errorf("a third tab: copy %v with %d rules", third.Keeping.Copy, len(third.Graph.Sketch.Rules))
	}
	third.kill()
}

func (p *tab) ids() (list []string) {
	for _, k := range p.Keeping.Projects {
		list = append(list, k.ID)
	}
	return list
}

func TestACopyThatNobodyChangedGoesOnWithTheProject(t *testing.T) {
	for _, after := range []int{0, 1} { // rules that the first tab adds while the copy is open
		m, first, second := twoTabs(t)
		id, copied := first.Keeping.ID, second.Keeping.ID
		for range after {
			first.rule(1)
		}
		first.untilSaved()
		edited := second.Graph.Edited
		first.kill()
		second.looks(id, true, true, true, true)
		second.until("the project", func() bool { return second.Keeping.ID == id && !second.Keeping.Doing })
		if got := len(second.Graph.Sketch.Rules); got != 1+after {
			t.Errorf("%d rules, want %d", got, 1+after)
		}
		if same := second.Graph.Edited == edited; same != (after == 0) {
			t.Errorf("opened again: %v, though the project is as it was: %v", !same, after == 0)
		}
		if slices.Contains(second.ids(), copied) || len(second.ids()) != 1 {
			t.Errorf("the list is %v, want the project alone", second.ids())
		}
		if !strings.Contains(second.Notices.Status, "continues with the original") {
			t.Errorf("the page says %q", second.Notices.Status)
		}
		if len(second.Notices.Alerts) > 0 {
			t.Error(second.alerts())
		}
		second.belongs(m, id)
	}
}

func TestAChangedCopyIsAskedAbout(t *testing.T) {
	m, first, second := twoTabs(t)
	id, copied := first.Keeping.ID, second.Keeping.ID
	second.do(store.AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease, Feature: 1}})
	second.looks(id, true, true, true, false, true, true, true)
	if second.Keeping.Free {
		t.Error("a tab that was only loaded again has its project taken away")
	}
	first.kill()
	second.looks(id, true)
	if !second.Keeping.Free || !second.Keeping.Copy || second.Keeping.ID != copied {
		t.Fatalf("offered: %+v", second.Keeping)
	}
	second.do(store.AnswerCopy{TakeOver: true})
	second.until("the project", func() bool { return second.Keeping.ID == id })
	if n := len(second.Graph.Sketch.Rules); n != 1 {
		t.Errorf("%d rules, want the project as it was saved last", n)
	}
	second.belongs(m, id)
	second.do(store.ShowKept{})
	second.until("the list", func() bool { return slices.Contains(second.ids(), copied) })
	second.do(store.OpenKept{ID: copied, Version: -1})
	second.until("the copy", func() bool { return second.Keeping.ID == copied })
	if n := len(second.Graph.Sketch.Rules); n != 2 {
		t.Errorf("the copy has %d rules, want its own too", n)
	}
}

// Of two copies one takes over, and the other one keeps watching.
func TestOneCopyOfTwoGoesOn(t *testing.T) {
	m, first, second := twoTabs(t)
	id := first.Keeping.ID
	third := openTab(t, m)
	third.do(store.OpenKept{ID: id, Version: -1})
	third.until("the copy", func() bool { return third.Keeping.Copy && third.Keeping.Stage == store.KeepSaved })
	first.kill()
	second.looks(id, true, true, true, true)
	second.until("the project", func() bool { return second.Keeping.ID == id })
	third.looks(id, true, true, true, true)
	third.until("an answer", func() bool { return !third.Keeping.Opening })
	if third.Keeping.ID == id || !third.Keeping.Copy {
		t.Errorf("two tabs have the project: %+v", third.Keeping)
	}
	second.kill()
	third.looks(id, true, true, true, true)
	third.until("the project", func() bool { return third.Keeping.ID == id })
	third.do(store.AnswerCopy{})
	third.belongs(m, id)
}
