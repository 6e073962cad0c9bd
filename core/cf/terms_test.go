package cf

import (
	"math"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
)

var ruled = data.Schema{
	Features: []data.Feature{
		{Name: "age", Kind: data.Integer, Min: 20, Max: 70, MAD: 10},
		{Name: "school", Kind: data.Ordered, Levels: []string{"none", "some", "much"}, Ranks: []float64{0, 1, 3}},
		{Name: "wage", Kind: data.Continuous, Min: 0, Max: 50, MAD: 5, Decimals: 1},
		{Name: "job", Kind: data.Category, Levels: []string{"a", "b"}},
	},
	Outcome: data.Feature{Name: "y", Kind: data.Category, Levels: []string{"0", "1"}},
}

// pair returns a batch of one factual and one counterfactual with the same soft and decoded
// values.
func pair(factual, counterfactual []float64) *batch {
	l := newLayout(ruled)
	b := &batch{layout: l, most: []float32{1}, n: 1, rows: 1, target: []int{1}, x: make([]float32, l.width),
		out: make([]float32, l.width), d: make([]float32, l.width)}
	ruled.Encode(factual, b.x)
	ruled.Encode(counterfactual, b.out)
	b.hard = slices.Clone(b.out)
	return b
}

// TestRuleTermsByHand checks values worked out from the formulas.
func TestRuleTermsByHand(t *testing.T) {
	l := newLayout(ruled)
	before := []float64{40, 1, 20, 0}
	schoolAge := causal.Rule{Kind: causal.IfRisesThenRises, Feature: 1, Other: 0, Strict: true}
	wageSchool := causal.Rule{Kind: causal.IfRisesThenRises, Feature: 2, Other: 1, Reverse: true}
	takes := causal.Rule{Kind: causal.IfRisesThenRises, Feature: 1, Other: 0, Strict: true, Least: 2, Most: 3}
	either := causal.Rule{Kind: causal.IfRisesThenRises, Feature: 0, Also: []causal.Member{{Feature: 1}}, Other: 2,
		Any: true}
	both, quiet, still := either, either, either
	both.Any = false
	quiet.Also, still.Also = []causal.Member{{Feature: 1, Part: causal.Quiet}},
		[]causal.Member{{Feature: 1, Part: causal.Still}}
	debt := causal.Rule{Kind: causal.Inequality, Feature: 2, Other: 0, Law: causal.Law{Weights: []float64{1, -0.5}},
		Max: 1}
	for _, c := range []struct {
		name  string
		term  term
		after []float64
		want  float64
	}{
		{"wage may be at most half the age and 1: 5 too many, of MAD 5", newInequality(l, debt, 3),
			[]float64{40, 1, 26, 0}, 3},
		{"wage may be at most half the age and 1, and is", newInequality(l, debt, 3), []float64{40, 1, 21, 0}, 0},
		{"age falls by 5 of MAD 10, weight 3", newBound(l, 0, 1, 0, 3), []float64{35, 1, 20, 0}, 1.5},
		{"age rises", newBound(l, 0, 1, 0, 3), []float64{45, 1, 20, 0}, 0},
		{"only decrease: age rises by 5", newBound(l, 0, -1, 0, 3), []float64{45, 1, 20, 0}, 1.5},
		{"school falls by one rank", newBound(l, 1, 1, 0, 2), []float64{40, 0, 20, 0}, 2},
		{"school rises by two ranks", newBound(l, 1, 1, 0, 2), []float64{40, 2, 20, 0}, 0},
		{"school rises, age stays: age lacks a year and the margin", newImplication(l, schoolAge, 2),
			[]float64{40, 2, 20, 0}, 0.3},
		{"school rises, age falls by 5: age lacks 6 years", newImplication(l, schoolAge, 2), []float64{35, 2, 20, 0},
			1.3},
		{"school rises, age falls by 30: undo the school", newImplication(l, schoolAge, 2),
			[]float64{10 + 10, 2, 20, 0}, 4},
		{"school rises, age rises by a year, without the margin", newImplication(l, schoolAge, 2),
			[]float64{41, 2, 20, 0}, 0.1},
		{"school rises, age rises by two years", newImplication(l, schoolAge, 2), []float64{42, 2, 20, 0}, 0},
		{"school falls: the rule says nothing", newImplication(l, schoolAge, 2), []float64{30, 0, 20, 0}, 0},
		{"wage rises by 2.5 of MAD 5, school falls: undo the wage and the margin", newImplication(l, wageSchool, 2),
			[]float64{40, 0, 22.5, 0}, 1.1},
		{"wage falls by 0.5 of MAD 5, school falls", newImplication(l, wageSchool, 2), []float64{40, 0, 19.5, 0}, 0},
		{"reverse: wage falls by 10, school rises by two ranks", newImplication(l, wageSchool, 2),
			[]float64{40, 2, 10, 0}, 4},
		{"not strict: wage rises, school stays", newImplication(l, wageSchool, 2), []float64{40, 1, 30, 0}, 0},
		{"age may fall by 3 and falls by 5", newBound(l, 0, 1, 3, 3), []float64{35, 1, 20, 0}, 0.6},
		{"age may fall by 5 and does", newBound(l, 0, 1, 5, 3), []float64{35, 1, 20, 0}, 0},
		{"two ranks take 2 years each: age lacks 4 years and the margin", newImplication(l, takes, 2),
			[]float64{40, 2, 20, 0}, 0.9},
		{"two ranks, age rises by 3: it lacks a year and the margin", newImplication(l, takes, 2),
			[]float64{43, 2, 20, 0}, 0.3},
		{"two ranks, age rises by 5", newImplication(l, takes, 2), []float64{45, 2, 20, 0}, 0},
		{"two ranks, at most 3 years each: age rises by 8, 2 too many", newImplication(l, takes, 2),
			[]float64{48, 2, 20, 0}, 0.4},
		{"any: school stays and age rises by 10, so wage lacks the margin", newImplication(l, either, 2),
			[]float64{50, 1, 20, 0}, 0.1},
		{"any: age rises by 10 and wage falls by 5", newImplication(l, either, 2), []float64{50, 1, 15, 0}, 2.1},
		{"any: age rises and school falls", newImplication(l, either, 2), []float64{50, 0, 15, 0}, 0},
		{"all: age rises and school stays, and the school costs nothing", newImplication(l, both, 2),
			[]float64{50, 1, 15, 0}, 0},
		{"age rises while school does not fall, wage falls", newImplication(l, quiet, 2), []float64{50, 2, 15, 0}, 2.1},
		{"age rises and school falls: excused", newImplication(l, quiet, 2), []float64{50, 0, 15, 0}, 0},
		{"age rises while school stays, wage falls", newImplication(l, still, 2), []float64{50, 1, 15, 0}, 2.1},
		{"age rises and school does: excused", newImplication(l, still, 2), []float64{50, 2, 15, 0}, 0},
		{"wage is 22, its mechanism says 2*3+0.5*30+1*1 = 22", linearWage(l, 4), []float64{30, 2, 22, 1}, 0},
		{"wage is 27, its mechanism says 22: 5 of MAD 5", linearWage(l, 4), []float64{30, 2, 27, 1}, 4},
	} {
		if got := c.term.add(pair(before, c.after)); math.Abs(got-c.want) > 1e-5 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func linearWage(l layout, weight float64) term { return newMechanism(l, wageOf, weight) }

// TestRuleTermGradients compares the gradients with central differences of the soft outputs. The
// decoded half of a hinge remains constant.
func TestRuleTermGradients(t *testing.T) {
	l := newLayout(ruled)
	const rows, n = 5, 15
	b := &batch{layout: l, most: []float32{1}, n: n, rows: rows, target: make([]int, n),
		x: make([]float32, l.width*rows), out: make([]float32, l.width*n), d: make([]float32, l.width*n)}
	for i := range b.x {
		b.x[i] = kernel.NewKey(1).Uniform1(uint32(i))
	}
	for i := range b.out {
		b.out[i] = kernel.NewKey(2).Uniform1(uint32(i))
	}
	implied := newImplication(l, causal.Rule{Kind: causal.IfRisesThenRises, Feature: 0,
		Also:  []causal.Member{{Feature: 1, Falls: true}},
		Other: 2, Strict: true, Reverse: true}, 3)
	any := newImplication(l, causal.Rule{Kind: causal.IfRisesThenRises, Feature: 0,
		Also: []causal.Member{{Feature: 1, Falls: true}}, Any: true,
		Other: 2, Reverse: true}, 3)
	sized := newImplication(l, causal.Rule{Kind: causal.IfRisesThenRises, Feature: 0,
		Also:  []causal.Member{{Feature: 1, Part: causal.Quiet}},
		Other: 2, Strict: true, Reverse: true, Least: 0.2, Most: 0.4}, 3)
	moved := newBound(l, 0, -1, 2, 3)
	bounded := newBound(l, 1, 1, 0, 3)
	for _, c := range []struct {
		name string
		loss func() float64
	}{
		{"bound", func() float64 { return bounded.hinge(b.out, b) }},
		{"implication", func() float64 { return implied.hinge(b.out, b) }},
		{"implication of any", func() float64 { return any.hinge(b.out, b) }},
		{"implication with a size", func() float64 { return sized.hinge(b.out, b) }},
		{"move at most", func() float64 { return moved.hinge(b.out, b) }},
		{"mechanism", func() float64 { return linearWage(l, 2).add(b) }},
	} {
		clear(b.d)
		if c.loss() == 0 {
			t.Fatalf("%s: nothing to check", c.name)
		}
		got := slices.Clone(b.d)
		checkGradient(t, c.name, b.out, got, 1e-4, 2e-3, 1e-2, c.loss)
	}
}

// TestMethods lists the terms on which each method trains.
func TestMethods(t *testing.T) {
	l := newLayout(ruled)
	up := causal.Rule{Kind: causal.OnlyIncrease, Feature: 0}
	node := causal.Node{Feature: 2, Parents: []int{0}, Mechanism: causal.Linear{Coef: []float64{1}}}
	for _, c := range []struct {
		m    Method
		want []string
	}{
		{BaseVAE(), []string{"proximity", "validity"}},
		{ModelBased([]causal.Node{node}), []string{"proximity", "validity", "mechanism of wage"}},
		{modelApprox([]causal.Rule{up}), []string{"proximity", "validity", "rule of age"}},
	} {
		var got []string
		for _, term := range c.m.terms(l, nn.NewClassifier(l.width, 2, 2, kernel.NewKey(1)), Config{}) {
			got = append(got, term.name())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: terms %q, want %q", c.m.Name, got, c.want)
		}
	}
	// An endogenous feature has no plain proximity (section 2.3).
	b := pair([]float64{40, 1, 20, 0}, []float64{40, 1, 40, 0})
	if got, want := newProximity(l, []causal.Node{node}, 1).add(b),
		newProximity(l, nil, 1).add(b)-4; math.Abs(got-want) > 1e-5 {
		t.Errorf("proximity without wage = %v, want %v", got, want)
	}
}
