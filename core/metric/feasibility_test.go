package metric

import (
	"math"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
)

// bn has the features of Simple-BN. The mechanism of x3 is (x1+x2)/10 plus noise with variance
// 1/4.
var bn = data.Schema{
	Features: []data.Feature{
		{Name: "x1", Kind: data.Continuous, Max: 100, MAD: 10},
		{Name: "x2", Kind: data.Continuous, Max: 100, MAD: 10},
		{Name: "x3", Kind: data.Continuous, Max: 100, MAD: 2},
	},
	Outcome: data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"0", "1"}},
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// TestMonotone uses seven pairs. In the first three, x1 and x2 rise, and x3 rises in two of them.
// In the next two, both fall, and x3 falls in one. The sixth is mixed, and the last has no
// counterfactual.
func TestMonotone(t *testing.T) {
	rules, err := causal.SimpleBNMonotone(bn)
	if err != nil {
		t.Fatal(err)
	}
	f := []float64{50, 50, 10}
	p := Pairs{
		Schema:  bn,
		Factual: [][]float64{f, f, f, f, f, f, f},
		Counterfactual: [][]float64{
			{51, 51, 11}, {60, 50.5, 10.1}, {51, 51, 10},
			{49, 49, 9}, {49, 49, 10.5},
			{51, 49, 11}, f},
		Target: []int{1, 1, 1, 1, 1, 1, 1},
		Class:  []int{1, 0, 1, 0, 1, 1, 0},
		Found:  []bool{true, true, true, true, true, true, false},
	}
	all, valid := ScoreMonotone(p, rules[0])
	if want := (Monotone{S1: Tally{2, 1}, S2: Tally{1, 1}}); all != want {
		t.Errorf("all = %+v, want %+v", all, want)
	}
	if want := (Monotone{S1: Tally{1, 1}, S2: Tally{0, 1}}); valid != want {
		t.Errorf("valid = %+v, want %+v", valid, want)
	}
	// S1 = 2/3, S2 = 1/2: 2 * 1/3 / (7/6) = 4/7
	if got := all.Feasibility(); !near(got, 4.0/7) {
		t.Errorf("feasibility = %v, want 4/7", got)
	}
	if got := valid.Feasibility(); got != 0 {
		t.Errorf("feasibility with S2 = 0 is %v", got)
	}
	if (Monotone{}).Feasibility() != 0 || (Tally{}).Share() != 0 {
		t.Error("scores of no pairs are not 0")
	}
}

var people = data.Schema{
	Features: []data.Feature{
		{Name: "age", Kind: data.Integer, Max: 90, MAD: 10},
		{Name: "education", Kind: data.Ordered,
			Levels: []string{"School", "HS-grad", "Assoc", "Some-college", "Bachelors", "Masters", "Prof-school",
				"Doctorate"},
			Ranks: []float64{0, 0, 1, 1, 1, 2, 3, 3}},
	},
	Outcome: data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"0", "1"}},
}

// TestRules checks C1 and C2 against results worked out by hand. The age in the third pair is a
// soft output that is not rounded.
func TestRules(t *testing.T) {
	f := []float64{40, 4} // Bachelors
	p := Pairs{
		Schema:  people,
		Factual: [][]float64{f, f, f, f, f, f, f},
		Counterfactual: [][]float64{
			{42, 5},    // older and Masters: keeps both
			{40, 5},    // a Masters in no time: C1 alone
			{39.99, 4}, // younger: neither
			{40, 4},    // nothing changed: both
			{45, 1},    // HS-grad: C1 alone
			{30, 7},    // younger: neither
			f,          // not found: neither
		},
		Target: []int{1, 1, 1, 1, 1, 1, 1},
		Class:  []int{1, 1, 0, 0, 1, 1, 0},
		Found:  []bool{true, true, true, true, true, true, false},
	}
	c1, err := causal.AdultC1(people)
	if err != nil {
		t.Fatal(err)
	}
	c2, err := causal.AdultC2(people)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name       string
		rules      []causal.Rule
		all, valid Tally
	}{
		{"C1", c1, Tally{4, 3}, Tally{3, 1}},
		{"C2", c2, Tally{2, 5}, Tally{1, 3}},
	} {
		if all, valid := ScoreRules(p, c.rules); all != c.all || valid != c.valid {
			t.Errorf("%s = %+v, valid %+v; want %+v and %+v", c.name, all, valid, c.all, c.valid)
		}
	}
}

func bnModel(t *testing.T) *causal.SCM {
	t.Helper()
	m, err := causal.NewSCM(bn, causal.Node{Feature: 2, Parents: []int{0, 1},
		Mechanism: causal.Linear{Coef: []float64{0.1, 0.1}}, Variance: 0.25})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestEdges uses the fact that a residual r has log-density -2 r² - log(pi/2)/2, which is k =
// -0.2257914 at 0 and k - 1/2 at 1/2.
func TestEdges(t *testing.T) {
	k := -math.Log(math.Pi/2) / 2
	p := Pairs{
		Schema:         bn,
		Factual:        [][]float64{{50, 50, 10.5}, {40, 40, 8}, {1, 1, 1}},
		Counterfactual: [][]float64{{60, 60, 12}, {50, 50, 9}, {1, 1, 1}},
		Target:         []int{1, 0, 1}, Class: []int{1, 1, 0},
		Found: []bool{true, true, false},
	}
	s := ScoreEdges(p, bnModel(t), nil)
	a, b := k/(k-0.5), (k-2)/k
	want := EdgeScores{Ratio: (a + b) / 2, RatioMedian: (a + b) / 2,
		LogLikelihood: (k + k - 2) / 2, Factual: (k - 0.5 + k) / 2, Residual: 0.5, FactualResidual: 0.25}
	for _, c := range [][2]float64{{s.Ratio, want.Ratio}, {s.RatioMedian, want.RatioMedian},
		{s.LogLikelihood, want.LogLikelihood},
		{s.Factual, want.Factual}, {s.Residual, want.Residual}, {s.FactualResidual, want.FactualResidual}} {
		if !near(c[0], c[1]) {
			t.Fatalf("ScoreEdges = %+v\nwant         %+v", s, want)
		}
	}
	if got := ScoreEdges(Pairs{Schema: bn}, bnModel(t), []int{2}); got != (EdgeScores{}) {
		t.Errorf("ScoreEdges of no pairs = %+v", got)
	}
}
