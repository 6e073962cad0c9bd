package search

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/blackbox"
)

// manyChanged is the number of changes above which a row is thinned before it is pulled.
// Pulling looks at every change again for every one that it undoes. That grows with the square
// of their number and takes minutes with 512 features.
const manyChanged = 64

// thinning is a row on the way to fewer changes. Setting back the first lo of the
// queue leaves it counting, setting back the first hi does not.
type thinning struct {
	at     int // its place in the list
	queue  []int
	lo, hi int
	best   Counterfactual // with the first lo set back
}

// next asks about the rest of a queue.
func (t *thinning) next(queue []int) {
	t.queue, t.lo, t.hi = queue, 0, len(queue)+1
}

// thin undoes changes, in place, of rows that have more than manyChanged, starting with those
// that the target's lead needs least. By bisection it undoes the longest run of changes that it
// can, keeps the next one, and goes on behind it. So a row takes as many looks as it keeps
// changes, times the logarithm of those that it had.
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
			if t.hi-t.lo == 1 { // the next one is needed
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

// backAll is a row with features set back.
func (s *searcher) backAll(row []float64, features []int) []float64 {
	row = slices.Clone(row)
	for _, j := range features {
		row[j] = s.factual[j]
	}
	return row
}

// leastNeeded are the changed features of a row, ordered by how much the target's logit leads
// without their change, the most first. Without logits it uses the share: for a sure row all
// shares are 1.
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

// Rows with more than severalChanged changes are spared. For each of the sparedChanges that
// they need least, it tries so many further values of every other change.
const (
	severalChanged = 6
	sparedChanges  = 4
	sparedValues   = 6
)

// tradeChanges removes changes that another change can replace by going further. In a minimal row each change is
// needed given the others, yet one of a single step may only reach the target by a hair. The result is
// minimal, and has fewer changes or is c. Rows of few changes stay as they were found, because some files
// keep their bytes.
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
			if t.Changed < c.Changed && s.reaches(t) && nearer(t, best) < 0 {
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

// further are values of feature k beyond v, seen from the factual, the nearest first: for a number
// ever longer steps to the end that the rules leave, for a category its other levels.
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
	if (end-v)*(v-s.factual[k]) <= 0 { // it goes no further
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
