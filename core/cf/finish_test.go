package cf

import (
	"math"
	"slices"
	"testing"

	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// TestRetreatsMoveWhatTheySay checks that validity does not move rows that retreat to the
// factual. The judge does not move rows that retreat to a valid row, and moves only some of those
// that retreat to the factual. Both move all other rows.
func TestRetreatsMoveWhatTheySay(t *testing.T) {
	w := newWorld(t)
	labels := randomPairs(100, kernel.NewKey(1), func(x, c []float64) bool { return c[0] >= x[0] })
	f := w.fit(t, config, 0)
	const rows, samples, home, valid, neither = 24, 2, 0, 1, 2 // row r is of kind r modulo 3
	order, target := make([]int, rows), make([]int, rows)
	for i := range order {
		order[i], target[i] = i, 1-f.trainY[i]
	}
	all := make(retreats, 2)
	for class := range all {
		for i := range f.train.Rows() {
			var back retreat
			if i%3 != neither {
				back = retreat{f.train.X[i*f.width : (i+1)*f.width], i%3 == valid}
			}
			all[class] = append(all[class], back)
		}
	}
	for _, c := range []struct {
		term
		still int
	}{{newValidity(w.blackBox, config), home}, {newJudge(f.layout, labels, 50, kernel.NewKey(2)), valid}} {
		b := f.parts[0].forward(nn.Part{}, f.parts[0].gather(f.train, order), target, samples, nn.Eval,
			kernel.NewKey(1), kernel.Key{})
		b.settle(all, order, 1)
		c.add(b)
		moved := [3]int{}
		for e := range b.n {
			for i := range f.width {
				if b.d[i*b.n+e] != 0 {
					moved[e%rows%3]++
					break
				}
			}
		}
		if n := moved[c.still]; n > 0 {
			t.Errorf("%s moves %d of the %d examples that it has no say about", c.name(), n, rows*samples/3)
		}
		if n := moved[neither]; n < rows*samples/3/2 {
			t.Errorf("%s moves %d of the %d examples that do not retreat", c.name(), n, rows*samples/3)
		}
		if n := moved[home]; c.still != home && n >= moved[neither] {
			t.Errorf("%s moves %d of the examples that go home and %d of as many others", c.name(), n, moved[neither])
		}
	}
}

// TestWayBackByHand uses a first row whose age is 5 above its destination, with a MAD of 10, and
// half of whose job share has left its level. This costs 5 (0.5 + log 2). The second row does not
// retreat.
func TestWayBackByHand(t *testing.T) {
	l := newLayout(data.Schema{Features: []data.Feature{
		{Name: "age", Kind: data.Integer, Min: 20, Max: 70, MAD: 10},
		{Name: "job", Kind: data.Category, Levels: []string{"a", "b"}},
	}})
	b := &batch{layout: l, n: 2, rows: 2, d: make([]float32, 6), retreats: []retreat{{to: []float32{0.4, 1, 0}}, {}},
		x:   []float32{0.8, 0.4, 0, 1, 1, 0},
		out: []float32{0.5, 0.9, 0.5, 0.1, 0.5, 0.9}}
	w := wayBack{l}
	if got, want := w.add(b), retreatWeight*(0.5+math.Ln2)/2; math.Abs(got-want) > 1e-4 {
		t.Errorf("the way back costs %v, want %v", got, want)
	}
	checkGradient(t, "way back", b.out, slices.Clone(b.d), 1e-3, 0.02, 0.01, func() float64 { return w.add(b) })
}

// TestFinish uses labels that forbid nearly every change, so that some rows do not reach the
// target. A finish with no reach returns these rows to the factual, and one with a long reach
// leads them to valid rows. Both keep the rows that reach the target.
func TestFinish(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped with -short: other loops have the same bits, see TestSameBitsEverywhere")
	}
	w := newWorld(t)
	s := w.table.Schema
	base := w.fit(t, config, 30).Best()
	var rows [][]float64
	var target []int
	for i, y := range Predict(w.blackBox, w.train)[:60] {
		rows, target = append(rows, w.table.Row(w.split.Train[i], nil)), append(target, 1-y)
	}
	labels := base.Queries(w.blackBox, rows, target, rows, 10, kernel.NewKey(4))
	for i, q := range labels {
		labels[i].Feasible = q.Counterfactual[0] == q.Factual[0] && q.Counterfactual[1] == q.Factual[1]
	}
	c := config
	c.Epochs, c.Feasibility, c.Finish = 30, 40, 20
	tune, err := NewFineTune(base, c, s, w.blackBox, w.train, w.val, labels)
	if err != nil {
		t.Fatal(err)
	}
	tune.ways = nil // if directions are led, few rows remain that retreat
	tuned := learn(t, c.Epochs)(tune, nil)
	from, predicted := w.walk(tuned), Predict(w.blackBox, w.train)
	for _, reach := range []float64{0, 1000} {
		c.Reach = reach
		f, err := NewFinish(tuned, base, c, s, w.blackBox, w.train, w.val, labels)
		if err != nil {
			t.Fatal(err)
		}
		back := f.settled.train
		to := w.walk(learn(t, c.Finish)(f, nil))
		var far, farNow, valid, validNow, lost, lostNow, kept float64
		for i, y := range predicted {
			if back[y][i].to != nil {
				t.Fatalf("row %d retreats on its way to the class that it has", i)
			}
			if r := back[1-y][i]; r.to != nil {
				lost++
				lostNow += to.valid[i]
				far += from.moved[i]
				farNow += to.moved[i]
				if r.valid && reach == 0 {
					t.Fatalf("row %d goes to a valid row that is not within reach", i)
				}
				continue
			}
			kept++
			valid += from.valid[i]
			validNow += to.valid[i]
		}
		if lost < 50 || kept < 50 {
			t.Fatalf("%v rows retreat and %v are kept, too few to tell", lost, kept)
		}
		if validNow < 0.95*valid {
			t.Errorf("reach %v: of %v rows that flip %.1f are valid, %.1f before", reach, kept, validNow, valid)
		}
		switch {
		case reach == 0 && farNow > far/10:
			t.Errorf("rows that retreat to the factual are %.2f of their counterfactuals' distance away, want a "+
				"tenth at most", farNow/far)
		case reach > 0 && lostNow < 0.9*lost:
			t.Errorf("of %v rows that retreat to valid ones %.1f are valid", lost, lostNow)
		}
	}
}

