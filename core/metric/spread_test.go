package metric

import (
	"math"
	"testing"

	"causeway/core/data"
)

// TestNotFound checks that a pair without a counterfactual lowers the validity and does not
// affect the distances, whatever values take its place.
func TestNotFound(t *testing.T) {
	p := Pairs{
		Schema:         schema,
		Factual:        [][]float64{{40, 0, 38, 0}, {50, 1, 40, 1}},
		Counterfactual: [][]float64{{45, 2, 38, 1}, {50, 1, 40, 1}},
		Target:         []int{1, 1}, Class: []int{1, 1},
		Found: []bool{true, false},
	}
	got := Score(p)
	want := Scores{Validity: 0.5, Found: 0.5, ContProximity: -0.5, ContProximityMean: -0.25, CatProximity: -2,
		CatProximityMean: -1, Changed: 3, ChangedMedian: 3, Profiles: 1, FactualProfiles: 2}
	if got != want {
		t.Errorf("Score = %+v\nwant    %+v", got, want)
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		v    []float64
		want float64
	}{{nil, 0}, {[]float64{3}, 3}, {[]float64{3, 1, 2}, 2}, {[]float64{4, 1, 3, 2}, 2.5}} {
		if got := median(c.v); got != c.want {
			t.Errorf("median(%v) = %v, want %v", c.v, got, c.want)
		}
	}
}

// TestDiversity uses a first factual with three counterfactuals and a second with only one, which
// forms no pair.
func TestDiversity(t *testing.T) {
	d := ScoreDiversity(schema, [][]float64{{40, 0, 38, 0}, {50, 1, 40, 1}}, [][][]float64{
		{{45, 0, 38, 0}, {40, 2, 38, 0}, {45, 2, 38, 0}}, // change {age}, {job}, {age, job}
		{{50, 1, 42, 1}},
	})
	want := Diversity{
		Cont:     (0.5 + 0 + 0.5) / 3,
		Cat:      (1.0 + 1 + 0) / 3,
		Changes:  (1.0 + 0.5 + 0.5) / 3,
		Factuals: 1,
	}
	if !near(d.Cont, want.Cont) || !near(d.Cat, want.Cat) || !near(d.Changes, want.Changes) || d.Factuals != 1 {
		t.Errorf("ScoreDiversity = %+v, want %+v", d, want)
	}
	if d := ScoreDiversity(schema, nil, nil); d != (Diversity{}) {
		t.Errorf("ScoreDiversity of nothing = %+v", d)
	}
}

// TestFollowing uses an x1 that moves by a constant within each target, an x2 that moves against
// the factual, and an x3 that is one constant per target.
func TestFollowing(t *testing.T) {
	p := Pairs{
		Schema:         bn,
		Factual:        [][]float64{{1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {11, 1, 1}, {12, 2, 2}, {13, 3, 3}, {9, 9, 9}},
		Counterfactual: [][]float64{{11, 6, 7}, {12, 4, 7}, {13, 2, 7}, {21, 6, 5}, {22, 4, 5}, {23, 2, 5}, {9, 9, 9}},
		Target:         []int{1, 1, 1, 0, 0, 0, 1}, Class: []int{1, 1, 1, 0, 0, 0, 0},
		Found: []bool{true, true, true, true, true, true, false},
	}
	// Over all pairs, x1 and x2 have correlations 1 and -1, and x3 has 0 because its two values
	// have the same factuals. The same applies within a target. The standard deviations within a
	// target are 1, 2 and 0 times those of the factuals.
	f := ScoreFollowing(p)
	if !near(f.Correlation, 0) || !near(f.Within, 0) || !near(f.Spread, 1) {
		t.Errorf("ScoreFollowing = %+v, want 0, 0 and 1", f)
	}
	if c, s := p.follow(0, []int{0, 1, 2}); !near(c, 1) || !near(s, 1) {
		t.Errorf("follow x1 = %v, %v", c, s)
	}
	if c, s := p.follow(1, []int{0, 1, 2}); !near(c, -1) || !near(s, 2) {
		t.Errorf("follow x2 = %v, %v", c, s)
	}
	if got := ScoreFollowing(Pairs{Schema: bn}); got != (Following{}) {
		t.Errorf("ScoreFollowing of no pairs = %+v", got)
	}
}

func TestCoverage(t *testing.T) {
	if got := Coverage([]int{3, 0, 1, 0}, []bool{true, true, false, false}); !near(got, 2.0/3) {
		t.Errorf("coverage = %v, want 2/3: two of three rows, the last has none to find", got)
	}
	if got := Coverage([]int{3, 0}, nil); got != 0.5 {
		t.Errorf("coverage = %v, want 1/2", got)
	}
	if got := Coverage(nil, nil); got != 1 {
		t.Errorf("coverage of nothing = %v, want 1: nothing is missing", got)
	}
}

// TestSummarize uses the values 2, 4, 4, 4, 5, 5, 7 and 9, which have a mean of 5 and a sum of
// squared deviations of 32.
func TestSummarize(t *testing.T) {
	s := Summarize([]float64{2, 4, 4, math.NaN(), 4, 5, 5, 7, 9})
	if s.N != 8 || s.Mean != 5 || !near(s.SD, math.Sqrt(32.0/7)) {
		t.Errorf("Summarize = %+v", s)
	}
	for want, runs := range map[string][]float64{"5.0 ± 2.1": {2, 4, 4, 4, 5, 5, 7, 9}, "3.0": {3}, "–": {math.NaN()}} {
		if got := Summarize(runs).Format(1); got != want {
			t.Errorf("%v is written %q, want %q", runs, got, want)
		}
	}
}

func TestTimes(t *testing.T) {
	trained, each := Times{Train: 10, Generate: 0.5, Rows: 1000}, Times{Train: 1, Generate: 23.05, Rows: 100}
	if got := trained.PerThousand(); got != 0.5 {
		t.Errorf("PerThousand = %v", got)
	}
	if got := trained.For(2000); got != 11 {
		t.Errorf("For(2000) = %v", got)
	}
	// 10 + 0.0005 k <= 1 + 0.2305 k holds from k = 9/0.23 = 39.1
	if k, ok := trained.BreakEven(each); k != 40 || !ok {
		t.Errorf("BreakEven = %d, %v; want 40", k, ok)
	}
	if _, ok := each.BreakEven(trained); ok {
		t.Error("the slower method breaks even")
	}
	if k, ok := trained.BreakEven(trained); k != 0 || !ok {
		t.Errorf("BreakEven with itself = %d, %v", k, ok)
	}
}

// A constant has correlation 0, however its mean is rounded.
func TestAConstantIsCorrelatedWithNothing(t *testing.T) {
	s := data.Schema{Features: []data.Feature{{Name: "a", Kind: data.Continuous, Min: 0, Max: 1, MAD: 1}}}
	for n := range 40 {
		p := Pairs{Schema: s, Target: make([]int, n), Class: make([]int, n)}
		for i := range n {
			p.Factual, p.Counterfactual = append(p.Factual, []float64{0.1}),
				append(p.Counterfactual, []float64{0.1 + 0.05*float64(i%3)})
		}
		if f := ScoreFollowing(p); f != (Following{}) {
			t.Errorf("%d pairs: got %+v", n, f)
		}
	}
}
