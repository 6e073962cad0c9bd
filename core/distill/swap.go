package distill

import (
	"math"
	"slices"

	"causeway/core/kernel"
)

// swaps guess which answers are nearer than one that holds: those in which another change
// takes the place of one change, or of two, and those in which a number goes less far. What
// the black box makes of the answer where a change is undone it has said; what another
// change adds there is guessed to be what it adds to the factual, see sums, between two
// probes of a number as much as lies between them.
type swaps struct {
	tries  []try     // single changes of the factual
	said   []float32 // voices×(tries+1), see notes.keep
	undone []float32 // of each change of the answer, where it is undone, and then of the answer: voices each
	state  []float32 // of every voice, where some changes are undone
	after  []float32 // the target's lead after each try from there
	pairs  []pair
	list   []swap // the most promising first
}

// swap is a row that an answer may give way to: without changes i and also, if that is not
// -1, and with v of feature j.
type swap struct {
	v          float64
	promise    float32 // what is saved, times the odds that it holds
	i, also, j int32
}

// pair are two changes by their places, and the lead that is guessed where they are undone.
type pair struct {
	a, b int
	lead float32
}

const (
	mostSwaps = 12 // of an answer, as many as rounds may ask about
	mostPairs = 6  // of changes that are undone together, those that leave most of the lead

	// A change less is worth so many MADs.
	changeless = 6

	// A sample that promises to save fewer MADs is not asked about.
	worth = 0.02

	// The odds that a guess holds are 1/2 (1 + z / (1 + |z|)), where z is so many times the
	// lead that is guessed, in shares of the way that the guess goes, and of vague beside it.
	sureness = 4
	vague    = 0.05
)

// slacks are how far numbers go, in shares of the way on which the target is guessed to be
// reached.
var slacks = [...]float64{1.05, 1.3, 1.8}

// swap lists what an answer may give way to. r is what is said where each of its changes is
// undone; nil where it has one, which leaves the factual.
func (p *proposer) swap(q *asked, a *answer, r *reply) {
	s := &p.swaps
	s.list = s.list[:0]
	V := s.enter(q, r)
	n := 0
	for i, x := range q.room.Row {
		if a.row[i] == x || q.follows[i] {
			continue
		}
		copy(s.state, s.undone[n*V:])
		p.instead(q, a, swap{i: int32(i), also: -1}, p.price(q, a, i))
		n++
	}
	if n < 2 {
		return
	}
	s.pairs = s.pairs[:0]
	for e := range n {
		for o := e + 1; o < n; o++ {
			s.together(e, o, n)
			s.pairs = append(s.pairs, pair{e, o, s.lead(q.target)})
		}
	}
	slices.SortStableFunc(s.pairs, func(a, b pair) int { return int(flag(b.lead > a.lead)) - int(flag(a.lead > b.lead)) })
	for _, c := range s.pairs[:min(len(s.pairs), mostPairs)] {
		s.together(c.a, c.b, n)
		i, also := r.tries[c.a].j, r.tries[c.b].j
		p.instead(q, a, swap{i: int32(i), also: int32(also)}, p.price(q, a, i)+p.price(q, a, also)+changeless)
	}
}

// enter notes what is said of a row, and where its answer stands without each of its changes,
// which is r; nil where it has one. It returns the number of voices.
func (s *swaps) enter(q *asked, r *reply) (voices int) {
	s.tries, s.said = q.probes.tries, q.probes.voices
	T := len(s.tries) + 1
	V := len(s.said) / T
	s.state, s.after = grow(s.state, V), grow(s.after, T-1)
	if r == nil {
		s.undone = grow(s.undone, V)
		for k := range V {
			s.undone[k] = s.said[(k+1)*T-1]
		}
		return V
	}
	n := len(r.leads)
	if s.undone = grow(s.undone, V*n); V == 1 {
		copy(s.undone, r.leads)
		return V
	}
	for e := range n {
		for k := range V {
			s.undone[e*V+k] = kernel.AtLeast(r.shares[k*r.n+r.at+e], tiny)
		}
	}
	kernel.Log(s.undone, s.undone)
	return V
}

// together guesses where changes e and o of n are undone.
func (s *swaps) together(e, o, n int) {
	for k, V := 0, len(s.state); k < V; k++ {
		s.state[k] = s.undone[e*V+k] + (s.undone[o*V+k] - s.undone[n*V+k])
	}
}

// lead is that of the target in the state.
func (s *swaps) lead(target int) float32 {
	if len(s.state) == 1 {
		return s.state[0]
	}
	other := float32(-1e30)
	for k, v := range s.state {
		if k != target {
			other = kernel.AtLeast(v, other)
		}
	}
	return s.state[target] - other
}

// leads guesses the lead after each try from the state.
func (s *swaps) leads(target int) {
	T := len(s.tries) + 1
	if len(s.state) == 1 {
		for e, v := range s.said[:T-1] {
			s.after[e] = s.state[0] + v
		}
		return
	}
	for e := range s.after {
		s.after[e] = -1e30
	}
	for k, from := range s.state {
		if k == target {
			continue
		}
		for e, v := range s.said[k*T : (k+1)*T-1] {
			s.after[e] = kernel.AtLeast(from+v, s.after[e])
		}
	}
	own, from := s.said[target*T:(target+1)*T-1], s.state[target]
	for e, v := range own {
		s.after[e] = from + v - s.after[e]
	}
}

