package store

import (
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/wire"
)

// Rules that every row of a file keeps are in force after the import, as one step that can be
// undone. Weaker ones are not, nor any for a table that has a drawing or was open with its own
// rules.
func TestImpliedRulesHoldAfterAnImport(t *testing.T) {
	never := causal.Rule{Kind: causal.NeverSeen, Feature: 1, Other: 0, Levels: []int{1}, Min: 20, Max: causal.Open}
	weak := causal.Rule{Kind: causal.NeverSeen, Feature: 1, Other: 0, Levels: []int{0}, Min: -causal.Open, Max: 70}
	both := causal.Rule{Kind: causal.NeverSeen, Feature: 1, Other: 2, Levels: []int{0}, Then: []int{1}, Reverse: true}
	table := testLoaded
	table.Schema.Features = append(slices.Clone(table.Schema.Features),
		data.Feature{Name: "ward", Kind: data.Category, Levels: []string{"yes", "none"}})
	table.Implied = []causal.Implied{{Rule: never, Rows: 40, Expected: 30, On: true},
		{Rule: both, Rows: 60, Expected: 40, On: true}, {Rule: weak, Rows: 60, Expected: 12}}
	load := func(t *testing.T) *page {
		p := newPage(t)
		p.openFile("people.csv", testPreview())
		p.do(ImportTable{})
		answer[wire.Import](p, table)
		return p
	}
	p := load(t)
	if r := p.Graph.Sketch.Rules; len(r) != 2 || p.Graph.Stated(never) != 0 || p.Graph.Stated(both) != 1 ||
		p.Graph.Stated(weak) >= 0 {
		t.Fatalf("rules = %v", r)
	}
	p.do(AddRule{weak}, Undo{}, Undo{})
	if r := p.Graph.Sketch.Rules; len(r) != 0 {
		t.Errorf("taken back, rules = %v", r)
	}
	p.do(Redo{}, RemoveRule{0})
	if r := p.Graph.Sketch.Rules; len(r) != 1 {
		t.Errorf("one lifted, rules = %v", r)
	}
	p.sent = nil
	p.openFile("people.csv", testPreview())
	p.do(ImportTable{}, Answer{Replace: true})
	answer[wire.Import](p, table)
	if r := p.Graph.Sketch.Rules; len(r) != 1 {
		t.Errorf("imported again, what was lifted holds: %v", r)
	}

	p = load(t) // rules about what nobody may change are history, except exact equivalences
	p.do(AddRule{causal.Rule{Kind: causal.Immutable, Feature: 1}})
	if p.Graph.Stated(never) >= 0 || p.Graph.Stated(both) < 0 {
		t.Errorf("locked, rules = %v", p.Graph.Sketch.Rules)
	}
	p.do(Undo{})
	if p.Graph.Stated(never) < 0 {
		t.Error("the rule did not come back with the lock")
	}

	p = newPage(t)
	p.do(LoadSample{})
	answer[wire.Sample](p, table)
	if r := p.Graph.Sketch.Rules; len(r) != 0 {
		t.Errorf("of a drawn table, rules = %v", r)
	}
}
