package graph

import (
	"testing"

	"causeway/app/ui/uitest"
	"causeway/core/causal"
	"causeway/core/wire"
)

func TestOneIsNotSeveral(t *testing.T) {
	uitest.OneIsNotSeveral(t, textIdle(1), textManyChosen(1), textHistory(1), textCostsNow(1, 1), textWithoutIt(1, 1),
		textCostsMore(1), textCostsNothing(1), textCostsEach(1, 2),
		textCostsRows(1, 1, "high"), textCostsRows(1, 9, "high"),
		textSearched(wire.GraphSuggested{Tests: 1, Rows: 1, More: 1}), textIndependences(1, 1), textIndependences(2, 1),
		textChecked(wire.GraphChecked{Edges: make([]causal.CheckedEdge, 1), Tests: 1, Weak: 1, Rows: 1}))
}
