package mask

import (
	"slices"

	"causeway/core/causal"
)

// Room is what a mask leaves of one row. It is for one goroutine and is reused for row after
// row.
type Room struct {
	*Mask
	Row     []float64       // the factual
	Domains []causal.Domain // of every feature separately
	None    bool            // no row keeps the rules

	levels []bool // of all Domains
	stays  []bool // for every group, whether it holds if nothing in it changes
	tries  int    // that are left to a row

	narrow  []*causal.Narrower // of every group that was repaired
	choices []choice           // of every place in the group that was repaired last
	last    int                // that group
	known   int                // places from the first on whose choices are those of this row
}

// Room is a place for rows.
func (m *Mask) Room() *Room { return &Room{Mask: m} }

// Enter computes what the rules leave of a row.
func (r *Room) Enter(row []float64) {
	m := r.Mask
	if r.Domains == nil {
		r.Domains, r.stays = make([]causal.Domain, len(m.free)), make([]bool, len(m.groups))
		for _, d := range m.free {
			r.levels = append(r.levels, d.Levels...)
		}
	}
	r.Row, r.None, r.known = row, false, 0
	at := 0
	for j, d := range m.free {
		if d.Levels == nil {
			r.Domains[j] = causal.Domain{Min: min(d.Min, row[j]), Max: max(d.Max, row[j])}
			continue
		}
		own := r.levels[at : at+len(d.Levels) : at+len(d.Levels)]
		copy(own, d.Levels)
		r.Domains[j] = causal.Domain{Levels: own}
		at += len(own)
	}
	if len(m.rules) > 0 && causal.Narrow(m.schema, m.rules, row, r.Domains) >= 0 {
		r.None = true
		return
	}
	for j := range r.Domains {
		if _, ok := r.nearest(j, &r.Domains[j], row[j]); !ok {
			r.None = true // an interval between two values of its column
		}
	}
	for k := range m.groups {
		r.stays[k] = r.holds(&m.groups[k], row)
	}
}

// holds reports whether a row keeps the ties of a group.
func (r *Room) holds(g *group, c []float64) bool {
	for i := range g.ties {
		if !g.ties[i].keeps(&r.schema, r.Row, c) {
			return false
		}
	}
	return true
}

// CanChange reports whether feature j has another value than the factual's.
func (r *Room) CanChange(j int) bool {
	d, x := &r.Domains[j], r.Row[j]
	if d.Levels == nil {
		return d.Min < x || d.Max > x
	}
	for l, in := range d.Levels {
		if in && l != int(x) {
			return true
		}
	}
	return false
}

// Wish is the row to decode towards.
type Wish struct {
	Values []float64 // of every feature, a number that need not be rounded or a level

	// Shares say how welcome each level of a feature is, if the wished one is impossible; nil:
	// all alike.
	Shares func(j int) []float32
}

// Decode writes the row nearest to the wish, feature by feature, among those that keep the
// rules. It reports whether it found one. If not, either no row exists or maxTries values were
// not enough; then dst must not be used.
func (r *Room) Decode(w Wish, dst []float64) bool {
	if r.None {
		return false
	}
	for j, v := range w.Values {
		if d := &r.Domains[j]; d.Levels == nil && v == r.Row[j] && d.Min <= v && v <= d.Max || d.Levels != nil &&
			d.Levels[int(v)] {
			dst[j] = v // as most are
		} else {
			dst[j] = r.settle(j, d, v, w)
		}
	}
	for k := range r.groups {
		if !r.keeps(k, dst) && !r.repair(k, w, dst) {
			return false
		}
	}
	return true
}

// keeps reports whether a row keeps the ties of group k.
func (r *Room) keeps(k int, c []float64) bool {
	g := &r.groups[k]
	if r.unchanged(g, c) {
		return r.stays[k]
	}
	return r.holds(g, c)
}

// Alter is Decode for a row decoded before, with v for feature j alone: the others are settled
// already.
func (r *Room) Alter(row []float64, j int, v float64, dst []float64) bool {
	copy(dst, row)
	dst[j] = r.settle(j, &r.Domains[j], v, Wish{})
	if r.alone[j] || dst[j] == row[j] {
		return true
	}
	for k := range r.groups {
		if g := &r.groups[k]; slices.Contains(g.features, j) {
			return r.keeps(k, dst) || r.repair(k, Wish{Values: wished(row, j, v)}, dst)
		}
	}
	return true
}

// wished are the values of a row with v for feature j.
func wished(row []float64, j int, v float64) []float64 {
	row = slices.Clone(row)
	row[j] = v
	return row
}

