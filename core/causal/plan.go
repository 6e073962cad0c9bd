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
	Kept    bool // whether the row keeps every rule that the counterfactual keeps
}

// Wait is a requirement on a step: while Cause moves, Effect moves by at least Least, which is Rate
// per unit or level of Cause.
type Wait struct {
	Cause, Effect int
	Rate, Least   float64
	Falls         bool // the effect goes down
}

// Steps orders the changes that lead from a factual to a counterfactual: causes come first; if
// several can come next, the one with the smallest index does. Each step is as small as the rules
// allow. If a step would break a rule that the counterfactual keeps, it includes further changes:
// first those of the rule's features, then any others. Computed features follow in every step. The
// row after the last step equals the counterfactual exactly.
//
// Rules must be hard. A counterfactual without changes has no steps.
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

// planner is a plan in progress.
type planner struct {
	s           data.Schema
	g           *Graph
	rules, kept []Rule
	base        *Base
	was         []float64 // the base of to
	factual, to []float64
	before      []float64 // the row after all steps so far
	left        []int     // remaining changes, in order
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

// after returns the row after the given changes.
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

// broken returns the first rule that a row breaks although the counterfactual keeps it, or nil.
func (p *planner) broken(row []float64) *Rule {
	for i := range p.kept {
		if !p.kept[i].Holds(p.s, p.factual, row) {
			return &p.kept[i]
		}
	}
	return nil
}

// along returns the change to include next: one of the broken rule's features if possible,
// otherwise the first remaining one.
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

// waits returns what rules with a rate require while the causes move to their goals.
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
