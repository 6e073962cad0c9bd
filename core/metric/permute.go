package metric

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/combin"
)

// Least is the least number of rows, on either side, for which a comparison is
// made at all.
const Least = 5

// Numbers of regroupings that a comparison is judged by.
const (
	allGroupings  = 20_000    // all of them up to so many, otherwise drawn ones
	firstDraws    = 1_999     // at first
	moreDraws     = 49_999    // where a difference is as rare as this among the first
	rare          = 51        //
	drawnTogether = 4_000_000 // values, which bounds the draws for many rows
)

// Difference is what the mean of some values has beyond the mean of others.
type Difference struct {
	By        float64
	Low, High float64 // the shifts that the test of P at 5 % does not exclude; infinite where it excludes none
	P         float64 // share of groupings with a difference at least as large
}

// Compare is the permutation test of two means (Fisher 1935, Pitman 1937): how often would a
// group of as many values, taken from all of them by chance, differ as much from the rest? That
// holds for any distribution and with ties. A few groupings are all looked at; otherwise they
// are drawn, and P is (b+1)/(m+1) of b at least as large among m, which is never too small
// (Phipson and Smyth 2010). The draws depend on the seed alone.
//
// Low and High belong to the test: a shift of x within them makes a P above 5 %. Take a
// grouping whose means differ by a, with a group of x's size of which the share b was in x.
// After a shift of x by s its difference is a - s·b, and that of x is d - s. The first is at
// least as large between two values of s.
func Compare(x, y []float64, seed uint64) Difference {
	t := newGroupings(x, y)
	if t.spread == 0 {
		return Difference{P: 1}
	}
	if combin.GeneralizedBinomial(float64(len(t.values)), float64(t.k)) < allGroupings+0.5 {
		t.every()
		return t.result(0)
	}
	r := rand.New(rand.NewPCG(seed, 0x5eed))
	t.draw(r, min(firstDraws, drawnTogether/t.k))
	if t.larger < rare {
		t.draw(r, min(moreDraws, drawnTogether/t.k)-len(t.low))
	}
	return t.result(1)
}

// groupings are the ways to take as many of the values as one side has, its own
// being the first, and what became of those that were looked at. The smaller side
// is taken.
type groupings struct {
	values    []float64
	own       int     // values of x, which come first
	k         int     // values of the smaller side
	flip      float64 // -1 where that is y's
	d, spread float64
	sum       float64
	order     []int32

	larger    int       // of those that were looked at
	low, high []float64 // ends of the shifts between which each is at least as large
}

func newGroupings(x, y []float64) *groupings {
	t := &groupings{values: slices.Concat(x, y), own: len(x), k: len(x), flip: 1}
	if len(y) < len(x) {
		t.k, t.flip = len(y), -1
	}
	low, high := t.values[0], t.values[0]
	for i, v := range t.values {
		t.sum += v
		low, high = min(low, v), max(high, v)
		t.order = append(t.order, int32(i))
	}
	own := 0.0
	for _, v := range x {
		own += v
	}
	t.d, t.spread = t.beyond(own, len(x)), high-low
	return t
}

// beyond is what the mean of n values with a sum has beyond the mean of the others.
func (t *groupings) beyond(sum float64, n int) float64 {
	return sum/float64(n) - (t.sum-sum)/float64(len(t.values)-n)
}

// add looks at the grouping that takes k values with a sum, of which so many are x's.
func (t *groupings) add(sum float64, own int) {
	rest := len(t.values) - t.k
	a := t.flip * t.beyond(sum, t.k)
	b := t.flip * (float64(own)/float64(t.k) - float64(t.own-own)/float64(rest))
	if math.Abs(a) >= math.Abs(t.d)-1e-9*t.spread {
		t.larger++
	}
	low, high := math.Inf(-1), math.Inf(1)
	if math.Abs(b) < 1-1e-9 {
		u, v := (t.d-a)/(1-b), (t.d+a)/(1+b)
		low, high = min(u, v), max(u, v)
	}
	t.low, t.high = append(t.low, low), append(t.high, high)
}

// every looks at all groupings.
func (t *groupings) every() {
	take := make([]int, t.k)
	for all := combin.NewCombinationGenerator(len(t.values), t.k); all.Next(); {
		sum, own := 0.0, 0
		for _, i := range all.Combination(take) {
			sum += t.values[i]
			if i < t.own {
				own++
			}
		}
		t.add(sum, own)
	}
}

// draw looks at n groupings more, taken at random.
func (t *groupings) draw(r *rand.Rand, n int) {
	for range n {
		sum, own := 0.0, 0
		for i := range t.k {
			j := i + int(uint64(r.Uint32())*uint64(len(t.order)-i)>>32)
			t.order[i], t.order[j] = t.order[j], t.order[i]
			at := int(t.order[i])
			sum += t.values[at]
			if at < t.own {
				own++
			}
		}
		t.add(sum, own)
	}
}

// result is what the groupings say, with x's own counted so many times more.
func (t *groupings) result(more int) Difference {
	n := len(t.low) + more
	out := Difference{By: t.d, P: float64(t.larger+more) / float64(n), Low: math.Inf(-1), High: math.Inf(1)}
	slices.Sort(t.low)
	slices.Sort(t.high)
	// A shift is excluded where at most a twentieth of the groupings, x's own among
	// them, are at least as large.
	if most := n/20 - more; most >= 0 && most < len(t.low) {
		out.Low, out.High = t.low[most], t.high[len(t.high)-1-most]
	}
	return out
}
