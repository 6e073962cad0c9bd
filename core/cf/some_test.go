package cf

import (
	"testing"

	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/search"
)

// Some finds a row whenever Search does. The row reaches the target class and keeps the rules. If
// Some reports that no such row exists, Search finds none.
func TestSomeFindsWhereSearchDoes(t *testing.T) {
	w := newWorld(t)
	g := w.fit(t, config, 20).Best()
	pred := Predict(w.blackBox, w.test)
	f := search.NewFinder(w.table.Schema, w.blackBox, g)
	tick := func() error { return nil }
	rows, nones, open := 0, 0, 0
	for i := range 300 {
		n := i % len(w.split.Test)
		key := kernel.NewKey(uint64(i))
		q := search.Query{Row: w.table.Row(w.split.Test[n], nil), Target: 1 - pred[n], Count: 1, Budget: 40, Key: key,
			Boxes: []int{20, 200, 2000}[i%3], Brief: true}
		for r := range 1 + key.Intn(99, 5) {
			q.Rules = append(q.Rules, randomRule(key.Sub(uint64(r))))
		}
		long, err := f.Search(q, tick)
		if err != nil {
			t.Fatal(err)
		}
		row, none, err := f.Some(q, tick)
		switch {
		case err != nil:
			t.Fatal(err)
		case len(long.Rows) > 0 && row == nil, row != nil && long.None, none && (row != nil || len(long.Rows) > 0):
			t.Fatalf("query %d: some %v, none %t; Search found %d, none %t", i, row, none, len(long.Rows), long.None)
		case row != nil:
			rows++
			if y := g.predict(w.blackBox, [][]float64{row}); y[0] != q.Target ||
				!causal.AllHold(w.table.Schema, q.Rules, q.Row, row) {
				t.Fatalf("query %d: %v is no answer for %v", i, row, q.Row)
			}
		case none:
			nones++
		default:
			open++
		}
	}
	if t.Logf("%d found, %d proved that there is none, %d open", rows, nones, open); rows < 50 || nones < 20 {
		t.Error("too few of a kind to tell")
	}
}
