package study

import (
	"math"
	"slices"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/exact"
	"causeway/core/kernel"
	"causeway/core/metric"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/sim"
)

// chain returns a table of four numbers with a classifier for c + d > 10. b = 2a is adjustable, c
// = 3b - a follows, and d is independent.
func chain(t *testing.T) (*Bench, World) {
	t.Helper()
	s := data.Schema{Outcome: data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"no", "yes"}}}
	for _, name := range []string{"a", "b", "c", "d"} {
		s.Features = append(s.Features, data.Feature{Name: name, Kind: data.Continuous, Decimals: 1, Min: 0,
			Max: 100, MAD: 2})
	}
	m, err := causal.NewSCM(s,
		causal.Node{Feature: 1, Parents: []int{0}, Mechanism: causal.Linear{Coef: []float64{2}}, Variance: 1},
		causal.Node{Feature: 2, Parents: []int{0, 1}, Mechanism: causal.Linear{Coef: []float64{-1, 3}}, Variance: 1})
	if err != nil {
		t.Fatal(err)
	}
	c := &nn.Classifier{Net: nn.Net{nn.Dense(4, 2, nn.Identity, kernel.Key{})}}
	l := c.Net[0].(*nn.Block)
	copy(l.W, []float32{0, 0, 0, 0, 0, 0, 100, 100}) // inputs are hundredths
	copy(l.B, []float32{0, -10})
	b := &Bench{Table: &data.Table{Schema: s}, BlackBox: c, host: Quiet(still)}
	b.again.none = true
	return b, World{States: []causal.State{0, causal.Adjustable, causal.Following, 0}, Of: func(int) *causal.SCM {
		return m
	}}
}

// TestConsequences checks values computed by hand. The row has a = 1, b = 2 + 1, c = 8 - 3 and d
// = 2, so its noise terms are 1 and -3.
func TestConsequences(t *testing.T) {
	b, w := chain(t)
	l, factual := w.in(b.Table.Schema), []float64{1, 3, 5, 2}
	for _, c := range []struct {
		name          string
		answer, after []float64
		actions       int
		far           float64
		against       bool
	}{
		{"c moves with no cause, and goes back", []float64{1, 3, 9, 2}, []float64{1, 3, 5, 2}, 0, 0, true},
		{"a rises and b stays as it is, which takes -2", []float64{2, 3, 5, 2}, []float64{2, 3, 4, 2}, 2,
			0.5 + 1, true},
		{"a rises and b goes with it", []float64{2, 5, 10, 2}, []float64{2, 5, 10, 2}, 1, 0.5, false},
		{"b alone is changed by 2", []float64{1, 5, 5, 2}, []float64{1, 5, 11, 2}, 1, 1, true},
		{"d has no effect", []float64{1, 3, 5, 9}, []float64{1, 3, 5, 9}, 1, 3.5, false},
		{"nothing moves", factual, factual, 0, 0, false},
	} {
		after := l.after(b.Table.Schema, nil, 0, factual, c.answer)
		n, far := l.actions(b.Table.Schema, nil, 0, factual, after)
		if !slices.Equal(after, c.after) || n != c.actions || math.Abs(far-c.far) > 1e-9 ||
			l.against(c.answer, after) != c.against {
			t.Errorf("%s: after %v, %d actions, %v far, against %v", c.name, after, n, far, l.against(c.answer, after))
		}
	}
	if n := l.actable(b.Table.Schema, []causal.Rule{{Kind: causal.Immutable, Feature: 3}}); n != 2 {
		t.Errorf("%d features can be acted on, by hand a and b", n)
	}
}

