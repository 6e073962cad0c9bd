package store

import (
	"reflect"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/wire"
)

// Doing is a trial value of a node and its effects on the current row. It never changes the project
// and ends when the row, table or step changes.
type Doing struct {
	On      bool
	Feature int
	Value   float64
	Row     []float64 // the row without the trial value

	Is      wire.Intervened // the outcome, with Has; while Value moves, that of an earlier value
	Has     bool
	Problem string
}

// Intents about a trial value.
type (
	DoValue struct {
		Feature int
		Value   float64
	}
	EndDo struct{}
)

func (in DoValue) apply(w *turn) {
	e, d := &w.Explain, &w.Evidence.Doing
	if !e.HasRow || in.Feature < 0 || in.Feature >= len(e.Edited) ||
		!w.Data.Table.Schema.Features[in.Feature].Holds(in.Value) {
		return
	}
	if !d.On || d.Feature != in.Feature {
		*d = Doing{Feature: in.Feature}
	}
	d.On, d.Value, d.Row = true, in.Value, e.Edited
}

func (EndDo) apply(w *turn) { w.Evidence.Doing = Doing{} }

// tryValue requests the effect on the row, one question at a time.
func (w *turn) tryValue(k causal.Knowledge) {
	d, q := &w.Evidence.Doing, &w.asking.doing
	if !d.On {
		return
	}
	if e := &w.Explain; !e.HasRow || first(d.Row) != first(e.Edited) || d.Feature >= len(d.Row) ||
		!slices.Contains(w.here, TheGraph) {
		*d = Doing{}
		return
	}
	of := subject{asked: true, table: w.Data.TableID, model: w.Classifier.Result.Model,
		do: wire.Intervene{Knowledge: k, Row: wire.NewFloats(d.Row, len(d.Row)), Feature: d.Feature, Value: d.Value}}
	if known := d.Has || d.Problem != ""; q.job == 0 && !(known && reflect.DeepEqual(q.of, of)) {
		*q = question{of: of}
		q.job = w.send(of.do)
	}
}

// valueTried stores the answer to a trial value.
func (w *turn) valueTried(m wire.Intervened) {
	d := &w.Evidence.Doing
	if d.On && w.asking.doing.of.do.Feature == d.Feature && m.Row.Size(0) == len(d.Row) {
		d.Is, d.Has, d.Problem = m, true, ""
	}
}

func (w *turn) valueFailed(why string) {
	if d := &w.Evidence.Doing; d.On {
		d.Has, d.Problem = false, why
	}
}

// Below returns the features that follow from a feature by mechanisms, and its effects without a known
// mechanism; see causal.Knowledge.Below.
func (g Graph) Below(s data.Schema, feature int) (follow, blind []int) {
	k := g.Sketch.Knowledge()
	c, err := k.Graph(s)
	if !g.fits(s) || err != nil || feature < 0 || feature >= len(s.Features) {
		return nil, nil
	}
	return k.Below(c, feature)
}
