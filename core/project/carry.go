package project

import (
	"cmp"
	"reflect"
	"slices"

	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/data"
	"causeway/core/fault"
)

// carry are the effects that follow from their causes under a query while a row keeps
// what is its own; nil where none is asked for. Their mechanisms are those of the
// training rows, but formulas need none.
func (p *Project) carry(q Query) (*causal.Carried, error) {
	effects := q.Knowledge.Followers(p.Said())
	if len(effects) == 0 {
		return nil, nil
	}
	m, err := p.mechanisms(q.Knowledge, effects)
	if err != nil {
		return nil, err
	}
	c, err := m.Carry(effects)
	if err != nil {
		return nil, Refuse(BadInput, "What follows from its causes cannot be computed: %s.", fault.Clause(err))
	}
	return c, nil
}

// admitted is the knowledge without effects that cannot follow by their lines, which count as
// acted on: the rows contradict the sign of an edge into them, so that its slope is bound to 0.
func (p *Project) admitted(k causal.Knowledge) (out causal.Knowledge, flat []int) {
	out = k
	out.Mechanisms = slices.Clone(k.Mechanisms)
	for i, m := range out.Mechanisms {
		if m.State != causal.ActedOn && m.Form == causal.FittedLinear && p.Table != nil {
			scm, err := p.fit(k)
			g, bad := k.Graph(p.Seen)
			if err != nil || bad != nil {
				return k, nil // which carry says
			}
			if n, _ := scm.Node(m.Feature); len(n.Flat(p.Said(), g)) > 0 {
				out.Mechanisms[i].State, flat = causal.ActedOn, append(flat, m.Feature)
			}
		}
	}
	return out, flat
}

// finer is the schema as people state values of it, with what follows by the knowledge as
// fine as it is carried.
func (p *Project) finer(k causal.Knowledge) data.Schema {
	return causal.Finer(p.Said(), k.Followers(p.Said()))
}

// mechanisms are those of the knowledge. Without rows there are formulas alone, which
// do if no other effect is asked for.
func (p *Project) mechanisms(k causal.Knowledge, effects []int) (*causal.SCM, error) {
	if p.Table != nil {
		m, err := p.fit(k)
		if err != nil {
			return nil, Refuse(BadInput, "What follows from its causes cannot be computed: %s.", fault.Clause(err))
		}
		return m, nil
	}
	g, err := k.Graph(p.Seen)
	if err != nil {
		return nil, err
	}
	var nodes []causal.Node
	for _, a := range k.Mechanisms {
		if a.Form != causal.Given {
			if slices.Contains(effects, a.Feature) {
				return nil, Refuse(NotReady, "How %q follows from its causes is fitted to the table's rows, which are not there; open the table first.", p.Said().Features[a.Feature].Name)
			}
			continue
		}
		f, err := causal.ParseFormula(a.Formula, p.Seen, g.Parents(a.Feature))
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, causal.Node{Feature: a.Feature, Parents: g.Parents(a.Feature), Mechanism: f, Variance: 1})
	}
	return causal.NewSCM(p.Seen, nodes...)
}

// fitted keeps what was fitted to the training rows by the knowledge that was asked
// about last: a network takes a second.
type fitted struct {
	of      causal.Knowledge // edges and mechanisms
	done    bool
	scm     *causal.SCM
	err     error
	degrees *causal.Degrees
}

// fit fits the mechanisms of the knowledge to the training rows.
func (p *Project) fit(k causal.Knowledge) (*causal.SCM, error) {
	of := causal.Knowledge{Edges: k.Edges, Mechanisms: k.Mechanisms}.Free()
	if !p.fitted.done || !reflect.DeepEqual(of, p.fitted.of) {
		p.fitted = fitted{of: of, done: true}
		p.fitted.scm, p.fitted.err = of.Fit(p.Table, p.Split.Train)
	}
	return p.fitted.scm, p.fitted.err
}

// freedBoxes is the budget of the complete search where an effect is let go.
const freedBoxes = 1000

// freed looks, where nothing was found, for rows that are there once an effect that is to
// follow may be changed itself: one of them, the nearest rows first, or else all.
func (l laws) freed(finder cf.Finder, q cf.Query, j judge, tick func() error) (list []Relaxation, err error) {
	if l.carried == nil {
		return nil, nil
	}
	q.Brief, q.Count, q.Boxes = true, 1, min(q.Boxes, freedBoxes)
	try := func(free []int) error {
		var kept []int
		r := Relaxation{Without: l.without(nil)}
		for i, v := range l.follow.Effects() {
			switch place := len(l.words) - len(l.follow.Effects()) + i; {
			case slices.Contains(free, v):
				r.Without = append(r.Without, place)
			case slices.Contains(l.carried.Effects(), v):
				kept = append(kept, v)
			}
		}
		q.Carry = l.carried.Only(kept)
		found, err := finder.Search(q, tick)
		if err == nil && len(found.Rows) > 0 {
			slices.Sort(r.Without)
			r.Without, r.Row = slices.Compact(r.Without), j.prove(found.Rows[0])
			list = append(list, r)
		}
		return err
	}
	for _, v := range l.carried.Effects() {
		if err := try([]int{v}); err != nil {
			return nil, err
		}
	}
	if len(list) == 0 && len(l.carried.Effects()) > 1 {
		err = try(l.carried.Effects())
	}
	slices.SortStableFunc(list, func(a, b Relaxation) int {
		return cmp.Or(cmp.Compare(a.Row.Effort, b.Row.Effort), cmp.Compare(a.Row.Cost, b.Row.Cost))
	})
	return list, err
}
