package exact

import (
	"math"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
)

// reach bounds the shares of a black box that is neither a network nor made of trees.
type reach struct {
	of        blackbox.Bounds
	low, high []float64 // bounds of a whole row, by feature
	levels    [][]bool
	target    int
	around    bool
	spent     int // calls
	tries     []causal.Domain
}

// BoundsOf returns the bounds of a black box, or nil.
func BoundsOf(b blackbox.BlackBox) blackbox.Bounds {
	if t, ok := b.(blackbox.Through); ok {
		b = t.BlackBox
	}
	if t, ok := b.(blackbox.Bounded); ok {
		return t.Bounds()
	}
	return nil
}

func newReach(of blackbox.Bounds, p *Problem, s *Search, around bool) *reach {
	n := len(p.Schema.Features)
	r := &reach{of: of, low: slices.Clone(s.fixed.row), high: slices.Clone(s.fixed.row), levels: make([][]bool, n),
		target: p.Target, around: around}
	for j, f := range p.Schema.Features {
		if !f.Kind.Numeric() {
			r.levels[j] = make([]bool, len(f.Levels))
			r.levels[j][int(s.fixed.row[j])] = true
		}
	}
	return r
}

// bound writes to lead an upper bound of how far the target's share exceeds that of each other
// class in a box, or if around is set, the reverse. It returns the index of the smallest, or of the
// largest, and the largest share of the target.
func (r *reach) bound(s *Search, d []causal.Domain, lead []float64) (worst int, most float64) {
	for i, j := range s.open {
		if r.low[j], r.high[j] = d[i].Min, d[i].Max; d[i].Levels != nil {
			copy(r.levels[j], d[i].Levels)
		}
	}
	r.spent++
	low, high := r.of.Within(r.low, r.high, r.levels)
	k := 0
	for c := range low {
		if c == r.target {
			continue
		}
		if lead[k] = high[r.target] - low[c]; r.around {
			lead[k] = high[c] - low[r.target]
		}
		if lead[k] < lead[worst] != r.around {
			worst = k
		}
		k++
	}
	return worst, high[r.target]
}

// lookReach is look for a box of more than one row.
func (s *Search) lookReach(b *box) bool {
	r := s.reach
	worst, most := r.bound(s, b.domains, s.work.lead)
	if b.margin = s.work.lead[worst]; b.margin < s.p.Lead || b.margin <= 0 || most < s.p.Least {
		return false
	}
	s.nearestOf(b)
	s.chooseReach(b)
	s.offerNear(s.work.row)
	return true
}

// chooseReach picks the feature to divide a box by: the one that lowers the bound most when it is
// fixed at its value in the row nearest to the factual.
func (s *Search) chooseReach(b *box) {
	r := s.reach
	b.split, b.levels, b.cut = -1, nil, false
	r.tries = append(r.tries[:0], b.domains...)
	lead, best, widest := make([]float64, len(s.work.lead)), math.Inf(1), 0.0
	for j := range s.cols {
		c, d := &s.cols[j], b.domains[j]
		if d.Single() {
			continue
		}
		v := s.work.row[j]
		one := causal.Domain{Min: v, Max: v}
		if !c.number {
			one.Levels = make([]bool, len(d.Levels))
			one.Levels[int(v)] = true
		}
		r.tries[j] = one
		worst, _ := r.bound(s, r.tries, lead)
		r.tries[j] = d
		at, wide := lead[worst], c.count(d)/c.count(s.within[j])
		if s.linked[j] {
			wide++
		}
		if b.split < 0 || at < best-hair || at <= best+hair && wide > widest {
			b.split, best, widest = j, at, wide
		}
	}
	b.levels = slices.Clone(s.view.cols[b.split].levels)
	s.turn(b)
}

// sureReach reports whether all rows of a box belong to the class.
func (w *widener) sureReach(b *box) bool {
	s := w.s
	worst, _ := s.reach.bound(s, b.domains, s.work.lead)
	if s.work.lead[worst] < -w.certain {
		return true
	}
	s.nearestOf(b)
	s.chooseReach(b)
	return false
}
