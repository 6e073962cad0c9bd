package cf

import (
	"reflect"
	"testing"

	"causeway/core/kernel"
	"causeway/core/search"
)

// A brief search returns the same rows and proofs as a long one, even if it draws no samples
// because no answer exists.
func TestBriefFindsTheSame(t *testing.T) {
	w := newWorld(t)
	g := w.fit(t, config, 20).Best()
	pred := Predict(w.blackBox, w.test)
	none, unclear, found := 0, 0, 0
	for i := range 300 {
		n := i % len(w.split.Test)
		key := kernel.NewKey(uint64(i))
		q := search.Query{Row: w.table.Row(w.split.Test[n], nil), Target: 1 - pred[n], Count: 3, Budget: 40, Key: key,
			Boxes: []int{20, 200, 2000}[i%3]}
		if i%2 == 0 {
			q.Lead = 0.9
		}
		if i%5 == 0 {
			q.MaxChanged = 1
		}
		for r := range 1 + key.Intn(99, 5) {
			q.Rules = append(q.Rules, randomRule(key.Sub(uint64(r))))
		}
		long := g.Search(w.blackBox, q)
		q.Brief = true
		brief := g.Search(w.blackBox, q)
		said := func(f search.Found) []any {
			return []any{f.Rows, f.Nearest, f.None, f.Unclear, f.NoClear, f.Factual, f.Tried}
		}
		if !reflect.DeepEqual(said(long), said(brief)) {
			t.Fatalf("query %d: long %+v, brief %+v", i, said(long), said(brief))
		}
		none, unclear, found = none+b2i(brief.None), unclear+b2i(brief.Unclear), found+b2i(len(brief.Rows) > 0)
	}
	if t.Logf("%d found, %d unclear, %d with none", found, unclear, none); none < 20 || unclear < 5 || found < 50 {
		t.Error("too few of a kind to tell")
	}
}
