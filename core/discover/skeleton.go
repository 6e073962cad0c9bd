package discover

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/causal"
)

// search is the skeleton from which edges are removed. Pairs are stored at a*n+b, a < b.
type search struct {
	s        *Sample
	n        int
	c        SearchConfig
	next     []bool // remaining pairs
	drawn    []bool
	weakest  []weakest
	plain    []float64 // strength with nothing given
	critical map[ratio]float64
	tests    int
	effort   int // remaining effort
	bounded  bool
}

// weakest is the weakest dependence of a pair so far.
type weakest struct {
	d     causal.Dependence
	f     ratio
	times float64 // f divided by its critical value
}

func (w weakest) dependence() causal.Dependence {
	if w.d.Tested {
		w.d.P = w.f.tail()
	}
	return w.d
}

func newSearch(s *Sample, drawn *causal.Graph, c SearchConfig) *search {
	n := len(s.Schema.Features)
	if c.Effort == 0 {
		c.Effort = usualEffort
	}
	w := &search{s: s, n: n, c: c, next: make([]bool, n*n), drawn: make([]bool, n*n),
		weakest: make([]weakest, n*n), plain: make([]float64, n*n), critical: map[ratio]float64{}, effort: c.Effort}
	for b := range n {
		for a := range b {
			w.next[a*n+b] = true
			w.drawn[a*n+b] = adjacent(drawn, a, b)
		}
	}
	return w
}

// joined reports whether the edge between two features remains.
func (w *search) joined(a, b int) bool { return w.next[min(a, b)*w.n+max(a, b)] }

// neighbours lists, for every feature, the features to which it is still connected.
func (w *search) neighbours() (beside [][]int, edges int) {
	beside = make([][]int, w.n)
	for a := range w.n {
		for b := range w.n {
			if a != b && w.joined(a, b) {
				beside[a] = append(beside[a], b)
			}
		}
		edges += len(beside[a])
	}
	return beside, edges / 2
}

// round tests every remaining edge given sets of neighbours of either end, using the neighbours
// at the start of the round. It reports whether no further round is possible.
func (w *search) round(given int, tick func(Progress) error) (enough bool, err error) {
	beside, edges := w.neighbours()
	p := Progress{Given: given, Total: edges, Left: edges, Tests: w.tests}
	enough = true
	for b := range w.n {
		for _, a := range beside[b] {
			if a > b {
				break
			}
			p.Tests = w.tests
			if err := tick(p); err != nil {
				return false, err
			}
			p.Done++
			if w.drawn[a*w.n+b] {
				continue
			}
			from := [2][]int{w.nearest(a, b, beside[a]), w.nearest(a, b, beside[b])}
			if max(len(from[0]), len(from[1])) < given {
				continue
			}
			enough = false
			err := w.choices(a, b, given, from, p, tick, func(_ []int, d causal.Dependence, f ratio) bool {
				if given == 0 {
					w.plain[a*w.n+b] = math.Abs(d.Strength)
				}
				w.next[a*w.n+b] = !w.note(a*w.n+b, d, f)
				return w.next[a*w.n+b]
			})
			if err != nil {
				return false, err
			}
			if given == 0 && !w.weakest[a*w.n+b].d.Tested { // a constant
				w.next[a*w.n+b] = false
			}
			if !w.joined(a, b) {
				p.Left--
			}
		}
	}
	return enough, nil
}

// maxBeside limits the number of neighbours that are given for a pair, so that a search ends even
// if most features are connected.
const maxBeside = 16

// nearest lists the neighbours that are given for a pair: all of them, or the ones that depend
// most on both features if there are many.
func (w *search) nearest(a, b int, beside []int) []int {
	list := without(without(beside, a), b)
	if len(list) <= maxBeside {
		return list
	}
	both := func(c int) float64 { return min(w.alone(a, c), w.alone(b, c)) }
	slices.SortStableFunc(list, func(c, d int) int { return cmp.Compare(both(d), both(c)) })
	list = list[:maxBeside]
	slices.Sort(list)
	return list
}

func (w *search) alone(a, b int) float64 { return w.plain[min(a, b)*w.n+max(a, b)] }

// choices tests a pair given every set of neighbours of the required size at each end, until use
// returns that it has enough or the effort is exhausted.
func (w *search) choices(a, b, given int, from [2][]int, p Progress, tick func(Progress) error,
	use func([]int, causal.Dependence, ratio) bool) error {
	names := make([]int, given)
	for side, list := range from {
		for set := first(given, len(list)); set != nil; set = following(set, len(list)) {
			for i, k := range set {
				names[i] = list[k]
			}
			if side == 1 && within(names, from[0]) {
				continue // already tested
			}
			if w.effort < 0 {
				w.bounded = true
				return nil
			}
			if w.tests++; w.tests%64 == 0 {
				p.Tests = w.tests
				if err := tick(p); err != nil {
					return err
				}
			}
			before := w.s.effort
			d, f := w.s.measure(a, b, names)
			w.effort -= w.s.effort - before
			if d.Tested && !use(names, d, f) {
				return nil
			}
		}
	}
	return nil
}

// note keeps the weakest dependence of a pair and reports whether the two are independent.
func (w *search) note(at int, d causal.Dependence, f ratio) (none bool) {
	times := f.f / w.limit(f)
	if !w.weakest[at].d.Tested || times < w.weakest[at].times {
		w.weakest[at] = weakest{d, f, times}
	}
	return times < 1
}

// limit finds the value of F whose tail is Alpha by bisection.
func (w *search) limit(f ratio) float64 {
	key := ratio{0, f.above, f.below}
	if v, ok := w.critical[key]; ok {
		return v
	}
	low, high := 0.0, 1.0
	for high < 1e12 && beyond(high, f.above, f.below) > w.c.Alpha {
		high *= 2
	}
	for range 60 {
		if mid := low + float64((high-low)/2); beyond(mid, f.above, f.below) > w.c.Alpha {
			low = mid
		} else {
			high = mid
		}
	}
	w.critical[key] = high
	return high
}

func within(part, all []int) bool {
	for _, v := range part {
		if !slices.Contains(all, v) {
			return false
		}
	}
	return true
}

// first and following enumerate the ascending choices of k out of n. nil marks the end.
func first(k, n int) []int {
	if k > n {
		return nil
	}
	set := make([]int, k)
	for i := range set {
		set[i] = i
	}
	return set
}

func following(set []int, n int) []int {
	for i := len(set) - 1; i >= 0; i-- {
		if set[i] < n-len(set)+i {
			set[i]++
			for j := i + 1; j < len(set); j++ {
				set[j] = set[j-1] + 1
			}
			return set
		}
	}
	return nil
}