// price is what an answer's change of feature i costs.
func (p *proposer) price(q *asked, a *answer, i int) float64 {
	if f := &p.schema.Features[i]; f.Kind.Numeric() {
		return math.Abs(a.row[i]-q.room.Row[i]) / f.MAD
	}
	return levelCost
}

// instead lists what takes the place of the changes that w undoes, whose state was entered
// and which cost so much.
func (p *proposer) instead(q *asked, a *answer, w swap, cost float64) {
	s := &p.swaps
	from := s.lead(q.target)
	if from > 0 {
		return // nothing is needed in their place, see back
	}
	if w.also < 0 && p.schema.Features[w.i].Kind.Numeric() {
		p.less(q, a, w, cost, from)
	}
	s.leads(q.target)
	for e, t := range s.tries {
		undone := t.j == int(w.i) || t.j == int(w.also)
		if a.row[t.j] != q.room.Row[t.j] && !undone {
			continue
		}
		w.j, w.v = int32(t.j), t.v
		switch {
		case p.schema.Features[t.j].Kind.Numeric():
			if side := t.slot - p.slots[t.j]; side < 2 && !undone {
				p.move(q, w, e, cost, from)
			}
		case t.v != a.row[t.j]:
			s.note(w, float32(cost-levelCost), s.after[e], from)
		}
	}
}

// less lists answers whose number goes less far: as much of the way as the lead needs that
// the way brings.
func (p *proposer) less(q *asked, a *answer, w swap, cost float64, from float32) {
	f, x := &p.schema.Features[w.i], q.room.Row[w.i]
	rise, way := float64(a.lead-from), a.row[w.i]-x
	w.j, w.v = w.i, x
	for _, slack := range slacks {
		last := w.v
		if w.v = f.Round(x + float64(way*min(float64(-from)/rise*slack, 1))); w.v != last && w.v != a.row[w.i] {
			p.swaps.note(w, float32(cost-math.Abs(w.v-x)/f.MAD), from+float32((w.v-x)/way*rise), from)
		}
	}
}

// move lists ways of a number that was probed at try e, a MAD away, and maybe at the end of
// the same side.
func (p *proposer) move(q *asked, w swap, e int, cost float64, from float32) {
	s := &p.swaps
	f, x, end := &p.schema.Features[w.j], q.room.Row[w.j], -1
	for o := e + 1; o < len(s.tries) && s.tries[o].j == int(w.j); o++ {
		if s.tries[o].slot == s.tries[e].slot+ofProbes/2 {
			end = o
		}
	}
	near, far := s.tries[e].v-x, s.tries[e].v-x
	start, lead, last := float64(from), float64(s.after[e]), float64(s.after[e])
	if end >= 0 {
		far, last = s.tries[end].v-x, float64(s.after[end])
	}
	reach := 0.0 // how far it needs to go
	switch {
	case lead > 0:
		reach = near * (start / (start - lead))
	case last > 0 && far != near:
		reach = near + float64((far-near)*(lead/(lead-last)))
	default:
		return
	}
	if float32(cost-math.Abs(reach)/f.MAD) <= s.least() {
		return
	}
	w.v = x
	for _, slack := range slacks {
		way, before := reach*slack, w.v
		if math.Abs(way) > math.Abs(far) {
			way = far
		}
		w.v = f.Round(x + way)
		if w.v == x { // a change is one
			w.v = x + math.Copysign(f.Step(), near)
		}
		if w.v == before {
			continue
		}
		way = w.v - x
		save := float32(cost - math.Abs(way)/f.MAD)
		if save <= s.least() { // whatever is guessed
			continue
		}
		guess := start + float64((lead-start)*(way/near))
		if math.Abs(way) > math.Abs(near) && far != near {
			guess = lead + float64((last-lead)*((way-near)/(far-near)))
		}
		s.note(w, save, float32(guess), from)
	}
}

// least is what a swap has to save and to promise at least.
func (s *swaps) least() float32 {
	if len(s.list) == mostSwaps {
		return s.list[mostSwaps-1].promise
	}
	return worth
}

// note puts a swap that saves so much in its place of the list, if it is something.
func (s *swaps) note(w swap, save, guess, from float32) {
	least := s.least()
	if save <= least {
		return
	}
	way := kernel.AtLeast(guess-from, from-guess) + vague
	z := sureness * guess
	w.promise = save * 0.5 * (1 + z/(way+kernel.AtLeast(z, -z)))
	if w.promise <= least {
		return
	}
	if len(s.list) < mostSwaps {
		s.list = append(s.list, w)
	}
	at := len(s.list) - 1
	for at > 0 && s.list[at-1].promise < w.promise {
		s.list[at] = s.list[at-1]
		at--
	}
	s.list[at] = w
}

// swapped is the row that a swap makes of an answer, as the rules leave it; nil where there
// is none.
func (p *proposer) swapped(q *asked, a *answer, w swap) []float64 {
	copy(p.wished, a.row)
	p.wished[w.i] = q.room.Row[w.i]
	if w.also >= 0 {
		p.wished[w.also] = q.room.Row[w.also]
	}
	p.wished[w.j] = w.v
	return p.near(q)
}
