package project

import (
	"reflect"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/kernel"
	"causeway/core/study"
)

// followers returns the rules that compute effects under the knowledge; see causal.Follower.
// Mechanisms other than formulas are fitted to the training rows.
func (p *Project) followers(k causal.Knowledge) ([]causal.Rule, error) {
	effects := k.Followers(p.Said())
	if len(effects) == 0 {
		return nil, nil
	}
	m, err := p.mechanisms(k, effects)
	if err != nil {
		return nil, err
	}
	rules, err := m.Followers(effects, k.Adjustables(p.Said()))
	if err != nil {
		return nil, Refuse(BadInput, "The effects in the graph cannot be computed: %s.", fault.Clause(err))
	}
	return rules, nil
}

// Rules returns the rules of the knowledge, followed by those that compute effects. If the rows are
// missing, fitted mechanisms are unknown, and their rules are left out.
func (p *Project) Rules(k causal.Knowledge) []causal.Rule {
	k, _ = p.admitted(k)
	rules := k.AllRules(p.Schema)
	if follow, err := p.followers(k); err == nil {
		rules = append(rules, follow...)
	}
	return rules
}

// admitted returns the knowledge after turning effects that cannot follow their fitted lines into
// features that can be acted on. An effect cannot follow if the rows contradict the sign of an
// edge, which forces its slope to 0.
func (p *Project) admitted(k causal.Knowledge) (out causal.Knowledge, flat []int) {
	out = k
	out.Mechanisms = slices.Clone(k.Mechanisms)
	for i, m := range out.Mechanisms {
		if m.State != causal.ActedOn && m.Form == causal.FittedLinear && p.Table != nil {
			scm, err := p.fit(k)
			g, bad := k.Graph(p.Seen)
			if err != nil || bad != nil {
				return k, nil // followers reports the error
			}
			if n, _ := scm.Node(m.Feature); len(n.Flat(p.Said(), g)) > 0 {
				out.Mechanisms[i].State, flat = causal.ActedOn, append(flat, m.Feature)
			}
		}
	}
	return out, flat
}

// finer returns the displayed schema, in which computed effects have the precision with which they
// are computed.
func (p *Project) finer(k causal.Knowledge) data.Schema {
	return causal.Finer(p.Said(), k.Followers(p.Said()))
}

// mechanisms returns the mechanisms of the knowledge. If the rows are missing, it has only the
// formulas and returns an error if effects need more.
func (p *Project) mechanisms(k causal.Knowledge, effects []int) (*causal.SCM, error) {
	if p.Table != nil {
		m, err := p.fit(k)
		if err != nil {
			return nil, Refuse(BadInput, "The effects in the graph cannot be computed: %s.", fault.Clause(err))
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
				return nil, Refuse(NotReady, "The mechanism of %q must be fitted to the table's rows. Open the "+
					"table first.", p.Said().Features[a.Feature].Name)
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

// fitted caches the mechanisms that were fitted to the training rows for the last knowledge.
// Fitting a network takes a second.
type fitted struct {
	of      causal.Knowledge // edges and mechanisms
	done    bool
	scm     *causal.SCM
	err     error
	degrees *causal.Degrees
}

// refitted caches the results of refits for the last knowledge.
type refitted struct {
	of   causal.Knowledge // edges, mechanisms and the states of the effects
	list [][]causal.Rule
}

// streamRefits is the stream of random numbers that chooses the rows of each refit.
const streamRefits = 104

// refits returns rules that compute effects, one list for each of several fits to other samples of
// the training rows. It returns none if the mechanisms contain no fitted line, or if they contain a
// network, because each fit of a network takes a second.
func (p *Project) refits(k causal.Knowledge, l laws) ([][]causal.Rule, error) {
	k, _ = p.admitted(k)
	follow := l.following()
	of, lines := causal.Knowledge{Edges: k.Edges}, false
	for _, m := range k.Mechanisms {
		if slices.Contains(follow, m.Feature) {
			if m.Form == causal.FittedNetwork {
				return nil, nil
			}
			lines = lines || m.Form == causal.FittedLinear
			of.Mechanisms = append(of.Mechanisms, m)
		}
	}
	if !lines || p.Table == nil {
		return nil, nil
	}
	if p.refitted.list == nil || !reflect.DeepEqual(of, p.refitted.of) {
		fits, err := study.Refit(of.Free(), p.Table, p.Split.Train, kernel.NewKey(0).Sub(streamRefits))
		if err != nil {
			return nil,
				Refuse(BadInput, "The mechanisms cannot be fitted to samples of the rows: %s.",
					fault.Clause(err))
		}
		adjustable := k.Adjustables(p.Said()) // people choose the values of these
		alone := slices.DeleteFunc(follow, func(v int) bool { return slices.Contains(adjustable, v) })
		p.refitted = refitted{of: of}
		for _, m := range fits {
			rules, err := m.Followers(alone, nil)
			if err != nil {
				return nil, err
			}
			p.refitted.list = append(p.refitted.list, rules)
		}
	}
	return p.refitted.list, nil
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
