package cf

import (
	"reflect"
	"slices"
	"testing"

	"causeway/core/kernel"
)

// TestSearch holds what must hold of every row that a search returns.
func TestSearch(t *testing.T) {
	w := newWorld(t)
	g := w.fit(t, config, 20).Best()
	pred := Predict(w.blackBox, w.test)
	empty, several := 0, 0
	for i, row := range w.split.Test {
		factual := w.table.Row(row, nil)
		q := Query{Row: factual, Target: 1 - pred[i], Count: 4, Budget: 100, Key: kernel.NewKey(uint64(i))}
		found := g.Search(w.blackBox, q)
		if found.Factual.Class != pred[i] || found.Tried != 100 || len(found.Rows) > 4 {
			t.Fatalf("row %d: %+v", row, found)
		}
		switch {
		case len(found.Rows) == 0:
			empty++
		case len(found.Rows) > 1:
			several++
		}
		s := searcher{layout: g.layout, from: g, blackBox: w.blackBox, pass: w.blackBox.Pass(), factual: factual, target: q.Target}
		for k, c := range found.Rows {
			again := s.judge([][]float64{c.Row})[0]
			if !reflect.DeepEqual(again, c) || c.Class != q.Target || c.Changed == 0 {
				t.Fatalf("row %d: counterfactual %d = %+v, judged again %+v", row, k, c, again)
			}
			for j, f := range w.table.Schema.Features {
				if !f.Holds(c.Row[j]) {
					t.Fatalf("row %d: %s = %v", row, f.Name, c.Row[j])
				}
			}
			if k > 0 && slices.Equal(c.Row, found.Rows[k-1].Row) {
				t.Errorf("row %d: the same counterfactual twice", row)
			}
			for j := range c.Row { // no single change could be left out
				if c.Row[j] == factual[j] || c.Changed == 1 {
					continue
				}
				if less := s.judge([][]float64{with(c.Row, j, factual[j])})[0]; !found.Unclear && less.leads(q.Target) >= q.Lead {
					t.Errorf("row %d: the change of feature %d is not needed", row, j)
				}
			}
		}
		if !reflect.DeepEqual(found, g.Search(w.blackBox, q)) {
			t.Fatalf("row %d: the same query gave other rows", row)
		}
	}
	if several < len(pred)*9/10 {
		t.Errorf("only %d of %d rows got more than one counterfactual", several, len(pred))
	}
	if empty > 2 {
		t.Errorf("%d of %d rows without a counterfactual", empty, len(pred))
	}
}

func with(row []float64, j int, v float64) []float64 {
	r := slices.Clone(row)
	r[j] = v
	return r
}
