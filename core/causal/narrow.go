package causal

import (
	"math"

	"causeway/core/data"
)

// narrowing removes values that rules exclude, until no rule removes another one.
type narrowing struct {
	s       data.Schema
	x       []float64 // factual or nil
	d       []Domain
	changed bool

	ends [][2]float64 // bounds of the terms of a sum
	list [][]only     // see outs
	ways []only
}

// freeze fixes a feature at its factual value.
func (n *narrowing) freeze(j int) {
	x := n.x[j]
	if n.d[j].Levels == nil {
		n.atLeast(j, x)
		n.atMost(j, x)
	}
	n.keep(j, func(l int) bool { return l == int(x) })
}

// moves is a set of directions.
type moves uint8

const (
	falls moves = 1 << iota
	stays
	rises
)

// turned swaps rising and falling if is is true.
func (m moves) turned(is bool) moves {
	if is {
		return m&stays | m&falls<<2 | m&rises>>2
	}
	return m
}

// members returns the features of a MoveTogether rule.
func (r *Rule) members() []Member {
	return append([]Member{{Feature: r.Feature}, {Feature: r.Other, Falls: r.Falls}}, r.Also...)
}

// together narrows the members of a MoveTogether rule to the directions possible for all of them.
func (n *narrowing) together(r *Rule) {
	members := r.members()
	if !r.ordered(n.s) {
		n.changeTogether(members)
		return
	}
	all := falls | stays | rises
	for _, m := range members {
		all &= n.moves(m.Feature).turned(m.Falls)
	}
	for _, m := range members {
		n.restrict(m.Feature, all.turned(m.Falls))
	}
}

// changeTogether narrows the members of a MoveTogether rule with a category, whose changes have no
// direction.
func (n *narrowing) changeTogether(members []Member) {
	change, stay := true, true
	for _, m := range members {
		change = change && n.canChange(m.Feature)
		stay = stay && n.d[m.Feature].Has(n.x[m.Feature])
	}
	for _, m := range members {
		j := m.Feature
		x := n.x[j]
		switch {
		case !change && !stay:
			n.empty(j)
		case !change && n.d[j].Levels == nil:
			n.atLeast(j, x)
			n.atMost(j, x)
		default:
			n.keep(j, func(l int) bool { return l == int(x) && stay || l != int(x) && change })
		}
	}
}

// canChange reports whether a value other than the factual's remains.
func (n *narrowing) canChange(j int) bool {
	d, x := n.d[j], n.x[j]
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

// moves returns the directions that a feature's domain allows; a category only stays.
func (n *narrowing) moves(j int) moves {
	f := &n.s.Features[j]
	if f.Kind == data.Category {
		return stays
	}
	x := score(f, n.x[j])
	low, high := n.scores(j)
	var m moves
	if low < x {
		m |= falls
	}
	if high > x {
		m |= rises
	}
	if n.d[j].Levels == nil {
		if low <= x && x <= high {
			m |= stays
		}
		return m
	}
	for l, in := range n.d[j].Levels {
		if in && score(f, float64(l)) == x {
			m |= stays
		}
	}
	return m
}

// restrict keeps the values that move in one of the given directions. If a number may rise or
// fall but not stay, all of its values remain.
func (n *narrowing) restrict(j int, to moves) {
	f := &n.s.Features[j]
	x := score(f, n.x[j])
	if n.d[j].Levels != nil {
		n.keep(j, func(l int) bool {
			switch v := score(f, float64(l)); {
			case v < x:
				return to&falls != 0
			case v > x:
				return to&rises != 0
			}
			return to&stays != 0
		})
		return
	}
	if n.moves(j)&to == 0 {
		n.empty(j)
		return
	}
	switch {
	case to&falls != 0:
	case to&stays != 0:
		n.atLeast(j, x)
	default:
		n.atLeast(j, beyond(f, x, f.Step()))
	}
	switch {
	case to&rises != 0:
	case to&stays != 0:
		n.atMost(j, x)
	default:
		n.atMost(j, beyond(f, x, -f.Step()))
	}
}

// beyond returns the next value of a column after x in the direction of step. x itself need not
// be a value of the column.
func beyond(f *data.Feature, x, step float64) float64 {
	if v := f.Round(x); (v-x)*step > 0 {
		return v
	}
	return f.Round(x + step)
}

// scores returns the range of the scores in a domain. If it is empty, low is above high.
func (n *narrowing) scores(j int) (low, high float64) {
	d, f := n.d[j], &n.s.Features[j]
	if d.Levels == nil {
		return d.Min, d.Max
	}
	low, high = math.Inf(1), math.Inf(-1)
	for l, in := range d.Levels {
		if in {
			low, high = min(low, score(f, float64(l))), max(high, score(f, float64(l)))
		}
	}
	return low, high
}

func (n *narrowing) atLeast(j int, low float64) {
	d, f := &n.d[j], &n.s.Features[j]
	if d.Levels == nil && low > d.Min {
		d.Min, n.changed = low, true
	}
	n.keep(j, func(l int) bool { return score(f, float64(l)) >= low })
}

func (n *narrowing) atMost(j int, high float64) {
	d, f := &n.d[j], &n.s.Features[j]
	if d.Levels == nil && high < d.Max {
		d.Max, n.changed = high, true
	}
	n.keep(j, func(l int) bool { return score(f, float64(l)) <= high })
}

// keep removes the levels for which in is false. It does nothing to a number.
func (n *narrowing) keep(j int, in func(level int) bool) {
	for l, is := range n.d[j].Levels {
		if is && !in(l) {
			n.d[j].Levels[l], n.changed = false, true
		}
	}
}

func (n *narrowing) empty(j int) {
	if n.d[j].Levels == nil {
		n.d[j].Min, n.d[j].Max, n.changed = 1, 0, true
	}
	n.keep(j, func(int) bool { return false })
}
