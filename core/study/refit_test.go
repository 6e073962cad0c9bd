package study

import (
	"slices"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/model"
	"causeway/core/sim"
)

// above predicts class 1 if the encoded feature 3 is above one half.
type above struct{ blackbox.BlackBox }

func (above) Pass() blackbox.Pass { return above{} }
func (above) Classes() int        { return 2 }
func (above) Shares(x []float32, n int) []float32 {
	out := make([]float32, 2*n)
	for i := range n {
		if x[4*n+i] > 0.5 {
			out[n+i] = 1
		} else {
			out[i] = 1
		}
	}
	return out
}

// TestStanding uses schooling from 10 to 12, which raises a score of 20 by 2 per year plus an
// amount that depends on the fit. The result is above or below half of the score's range. A
// violation of a rule by a follower counts against the answer.
func TestStanding(t *testing.T) {
	s := sim.Hiring(0, 0, 0).Schema
	for j := range s.Features[1:] {
		f := &s.Features[j+1]
		f.Min, f.Max, f.MAD = 0, 48, 1
	}
	var follow [][]causal.Rule
	for _, slope := range []float64{-1, 1, 1.9, 2.1, 3} {
		m, err := causal.NewSCM(s, causal.Node{Feature: 3, Parents: []int{1, 2},
			Mechanism: causal.Linear{Coef: []float64{slope, 7}}, Variance: 1})
		if err != nil {
			t.Fatal(err)
		}
		rules, err := m.Followers([]int{3}, nil)
		if err != nil {
			t.Fatal(err)
		}
		follow = append(follow, rules)
	}
	factual, answer := []float64{0, 10, 20, 20}, []float64{0, 12, 20, 24}
	if n := Standing(s, above{}, nil, follow, factual, answer, 1); n != 2 {
		t.Errorf("the answer stands under %d of 5 fits, and under those of 2.1 and 3", n)
	}
	if n := Standing(s, above{}, nil, follow, factual, answer, 0); n != 3 {
		t.Errorf("%d of 5 are of the other class", n)
	}
	most := causal.Rule{Kind: causal.Range, Feature: 3, Min: 0, Max: 25}
	if n := Standing(s, above{}, []causal.Rule{most}, follow, factual, answer, 1); n != 1 {
		t.Errorf("%d of 5 keep the score at 25 at most", n)
	}
	if n := Standing(s, above{}, nil, nil, factual, answer, 1); n != 0 {
		t.Errorf("under no fit stand %d", n)
	}
}

// hiringBench returns a bench of people in two groups.
func hiringBench(t *testing.T, bias float64) (*Bench, Setting) {
	table := sim.Hiring(3000, 5, bias)
	truth := sim.HiringSCM()
	w := &World{States: []causal.State{0, 0, 0, causal.Following}, Of: func(int) *causal.SCM { return truth }}
	b := newTestBench(t, table, Problem{Name: "hiring", From: -1, World: w, Constraints: []Constraint{{}}},
		Quiet(still))
	b.Few(60)
	k := causal.Knowledge{Edges: []causal.Edge{{From: 1, To: 3}, {From: 2, To: 3}},
		Mechanisms: []causal.Assignment{{Feature: 3, State: causal.Following}}}
	return b, Setting{Method: model.Actions, Knowledge: k, Hard: []causal.Rule{{Kind: causal.Immutable, Feature: 0}}}
}

