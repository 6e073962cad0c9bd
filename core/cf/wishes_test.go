package cf

import (
	"math"
	"slices"
	"testing"

	"causeway/core/kernel"
	"causeway/core/search"
)

// Costs with difficulties, worked out by hand: age changing by 2 MADs at effort 4 and a job at
// effort 0.5 cost 4*2 + 0.5*0.5 = 8.25, and the effort is 4.5.
func TestEffortWeighs(t *testing.T) {
	w := newWorld(t)
	g := w.fit(t, config, 1).Best()
	from := w.table.Row(0, nil)
	row := slices.Clone(from)
	row[0] += 2 * g.schema.Features[0].MAD
	row[1] = math.Mod(row[1]+1, 4)
	s := referee{w.table.Schema, w.blackBox, search.Query{Row: from, Effort: []float64{4, 0.5, 1, 1}}}
	if c := s.judge([][]float64{row})[0]; c.Changed != 2 || c.Effort != 4.5 || math.Abs(c.Cost-8.25) > 1e-12 {
		t.Errorf("got %d changes, effort %v, cost %v, want 2, 4.5, 8.25", c.Changed, c.Effort, c.Cost)
	}
}

// A feature that is very hard to change is avoided if another way exists. The first
// counterfactual changes it less often than without the difficulty.
func TestHardFeaturesAreSpared(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped with -short: other loops have the same bits, see TestSameBitsEverywhere")
	}
	w := newWorld(t)
	g := w.fit(t, config, 20).Best()
	pred := Predict(w.blackBox, w.test)
	for j, f := range w.table.Schema.Features {
		effort := []float64{1, 1, 1, 1}
		effort[j] = 4
		plain, spared := 0, 0
		for i, row := range w.split.Test[:60] {
			q := search.Query{Row: w.table.Row(row, nil), Target: 1 - pred[i], Count: 1, Budget: 60,
				Key: kernel.NewKey(uint64(i))}
			count := func(n *int) {
				if rows := g.Search(w.blackBox, q).Rows; len(rows) > 0 && rows[0].Row[j] != q.Row[j] {
					*n++
				}
			}
			count(&plain)
			q.Effort = effort
			count(&spared)
		}
		if spared > plain/4 {
			t.Errorf("%s is changed in %d of 60 rows, and in %d where that is very hard", f.Name, plain, spared)
		}
	}
}

// TestMaxChanged compares the search with an exhaustive search over single changes on a grid. No
// displayed row changes more features than allowed, and existing answers are found.
func TestMaxChanged(t *testing.T) {
	w := newWorld(t)
	g := w.fit(t, config, 20).Best()
	pred := Predict(w.blackBox, w.test)
	exist, missed, freed := 0, 0, 0
	for i, n := range w.split.Test {
		q := search.Query{Row: w.table.Row(n, nil), Target: 1 - pred[i], Count: 3, Budget: 60, MaxChanged: 1,
			Key: kernel.NewKey(uint64(i))}
		found := g.Search(w.blackBox, q)
		for _, c := range found.Rows {
			if c.Changed != 1 {
				t.Fatalf("row %d: %d changes", n, c.Changed)
			}
		}
		for _, r := range found.Relaxed {
			if !r.Wider || r.Row.Changed < 2 {
				t.Fatalf("row %d: relaxation %+v", n, r)
			}
			freed++
		}
		var grid [][]float64
		for j, f := range w.table.Schema.Features {
			for l := range f.Levels {
				grid = append(grid, with(q.Row, j, float64(l)))
			}
			for k := 0; f.Kind.Numeric() && k <= 200; k++ {
				grid = append(grid, with(q.Row, j, f.Round(f.Min+(f.Max-f.Min)*float64(k)/200)))
			}
		}
		if (referee{w.table.Schema, w.blackBox, q}.any(grid)) {
			exist++
			if len(found.Rows) == 0 {
				missed++
			}
		}
	}
	if exist < 60 || missed*50 > exist || freed == 0 {
		t.Errorf("%d of %d rows that flip by one change got none, want at most 2 %%; %d relaxations", missed,
			exist, freed)
	}
}
