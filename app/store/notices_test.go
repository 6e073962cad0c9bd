package store

import (
	"testing"

	"causeway/core/document"
	"causeway/core/sketch"
)

// An alert about a step goes with the next success there, and when the person leaves the step; one
// about saving stays.
func TestAlertsGoWithTheirStep(t *testing.T) {
	graph, data := Visit{Topics: []Topic{TheGraph}}, Visit{Topics: []Topic{TheTable}}
	refused := AddEdge{Edge: sketch.Edge{From: 0, To: 0}}
	for _, test := range []struct {
		name string
		do   []Intent
		want int
	}{
		{"a refused edge is told", []Intent{graph, refused}, 1},
		{"and goes with the step", []Intent{graph, refused, data}, 0},
		{"what is said of a step that is not shown waits for it", []Intent{data, refused, Visit{}}, 1},
		{"until that was left", []Intent{data, refused, graph, data}, 0},
		{"a success there ends it", []Intent{graph, refused, SetFind{Search: document.Search{Count: 3}}}, 0},
		{"another refusal takes its place", []Intent{graph, refused, refused}, 1},
		{"a success elsewhere does not end it", []Intent{data, refused, SetFind{Search: document.Search{Count: 3}}}, 1},
		{"what was not saved stays", []Intent{graph, ProjectSaved{Failed: true, Why: "no"}, data, graph}, 1},
		{"a damaged address is told when the page opens", []Intent{LinkUnread{}, graph}, 1},
		{"and goes with the first step that is left", []Intent{LinkUnread{}, graph, data}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newPage(t)
			p.loadSample()
			p.do(test.do...)
			if got := len(p.Notices.Alerts); got != test.want {
				t.Errorf("%d alerts, want %d: %v", got, test.want, p.Notices.Alerts)
			}
		})
	}
}
