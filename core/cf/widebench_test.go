package cf

import (
	"fmt"
	"math"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/search"
)

// BenchmarkWideSearch measures the search of the page on artificial tables with 512 features. Its
// native limit is a fifth of its limit in a browser.
func BenchmarkWideSearch(b *testing.B) {
	for _, c := range []struct {
		name                                           string
		numbers, categories, boolean, levels, decimals int
	}{{"512 mixed features", 300, 150, 62, 6, 0}, {"512 numbers", 512, 0, 0, 0, 0},
		{"512 numbers of two decimals", 512, 0, 0, 0, 2},
		{"512 categories of up to 40 levels", 0, 512, 0, 40, 0}} {
		w := newWideLevels(b, c.numbers, c.categories, c.boolean, c.levels, c.decimals)
		for _, kind := range []string{"", " with rules", " and edges of a size"} {
			rules := kind != ""
			if kind == " and edges of a size" {
				w.rules = append(w.rules, w.edges()...)
			}
			b.Run(c.name+kind, func(b *testing.B) {
				i, found, changed := 0, 0, 0
				for b.Loop() {
					f := w.g.Search(w.blackBox, w.query(i, rules))
					for _, c := range f.Rows {
						found++
						changed += c.Changed
					}
					i++
				}
				b.ReportMetric(float64(changed)/float64(found), "changed/row")
				b.ReportMetric(float64(found)/float64(i), "rows/op")
			})
		}
	}
}

// wide is a table of many features with a black box and a generator, both trained
// briefly.
type wide struct {
	t         *data.Table
	test      []int
	blackBox  *nn.Classifier
	predicted []int
	g         *Generator
	rules     []causal.Rule
}

func (w wide) query(i int, rules bool) search.Query {
	n := i % len(w.test)
	q := search.Query{Row: w.t.Row(w.test[n], nil), Target: 1 - w.predicted[n], Count: 3, Budget: 400,
		Key:  kernel.NewKey(1),
		Lead: search.ShownLead, Boxes: 20_000}
	if rules {
		q.Rules = w.rules
	}
	return q
}

// edges returns rules with hundreds of edges, each of which makes an effect follow its cause.
func (w wide) edges() (list []causal.Rule) {
	for j, f := range w.t.Schema.Features {
		if j > 0 && f.Kind.Numeric() && w.t.Schema.Features[j-1].Kind.Numeric() && j%8 > 0 {
			list = append(list, causal.Rule{Kind: causal.IfRisesThenRises, Feature: j - 1, Other: j, Strict: true})
		}
	}
	return list
}

func newWide(b testing.TB, numbers, categories, booleans int) wide {
	return newWideLevels(b, numbers, categories, booleans, 6, 0)
}

// newWideLevels returns a table of categories with 3 to most levels, and numbers with the given
// number of decimals.
func newWideLevels(b testing.TB, numbers, categories, booleans, most, decimals int) wide {
	const rows = 2000
	s := data.Schema{Outcome: data.Feature{Name: "y", Kind: data.Category, Levels: []string{"no", "yes"}}}
	for j := range numbers {
		s.Features = append(s.Features, data.Feature{Name: fmt.Sprintf("number %d", j), Kind: data.Continuous,
			Decimals: decimals})
	}
	for j := range categories {
		f := data.Feature{Name: fmt.Sprintf("category %d", j), Kind: data.Category}
		for l := range 3 + j%(most-2) {
			f.Levels = append(f.Levels, fmt.Sprint(l))
		}
		s.Features = append(s.Features, f)
	}
	for j := range booleans {
		s.Features = append(s.Features, data.Feature{Name: fmt.Sprintf("boolean %d", j), Kind: data.Boolean,
			Levels: []string{"no", "yes"}})
	}
	t := &data.Table{Schema: s}
	key := kernel.NewKey(5)
	score := make([]float64, rows)
	for j, f := range s.Features {
		column := make([]float64, rows)
		for i := range column {
			u := float64(key.Uniform1(uint32(j*rows + i)))
			if column[i] = f.Round(100 * u); !f.Kind.Numeric() {
				u = math.Floor(u * float64(len(f.Levels)))
				column[i] = u
				u /= float64(len(f.Levels) - 1)
			}
			score[i] += (u - 0.5) * float64(j%7-3)
		}
		t.Cols = append(t.Cols, column)
	}
	for _, v := range score {
		t.Outcome = append(t.Outcome, b2i(v > 0))
	}
	split := data.NewSplit(t.Outcome, 1)
	t.FitScale(split.Train)
	w := wide{t: t, test: split.Test}
	train, val, test := encode(t, split.Train), encode(t, split.Val), encode(t, split.Test)
	clf := nn.NewClassifierFit(nn.ClassifierConfig{Seed: 1, Epochs: 5, Batch: 32, Hidden: 10, LearningRate: 0.005},
		train, val, 2)
	for range 5 {
		if _, err := clf.Epoch(nothing); err != nil {
			b.Fatal(err)
		}
	}
	w.blackBox = clf.Best()
	cfg := Config{Seed: 1, Epochs: 2, Batch: 256, Samples: 2, LearningRate: 0.01, Validity: 40, Margin: 0.3}
	fit, err := NewFit(BaseVAE(), cfg, t.Schema, w.blackBox, train, val)
	if err != nil {
		b.Fatal(err)
	}
	for range cfg.Epochs {
		if _, err := fit.Epoch(nothing); err != nil {
			b.Fatal(err)
		}
	}
	w.g, w.predicted = fit.Best(), Predict(w.blackBox, test)
	for j, f := range t.Schema.Features {
		switch {
		case j%10 == 0:
			w.rules = append(w.rules, causal.Rule{Kind: causal.Immutable, Feature: j})
		case f.Kind.Numeric() && j%5 == 1:
			w.rules = append(w.rules, causal.Rule{Kind: causal.OnlyIncrease, Feature: j})
		case f.Kind.Numeric() && j%5 == 2:
			w.rules = append(w.rules, causal.Rule{Kind: causal.IfRisesThenRises, Feature: j - 1, Other: j})
		}
	}
	return w
}
