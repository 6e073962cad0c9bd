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

// followers are the rules by which effects follow by the knowledge, see causal.Follower.
// Their mechanisms are those of the training rows, but formulas need none.
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

// Rules are those of the knowledge, and those by which effects follow where their mechanisms
// are known: without rows fitted ones are not.
func (p *Project) Rules(k causal.Knowledge) []causal.Rule {
	k, _ = p.admitted(k)
	rules := k.AllRules(p.Schema)
	if follow, err := p.followers(k); err == nil {
		rules = append(rules, follow...)
	}
	return rules
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
				return k, nil // which followers says
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
				return nil, Refuse(NotReady, "How %q follows from its causes is fitted to the table's rows, which "+
					"are not there; open the table first.", p.Said().Features[a.Feature].Name)
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

// refitted keeps the rules by which effects follow by each of several more fits, of the
// knowledge that was asked about last.
type refitted struct {
	of   causal.Knowledge // edges, mechanisms and the states of the effects
	list [][]causal.Rule
}

// streamRefits draws the rows of those fits.
const streamRefits = 104

// refits are the rules by which followers follow fits of their laws to other samples of the
// training rows. It returns none without a fitted line, and none with a network, which takes a
// second each time.
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
				Refuse(BadInput, "What follows from its causes cannot be fitted to other samples of the rows: %s.",
					fault.Clause(err))
		}
		adjustable := k.Adjustables(p.Said()) // whose values are what a person brings about
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
