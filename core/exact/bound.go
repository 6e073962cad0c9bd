package exact

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/nn"
)

// view holds what the bounds need to know about a box.
type view struct {
	cols []viewed

	// most is the remaining budget for items; count is how many features may still change. Without
	// a limit they are +Inf and -1.
	most  float64
	count int
	costs bool // the budget limits the cost of numbers, not the effort
}

type viewed struct {
	domain   causal.Domain
	low      float64 // a number's bounds, scaled
	high     float64
	levels   []int
	stays    bool // the factual value is in the box
	free     bool // some value needs no action
	moves    bool // some value differs from the factual
	nearHigh bool // a number's upper bound is nearer to the factual

	down, up float64 // how far a forced feature moves without an action
}

// item is a change. It adds gain to the bound and takes weight from the budget.
type item struct {
	j            int
	gain, weight float64
	value        float64
	at           int // its index before sorting by weight
}

// line relaxes an activation, which lies between low*z + lowAt and high*z + highAt.
type line struct{ low, lowAt, high, highAt float64 }

// work holds buffers that all calls of look reuse.
type work struct {
	low, high [][]float64 // bounds of the sums in every hidden layer
	lines     [][]line
	coef      [][]float64 // coefficients of each layer's outputs
	first     []float64   // coefficients of the first layer's outputs in the latest call of back
	a         []float64   // coefficients of the inputs
	row       []float64
	based     []float64
	lead      []float64
	items     []item
	ordered   []item
	flat      []int
	barred    int         // the class that bound begins with
	at        [][]float64 // outputs of the hidden layers for a row
	skipped   []int       // classes
}

func (w *work) prepare(s *Search, classes int) {
	for _, l := range s.net.layers {
		w.low, w.high = append(w.low, make([]float64, l.out)), append(w.high, make([]float64, l.out))
		w.at = append(w.at, make([]float64, l.out))
		w.lines, w.coef = append(w.lines, make([]line, l.out)), append(w.coef, make([]float64, l.out))
	}
	w.a, w.row = make([]float64, s.p.Schema.Width()), make([]float64, len(s.cols))
	w.based = make([]float64, len(s.cols))
	w.lead = make([]float64, classes-1)
	s.view.cols = make([]viewed, len(s.cols))
}

// look narrows a box, offers one of its rows, and reports whether the box has to be divided.
func (s *Search) look(b *box) bool {
	if !s.narrow(b) {
		return false
	}
	point := s.see(b)
	if point {
		s.offerNear(s.work.row)
		return false
	}
	if s.trees != nil {
		return s.lookTrees(b)
	}
	if s.reach != nil {
		return s.lookReach(b)
	}
	worst, possible := s.bound(false)
	if !possible {
		return false
	}
	b.margin = s.work.lead[worst]
	c := s.back(len(s.net.layers)-1, s.net.layers[len(s.net.layers)-1].row(worst),
		s.net.layers[len(s.net.layers)-1].b[worst])
	s.top(s.work.a, c, s.work.row)
	s.offerNear(s.work.row)
	s.choose(b)
	return true
}

// see fills the view. If the box is a single row, it stores that row in work.row and returns
// true.
func (s *Search) see(b *box) (point bool) {
	point = true
	v, w := &s.view, &s.work
	w.flat = w.flat[:0]
	v.most, v.count, v.costs = math.Inf(1), -1, false
	forced, free := s.fixed.changed, false
	for j := range s.cols {
		c, d := &s.cols[j], b.domains[j]
		e := viewed{domain: d, stays: d.Has(c.factual)}
		if c.number {
			e.low, e.high = float64(c.Scale(d.Min)), float64(c.Scale(d.Max))
			e.moves = d.Min != d.Max || !e.stays
			e.nearHigh = d.Max < c.factual
			w.row[j] = d.Min
			point = point && d.Min == d.Max
		} else {
			from := len(w.flat)
			for l, in := range d.Levels {
				if in {
					w.flat = append(w.flat, l)
				}
			}
			e.levels = w.flat[from:len(w.flat):len(w.flat)]
			e.moves = len(e.levels) > b2i(e.stays)
			w.row[j] = float64(e.levels[0])
			point = point && len(e.levels) == 1
		}
		if e.free = e.stays; s.cols[j].forced && !e.stays {
			_, is := s.must(j, b.domains)
			e.free = !is
		}
		if !s.cols[j].follows {
			forced += b2i(!e.free && !s.cols[j].joined)
			free = free || e.free && e.moves
		}
		if s.cols[j].forced {
			e.down, e.up = s.base.Reach(b.domains, j)
		}
		v.cols[j] = e
	}
	if s.p.MaxChanged > 0 {
		v.count = s.p.MaxChanged - forced
	}
	if s.best != nil {
		v.most = s.best.Effort - b.effort + hair*(1+s.best.Effort)
		if !free && v.most < 2*hair*(1+s.best.Effort) {
			v.costs, v.most = true, s.best.Cost-b.cost+hair*(1+s.best.Cost)
		} else if !free {
			v.most = math.Inf(1)
		}
	}
	return point
}

