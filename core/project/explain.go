package project

import (
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/exact"
	"causeway/core/kernel"
	"causeway/core/model"
	"causeway/core/search"
	"causeway/core/study"
)

// streamExplain is a stream of random numbers derived from a query's seed. Package cf uses others.
const streamExplain = 102

// Query is a request for counterfactuals.
type Query struct {
	document.Explain // without Row and Carry, which are not used

	Within []causal.Reach // limits that depend on the row

	// Quick makes Many accept the generator's single answer for a row if it is valid. Only the
	// other rows are searched.
	Quick bool

	// Ranges makes Many compute the range of each changed number in an answer. A search for a
	// single row always does.
	Ranges bool

	// Tell receives the progress of the trainings for Steady. Without Tell, and for many rows,
	// Steady has no effect, because the trainings need the rows of the table.
	Tell func(share float64)
}

// These limits keep a query's time reasonable.
const (
	maxCount  = 1_000
	maxBudget = 1_000_000
	maxBoxes  = 100_000_000
)

// check returns an error for the first invalid setting of the query. features is the number of
// features of a row.
func (q Query) check(features int) error {
	in := func(v float64) bool { return v >= 0 && v <= 1 }
	switch {
	case q.Count < 1 || q.Count > maxCount:
		return Refuse(BadInput, "The number of counterfactuals is %d; choose 1 to %d.", q.Count, maxCount)
	case q.Budget < 1 || q.Budget > maxBudget || q.Boxes < 0 || q.Boxes > maxBoxes:
		return Refuse(BadInput, "The search has %d samples and %d boxes; choose at most %d samples and %d boxes.",
			q.Budget,
			q.Boxes, maxBudget, maxBoxes)
	case !(q.MaxCost >= 0):
		return Refuse(BadInput, "The largest cost is %v; choose a number that is not negative.", q.MaxCost)
	case q.MaxChanged < 0 || q.Clarity > model.AtLeast || !in(q.Least):
		return Refuse(BadInput,
			"The limits of the search are not valid: %d features may change, clarity %d, share at least %v.",
			q.MaxChanged, q.Clarity, q.Least)
	case q.Apart > model.NothingShared:
		return Refuse(BadInput, "How answers must differ is set to %d; choose 0 to %d.", q.Apart,
			model.NothingShared)
	case len(q.Effort) != 0 && len(q.Effort) != features && len(q.Effort) != 2*features ||
		slices.ContainsFunc(q.Effort, func(v float64) bool { return !(v > 0 && v <= maxCount) }):
		return Refuse(BadInput, "Give an effort above 0 for each of the %d features, or give none.",
			features)
	}
	return nil
}

// Explain searches for counterfactuals of a row and proves them. It calls tick regularly and
// stops if tick returns an error.
func (p *Project) Explain(row []float64, q Query, tick func() error) (document.Explained, error) {
	search, err := p.Search(row, q)
	if err != nil {
		return document.Explained{}, err
	}
	return search(tick)
}

// question checks a query about a row. It returns the query's target and its laws.
func (p *Project) question(row []float64, q Query) (target int, l laws, err error) {
	if err := p.CheckRow(row); err != nil {
		return 0, laws{}, err
	}
	if err := q.check(len(row)); err != nil {
		return 0, laws{}, err
	}
	if target, err = p.target(row, q.Target); err != nil {
		return 0, laws{}, err
	}
	for _, w := range q.Within {
		if err := p.checkWithin(w); err != nil {
			return 0, laws{}, err
		}
		q.Rules = append(q.Rules[:len(q.Rules):len(q.Rules)], w.Rule(p.Schema.Features[w.Feature], row))
	}
	l, err = p.laws(q)
	return target, l, err
}

// completely returns the problem that a complete search solves for a row. Its Lead and Least are 0.
func (p *Project) completely(row []float64, q Query) (exact.Problem, error) {
	if err := p.Trained(); err != nil {
		return exact.Problem{}, err
	}
	p, q, err := p.toward(row, q)
	if err != nil {
		return exact.Problem{}, err
	}
	target, l, err := p.question(row, q)
	of := exact.Problem{Schema: causal.Fine(p.Seen, l.pick()), BlackBox: p.asks(), Factual: row, Target: target,
		Rules: l.pick(), LevelCost: search.LevelCost}
	of.Effort = causal.Efforts(of.Rules, row, q.Effort)
	return of, err
}

