package ui

import (
	"strings"
	"testing"

	"causeway/app/store"
	"causeway/app/ui/dagview"
	"causeway/app/ui/graph"
	"causeway/core/causal"
	"causeway/core/sketch"
	"causeway/core/wire"
)

// A node whose effects have mechanisms offers to set its value; the effects appear on the
// nodes, and the project does not change.
func TestANodeOffersToSetItsValue(t *testing.T) {
	p := graphPage(t)
	p.draw(0, 1, causal.Rises)
	p.draw(1, 2, causal.Unknown)
	p.draw(0, 3, causal.Unknown)
	p.wish(dagview.Select{Nodes: []int{0}})
	p.want("No mechanism of x2 and kind is known, so they stay as they are.")
	p.wantNot(`type="range"`)
	p.do(store.SetNode{Node: 1, To: sketch.Node{Form: sketch.Linear}})
	p.want("Set x1 for row 8: do(x1)", `type="range"`, "No mechanism of x3 and kind is known")
	p.wantNot("Back to the row")
	p.sent = nil
	steps := len(p.root.state.History.Steps())
	p.do(store.DoValue{Feature: 0, Value: 4})
	answer[wire.Intervene](p, wire.Intervened{Row: wire.NewFloats([]float64{4, 5, 3, 0}, 4),
		Before: wire.NewFloats([]float64{0.8, 0.2}, 2), After: wire.NewFloats([]float64{0.4, 0.6}, 2)})
	p.want("Back to the row", "x2 goes from 2 to 5.", "1 → 4", "2 → 5", "20.0 % → 60.0 %", "from 20.0 % to 60.0 %.")
	if n := len(p.root.state.History.Steps()); n != steps {
		t.Errorf("%d steps in the history, %d before", n, steps)
	}
	p.wish(dagview.Escape{})
	p.wantNot("Back to the row", "2 → 5")
	if !strings.Contains(p.html(), "Set x1 for row 8") {
		t.Error("the node is not chosen any more")
	}
	p.do(store.DoValue{Feature: 0, Value: 4})
	graph.Wish(p.disp.Context(), dagview.Select{Nodes: []int{2}})
	p.settle()
	p.settle()
	if p.root.state.Evidence.Doing.On {
		t.Error("another node is chosen, and the value is still tried")
	}
}