// top returns a tight upper bound of c + a x over the rows of the box that fit the budget, and sets
// row to one that comes close to it. Each feature has a starting value and an item that moves it to
// its best value. The starting value is the factual's; for a number that must change while costs
// count, it is the nearest value in the box. Items are taken in the order of gain per weight, the
// last one possibly in part.
func (s *Search) top(a []float64, c float64, row []float64) float64 {
	v, items := &s.view, s.work.items[:0]
	sum, weight, least := 0.0, 0.0, math.Inf(1)
	limited := v.count >= 0 || !math.IsInf(v.most, 1)
	for j := range s.cols {
		col, e := &s.cols[j], &v.cols[j]
		var best, value, base, from float64
		var load float64
		movable := false
		if col.forced { // the effort of moving beyond its forced range
			base, from, best, value, movable = s.forcedTop(col, e, a)
			movable, load = movable && !v.costs, col.effort
		} else if col.number {
			k := a[col.offset]
			best, value = k*e.high, e.domain.Max
			if k < 0 || k == 0 && !e.nearHigh {
				best, value = k*e.low, e.domain.Min
			}
			switch {
			case e.stays:
				base, from, load, movable = k*col.at, col.factual, col.effort, true
			case v.costs:
				base, from = k*e.low, e.domain.Min
				if e.nearHigh {
					base, from = k*e.high, e.domain.Max
				}
				load, movable = col.price*(e.domain.Max-e.domain.Min), true
			}
		} else {
			best = math.Inf(-1)
			for _, l := range e.levels {
				if k := a[col.offset+l]; k > best {
					best, value = k, float64(l)
				}
			}
			if e.stays {
				base, from, load, movable = a[col.offset+int(col.factual)], col.factual, col.effort, true
			}
		}
		if !movable || col.follows || col.joined && v.count >= 0 {
			c += best
			row[j] = value
			continue
		}
		c += base
		row[j] = from
		if g := best - base; g > 0 {
			if !limited {
				c += g
				row[j] = value
				continue
			}
			items = append(items, item{j, g, load, value, len(items)})
			sum += g
			weight += load
			least = min(least, load)
		}
	}
	s.work.items = items
	if len(items) == 0 {
		return c
	}
	gain := sum
	take := len(items)
	if v.count >= 0 && v.count < len(items) && !v.costs {
		slices.SortFunc(items, func(a, b item) int { return cmp.Or(cmp.Compare(b.gain, a.gain), a.j-b.j) })
		for i := range items {
			items[i].at = i
		}
		gain, take = 0, v.count
		for _, it := range items[:take] {
			gain += it.gain
		}
	}
	spent := math.Inf(1)
	ordered, rest := items, queue(nil) // items in the order of use
	if weight > v.most {
		ordered, rest = s.work.ordered[:0], newQueue(items)
		left := max(v.most, 0)
		spent = 0
		for len(rest) > 0 {
			it := rest.pop()
			ordered = append(ordered, it)
			if it.weight > left {
				spent += it.gain * left / it.weight
				break
			}
			spent += it.gain
			left -= it.weight
		}
	}
	left := v.most
	for n := 0; take > 0 && (n < len(ordered) || len(rest) > 0); n++ {
		if n == len(ordered) {
			if left < least {
				break // no other item fits
			}
			ordered = append(ordered, rest.pop())
		}
		it := ordered[n]
		if it.weight <= left {
			row[it.j] = it.value
			left -= it.weight
			take--
		} else if v.costs {
			row[it.j] = s.cols[it.j].Round(row[it.j] + (it.value-row[it.j])*left/it.weight)
			break
		}
	}
	if weight > v.most {
		s.work.ordered = ordered
	}
	return c + min(gain, spent)
}

