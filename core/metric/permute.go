package metric

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/combin"
)

// Least is the smallest number of rows on either side for which a comparison is made.
const Least = 5

// Limits on the number of regroupings used in a comparison.
const (
	allGroupings  = 20_000    // all groupings are used up to this number, random ones beyond it
	firstDraws    = 1_999     // at first
	moreDraws     = 49_999    // if a difference is rare among the first
	rare          = 51        // a difference is rare if fewer of the first draws are as large
	drawnTogether = 4_000_000 // values in all draws; limits the draws for many rows
)

// Difference compares the mean of one group of values with the mean of another.
type Difference struct {
	By        float64
	Low, High float64 // shifts that the test does not exclude at 5 %; infinite if it excludes none
	P         float64 // share of groupings whose difference is at least as large
}

// Compare performs the permutation test of two means (Fisher 1935, Pitman 1937). It estimates how
// often a group of the same size, drawn at random from all values, would differ as much from the
// rest. The test is valid for any distribution and with ties. If few groupings exist, Compare
// examines all of them. Otherwise it draws m of them; if b have a difference at least as large, P
// is (b+1)/(m+1), which is never too small (Phipson and Smyth 2010). The draws depend only on the
// seed.
//
// Low and High come from the same test: P is above 5 % after any shift of x within them. Consider
// a grouping whose means differ by a, and let b be the share of its group (of the size of x) that
// belongs to x. After x is shifted by s, its difference is a - s·b, and that of x is d - s. The
// first is at least as large as the second for s between two values.
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

// groupings goes through the ways to choose as many values as the smaller side has, starting with
// the observed one, and counts those examined.
type groupings struct {
	values    []float64
	own       int     // number of values of x, which come first
	k         int     // number of values on the smaller side
	flip      float64 // -1 if the smaller side is y
	d, spread float64
	sum       float64
	order     []int32

	larger    int       // groupings examined so far with a difference at least as large
	low, high []float64 // ends of the shifts between which each grouping is at least as large
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

// beyond returns how far the mean of n values with the given sum is above the mean of the other
// values.
func (t *groupings) beyond(sum float64, n int) float64 {
	return sum/float64(n) - (t.sum-sum)/float64(len(t.values)-n)
}

// add counts one grouping. It chooses k values with the given sum, and own of them belong to x.
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

// every examines all groupings.
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

// draw examines n more groupings, chosen at random.
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

// result returns the result of the groupings, with the observed one counted more additional
// times.
func (t *groupings) result(more int) Difference {
	n := len(t.low) + more
	out := Difference{By: t.d, P: float64(t.larger+more) / float64(n), Low: math.Inf(-1), High: math.Inf(1)}
	slices.Sort(t.low)
	slices.Sort(t.high)
	// A shift is excluded if at most a twentieth of the groupings, including the observed one,
	// are at least as large.
	if most := n/20 - more; most >= 0 && most < len(t.low) {
		out.Low, out.High = t.low[most], t.high[len(t.high)-1-most]
	}
	return out
}
