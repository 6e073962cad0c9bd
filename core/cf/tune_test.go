package cf

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"causeway/core/kernel"
	"causeway/core/nn"
)

func TestTrials(t *testing.T) {
	key := kernel.NewKey(8)
	ts := Trials(2000, key)
	if !slices.Equal(ts[:50], Trials(50, key)) {
		t.Error("the first 50 trials depend on how many are drawn")
	}
	var low, margin float64
	for _, tr := range ts {
		for _, c := range []struct {
			v float64
			r [2]float64
		}{{tr.Margin, PaperRanges.Margin}, {tr.Validity, PaperRanges.Validity},
			{tr.Feasibility, PaperRanges.Feasibility}} {
			if c.v < c.r[0]*0.995 || c.v > c.r[1]*1.005 || digits(float32(c.v)) != c.v {
				t.Fatalf("%+v: %v is not in %v with three digits", tr, c.v, c.r)
			}
		}
		margin += tr.Margin / 2000
		if tr.Feasibility < math.Sqrt(0.1*6000) {
			low++
		}
		if err := tr.Config(config).Check(); err != nil {
			t.Fatal(err)
		}
	}
	// The tolerances are five standard errors: 0.79/sqrt(12)/sqrt(2000) and sqrt(1/4)/sqrt(2000).
	if math.Abs(margin-0.405) > 0.026 || math.Abs(low/2000-0.5) > 0.056 {
		t.Errorf("mean margin %v, want 0.405; %v of the weights below the geometric middle, want 1/2", margin, low/2000)
	}
	// The trials are the same on every machine.
	if got, want := fmt.Sprint(ts[:2]), "[{0.142 190 3910} {0.401 91.1 4570}]"; got != want {
		t.Errorf("first trials = %s, want %s", got, want)
	}
}

// TestPaperRanges checks that every tuned setting in the paper's table can be drawn.
func TestPaperRanges(t *testing.T) {
	for _, tr := range []Trial{{0.087, 96, 0.1}, {0.15, 150, 2350}, {0.015, 85, 55}, {0.306, 71, 73}, {0.02, 25, 1085},
		{0.319, 89, 77}, {0.764, 29, 192}, {0.084, 159, 5999}, {0.344, 76, 87}, {0.117, 175, 3807}} {
		r := PaperRanges
		if tr.Margin < r.Margin[0] || tr.Margin > r.Margin[1] || tr.Validity < r.Validity[0] ||
			tr.Validity > r.Validity[1] ||
			tr.Feasibility < r.Feasibility[0] || tr.Feasibility > r.Feasibility[1] {
			t.Errorf("%+v is outside %+v", tr, r)
		}
	}
}

func TestSelect(t *testing.T) {
	tau := Tau{Cont: 8, Cat: 5}
	good := Outcome{Validity: 0.95, Feasibility: 0.7, ContProximity: -3, CatProximity: -2}
	with := func(change func(*Outcome)) Outcome { o := good; change(&o); return o }
	better := with(func(o *Outcome) { o.Feasibility = 0.8 })
	for name, c := range map[string]struct {
		outcomes []Outcome
		want     int
	}{
		"nothing":           {nil, -1},
		"the most feasible": {[]Outcome{good, better, good}, 1},
		"validity of 90 % is not more": {[]Outcome{good, with(func(o *Outcome) { o.Feasibility, o.Validity = 1, 0.9 })},
			0},
		"too far": {[]Outcome{good,
			with(func(o *Outcome) { o.Feasibility, o.ContProximity = 1, -8.1 })}, 0},
		"just at tau": {[]Outcome{good,
			with(func(o *Outcome) { o.Feasibility, o.ContProximity = 1, -8 })}, 1},
		"too many categories": {[]Outcome{good,
			with(func(o *Outcome) { o.Feasibility, o.CatProximity = 1, -5.5 })}, 0},
		"diverged":                 {[]Outcome{{Diverged: true, Validity: 1, Feasibility: 1}, good}, 1},
		"NaN":                      {[]Outcome{with(func(o *Outcome) { o.ContProximity = math.NaN() }), good}, 1},
		"none passes":              {[]Outcome{with(func(o *Outcome) { o.Validity = 0.5 })}, -1},
		"equals: the nearer":       {[]Outcome{good, with(func(o *Outcome) { o.ContProximity = -2 })}, 1},
		"equals in all: the first": {[]Outcome{good, good}, 0},
	} {
		if got := Select(c.outcomes, tau); got != c.want {
			t.Errorf("%s: trial %d, want %d", name, got, c.want)
		}
	}
	for name, want := range map[string]Tau{"simple-bn": {9, 0}, "sangiovese": {20, 0}, "adult": {8, 5},
		"census": {8, 5}} {
		if got, ok := PaperTau(name); got != want || !ok {
			t.Errorf("tau of %s = %+v", name, got)
		}
	}
	if _, ok := PaperTau("mnist"); ok {
		t.Error("a tau for mnist, which the paper does not have")
	}
}

// TestRunTrials compares every number of workers with one worker, on trials that take different
// times and of which some diverge.
func TestRunTrials(t *testing.T) {
	trials := Trials(40, kernel.NewKey(3))
	var calls atomic.Int32
	run := func(i int, tr Trial) (Outcome, error) {
		calls.Add(1)
		for range i % 7 {
			runtime.Gosched()
		}
		if i%11 == 5 {
			return Outcome{Feasibility: 1}, fmt.Errorf("epoch 3: %w", nn.ErrDiverged)
		}
		return Outcome{Validity: 1 - tr.Margin, Feasibility: tr.Feasibility / 6000, ContProximity: -tr.Validity / 20},
			nil
	}
	want, err := RunTrials(trials, 1, run)
	if err != nil || len(want) != 40 || !want[5].Diverged || want[5].Feasibility != 0 {
		t.Fatalf("RunTrials = %+v, %v", want, err)
	}
	for _, workers := range []int{0, 2, 3, 8, 100} {
		calls.Store(0)
		got, err := RunTrials(trials, workers, run)
		if err != nil || !slices.Equal(got, want) || calls.Load() != 40 {
			t.Errorf("%d workers: %d calls, error %v, or other outcomes", workers, calls.Load(), err)
		}
	}
	if got, err := RunTrials(nil, 4, run); len(got) != 0 || err != nil {
		t.Errorf("no trials: %v, %v", got, err)
	}

	stop := errors.New("stop")
	for _, workers := range []int{1, 4} {
		_, err := RunTrials(trials, workers, func(i int, tr Trial) (Outcome, error) {
			if i == 9 || i == 20 {
				return Outcome{}, fmt.Errorf("trial at %d: %w", i, stop)
			}
			return run(i, tr)
		})
		if !errors.Is(err, stop) || err.Error() != "cf: trial 10: trial at 9: stop" {
			t.Errorf("%d workers: error %v, want that of the tenth trial", workers, err)
		}
	}
}
