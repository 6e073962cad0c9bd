package mask

import (
	"slices"

	"causeway/core/causal"
)

// Room is what a mask leaves of one row. It belongs to one goroutine and is used again
// for row after row.
type Room struct {
	*Mask
	Row     []float64       // the factual
	Domains []causal.Domain // of every feature by itself
	None    bool            // no row keeps the rules

	levels []bool // of all Domains
	stays  []bool // of every group, that it holds where nothing of it changes
	tries  int    // that are left to a row
}

// Room is a place for rows.
func (m *Mask) Room() *Room { return &Room{Mask: m} }

// Enter makes what the rules leave of a row.
func (r *Room) Enter(row []float64) {
	m := r.Mask
	if r.Domains == nil {
		r.Domains, r.stays = make([]causal.Domain, len(m.free)), make([]bool, len(m.groups))
		for _, d := range m.free {
			r.levels = append(r.levels, d.Levels...)
		}
	}
	r.Row, r.None = row, false
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

// Wish is what a row is wished to be.
type Wish struct {
	Values []float64 // of every feature, a number that need not be rounded or a level

	// Shares say how welcome each level of a feature is, for where the wished one
	// cannot be; nil: all are welcome alike.
	Shares func(j int) []float32
}

// Decode writes the row that is nearest to what is wished, feature by feature, among
// those that keep the rules. It reports whether there is one: where it says no, either
// there is none or it was not found in maxTries values; what is in dst is then not to
// be used.
func (r *Room) Decode(w Wish, dst []float64) bool {
	if r.None {
		return false
	}
	for j, v := range w.Values {
		if d := &r.Domains[j]; d.Levels == nil && v == r.Row[j] && d.Min <= v && v <= d.Max || d.Levels != nil && d.Levels[int(v)] {
			dst[j] = v // as most are
		} else {
			dst[j] = r.settle(j, d, v, w)
		}
	}
	for k := range r.groups {
		if !r.keeps(k, dst) && !r.repair(&r.groups[k], w, dst) {
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

// Alter is Decode of what is wished to be a row that was decoded before, with v for
// feature j alone: what the others are is settled already.
func (r *Room) Alter(row []float64, j int, v float64, dst []float64) bool {
	copy(dst, row)
	dst[j] = r.settle(j, &r.Domains[j], v, Wish{})
	if r.alone[j] || dst[j] == row[j] {
		return true
	}
	for k := range r.groups {
		if g := &r.groups[k]; slices.Contains(g.features, j) {
			return r.keeps(k, dst) || r.repair(g, Wish{Values: wished(row, j, v)}, dst)
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

// nearest is the value of number j in a domain that is nearest to v among those that
// its column can hold, or the factual's. Of a feature with levels ok says whether one
// is left.
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

// repair decodes the features of a group one after another.
func (r *Room) repair(g *group, w Wish, dst []float64) bool {
	domains := make([]causal.Domain, len(r.Domains))
	for j, d := range r.Domains {
		domains[j] = d
	}
	r.tries = maxTries
	return r.assign(g, 0, domains, w, dst)
}

// assign decodes the features of a group from place i on; domains is what the choices
// before have left.
func (r *Room) assign(g *group, i int, domains []causal.Domain, w Wish, dst []float64) bool {
	if i == len(g.features) {
		return true
	}
	j := g.features[i]
	next := make([]causal.Domain, len(domains))
	var spare []bool
	for _, v := range r.values(g, i, &domains[j], w, dst) {
		if r.tries--; r.tries < 0 {
			return false
		}
		if dst[j] = v; !r.decided(g, i, dst) {
			continue
		}
		copy(next, domains)
		spare = spare[:0]
		for _, k := range g.features { // what is removed from one choice is not from the next
			from := len(spare)
			spare = append(spare, domains[k].Levels...)
			if next[k].Levels != nil {
				next[k].Levels = spare[from:len(spare):len(spare)]
			}
		}
		fix(&next[j], v)
		if causal.Narrow(r.schema, g.rules, r.Row, next) < 0 && r.assign(g, i+1, next, w, dst) {
			return true
		}
	}
	return false
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

// values are those of the feature at place i that are tried, the most welcome first:
// all levels, and of a number those where something begins or ends.
func (r *Room) values(g *group, i int, d *causal.Domain, w Wish, dst []float64) (list []float64) {
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
	for _, v := range []float64{x + step, x - step, d.Min, d.Max, (x + d.Min) / 2, (x + d.Max) / 2, wish + step, wish - step} {
		number(v)
	}
	for _, cut := range g.cuts[i] {
		number(cut)
		number(cut - step)
	}
	return list
}
