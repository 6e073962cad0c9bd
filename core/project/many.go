package project

import (
	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/data"
)

// rule is the limit as a rule of the row.
func (w Within) rule(f data.Feature, row []float64) causal.Rule {
	v := row[w.Feature]
	return causal.Rule{Kind: causal.Range, Feature: w.Feature, Min: f.Round(v - w.By), Max: f.Round(v + w.By), Local: true}
}

// checkWithin refuses a limit of what has no distance.
func (p *Project) checkWithin(w Within) error {
	if w.Feature < 0 || w.Feature >= len(p.Schema.Features) {
		return Refuse(BadInput, "The table has no such feature; choose one of %d.", len(p.Schema.Features))
	}
	if f := p.Seen.Features[w.Feature]; !f.Kind.Numeric() {
		return Refuse(BadInput, "%s is no number, so it has no distance to stay within.", f.Name)
	}
	return nil
}

// Brief is what was found for one of many rows.
type Brief struct {
	Answer
	cf.Found
	Target  int       // that was asked for; -1: the row is of that class already, and nothing was searched
	Degrees []float64 // of the Rows; nil where no mechanism is known
	Bound   bool      // nothing was found under the person's own limits and something without them
}

// Many prepares searches for many rows by the same query. What is found for a row
// depends on the row and the query alone: Of is what Explain would find, without
// Relaxed. It is not to be used after the project has changed.
type Many struct {
	p       *Project
	laws    laws
	query   Query
	degrees *causal.Degrees // nil where no mechanism is known
}

// Many checks a query for many rows.
func (p *Project) Many(q Query) (*Many, error) {
	if err := p.Explains(); err != nil {
		return nil, err
	}
	if err := q.check(len(p.Schema.Features)); err != nil {
		return nil, err
	}
	if q.Target >= p.Schema.Classes() {
		return nil, p.noClass()
	}
	l, err := p.laws(q)
	if err != nil {
		return nil, err
	}
	for _, w := range q.Within {
		if err := p.checkWithin(w); err != nil {
			return nil, err
		}
	}
	m := &Many{p: p, laws: l, query: q}
	m.degrees, _ = p.degrees(q.Knowledge)
	return m, nil
}

// HasDegrees reports whether degrees of feasibility are known.
func (m *Many) HasDegrees() bool { return m.degrees != nil }

// Of searches counterfactuals of a row.
func (m *Many) Of(row []float64, tick func() error) (Brief, error) {
	p := m.p
	out := Brief{Answer: p.Ask(row)[0], Target: m.query.Target}
	if out.Class == out.Target {
		out.Target = -1
		return out, nil
	}
	if out.Target < 0 {
		out.Target = out.Other()
	}
	q := m.laws.query(m.query, row, out.Target)
	q.Brief = true
	everyone := len(q.Rules) - m.laws.own()
	for _, w := range m.query.Within {
		q.Rules = append(q.Rules, w.rule(p.Seen.Features[w.Feature], row))
	}
	finder, err := p.finder(), error(nil)
	if out.Found, err = finder.Search(q, tick); err != nil {
		return out, err
	}
	if len(out.Rows) == 0 && len(q.Rules) > everyone {
		free := q
		free.Rules, free.Count = q.Rules[:everyone:everyone], 1
		freed, err := finder.Search(free, tick)
		if err != nil {
			return out, err
		}
		out.Bound = len(freed.Rows) > 0
	}
	if m.degrees != nil {
		out.Degrees = []float64{}
		for _, c := range out.Rows {
			out.Degrees = append(out.Degrees, m.degrees.Of(c.Row))
		}
	}
	return out, nil
}
