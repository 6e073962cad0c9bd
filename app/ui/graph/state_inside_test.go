package graph

import (
	"html"
	"slices"
	"strings"
	"testing"

	"causeway/app/store"
	"causeway/app/ui/uitest"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sketch"
)

// A state is chosen at the node: a feature that should follow gets the fitted line, and one
// that cannot follow says why and counts as free until that is fixed. A feature computed by a
// law shows its rule and offers no choice.
func TestTheStateOfANodeIsChosen(t *testing.T) {
	p := uitest.Open(t)
	table := uitest.Table
	table.Schema.Features = slices.Clone(table.Schema.Features)
	table.Schema.Features[1].Kind = data.Ordered
	p.Load(table)
	panel := &statePanel{State: &p.State, Node: 0}
	want := func(parts ...string) {
		t.Helper()
		said := strings.ReplaceAll(html.UnescapeString(uitest.HTML(panel)), `disabled="false"`, "")
		for _, part := range parts {
			if !strings.Contains(said, part) {
				t.Fatalf("%q is not said:\n%s", part, said)
			}
		}
	}
	node := func() sketch.Node { return p.State.Graph.Sketch.Nodes[0] }
	choose := func(s causal.State) {
		panel.onState(p.Context(), states[s].Value)
		p.Settle()
	}
	want(textNoCauses, "disabled")
	p.Do(store.AddEdge{Edge: sketch.Edge{From: 1, To: 0, Sign: causal.Rises}})
	want("An answer may change it. The edges into it are rules.", TextClosed)
	choose(causal.Following)
	if n := node(); n.State != causal.Following || n.Form != sketch.Linear {
		t.Fatalf("chosen is %+v", n)
	}
	want(textStateHelp(causal.Following))
	choose(causal.Adjustable)
	want("An answer may change it further, at a cost.")
	p.Do(store.Undo{}, store.Undo{})
	if n := node(); n.State != causal.ActedOn || n.Form != sketch.NotKnown {
		t.Errorf("undone is %+v", n)
	}
	p.Do(store.Redo{})

	p.Do(store.SetEdge{Edge: sketch.Edge{From: 1, To: 0, Sign: causal.Rises, Least: 2}})
	want("Counts as free until this is fixed. No line can be fitted for \"age\": its edge from \"work\" says how " +
		"a row changes with time")
	choose(causal.ActedOn)
	want("No line can be fitted", "disabled")
	choose(causal.Following)
	if n := node(); n.State != causal.ActedOn {
		t.Errorf("a line that rows do not tell was taken: %+v", n)
	}
	p.Do(store.SetNode{Node: 0, To: sketch.Node{Form: sketch.Formula, Formula: "2 * work", State: causal.Following}})
	want(textStateHelp(causal.Following))
	p.Do(store.SetEdge{Edge: sketch.Edge{From: 1, To: 0, Sign: causal.Falls}},
		store.SetNode{Node: 0, To: sketch.Node{Form: sketch.Linear, State: causal.Following}})
	p.State.Evidence.HasChecked, p.State.Evidence.Checked.Edges = true,
		[]causal.CheckedEdge{{From: 1, To: 0, Flat: true}}
	want("Counts as free", "the rows contradict the sign of its edge from work")
	p.State.Evidence.HasChecked = false
	p.Do(store.Share{Edge: sketch.Edge{From: 0, To: 1}})
	want("Counts as free", "something unobserved causes both it and \"work\"")

	sum := causal.Rule{Kind: causal.Computed, Feature: 0, Other: 1, Law: causal.Law{Values: []float64{20, 30}}}
	p.Do(store.AddRule{Rule: sum})
	want(textStateComputed, "always follows from", "disabled")
	panel.onClosed(p.Context(), true)
	p.Settle()
	if !node().Closed {
		t.Error("not all its causes are drawn")
	}
	says := textStateSays(p.State.Graph.Sketch, 0)
	if says != "computed by a rule; all its causes are drawn; " {
		t.Errorf("the drawing says %q", says)
	}

	p = uitest.Open(t)
	panel.State = &p.State
	table.Schema.Features[0] = data.Feature{Name: "town", Kind: data.Category, Levels: []string{"a", "b"}}
	p.Load(table)
	p.Do(store.AddEdge{Edge: sketch.Edge{From: 1, To: 0}})
	want(textKeepsLevel, "disabled")
}
