package engine

import (
	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/kernel"
	"causeway/core/wire"
)

// explain searches counterfactuals of a row.
func (e *Engine) explain(m wire.Explain) (wire.Message, error) {
	p := &e.project
	if err := p.explains(); err != nil {
		return nil, err
	}
	row, err := p.row(m.Row)
	if err != nil {
		return nil, err
	}
	target, err := p.target(row, m.Target)
	if err != nil {
		return nil, err
	}
	l, err := p.laws(m)
	if err != nil {
		return nil, err
	}
	began := e.now()
	found := p.gen.Search(p.blackBox.Classifier, l.query(m, row, target))
	out := wire.Explained{Factual: counterfactual(found.Factual), Target: target, Tried: found.Tried, Valid: found.Valid, Laws: l.laws}
	j := judge{schema: p.said(), rules: l.rules, factual: row}
	j.degrees, out.NoDegree = p.degrees(m.Knowledge)
	out.HasDegree = j.degrees != nil
	out.Factual.Degree = j.degree(row)
	for _, c := range found.Rows {
		out.Found = append(out.Found, j.prove(c))
	}
	for _, r := range found.Relaxed {
		out.Relaxed = append(out.Relaxed, wire.Relaxation{Without: l.without(r.Without), Wider: r.Wider, Row: j.prove(r.Row)})
	}
	if len(found.Rows) == 0 {
		for _, c := range causal.Contradictions(p.said(), pick(l.rules, l.hard), row) {
			out.Conflicts = append(out.Conflicts, c.Sentence)
		}
	}
	out.TookMS = e.now() - began
	return out, nil
}

// query is what a search for a row is asked.
func (l laws) query(m wire.Explain, row []float64, target int) cf.Query {
	return cf.Query{Row: row, Target: target, Count: m.Count, Budget: m.Budget, Key: kernel.NewKey(m.Seed).Sub(streamExplain),
		Rules: pick(l.rules, l.hard), Effort: m.Effort, MaxChanged: m.MaxChanged}
}

// target is the class to reach: the one asked for, or for -1 the likeliest
// other than the predicted one.
func (p *project) target(row []float64, asked int) (int, error) {
	a := p.blackBox.ask(p.table.Schema, [][]float64{row})[0]
	levels := p.said().Outcome.Levels
	switch {
	case asked >= len(levels):
		return 0, refuse(wire.CodeBadInput, "The table has no such class; choose one of %d.", len(levels))
	case asked == a.class:
		return 0, refuse(wire.CodeBadInput, "The row is already predicted as %q; choose another class to reach.", levels[asked])
	case asked >= 0:
		return asked, nil
	}
	return a.other(), nil
}

func counterfactual(c cf.Counterfactual) wire.Counterfactual {
	return wire.Counterfactual{Values: wire.NewFloats(c.Row, len(c.Row)), Class: c.Class,
		Shares: wire.NewFloats(c.Shares, len(c.Shares)), Changed: c.Changed, Cost: c.Cost}
}
