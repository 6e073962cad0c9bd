package cf

import (
	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
)

// Method is one of the paper's methods for making feasible counterfactuals. Its causal knowledge
// becomes terms of the objective, weighted by Config.Feasibility, besides validity and proximity.
type Method struct {
	Name  string
	nodes []causal.Node
	rules []causal.Rule

	fixed  fixed // kept by its masked trainings
	letter Letter
	acts   bool // decodes actions, which keep the rules by construction
}

// Under adds hard rules to the method. A generator from a masked training keeps the features that
// they fix, see Config.Masked.
func (m Method) Under(s data.Schema, hard []causal.Rule) Method {
	m.fixed = fixedBy(hard, len(s.Features))
	return m
}

// BaseVAE uses no causal knowledge (section 3.1).
func BaseVAE() Method { return Method{Name: "BaseVAE"} }

// ModelBased uses the mechanisms of some features, from all or part of a structural causal model
// (section 2.3). Causal proximity replaces plain proximity,
//
//	sum_U Dist(x_u, x'_u) + lambda_s * sum_V Dist(x'_v, f(parents'_v))
//
// where lambda_s = Config.Feasibility and V are the features of the nodes. A feasible
// counterfactual also keeps the constraints that the model entails (definition 2.2). Constraints
// given as rules add hinges on features that may change only in one direction or only to some
// extent, on effects that must follow their causes, and on sums of numbers (section 2.4). Rules of other kinds, such as
// those that count conditions, have no slope to train along; masks and the search enforce them.
func ModelBased(nodes []causal.Node, entailed ...causal.Rule) Method {
	return Method{Name: "Model-based", nodes: nodes, rules: entailed}
}

// terms returns the parts of the objective except KL.
func (m Method) terms(l layout, blackBox blackbox.Differentiable, c Config) []term {
	t := m.letter
	ts := []term{newProximity(l, m.nodes, levels(c)), newValidity(blackBox, c).by(t)}
	if t.Scaled {
		ts[0] = newScaled(l, m.nodes)
	}
	for _, n := range m.nodes {
		d := newMechanism(l, n, c.Feasibility).by(t)
		d.own = c.Masked && !t.Effects
		ts = append(ts, d)
	}
	bound := func(feature int, direction, most float64) {
		ts = append(ts, newBound(l, feature, direction, most, c.Feasibility).by(t, l.schema.Features[feature]))
	}
	for _, r := range m.rules {
		switch r.Kind {
		case causal.OnlyIncrease:
			bound(r.Feature, 1, 0)
		case causal.OnlyDecrease:
			bound(r.Feature, -1, 0)
		case causal.MoveAtMost:
			bound(r.Feature, 1, r.Min)
			bound(r.Feature, -1, r.Max)
		case causal.IfRisesThenRises:
			if r.Soft || !c.Masked && t == (Letter{}) {
				ts = append(ts, newImplication(l, r, c.Feasibility))
			}
		case causal.Inequality:
			if r.Soft || !c.Masked && t == (Letter{}) {
				ts = append(ts, newInequality(l, r, c.Feasibility))
			}
		}
	}
	return ts
}
