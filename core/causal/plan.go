package causal

import (
	"slices"

	"causeway/core/data"
)

// Stage is one step of a plan: the features acted on, those that follow, and the row after it.
type Stage struct {
	Does    []int // features that are changed, causes before their effects
	Follows []int // features that follow, causes before their effects
	Row     []float64
	Waits   []Wait
	Kept    bool // the row keeps every rule that the counterfactual keeps
}

// Wait is what a rule with a rate says about a step: Effect moves by at least Least while Cause
// moves, which is Rate for every unit or level of Cause.
type Wait struct {
	Cause, Effect int
	Rate, Least   float64
	Falls         bool // the effect goes down
}

// Steps order the changes that lead from a factual to a counterfactual: causes first, and among
// several possible next ones the one with the smallest index. A step is as small as the rules
// allow. If its row would break a rule that the counterfactual keeps, the changes of that
// rule's features go along, and at last all that are left. Computed features follow in every
// step. The row after the last step is the counterfactual to the bit.
//
// Rules are hard ones. A counterfactual that changes nothing has no steps.
func Steps(s data.Schema, g *Graph, rules []Rule, factual, counterfactual []float64) []Stage {
	p := planner{s: s, g: g, factual: factual, to: counterfactual, rules: rules, before: factual,
		base: NewBase(s, rules, factual)}
	p.was = p.base.Of(counterfactual, make([]float64, len(counterfactual)))
	for _, r := range rules {
		if r.Holds(s, factual, counterfactual) {
			p.kept = append(p.kept, r)
		}
	}
	for _, j := range g.Order() {
		if p.was[j] != counterfactual[j] {
			p.left = append(p.left, j)
		}
	}
	var steps []Stage
	for len(p.left) > 0 {
		steps = append(steps, p.step())
	}
	return steps
}

// planner is a plan under way.
type planner struct {
	s           data.Schema
	g           *Graph
	rules, kept []Rule
	base        *Base
	was         []float64 // the base of to
	factual, to []float64
	before      []float64 // the row after the steps so far
	left        []int     // changes still to do, in order
}

func (p *planner) step() Stage {
	does, row := []int{p.left[0]}, []float64(nil)
	for {
		row = p.after(does)
		broken := p.broken(row)
		if broken == nil || len(does) == len(p.left) {
			break
		}
		does = append(does, p.along(does, broken))
	}
	last := len(does) == len(p.left)
	if last {
		row = slices.Clone(p.to)
	}
	p.left = slices.DeleteFunc(p.left, func(j int) bool { return slices.Contains(does, j) })
	st := Stage{Row: row, Kept: last || p.broken(row) == nil, Waits: p.waits(does)}
	for _, j := range p.g.Order() {
		switch {
		case slices.Contains(does, j):
			st.Does = append(st.Does, j)
		case row[j] != p.before[j]:
			st.Follows = append(st.Follows, j)
		}
	}
	p.before = row
	return st
}

// after is the row once more is done.
func (p *planner) after(does []int) []float64 {
	row := slices.Clone(p.before)
	for _, j := range does {
		row[j] = p.to[j]
	}
	p.base.again(p.rules, p.to, p.was, row, func(k int) bool {
		return p.was[k] != p.to[k] && (slices.Contains(does, k) || !slices.Contains(p.left, k))
	})
	return row
}

// broken is the first rule that a row breaks and the counterfactual does not, or nil.
func (p *planner) broken(row []float64) *Rule {
	for i := range p.kept {
		if !p.kept[i].Holds(p.s, p.factual, row) {
			return &p.kept[i]
		}
	}
	return nil
}

// along is the change that goes along: the next one of a broken rule's features, else the next
// of all.
func (p *planner) along(does []int, broken *Rule) int {
	next := -1
	for _, j := range p.left {
		switch {
		case slices.Contains(does, j):
		case slices.Contains(broken.Features(), j):
			return j
		case next < 0:
			next = j
		}
	}
	return next
}

// waits are what rules with a rate require while causes move to their goals.
func (p *planner) waits(does []int) (list []Wait) {
	for _, r := range p.kept {
		if r.Kind != IfRisesThenRises || r.Least <= 0 || !slices.Contains(does, r.Feature) {
			continue
		}
		way := r.Way(p.s, p.factual, p.to)
		least, _ := r.Asks(p.s, p.factual, p.to)
		w := Wait{Cause: r.Feature, Effect: r.Other, Rate: r.Least, Least: least, Falls: way < 0}
		if way != 0 && !slices.ContainsFunc(list, func(o Wait) bool {
			return o.Cause == w.Cause &&
				o.Effect == w.Effect && o.Least >= w.Least
		}) {
			list = append(list, w)
		}
	}
	return list
}
