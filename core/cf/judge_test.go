package cf

import (
	"math"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// randomPairs returns random pairs of rows of the ruled schema, labelled by a rule.
func randomPairs(n int, key kernel.Key, feasible func(x, c []float64) bool) []Label {
	draw := func(i uint32) []float64 {
		return []float64{math.Round(20 + 50*float64(key.Uniform1(4*i))), float64(key.Intn(4*i+1, 3)),
			math.Round(50 * float64(key.Uniform1(4*i+2))), float64(key.Intn(4*i+3, 2))}
	}
	var labels []Label
	for i := range uint32(n) {
		x, c := draw(2*i), draw(2*i+1)
		labels = append(labels, Label{x, c, 1, feasible(x, c)})
	}
	return labels
}

// TestJudgeByHand uses a judge whose log-odds are always 1, which is 2 below the margin and costs
// 2 / (1 + 2/4) = 4/3 per unit of weight. Above the margin the cost is 0. 50 of 100 labels halve
// the weight. At most two labels of one kind count for each label of the other, so 100 and 20
// labels weigh as much as 60.
func TestJudgeByHand(t *testing.T) {
	x := []float64{40, 1, 20, 0}
	b := pair(x, []float64{45, 1, 20, 1})
	for _, c := range []struct {
		feasible, infeasible int
		odds, want           float64
	}{
		{50, 50, 1, 4}, {100, 100, 1, 4}, {20, 30, 1, 2}, {20, 100, 1, 2.4}, {100, 20, 1, 2.4},
		{50, 50, judgeMargin, 0}, {50, 50, 5, 0}, {50, 50, -9, 9},
	} {
		labels := make([]Label, c.feasible+c.infeasible)
		for i := range labels {
			labels[i] = Label{x, []float64{45, 1, 20, 1}, 1, i < c.feasible}
		}
		j := newJudge(newLayout(ruled), labels, 3, kernel.NewKey(2))
		for _, l := range j.net.Blocks() {
			clear(l.W)
			clear(l.B)
		}
		j.net.Blocks()[1].B[1] = float32(c.odds)
		if got := j.add(b); math.Abs(got-c.want) > 1e-5 {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestDescribeByHand uses a change in which the age rises by 5 with a MAD of 10, school falls by
// one rank and the job changes.
func TestDescribeByHand(t *testing.T) {
	j := newJudge(newLayout(ruled), nil, 1, kernel.NewKey(1))
	got := j.changes([]Label{{Factual: []float64{40, 1, 20, 0}, Counterfactual: []float64{45, 0, 20, 1}}})
	want := []float32{0.5, 0, 0.5 / 0.6, 0, 0, 1, 0, 1 / 1.1, 0, 0, 0, 0, 1}
	if len(got) != len(want) {
		t.Fatalf("%d numbers, want %d", len(got), len(want))
	}
	for i, w := range want {
		if math.Abs(float64(got[i]-w)) > 1e-5 {
			t.Errorf("number %d is %v, want %v", i, got[i], w)
		}
	}
}

// TestJudgeLearnsRules checks that 100 labels are enough for the judge to classify most new pairs
// correctly.
func TestJudgeLearnsRules(t *testing.T) {
	l := newLayout(ruled)
	for _, c := range []struct {
		name     string
		feasible func(x, c []float64) bool
		want     float64
	}{
		{"age does not fall", func(x, c []float64) bool { return c[0] >= x[0] }, 0.95},
		{"school does not fall", func(x, c []float64) bool { return c[1] >= x[1] }, 0.95},
		{"job stays", func(x, c []float64) bool { return c[3] == x[3] }, 0.95},
		{"if age rises, wage rises", func(x, c []float64) bool { return c[0] <= x[0] || c[2] > x[2] }, 0.85},
	} {
		j := newJudge(l, randomPairs(100, kernel.NewKey(1), c.feasible), 1, kernel.NewKey(2))
		fresh := randomPairs(1000, kernel.NewKey(3), c.feasible)
		n, hits := len(fresh), 0.0
		var x, y [][]float64
		for _, q := range fresh {
			x, y = append(x, q.Factual), append(y, q.Counterfactual)
		}
		phi := make([]float32, j.inputs()*n)
		j.describe(l.encode(x), l.encode(y), phi, n, n)
		s := j.net.Forward(j.soft, phi, n, nn.Eval, kernel.Key{})
		for e, q := range fresh {
			if (s[n+e] > s[e]) == q.Feasible {
				hits++
			}
		}
		if hits/float64(n) < c.want {
			t.Errorf("%s: %v of fresh pairs told apart, want %v", c.name, hits/float64(n), c.want)
		}
	}
}

func TestJudgeGradient(t *testing.T) {
	l := newLayout(ruled)
	j := newJudge(l, randomPairs(50, kernel.NewKey(1), func(x, c []float64) bool {
		return c[0] >= x[0] &&
			c[3] == x[3]
	}), 3, kernel.NewKey(2))
	const rows, n = 4, 12
	b := &batch{layout: l, most: []float32{1}, n: n, rows: rows, x: make([]float32, l.width*rows),
		out: make([]float32, l.width*n), d: make([]float32, l.width*n)}
	for i := range b.x {
		b.x[i] = kernel.NewKey(7).Uniform1(uint32(i))
	}
	for i := range b.out {
		b.out[i] = kernel.NewKey(8).Uniform1(uint32(i))
	}
	loss := func() float64 { return j.hinge(j.soft, b.out, b) }
	if loss() == 0 {
		t.Fatal("nothing to check")
	}
	clear(b.d)
	loss()
	got := slices.Clone(b.d)
	checkGradient(t, "judge", b.out, got, 2e-4, 0.02, 3e-2, loss)
}

// TestRuledFineTuneGradient compares the gradient of the full objective of a fine-tuning with
// rules with central differences of the soft outputs. The parts computed from the decoded rows
// remain constant.
func TestRuledFineTuneGradient(t *testing.T) {
	w := newWorld(t)
	s := w.table.Schema
	m := modelApprox([]causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0},
		{Kind: causal.IfRisesThenRises, Feature: 2, Other: 0, Strict: true, Reverse: true}})
	var labels []Label
	for i := range 6 {
		row := w.table.Row(i, nil)
		other := slices.Clone(row)
		other[0], other[2] = min(row[0]+float64(3*i-8), 70), row[2]+1
		labels = append(labels, Label{Factual: row, Counterfactual: other, Target: 1, Feasible: i%2 == 0})
	}
	c := config
	c.Feasibility, c.Rules = 30, 7
	f, err := NewFineTuneBy(m, w.fit(t, config, 0).Best(), c, s, w.blackBox, w.train, w.val, labels)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"proximity", "validity", "rule of age", "rule of age by its causes", "what labels teach",
		"KL", "labels"}; !slices.Equal(f.TermNames(), want) {
		t.Fatalf("terms %q, want %q", f.TermNames(), want)
	}
	b := f.parts[0].forward(nn.Part{}, f.parts[0].gather(f.oracle.x, []int{0, 1, 2, 3, 4, 5}), f.oracle.target, 2,
		nn.Eval, kernel.NewKey(5), kernel.Key{})
	key := kernel.NewKey(6)
	for i := range b.out {
		b.out[i] = 0.05 + 0.9*key.Uniform1(uint32(i))
	}
	rules := 0.0
	loss := func() float64 {
		sum := 0.0
		for _, term := range f.terms {
			switch x := term.(type) {
			case validity:
				sum += x.hinge(x.soft, b.out, b) / 2 // the decoded half accounts for the other half of the gradient
			case bound:
				rules = x.hinge(b.out, b)
				sum += rules
			case implication:
				sum += x.hinge(b.out, b)
			case *judge:
				sum += x.hinge(x.soft, b.out, b)
			default:
				sum += term.add(b)
			}
		}
		return sum + f.oracle.add(b)
	}
	clear(b.d)
	loss()
	if rules == 0 {
		t.Fatal("no rule has a part in it")
	}
	got := slices.Clone(b.d)
	checkGradient(t, "fine-tuning with rules", b.out, got, 2e-4, 0.05, 4e-2, loss)

	c.Rules = 0
	if f, err = NewFineTuneBy(m, w.fit(t, config, 0).Best(), c, s, w.blackBox, w.train, w.val, labels); err != nil ||
		len(f.terms) != 3 {
		t.Errorf("without a weight of the rules: %q, %v", f.TermNames(), err)
	}
}

// With one feasible and many infeasible labels, a judge is right as often as the commoner answer,
// and no better than guessing.
func TestAJudgeIsComparedWithTheCommonerAnswer(t *testing.T) {
	x := []float64{40, 1, 20, 0}
	var labels []Label
	for i := range 23 {
		labels = append(labels, Label{Factual: x, Counterfactual: []float64{41 + float64(i), 1, 20, 0}, Target: 1,
			Feasible: i == 11})
	}
	got := TestJudge(ruled, labels, kernel.NewKey(1))
	if got.Feasible != 1 || got.Infeasible != 22 || got.Right < 0.9 || got.Balanced > 0.55 {
		t.Errorf("got %+v", got)
	}
	for i := range labels {
		if labels[i].Feasible = i%2 == 0; !labels[i].Feasible {
			labels[i].Counterfactual = []float64{39 - float64(i)/2, 1, 20, 0}
		}
	}
	if got = TestJudge(ruled, labels, kernel.NewKey(1)); got.Feasible != 12 || got.Balanced < 0.95 || got.Right < 0.95 {
		t.Errorf("of labels that age tells apart: %+v", got)
	}
}

// TestLabelsTeach checks that a generator that lowers ages learns from 60 labels not to do so,
// even for rows without labels.
func TestLabelsTeach(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped with -short: other loops have the same bits, see TestSameBitsEverywhere")
	}
	w := newWorld(t)
	base := w.fit(t, config, 30).Best()
	older := []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}}
	share := func(g *Generator) float64 {
		kept, target := 0.0, make([]int, w.test.Rows())
		for i, y := range Predict(w.blackBox, w.test) {
			target[i] = 1 - y
		}
		out := g.Generate(w.blackBox, w.test, target, 1, kernel.NewKey(3))
		for i, r := range w.split.Test {
			if causal.AllHold(w.table.Schema, older, w.table.Row(r, nil), out.Rows[i]) {
				kept++
			}
		}
		return kept / float64(len(target))
	}
	pred := Predict(w.blackBox, w.train)
	var rows [][]float64
	var target []int
	for i := range 30 {
		rows = append(rows, w.table.Row(w.split.Train[i], nil))
		target = append(target, 1-pred[i])
	}
	labels := RuleOracle(w.table.Schema, older, base.Queries(w.blackBox, rows, target, rows, 2, kernel.NewKey(4)))
	c := config
	c.Epochs, c.Feasibility = 20, 20
	f, err := NewFineTune(base, c, w.table.Schema, w.blackBox, w.train, w.val, labels)
	if err != nil {
		t.Fatal(err)
	}
	for range c.Epochs {
		if _, err := f.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
	if before, after := share(base), share(f.Best()); after < 0.9 || after < before {
		t.Errorf("the share of rows whose age does not fall went from %v to %v", before, after)
	}
}
