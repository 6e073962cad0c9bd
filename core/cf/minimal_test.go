package cf

import (
	"math"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/search"
)

// TestShownIsMinimal checks the displayed rows for random tables and rules. No change can be
// undone or made smaller by one step, no cheaper single change was missed, and no two rows differ
// only in the amounts by which numbers change.
func TestShownIsMinimal(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped with -short: other loops have the same bits, see TestSameBitsEverywhere")
	}
	shown, proved, none := 0, 0, 0
	for seed := uint64(1); shown < 1500; seed++ {
		w := randomWorld(t, kernel.NewKey(1000+seed))
		f, err := NewFit(BaseVAE(), Config{Seed: 1, Epochs: 1, Batch: 32, Samples: 3, LearningRate: 0.01, Validity: 20,
			Margin: 0.1},
			w.table.Schema, w.blackBox, w.train, w.val)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
		g := f.Best()
		for i := range uint64(60) {
			q := randomQuery(w, kernel.NewKey(seed).Sub(100+i))
			q.Lead, q.Boxes, q.Brief = []float64{0, search.ShownLead, 0.5}[i%3], 20_000, i%5 > 0
			if i%7 == 0 {
				q.Lead, q.Least = 0, 0.7
			}
			found := g.Search(w.blackBox, q)
			shown += len(found.Rows)
			proved += b2i(found.Nearest)
			none += b2i(found.None)
			if found.None && len(found.Rows) > 0 {
				t.Fatalf("seed %d, query %d: none exists and %d are shown", seed, i, len(found.Rows))
			}
			checkMinimal(t, w, g, q, found)
		}
	}
	t.Logf("%d shown, %d first ones proved nearest, %d proved to have none", shown, proved, none)
	if none < 20 || proved < 200 {
		t.Errorf("%d rows proved to have none and %d nearest; too few to prove something", none, proved)
	}
}

func checkMinimal(t *testing.T, w *world, g *Generator, q search.Query, found search.Found) {
	t.Helper()
	s := referee{w.table.Schema, w.blackBox, q}
	if found.Unclear {
		s.query.Lead, s.query.Least = 0, 0
	}
	one := func(row []float64) (search.Counterfactual, bool) {
		c := s.judge([][]float64{row})[0]
		base := causal.NewBase(w.table.Schema, q.Rules, q.Row).Of(row, make([]float64, len(row)))
		cost := search.CostOf(w.table.Schema, q.Effort, base, row)
		return c, s.reaches(c) && (q.MaxCost == 0 || cost <= q.MaxCost+1e-6)
	}
	ways := map[string]bool{}
	for k, c := range found.Rows {
		if _, ok := one(c.Row); !ok {
			t.Fatalf("%v is shown and does not reach the target so clearly", c.Row)
		}
		way := ""
		for j, f := range w.table.Schema.Features {
			v, x := c.Row[j], q.Row[j]
			switch {
			case v == x:
				way += "|"
				continue
			case f.Kind.Numeric():
				way += "|" + string(rune('u'+b2i(v > x)))
				v = f.Round(v - math.Copysign(f.Step(), v-x))
			default:
				way += "|" + f.Levels[int(v)]
				v = x
			}
			for _, less := range []float64{x, v} {
				// Where a cause forces another feature, less of the cause may leave an action on that feature.
				if l, ok := one(with(c.Row, j, less)); ok && nearer(l, c) < 0 {
					t.Fatalf("shown %d of %v: feature %d goes to %v where %v does", k, q.Row, j, c.Row[j], less)
				}
			}
		}
		if ways[way] {
			t.Fatalf("two rows change the same: %v", found.Rows)
		}
		ways[way] = true
	}
	for j, f := range w.table.Schema.Features {
		var values []float64
		for l := range f.Levels {
			values = append(values, float64(l))
		}
		if d, _ := causal.Domains(w.table.Schema, nil, q.Row); f.Kind.Numeric() {
			for v := f.Round(d[j].Min); v <= d[j].Max; v = f.Round(v + f.Step()) {
				values = append(values, v)
			}
		}
		for _, v := range values {
			if c, ok := one(with(q.Row, j, v)); ok &&
				(len(found.Rows) == 0 || nearer(c, found.Rows[0]) < 0 && !slices.Equal(c.Row, found.Rows[0].Row)) {
				t.Fatalf("%v reaches the target of %v at less than %+v", c.Row, q.Row, found.Rows)
			}
		}
	}
}
