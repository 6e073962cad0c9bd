package exact

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
)

// column is a feature with what the search needs to know about it.
type column struct {
	*data.Feature
	number  bool
	input   int     // index of its first input to the black box
	offset  int     // index of its first input among the inputs of open features
	factual float64 // as stored
	at      float64 // the factual number, scaled
	off     bool    // the factual is not a value that the column can show
	effort  float64
	follows bool    // computed from other features, so its change costs nothing
	forced  bool    // part of its change may follow from other features, see causal.Base
	joined  bool    // its change does not count, see causal.Joined
	causes  []int   // open features that determine it through a mechanism
	price   float64 // cost of a changed level, or of changing a number by one
}

// box is a set of rows: an interval for each number and a set of levels for each other feature.
type box struct {
	domains []causal.Domain
	share   float64 // fraction of all rows
	effort  float64 // smallest effort of its rows
	cost    float64 // smallest cost of its rows
	margin  float64 // upper bound on the target's lead, in logits
	split   int     // the feature to divide the box by; -1 if not yet chosen
	levels  []int   // levels of that feature, the most favourable for the target first
	at      float64 // if cut is true, where to divide a number; otherwise it is halved
	cut     bool
}

func clone(d []causal.Domain) []causal.Domain {
	n := 0
	for _, e := range d {
		n += len(e.Levels)
	}
	out, flat := slices.Clone(d), make([]bool, n)
	for j, e := range d {
		if k := len(e.Levels); k > 0 {
			out[j].Levels = flat[:k:k]
			copy(out[j].Levels, e.Levels)
			flat = flat[k:]
		}
	}
	return out
}

// snap shrinks an interval until its bounds are the factual or values that the column can show.
// It reports false if no such value is left.
func (c *column) snap(d *causal.Domain) bool {
	if low := c.up(d.Min); low != d.Min {
		if c.off && d.Min <= c.factual && c.factual < low {
			low = c.factual
		}
		d.Min = low
	}
	if high := c.down(d.Max); high != d.Max {
		if c.off && high < c.factual && c.factual <= d.Max {
			high = c.factual
		}
		d.Max = high
	}
	return d.Min <= d.Max
}

// up returns the smallest value from v on that the column can show, and down the largest one up
// to v. Both return the factual unchanged.
func (c *column) up(v float64) float64 {
	if r := c.Round(v); r >= v {
		return r
	}
	return c.after(c.Round(v))
}

func (c *column) down(v float64) float64 {
	if r := c.Round(v); r <= v {
		return r
	}
	return c.before(c.Round(v))
}

// after returns the next larger value that the column can show, and before the next smaller one.
func (c *column) after(v float64) float64 {
	if r := c.Round(v + c.Step()); r > v {
		return r
	}
	return math.Nextafter(v, math.Inf(1)) // finer than the column's precision
}

func (c *column) before(v float64) float64 {
	if r := c.Round(v - c.Step()); r < v {
		return r
	}
	return math.Nextafter(v, math.Inf(-1))
}

// count returns the number of values in a domain; for a number it is approximate.
func (c *column) count(d causal.Domain) float64 {
	if c.number {
		return math.Floor((d.Max-d.Min)/c.Step()+0.5) + 1
	}
	n := 0
	for _, in := range d.Levels {
		n += b2i(in)
	}
	return float64(n)
}

// shows reports whether v is the factual or a number that the column can show.
func (c *column) shows(v float64) bool { return v == c.factual || c.Round(v) == v }

// cost returns the cost of value v, where base is the value without an action.
func (c *column) cost(v, base float64) float64 {
	switch {
	case v == base:
		return 0
	case c.number:
		return float64(c.price * math.Abs(v-base))
	}
	return c.price
}

// must returns the least cost of column j in a box. It also reports whether the column needs an
// action.
func (s *Search) must(j int, domains []causal.Domain) (cost float64, is bool) {
	c, d := &s.cols[j], &domains[j]
	if d.Has(c.factual) || c.follows {
		return 0, false
	}
	down, up := 0.0, 0.0
	if c.forced {
		down, up = s.base.Reach(domains, j)
	}
	if c.number {
		far := max(d.Min-c.factual-up, c.factual-d.Max-down)
		return float64(c.price * max(far, 0)), far > 0
	}
	for l, in := range d.Levels {
		if in && s.withoutAction(c, l, down, up) {
			return 0, false
		}
	}
	return c.price, true
}

