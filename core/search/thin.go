package search

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/blackbox"
)

// A row with more than manyChanged changes is thinned before it is pulled. Pulling tests all
// remaining changes again after each undone change, so its time grows with the square of their
// number and reaches minutes with 512 features.
const manyChanged = 64

// thinning is a row whose changes are being undone. It stays a counterfactual if the first lo
// features of the queue are reset, but not if the first hi are.
type thinning struct {
	at     int // index in the list
	queue  []int
	lo, hi int
	best   Counterfactual // with the first lo reset
}

// next starts over with the rest of a queue.
func (t *thinning) next(queue []int) {
	t.queue, t.lo, t.hi = queue, 0, len(queue)+1
}

// thin undoes changes, in place, of rows with more than manyChanged, starting with those that
// matter least for the target's lead. It finds the longest run of changes that can be undone by
// bisection, keeps the change after it, and continues behind that. The number of predictions is
// about the number of kept changes times the logarithm of the initial number.
func (s *searcher) thin(cs []Counterfactual) {
	var open []*thinning
	for i, c := range cs {
		if c.Changed > manyChanged {
			t := &thinning{at: i, best: c}
			t.next(s.leastNeeded(c))
			open = append(open, t)
		}
	}
	for len(open) > 0 {
		tries := make([][]float64, len(open))
		for n, t := range open {
			tries[n] = s.backAll(t.best.Row, t.queue[t.lo:(t.lo+t.hi)/2])
		}
		for n, c := range s.judge(tries) {
			t := open[n]
			if mid := (t.lo + t.hi) / 2; s.reaches(c) {
				t.best, t.lo = c, mid
			} else {
				t.hi = mid
			}
			if t.hi-t.lo == 1 { // the next change is necessary
				t.next(t.queue[min(t.hi, len(t.queue)):])
			}
		}
		open = slices.DeleteFunc(open, func(t *thinning) bool {
			if len(t.queue) > 0 {
				return false
			}
			cs[t.at] = t.best
			return true
		})
	}
}

// backAll returns a copy of a row with the given features reset.
func (s *searcher) backAll(row []float64, features []int) []float64 {
	row = slices.Clone(row)
	for _, j := range features {
		row[j] = s.factual[j]
	}
	return row
}

// leastNeeded returns the changed features of a row, sorted by the target's lead in logits without
// their change, largest first. Without logits, it uses shares, which are all 1 for a row far from
// the boundary.
func (s *searcher) leastNeeded(c Counterfactual) []int {
	s.room = s.room[:0]
	list := s.backs(c.Row, nil)
	rows := s.setBack(s.tries[:0], c.Row, list)
	s.compute(rows)
	n, classes := whole(len(rows)), s.blackBox.Classes()
	ask := s.pass.Shares
	if p, ok := s.pass.(blackbox.Scorer); ok {
		ask = p.Logits
	}
	logits := ask(s.encodeInto(&s.x, rows, n), n)
	lead := make(map[int]float32, len(rows))
	for e, j := range list {
		other := float32(-1e30)
		for k := range classes {
			if k != s.target {
				other = max(other, logits[k*n+e])
			}
		}
		lead[j] = logits[s.target*n+e] - other
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(lead[b], lead[a]) })
	return list
}

// Rows with more than severalChanged changes are worth trading. For each of the sparedChanges
// least needed changes, up to sparedValues further values of every other change are tried.
const (
	severalChanged = 6
	sparedChanges  = 4
	sparedValues   = 6
)

// tradeChanges removes a change if another one can replace it by going further. In a minimal row no
// change can be dropped while the others stay. But some small change may be there only for the last
// bit of the lead. The result is minimal and has fewer changes, or it is c. Rows with few changes
// are returned unchanged, so that existing files stay the same.
func (s *searcher) tradeChanges(c Counterfactual) (Counterfactual, error) {
	before := c.Changed
	for c.Changed > severalChanged {
		if err := s.tick(); err != nil {
			return c, err
		}
		var tries [][]float64
		needed := s.leastNeeded(c)
		for _, j := range needed[:min(len(needed), sparedChanges)] {
			without := s.with(c.Row, j, s.factual[j])
			for k, v := range without {
				if v != s.factual[k] && !s.computed(k) {
					for _, far := range s.further(k, v) {
						tries = append(tries, s.with(without, k, far))
					}
				}
			}
		}
		best, found := c, false
		for _, t := range s.judge(tries) {
			if t.Changed < c.Changed && s.reaches(t) && nearer(t, best) < 0 && s.permits(t) {
				best, found = t, true
			}
		}
		if !found {
			break
		}
		c = best
	}
	if c.Changed == before {
		return c, nil
	}
	return s.minimal(c)
}

// further returns values of feature k beyond v, seen from the factual, nearest first. For a
// number, these are growing steps up to the end of its domain; for a category, its other levels.
func (s *searcher) further(k int, v float64) (list []float64) {
	f, d := s.schema.Features[k], s.domains[k]
	if !f.Kind.Numeric() {
		for l := range f.Levels {
			if far := float64(l); far != v && far != s.factual[k] && d.Has(far) && len(list) < sparedValues {
				list = append(list, far)
			}
		}
		return list
	}
	end := s.inside(k, d.Max)
	if v < s.factual[k] {
		end = s.inside(k, d.Min)
	}
	if (end-v)*(v-s.factual[k]) <= 0 { // it cannot go further
		return nil
	}
	for step := f.Step(); len(list) < sparedValues && v != end; step *= 4 {
		far := end
		if step < math.Abs(end-v) && len(list) < sparedValues-1 {
			far = f.Round(v + math.Copysign(step, end-v))
		}
		if d.Has(far) && far != v {
			list = append(list, far)
		}
		if far == end {
			break
		}
	}
	return list
}
