package store

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/wire"
)

// RowMap shows the black box's predictions over two features of the row.
type RowMap struct {
	On     bool // a person looks at it
	X, Y   int
	Chosen bool // a person chose At; otherwise it follows the shown counterfactual
	Has    bool
	Is     wire.Mapped
	Of     []float64 // its row
	At     [2]int    // its features

	job   int
	sent  wire.MapRow
	again bool // something changed while a map was on its way
}

// apply asks for a map over two features. If they are the same, it asks for the default map.
func (in ShowMap) apply(w *turn) {
	m, n := &w.Explain.Map, len(w.Data.Table.Schema.Features)
	m.Chosen = in.X != in.Y && min(in.X, in.Y) >= 0 && max(in.X, in.Y) < n
	if m.On = m.Chosen; m.Chosen {
		m.X, m.Y = in.X, in.Y
	}
	w.mapRow()
}

func (in ShowWay) apply(w *turn) {
	e := &w.Explain
	if in.Index < 0 || in.Index >= len(e.Answers().Rows) {
		return
	}
	e.Way, e.Map.Chosen = in.Index, false
	w.mapRow()
}

// mapRow updates the map if it is on show.
func (w *turn) mapRow() {
	e := &w.Explain
	m, class := &e.Map, e.Asks(w.Data)
	if !m.Chosen && w.seesRow() && e.HasRow && !e.Glance.Dragging {
		m.X, m.Y, m.On = w.axes()
	}
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
	if e.Current() {
		row = e.asked.Row.Values()
		for _, c := range e.Found.Rows {
			marks = append(marks, []float64{c.Row[m.X], c.Row[m.Y]})
		}
	}
	m.sent = wire.MapRow{Row: wire.NewFloats(row, len(row)), X: m.X, Y: m.Y, Class: class, Marks: wire.NewRows(marks),
		Toward: e.Find}
	m.sent.Knowledge = w.Graph.Sketch.Knowledge()
	m.sent.Rules, _, _ = w.bounds(e.Edited)
	m.job = w.send(m.sent)
}

func (w *turn) mapped(f wire.Mapped) {
	m := &w.Explain.Map
	if m.Is, m.Has, m.At = f, m.On, [2]int{m.sent.X, m.sent.Y}; m.Has {
		m.Of = m.sent.Row.Values()
	}
	if m.again {
		m.again = false
		w.mapRow()
	}
}

// axes returns the map's default features. If a counterfactual is on show, they are features that it
// changes, the most needed first and followers last. Otherwise they are the two changeable features
// that say most about the class. Levels go on the vertical axis if the other feature is a number.
func (w *turn) axes() (x, y int, ok bool) {
	e, s := &w.Explain, w.Data.Table.Schema
	var list []int
	if c, there := e.Shown(); there {
		factual, without := e.Answers().Factual.Row, c.Without
		d := w.Follows().Deeds(factual, c)
		for j := range s.Features {
			if d.Does(j) || d.Follows(j) {
				list = append(list, j)
			}
		}
		needs := func(j int) float64 {
			switch {
			case d.Follows(j):
				return 2
			case j < len(without):
				return without[j]
			}
			return 1
		}
		slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(needs(a), needs(b)) })
	}
	leeways, wanted := w.Graph.Leeways(s, e.Edited), w.Data.Wanted()
	tells := make([]float64, len(s.Features))
	for j := range tells {
		tells[j] = w.Data.tells(j, wanted)
	}
	for _, locked := range []bool{false, true} {
		var more []int
		for j := range s.Features {
			if (leeways[j].Locked != "") == locked && !slices.Contains(list, j) {
				more = append(more, j)
			}
		}
		slices.SortStableFunc(more, func(a, b int) int { return cmp.Compare(tells[b], tells[a]) })
		list = append(list, more...)
	}
	flags := s.Flags()
	list = slices.DeleteFunc(list, func(j int) bool {
		return len(s.Features[j].Levels) > wire.MaxMapped || w.PairShown(flags, j) != j
	})
	computed := w.Graph.Follows(s) // it follows from others, so the map would not vary along it
	slices.SortStableFunc(list, func(a, b int) int {
		switch {
		case computed[a] == computed[b]:
			return 0
		case computed[a]:
			return 1
		}
		return -1
	})
	if len(list) < 2 {
		return 0, 0, false
	}
	x, y = list[0], list[1]
	if number := func(j int) bool { return s.Features[j].Kind.Numeric() }; number(y) && !number(x) {
		x, y = y, x
	}
	return x, y, true
}

// PairShown returns which feature the map uses for a number with a flag: the flag while the row's
// number is missing or the shown answer withholds it, otherwise the number. j may be either, or any
// other feature.
func (s *State) PairShown(flags map[int]int, j int) int {
	for n, g := range flags {
		if j != n && j != g {
			continue
		}
		if c, there := s.Explain.Shown(); s.Explain.Edited[g] != 0 || there && g < len(c.Row) && c.Row[g] != 0 {
			return g
		}
		return n
	}
	return j
}

// tells returns how much a feature says about the outcome: how far a class's share in the feature's
// bins differs from its share in all rows.
func (d Data) tells(j, class int) float64 {
	if j >= len(d.Table.Columns) {
		return 0
	}
	col := d.Table.Columns[j]
	of, all, wanted := col.Of(class, d.Table.Schema.Classes()), 0, 0
	if of == nil {
		return 0
	}
	for b, n := range col.Counts {
		all, wanted = all+n, wanted+of[b]
	}
	sum, share := 0.0, float64(wanted)/float64(max(all, 1))
	for b, n := range col.Counts {
		sum += math.Abs(float64(of[b]) - share*float64(n))
	}
	return sum / float64(max(all, 1))
}

// SameGoal reports whether results have the same bands as the row's prediction.
func (e Explain) SameGoal(x wire.Explained) bool {
	return e.CutsOf == x.Of && slices.Equal(x.Cuts, e.Cuts)
}

// Banded reports whether the shares are shares of bands, see document.Counterfactual.
func (e Explain) Banded() bool {
	return e.CutsOf > 0 || e.HasNumber && (len(e.Shares) > 2 || e.Found.Factual.Banded)
}

// Asks returns the row's target class: the class that the answers reach or, of two classes, the one
// that is not predicted. It is -1 if unknown.
func (e Explain) Asks(d Data) int {
	switch {
	case e.HasFound && e.FoundRow == e.Index && e.SameGoal(e.Found):
		return e.Found.Target
	case len(e.Cuts) > 0:
		return e.Band
	case e.Find.Target >= 0:
		return e.Find.Target
	case d.Table.Schema.Classes() == 2 && e.HasShares:
		return d.Wanted()
	}
	return -1
}
