package distill

import (
	"slices"

	"causeway/core/kernel"
)

// sums guess what the black box would say of several changes of a row, from what it says
// of each: as if they added to the logarithm of the share of each class what they add
// alone. That is so where it is linear but for its softmax.
type sums struct {
	alone  reply
	target int
	logs   []float32 // classes×(tries+1), what a change adds, and then where nothing is changed
	state  []float32 // of each class, where the changes so far have led
	used   []bool    // tries of features that have changed
	path   []int     // the tries that were made, one after another
	leads  []float32 // of the target after each, as it is guessed
}

// farthest is how many changes of a row are added up at most.
const farthest = 24

// climb makes one change after another, each the one that leaves the target with most of a
// lead, as long as on agrees to the lead before and after it. skip are features that keep
// their values.
func (s *sums) climb(r reply, target int, skip []bool, on func(before, after float32) bool) {
	C, T := len(r.shares)/r.n, len(r.tries)
	s.alone, s.target, s.path, s.leads = r, target, s.path[:0], s.leads[:0]
	s.logs, s.state, s.used = grow(s.logs, C*(T+1)), grow(s.state, C), slices.Grow(s.used[:0], T)[:T]
	for c := range C {
		for e, v := range r.shares[c*r.n+r.at : c*r.n+r.at+T+1] {
			s.logs[c*(T+1)+e] = kernel.AtLeast(v, tiny)
		}
	}
	kernel.Log(s.logs, s.logs)
	for c := range C {
		own := s.logs[c*(T+1) : (c+1)*(T+1)]
		s.state[c] = own[T]
		for e := range own[:T] {
			own[e] -= s.state[c]
		}
	}
	for e, t := range r.tries {
		s.used[e] = skip[t.j]
	}
	before := s.lead(-1)
	for len(s.path) < farthest {
		best, after := -1, float32(0)
		for e := range T {
			if s.used[e] {
				continue
			}
			if l := s.lead(e); best < 0 || l > after {
				best, after = e, l
			}
		}
		if best < 0 || !on(before, after) {
			break
		}
		for c := range s.state {
			s.state[c] += s.logs[c*(T+1)+best]
		}
		for e, t := range r.tries {
			s.used[e] = s.used[e] || t.j == r.tries[best].j
		}
		s.path, s.leads, before = append(s.path, best), append(s.leads, after), after
	}
}

// lead is that of the target after one more try; -1 stands for none.
func (s *sums) lead(e int) float32 {
	own, other, T := float32(0), float32(-1e30), len(s.alone.tries)+1
	for c, v := range s.state {
		if e >= 0 {
			v += s.logs[c*T+e]
		}
		if c == s.target {
			own = v
		} else {
			other = kernel.AtLeast(v, other)
		}
	}
	return own - other
}

// rise is the least by which a change that is worth it moves the lead.
const rise = 1e-3

// push writes rows that go on from one that misses the target, by what is said of its
// probes: with the fewest changes that are guessed to reach it, then with more; with all
// that help where none are. What is not written stays nil.
func (p *proposer) push(q *asked, row []float64, r reply, dst [][]float64) {
	if len(r.tries) == 0 {
		return
	}
	more, s := len(dst), &p.prober.sums
	s.climb(r, q.target, q.follows, func(before, after float32) bool {
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
			dst[i] = p.along(q, row, n)
		}
	}
}

// undoing adds the changes of an answer to what is asked about, each undone.
func (p *proposer) undoing(q *asked, a *answer) {
	o := 0
	for j, x := range q.room.Row {
		if a.row[j] != x && !q.follows[j] {
			p.prober.tries = append(p.prober.tries, try{j: j, o: o, v: x})
		}
		o += p.width[j]
	}
}

// back writes rows without some of the changes of an answer that holds, by what is said
// where each is undone, with the fewest that are guessed to do first, and returns how many.
func (p *proposer) back(q *asked, a *answer, r reply, dst [][]float64) int {
	s := &p.prober.sums
	s.climb(r, q.target, q.follows, func(_, after float32) bool { return after > 0 })
	most := min(len(s.path), len(r.tries)-1)
	dst = dst[:min(len(dst), most)]
	for i := range dst {
		dst[i] = p.along(q, a.row, most-i)
	}
	return len(dst)
}

// along is a row after the first n tries of the path that was climbed, as the rules leave
// it.
func (p *proposer) along(q *asked, row []float64, n int) []float64 {
	copy(p.wished, row)
	s := &p.prober.sums
	for _, e := range s.path[:n] {
		t := &s.alone.tries[e]
		p.wished[t.j] = t.v
	}
	return p.near(q)
}