// Search prepares an Explain. If the query is invalid, it returns an error immediately. The
// returned function does not depend on later changes of the project.
func (p *Project) Search(row []float64, q Query) (func(tick func() error) (document.Explained, error), error) {
	if err := p.Explains(); err != nil {
		return nil, err
	}
	own := p
	p, q, err := own.toward(row, q)
	if err != nil {
		return nil, err
	}
	target, l, err := p.question(row, q)
	if err != nil {
		return nil, err
	}
	graph, err := q.Knowledge.Graph(p.Seen)
	if err != nil {
		return nil, err
	}
	j := judge{schema: p.finer(q.Knowledge), rules: l.rules, factual: row}
	degrees, noDegree := p.degrees(q.Knowledge)
	j.degrees, j.crowd, j.base = degrees, p.crowd(target), causal.NewBase(j.schema, l.pick(), row)
	refits, err := p.refits(q.Knowledge, l)
	if err != nil {
		return nil, err
	}
	finder, blackBox, seen := p.finder(), p.asks(), p.Seen
	var others *retrained
	if q.Steady && q.Tell != nil {
		q.Again.ByClass = q.Again.ByClass && p == own
		if others, err = own.trainedAgain(q.Again); err != nil {
			return nil, err
		}
	}
	return func(tick func() error) (document.Explained, error) {
		asked := l.query(q, row, target)
		if others != nil {
			if err := others.train(tick, q.Tell); err != nil {
				return document.Explained{}, err
			}
			asked.Under = others.under(p)
		}
		search := func(q search.Query) (search.Found, error) { return finder.Search(q, tick) }
		found, err := search(asked)
		if err != nil {
			return document.Explained{}, err
		}
		found, passed, err := j.crowd.likely(found, asked, search)
		if err != nil {
			return document.Explained{}, err
		}
		out := explained(found, j, l)
		out.HasUsual, out.Passed = j.crowd != nil, passed
		out.Carry = l.following()
		j.bring(&out, q.Pinned.Rows(), l, blackBox, seen, target, asked.Effort)
		if others != nil {
			out.Judges = study.Judges
			others.judge(out.Rows, p, target)
		}
		out.Refits = len(refits)
		for i := range out.Rows {
			c := &out.Rows[i]
			c.Stands = study.Standing(j.schema, blackBox, l.own(), refits, row, c.Row, target)
			j.undo(c, blackBox, seen, l.pick())
			j.plan(c, blackBox, seen, graph, l.pick(), asked.Effort)
			if c.Low, c.High, err = widen(exact.Problem{Schema: causal.Fine(seen, l.pick()), BlackBox: blackBox,
				Factual: row, Target: target, Rules: l.pick()}, c.Row, tick); err != nil {
				return document.Explained{}, err
			}
		}
		out.Flat, out.Cuts, out.Of = l.flat, p.cuts, p.of
		out = own.Numbered(out)
		out.Target, out.HasDegree, out.NoDegree = target, degrees != nil, noDegree
		return out, nil
	}, nil
}

// bring adds the pinned rows that the search did not find and that are answers: they belong to the
// target class and keep every hard rule.
func (j judge) bring(x *document.Explained, pinned [][]float64, l laws, b blackbox.BlackBox, s data.Schema, target int,
	effort []float64) {
	for _, row := range pinned {
		if slices.ContainsFunc(x.Rows, func(c search.Counterfactual) bool { return slices.Equal(c.Row, row) }) {
			continue
		}
		c := search.Counterfactual{Row: row}
		if checkRow(j.schema, row) == nil {
			said := ask(b, s, [][]float64{row})[0]
			c.Class, c.Shares = said.Class, said.Shares
			search.Measure(&c, s, effort, j.base.Of(row, make([]float64, len(row))))
		}
		if c.Changed == 0 || c.Class != target || !causal.AllHold(j.schema, l.pick(), j.factual, row) {
			x.Lapsed++
			continue
		}
		x.Rows = append(x.Rows, j.prove(c))
		x.Brought++
	}
}

// explained converts the search's results and their proofs for display.
func explained(found search.Found, j judge, l laws) document.Explained {
	out := document.Explained{Found: found, Laws: l.words}
	out.Factual.Degree = j.degree(j.factual)
	for i, c := range out.Rows {
		out.Rows[i] = j.prove(c)
	}
	for i, r := range out.Relaxed {
		out.Relaxed[i].Without, out.Relaxed[i].Row = l.without(r.Without), j.prove(r.Row)
	}
	if len(found.Rows) == 0 {
		for _, c := range causal.Contradictions(j.schema, l.pick(), j.factual) {
			out.Conflicts = append(out.Conflicts, c.Sentence)
		}
	}
	return out
}

// query returns the search.Query for a row.
func (l laws) query(q Query, row []float64, target int) search.Query {
	lead, least := q.Bar()
	return search.Query{Row: row, Target: target, Count: q.Count, Lead: lead, Least: least, Boxes: q.Boxes,
		Budget: q.Budget,
		Key:    kernel.NewKey(q.Seed).Sub(streamExplain), Rules: l.pick(), MaxChanged: q.MaxChanged,
		MaxCost: q.MaxCost, Apart: q.Apart,
		Effort: causal.Efforts(l.pick(), row, q.Effort)}
}

// target returns the class to reach: the requested one or, for -1, the most likely class other
// than the predicted one.
func (p *Project) target(row []float64, asked int) (int, error) {
	a := p.Ask(row)[0]
	levels := p.Said().Outcome.Levels
	switch {
	case asked >= len(levels):
		return 0, p.noClass()
	case asked == a.Class:
		return 0, Refuse(BadInput, "The model already predicts %q for this row. Choose another class to "+
			"reach.", levels[asked])
	case asked >= 0:
		return asked, nil
	}
	return a.Other(), nil
}

func (p *Project) noClass() error {
	return Refuse(BadInput, "The table has no such class; choose one of %d.", p.Schema.Classes())
}
