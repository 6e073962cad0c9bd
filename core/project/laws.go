package project

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/document"
	"causeway/core/fault"
)

// laws holds the rules of one search.
type laws struct {
	rules []causal.Rule // rules for everyone, then the person's own, then rules that compute effects
	words []document.Law
	hard  []int // indices of the rules that answers must keep, the person's own last
	flat  []int // effects that cannot follow, because the rows contradict their lines; see admitted
}

// lawsToward returns the laws of a query that names its target. It checks that a classifier exists
// and that the query and the rows fit it.
func (p *Project) lawsToward(q Query, rows [][]float64) (laws, error) {
	if err := p.Trained(); err != nil {
		return laws{}, err
	}
	if err := q.check(len(p.Schema.Features)); err != nil {
		return laws{}, err
	}
	if q.Target < 0 || q.Target >= p.Schema.Classes() {
		return laws{}, p.noClass()
	}
	for _, row := range rows {
		if err := p.CheckRow(row); err != nil {
			return laws{}, err
		}
	}
	return p.laws(q)
}

// laws collects the rules of a query.
func (p *Project) laws(q Query) (laws, error) {
	if _, err := p.Know(q.Knowledge); err != nil {
		return laws{}, err
	}
	s, flat := p.Said(), []int(nil)
	q.Knowledge, flat = p.admitted(q.Knowledge)
	l := laws{rules: append(q.Knowledge.AllRules(s), q.Rules...), flat: flat}
	stated, everyone, known := len(q.Knowledge.Rules), len(l.rules)-len(q.Rules), len(l.rules)
	follow, err := p.followers(q.Knowledge)
	if err != nil {
		return laws{}, err
	}
	l.rules = append(l.rules, follow...)
	var own []int
	for i, r := range l.rules {
		local := i >= everyone && i < known
		if local {
			if err := r.Check(s); err != nil {
				return laws{}, Refuse(BadInput, "A rule of your own cannot be used: %s.", fault.Clause(err))
			}
		}
		l.rules[i].Local = local
		law := document.Law{Text: r.String(s), Soft: r.Soft, Local: local, Entailed: i >= stated && i < everyone,
			GivenUp: slices.Contains(q.Without, i)}
		switch {
		case law.Soft || law.GivenUp:
		case local:
			own = append(own, i)
		default:
			l.hard = append(l.hard, i)
		}
		l.words = append(l.words, law)
	}
	l.hard = append(l.hard, own...)
	return l, nil
}

// own returns the hard rules except those that compute effects.
func (l laws) own() []causal.Rule {
	return slices.DeleteFunc(slices.Clone(l.pick()), func(r causal.Rule) bool { return r.Follower() })
}

// without converts indices of hard rules to indices of all rules, and adds the rules that were
// already given up.
func (l laws) without(hard []int) []int {
	var list []int
	for i, law := range l.words {
		if law.GivenUp {
			list = append(list, i)
		}
	}
	for _, i := range hard {
		list = append(list, l.hard[i])
	}
	slices.Sort(list)
	return list
}

// following returns the effects that are computed in answers.
func (l laws) following() (list []int) {
	for _, i := range l.hard {
		if l.rules[i].Follower() {
			list = append(list, l.rules[i].Feature)
		}
	}
	return list
}

// pick returns the hard rules.
func (l laws) pick() []causal.Rule {
	list := make([]causal.Rule, len(l.hard))
	for i, k := range l.hard {
		list[i] = l.rules[k]
	}
	return list
}

// ofPerson returns how many of the hard rules are the person's own; they come last.
func (l laws) ofPerson() int {
	n := 0
	for _, i := range l.hard {
		if l.words[i].Local {
			n++
		}
	}
	return n
}
