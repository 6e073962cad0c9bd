package cf

import (
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/model"
)

// Know puts a method together from what a person knows, out of the terms that the
// registry says it learns; mechanisms and lines are fitted to rows of the table. The
// page and cmd/paper put methods together here, so that both train the same.
func Know(name model.Method, k causal.Knowledge, t *data.Table, rows []int) (Method, error) {
	if !name.Trains() {
		return Method{}, fault.Errorf("cf: there is no method %q", name)
	}
	if err := k.Check(t.Schema); err != nil {
		return Method{}, err
	}
	t = t.With(k.Schema(t.Schema))
	if name.Distils() {
		return Distilled(k.AllRules(t.Schema)), nil
	}
	m := Method{Name: name.Title()}
	var fitted *causal.SCM
	for _, term := range k.Terms(t.Schema, name.Learns()) {
		switch term.Kind {
		case causal.MechanismTerm:
			if fitted == nil {
				var err error
				if fitted, err = k.Fit(t, rows); err != nil {
					return Method{}, err
				}
			}
			if n, ok := fitted.Node(term.Feature); ok {
				m.nodes = append(m.nodes, n)
			}
		case causal.LineTerm:
			n, err := line(term.Rule, t, rows)
			if err != nil {
				return Method{}, err
			}
			m.nodes = append(m.nodes, n)
		default:
			m.rules = append(m.rules, term.Rule)
		}
	}
	return m, nil
}

// line fits the monotone linear model of a binary rule (section 2.4).
func line(r causal.Rule, t *data.Table, rows []int) (causal.Node, error) {
	g, err := causal.NewGraph(t.Schema, r.Causes()...)
	if err != nil {
		return causal.Node{}, err
	}
	return causal.FitNode(t, rows, g, r.Other, causal.FitConfig{})
}