// TestWorth checks five answers judged by hand. The rule requires that d rises if a does.
func TestWorth(t *testing.T) {
	b, w := chain(t)
	l, factual := w.in(b.Table.Schema), []float64{1, 3, 5, 2}
	rule := causal.Rule{Kind: causal.IfRisesThenRises, Feature: 0, Other: 3}
	p := metric.Pairs{Schema: b.Table.Schema, Found: []bool{true, true, true, true, false}}
	for _, row := range [][]float64{
		{1, 3, 9, 2}, // as written, c + d = 11 reaches; c returns, and nothing differs
		{1, 5, 5, 2}, // as written, it does not reach; c becomes 11: valid, rule does not apply
		{2, 5, 5, 3}, // a, b and d rise, c becomes 10: valid, rule is kept
		{2, 5, 5, 1}, // the same with d falling: class is reached, rule is broken
		factual,      // no answer
	} {
		p.Factual, p.Counterfactual, p.Target = append(p.Factual, factual), append(p.Counterfactual, row),
			append(p.Target, 1)
	}
	s, rows := Setting{Hard: []causal.Rule{rule}}, []int{0, 0, 0, 0, 0}
	p.Class = b.Predict(p.Counterfactual)
	j, got, err := b.judged(s, p, rows, l)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(j.Held, []bool{false, true, true, false, false}) || !p.Held(0, s.Hard) || p.Held(1, s.Hard) {
		t.Errorf("held %v; as written the first holds: %v, the second: %v", j.Held, p.Held(0, s.Hard),
			p.Held(1, s.Hard))
	}
	if c := got.Rules[0]; c.Kept != 1 || c.Broken != 1 || c.Silent != 2 {
		t.Errorf("the rule is counted %+v", c)
	}
	if got.Rows != 5 || got.Answers != 4 || got.Held != 0.4 || got.Reaches != 0.75 || *got.Actions != 1.5 ||
		math.Abs(*got.Distance-(1+0.5+0.5)/2) > 1e-9 {
		t.Errorf("got %+v, %v actions, %v far", got, *got.Actions, *got.Distance)
	}
	// The sum of 13 exceeds 10 by 3, which is a lead of tanh(3/2). The other answer leads by
	// tanh(3/2) too.
	if want := math.Tanh(1.5); math.Abs(*got.Lead-want) > 1e-6 {
		t.Errorf("the median lead is %v, by hand %v", *got.Lead, want)
	}
	if got.HeldAsTold != 0 { // with the laws given to methods c is 5, which is the other class
		t.Errorf("%v have the lead as it is told", got.HeldAsTold)
	}
	s.Lead = 0.95
	if _, got, err = b.judged(s, p, rows, l); err != nil || got.Held != 0 || got.Lead != nil {
		t.Errorf("with a lead of 0.95 held %v, %v", got.Held, err)
	}
}

// TestLeadIsAboveRounding checks that float32 results differ from float64 results by at most the
// bound, and that a row exactly on the boundary does not count.
func TestLeadIsAboveRounding(t *testing.T) {
	table, p, _ := people(t)
	b := newTestBench(t, table, p, Quiet(still))
	c, pass := exact.NewClear(b.Table.Schema, b.BlackBox), b.BlackBox.Pass().(blackbox.Scorer)
	most := 0.0
	for i := range 300 {
		row := b.Table.Row(i, nil)
		lead, rounding := c.Lead(row, 1)
		shares := pass.Shares(b.encoded([][]float64{row}).X, 1)
		off := math.Abs(lead - (float64(shares[1]) - float64(shares[0])))
		if most = max(most, off/rounding); off > rounding || rounding > 1e-4 {
			t.Errorf("row %d leads by %v, in float32 %v, rounding %v", i, lead, shares[1]-shares[0], rounding)
		}
	}
	if most == 0 {
		t.Error("float32 rounds nothing, so the test says little")
	}
	flat, w := chain(t)
	lead, rounding := exact.NewClear(w.Of(0).Schema(), flat.BlackBox).Lead([]float64{0, 0, 5, 5}, 1)
	if lead-rounding > 0 || math.Abs(lead) > 1e-9 {
		t.Errorf("on the boundary the lead is %v", lead)
	}
}

