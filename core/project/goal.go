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
	"causeway/core/onnx"
	"causeway/core/search"
)

// regressor describes a black box that predicts a number. from is the number at which the logits
// of its first two classes are equal, and unit is the change of the number that raises the second
// logit by 1 relative to the first.
type regressor struct {
	from, unit float64
	bands      func(cuts []float64) (blackbox.BlackBox, error) // returns the black box with other bands as classes
}

// regressor returns the regressor of a black box that predicts a numeric outcome, or nil if it
// predicts classes.
func (p *Project) regressor() *regressor {
	cuts := p.Schema.Outcome.Cuts
	if p.BlackBox == nil || p.other != nil || len(cuts) == 0 {
		return nil
	}
	if c, own := p.BlackBox.Differentiable.(*nn.Classifier); own {
		if c.Unit == 0 {
			return nil
		}
		return &regressor{cuts[0], c.Unit, func(to []float64) (blackbox.BlackBox, error) {
			return c.Bands(logits(to, cuts[0], c.Unit)), nil
		}}
	}
	t, _ := p.BlackBox.Differentiable.(blackbox.Through)
	box, _ := t.BlackBox.(*onnx.Box)
	if box == nil || !box.Model.Number || len(cuts) > 1 || box.Model.Threshold != cuts[0] ||
		!slices.Equal(box.Mapping.Classes, []int{0, 1}) {
		return nil
	}
	return &regressor{box.Model.Threshold, 1, func(to []float64) (blackbox.BlackBox, error) {
		if len(to) > 1 {
			return nil, Refuse(BadInput, "A goal between two numbers needs a classifier that was trained here; "+
				"choose a goal with one number.")
		}
		return box.Part(to[0])
	}}
}

// logits converts numbers to differences of the logits of the first two classes.
func logits(numbers []float64, from, unit float64) []float64 {
	z := make([]float64, len(numbers))
	for i, v := range numbers {
		z[i] = (v - from) / unit
	}
	return z
}

// Number returns the numbers that the black box predicts for rows with a numeric outcome, if it
// learned the number.
func (p *Project) Number(rows ...[]float64) (numbers []float64, learned bool) {
	r := p.regressor()
	if r == nil {
		return nil, false
	}
	pass, ok := p.asks().Pass().(blackbox.Scorer)
	if !ok {
		return nil, false
	}
	ex := EncodeRows(p.Seen, rows)
	x := make([]float32, ex.Width)
	for i := range rows {
		ex.Gather([]int{i}, x)
		z := pass.Logits(x, 1)
		numbers = append(numbers, r.from+float64(r.unit*(float64(z[1])-float64(z[0]))))
	}
	return numbers, true
}

// Numbered adds the predictions of a numeric outcome to the results found for a row.
func (p *Project) Numbered(x document.Explained) document.Explained {
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
	return x
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
	cuts, band, err := q.Band(now[0], p.Schema.Outcome)
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
	box, err := p.regressor().bands(cuts)
	if err != nil {
		return p, q, err
	}
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
	return c.Bands(logits(p.cuts, p.from, c.Unit))
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
