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

// followers returns the rules that compute effects according to the knowledge, see
// causal.Follower. Their mechanisms are fitted to the training rows, except for formulas.
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
		return nil, Refuse(BadInput, "What follows from its causes cannot be computed: %s.", fault.Clause(err))
	}
	return rules, nil
}

// Rules returns the rules of the knowledge, and those that compute effects if their mechanisms
// are known. Without rows, fitted mechanisms are unknown.
func (p *Project) Rules(k causal.Knowledge) []causal.Rule {
	k, _ = p.admitted(k)
	rules := k.AllRules(p.Schema)
	if follow, err := p.followers(k); err == nil {
		rules = append(rules, follow...)
	}
	return rules
}

// admitted returns the knowledge in which effects count as acted on if they cannot follow their
// fitted lines. This happens if the rows contradict the sign of an edge, so that its slope is
// forced to 0.
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

// finer returns the schema for stating values, with computed effects as precise as they are
// computed.
func (p *Project) finer(k causal.Knowledge) data.Schema {
	return causal.Finer(p.Said(), k.Followers(p.Said()))
}

// mechanisms returns the mechanisms of the knowledge. Without rows, only formulas are available,
// which is sufficient if no other effect is required.
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
				return nil, Refuse(NotReady, "How %q follows from its causes is fitted to the table's rows. Open the "+
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

// fitted caches what was fitted to the training rows for the knowledge used last, because fitting
// a network takes a second.
type fitted struct {
	of      causal.Knowledge // edges and mechanisms
	done    bool
	scm     *causal.SCM
	err     error
	degrees *causal.Degrees
}

// refitted caches, for the knowledge used last, the rules that compute effects under each of
// several further fits.
type refitted struct {
	of   causal.Knowledge // edges, mechanisms and the states of the effects
	list [][]causal.Rule
}

// streamRefits is the stream of random numbers for choosing the rows of these fits.
const streamRefits = 104

// refits returns the rules that compute effects, with mechanisms fitted to other samples of the
// training rows. It returns none if no fitted line is involved, or if a network is, because that
// would take a second each time.
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
				Refuse(BadInput, "What follows from its causes cannot be refitted to samples of the rows: %s.",
					fault.Clause(err))
		}
		adjustable := k.Adjustables(p.Said()) // its values are what a person aims for
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