// withoutAction reports whether a level can be reached without an action.
func (s *Search) withoutAction(c *column, level int, down, up float64) bool {
	if level == int(c.factual) {
		return true
	}
	far := causal.Score(*c.Feature, float64(level)) - causal.Score(*c.Feature, c.factual)
	return far > 0 && far <= up || far < 0 && -far <= down
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// divide splits a box along its chosen feature into disjoint boxes. It separates the factual
// value from the others if the distance or a rule depends on whether the feature changes.
func (s *Search) divide(b box) []box {
	j := b.split
	c, d := &s.cols[j], b.domains[j]
	var parts []causal.Domain
	apart := s.best != nil || s.linked[j] || c.off
	switch {
	case c.number && apart && d.Min < c.factual && c.factual < d.Max:
		parts = []causal.Domain{{Min: d.Min, Max: c.before1()}, {Min: c.factual, Max: c.factual},
			{Min: c.after1(), Max: d.Max}}
	case c.number && apart && d.Min == c.factual:
		parts = []causal.Domain{{Min: c.factual, Max: c.factual}, {Min: c.after1(), Max: d.Max}}
	case c.number && apart && d.Max == c.factual:
		parts = []causal.Domain{{Min: d.Min, Max: c.before1()}, {Min: c.factual, Max: c.factual}}
	case c.number:
		mid := c.Round(d.Min/2 + d.Max/2)
		if at := c.down(b.at); b.cut && d.Min <= at && at < d.Max {
			mid = at
		}
		if mid < d.Min || mid >= d.Max {
			mid = d.Min
		}
		parts = []causal.Domain{{Min: d.Min, Max: mid}, {Min: c.after(mid), Max: d.Max}}
		if c.off && mid < c.factual && c.factual < parts[1].Min { // the factual is the only value in between
			parts[1].Min = c.factual
		}
	default:
		keep := func(list []int) {
			e := causal.Domain{Levels: make([]bool, len(d.Levels))}
			for _, l := range list {
				e.Levels[l] = true
			}
			parts = append(parts, e)
		}
		if x := int(c.factual); apart && d.Levels[x] {
			keep([]int{x})
			keep(slices.DeleteFunc(slices.Clone(b.levels), func(l int) bool { return l == x }))
		} else {
			keep(b.levels[:len(b.levels)/2])
			keep(b.levels[len(b.levels)/2:])
		}
	}
	var children []box
	all := c.count(d)
	for _, e := range parts {
		if e.Empty() {
			continue
		}
		child := box{domains: clone(b.domains), share: b.share}
		child.domains[j] = e
		child.share *= min(c.count(e)/all, 1)
		children = append(children, child)
	}
	return children
}

// before1 and after1 return the values next to the factual.
func (c *column) before1() float64 {
	if c.off {
		return c.down(c.factual)
	}
	return c.before(c.factual)
}

func (c *column) after1() float64 {
	if c.off {
		return c.up(c.factual)
	}
	return c.after(c.factual)
}

// narrow removes what the rules and the best row so far exclude from a box. It reports whether
// anything is left.
func (s *Search) narrow(b *box) bool {
	for {
		if causal.Narrow(s.p.Schema, s.p.Rules, s.p.Factual, b.domains) >= 0 {
			return false
		}
		forced, n := s.fixed.effort, s.fixed.changed
		b.cost = s.fixed.cost
		for j := range s.cols {
			c, d := &s.cols[j], &b.domains[j]
			if c.number && !c.snap(d) {
				return false
			}
		}
		for j := range s.cols {
			if cost, is := s.must(j, b.domains); is {
				n += b2i(!s.cols[j].joined)
				forced += s.cols[j].effort
				b.cost += cost
			}
		}
		b.effort = forced
		if s.p.MaxChanged > 0 && n > s.p.MaxChanged || !s.p.affords(b.cost) || s.best != nil &&
			!nearer(b.effort, b.cost, s.best.Effort, s.best.Cost) {
			return false
		}
		if !s.freeze(b, n) {
			return true
		}
	}
}

// freeze fixes features at their factual value if the n features that must change use up the
// limits. It reports whether it fixed any.
func (s *Search) freeze(b *box, n int) (held bool) {
	full := s.p.MaxChanged > 0 && n == s.p.MaxChanged
	for j := range s.cols {
		c, d := &s.cols[j], &b.domains[j]
		if !d.Has(c.factual) || d.Single() || c.follows || c.forced {
			continue
		}
		if (!full || c.joined) && (s.best == nil || nearer(b.effort+c.effort, b.cost, s.best.Effort, s.best.Cost)) {
			continue
		}
		held = true
		if c.number {
			d.Min, d.Max = c.factual, c.factual
			continue
		}
		for l := range d.Levels {
			d.Levels[l] = l == int(c.factual)
		}
	}
	return held
}

// byGain sorts levels by descending weight.
func byGain(levels []int, w []float64) {
	slices.SortStableFunc(levels, func(a, b int) int { return cmp.Compare(w[b], w[a]) })
}