// TestAskingForALead checks that a classifier that requires a lead predicts the target exactly
// for rows with that lead.
func TestAskingForALead(t *testing.T) {
	table, p, _ := people(t)
	b := newTestBench(t, table, p, Quiet(still))
	c := exact.NewClear(b.Table.Schema, b.BlackBox)
	for _, lead := range []float64{0.1, 0.5, 0.9} {
		for target := range 2 {
			some := false
			for i := range 300 {
				row := b.Table.Row(i, nil)
				got, _ := c.Lead(row, target)
				if math.Abs(got-lead) < 2*leadHair {
					continue
				}
				takes := b.asking(lead, target).Predict([][]float64{row})[0] == target
				if some = some || takes; takes != (got > lead) {
					t.Errorf("row %d leads by %v, and %v is asked for: taken %v", i, got, lead, takes)
				}
			}
			if !some && lead < 0.9 {
				t.Errorf("no row leads by %v", lead)
			}
		}
	}
}

// TestEveryMethodIsAskedForTheLead checks that answers of a method that uses only the classifier
// reach a required lead, and that without this requirement some do not.
func TestEveryMethodIsAskedForTheLead(t *testing.T) {
	table, p, s := people(t)
	b := newTestBench(t, table, p, Quiet(still))
	b.Test = b.Test.first(60)
	c := exact.NewClear(b.Table.Schema, b.BlackBox)
	for _, m := range []model.Method{"nun-sparse", Line} {
		s.Method = m
		for _, lead := range []float64{0, 0.4} {
			s.Lead = lead
			made, err := b.make(s, b.Test)
			if err != nil {
				t.Fatal(err)
			}
			answers, short := 0, 0
			for i, row := range made.Decoded.Counterfactual {
				if !made.Decoded.Found[i] {
					continue
				}
				answers++
				if !slices.Equal(made.Decoded.Factual[i], b.Test.Factual[i]) ||
					made.Decoded.Target[i] != b.Test.Target[i] || made.Of[i] != i {
					t.Fatalf("%s: answer %d is of another row", m, i)
				}
				if got, _ := c.Lead(row, b.Test.Target[i]); got < 0.4 {
					short++
				}
			}
			if answers == 0 || lead == 0 && short == 0 || lead > 0 && short > 0 {
				t.Errorf("%s, lead %v: %d of %d answers lead by less than 0.4", m, lead, short, answers)
			}
		}
	}
}

// TestGivenAnswersStayInOrder checks that answers made elsewhere are judged by a lead, each for
// its own row, although no method was required to reach it.
func TestGivenAnswersStayInOrder(t *testing.T) {
	table, p, s := people(t)
	b := newTestBench(t, table, p, Quiet(still))
	b.Test = b.Test.first(40)
	s.Method, s.Lead, s.Given = Given, 0.3, slices.Clone(b.Test.Factual)
	for i := range s.Given { // neighbours, so that answers for rows with both targets alternate
		s.Given[i] = slices.Clone(b.Table.Row(b.Split.Train[i], nil))
	}
	a, err := b.Answer(s)
	if err != nil {
		t.Fatal(err)
	}
	c, held := exact.NewClear(b.Table.Schema, b.BlackBox), 0
	for i, row := range s.Given {
		if !slices.Equal(a.judged.Counterfactual[i], row) {
			t.Fatalf("answer %d is that of another row", i)
		}
		if lead, _ := c.Lead(row, b.Test.Target[i]); lead > 0.3 &&
			causal.AllHold(b.Table.Schema, s.Hard, b.Test.Factual[i], row) {
			held++
		}
	}
	if held == 0 || a.Causal.Answers.Held != float64(held)/40 {
		t.Errorf("held %v, by hand %d of 40", a.Causal.Answers.Held, held)
	}
}

