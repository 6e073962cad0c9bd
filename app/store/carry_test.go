package store

import (
	"fmt"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/sketch"
)

// A second table with other levels, more columns or a renamed one keeps the drawing of the first:
// unchanged if it fits, otherwise after the person matches the columns. A table about something else
// starts anew.
func TestASecondTableKeepsTheGraph(t *testing.T) {
	table := func(head string, row func(i int) string) PasteTable {
		b := head + "\n"
		for i := range 60 {
			b += row(i) + "\n"
		}
		return PasteTable{b}
	}
	drawn := func(t *testing.T) *whole {
		p := newWhole(t)
		p.do(table("age,hours,housing,loan", func(i int) string {
			return fmt.Sprintf("%d,%d,%s,%s", 20+i*7%41, 10+i*13%37, []string{"own", "rent"}[i%2], []string{"no",
				"yes"}[i/3%2])
		}), ImportTable{})
		p.do(AddEdge{sketch.Edge{From: 0, To: 1}}, AddRule{causal.Rule{Kind: causal.OnlyIncrease, Feature: 0}})
		if g := p.Graph.Sketch; len(g.Edges) != 1 || len(g.Rules) == 0 {
			t.Fatalf("drawn: %+v", g)
		}
		return p
	}
	grows := func(p *whole, feature int) (yes bool) {
		for _, r := range p.Graph.Sketch.Rules {
			yes = yes || r.Kind == causal.OnlyIncrease && r.Feature == feature
		}
		return yes
	}
	p := drawn(t)
	p.do(table("children,housing,hours,age,loan", func(i int) string {
		return fmt.Sprintf("%d,%s,%d,%d,%s", i%3, []string{"own", "rent", "free"}[i%3], 10+i*13%37, 20+i*7%41,
			[]string{"no", "yes"}[i/3%2])
	}), ImportTable{})
	if e := p.Graph.Sketch.Edges; len(e) != 1 || e[0].From != 3 || e[0].To != 2 || !grows(p, 3) || p.Graph.HasFile {
		t.Errorf("with another level and column: %+v", p.Graph)
	}
	equal(t, "status", p.Notices.Status,
		"Pasted table is loaded: 60 rows. The graph of Pasted table is drawn: 1 edge and "+
			"1 rule.")
	p.do(Undo{})
	if len(p.Graph.Sketch.Edges) != 0 {
		t.Error("it cannot be undone")
	}
	p = drawn(t)
	p.do(table("years,hours,housing,loan", func(i int) string {
		return fmt.Sprintf("%d,%d,%s,%s", 20+i*7%41, 10+i*13%37, []string{"own", "rent"}[i%2], []string{"no",
			"yes"}[i/3%2])
	}), ImportTable{})
	if len(p.Graph.Sketch.Edges) != 0 || !p.Graph.HasFile || !strings.Contains(p.alerts(),
		"say which column is which") {
		t.Fatalf("with a renamed column nobody is asked: %s", p.alerts())
	}
	p.do(MatchNode{"age", "years"}, TakeGraph{})
	if len(p.Graph.Sketch.Edges) != 1 || !grows(p, 0) {
		t.Errorf("after the answer: %+v", p.Graph)
	}
	p = drawn(t)
	p.do(table("a,b,c,d,y", func(i int) string {
		return fmt.Sprintf("%d,%d,%d,%d,%s", i, i*7%41, i*13%37, i%5, []string{"no", "yes"}[i/3%2])
	}), ImportTable{})
	if len(p.Graph.Sketch.Edges) != 0 || p.Graph.HasFile {
		t.Errorf("another table has a graph: %+v", p.Graph)
	}
}
