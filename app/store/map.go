package store

import (
	"slices"

	"causeway/core/wire"
)

// RowMap is what the black box says of the row as two of its features change.
type RowMap struct {
	On   bool // a person looks at it
	X, Y int
	Has  bool
	Is   wire.Mapped
	Of   []float64 // the row that it is of

	job   int
	again bool // something changed while one was on its way
}

// apply asks for a map over two features, or for none where they are one.
func (in ShowMap) apply(w *work) {
	m, n := &w.Explain.Map, len(w.Data.Table.Schema.Features)
	if in.X == in.Y || min(in.X, in.Y) < 0 || max(in.X, in.Y) >= n {
		*m = RowMap{job: m.job}
		return
	}
	m.On, m.X, m.Y, m.Has = true, in.X, in.Y, false
	w.mapRow()
}

// mapRow brings the map up to date that somebody looks at.
func (w *work) mapRow() {
	e := &w.Explain
	m, class := &e.Map, e.Asks(w.Data)
	switch {
	case !m.On:
		return
	case !e.HasRow || !w.Classifier.HasResult || class < 0 || w.Link.Down || w.Link.Recovering:
		m.Has = false
		return
	case m.job != 0:
		m.again = true
		return
	}
	row := e.Edited
	var marks [][]float64
	if e.HasFound && e.FoundRow == e.Index && !e.Stale() {
		row = e.asked.Row.Values()
		for _, c := range e.Found.Found {
			v := c.Values.Values()
			marks = append(marks, []float64{v[m.X], v[m.Y]})
		}
	}
	m.Of = slices.Clone(row)
	ask := wire.MapRow{Row: wire.NewFloats(row, len(row)), X: m.X, Y: m.Y, Class: class, Marks: wire.NewRows(marks)}
	ask.Knowledge, ask.Rules, _ = w.bounds()
	m.job = w.send(ask)
}

func (w *work) mapped(f wire.Mapped) {
	m := &w.Explain.Map
	if m.Is, m.Has = f, m.On; m.again {
		m.again = false
		w.mapRow()
	}
}

// Asks is the class that the row is to be given: the one that the answers reach, or
// of two the one that the black box does not give. -1: none.
func (e Explain) Asks(d Data) int {
	switch {
	case e.HasFound && e.FoundRow == e.Index:
		return e.Found.Target
	case e.Find.Target >= 0:
		return e.Find.Target
	case d.Table.Schema.Classes() == 2 && e.HasShares:
		return d.Wanted()
	}
	return -1
}
