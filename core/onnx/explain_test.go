package onnx

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"testing"

	"causeway/core/cf"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/search"
)

// workers returns the table on which testdata/make.py trained sklearn-columns, sampled again.
func workers(n int) *data.Table {
	t := &data.Table{Schema: data.Schema{
		Features: []data.Feature{
			{Name: "age", Kind: data.Integer},
			{Name: "wage", Kind: data.Continuous, Decimals: 2},
			{Name: "job", Kind: data.Category, Levels: []string{"farm", "mill", "office", "school"}},
			{Name: "member", Kind: data.Ordered, Levels: []string{"0", "1", "2"}},
			{Name: "town", Kind: data.Category, Levels: []string{"south", "north"}},
		},
		Outcome: data.Feature{Name: "loan", Kind: data.Category, Levels: []string{"no", "yes"}},
	}, Cols: make([][]float64, 5), Outcome: make([]int, n)}
	key, all := kernel.NewKey(21), make([]int, n)
	for i := range n {
		all[i] = i
		k := key.Sub(uint64(i))
		for j, v := range []float64{float64(20 + k.Intn(0, 50)),
			t.Schema.Features[1].Round(10 + 4*float64(k.Normal1(1))),
			float64(k.Intn(4, 4)), float64(k.Intn(5, 3)), float64(k.Intn(6, 2))} {
			t.Cols[j] = append(t.Cols[j], v)
		}
	}
	t.FitScale(all)
	return t
}

// TestModelIsExplained checks that a model trained by scikit-learn is explained: a generator is
// trained for it, and rows shown by a search reach the target according to the model itself.
func TestModelIsExplained(t *testing.T) {
	table := workers(600)
	s := table.Schema
	m, _ := open(t, "testdata", "sklearn-columns")
	p, notes := Guess(m, &data.Table{Schema: s})
	if len(notes) > 0 {
		t.Fatalf("notes %q", notes)
	}
	if want := []float64{1, 0}; !slices.Equal(p.Columns[4].Codes, want) {
		t.Errorf("codes of town %v, want %v, by name", p.Columns[4].Codes, want)
	}
	blackBox, err := m.Classifier(p, s)
	if err != nil {
		t.Fatal(err)
	}
	ex := nn.Examples{Width: s.Width(), X: make([]float32, table.Rows()*s.Width()), Y: make([]int, table.Rows())}
	for i := range table.Rows() {
		s.Encode(table.Row(i, nil), ex.X[i*ex.Width:(i+1)*ex.Width])
	}
	fit, err := cf.NewFit(cf.BaseVAE(), cf.Config{Seed: 1, Epochs: 25, Batch: 64, Samples: 5, LearningRate: 0.01,
		Validity: 40, Margin: 0.3}, s, blackBox, ex, ex)
	if err != nil {
		t.Fatal(err)
	}
	for range 25 {
		if _, err := fit.Epoch(func() error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	g, found, shown := fit.Best(), 0, 0
	for i := range 20 {
		row := table.Row(i, nil)
		y := cf.Predict(blackBox, nn.Examples{Width: ex.Width, X: ex.X[i*ex.Width : (i+1)*ex.Width], Y: ex.Y[:1]})[0]
		rows := g.Search(blackBox, search.Query{Row: row, Target: 1 - y, Count: 3, Budget: 100,
			Key: kernel.NewKey(uint64(i))}).Rows
		if len(rows) > 0 {
			found++
		}
		for _, c := range rows {
			shares, err := m.Shares(p.Values(m, c.Row))
			if err != nil {
				t.Fatal(err)
			}
			if shown++; shares[1-y] < 0.5 {
				t.Errorf("row %d: %v is shown for class %d, and the model gives it %v", i, c.Row, 1-y, shares)
			}
		}
	}
	t.Logf("%d of 20 rows have counterfactuals, %d in all", found, shown)
	if found < 19 {
		t.Errorf("only %d of 20 rows have counterfactuals", found)
	}
}

// TestSameBitsEverywhere checks that the black box of a file and its predictions have the same
// bits on every machine, with vectors, without them and in WebAssembly.
func TestSameBitsEverywhere(t *testing.T) {
	table := workers(100)
	m, _ := open(t, "testdata", "sklearn-columns")
	p, _ := Guess(m, table)
	c, err := m.Classifier(p, table.Schema)
	if err != nil {
		t.Fatal(err)
	}
	h := fnv.New64a()
	for _, w := range c.Model().Tensors {
		for _, v := range w.Data {
			fmt.Fprintf(h, "%x ", math.Float32bits(v))
		}
	}
	for i := range table.Rows() {
		shares, err := m.Shares(p.Values(m, table.Row(i, nil)))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(h, "%x ", math.Float64bits(shares[0]))
	}
	if got := h.Sum64(); got != wantBits {
		t.Errorf("fingerprint %#x, want %#x", got, uint64(wantBits))
	}
}

// wantBits changes only with the fixture, or with the order of sums.
const wantBits = 0xc8a39adeaf113e36
