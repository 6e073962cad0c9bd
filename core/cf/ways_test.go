package cf

import (
	"math"
	"slices"
	"testing"

	"causeway/core/kernel"
)

// TestAxisByHand checks that the axis of moves mostly along (3, 4) is (3, 4).
func TestAxisByHand(t *testing.T) {
	got := axis([][]float64{{3, 4}, {-6, -8}, {0.4, -0.3}, {0, 0}})
	if d := math.Abs(dot(got, []float64{0.6, 0.8})); math.Abs(d-1) > 1e-9 {
		t.Errorf("axis %v, want 3, 4 over 5 or its opposite", got)
	}
	if got := axis([][]float64{{0, 0}}); dot(got, got) != 0 {
		t.Errorf("axis %v of no move", got)
	}
	if got := axis(nil); len(got) != 0 {
		t.Errorf("axis %v of nothing", got)
	}
}

// TestCarriedByHand applies one half of a change by 10 years and by a wage of 8, and the complete
// change of a level. A value that would leave the range stops at its end.
func TestCarriedByHand(t *testing.T) {
	l := newLayout(ruled)
	q := Label{Factual: []float64{30, 1, 20, 0}, Counterfactual: []float64{40, 2, 12, 0}}
	for _, c := range []struct{ x, want []float64 }{
		{[]float64{50, 0, 30, 1}, []float64{55, 2, 26, 1}},
		{[]float64{68, 2, 1, 0}, []float64{70, 2, 0, 0}},
	} {
		if got := l.carried(c.x, q, 0.5); !slices.Equal(got, c.want) {
			t.Errorf("carried over to %v: %v, want %v", c.x, got, c.want)
		}
	}
}

// TestLedByHand checks that a led row costs its remaining distance, 20 per MAD, and that the
// judge does not count for it. A row with another target class is judged as usual.
func TestLedByHand(t *testing.T) {
	x := []float64{40, 1, 20, 0}
	labels := randomPairs(100, kernel.NewKey(1), func(x, c []float64) bool { return c[0] >= x[0] })
	j := newJudge(newLayout(ruled), labels, 3, kernel.NewKey(2))
	down := []float64{30, 1, 20, 0}
	judged := j.add(pair(x, down))
	if judged == 0 {
		t.Fatal("the judge has nothing against falling")
	}
	to := make([]float32, j.width)
	ruled.Encode(x, to)
	for class, want := range map[int]float64{1: wayWeight * 1, 0: judged} {
		b := pair(x, down)
		w := &ways{class: class, to: [2][][]float32{ofTrain: {to}}}
		w.lead(b, ofTrain, []int{0})
		if got := j.add(b); math.Abs(got-want) > 1e-4 {
			t.Errorf("led to class %d: %v, want %v", class, got, want)
		}
		(*ways)(nil).lead(b, ofTrain, []int{0})
		if got := j.add(b); math.Abs(got-judged) > 1e-6 {
			t.Errorf("no longer led: %v, want %v", got, judged)
		}
	}
}

// TestLeftOutByHand uses labels in which age and wage move together. Twenty rows rise. None of
// the others falls clearly, because the wage falls by almost nothing or not at all. The class
// that these rows reach is returned if enough of them exist.
func TestLeftOutByHand(t *testing.T) {
	x := []float64{40, 1, 20, 0}
	changes := func(n int, age, wage float64, target int) (of []Label) {
		for range n {
			of = append(of, Label{Factual: x, Counterfactual: []float64{40 + age, 1, 20 + wage, 0}, Target: target})
		}
		return of
	}
	w := &ways{layout: newLayout(ruled), tried: make([]bool, 2)}
	w.axis = axis(w.moves(changes(1, 10, 5, 0)))
	labels := slices.Concat(changes(9, -10, -4, 0), changes(1, -10, 0, 0))
	if w.clear = [2]float64{0.9, w.clearness(labels)}; w.clear[1] < 0.99 {
		t.Fatalf("nine in ten labels are as clear as %v", w.clear[1])
	}
	rise := changes(20, 10, 5, 1)
	for name, c := range map[string]struct {
		made       []Label
		end, class int
	}{
		"both ends":              {slices.Concat(rise, changes(2, -8, -4, 0)), -1, -1},
		"no end":                 {changes(20, 10, -5, 1), -1, -1},
		"nobody falls":           {slices.Concat(rise, changes(5, 10, -5, 0)), 1, -1},
		"the wage has crept up":  {slices.Concat(rise, changes(18, -10, 0.01, 0), changes(2, -10, 0.01, 1)), 1, 0},
		"of the other class":     {slices.Concat(rise, changes(2, -10, 0.01, 0), changes(18, -10, 0.01, 1)), 1, 1},
		"one crept, too few":     {slices.Concat(rise, changes(1, -10, 0.01, 0), changes(5, 10, -5, 0)), 1, -1},
		"one row falls, too few": {slices.Concat(rise, changes(1, -8, -4, 0), rise), 1, -1},
	} {
		if end, class := w.leftOut(c.made); end != c.end || class != c.class {
			t.Errorf("%s: end %d, class %d, want %d and %d", name, end, class, c.end, c.class)
		}
	}
}