// forcedTop handles a feature whose change may partly follow from others. It returns the largest a
// x without an action and with one, each with its value. movable is false if every value in the box
// needs an action.
func (s *Search) forcedTop(c *column, e *viewed, a []float64) (base, from, best, value float64, movable bool) {
	base, best = math.Inf(-1), math.Inf(-1)
	take := func(v, x float64, free bool) {
		if x > best {
			best, value = x, v
		}
		if free && x > base {
			base, from, movable = x, v, true
		}
	}
	if !c.number {
		for _, l := range e.levels {
			take(float64(l), a[c.offset+l], s.withoutAction(c, l, e.down, e.up))
		}
		return base, from, best, value, movable
	}
	k := a[c.offset]
	low, high := max(e.domain.Min, c.factual-e.down), min(e.domain.Max, c.factual+e.up)
	for _, v := range [...]float64{e.domain.Min, e.domain.Max} {
		take(v, k*float64(c.Scale(v)), false)
	}
	if low <= high {
		for _, v := range [...]float64{low, high} {
			take(v, k*float64(c.Scale(v)), true)
		}
	}
	return base, c.Round(from), best, value, movable
}

// row returns the weights of output o.
func (l *layer) row(o int) []float64 { return l.w[o*l.in : (o+1)*l.in] }

// bound writes an upper bound of the target's lead over each other class, in logits, to work.lead. It returns the
// class with the smallest one. Unless all is set, it stops as soon as the target cannot lead some class; possible
// is then false. It begins with the class that stopped it last. If some row of the box leads a class by more than
// the smallest bound, that class gets the row's lead instead, as long as the target remains possible.
func (s *Search) bound(all bool) (worst int, possible bool) {
	last := len(s.net.layers) - 1
	for m := range last {
		l := &s.net.layers[m]
		for o := range l.out {
			s.work.high[m][o] = s.above(m, l.row(o), l.b[o], 1)
			s.work.low[m][o] = -s.above(m, l.row(o), l.b[o], -1)
			s.work.lines[m][o] = relax(l.act, s.work.low[m][o], s.work.high[m][o])
		}
	}
	l := &s.net.layers[last]
	lead, first, least := s.work.lead, s.work.barred, math.Inf(1)
	skips, skipped := !all && !s.view.costs && l.out > 2 && last > 0, s.work.skipped[:0]
	above := func(k int) { lead[k] = s.above(last, l.row(k), l.b[k], 1) + s.net.slack[k] }
	for i := range l.out {
		k := i
		if i == 0 {
			k = first
		} else if i <= first {
			k = i - 1
		}
		if skips && i > 0 {
			at := l.b[k] + s.net.slack[k]
			for o, v := range l.row(k) {
				at += float64(v * s.work.at[last-1][o])
			}
			if at -= 1e-6 * (1 + math.Abs(at) + math.Abs(least)); at > least {
				lead[k], skipped = at, append(skipped, k)
				continue
			}
		}
		above(k)
		if least = min(least, lead[k]); skips && i == 0 {
			s.activations(s.work.row)
		}
		if !all && !s.net.possible(lead[k:k+1], s.p.Lead, s.p.Least) {
			s.work.barred = k
			return k, false
		}
	}
	for k, v := range lead {
		if v < lead[worst] {
			worst = k
		}
	}
	possible = s.net.possible(lead, s.p.Lead, s.p.Least)
	if s.work.skipped = skipped; !possible && len(skipped) > 0 {
		for _, k := range skipped {
			above(k)
		}
		possible = s.net.possible(lead, s.p.Lead, s.p.Least)
	}
	return worst, possible
}

