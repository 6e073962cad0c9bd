package distill

import (
	"slices"

	"causeway/core/kernel"
)

// sums guess what the black box would say of several changes of a row, from what it says
// of each: as if they added to the logarithm of the share of each class what they add
// alone. That is so where it is linear but for its softmax.
type sums struct {
	logs  []float32 // tries×classes, what a change adds
	state []float32 // of each class, where the changes so far have led
	used  []bool    // tries of features that have changed
	path  []int     // the tries that were made, one after another
	leads []float32 // of the target after each, as it is guessed
}

// farthest is how many changes of a row are added up at most.
const farthest = 24

// climb makes one change after another, each the one that leaves the target with most of a
// lead, as long as on agrees to the lead before and after it. skip are features that keep
// their values.
func (p *prober) climb(target int, skip []bool, on func(before, after float32) bool) *sums {
	s, C, T := &p.sums, len(p.shares)/p.n, len(p.tries)
	s.path, s.leads = s.path[:0], s.leads[:0]
	s.logs, s.state, s.used = grow(s.logs, T*C), grow(s.state, C), slices.Grow(s.used[:0], T)[:T]
	for c := range C {
		own := p.shares[c*p.n : (c+1)*p.n]
		s.state[c] = kernel.Log1(max(own[T], tiny))
		for e := range T {
			s.logs[e*C+c] = kernel.Log1(max(own[e], tiny)) - s.state[c]
		}
	}
	for e, t := range p.tries {
		s.used[e] = skip[t.j]
	}
	before := s.leadWith(nil, target)
	for len(s.path) < farthest {
		best, after := -1, float32(0)
		for e := range T {
			if s.used[e] {
				continue
			}
			if l := s.leadWith(s.logs[e*C:(e+1)*C], target); best < 0 || l > after {
				best, after = e, l
			}
		}
		if best < 0 || !on(before, after) {
			break
		}
		for c, v := range s.logs[best*C : (best+1)*C] {
			s.state[c] += v
		}
		for e, t := range p.tries {
			s.used[e] = s.used[e] || t.j == p.tries[best].j
		}
		s.path, s.leads, before = append(s.path, best), append(s.leads, after), after
	}
	return s
}

// leadWith is the lead of a class after a change, which adds so much; nil adds nothing.
func (s *sums) leadWith(add []float32, target int) float32 {
	own, other := float32(0), float32(-1e30)
	for c, v := range s.state {
		if add != nil {
			v += add[c]
		}
		if c == target {
			own = v
		} else {
			other = max(other, v)
		}
	}
	return own - other
}

// rise is the least by which a change that is worth it moves the lead.
const rise = 1e-3

// push writes rows that go on from one that misses the target, whose probes were asked
// last: with the fewest changes that are guessed to reach it, then with more; with all
// that help where none are. What is not written stays nil.
func (p *proposer) push(q asked, row []float64, dst [][]float64) {
	if len(p.prober.tries) == 0 {
		return
	}
	more := len(dst)
	s := p.prober.climb(q.target, q.follows, func(before, after float32) bool {
		if before > 0 {
			more--
		}
		return more > 0 && after > before+rise
	})
	enough := slices.IndexFunc(s.leads, func(l float32) bool { return l > 0 })
	if enough < 0 {
		enough = len(s.path) - 1
	}
	for i := range dst {
		if n := enough + i + 1; n <= len(s.path) && enough >= 0 {
			dst[i] = p.along(q, row, s.path[:n])
		}
	}
}

// back writes rows without some of the changes of an answer that holds, with the fewest
// that are guessed to do first, and returns how many.
func (p *proposer) back(q asked, a answer, dst [][]float64) int {
	r := &p.prober
	r.tries = r.tries[:0]
	o := 0
	for j, x := range q.room.Row {
		if a.row[j] != x && !q.follows[j] {
			r.tries = append(r.tries, try{j: j, o: o, v: x})
		}
		o += p.schema.Features[j].Width()
	}
	r.ask(a.row)
	s := r.climb(q.target, q.follows, func(_, after float32) bool { return after > 0 })
	path := s.path[:min(len(s.path), len(r.tries)-1)]
	dst = dst[:min(len(dst), len(path))]
	for i := range dst {
		dst[i] = p.along(q, a.row, path[:len(path)-i])
	}
	return len(dst)
}

// along is a row after some of the tries, as the rules leave it.
func (p *proposer) along(q asked, row []float64, path []int) []float64 {
	copy(p.wished, row)
	for _, e := range path {
		t := p.prober.tries[e]
		p.wished[t.j] = t.v
	}
	return p.near(q)
}
