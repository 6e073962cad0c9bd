package search

import (
	"fmt"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// world is a random table with a random network.
type world struct {
	table    *data.Table
	blackBox *nn.Classifier
}

// newWorld returns a world with features of the given kinds.
func newWorld(kinds []data.Kind, rows int, key kernel.Key) world {
	t := &data.Table{Schema: data.Schema{Outcome: data.Feature{Name: "y", Kind: data.Category,
		Levels: []string{"no", "yes"}}}}
	for j, kind := range kinds {
		f := data.Feature{Name: fmt.Sprint("f", j), Kind: kind}
		if kind == data.Continuous {
			f.Decimals = 1
		}
		for l := range 2 + j%3 {
			if kind == data.Category || kind == data.Ordered {
				f.Levels = append(f.Levels, fmt.Sprint("l", l))
			}
			if kind == data.Ordered {
				f.Ranks = append(f.Ranks, float64(l))
			}
		}
		if kind == data.Boolean {
			f.Levels = []string{"no", "yes"}
		}
		t.Schema.Features, t.Cols = append(t.Schema.Features, f), append(t.Cols, make([]float64, rows))
		for i := range rows {
			draw := key.Sub(uint64(j)).Sub(uint64(i))
			if t.Cols[j][i] = f.Round(30 + 10*float64(draw.Normal1(0))); !kind.Numeric() {
				t.Cols[j][i] = float64(draw.Intn(0, len(f.Levels)))
			}
		}
	}
	t.Outcome = make([]int, rows)
	every := make([]int, rows)
	for i := range every {
		every[i] = i
	}
	t.FitScale(every)
	w := world{t, nn.NewClassifier(t.Schema.Width(), 6, 2, key.Sub(1000))}
	for _, b := range w.blackBox.Net.Blocks() {
		for i := range b.W {
			b.W[i] = key.Sub(1001).Sub(uint64(len(b.W))).Normal1(uint32(i))
		}
	}
	return w
}

// anyWorld returns a world with three to seven features of any kind.
func anyWorld(key kernel.Key) world {
	var kinds []data.Kind
	for j := range 3 + key.Intn(0, 5) {
		kinds = append(kinds, data.Kind(key.Intn(uint32(1+j), 5)))
	}
	return newWorld(kinds, 300, key.Sub(1))
}

// class returns the class of a row.
func (w world) class(row []float64) int {
	s := searcher{layout: newLayout(w.table.Schema), blackBox: w.blackBox, pass: w.blackBox.Pass(), factual: row}
	return s.judge([][]float64{row})[0].Class
}

// query returns a query about a row, with up to five rules.
func (w world) query(key kernel.Key) Query {
	s, n := w.table.Schema, len(w.table.Schema.Features)
	row := w.table.Row(key.Intn(0, w.table.Rows()), nil)
	q := Query{Row: row, Target: 1 - w.class(row), Count: 12, Budget: 24, Key: key.Sub(1)}
	for i := range uint64(12) {
		key := key.Sub(50 + i)
		r := causal.Rule{Kind: causal.RuleKind(key.Intn(0, causal.KindCount)), Feature: key.Intn(1, n),
			Other: key.Intn(2, n),
			Falls: key.Intn(3, 2) == 0, Strict: key.Intn(4, 2) == 0, Reverse: key.Intn(5, 2) == 0}
		switch r.Kind {
		case causal.Range:
			r.Min = row[r.Feature] - 20*float64(key.Uniform1(9))
			r.Max = r.Min + 30*float64(key.Uniform1(10))
		case causal.MoveAtMost:
			r.Min, r.Max = 10*float64(key.Uniform1(9)), 10*float64(key.Uniform1(10))
		case causal.Allowed:
			r.Levels = []int{int(row[r.Feature])}
		case causal.Inequality:
			r.Law.Weights = []float64{1, float64(key.Intn(9, 5)) - 2.5}
			r.Max = row[r.Feature] + r.Law.Weights[1]*row[r.Other] + 5*float64(key.Uniform1(10)) - 2
		case causal.Cardinality:
			r.Max = float64(key.Intn(9, 2))
		}
		if r.Check(s) == nil && len(q.Rules) < 5 {
			q.Rules = append(q.Rules, r)
		}
	}
	return q
}

// Sample implements blackbox.Sampler. It crosses a row with rows of the table.
func (w world) Sample(row []float64, _, n int, _ float32, key kernel.Key) (rows [][]float64) {
	for i := range uint64(n) {
		draw := key.Sub(i)
		other := w.table.Row(draw.Intn(0, w.table.Rows()), nil)
		for j, x := range row {
			if draw.Intn(uint32(1+j), 8) == 0 {
				other[j] = x
			}
		}
		rows = append(rows, other)
	}
	return rows
}
