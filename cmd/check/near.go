package main

import (
	"math"
	"slices"
)

// hair is the relative difference of two sums below which they count as equal.
const hair = 1e-9

// nearer compares two rows by effort, then cost.
func nearer(effort, cost, thanEffort, thanCost float64) bool {
	if e := hair * (1 + math.Abs(thanEffort)); math.Abs(effort-thanEffort) > e {
		return effort < thanEffort
	}
	return cost < thanCost-hair*(1+math.Abs(thanCost))
}

// forces lists the rules that move feature j for free: "if rises" with a least, as far as their cause
// requires.
func (p *problem) forces(j int) (list []*rule) {
	for i := range p.rules {
		if r := &p.rules[i]; r.Kind == "if rises" && r.Least > 0 && r.Other == j && !p.follows[j] {
			list = append(list, r)
		}
	}
	return list
}

// withholds lists the rules by which number j goes missing; it then becomes Min for free.
func (p *problem) withholds(x []float64, j int) (list []*rule) {
	for i := range p.rules {
		if r := &p.rules[i]; r.Withholds && r.Other == j && !slices.Contains(r.Levels, int(x[r.Feature])) &&
			!p.follows[j] {
			list = append(list, r)
		}
	}
	return list
}

// drifts reports whether other features or rules can change feature j for free.
func (p *problem) drifts(x []float64, j int) bool { return len(p.forces(j))+len(p.withholds(x, j)) > 0 }

// counts reports whether a change of feature j counts. Making a missing number known counts only as
// the change of its flag.
func (c *certificate) counts(j int) int {
	for i := range c.rules {
		if r := &c.rules[i]; r.Kind == "stays missing" && r.Feature == j && c.Row[r.Other] != 0 {
			return 0
		}
	}
	return 1
}

// base returns the value of feature j without an action on it: the factual's value, the value that
// follows, the value to which rules force it, or the number that stands for a missing one.
func (p *problem) base(x, row []float64, j int) float64 {
	if p.follows[j] {
		return row[j]
	}
	f, v := &p.features[j], x[j]
	from, to := f.score(x[j]), f.score(row[j])
	for _, r := range p.forces(j) {
		way := 0.0
		switch p.premise(r, x, p.point(row)) {
		case rises:
			way = 1
		case falls:
			way = -1
		}
		if r.Falls {
			way = -way
		}
		cause := &p.features[r.Feature]
		least := r.Least * math.Abs(cause.score(row[r.Feature])-cause.score(x[r.Feature]))
		at, some := 0.0, way != 0 && (to-from)*way > 0
		if f.number() {
			at = way * f.upTo(way*from+least)
		} else {
			best := math.Inf(1)
			for l := range f.Levels {
				if far := (f.score(float64(l)) - from) * way; far >= least-1e-9 && far < best {
					at, best = float64(l), far
				}
			}
			some = some && !math.IsInf(best, 1)
		}
		switch {
		case !some:
		case (f.score(at)-to)*way >= 0:
			return row[j]
		case math.Abs(f.score(at)-from) > math.Abs(f.score(v)-from):
			v = at
		}
	}
	for _, r := range p.withholds(x, j) {
		if slices.Contains(r.Levels, int(row[r.Feature])) {
			v = r.Min
		}
	}
	return v
}

// price returns the cost of one unit of a number, or of a changed level.
func (c *certificate) price(j int) float64 {
	if f := &c.features[j]; f.number() {
		return c.Effort[j] / f.MAD
	}
	return c.Effort[j] * c.LevelCost
}

// weigh measures how far a row is from the factual.
func (c *certificate) weigh(row []float64) (changed int, effort, cost float64) {
	for j, v := range row {
		base := c.base(c.Row, row, j)
		if v == base {
			continue
		}
		changed += c.counts(j)
		effort += c.Effort[j]
		if c.features[j].number() {
			cost += c.price(j) * math.Abs(v-base)
		} else {
			cost += c.price(j)
		}
	}
	return changed, effort, cost
}

// reach returns how far rules can force the score of feature j down and up in a box.
func (c *certificate) reach(b box, j int) (down, up float64) {
	step := 1.0
	if f := &c.features[j]; f.number() {
		step = f.step()
	}
	for _, r := range c.forces(j) {
		for _, rise := range []bool{true, false} {
			if _, by := c.extent(c.Row, b, r.Feature, rise); by > 0 && (rise || r.Reverse) {
				to := &up
				if rise == r.Falls {
					to = &down
				}
				*to = max(*to, r.Least*by*(1+1e-9)+step*(1+1e-6))
			}
		}
	}
	for _, r := range c.withholds(c.Row, j) {
		for _, l := range r.Levels {
			if b[r.Feature].levels[l] {
				by := (r.Min - c.Row[j]) * (1 + 1e-9)
				down, up = max(down, -by), max(up, by)
			}
		}
	}
	return down, up
}

// free returns the part of a feature's domain in a box that needs no change.
func (c *certificate) free(b box, j int) (d domain, some bool) {
	if c.follows[j] {
		return b[j], true
	}
	down, up := c.reach(b, j)
	f, x := &c.features[j], c.Row[j]
	if f.number() {
		d = domain{low: max(b[j].low, x-down), high: min(b[j].high, x+up)}
		return d, d.low <= d.high
	}
	d.levels = make([]bool, len(f.Levels))
	for l, in := range b[j].levels {
		far := f.score(float64(l)) - f.score(x)
		d.levels[l] = in && (float64(l) == x || far > 0 && far <= up || far < 0 && -far <= down)
		some = some || d.levels[l]
	}
	return d, some
}