func (r *Room) unchanged(g *group, c []float64) bool {
	for _, j := range g.features {
		if c[j] != r.Row[j] {
			return false
		}
	}
	return true
}

// settle is the value of feature j nearest to v that a domain has, which is not empty.
func (r *Room) settle(j int, d *causal.Domain, v float64, w Wish) float64 {
	if d.Levels == nil {
		v, _ = r.nearest(j, d, v)
		return v
	}
	if d.Levels[int(v)] {
		return v
	}
	if x := int(r.Row[j]); d.Levels[x] && w.Shares == nil {
		return float64(x)
	}
	best := -1
	var shares []float32
	if w.Shares != nil {
		shares = w.Shares(j)
	}
	for l, in := range d.Levels {
		if in && (best < 0 || shares != nil && shares[l] > shares[best]) {
			best = l
		}
	}
	return float64(best)
}

// nearest is the value of number j in a domain that is nearest to v among those that its column
// can hold, or the factual's. For a feature with levels ok says whether one is left.
func (r *Room) nearest(j int, d *causal.Domain, v float64) (_ float64, ok bool) {
	if d.Levels != nil {
		return v, !d.Empty()
	}
	x := r.Row[j]
	if v == x && d.Has(x) {
		return x, true
	}
	f := &r.schema.Features[j]
	v = min(max(v, d.Min), d.Max)
	near := f.Round(v)
	for step := f.Step(); !d.Has(near); step = -step {
		if near = f.Round(v + step); step < 0 {
			break
		}
	}
	if d.Has(near) {
		return near, true
	}
	return x, d.Has(x)
}

// maxTries bounds the values that are tried until a group of a row holds.
const maxTries = 5_000

// repair decodes the features of group k one after another.
func (r *Room) repair(k int, w Wish, dst []float64) bool {
	g := &r.groups[k]
	if g.computes && r.straight(g, w, dst) {
		return true
	}
	if r.narrow == nil {
		r.narrow = make([]*causal.Narrower, len(r.groups))
	}
	if r.narrow[k] == nil {
		r.narrow[k] = causal.NewNarrower(r.schema, g.rules)
	}
	for len(r.choices) < len(g.features) {
		r.choices = append(r.choices, choice{domains: make([]causal.Domain, len(r.Domains))})
	}
	if r.last != k {
		r.last, r.known = k, 0
	}
	r.tries = maxTries
	return r.assign(k, 0, r.Domains, w, dst)
}

// straight gives a group its wishes, with what follows from them for computed features. It reports
// whether the group then keeps its rules. It is the row that assign would find: no rule removes a
// value of a row that keeps it, so each of these values is tried first.
func (r *Room) straight(g *group, w Wish, dst []float64) bool {
	for i, j := range g.features {
		f, d := &r.schema.Features[j], &r.Domains[j]
		t := g.computing(j)
		switch {
		case t == nil:
			v := w.Values[j]
			if dst[j] = r.settle(j, d, v, w); d.Levels == nil && dst[j] != f.Round(v) && dst[j] != v {
				return false // the nearest value that all rules leave may be another one
			}
			continue
		case t.last != i:
			return false // an input is decided later
		}
		if dst[j] = t.value(&r.schema, r.Row, dst); !f.Holds(dst[j]) || !d.Has(dst[j]) {
			return false
		}
	}
	return r.holds(g, dst)
}

// computing is the first rule that computes feature j.
func (g *group) computing(j int) *tie {
	for k := range g.ties {
		if t := &g.ties[k]; t.rule.Kind == causal.Computed && t.rule.Feature == j {
			return t
		}
	}
	return nil
}

// choice is the working memory for the values tried at a place, and what the last of them left
// of the features of the group: rows that are altered one after another begin alike.
type choice struct {
	values  []float64
	value   float64
	left    []causal.Domain
	domains []causal.Domain
	levels  []bool
}

// assign decodes the features of group k from place i on; domains is what earlier choices have
// left of them.
func (r *Room) assign(k, i int, domains []causal.Domain, w Wish, dst []float64) bool {
	g := &r.groups[k]
	if i == len(g.features) {
		return true
	}
	j, c := g.features[i], &r.choices[i]
	wished := r.takes(g, i, &domains[j], w)
	if wished {
		if done, found := r.try(k, i, w.Values[j], domains, w, dst); done {
			return found
		}
	}
	c.values = r.values(c.values[:0], g, i, &domains[j], w, dst)
	for n, v := range c.values {
		if wished && n == 0 {
			continue // it was tried first
		}
		if done, found := r.try(k, i, v, domains, w, dst); done {
			return found
		}
	}
	return false
}

