package store

import (
	"reflect"
	"testing"

	"causeway/core/sketch"
	"causeway/core/wire"
)

// The engine is asked about a trial value, the latest last. It never changes the project, and ends
// with the row, the step, or on request.
func TestAValueIsTried(t *testing.T) {
	p := ready(t)
	p.do(Visit{Topics: []Topic{TheGraph}}, WatchGraph{}, AddEdge{sketch.Edge{From: 1, To: 0}},
		SetNode{Node: 0, To: sketch.Node{Form: sketch.Linear}})
	for len(p.sent) > 0 {
		answer[wire.CheckGraph](p, wire.GraphChecked{})
		if len(p.sent) > 0 {
			if _, ok := p.sent[0].Body.(wire.Cancel); ok {
				take[wire.Cancel](p)
			}
		}
	}
	follow, blind := p.Graph.Below(p.Data.Table.Schema, 1)
	equalSlices(t, "what follows", follow, []int{0})
	equal(t, "what is blind", len(blind), 0)
	before, unsaved := p.State.settings(), p.Unsaved()
	shares := wire.NewFloats([]float64{0.5, 0.5}, 2)
	p.do(DoValue{1, 0})
	m, job := take[wire.Intervene](p)
	equal(t, "value", m.Value, 0)
	p.do(DoValue{1, 1}, DoValue{1, 0}, DoValue{1, 1})
	p.idle() // one at a time
	p.do(Fact{job, wire.Intervened{Row: wire.NewFloats([]float64{45, 0}, 2), Before: shares, After: shares}})
	equal(t, "the latest", answer[wire.Intervene](p,
		wire.Intervened{Row: wire.NewFloats([]float64{39, 1}, 2), Before: shares, After: shares}).Value, 1)
	equal(t, "known", p.Evidence.Doing.Has, true)
	p.idle()
	if !reflect.DeepEqual(p.State.settings(), before) || p.Unsaved() != unsaved {
		t.Error("the project is changed")
	}
	p.do(EndDo{})
	equal(t, "on", p.Evidence.Doing.On, false)
	p.do(DoValue{1, 1})
	answer[wire.Intervene](p, wire.Failure{Code: wire.CodeBadInput, Detail: "No."})
	equal(t, "problem", p.Evidence.Doing.Problem, "No.")
	p.wantAlert("")
	p.idle()
	p.do(EditValue{0, 50})
	equal(t, "on, with another row", p.Evidence.Doing.On, false)
	p.sent = nil
	p.do(DoValue{1, 0}, DoValue{9, 0}, DoValue{0, 0.5})
	equal(t, "feature", p.Evidence.Doing.Feature, 1)
	p.do(Visit{})
	equal(t, "on, at another step", p.Evidence.Doing.On, false)
}
