package project

import (
	"math"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/fault"
	"causeway/core/kernel"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/onnx"
	"causeway/core/search"
)

// regressor describes a black box that predicts a number. At the number from, the logits of its
// first two classes are equal. Raising the number by unit raises the second logit by 1 relative to
// the first.
type regressor struct {
	from, unit float64
	sure       bool                                            // the shares of two bands are probabilities
	bands      func(cuts []float64) (blackbox.BlackBox, error) // returns the black box with other bands
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
		// An imported number has no probability of a band; its unit is 1, see OpenBlackBox.
		return &regressor{cuts[0], c.Unit, c.Unit != 1, func(to []float64) (blackbox.BlackBox, error) {
			return c.Bands(1, 0, logits(to, cuts[0], c.Unit)), nil
		}}
	}
	t, _ := p.BlackBox.Differentiable.(blackbox.Through)
	box, _ := t.BlackBox.(*onnx.Box)
	if box == nil || !box.Model.Number || len(cuts) > 1 || box.Model.Threshold != cuts[0] ||
		!slices.Equal(box.Mapping.Classes, []int{0, 1}) {
		return nil
	}
	return &regressor{box.Model.Threshold, 1, false, func(to []float64) (blackbox.BlackBox, error) {
		return box.Part(to...)
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

// Goaled returns the predictions that a goal is about. If of is 0, these are the numbers that the
// black box predicts for rows; otherwise they are the probabilities, in percent, of class of-1.
func (p *Project) Goaled(of int, rows ...[]float64) (numbers []float64, is bool) {
	if of == 0 {
		return p.Number(rows...)
	}
	for _, a := range p.Ask(rows...) {
		numbers = append(numbers, 100*a.Shares[of-1])
	}
	return numbers, true
}

// Numbered adds the predictions that a goal is about, numbers or probabilities, to the results for
// a row.
func (p *Project) Numbered(x document.Explained) document.Explained {
	add := func(c *search.Counterfactual) {
		if len(c.Row) > 0 {
			if all, is := p.Goaled(x.Of, c.Row); is {
				c.Number, c.Banded = all[0], x.Of > 0 || len(c.Shares) > 2 || !p.regressor().sure
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

// chanceClass returns class+1 if a goal is about the probability of class, and 0 for other goals.
func (p *Project) chanceClass(row []float64, s document.Search) (int, error) {
	switch {
	case !s.Goal.OfChance():
		return 0, nil
	case s.Target >= p.Schema.Classes():
		return 0, p.noClass()
	case s.Target >= 0:
		return s.Target + 1, nil
	}
	a := p.Ask(row)[0]
	if s.Goal == document.ChanceAtMost {
		return a.Class + 1, nil
	}
	return a.Other() + 1, nil
}

// toward returns a project and a query that answer a goal: the black box has the bands of the goal
// as its classes, and the query's target is the band to reach. Without a goal it returns both
// unchanged.
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
	of, err := p.chanceClass(row, q.Search)
	if err != nil {
		return p, q, err
	}
	now, is := p.Goaled(of, row)
	if !is {
		return p, q, Refuse(BadInput, "The goal is a number, but the classifier predicts only classes. Train it on "+
			"the number, or choose a class as the goal.")
	}
	cuts, band, err := q.Band(now[0], p.Schema.Outcome)
	if err != nil {
		return p, q, Refuse(BadInput, "%s", fault.Sentence(err))
	}
	view := *p
	view.cuts, view.of, view.band, view.usual, view.Names = cuts, of, band, nil, slices.Clone(p.Names)
	if n := len(view.Names); n > 0 {
		view.Names[n-1].Levels = nil
	}
	var box blackbox.BlackBox
	if of > 0 {
		if cuts[0] <= 0 || cuts[len(cuts)-1] >= 100 {
			return p, q, Refuse(BadInput,
				"The goal cannot be a probability of %v %%. Choose one above 0 and below 100 %%.",
				cuts[len(cuts)-1])
		}
		if n := len(view.Names); n > 0 {
			view.Names[n-1] = data.Naming{}
		}
		box = view.chances(p.asks())
	} else if box, err = p.regressor().bands(cuts); err != nil {
		return p, q, err
	} else {
		view.from = p.Schema.Outcome.Cuts[0]
	}
	view.Schema, view.Seen = p.Schema, p.Seen
	if of > 0 {
		view.Schema.Outcome, view.Seen.Outcome = p.Said().Outcome, p.Said().Outcome
	}
	view.Schema, view.Seen = document.InBands(view.Schema, cuts, of), document.InBands(view.Seen, cuts, of)
	if p.Table != nil {
		view.Table = p.Table.With(view.Seen)
	}
	view.other = &other{box, p.aimed(row, box, &view)}
	q.Goal, q.Target, q.Clarity, q.Least = document.NoGoal, band, goalClarity(q), 0
	return &view, q, nil
}

// goalClarity returns how clearly a row must belong to the band of a goal. For a probability any lead
// is enough, because the goal already says how clearly the class must be reached.
func goalClarity(q Query) model.Clarity {
	if q.Goal.OfChance() {
		return model.Just
	}
	return q.Clarity
}

// chances returns a black box whose classes are the bands of a goal about a probability.
func (p *Project) chances(b blackbox.BlackBox) blackbox.BlackBox {
	cuts := make([]float64, len(p.cuts))
	for j, c := range p.cuts {
		cuts[j] = c / 100
	}
	if c, own := b.(*nn.Classifier); own && c.Classes() == 2 {
		for j, c := range cuts {
			cuts[j] = math.Log(c / (1 - c))
		}
		return c.Bands(p.of-1, 2-p.of, cuts)
	}
	return blackbox.NewBands(b, p.of-1, cuts, p.band)
}

// Toward returns the project as seen under the goal of a search. band is the band that reaches the
// goal. Of x, only Cuts and Of are set.
func (p *Project) Toward(row []float64, s document.Search) (view *Project, x document.Explained, band int, err error) {
	view, q, err := p.toward(row, Query{Search: s})
	if err != nil {
		return nil, x, 0, err
	}
	x.Cuts, x.Of = view.cuts, view.of
	return view, x, q.Target, nil
}

// banded returns a classifier that predicts the goal's bands. Without a goal it returns c.
func (p *Project) banded(c *nn.Classifier) blackbox.BlackBox {
	switch {
	case p.cuts == nil:
		return c
	case p.of > 0:
		return p.chances(c)
	}
	return c.Bands(1, 0, logits(p.cuts, p.from, c.Unit))
}

// aimed returns a sampler that proposes rows for a goal. It asks the generator for the class that
// contains the goal or, to lower a probability, for the most likely other class. If the row already
// belongs to that class, the sampler mixes the row with training rows that reach the goal.
func (p *Project) aimed(row []float64, box blackbox.BlackBox, view *Project) blackbox.Sampler {
	cuts, band, a := view.cuts, view.band, p.Ask(row)[0]
	to := cuts[max(band, 1)-1]
	if band == 0 {
		to = math.Nextafter(to, math.Inf(-1))
	}
	class := p.Schema.Outcome.Band(to)
	switch {
	case view.of > 0 && (band == 0 || 100*a.Shares[view.of-1] > to):
		class = a.Other()
		if a.Class != view.of-1 {
			class = a.Class
		}
	case view.of > 0:
		class = view.of - 1
	}
	if from := p.sampler(); from != nil && class != a.Class {
		return aimed{from, p.asks(), class}
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

// aimed is a sampler that ignores the requested class and always uses its own.
type aimed struct {
	blackbox.Sampler
	of    blackbox.BlackBox // that the generator was trained on
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
