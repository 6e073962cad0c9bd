package cf

import (
	"causeway/core/blackbox"
	"causeway/core/causal"
)

// Method is one of the paper's ways to make feasible counterfactuals: what it
// knows of cause and effect becomes terms that join validity and proximity in
// the objective, weighed by Config.Feasibility.
type Method struct {
	Name  string
	nodes []causal.Node
	rules []causal.Rule

	distils bool // it learns from a search, and the rules are kept by construction
}

// BaseVAE knows nothing of causes (section 3.1).
func BaseVAE() Method { return Method{Name: "BaseVAE"} }

// ModelBased knows the mechanisms of some features, of all or of a part of a
// structural causal model (section 2.3). The causal proximity takes the place of
// the plain one,
//
//	sum_U Dist(x_u, x'_u) + lambda_s * sum_V Dist(x'_v, f(parents'_v))
//
// with lambda_s = Config.Feasibility and V the features of the nodes. A
// counterfactual is feasible if it also keeps the constraints that the model
// entails (definition 2.2); those that are given as rules join as ModelApprox's
// do.
func ModelBased(nodes []causal.Node, entailed ...causal.Rule) Method {
	return Method{Name: "Model-based", nodes: nodes, rules: entailed}
}

// ModelApprox knows rules (section 2.4): hinges on features that may change one
// way only or only so far, and on effects that must follow their causes, and the learned
// monotone linear models of binary rules, which stand where ModelBased has
// mechanisms. Rules of other kinds have no term; the search obeys them.
func ModelApprox(rules []causal.Rule, monotone ...causal.Node) Method {
	return Method{Name: "Model-approx", rules: rules, nodes: monotone}
}

// terms are the parts of the objective but for KL.
func (m Method) terms(l layout, blackBox blackbox.Differentiable, c Config) []term {
	ts := []term{newProximity(l, m.nodes, levels(c)), newValidity(blackBox, c)}
	for _, n := range m.nodes {
		ts = append(ts, newMechanism(l, n, c.Feasibility))
	}
	for _, r := range m.rules {
		switch r.Kind {
		case causal.OnlyIncrease:
			ts = append(ts, newBound(l, r.Feature, 1, 0, c.Feasibility))
		case causal.OnlyDecrease:
			ts = append(ts, newBound(l, r.Feature, -1, 0, c.Feasibility))
		case causal.MoveAtMost:
			ts = append(ts, newBound(l, r.Feature, 1, r.Min, c.Feasibility), newBound(l, r.Feature, -1, r.Max, c.Feasibility))
		case causal.IfRisesThenRises:
			ts = append(ts, newImplication(l, r, c.Feasibility))
		}
	}
	return ts
}
