package cf

import (
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/model"
	"causeway/core/search"
)

// TestApart searches random tables under random rules for rows that must differ in the features
// that they change. It checks that no two rows share a changed feature (or the same set of them,
// depending on the query), and that the nearest row is also the one that an ordinary search
// finds. If the search proves that no further row exists, a search without samples must find none
// either.
func TestApart(t *testing.T) {
	several, ends := 0, 0
	for seed := range uint64(6) {
		key := kernel.NewKey(900 + seed)
		w := randomWorld(t, key)
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
		for i := range uint64(40) {
			q := randomQuery(w, key.Sub(100+i))
			q.Boxes = 2_000
			nearest := q
			nearest.Count = 1
			first := g.Search(w.blackBox, nearest)
			for _, apart := range []model.Apart{model.OtherFeatures, model.NothingShared} {
				q.Apart = apart
				found := g.Search(w.blackBox, q)
				if (len(found.Rows) == 0) != (len(first.Rows) == 0) || len(found.Rows) > q.Count {
					t.Fatalf("%d rows where there are %d without asking for others", len(found.Rows), len(first.Rows))
				}
				sets := changedBy(w, q, found)
				if len(sets) > 1 {
					several++
				}
				for k, a := range sets {
					for _, b := range sets[:k] {
						if slices.Equal(a, b) || apart == model.NothingShared &&
							slices.ContainsFunc(a, func(j int) bool { return slices.Contains(b, j) }) {
							t.Fatalf("two rows change %v and %v", a, b)
						}
					}
				}
				if apart == model.NothingShared && len(found.Rows) > 0 &&
					!slices.Equal(found.Rows[0].Row, first.Rows[0].Row) {
					t.Fatalf("begins with %v, the nearest is %v", found.Rows[0].Row, first.Rows[0].Row)
				}
				if !found.NoMore {
					continue
				}
				ends++
				rest := q
				rest.Apart, rest.Boxes, rest.Count, rest.Budget, rest.Rules = model.OtherWay, 0, 1, 400,
					slices.Clone(q.Rules)
				for _, j := range slices.Concat(sets...) {
					rest.Rules = append(rest.Rules, causal.Rule{Kind: causal.Immutable, Feature: j})
				}
				if more := g.Search(w.blackBox, rest); len(more.Rows) > 0 && !more.Unclear {
					t.Fatalf("proved that there is none beside %v, and here is %v", sets, more.Rows[0].Row)
				}
			}
		}
	}
	if several < 50 || ends < 20 {
		t.Errorf("%d times several rows and %d proofs of no further one are too few to tell", several, ends)
	}
	t.Logf("%d times several rows, %d proofs", several, ends)
}

// changedBy lists, for every row, the features that it changes and that do not follow from
// others.
func changedBy(w *world, q search.Query, found search.Found) (sets [][]int) {
	follows := causal.Follows(w.table.Schema, q.Rules)
	for _, c := range found.Rows {
		var set []int
		for j, v := range c.Row {
			if v != q.Row[j] && !follows[j] {
				set = append(set, j)
			}
		}
		sets = append(sets, set)
	}
	return sets
}