// together returns labels for rows of a world in which age and wage move together upwards or, if
// down allows it, downwards. All other changes are infeasible.
func together(w *world, down bool) (labels []Label) {
	key, s := kernel.NewKey(3), w.table.Schema
	for i := range 100 {
		x := w.table.Row(w.split.Train[i], nil)
		c, k := slices.Clone(x), key.Sub(uint64(i))
		age, wage := 1.0, 1.0
		if k.Intn(0, 2) == 1 {
			age = -1
		}
		if k.Intn(1, 2) == 1 {
			wage = -1
		}
		c[0] = min(max(x[0]+float64(age*(2+28*float64(k.Uniform1(2)))), s.Features[0].Min), s.Features[0].Max)
		c[2] = min(max(x[2]+float64(wage*(0.5+11.5*float64(k.Uniform1(3)))), s.Features[2].Min), s.Features[2].Max)
		rises, falls := c[0] > x[0] && c[2] > x[2], c[0] < x[0] && c[2] < x[2]
		labels = append(labels, Label{Factual: x, Counterfactual: c, Target: 1 - Predict(w.blackBox, w.train)[i],
			Feasible: rises || falls && down})
	}
	return labels
}

// TestNoEndIsLeftOut checks that a generator that learned that age and wage may only rise
// together continues to do so even if they may also fall, unless it is led there.
func TestNoEndIsLeftOut(t *testing.T) {
	if testing.Short() {
		t.Skip("trains four generators")
	}
	w := newWorld(t)
	c := config
	c.Epochs, c.Validity, c.Feasibility = 40, 20, 60
	tune := func(base *Generator, labels []Label, led bool) (*Fit, *ways) {
		f, err := NewFineTune(base, c, w.table.Schema, w.blackBox, w.train, w.val, labels)
		if err != nil {
			t.Fatal(err)
		}
		ways := f.ways
		if !led {
			f.ways = nil
		}
		for range c.Epochs {
			if _, err := f.Epoch(nothing); err != nil {
				t.Fatal(err)
			}
		}
		return f, ways
	}
	up, none := tune(w.fit(t, config, 20).Best(), together(w, false), true)
	if none != nil {
		t.Fatal("labels of one way have two ends")
	}
	both := together(w, true)
	left := func(led bool) int {
		f, ways := tune(up.Best(), both, led)
		if ways == nil {
			t.Fatal("labels of two ways have no ends")
		}
		end, _ := ways.missing(f.Best(), w.test, Predict(w.blackBox, w.test), kernel.NewKey(9))
		return end
	}
	if got := left(false); got < 0 {
		t.Error("nothing is left out without being led; the test tells nothing")
	}
	if got := left(true); got >= 0 {
		t.Errorf("end %d is left out", got)
	}
}

// TestCarryReaches checks that the rows to which others are led belong to the class and are
// believed to be feasible.
func TestCarryReaches(t *testing.T) {
	w := newWorld(t)
	labels := together(w, true)
	ways := newWays(newLayout(w.table.Schema), w.blackBox, labels, kernel.NewKey(4))
	y := Predict(w.blackBox, w.train)
	for class := range 2 {
		to, cost := ways.carry(ways.ends[0], w.train, y, class)
		n := 0
		for i, enc := range to {
			if enc == nil {
				continue
			}
			n++
			if y[i] == class {
				t.Fatalf("row %d is led to the class that it has", i)
			}
			row := make([]float64, 4)
			w.table.Schema.Decode(enc, row)
			q := Label{Factual: ways.row(w.train, i), Counterfactual: row, Target: class}
			if ways.predicted(row) != class || ways.belief.Of([]Label{q})[0] < 0.5 {
				t.Fatalf("row %d is led to %v, which is no answer", i, row)
			}
		}
		if n == 0 || !(cost > 0) {
			t.Errorf("%d rows are led to class %d at a cost of %v", n, class, cost)
		}
	}
}

func (w *ways) predicted(row []float64) int {
	return (&Generator{layout: w.layout}).predict(w.blackBox, [][]float64{row})[0]
}