// TestReach checks that the nearest valid sample is found if the mean distance of the valid
// samples is within reach.
func TestReach(t *testing.T) {
	w := newWorld(t)
	base, key := w.fit(t, config, 30).Best(), kernel.NewKey(3)
	factual, out := base.draw(w.blackBox, w.train, 1, key)
	near, far := 0, 0
	for i, r := range base.nearest(w.blackBox, w.train, 1, 2, key) {
		n := w.train.Rows()
		var d []float64
		for e := i; e < len(out.Y); e += n {
			if out.Y[e] == 1 {
				d = append(d, base.distance(factual[i], out.Rows[e]))
			}
		}
		sum := 0.0
		for _, v := range d {
			sum += v
		}
		if want := len(d) > 0 && sum/float64(len(d)) < 2; (r != nil) != want {
			t.Fatalf("row %d has a row within reach: %v, distances %v", i, r != nil, d)
		}
		if r == nil {
			far++
			continue
		}
		near++
		row := make([]float64, len(factual[i]))
		w.table.Schema.Decode(r, row)
		if got, want := base.distance(factual[i], row), slices.Min(d); math.Abs(got-want) > 1e-9 {
			t.Fatalf("row %d goes %v far, the nearest is %v away", i, got, want)
		}
	}
	if near < 20 || far < 20 {
		t.Errorf("%d rows are near and %d far, too few to tell", near, far)
	}
}

// learn runs a training to its end.
func learn(t *testing.T, epochs int) func(*Fit, error) *Generator {
	return func(f *Fit, err error) *Generator {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		for range epochs {
			if _, err := f.Epoch(nothing); err != nil {
				t.Fatal(err)
			}
		}
		return f.Best()
	}
}

// walk returns the mean distance that the training rows move, measured as proximity, and the
// share of their counterfactuals that are valid.
func (w *world) walk(g *Generator) (of struct{ moved, valid []float64 }) {
	target := Predict(w.blackBox, w.train)
	for i := range target {
		target[i] = 1 - target[i]
	}
	const samples = 4
	out := g.Generate(w.blackBox, w.train, target, samples, kernel.NewKey(9))
	of.moved, of.valid = make([]float64, len(target)), make([]float64, len(target))
	for e, row := range out.Rows {
		i := e % len(target)
		if out.Y[e] == target[i] {
			of.valid[i] += 1.0 / samples
		}
		for j, v := range w.table.Row(w.split.Train[i], nil) {
			if f := w.table.Schema.Features[j]; f.Kind.Numeric() {
				of.moved[i] += math.Abs(row[j]-v) / f.MAD / samples
			} else if row[j] != v {
				of.moved[i] += 1.0 / samples
			}
		}
	}
	return of
}
