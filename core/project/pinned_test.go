package project

import (
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/document"
	"causeway/core/form"
	"causeway/core/model"
)

// TestPinnedAnswersStayWhileTheyHold checks that pinned rows are returned and proved like found
// ones as long as they are answers. Pinned rows of another class, that break a rule or do not fit
// the table, must be left out and counted.
func TestPinnedAnswersStayWhileTheyHold(t *testing.T) {
	f := finished(t, "census")
	p, k := f.Project, f.Saved.Graph.Knowledge()
	var row []float64
	var first document.Explained
	for i := range p.Table.Rows() {
		x := p.Table.Row(i, make([]float64, len(p.Schema.Features)))
		if p.Ask(x)[0].Class != 0 {
			continue
		}
		found, err := p.Explain(x, Query{Search: document.Search{Target: -1, Count: 3, Budget: 400, Seed: 1,
			Clarity: model.Just}, Knowledge: k, Boxes: 2000}, func() error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		if len(found.Rows) >= 2 && found.Rows[1].Changed > 1 {
			row, first = x, found
			break
		}
	}
	if row == nil {
		t.Fatal("no row has two answers")
	}
	second := first.Rows[1]
	ask := func(q Query) document.Explained {
		t.Helper()
		q.Target, q.Budget, q.Seed, q.Knowledge, q.Boxes, q.Count = -1, 400, 1, k, 2000, max(q.Count, 1)
		x, err := p.Explain(row, q, func() error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		return x
	}

	x := ask(Query{Search: document.Search{Clarity: model.Just}, Pinned: form.NewRows([][]float64{second.Row})})
	last := x.Rows[len(x.Rows)-1]
	if x.Brought != 1 || x.Lapsed != 0 || len(x.Rows) != 2 || !slices.Equal(last.Row, second.Row) {
		t.Fatalf("brought %d, lapsed %d, %d rows", x.Brought, x.Lapsed, len(x.Rows))
	}
	if last.Changed != second.Changed || last.Cost != second.Cost || last.Effort != second.Effort ||
		last.Class != second.Class || !slices.Equal(last.Shares, second.Shares) ||
		!slices.Equal(last.Without, second.Without) || len(last.Proof) != len(x.Laws) {
		t.Errorf("it came as %+v, was found as %+v", last, second)
	}

	if x := ask(Query{Search: document.Search{Count: 3, Clarity: model.Just},
		Pinned: form.NewRows([][]float64{second.Row})}); x.Brought != 0 || x.Lapsed != 0 ||
		len(x.Rows) != len(first.Rows) {
		t.Errorf("what is found anyway: brought %d, lapsed %d", x.Brought, x.Lapsed)
	}
	changed := 0
	for j := range row {
		if second.Row[j] != row[j] {
			changed = j
		}
	}
	locked := []causal.Rule{{Kind: causal.Immutable, Feature: changed, Local: true}}
	if x := ask(Query{Search: document.Search{Clarity: model.Just}, Rules: locked,
		Pinned: form.NewRows([][]float64{second.Row})}); x.Brought != 0 || x.Lapsed != 1 ||
		slices.ContainsFunc(x.Rows, func(c document.Counterfactual) bool { return c.Row[changed] != row[changed] }) {
		t.Errorf("under a lock of what it changes: brought %d, lapsed %d", x.Brought, x.Lapsed)
	}
	odd := slices.Clone(second.Row)
	odd[changed] = -1e9
	if x := ask(Query{Search: document.Search{Clarity: model.Just},
		Pinned: form.NewRows([][]float64{row, odd})}); x.Brought != 0 || x.Lapsed != 2 {
		t.Errorf("the row itself and what nobody has: brought %d, lapsed %d", x.Brought, x.Lapsed)
	}
}
