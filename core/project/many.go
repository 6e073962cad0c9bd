package project

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/exact"
	"causeway/core/search"
)

// checkWithin rejects a limit on how far a feature may move if the feature is not a number.
func (p *Project) checkWithin(w causal.Reach) error {
	if w.Feature < 0 || w.Feature >= len(p.Schema.Features) {
		return Refuse(BadInput, "The table has no such feature; choose one of %d.", len(p.Schema.Features))
	}
	if f := p.Seen.Features[w.Feature]; !f.Kind.Numeric() {
		return Refuse(BadInput, "%s is not a number, so you cannot limit how far it moves.", f.Name)
	}
	return nil
}

// Brief is the result for one of many rows.
type Brief struct {
	Answer
	search.Found
	Cuts   []float64 // see document.Explained
	Of     int       // likewise
	Number float64   // see search.Counterfactual
	Banded bool      // likewise

	Numbered bool // Number is the number that the black box predicts, also in Rows
	Target   int  // the requested class, or -1 if the row already has it
	Bound    bool // answers exist, but the person's own limits rule them out
	Quick    bool // the generator's single answer, without any proof
}

// Many searches for many rows with the same query. The result for a row depends only on the row and
// the query. It equals that of Explain, except that Relaxed is missing. Do not use a Many after the
// project has changed.
type Many struct {
	p       *Project
	laws    laws
	query   Query
	degrees *causal.Degrees // nil if no mechanism is known
	quick   *search.Quick   // nil if a search is run for every row

	Unseen []data.Unseen    // levels of the rows beyond those of the table
	wide   map[string]*Many // by the unseen levels of a row
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
	acted := slices.ContainsFunc(l.rules, func(r causal.Rule) bool { return r.Law.Acted })
	if q.Quick && !acted && p.Gen != nil && p.other == nil && p.samples == nil {
		m.quick = p.Gen.Quick(p.asks(), l.query(q, nil, 0))
	}
	return m, nil
}

// HasDegrees reports whether results have degrees of feasibility.
func (m *Many) HasDegrees() bool { return m.degrees != nil }

// AtOnce is how many rows All processes in one batch.
const AtOnce = 256

// Of explains a row. If the query is quick, it returns the generator's single answer if that is
// valid; otherwise it runs a search.
func (m *Many) Of(row []float64, tick func() error) (Brief, error) {
	all, err := m.All([][]float64{row}, tick)
	if err != nil {
		return Brief{}, err
	}
	return all[0], nil
}

// All explains many rows at once. It is faster than Of and has the same results.
func (m *Many) All(rows [][]float64, tick func() error) ([]Brief, error) {
	if len(m.Unseen) == 0 {
		return m.all(rows, tick)
	}
	list := make([]Brief, len(rows))
	var usual [][]float64
	var at []int
	for i, row := range rows {
		unseen, own := m.p.unseenIn(row, m.Unseen)
		if unseen == nil {
			usual, at = append(usual, row), append(at, i)
			continue
		}
		wide, err := m.wider(unseen)
		if err != nil {
			return nil, err
		}
		if list[i], err = wide.Of(own, tick); err != nil {
			return nil, err
		}
		for _, u := range unseen {
			list[i].restore(u.Feature, own[u.Feature], row[u.Feature])
		}
	}
	all, err := m.all(usual, tick)
	for k, b := range all {
		list[at[k]] = b
	}
	return list, err
}

func (m *Many) all(rows [][]float64, tick func() error) ([]Brief, error) {
	if m.query.Goal != document.NoGoal {
		return m.toward(rows, tick)
	}
	list := make([]Brief, 0, len(rows))
	for some := range slices.Chunk(rows, AtOnce) {
		if err := tick(); err != nil {
			return nil, err
		}
		briefs := m.predictTargets(some)
		m.answer(some, briefs)
		for i, row := range some {
			if b := &briefs[i]; b.Target >= 0 && !b.Quick {
				if err := m.search(row, b, tick); err != nil {
					return nil, err
				}
			}
			m.grade(&briefs[i])
			if m.p.regressor() != nil {
				m.p.number(row, &briefs[i])
			}
			if err := m.widen(row, &briefs[i], tick); err != nil {
				return nil, err
			}
		}
		list = append(list, briefs...)
	}
	return list, nil
}

