package ui

import (
	"fmt"
	"strings"
	"testing"

	"causeway/app/store"
	"causeway/app/ui/dagview"
	"causeway/app/ui/graph"
	"causeway/app/ui/kit"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sketch"
	"causeway/core/wire"
)

// drawing is the place Causes for a table of n numbers.
func drawing(t *testing.T, features int) *page {
	t.Helper()
	p := open(t, kit.PlaceTable)
	table := testTable
	table.Schema.Features, table.Columns, table.Head = nil, nil, wire.Floats{}
	for i := range features {
		table.Schema.Features = append(table.Schema.Features, data.Feature{Name: fmt.Sprintf("f%d", i), Max: 1, MAD: 1})
	}
	p.do(store.LoadSample{})
	answer[wire.Sample](p, table)
	p.goTo(kit.PlaceCauses)
	return p
}

func (p *page) wish(w any) {
	p.t.Helper()
	p.disp.Context().NewActionWithValue(dagview.Action, w)
	p.settle()
	p.settle()
}

func TestTheGraphStepNamesItsControls(t *testing.T) {
	p := open(t, kit.PlaceCauses)
	p.want(graph.TextGraphEmpty)
	p = drawing(t, 3)
	p.want(`aria-label="Causal graph"`, "Add edge", "Auto layout", "Open graph", "Save graph", "Edges as a table",
		">From<", ">To<", ">Sign<", `aria-label="Rules"`)
	p.wish(dagview.Connect{From: 0, To: 2})
	p.want("f0 → f2", graph.TextEdgeSign, graph.TextStrict)
	p.wish(dagview.Select{Nodes: []int{0, 1}})
	p.want("2 nodes selected", graph.TextSpreadAcross)
	p.wish(dagview.From{Node: 1})
	p.want("Choose the effect of")
	p.wish(dagview.Choose{Node: 2})
	if n := len(p.root.state.Graph.Sketch.Edges); n != 2 {
		t.Errorf("%d edges, want 2", n)
	}
	p.wish(dagview.Delete{})
	if n := len(p.root.state.Graph.Sketch.Edges); n != 1 {
		t.Errorf("%d edges, want 1", n)
	}
}

func TestLongTablesGoOverPages(t *testing.T) {
	p := drawing(t, data.MaxFeatures)
	s := p.root.state.Data.Table.Schema
	g := p.root.state.Graph.Sketch
	for to := 1; to < len(s.Features); to++ {
		for _, from := range []int{0, to - 1} {
			if next, err := g.AddEdge(s, sketch.Edge{From: from, To: to, Sign: causal.Rises}); err == nil {
				g = next
			}
		}
	}
	p.do(store.SetGraph{Sketch: g, Name: "large"})
	p.wish(graph.WantTwin{})
	html := p.html()
	if n := strings.Count(html, "Reverse f"); n != kit.PageRows {
		t.Errorf("%d rows of edges, want %d", n, kit.PageRows)
	}
	p.want(kit.TextPage(graph.TextFeaturesWord, 0, kit.PageRows, data.MaxFeatures))
}
