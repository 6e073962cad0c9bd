package cf

import (
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
)

// Know makes the method of a name from what a person knows; mechanisms and lines
// are fitted to rows of the table. The page and cmd/paper put methods together
// here, so that both train the same.
func Know(name causal.Method, k causal.Knowledge, t *data.Table, rows []int) (Method, error) {
	if err := k.Check(t.Schema); err != nil {
		return Method{}, err
	}
	t = t.With(k.Schema(t.Schema))
	var nodes []causal.Node
	var rules []causal.Rule
	for _, term := range k.Terms(t.Schema, name) {
		switch term.Kind {
		case causal.MechanismTerm: // fitted together below
		case causal.LineTerm:
			n, err := line(term.Rule, t, rows)
			if err != nil {
				return Method{}, err
			}
			nodes = append(nodes, n)
		default:
			rules = append(rules, term.Rule)
		}
	}
	switch name {
	case causal.BaseVAE:
		return BaseVAE(), nil
	case causal.ModelApprox:
		return ModelApprox(rules, nodes...), nil
	case causal.ModelBased:
		m, err := k.Fit(t, rows)
		if err != nil {
			return Method{}, err
		}
		for _, term := range k.Terms(t.Schema, name) {
			if n, ok := m.Node(term.Feature); ok && term.Kind == causal.MechanismTerm {
				nodes = append(nodes, n)
			}
		}
		return ModelBased(nodes, rules...), nil
	}
	return Method{}, fault.Errorf("cf: there is no method %q", name)
}

// line fits the monotone linear model of a binary rule (section 2.4).
func line(r causal.Rule, t *data.Table, rows []int) (causal.Node, error) {
	g, err := causal.NewGraph(t.Schema, r.Causes()...)
	if err != nil {
		return causal.Node{}, err
	}
	return causal.FitNode(t, rows, g, r.Other, causal.FitConfig{})
}
