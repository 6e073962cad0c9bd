package project

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"causeway/core/batch"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/exact"
	"causeway/core/kernel"
	"causeway/core/model"
	"causeway/core/notice"
	"causeway/core/search"
)

// rents returns a project of flats whose outcome is the rent, with a classifier that learned this
// number.
func rents(t *testing.T, byClass bool) *Project {
	t.Helper()
	s := data.Schema{Features: []data.Feature{{Name: "rooms", Kind: data.Integer, MAD: 1},
		{Name: "year", Kind: data.Integer, MAD: 1},
		{Name: "town", Kind: data.Category, Levels: []string{"a", "b", "c"}, MAD: 1}},
		Outcome: data.Feature{Name: "rent", Kind: data.Category, Levels: data.BandNames([]float64{700}),
			Cuts: []float64{700}, MAD: 1}}
	table := &data.Table{Schema: s, Cols: make([][]float64, 3)}
	for i := range 600 {
		k := kernel.NewKey(7).Sub(uint64(i))
		row := []float64{float64(k.Intn(0, 9)), float64(k.Intn(1, 11)), float64(k.Intn(2, 3))}
		noise := []float32{0}
		kernel.Normal(k.Sub(1), 0, noise)
		rent := math.Round(300 + 90*row[0] + 12*row[1]*row[2] + 30*float64(noise[0]))
		for j, v := range row {
			table.Cols[j] = append(table.Cols[j], v)
		}
		table.Numbers = append(table.Numbers, rent)
		table.Outcome = append(table.Outcome, s.Outcome.Band(rent))
	}
	if err := table.Check(); err != nil {
		t.Fatal(err)
	}
	p := New("rents", table, 1, false)
	fit := p.FitClassifier(model.ClassifierRecipe{Seed: 1, Epochs: 40, Batch: 16, LearningRate: 0.01, Hidden: 6,
		ByClass: byClass})
	for range 40 {
		if _, err := fit.Epoch(func() error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	var err error
	if p.BlackBox, err = NewBlackBox(fit.Best(), p.Hash); err != nil {
		t.Fatal(err)
	}
	if p.BlackBox, err = p.LoadBlackBox(p.BlackBox.Bytes); err != nil {
		t.Fatal(err)
	}
	r := model.Preset(model.Other, model.Actions, model.Size{Rows: 600, Train: 480})
	gen, lesson, err := p.FitGenerator(r, causal.Knowledge{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := gen.Epoch(func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	made, err := p.NewGenerator(gen.Best(), lesson)
	if err != nil {
		t.Fatal(err)
	}
	p.Use(made)
	return &p
}

// The answer for a numeric goal agrees with an examination of every row: either the nearest row
// that reaches the goal and keeps the rules, or none, both proved.
func TestGoalsAgreeWithEnumeration(t *testing.T) {
	p := rents(t, false)
	k := causal.Knowledge{Rules: []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 1}, {Kind: causal.MoveAtMost,
		Feature: 0, Min: 4, Max: 4}}}
	var all [][]float64
	each(p.Schema, func(row []float64) { all = append(all, slices.Clone(row)) })
	numbers, learned := p.Number(all...)
	if !learned {
		t.Fatal("no number was learned")
	}
	square := 0.0
	for i, v := range numbers {
		truth := 300 + 90*all[i][0] + 12*all[i][1]*all[i][2]
		square += (v - truth) * (v - truth) / float64(len(all))
	}
	if deviation := math.Sqrt(square); deviation > 25 {
		t.Errorf("the rent is predicted with an error of %v", deviation)
	}
	found, none, refused := 0, 0, 0
	for i := 0; i < len(all); i += 11 {
		row, now := all[i], numbers[i]
		for _, goal := range []document.Search{{Goal: document.NumberAtMost, To: 520}, {Goal: document.NumberAtLeast,
			From: 905.5}, {Goal: document.NumberBetween, From: 600, To: 640}, {Goal: document.LowerBy, From: 20},
			{Goal: document.HigherBy, From: 35}} {
			low, high := math.Inf(-1), math.Inf(1)
			switch goal.Goal {
			case document.NumberAtMost:
				high = goal.To
			case document.NumberAtLeast:
				low = goal.From
			case document.NumberBetween:
				low, high = goal.From, goal.To
			case document.LowerBy:
				high = math.Floor(0.8 * now)
			case document.HigherBy:
				low = math.Ceil(1.35 * now)
			}
			goal.Target, goal.Count, goal.Budget, goal.Clarity = -1, 1, 100, model.Just
			q := Query{Search: goal, Knowledge: k, Boxes: 20_000}
			x, err := p.Explain(row, q, func() error { return nil })
			if now >= low && now < high {
				if err == nil {
					t.Fatalf("%v has reached %v to %v, and is explained", row, low, high)
				}
				refused++
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			best, fewest := math.Inf(1), len(row)+1
			for m, other := range all {
				if numbers[m] >= low && numbers[m] < high && causal.AllHold(p.Seen, k.Rules, row, other) {
					n, c := differing(row, other), search.CostOf(p.Seen, nil, row, other)
					if n < fewest || n == fewest && c < best {
						fewest, best = n, c
					}
				}
			}
			if got := len(x.Rows) > 0; got != !math.IsInf(best, 1) || got != !x.None || got && !x.Nearest {
				t.Fatalf("%v, %v to %v: %d rows, none %v, nearest %v; the best costs %v", row, low, high, len(x.Rows),
					x.None, x.Nearest, best)
			}
			if len(x.Rows) == 0 {
				none++
				continue
			}
			found++
			c := x.Rows[0]
			// The shares of three bands are not probabilities and are not told.
			if between := goal.Goal == document.NumberBetween; c.Banded != between || x.Factual.Banded != between ||
				between && notice.SureOf(c) != 0 {
				t.Errorf("%v, %v to %v: banded %v, told %v", row, low, high, c.Banded, notice.SureOf(c))
			}
			if math.Abs(c.Cost-best) > 1e-9 || c.Number < low-1e-3 || c.Number > high+1e-3 {
				t.Errorf("%v, %v to %v: %v costs %v with %v; the best costs %v", row, low, high, c.Row, c.Cost,
					c.Number,
					best)
			}
			if bands := document.InBands(p.Schema, x.Cuts, 0); len(c.Shares) != bands.Classes() ||
				c.Class != x.Target ||
				math.Abs(x.Factual.Number-now) > 1e-9 {
				t.Errorf("%v: %d shares of %q, class %d of %d", row, len(c.Shares), bands.Outcome.Levels, c.Class,
					x.Target)
			}
			for j := range c.Low { // certified ranges apply to numeric goals too
				for _, at := range []float64{c.Low[j], c.High[j]} {
					other := slices.Clone(c.Row)
					other[j] = at
					if v, _ := p.Number(other); v[0] < low-1e-3 || v[0] > high+1e-3 {
						t.Errorf("%v of the range has %v, want %v to %v", other, v[0], low, high)
					}
				}
			}
		}
	}
	if found < 50 || none < 5 || refused < 10 {
		t.Errorf("%d were found, %d proved impossible, %d there already", found, none, refused)
	}
}

// differing counts the features that differ.
func differing(a, b []float64) (n int) {
	for j := range a {
		n += asOne(a[j] != b[j])
	}
	return n
}

// Reasons, certificates and answers for many rows use the same goal as a search.
func TestEverythingHeedsAGoal(t *testing.T) {
	p := rents(t, false)
	tick := func() error { return nil }
	row := []float64{6, 5, 1}
	q := Query{Search: document.Search{Target: -1, Count: 1, Budget: 100, Goal: document.LowerBy, From: 20},
		Boxes: 20_000}
	x, err := p.Explain(row, q, tick)
	if err != nil || len(x.Rows) == 0 {
		t.Fatal(err, x)
	}
	m, err := p.Map(row, 0, 1, x.Target, nil, q)
	if err != nil || !slices.Contains(m.In, true) || !slices.Contains(m.In, false) {
		t.Error(err, m.In)
	}
	find, err := p.Reasons(row, q)
	if err != nil {
		t.Fatal(err)
	}
	reasons, err := find(tick)
	if err != nil || reasons.Fixed != document.No {
		t.Fatal(err, reasons.Fixed)
	}
	for _, r := range reasons.Each {
		if r.Row != nil {
			if v, _ := p.Number(r.Row); v[0] > 0.8*x.Factual.Number+1e-3 {
				t.Errorf("a reason leads to %v, want %v", v[0], 0.8*x.Factual.Number)
			}
		}
	}
	make, err := p.Certify(row, q, x.Rows[0].Row, x.Nearest, exact.Range{Low: x.Rows[0].Low, High: x.Rows[0].High})
	if err != nil {
		t.Fatal(err)
	}
	if made, err := make(tick); err != nil || len(made.Bytes) == 0 {
		t.Error(err)
	}
	many, err := p.Many(q)
	if err != nil {
		t.Fatal(err)
	}
	all, err := many.All([][]float64{row, {2, 3, 2}}, tick)
	if err != nil || len(all) != 2 || !slices.Equal(all[0].Rows[0].Row, x.Rows[0].Row) || len(all[1].Cuts) != 1 {
		t.Errorf("%v; %+v", err, all)
	}
	for _, rows := range [][]float64{row, {2, 3, 2}} {
		for _, goal := range []document.Goal{document.NoGoal, document.LowerBy, document.NumberBetween} {
			q := q
			q.Goal, q.From, q.To = goal, 20, 900
			many, err := p.Many(q)
			if err != nil {
				t.Fatal(err)
			}
			b, err := many.Of(rows, tick)
			if err != nil {
				t.Fatal(err)
			}
			form, out := p.Form(q, many), b.Row(1, -1, rows)
			want, _ := p.Number(rows)
			lines, err := csv.NewReader(bytes.NewReader(form.AppendCSV(form.Head(), out))).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			at := slices.Index(lines[0], "predicted number")
			if at < 0 || !out.Numbered || lines[1][at] != batch.Exact(want[0]) ||
				!strings.Contains(string(form.AppendJSON(nil, out)), `"number":`+batch.Exact(want[0])) {
				t.Errorf("%v of %v: %q", goal, rows, lines)
			}
			for k, c := range b.Rows {
				if want, _ := p.Number(c.Row); c.Number != want[0] || lines[k+2][at] != batch.Exact(want[0]) {
					t.Errorf("%v: the answer %q is predicted as %v", goal, lines[k+2], want[0])
				}
			}
		}
	}
	if by := rents(t, true); by.regressor() != nil {
		t.Error("a number was learned where classes were asked for")
	} else if _, err := by.Explain(row, q, tick); err == nil {
		t.Error("a goal is a number, and no number was learned")
	}
}

// TestAnImportedRegressorHasGoals checks goals for a forest from another program that predicts a
// number. The answer must reach the goal according to the forest's own sum, and a smaller change
// must be proved impossible.
func TestAnImportedRegressorHasGoals(t *testing.T) {
	p := rents(t, false)
	file, err := os.ReadFile("../onnx/testdata/trees-regressor.onnx")
	if err != nil {
		t.Fatal(err)
	}
	m := mustRead(t, file)
	o := model.Opened{File: file, Output: m.Output, Classes: []int{0, 1}, Threshold: 700, Sources: []model.Source{
		{Take: model.TakeNumber, Feature: 0, Shift: 4, Scale: 0.4}, {Take: model.TakeNumber, Feature: 1, Shift: 5,
			Scale: 3},
		{Take: model.TakeNumber, Feature: 0, Shift: 4, Scale: 1}, {Take: model.TakeNumber, Feature: 1, Shift: 5,
			Scale: 0.03}}}
	if p.BlackBox, err = p.OpenBlackBox(m, o, unheard); err != nil {
		t.Fatal(err)
	}
	if p.BlackBox, err = p.LoadBlackBox(p.BlackBox.Bytes); err != nil {
		t.Fatal(err)
	}
	var all [][]float64
	each(p.Schema, func(row []float64) {
		if row[2] == 0 {
			all = append(all, slices.Clone(row))
		}
	})
	numbers, learned := p.Number(all...)
	if !learned {
		t.Fatal("it predicts no number")
	}
	sorted := slices.Sorted(slices.Values(numbers))
	want := sorted[len(sorted)*3/4]
	k := causal.Knowledge{Rules: []causal.Rule{{Kind: causal.Immutable, Feature: 2}}}
	found := 0
	for i := 0; i < len(all); i += 3 {
		row, now := all[i], numbers[i]
		for _, by := range []float64{now - 0.01, now + 0.01} { // according to the forest itself
			parted, err := p.regressor().bands([]float64{by})
			if err != nil {
				t.Fatal(err)
			}
			if is := ask(parted, p.Seen, [][]float64{row})[0].Class == 1; is != (by < now) {
				t.Fatalf("%v is predicted as %v, and parted at %v as %v", row, now, by, is)
			}
		}
		if now >= want-0.02 {
			continue
		}
		for _, most := range []float64{math.Inf(1), sorted[len(sorted)*4/5] + 0.005} {
			s := document.Search{Goal: document.NumberAtLeast, From: want - 0.01, Target: -1, Count: 1, Budget: 100,
				Clarity: model.Just}
			if !math.IsInf(most, 1) {
				s.Goal, s.To = document.NumberBetween, most
			}
			x, err := p.Explain(row, Query{Search: s, Knowledge: k, Boxes: 20_000}, func() error { return nil })
			if err != nil {
				t.Fatal(err)
			}
			best, fewest := math.Inf(1), len(row)+1
			for m, other := range all {
				n, c := differing(row, other), search.CostOf(p.Seen, nil, row, other)
				if numbers[m] >= want-0.01 && numbers[m] < most && (n < fewest || n == fewest && c < best) {
					fewest, best = n, c
				}
			}
			if !x.Factual.Banded {
				t.Fatal("a share of the forest's number is called a probability")
			}
			if len(x.Rows) == 0 || !x.Nearest || math.Abs(x.Rows[0].Cost-best) > 1e-9 || x.Rows[0].Number < want-0.02 ||
				x.Rows[0].Number > most+0.01 {
				t.Fatalf("%v up to %v: %+v; the best costs %v", row, most, x.Found, best)
			}
			found++
		}
	}
	if found < 10 {
		t.Errorf("only %d rows were asked about", found)
	}
}
