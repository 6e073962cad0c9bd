package cf

import (
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/model"
)

// Know builds a method from a person's knowledge, with the terms that the registry lists for the
// method. It fits mechanisms (including those of followers) and lines to rows of the table. Both
// the page and cmd/paper build methods here, so they train in the same way.
func Know(name model.Method, k causal.Knowledge, t *data.Table, rows []int) (Method, error) {
	m, terms, err := know(name, k, t.Schema)
	if effects := k.Followers(t.Schema); err == nil && m.acts && len(effects) > 0 {
		scm, err := k.Fit(t, rows)
		if err != nil {
			return Method{}, err
		}
		follow, err := scm.Followers(effects, k.Adjustables(t.Schema))
		m.rules = append(m.rules, follow...)
		return m, err
	}
	if err != nil || len(terms) == 0 {
		return m, err
	}
	t = t.With(k.Schema(t.Schema))
	var fitted *causal.SCM
	for _, term := range terms {
		if term.Kind == causal.LineTerm {
			n, err := line(term.Rule, t, rows)
			if err != nil {
				return Method{}, err
			}
			m.nodes = append(m.nodes, n)
			continue
		}
		if fitted == nil {
			if fitted, err = k.Fit(t, rows); err != nil {
				return Method{}, err
			}
		}
		if n, ok := fitted.Node(term.Feature); ok {
			m.nodes = append(m.nodes, n)
		}
	}
	return m, nil
}

// know returns a method without its fitted parts, and the terms that need fitting.
func know(name model.Method, k causal.Knowledge, s data.Schema) (m Method, fitted []causal.Term, err error) {
	if !name.Trains() || name.Gone() {
		return m, nil, fault.Errorf("cf: no trainable method is called %q", name)
	}
	if err := k.Check(s); err != nil {
		return m, nil, err
	}
	s = k.Schema(s)
	if name.Acts() {
		return Actions(k.AllRules(s)), nil, nil
	}
	m.Name = name.Title()
	m = m.Under(s, k.AllRules(s))
	for _, term := range k.Terms(s, name.Learns()) {
		if term.Kind == causal.MechanismTerm || term.Kind == causal.LineTerm {
			fitted = append(fitted, term)
		} else {
			m.rules = append(m.rules, term.Rule)
		}
	}
	return m, fitted, nil
}

// line fits the monotone linear model of a binary rule (section 2.4).
func line(r causal.Rule, t *data.Table, rows []int) (causal.Node, error) {
	g, err := causal.NewGraph(t.Schema, r.Causes()...)
	if err != nil {
		return causal.Node{}, err
	}
	return causal.FitNode(t, rows, g, r.Other, causal.FitConfig{})
}
