package engine

import (
	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/kernel"
	"causeway/core/wire"
)

// explain searches counterfactuals of a row. It may take long where much is asked
// of the complete search, so it is an inquiry.
func (e *Engine) explain(id int, m wire.Explain) error {
	p := &e.project
	if err := p.explains(); err != nil {
		return err
	}
	row, err := p.row(m.Row)
	if err != nil {
		return err
	}
	target, err := p.target(row, m.Target)
	if err != nil {
		return err
	}
	l, err := p.laws(m)
	if err != nil {
		return err
	}
	j := judge{schema: p.said(), rules: l.rules, factual: row}
	degrees, noDegree := p.degrees(m.Knowledge)
	j.degrees = degrees
	gen, blackBox, began := p.gen, p.blackBox.Classifier, e.now()
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		found, err := gen.SearchFor(blackBox, l.query(m, row, target), q.tick)
		if err != nil {
			return nil, err
		}
		out := explained(found, j, l)
		out.Target, out.HasDegree, out.NoDegree = target, degrees != nil, noDegree
		out.TookMS = e.now() - began
		return out, nil
	})
}

// explained tells what was found, with its proofs.
func explained(found cf.Found, j judge, l laws) wire.Explained {
	out := wire.Explained{Factual: counterfactual(found.Factual), Tried: found.Tried, Valid: found.Valid, Laws: l.laws,
		Nearest: found.Nearest, None: found.None, Unclear: found.Unclear, NoClear: found.NoClear, Boxes: found.Boxes, Decided: found.Decided}
	out.Factual.Degree = j.degree(j.factual)
	for _, c := range found.Rows {
		out.Found = append(out.Found, j.prove(c))
	}
	for _, r := range found.Relaxed {
		out.Relaxed = append(out.Relaxed, wire.Relaxation{Without: l.without(r.Without), Wider: r.Wider, Row: j.prove(r.Row)})
	}
	if len(found.Rows) == 0 {
		for _, c := range causal.Contradictions(j.schema, pick(l.rules, l.hard), j.factual) {
			out.Conflicts = append(out.Conflicts, c.Sentence)
		}
	}
	return out
}

// query is what a search for a row is asked.
func (l laws) query(m wire.Explain, row []float64, target int) cf.Query {
	lead, least := m.Bar()
	return cf.Query{Row: row, Target: target, Count: m.Count, Lead: lead, Least: least, Boxes: m.Boxes, Budget: m.Budget, Key: kernel.NewKey(m.Seed).Sub(streamExplain),
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
		Shares: wire.NewFloats(c.Shares, len(c.Shares)), Changed: c.Changed, Cost: c.Cost, Bare: list(c.Bare)}
}
