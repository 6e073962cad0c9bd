package mask

import (
	"slices"

	"causeway/core/causal"
)

// Room holds what a mask allows for one row. It is reused row after row, and goroutines must not
// share it.
type Room struct {
	*Mask
	Row     []float64       // the factual
	Domains []causal.Domain // for each feature on its own
	None    bool            // no row keeps the rules

	levels []bool // storage for all Domains
	stays  []bool // for every group, whether its rules hold if nothing in it changes
	tries  int    // values that may still be tried for the current row

	narrow  []*causal.Narrower // for every group that was repaired
	choices []choice           // for every position in the group repaired last
	last    int                // index of that group
	known   int                // number of leading positions whose choices belong to this row
}

// Room returns a room for the rows of the mask.
func (m *Mask) Room() *Room { return &Room{Mask: m} }

// Enter computes what the rules allow for a row.
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
			r.None = true // the interval lies between two values of its column
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

// CanChange reports whether feature j can have a value other than the factual's.
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

// Wish describes the row that decoding should come close to.
type Wish struct {
	Values []float64 // for each feature a level, or a number, which need not be rounded

	// Shares returns how desirable each level of a feature is if the wished level is impossible.
	// If it is nil, all are equally desirable.
	Shares func(j int) []float32
}

// Decode writes the row that keeps the rules and is nearest to the wish, choosing feature by
// feature. It reports false, and dst must not be used, if no row exists or maxTries values were not
// enough.
func (r *Room) Decode(w Wish, dst []float64) bool {
	if r.None {
		return false
	}
	for j, v := range w.Values {
		if d := &r.Domains[j]; d.Levels == nil && v == r.Row[j] && d.Min <= v && v <= d.Max || d.Levels != nil &&
			d.Levels[int(v)] {
			dst[j] = v // the usual case
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

// Alter decodes a row again that differs from an already decoded row only in feature j, which
// should become v.
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

// wished returns a copy of row in which feature j has the value v.
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

// settle returns the value of feature j in a nonempty domain that is nearest to v.
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

// nearest returns the value of number j nearest to v that is in the domain and that its column can
// hold, or the factual's. ok is false if neither exists. For a feature with levels it returns v,
// and ok reports whether any level is left.
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

// maxTries limits how many values are tried for one group of a row.
const maxTries = 5_000

// repair decodes the features of group k one by one.
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

// straight sets a group to its wishes and computes the features that follow from them. It reports
// whether the group then keeps its rules. If it does, assign would find the same row: rules never
// remove a value of a row that keeps them, so assign would try these values first.
func (r *Room) straight(g *group, w Wish, dst []float64) bool {
	for i, j := range g.features {
		f, d := &r.schema.Features[j], &r.Domains[j]
		t := g.computing(j)
		switch {
		case t == nil:
			v := w.Values[j]
			if dst[j] = r.settle(j, d, v, w); d.Levels == nil && dst[j] != f.Round(v) && dst[j] != v {
				return false // another value may be the nearest that all rules allow
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

// computing returns the first rule that computes feature j, or nil.
func (g *group) computing(j int) *tie {
	for k := range g.ties {
		if t := &g.ties[k]; t.rule.Kind == causal.Computed && t.rule.Feature == j {
			return t
		}
	}
	return nil
}

// choice holds the buffers for trying values at one position. It also caches the group's domains
// after the last value, because altered rows often start with the same choices.
type choice struct {
	values  []float64
	value   float64
	left    []causal.Domain
	domains []causal.Domain
	levels  []bool
}

// assign decodes the features of group k from position i on. domains holds what earlier choices
// have left.
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
			continue // already tried
		}
		if done, found := r.try(k, i, v, domains, w, dst); done {
			return found
		}
	}
	return false
}

// takes reports whether the wished value at position i can be tried first.
func (r *Room) takes(g *group, i int, d *causal.Domain, w Wish) bool {
	j := g.features[i]
	v := w.Values[j]
	return !g.computes && d.Has(v) && (d.Levels != nil || v == r.Row[j] || v == r.schema.Features[j].Round(v))
}

// try sets the feature at position i of group k to v and decodes the rest. done means that no
// other value needs to be tried here.
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
		if !domains[j].Single() { // choosing the only value would change nothing
			c.left = c.copyDomains(g.features, domains)
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

// completes sets a group to its wishes from position i on, and reports whether it then keeps its
// rules. assign would try these wishes first too, because rules never remove a value of a row
// that keeps them.
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

// copyDomains returns a copy of a group's domains, so that narrowing after one choice does not affect
// another.
func (c *choice) copyDomains(features []int, domains []causal.Domain) []causal.Domain {
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

// decided reports whether all ties hold that become decided at position i.
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

// values returns the values to try for the feature at position i, most desirable first: all
// levels, or for a number those at which something begins or ends.
func (r *Room) values(list []float64, g *group, i int, d *causal.Domain, w Wish, dst []float64) []float64 {
	j := g.features[i]
	f, x, wish := &r.schema.Features[j], r.Row[j], w.Values[j]
	add := func(v float64) {
		if d.Has(v) && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	for k := range g.ties { // a computed feature can have no other value
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
