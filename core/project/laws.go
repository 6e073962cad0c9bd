package project

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/fault"
)

// Law is a rule that counterfactuals are judged by, in words.
type Law struct {
	Text     string
	Soft     bool
	Local    bool // of the person explained
	Entailed bool // follows from signs of the graph
	GivenUp  bool // by the query's Without
}

// laws are the rules of one search.
type laws struct {
	rules []causal.Rule // for everyone, then the person's own
	words []Law
	hard  []int // places of those that what is shown must keep

	follow  *causal.Carried // effects that were asked to follow, whose words are the last; nil: none
	carried *causal.Carried // those that were not given up
	flat    []int           // effects that were to follow and whose lines rows contradict, see admitted
}

// own is what a row keeps of its own.
func own(c *causal.Carried, row []float64) *causal.Own {
	if c == nil {
		return nil
	}
	return c.Of(row)
}

// lawsToward are the laws of a query that names its target, for rows of any number: a
// classifier is there, and query and rows fit it.
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

// laws puts the rules of a query together.
func (p *Project) laws(q Query) (laws, error) {
	if _, err := p.Know(q.Knowledge); err != nil {
		return laws{}, err
	}
	s, flat := p.Said(), []int(nil)
	q.Knowledge, flat = p.admitted(q.Knowledge)
	l := laws{rules: append(q.Knowledge.AllRules(s), q.Rules...), flat: flat}
	stated, everyone := len(q.Knowledge.Rules), len(l.rules)-len(q.Rules)
	for i, r := range l.rules {
		if i >= everyone {
			if err := r.Check(s); err != nil {
				return laws{}, Refuse(BadInput, "A rule of your own cannot be used: %s.", fault.Clause(err))
			}
		}
		l.rules[i].Local = i >= everyone
		law := Law{Text: r.String(s), Soft: r.Soft, Local: i >= everyone, Entailed: i >= stated && i < everyone,
			GivenUp: slices.Contains(q.Without, i)}
		if !law.Soft && !law.GivenUp {
			l.hard = append(l.hard, i)
		}
		l.words = append(l.words, law)
	}
	var err error
	if l.follow, err = p.carry(q); err != nil || l.follow == nil {
		return l, err
	}
	var kept []int
	for i, text := range l.follow.Sentences(s) {
		up := slices.Contains(q.Without, len(l.words))
		if l.words = append(l.words, Law{Text: text, GivenUp: up}); !up {
			kept = append(kept, l.follow.Effects()[i])
		}
	}
	l.carried = l.follow.Only(kept)
	return l, nil
}

// without turns places in the hard rules into places in all of them, with those
// that were given up before.
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

// pick are the hard rules.
func (l laws) pick() []causal.Rule {
	list := make([]causal.Rule, len(l.hard))
	for i, k := range l.hard {
		list[i] = l.rules[k]
	}
	return list
}

// ofPerson is how many of the hard rules are the person's own; they come last.
func (l laws) ofPerson() int {
	n := 0
	for _, i := range l.hard {
		if l.words[i].Local {
			n++
		}
	}
	return n
}