// TestRefit checks that fits differ, that they differ less if there are more rows, and that
// answers that stand under all fits hold under the true mechanism more often than others.
func TestRefit(t *testing.T) {
	b, s := hiringBench(t, 0)
	spread := func(rows int) float64 {
		fits, err := Refit(s.Knowledge, b.Table, b.Split.Train[:rows], kernel.NewKey(1))
		if err != nil || len(fits) != Refits {
			t.Fatalf("%d fits, %v", len(fits), err)
		}
		var slopes []float64
		for _, m := range fits {
			slopes = append(slopes, m.Nodes()[0].Mechanism.(causal.Linear).Coef[0])
		}
		return slices.Max(slopes) - slices.Min(slopes)
	}
	if few, many := spread(20), spread(1000); few < 2*many || many == 0 {
		t.Errorf("slopes differ by %v of 20 rows and by %v of 1000", few, many)
	}
	s.Lead = 0.1
	few, err := b.Refitted(s, 40)
	if err != nil {
		t.Fatal(err)
	}
	var n, holds [2]float64
	for i, stands := range few.Standing {
		k := 0
		if stands >= Refits-1 {
			k = 1
		}
		n[k]++
		holds[k] += count(few.Truly[i])
	}
	if few.Rows != 60 || n[0] < 10 || n[1] < 10 || holds[1]/n[1] < holds[0]/n[0]+0.5 {
		t.Errorf("of %v answers that several fits doubt %v hold, of the other %v %v", n[0], holds[0], n[1], holds[1])
	}
	s.Knowledge = causal.Knowledge{}
	if none, err := b.Refitted(s, 10); err != nil || none.Rows != 0 {
		t.Errorf("%+v, %v where nothing follows", none, err)
	}
}

// TestCosts checks that people in the group affected by the bias have to go farther, and that the
// costs agree with values computed by hand: schooling and training in MADs, and nothing for the
// score.
func TestCosts(t *testing.T) {
	b, s := hiringBench(t, 1.5)
	costs, err := b.Costs(s)
	if err != nil {
		t.Fatal(err)
	}
	f, err := b.Found(s)
	if err != nil {
		t.Fatal(err)
	}
	var sum, n [2]float64
	for i, c := range costs {
		if b.Test.Target[i] != 1 {
			continue
		}
		want := 0.0
		for _, j := range []int{1, 2} {
			d := f.Counterfactual[i][j] - f.Factual[i][j]
			want += max(d, -d) / b.Table.Schema.Features[j].MAD
		}
		if d := c - want; c < 0 || d > 1e-9 || d < -1e-9 {
			t.Errorf("row %d costs %v, by hand %v", i, c, want)
		}
		g := int(f.Factual[i][0])
		sum[g], n[g] = sum[g]+c, n[g]+1
	}
	if n[0] < 5 || n[1] < 5 || sum[1]/n[1] < 1.2*sum[0]/n[0] {
		t.Errorf("group a costs %v, b %v", sum[0]/n[0], sum[1]/n[1])
	}
}

// TestSets uses answers with one, two and no actions in common, of which one is not valid.
func TestSets(t *testing.T) {
	b, s := hiringBench(t, 0)
	at := slices.Index(b.Test.Target, 1)
	b.Test = b.Test.some([]int{at})
	x := b.Test.Factual[0]
	far := func(schooling, training float64) []float64 {
		return []float64{x[0], x[1] + schooling, x[2] + training, 0}
	}
	set, err := b.set(s, [][][]float64{{far(12, 0), far(0, 48), far(0, 0.1), far(12, 48)}})
	if err != nil {
		t.Fatal(err)
	}
	f := b.Table.Schema.Features
	one, two := 12/f[1].MAD, 48/f[2].MAD
	near := func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }
	if set.Held != 3 || !near(set.Actions, 4.0/3) || !near(set.Far, (2*one+2*two)/3) || set.Factuals != 1 ||
		!near(set.Cont, (one+two+two+one)/3) || !near(set.Changes, (1+0.5+0.5)/3) {
		t.Errorf("%+v, with %v and %v", set, one, two)
	}
}

// BenchmarkRefit measures the one-time work before answers: ten fits of one line to 2,400 rows.
func BenchmarkRefit(b *testing.B) {
	table := sim.Hiring(3000, 5, 0)
	rows := data.NewSplit(table.Outcome, 1).Train
	k := causal.Knowledge{Edges: []causal.Edge{{From: 1, To: 3}, {From: 2, To: 3}},
		Mechanisms: []causal.Assignment{{Feature: 3, State: causal.Following}}}
	for b.Loop() {
		if _, err := Refit(k, table, rows, kernel.NewKey(1)); err != nil {
			b.Fatal(err)
		}
	}
}
