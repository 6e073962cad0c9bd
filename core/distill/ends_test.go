package distill

import (
	"fmt"
	"slices"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/kernel"
)

// corner is a black box of the classes that steps has, of which the last leads in one corner
// only: where a job, an age and a size that no training row has together meet.
type corner struct{ steps }

func (b corner) Pass() blackbox.Pass { return b }

func (b corner) Shares(x []float32, n int) []float32 {
	y := b.steps.Shares(x, n)
	for e := range n {
		age, size, job := x[e]*80, x[n+e]*2, x[(2+4)*n+e]
		far := max(abs(age-71)/3, abs(size-1.85)/0.06, 6*(1-job))
		last := kernel.Exp1(0.3 * (1 - far)) // of the others together 1
		y[e], y[n+e] = y[e]+y[2*n+e]/2, y[n+e]+y[2*n+e]/2
		y[2*n+e] = last * max(y[e], y[n+e])
		total := y[e] + y[n+e] + y[2*n+e]
		for c := range 3 {
			y[c*n+e] /= total
		}
	}
	return y
}

func abs(v float32) float32 { return max(v, -v) }

// cornered is a training of a table that has no row in the corner.
func cornered(t *testing.T, rules []causal.Rule) (*Fit, [][]float64) {
	t.Helper()
	s := testSchema()
	rows := slices.DeleteFunc(testRows(400), func(r []float64) bool { return r[2] == 4 && (r[0] > 60 || r[1] > 1.6) })
	b := corner{steps{s}}
	f := NewFit(Config{Seed: 1, Epochs: 4, Batch: 64, Rate: 0.006}, s, b, rules, testExamples(s, rows[:240]), testExamples(s, rows[240:]))
	return f, rows
}

func train(t *testing.T, f *Fit, epochs int) {
	t.Helper()
	for range epochs {
		if _, _, err := f.Epoch(func() error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
}

// held is how many of the rows are answered by a row of the last class that keeps the rules.
func held(t *testing.T, b *Bound, l blackbox.BlackBox, rules []causal.Rule, rows [][]float64) (n int) {
	t.Helper()
	s, target := testSchema(), make([]int, len(rows))
	for i := range target {
		target[i] = 2
	}
	var ballot ballot
	for i, c := range b.Answers(rows, target, kernel.NewKey(1)) {
		if _, ok := causal.CheckAll(s, rules, rows[i], c); !ok {
			t.Fatalf("%v to %v breaks a rule", rows[i], c)
		}
		if leads(s, l.Pass(), &ballot, [][]float64{c}, nil, func(int) int { return 2 })[0] > 0 {
			n++
		}
	}
	return n
}

// A class that leads in a corner without training rows is reached by its ends, as far as the
// rules let it, and by a generator that was kept; without ends it is not.
func TestEnds(t *testing.T) {
	up := []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}}
	f, rows := cornered(t, nil)
	train(t, f, 4)
	g := f.Best()
	if len(g.there) != 3 || len(g.there[2]) == 0 {
		t.Fatalf("ends %v", g.there)
	}
	for c, ends := range g.there {
		for _, end := range ends {
			f.seek.target = c
			lead := f.seek.leads([][]float64{end})[0]
			if lead <= 0 || len(ends) > mostEnds {
				t.Errorf("an end of class %d: %v, lead %v", c, end, lead)
			}
		}
	}
	g, err := Load(testSchema(), g.State())
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(g.State()) != fmt.Sprint(f.Best().State()) {
		t.Error("what was kept is another generator")
	}
	test := rows[240:]
	if n := held(t, g.Under(f.blackBox, nil), f.blackBox, nil, test); n != len(test) {
		t.Errorf("%d of %d rows are answered", n, len(test))
	}
	young := slices.DeleteFunc(slices.Clone(test), func(r []float64) bool { return r[0] > 68 })
	if n := held(t, g.Under(f.blackBox, up), f.blackBox, up, young); n != len(young) {
		t.Errorf("%d of %d rows that may only age are answered", n, len(young))
	}

	without, _ := cornered(t, nil)
	without.Like(newGenerator(testSchema(), kernel.NewKey(1)))
	train(t, without, 4)
	if n := without.Best().kept(); n != 0 {
		t.Errorf("%d ends of a training like one that knew none", n)
	}
	if n := held(t, without.Best().Under(f.blackBox, nil), f.blackBox, nil, test); n > len(test)/2 {
		t.Errorf("%d of %d rows are answered without ends", n, len(test))
	}
	like, _ := cornered(t, nil)
	like.Like(g)
	train(t, like, 4)
	if fmt.Sprint(like.Best().State()) != fmt.Sprint(g.State()) {
		t.Error("a training like the one that knew ends makes another generator")
	}
}

// A training that was restored at its end has the ends that it had, and one that goes on from
// a generator finds them again.
func TestEndsStay(t *testing.T) {
	f, _ := cornered(t, nil)
	train(t, f, 2)
	again, _ := cornered(t, nil)
	if err := again.Restore(f.State()); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(again.Best().State()) != fmt.Sprint(f.Best().State()) {
		t.Error("a training that was restored keeps another generator")
	}
	warm, _ := cornered(t, nil)
	if err := warm.Warm(f.Best()); err != nil {
		t.Fatal(err)
	}
	if train(t, warm, 1); warm.Best().kept() == 0 {
		t.Error("a training that goes on has no ends")
	}
}

// Where every class is reached by single changes there are no ends, and what says another
// number of them than it has is not read.
func TestNoEnds(t *testing.T) {
	s, rows := testSchema(), testRows(400)
	f := NewFit(Config{Seed: 1, Epochs: 1, Batch: 64, Rate: 0.006}, s, steps{s}, nil, testExamples(s, rows[:300]), testExamples(s, rows[300:]))
	train(t, f, 1)
	g := f.Best()
	if g.kept() != 0 || len(g.State().Counters) != 6 {
		t.Errorf("%d ends", g.kept())
	}
	for _, n := range []uint64{0, 1, 1 << 40} {
		st := g.State()
		st.Counters = append(st.Counters, n)
		if _, err := Load(s, st); err == nil {
			t.Errorf("%d ends are read of a generator without", n)
		}
	}
	f, _ = cornered(t, nil)
	train(t, f, 1)
	st := f.Best().State()
	st.Counters[6]++
	if _, err := Load(s, st); err == nil {
		t.Error("one end more is read than there is")
	}
}

// Nothing near an end leads more.
func TestClimb(t *testing.T) {
	f, rows := cornered(t, nil)
	train(t, f, 1)
	s := f.seek
	for c := range 3 {
		s.target = c
		ends := s.ends(rows)
		if len(ends) == 0 {
			t.Errorf("class %d has no end", c)
		}
		for _, end := range ends {
			lead := s.leads([][]float64{end})[0]
			for _, l := range slices.Clone(s.leads(s.around(end))) {
				if l > lead {
					t.Errorf("class %d leads by %v at %v, and by %v near it", c, lead, end, l)
					break
				}
			}
		}
	}
}