// takes reports whether the wished value at a place is the first to be tried.
func (r *Room) takes(g *group, i int, d *causal.Domain, w Wish) bool {
	j := g.features[i]
	v := w.Values[j]
	return !g.computes && d.Has(v) && (d.Levels != nil || v == r.Row[j] || v == r.schema.Features[j].Round(v))
}

// try decodes the features of group k from place i on, which has value v. With done nothing
// else has to be tried at this place.
func (r *Room) try(k, i int, v float64, domains []causal.Domain, w Wish, dst []float64) (done, found bool) {
	if r.tries--; r.tries < 0 {
		return true, false
	}
	g := &r.groups[k]
	j := g.features[i]
	if dst[j] = v; !r.decided(g, i, dst) {
		return false, false
	}
	if v != w.Values[j] && r.completes(g, i+1, domains, w, dst) {
		r.tries -= len(g.features) - i - 1
		return true, r.tries >= 0
	}
	c := &r.choices[i]
	if i >= r.known || v != c.value {
		r.known, c.value, c.left = i, v, domains
		if !domains[j].Single() { // else to choose it changes nothing
			c.left = c.of(g.features, domains)
			fix(&c.left[j], v)
			if r.narrow[k].After(j, r.Row, c.left) >= 0 {
				return false, false
			}
		}
		r.known++
	}
	found = r.assign(k, i+1, c.left, w, dst)
	return found, found
}

// completes gives a group its wishes from place i on, and reports whether it then keeps its rules.
// Each of these places would try its wish first, because no rule removes a value of a row that
// keeps it.
func (r *Room) completes(g *group, i int, domains []causal.Domain, w Wish, dst []float64) bool {
	for at := i; at < len(g.features); at++ {
		j := g.features[at]
		if !r.takes(g, at, &domains[j], w) {
			return false
		}
		dst[j] = w.Values[j]
	}
	return r.holds(g, dst)
}

// of is a copy of the domains of a group, so that choices do not share removals.
func (c *choice) of(features []int, domains []causal.Domain) []causal.Domain {
	c.levels = c.levels[:0]
	for _, j := range features {
		from := len(c.levels)
		c.levels = append(c.levels, domains[j].Levels...)
		c.domains[j] = domains[j]
		if domains[j].Levels != nil {
			c.domains[j].Levels = c.levels[from:len(c.levels):len(c.levels)]
		}
	}
	return c.domains
}

// decided reports whether the ties hold that are decided by the features up to place i.
func (r *Room) decided(g *group, i int, dst []float64) bool {
	for k := range g.ties {
		if t := &g.ties[k]; t.last == i && !t.keeps(&r.schema, r.Row, dst) {
			return false
		}
	}
	return true
}

func fix(d *causal.Domain, v float64) {
	if d.Levels == nil {
		d.Min, d.Max = v, v
		return
	}
	for l := range d.Levels {
		d.Levels[l] = l == int(v)
	}
}

// values are the values of the feature at place i to try, the most welcome first: all levels,
// or for a number those where something begins or ends.
func (r *Room) values(list []float64, g *group, i int, d *causal.Domain, w Wish, dst []float64) []float64 {
	j := g.features[i]
	f, x, wish := &r.schema.Features[j], r.Row[j], w.Values[j]
	add := func(v float64) {
		if d.Has(v) && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	for k := range g.ties { // what is computed is nothing else
		if t := &g.ties[k]; t.rule.Kind == causal.Computed && t.rule.Feature == j && t.last == i {
			if v := t.value(&r.schema, r.Row, dst); f.Holds(v) {
				add(v)
			}
			if d.Levels == nil && t.rule.Law.Weights != nil && t.rule.Law.Mechanism == nil {
				add(x)
			}
			return list
		}
	}
	if d.Levels != nil {
		add(wish)
		add(r.settle(j, d, wish, w))
		add(x)
		for l := range d.Levels {
			add(float64(l))
		}
		return list
	}
	number := func(v float64) {
		if v, ok := r.nearest(j, d, v); ok {
			add(v)
		}
	}
	number(wish)
	number(x)
	step := f.Step()
	for _, v := range []float64{x + step, x - step, d.Min, d.Max, (x + d.Min) / 2, (x + d.Max) / 2, wish + step,
		wish - step} {
		number(v)
	}
	for _, cut := range g.cuts[i] {
		number(cut)
		number(cut - step)
	}
	return list
}
