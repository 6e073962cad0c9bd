package discover

import (
	"math"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sim"
)

func pairsOf(t testing.TB, s *Sample) []Pair {
	t.Helper()
	p, err := Neighbours(s, always)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The test compares the neighbours with those of a slow, straightforward search.
func TestNeighbours(t *testing.T) {
	a, b := noise(200, 1), noise(200, 2)
	c := make([]float64, 200)
	for i := range c {
		c[i] = float64(i * i % 3)
	}
	table := tableOf([][]float64{a, b, c}, 0, 0, 3)
	rows := every(200)
	table.FitScale(rows)
	s := NewSample(table, rows)
	pairs := pairsOf(t, s)
	if len(pairs) != 200*neighbours {
		t.Fatalf("%d pairs", len(pairs))
	}
	far := func(i, k int) float64 {
		d := 0.0
		for j := range 2 {
			f := table.Schema.Features[j]
			d += math.Abs(table.Cols[j][i]-table.Cols[j][k]) / (f.Max - f.Min)
		}
		if c[i] != c[k] {
			d++
		}
		return d
	}
	for i := range 200 {
		closer := 0
		last := pairs[i*neighbours+neighbours-1].Counterfactual
		at := -1
		for k := range 200 {
			if a[k] == last[0] && b[k] == last[1] {
				at = k
			}
		}
		if table.Outcome[at] == table.Outcome[i] {
			t.Fatalf("row %d has a neighbour of its own class", i)
		}
		for k := range 200 {
			if table.Outcome[k] != table.Outcome[i] && far(i, k) < far(i, at)-1e-12 {
				closer++
			}
		}
		if closer != neighbours-1 {
			t.Fatalf("row %d: %d rows are closer than its last neighbour, want %d", i, closer, neighbours-1)
		}
	}
}

func TestNeighboursOfOneClass(t *testing.T) {
	table := tableOf([][]float64{noise(50, 1)})
	clear(table.Outcome)
	if n := len(pairsOf(t, sampleOf(table))); n != 50*neighbours {
		t.Errorf("%d pairs", n)
	}
	two := tableOf([][]float64{noise(2, 1)})
	if n := len(pairsOf(t, sampleOf(two))); n != 2 {
		t.Errorf("%d pairs of two rows", n)
	}
}

func TestBroken(t *testing.T) {
	table := sim.SimpleBN(2000, 1)
	split := data.NewSplit(table.Outcome, 1)
	table.FitScale(split.Train)
	s := NewSample(table, split.Train)
	pairs := pairsOf(t, s)
	if len(pairs) != askedRows*neighbours {
		t.Fatalf("%d pairs", len(pairs))
	}
	rules := []causal.Rule{
		{Kind: causal.OnlyIncrease, Feature: 0}, {Kind: causal.OnlyDecrease, Feature: 0},
		{Kind: causal.Immutable, Feature: 0},
		{Kind: causal.Range, Feature: 0, Min: -causal.Open, Max: causal.Open},
		{Kind: causal.IfRisesThenRises, Feature: 0, Also: []causal.Member{{Feature: 1}}, Other: 2, Strict: true,
			Reverse: true},
	}
	got := Broken(s, rules, pairs)
	up, down, same := got[0].Broken, got[1].Broken, got[2].Broken
	if up+down != same || same == 0 || got[3].Broken != 0 {
		t.Errorf("got %v; what is not down is up", got)
	}
	against := 0
	for _, p := range pairs { // the true rule, by its definition
		a, b := p.Factual, p.Counterfactual
		up, down := b[0] > a[0] && b[1] > a[1], b[0] < a[0] && b[1] < a[1]
		if up && b[2] <= a[2] || down && b[2] >= a[2] {
			against++
		}
	}
	if got[4].Broken != against || against == 0 {
		t.Errorf("%d neighbours break the true rule, want %d", got[4].Broken, against)
	}
	again := Broken(s, rules, pairsOf(t, s))
	for i := range got {
		if again[i] != got[i] {
			t.Error("a second time gives other shares")
		}
	}
	if _, err := Neighbours(s, func() error { return errStop }); err != errStop {
		t.Errorf("got %v", err)
	}
}

func BenchmarkNeighbours60(b *testing.B) {
	table := wide(10_000)
	table.FitScale(every(10_000))
	for b.Loop() {
		pairsOf(b, NewSample(table, every(10_000)))
	}
}

func BenchmarkFitNetwork(b *testing.B) {
	table := sim.SimpleBN(sim.SimpleBNRows, 1)
	k := causal.Knowledge{Edges: []causal.Edge{{From: 0, To: 2}, {From: 1, To: 2}},
		Mechanisms: []causal.Assignment{{Feature: 2, Form: causal.FittedNetwork}}}
	for b.Loop() {
		if _, err := PlotEdge(training(table), k, 0, 2); err != nil {
			b.Fatal(err)
		}
	}
}
