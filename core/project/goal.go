package project

import (
	"math"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/document"
	"causeway/core/fault"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/search"
)

// Number returns the numbers that the black box predicts for rows with a numeric outcome, if it
// learned the number.
func (p *Project) Number(rows ...[]float64) (numbers []float64, learned bool) {
	c := p.regressor()
	if c == nil {
		return nil, false
	}
	cut := p.Schema.Outcome.Cuts[0]
	ex := EncodeRows(p.Seen, rows)
	var t nn.Tape
	x := make([]float32, ex.Width)
	for i := range rows {
		ex.Gather([]int{i}, x)
		z := c.Net.Forward(&t, x, 1, nn.Eval, kernel.Key{})
		numbers = append(numbers, c.Number(cut, z[0], z[1]))
	}
	return numbers, true
}

// number adds the prediction of a numeric outcome to the results found for a row.
func (p *Project) number(x *document.Explained) {
	add := func(c *search.Counterfactual) {
		if len(c.Row) > 0 {
			if all, learned := p.Number(c.Row); learned {
				c.Number = all[0]
			}
		}
	}
	add(&x.Factual)
	for i := range x.Rows {
		add(&x.Rows[i])
	}
	for i := range x.Relaxed {
		add(&x.Relaxed[i].Row)
	}
}

// regressor returns the black box if it learned a number, and nil otherwise.
func (p *Project) regressor() *nn.Classifier {
	if p.BlackBox == nil || p.BlackBox.Opened || p.other != nil || p.BlackBox.Network == nil ||
		p.BlackBox.Network.Unit == 0 ||
		len(p.Schema.Outcome.Cuts) == 0 {
		return nil
	}
	return p.BlackBox.Network
}

// toward returns the project and the query with which a numeric goal is answered: the classes of
// the black box are the bands of the goal, and the query's target is one of them. Without such a
// goal it returns both unchanged.
func (p *Project) toward(row []float64, q Query) (*Project, Query, error) {
	if q.Goal == document.NoGoal {
		return p, q, nil
	}
	if err := p.Trained(); err != nil {
		return p, q, err
	}
	if err := p.CheckRow(row); err != nil {
		return p, q, err
	}
	now, learned := p.Number(row)
	if !learned {
		return p, q, Refuse(BadInput, "The goal is a number, and the classifier has not learned one; train it on the "+
			"number, or choose a class as the goal.")
	}
	cuts, band, err := q.Band(now[0])
	if err != nil {
		return p, q, Refuse(BadInput, "%s", fault.Sentence(err))
	}
	view := *p
	view.cuts, view.from, view.usual, view.Names = cuts, p.Schema.Outcome.Cuts[0], nil, slices.Clone(p.Names)
	if n := len(view.Names); n > 0 {
		view.Names[n-1].Levels = nil
	}
	view.Schema, view.Seen = document.InBands(p.Schema, cuts), document.InBands(p.Seen, cuts)
	if p.Table != nil {
		view.Table = p.Table.With(view.Seen)
	}
	box := view.banded(p.regressor())
	view.other = &other{box, p.aimed(row, box, cuts, band)}
	q.Goal, q.Target = document.NoGoal, band
	return &view, q, nil
}

// Toward returns the project as it answers for the goal of a search, the cuts of that goal, and the
// band that reaches it.
func (p *Project) Toward(row []float64, s document.Search) (view *Project, cuts []float64, band int, err error) {
	view, q, err := p.toward(row, Query{Search: s})
	if err != nil {
		return nil, nil, 0, err
	}
	return view, view.cuts, q.Target, nil
}

// banded turns a classifier that learned the number into a classifier of the goal's bands.
// Without a goal it returns c.
func (p *Project) banded(c *nn.Classifier) *nn.Classifier {
	if p.cuts == nil {
		return c
	}
	z := make([]float64, len(p.cuts))
	for i, cut := range p.cuts {
		z[i] = (cut - p.from) / c.Unit
	}
	return c.Bands(z)
}

// aimed returns a sampler that proposes rows for a goal. It uses the generator for the class that
// contains the goal. If the row already belongs to that class, it proposes mixtures of the row
// and of training rows that reach the goal.
func (p *Project) aimed(row []float64, box blackbox.BlackBox, cuts []float64, band int) blackbox.Sampler {
	to := cuts[max(band, 1)-1]
	if band == 0 {
		to = math.Nextafter(to, math.Inf(-1))
	}
	if class := p.Schema.Outcome.Band(to); p.Gen != nil && class != p.Ask(row)[0].Class {
		return aimed{p.Gen.Generator, p.asks(), class}
	}
	c := crossing{table: p.Table}
	if p.Table == nil {
		return c
	}
	some := evenly(p.Split.Train, mostCrowd)
	var rows [][]float64
	for _, i := range some {
		rows = append(rows, p.Table.Row(i, nil))
	}
	for k, a := range ask(box, p.Seen, rows) {
		if a.Class == band {
			c.donors = append(c.donors, some[k])
		}
	}
	return c
}

// aimed is a sampler of rows that ignores the requested class and uses its own.
type aimed struct {
	blackbox.Sampler
	of    blackbox.BlackBox // on which it was trained
	class int
}

// Sample implements blackbox.Sampler.
func (a aimed) Sample(row []float64, _, n int, reach float32, key kernel.Key) [][]float64 {
	return a.Sampler.Sample(row, a.class, n, reach, key)
}

// Bound implements search.Binder.
func (a aimed) Bound(_ blackbox.BlackBox, rules []causal.Rule) blackbox.Sampler {
	if from, ok := a.Sampler.(search.Binder); ok {
		a.Sampler = from.Bound(a.of, rules)
	}
	return a
}
