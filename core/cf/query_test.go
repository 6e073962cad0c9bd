package cf

import (
	"fmt"
	"testing"

	"causeway/core/kernel"
)

// TestQueries checks that queries reach their target, differ from their row and from each other,
// and do not exceed the requested number. Some of them change what a donor changes.
func TestQueries(t *testing.T) {
	w := newWorld(t)
	g := w.fit(t, config, 20).Best()
	pred := Predict(w.blackBox, w.train)
	var rows [][]float64
	var target []int
	for i := range 20 {
		rows = append(rows, w.table.Row(w.split.Train[i], nil))
		target = append(target, 1-pred[i])
	}
	with, without := g.Queries(w.blackBox, rows, target, rows, 6, kernel.NewKey(1)),
		g.Queries(w.blackBox, rows, target, nil, 6, kernel.NewKey(1))
	for _, labels := range [][]Label{with, without} {
		count, seen := map[string]int{}, map[string]bool{}
		for _, q := range labels {
			own, id := fmt.Sprint(q.Factual), fmt.Sprint(q.Factual, q.Counterfactual)
			if count[own]++; count[own] > 6 || seen[id] || own == fmt.Sprint(q.Counterfactual) {
				t.Fatalf("query %v of %v is one too many", q.Counterfactual, q.Factual)
			}
			seen[id] = true
			if y := g.predict(w.blackBox, [][]float64{q.Counterfactual}); y[0] != q.Target {
				t.Fatalf("query %v does not reach its target", q.Counterfactual)
			}
		}
		if len(labels) < 60 {
			t.Errorf("%d queries of 20 rows", len(labels))
		}
	}
	if fmt.Sprint(with) == fmt.Sprint(without) {
		t.Error("donors make no difference")
	}
	if again := g.Queries(w.blackBox, rows, target, rows, 6, kernel.NewKey(1)); fmt.Sprint(again) != fmt.Sprint(with) {
		t.Error("the same key gives other queries")
	}
}

// TestChoose checks that without labels one query of every kind of change is picked before any
// kind is picked twice. Later, queries about which the judge is unsure come before those about
// which it is sure.
func TestChoose(t *testing.T) {
	x := []float64{40, 1, 20, 0}
	to := func(age, school, wage, job float64) Label {
		return Label{Factual: x, Counterfactual: []float64{age, school, wage, job}, Target: 1}
	}
	pool := []Label{to(50, 1, 20, 0), to(51, 1, 20, 0), to(52, 1, 20, 0), to(30, 1, 20, 0), to(40, 2, 20, 0),
		to(40, 1, 20, 1)}
	kinds := map[string]bool{}
	for _, q := range Choose(ruled, pool, nil, 4, kernel.NewKey(1)) {
		c := q.Counterfactual
		kinds[fmt.Sprint(c[0] > 40, c[0] < 40, c[1] > 1, c[3])] = true
	}
	if len(kinds) != 4 {
		t.Errorf("4 picks of %d kinds", len(kinds))
	}
	var known []Label
	for i := range 40 {
		older, younger := to(45+float64(i)/4, 1, 20, 0), to(35-float64(i)/4, 1, 20, 0)
		older.Feasible = true
		known = append(known, older, younger)
	}
	first := Choose(ruled, pool, known, 1, kernel.NewKey(1))[0].Counterfactual
	if first[0] != 40 {
		t.Errorf("after labels on age, age %v is asked about first", first[0])
	}
	if n := len(Choose(ruled, pool, known, 100, kernel.NewKey(1))); n != len(pool) {
		t.Errorf("%d picked of %d", n, len(pool))
	}
}

func TestChooseAny(t *testing.T) {
	var pool []Label
	for i := range 10 {
		pool = append(pool, Label{Target: i})
	}
	seen := map[int]bool{}
	for _, q := range ChooseAny(pool, 99, kernel.NewKey(1)) {
		seen[q.Target] = true
	}
	if len(seen) != 10 || len(ChooseAny(pool, 4, kernel.NewKey(1))) != 4 {
		t.Errorf("%d different ones picked", len(seen))
	}
}