// TestReacherAgreesWithTrying uses two root features and a square. It tries every value and
// checks that dividing boxes finds or proves the same.
func TestReacherAgreesWithTrying(t *testing.T) {
	table := sim.SimpleBN(800, 5)
	for j := range table.Schema.Features[:2] { // few values, so that all can be tried
		table.Schema.Features[j].Decimals = 0
		for i, v := range table.Cols[j] {
			table.Cols[j][i] = math.Round(v)
		}
	}
	rules, err := causal.SimpleBNMonotone(table.Schema)
	if err != nil {
		t.Fatal(err)
	}
	m, w := sim.SimpleBNSCM(), World{States: []causal.State{0, 0, causal.Following}}
	w.Of = func(int) *causal.SCM { return m }
	b := newTestBench(t, table, Problem{Name: "simple-bn", From: -1, World: &w}, Quiet(still))
	b.Test = b.Test.first(40)
	b.clear = exact.NewClear(b.Table.Schema, b.BlackBox)
	some := map[bool]int{}
	for _, lead := range []float64{0, 0.6} {
		s := Setting{Hard: rules, Lead: lead}
		l, err := b.world(s)
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.Test.Rows {
			r, can := b.reacher(s, l, i)
			if !can {
				t.Fatal("Simple-BN's actions cannot be divided")
			}
			row, none := r.search()
			tried := false
			f, g := b.Table.Schema.Features[0], b.Table.Schema.Features[1]
			for u := f.Min; u <= f.Max && !tried; u++ {
				for v := g.Min; v <= g.Max && !tried; v++ {
					tried = r.middle(span{{u, u}, {v, v}}) != nil
				}
			}
			if (row != nil) != tried || none == tried {
				t.Errorf("row %d, lead %v: found %v, proved none %v, by trying %v", i, lead, row, none, tried)
			}
			some[tried]++
		}
	}
	if some[true] == 0 || some[false] == 0 {
		t.Errorf("rows with and without an answer: %v, so the test says little", some)
	}
}

// TestLineIsNearest checks that every answer changes one feature and is valid, and that the value
// one step nearer is not.
func TestLineIsNearest(t *testing.T) {
	table, p, s := people(t)
	b := newTestBench(t, table, p, Quiet(still))
	b.Test = b.Test.first(60)
	s.Method = Line
	from, _, err := b.line(s)
	if err != nil {
		t.Fatal(err)
	}
	l, answers := from.(line), 0
	for i, row := range from.Answers(b.Test.Factual, b.Test.Target, kernel.Key{}) {
		if row == nil {
			continue
		}
		answers++
		factual := b.Test.Factual[i]
		_, _, n := metric.Distance(b.Table.Schema, factual, row)
		j := 0
		for k := range row {
			if row[k] != factual[k] {
				j = k
			}
		}
		if n != 1 || l.holds(factual, j, row[j], b.Test.Target[i]) == nil {
			t.Errorf("row %d: %v becomes %v", i, factual, row)
		}
		if f := b.Table.Schema.Features[j]; f.Kind.Numeric() {
			if near := f.Round(row[j] - math.Copysign(f.Step(), row[j]-factual[j])); near != factual[j] &&
				l.holds(factual, j, near, b.Test.Target[i]) != nil {
				t.Errorf("row %d: %v of %s holds, and %v is given", i, near, f.Name, row[j])
			}
		}
	}
	if answers == 0 {
		t.Error("no row has an answer along a line")
	}
}

// TestTreatmentsAreTheRows checks that under the mechanisms of its own treatment each row of
// Sangiovese has the residuals drawn from the network, with the stated variance.
func TestTreatmentsAreTheRows(t *testing.T) {
	table, treatment := sim.SangioveseTreated(4000, 3)
	of := map[string]*causal.SCM{}
	sums := map[int]float64{}
	for i, k := range treatment {
		if of[k] == nil {
			var err error
			if of[k], err = sim.SangioveseSCM(k); err != nil {
				t.Fatal(err)
			}
		}
		for v, n := range of[k].Nodes() {
			r := of[k].Residual(n, table.Row(i, nil))
			sums[v] += r * r / n.Variance / 4000
		}
	}
	for v, s := range sums { // chi-square of 4,000: a deviation of 0.022
		if math.Abs(s-1) > 0.1 {
			t.Errorf("node %d has residuals of %v times the variance", v, s)
		}
	}
	if len(of) != 16 || len(sums) != 12 {
		t.Errorf("%d treatments and %d mechanisms", len(of), len(sums))
	}
}