// toward is All for a goal. The band to reach may differ from row to row.
func (m *Many) toward(rows [][]float64, tick func() error) (list []Brief, err error) {
	for _, row := range rows {
		p, q, err := m.p.toward(row, m.query)
		if err != nil {
			return nil, err
		}
		one, err := p.Many(q)
		if err != nil {
			return nil, err
		}
		brief, err := one.Of(row, tick)
		if err != nil {
			return nil, err
		}
		brief.Cuts, brief.Of = p.cuts, p.of
		m.p.number(row, &brief)
		list = append(list, brief)
	}
	return list, nil
}

// number adds the numbers that are predicted, or the probabilities that a goal is about.
func (p *Project) number(row []float64, b *Brief) {
	x := p.Numbered(document.Explained{Of: b.Of, Found: search.Found{Factual: search.Counterfactual{Row: row,
		Shares: b.Shares}, Rows: b.Rows}})
	b.Number, b.Banded, b.Numbered = x.Factual.Number, x.Factual.Banded, b.Of == 0
}

// predictTargets returns the black box's predictions for rows, and the class that each should reach.
func (m *Many) predictTargets(rows [][]float64) []Brief {
	list := make([]Brief, len(rows))
	for i, a := range m.p.Ask(rows...) {
		list[i] = Brief{Answer: a, Target: m.query.Target}
		switch {
		case a.Class == m.query.Target:
			list[i].Target = -1
		case m.query.Target < 0:
			list[i].Target = a.Other()
		}
	}
	return list
}

// answer fills in the generator's answers if they are valid.
func (m *Many) answer(rows [][]float64, briefs []Brief) {
	if m.quick == nil {
		return
	}
	var at, target []int
	var ask [][]float64
	for i, b := range briefs {
		if b.Target >= 0 {
			at, target, ask = append(at, i), append(target, b.Target), append(ask, rows[i])
		}
	}
	if len(at) == 0 {
		return
	}
	answers, hold := m.quick.Answer(ask, target, func(i int) []causal.Rule { return m.within(ask[i]) })
	for i, c := range answers {
		if hold[i] {
			b := &briefs[at[i]]
			b.Quick, b.Found.Rows = true, []search.Counterfactual{c}
		}
	}
}

// within returns the limits that depend on a row.
func (m *Many) within(row []float64) (list []causal.Rule) {
	for _, w := range m.query.Within {
		list = append(list, w.Rule(m.p.Seen.Features[w.Feature], row))
	}
	return list
}

// search looks for counterfactuals of a row.
func (m *Many) search(row []float64, out *Brief, tick func() error) (err error) {
	q := m.laws.query(m.query, row, out.Target)
	q.Brief = true
	everyone := len(q.Rules) - m.laws.ofPerson()
	q.Rules = append(q.Rules, m.within(row)...)
	finder := m.p.finder()
	if out.Found, err = finder.Search(q, tick); err != nil {
		return err
	}
	if len(out.Rows) == 0 && len(q.Rules) > everyone {
		free := q
		free.Rules, free.Count = q.Rules[:everyone:everyone], 1
		freed, err := finder.Search(free, tick)
		if err != nil {
			return err
		}
		out.Bound = len(freed.Rows) > 0
	}
	return nil
}

// grade adds the degrees of feasibility.
func (m *Many) grade(b *Brief) {
	for i := range b.Rows {
		if m.degrees != nil {
			b.Rows[i].Degree = m.degrees.Of(b.Rows[i].Row)
		}
	}
}

// widen adds the ranges, if the query has Ranges.
func (m *Many) widen(row []float64, b *Brief, tick func() error) (err error) {
	if !m.query.Ranges || len(b.Rows) == 0 {
		return nil
	}
	rules := append(m.laws.pick(), m.within(row)...)
	of := exact.Problem{Schema: causal.Fine(m.p.Seen, rules), BlackBox: m.p.asks(), Factual: row, Target: b.Target,
		Rules: rules}
	for i := range b.Rows {
		c := &b.Rows[i]
		if c.Low, c.High, err = widen(of, c.Row, tick); err != nil {
			return err
		}
	}
	return nil
}
