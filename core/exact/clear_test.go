package exact

import (
	"math"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// flat returns a black box for one number. Its second class leads by tanh(k (x - at) / 2), where
// x is scaled to 0 to 1.
func flat(t *testing.T, k, at float32) (data.Schema, *nn.Classifier) {
	t.Helper()
	b := nn.Dense(1, 2, nn.Identity, kernel.NewKey(1))
	copy(b.W, []float32{0, k})
	copy(b.B, []float32{0, -k * at})
	s := data.Schema{Features: []data.Feature{{Name: "x", Kind: data.Continuous, Max: 1, MAD: 0.1, Decimals: 7}},
		Outcome: data.Feature{Levels: []string{"a", "b"}}}
	return s, &nn.Classifier{Net: nn.Net{b}}
}

// TestAnAnswerIsAboveRounding checks that a row is not an answer if the program assigns it to the
// target by less than float32 rounding can change. The nearest answer lies just beyond. If only
// rows that close to the boundary are left, the search proves that no answer exists.
func TestAnAnswerIsAboveRounding(t *testing.T) {
	s, c := flat(t, 4, 0.5)
	p := Problem{Schema: s, BlackBox: c, Factual: []float64{0.2}, Target: 1}
	e, err := New(p)
	if err != nil {
		t.Fatal(err)
	}
	const between = 0.5000002
	if e.Offer([]float64{between}) {
		t.Error("a row that leads by rounding alone counts")
	}
	if err := e.Nearest(100_000, nothing); err != nil {
		t.Fatal(err)
	}
	clear, best := NewClear(s, c), e.Best()
	if !e.Done() || best == nil {
		t.Fatal("nothing was found, or not proved")
	}
	lead, rounding := clear.Lead(best.Values, 1)
	before, off := clear.Lead([]float64{best.Values[0] - 1e-7}, 1)
	if lead <= rounding || before > off || best.Values[0]-0.5 > 2e-5 {
		t.Errorf("the nearest is %v, which leads by %v, rounding %v; one step nearer by %v, rounding %v",
			best.Values[0], lead, rounding, before, off)
	}
	p.Within = []causal.Domain{{Min: 0, Max: between}}
	if e, err = New(p); err != nil {
		t.Fatal(err)
	}
	if err := e.Any(100_000, nothing); err != nil || !e.Done() || e.Best() != nil {
		t.Errorf("%v is an answer below rounding, %v", e.Best(), err)
	}
}

// TestClearIsNotComputedTwice checks that skipping the float64 computation for clear leads never
// changes the answer, inside and outside the ranges.
func TestClearIsNotComputedTwice(t *testing.T) {
	quick, near := 0, 0
	for seed := range uint64(300) {
		p := randomProblem(kernel.NewKey(seed))
		c := NewClear(p.Schema, p.BlackBox)
		pass, x := p.BlackBox.Pass(), make([]float32, p.Schema.Width())
		for i := range uint32(20) {
			row := append([]float64(nil), p.Factual...)
			for j, f := range p.Schema.Features {
				u := float64(kernel.NewKey(seed).Sub(uint64(j)).Uniform1(i))
				if f.Kind.Numeric() {
					row[j] = f.Min + (f.Max-f.Min)*(1.4*u-0.2)
				} else {
					row[j] = math.Floor(u * float64(len(f.Levels)))
				}
			}
			p.Schema.Encode(row, x)
			var shares []float64
			for _, v := range pass.Shares(x, 1) {
				shares = append(shares, float64(v))
			}
			shown := leastLead(shares, p.Target)
			lead, rounding := c.Lead(row, p.Target)
			if math.Abs(shown-lead) > rounding {
				t.Fatalf("seed %d: %v in float32, %v in float64, rounding %v", seed, shown, lead, rounding)
			}
			if c.inRange(row) && rounding > c.most {
				t.Fatalf("seed %d: rounding %v, at most %v inside the ranges", seed, rounding, c.most)
			}
			if got := c.Sure(row, p.Target, shown); got != (lead > rounding) {
				t.Fatalf("seed %d: a lead of %v is sure: %v; %v in float64, rounding %v", seed, shown, got, lead,
					rounding)
			}
			if shown > 2*c.most {
				quick++
			} else {
				near++
			}
		}
	}
	if quick < 1000 || near < 1000 {
		t.Errorf("%d are far above, %d are not", quick, near)
	}
}