// activations writes the outputs of the hidden layers for a row to work.at.
func (s *Search) activations(row []float64) {
	for m := range s.net.layers[:len(s.net.layers)-1] {
		l, out := &s.net.layers[m], s.work.at[m]
		for o := range out {
			w, z := l.row(o), l.b[o]
			if m > 0 {
				for i, v := range s.work.at[m-1] {
					z += float64(w[i] * v)
				}
			} else {
				for j := range s.cols {
					if c := &s.cols[j]; c.number {
						z += float64(w[c.offset] * float64(c.Scale(row[j])))
					} else {
						z += w[c.offset+int(row[j])]
					}
				}
			}
			out[o] = activate(l.act, z)
		}
	}
}

// above returns an upper bound of sign*(w y + b), where y are the inputs of layer m.
func (s *Search) above(m int, w []float64, b, sign float64) float64 {
	if m == 0 && sign == 1 {
		return s.top(w, b, s.work.row)
	}
	coef := s.work.a
	if m > 0 {
		coef = s.work.coef[m-1]
	}
	for i, v := range w {
		coef[i] = sign * v
	}
	if m == 0 {
		return s.top(coef, sign*b, s.work.row)
	}
	plain := sign * b
	act := s.net.layers[m-1].act
	for i, v := range coef {
		z := s.work.high[m-1][i]
		if v < 0 {
			z = s.work.low[m-1][i]
		}
		plain += v * activate(act, z)
	}
	return min(plain, s.top(s.work.a, s.back(m, coef, sign*b), s.work.row))
}

// back propagates c + w y, where y are the inputs of layer m, to the network's inputs x. It writes
// a and returns a constant such that c + w y <= constant + a x for every row of the box.
func (s *Search) back(m int, w []float64, c float64) float64 {
	coef := w
	for m--; m >= 0; m-- {
		if m == 0 {
			s.work.first = coef
		}
		l, next := &s.net.layers[m], s.work.a
		if m > 0 {
			next = s.work.coef[m-1]
		}
		clear(next)
		for o, v := range coef {
			if v == 0 {
				continue
			}
			r := s.work.lines[m][o]
			k, at := r.high, r.highAt
			if v < 0 {
				k, at = r.low, r.lowAt
			}
			c += v * at
			if k *= v; k == 0 {
				continue
			}
			c += k * l.b[o]
			for i, u := range l.row(o) {
				next[i] += k * u
			}
		}
		coef = next
	}
	if len(s.net.layers) == 1 {
		copy(s.work.a, coef)
	}
	return c
}

func activate(a nn.Activation, z float64) float64 {
	switch a {
	case nn.ReLU:
		return max(z, 0)
	case nn.Sigmoid:
		return 1 / (1 + math.Exp(-z))
	}
	return z
}

// relax bounds an activation by two lines over [low, high]. A ReLU whose sign is known is itself
// a line. Otherwise it lies below the chord and above both 0 and z, and the tighter of these two
// is used (Zhang et al. 2018). A sigmoid lies between two lines that have the slope of its
// flatter end. On one side of its inflection point it lies between such a line and the chord
// (Singh et al. 2019).
func relax(a nn.Activation, low, high float64) line {
	switch {
	case a == nn.Identity:
		return line{1, 0, 1, 0}
	case a == nn.ReLU && high <= 0:
		return line{}
	case a == nn.ReLU && low >= 0:
		return line{1, 0, 1, 0}
	case a == nn.ReLU:
		k := high / (high - low)
		r := line{0, 0, k, -k * low}
		if high > -low {
			r.low = 1
		}
		return r
	}
	below, over := activate(a, low), activate(a, high)
	flat := min(below*(1-below), over*(1-over))
	r := line{flat, below - flat*low, flat, over - flat*high}
	if chord := (over - below) / (high - low); high > low && low >= 0 && chord > flat {
		r.low, r.lowAt = chord, below-chord*low
	} else if high > low && high <= 0 && chord > flat {
		r.high, r.highAt = chord, over-chord*high
	}
	return r
}
