package cf

import (
	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
)

// Method is one of the paper's ways to make feasible counterfactuals. Its
// knowledge of cause and effect becomes terms that join validity and
// proximity in the objective, weighed by Config.Feasibility.
type Method struct {
	Name  string
	nodes []causal.Node
	rules []causal.Rule

	fixed  fixed // that its masked trainings keep
	letter Letter
	acts   bool // it decodes actions, and the rules are kept by construction
}

// Under tells the method hard rules: a generator of a masked training keeps the features that
// they fix, see Config.Masked.
func (m Method) Under(s data.Schema, hard []causal.Rule) Method {
	m.fixed = fixedBy(hard, len(s.Features))
	return m
}

// BaseVAE knows nothing of causes (section 3.1).
func BaseVAE() Method { return Method{Name: "BaseVAE"} }

// ModelBased knows the mechanisms of some features, of all or of a part of a structural causal
// model (section 2.3). The causal proximity replaces the plain one,
//
//	sum_U Dist(x_u, x'_u) + lambda_s * sum_V Dist(x'_v, f(parents'_v))
//
// with lambda_s = Config.Feasibility and V the features of the nodes. A counterfactual is
// feasible if it also keeps the constraints that the model entails (definition 2.2);
// constraints given as rules join as ModelApprox's do.
func ModelBased(nodes []causal.Node, entailed ...causal.Rule) Method {
	return Method{Name: "Model-based", nodes: nodes, rules: entailed}
}

// ModelApprox knows rules (section 2.4). It has hinges on features that may change one way only
// or only so far, and on effects that must follow their causes. Instead of the mechanisms of
// ModelBased it learns monotone linear models of binary rules. Rules of other kinds have no
// term; the search obeys them.
func ModelApprox(rules []causal.Rule, monotone ...causal.Node) Method {
	return Method{Name: "Model-approx", rules: rules, nodes: monotone}
}

// terms are the parts of the objective except KL.
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
		}
	}
	return ts
}
