package cf

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/model"
	"causeway/core/search"
)

// TestSearch checks the properties that every row returned by a search must have.
func TestSearch(t *testing.T) {
	w := newWorld(t)
	g := w.fit(t, config, 20).Best()
	pred := Predict(w.blackBox, w.test)
	empty, several := 0, 0
	for i, row := range w.split.Test {
		factual := w.table.Row(row, nil)
		q := search.Query{Row: factual, Target: 1 - pred[i], Count: 4, Budget: 100, Key: kernel.NewKey(uint64(i))}
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
		s := referee{w.table.Schema, w.blackBox, q}
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
			for j := range c.Row { // no single change is superfluous
				if c.Row[j] == factual[j] || c.Changed == 1 {
					continue
				}
				if less := s.judge([][]float64{with(c.Row, j, factual[j])})[0]; !found.Unclear &&
					s.leads(less) >= q.Lead {
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

// A search owns its results, so neither a later nor a parallel search overwrites them.
func TestWhatIsFoundStays(t *testing.T) {
	w := newWorld(t)
	g := w.fit(t, config, 20).Best()
	pred := Predict(w.blackBox, w.test)
	ways := []func(*search.Query){
		func(q *search.Query) {},
		func(q *search.Query) { q.Lead, q.Boxes = search.ShownLead, 500 },
		func(q *search.Query) { q.Apart = model.NothingShared },
		func(q *search.Query) { q.Under = []blackbox.BlackBox{w.blackBox, w.blackBox} },
		func(q *search.Query) { q.Brief, q.Boxes = true, 500 },
		func(q *search.Query) {
			q.Rules = []causal.Rule{{Kind: causal.Immutable, Feature: 0}, {Kind: causal.Immutable, Feature: 1}}
		},
	}
	find := func(n int) search.Found {
		q := search.Query{Row: w.table.Row(w.split.Test[n], nil), Target: 1 - pred[n], Count: 3, Budget: 100,
			Key: kernel.NewKey(uint64(n))}
		ways[n%len(ways)](&q)
		return g.Search(w.blackBox, q)
	}
	found, was := make([]search.Found, 4*len(ways)), make([]string, 4*len(ways))
	for n := range found {
		found[n] = find(n)
		was[n] = fmt.Sprint(found[n])
	}
	var beside sync.WaitGroup
	for range 4 {
		beside.Go(func() {
			for n := range found {
				if again := fmt.Sprint(find(n)); again != was[n] {
					t.Errorf("query %d beside others: %s, was %s", n, again, was[n])
				}
			}
		})
	}
	beside.Wait()
	for n, f := range found {
		if now := fmt.Sprint(f); now != was[n] {
			t.Errorf("query %d: what was found is %s now, was %s", n, now, was[n])
		}
	}
}

func with(row []float64, j int, v float64) []float64 {
	r := slices.Clone(row)
	r[j] = v
	return r
}
