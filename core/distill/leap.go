package distill

// leap is the row that makes one change of the factual after another, each the one that is
// guessed to leave the target with most of a lead, see swaps, until it is guessed to be
// reached; nil where it is not, or not by most changes, or where the row was asked for before.
func (p *proposer) leap(e int, q *asked, most int) []float64 {
	s, x := &p.swaps, q.room.Row
	if !p.swapping || most < 1 || p.courses[e].leapt || len(q.probes.tries) == 0 {
		return nil
	}
	p.courses[e].leapt = true
	s.enter(q, nil)
	copy(s.state, s.undone)
	copy(p.wished, x)
	T, lead := len(s.tries)+1, s.lead(q.target)
	for range most {
		s.leads(q.target)
		best := -1
		for i, t := range s.tries {
			if p.wished[t.j] == x[t.j] && !q.follows[t.j] && (best < 0 || s.after[i] > s.after[best]) {
				best = i
			}
		}
		if best < 0 || s.after[best] <= lead+rise {
			return nil
		}
		p.wished[s.tries[best].j], lead = s.tries[best].v, s.after[best]
		if lead > 0 {
			return p.near(q)
		}
		for k := range s.state {
			s.state[k] += s.said[k*T+best]
		}
	}
	return nil
}