// view is the part of a box that the claim is about: rows that change at most MaxChanged features and,
// for "nearest", are nearer than the answer.
type view struct {
	*certificate
	box  box
	free []domain // the values without a change; none if no level is true, or if high is below low
	must []bool   // whether every value is a change

	left  float64 // effort (with costs: cost) left for further changes
	costs bool
	count int // further changes; -1: any number
}

// affords reports whether a cost is within the limit, allowing for a multiple of the rounding
// error.
func (c *certificate) affords(cost, times float64) bool {
	return c.MaxCost == 0 || cost <= c.MaxCost+times*hair*(1+c.MaxCost)
}

// look makes the view of a box. far means that no row is left.
func (c *certificate) look(b box) (v *view, far bool) {
	v = &view{certificate: c, box: slices.Clone(b), free: make([]domain, len(b)), must: make([]bool, len(b))}
	near := c.Claim == "nearest"
	for range c.rules { // computed features follow in order
		for i := range c.rules {
			if r := &c.rules[i]; r.Kind == "computed" {
				low, high, slack := c.sum(r, v.box)
				d := &v.box[r.Feature]
				d.low, d.high = max(d.low, low-slack), min(d.high, high+slack)
				if *d = c.features[r.Feature].snap(*d, c.Row[r.Feature]); d.low > d.high {
					return v, true
				}
			}
		}
	}
	for again := true; again; {
		again = false
		n, effort, cost, moving := 0, 0.0, 0.0, false
		for j := range b {
			d, some := c.free(v.box, j)
			v.free[j], v.must[j] = d, !some
			if some {
				moving = moving || !c.follows[j] && !v.box[j].single()
				continue
			}
			n += c.counts(j)
			effort += c.Effort[j]
			if c.features[j].number() {
				cost += c.price(j) * (d.low - d.high)
			} else {
				cost += c.price(j)
			}
		}
		limit := c.MaxChanged > 0 && c.Claim != "range"
		if limit && n > c.MaxChanged || c.Claim != "range" && !c.affords(cost, 0.5) ||
			near && !nearer(effort, cost, c.Answer.Effort, c.Answer.Cost) {
			return v, true
		}
		for j, x := range c.Row { // features that cannot change any more keep their values
			d := &v.box[j]
			if !d.has(x) || d.single() || c.follows[j] || c.drifts(c.Row, j) {
				continue
			}
			if limit && n == c.MaxChanged && c.counts(j) > 0 || near && !nearer(effort+c.Effort[j], cost,
				c.Answer.Effort, c.Answer.Cost) {
				*d, again = c.point(c.Row)[j], true
			}
		}
		v.left, v.costs, v.count = math.Inf(1), false, -1
		if limit {
			v.count = c.MaxChanged - n
		}
		if !near {
			continue
		}
		slack := hair * (1 + c.Answer.Effort)
		switch v.left = c.Answer.Effort - effort + slack; {
		case !moving && v.left < 2*slack: // no effort is left, so compare costs
			v.costs, v.left = true, c.Answer.Cost-cost+hair*(1+c.Answer.Cost)
		case !moving:
			v.left = math.Inf(1)
		}
	}
	return v, false
}

// most bounds a x + c over the rows of the view, where a weights the model's inputs. It starts with
// every feature at its best value without a change. Then it takes the changes with the largest gain
// per effort, the last one partly.
func (v *view) most(a []float64, c float64) float64 {
	type item struct{ gain, weight float64 }
	var items []item
	for j := range v.box {
		f := &v.features[j]
		best, all := v.best(a, j, v.box[j]), v.box[j]
		base, weight, some := best, v.Effort[j], true
		switch {
		case v.follows[j], v.count >= 0 && v.counts(j) == 0:
		case !v.must[j]:
			base, some = v.best(a, j, v.free[j]), !v.costs
		case v.costs && f.number() && !v.drifts(v.Row, j):
			near := domain{low: all.low, high: all.low}
			if all.high < v.Row[j] {
				near = domain{low: all.high, high: all.high}
			}
			base, weight = v.best(a, j, near), v.price(j)*(all.high-all.low)
		}
		if !some {
			base = best
		}
		if c += base; best > base {
			items = append(items, item{best - base, weight})
		}
	}
	bySize, byWorth, left := 0.0, 0.0, v.left
	slices.SortFunc(items, func(x, y item) int { return sign(y.gain - x.gain) })
	for i, it := range items {
		if v.count < 0 || i < v.count || v.costs {
			bySize += it.gain
		}
	}
	if !math.IsInf(left, 1) {
		slices.SortFunc(items, func(x, y item) int { return sign(y.gain*x.weight - x.gain*y.weight) })
	}
	for _, it := range items {
		if it.weight > left {
			byWorth += it.gain * max(left, 0) / it.weight
			break
		}
		byWorth, left = byWorth+it.gain, left-it.weight
	}
	return c + min(bySize, byWorth)
}

func sign(v float64) int {
	switch {
	case v < 0:
		return -1
	case v > 0:
		return 1
	}
	return 0
}

// best returns the largest a x of a feature in a domain.
func (v *view) best(a []float64, j int, d domain) float64 {
	f := &v.features[j]
	if f.number() {
		return max(a[f.offset]*f.scale(d.low), a[f.offset]*f.scale(d.high))
	}
	most := math.Inf(-1)
	for l, in := range d.levels {
		if in {
			most = max(most, a[f.offset+l])
		}
	}
	return most
}
