package engine

import (
	"fmt"
	"slices"

	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/kernel"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/project"
	"causeway/core/wire"
)

// How counterfactuals for labelling are drawn.
const (
	cardRows     = 50  // training rows with counterfactuals to choose from
	cardDonors   = 500 // rows to cross them with
	perCardRow   = 10  // most counterfactuals per row, as in the paper
	cardPart     = 5   // rows between two pauses
	mostCardRows = 300 // most rows to try until cardRows of them have cards
	streamCard   = 103 // derived from the seed of an AskCards
)

// askCards draws counterfactuals for labelling.
func (e *Engine) askCards(id int, m wire.AskCards) error {
	p := &e.project
	if err := p.explains(); err != nil {
		return err
	}
	labels, err := p.CheckLabels(m.Labels)
	if err != nil {
		return err
	}
	if m.Choice == label.OfRow && m.Row >= p.Table.Rows() {
		return refuse(wire.CodeBadInput, "The table has no row %d; it has %d.", m.Row+1, p.Table.Rows())
	}
	if m.Toward >= p.Table.Schema.Classes() {
		return refuse(wire.CodeBadInput, "The table has no such class; choose one of %d.", p.Table.Schema.Classes())
	}
	if _, err := p.known(m.Knowledge); err != nil {
		return err
	}
	seen := map[string]bool{}
	to := m.SeenCounterfactual.Rows()
	for i, from := range m.SeenFactual.Rows() {
		seen[pairOf(from, to[i])] = true
	}
	for _, l := range labels {
		seen[pairOf(l.Factual, l.Counterfactual)] = true
	}
	d := deck{p: p, gen: p.Gen.Generator, m: m, seen: seen, labels: labels, of: map[string]int{},
		key: kernel.NewKey(m.Seed).Sub(streamCard)}
	if !m.Raw {
		d.rules = causal.Hard(p.Rules(m.Knowledge))
	}
	return e.inquire(id, func(q *inquiry) (wire.Message, error) { return d.draw(q.tick) })
}

func pairOf(factual, counterfactual []float64) string { return fmt.Sprint(factual, counterfactual) }

// deck draws the cards of one AskCards.
type deck struct {
	p      *holding
	gen    *cf.Generator
	m      wire.AskCards
	rules  []causal.Rule // rules that cards keep
	seen   map[string]bool
	labels []cf.Label
	key    kernel.Key

	donors  [][]float64
	byClass map[int][][]float64
	pool    []cf.Label
	of      map[string]int // row number for each pair
	drawn   wire.Drawn
}

// draw visits training rows in a random order, or only the given row, until there are enough
// cards to choose from.
func (d *deck) draw(tick func() error) (wire.Message, error) {
	p := d.p
	order := make([]int, len(p.Split.Train))
	d.key.Perm(order)
	for _, n := range order[:min(len(order), cardDonors)] {
		d.donors = append(d.donors, p.Table.Row(p.Split.Train[n], nil))
	}
	rows, most, per := []int{d.m.Row}, 1, max(perCardRow, 4*d.m.Count)
	if d.m.Choice != label.OfRow {
		rows, most, per = nil, max(cardRows, d.m.Count), perCardRow
		for _, n := range order {
			rows = append(rows, p.Split.Train[n])
		}
		if d.m.Raw {
			rows = rows[:min(len(rows), most)]
		}
	}
	fruitful := 0 // rows that gave a card
	for part := range slices.Chunk(rows, cardPart) {
		n := len(d.pool)
		if err := d.drawOf(part, per, tick); err != nil {
			return nil, err
		}
		if len(d.pool) > n {
			fruitful += len(part)
		}
		if !d.m.Raw && (fruitful >= most || d.drawn.Rows >= mostCardRows) {
			break
		}
	}
	if err := tick(); err != nil {
		return nil, err
	}
	choose := cf.ChooseSimple
	if d.m.Raw {
		choose = cf.Choose
	}
	pool := d.pool
	if d.m.Choice == label.TeachMost {
		pool = choose(p.Schema, pool, d.labels, d.m.Count, d.key)
	} else {
		pool = cf.ChooseAny(pool, d.m.Count, d.key.Sub(streamCard))
	}
	return wire.Cards{Of: d.drawn, List: p.cards(pool, d.of)}, nil
}

// drawOf adds counterfactuals of some rows to the pool.
func (d *deck) drawOf(part []int, per int, tick func() error) error {
	p, key := d.p, d.key.Sub(uint64(part[0]))
	var factual [][]float64
	for _, i := range part {
		factual = append(factual, p.Table.Row(i, nil))
	}
	for n, a := range p.Ask(factual...) {
		if err := tick(); err != nil {
			return err
		}
		target := cf.Target(a.Class, p.Table.Schema.Classes(), key, uint32(n))
		if d.m.Toward >= 0 && !d.m.Raw {
			target = d.m.Toward
		}
		if target == a.Class {
			d.drawn.Other++
			continue
		}
		for _, q := range d.queries(factual[n], target, per, key.Sub(uint64(n))) {
			if id := pairOf(factual[n], q.Counterfactual); !d.seen[id] {
				d.seen[id], d.of[id] = true, part[n]
				d.pool = append(d.pool, q)
			}
		}
	}
	return nil
}

// queries draws counterfactuals of a row.
func (d *deck) queries(row []float64, target, per int, key kernel.Key) []cf.Label {
	b := d.p.BlackBox.Differentiable
	if d.m.Raw {
		return d.gen.Queries(b, [][]float64{row}, []int{target}, d.donors, per, key)
	}
	list, tally := d.gen.Cards(b, row, target, d.donorsOf(target), d.rules, per, key)
	d.drawn.Rows++
	d.drawn.Add(tally)
	return list
}

// donorsOf returns the donors that the black box assigns to a class.
func (d *deck) donorsOf(class int) [][]float64 {
	if d.byClass == nil {
		d.byClass = map[int][][]float64{}
		for i, a := range d.p.Ask(d.donors...) {
			d.byClass[a.Class] = append(d.byClass[a.Class], d.donors[i])
		}
	}
	return d.byClass[class]
}

// cards returns queries with the black box's predictions.
func (p *holding) cards(queries []cf.Label, of map[string]int) (list []label.Card) {
	for _, q := range queries {
		said := p.Ask(q.Factual, q.Counterfactual)
		list = append(list, label.Card{Row: of[pairOf(q.Factual, q.Counterfactual)], Factual: q.Factual,
			Counterfactual: q.Counterfactual, Predicted: said[0].Class, Target: said[1].Class, Given: said[0].Shares,
			Shares: said[1].Shares})
	}
	return list
}

// fineTune continues to train the current generator.
func (e *Engine) fineTune(id int, m wire.FineTune) error {
	p := &e.project
	if err := p.explains(); err != nil {
		return err
	}
	labels, err := p.CheckLabels(m.Labels)
	if err != nil {
		return err
	}
	s, err := model.DecodeState(p.Gen.Bytes)
	if err != nil {
		return err
	}
	r := m.Train
	r.Seed = m.Seed
	fit, err := p.FineTune(r, m.Knowledge, s.Lesson, labels)
	if err != nil {
		return err
	}
	trial := project.Trial{Schema: p.Table.Schema, Seed: m.Seed, Labels: labels, Rules: m.Knowledge.AllRules(p.Schema)}
	t := &fineTuning{generatorTraining{fit: fit, lesson: s.Lesson, e: e}, trial, p.Gen, e.now()}
	return e.start(&job{id: id, epochs: m.Train.Epochs, kind: "fine-tuning", t: t}, nil)
}

// fineTuning trains the generator with labels.
type fineTuning struct {
	generatorTraining
	trial  project.Trial
	before *project.Generator
	began  float64
}

// epochs never names a best one, so canceling changes nothing.
func (t *fineTuning) epochs() (done, best int) {
	done, _ = t.fit.Epochs()
	return done, 0
}

// finish measures the generator before and after the fine-tuning. It keeps the previous one until
// the user has compared them.
func (t *fineTuning) finish(end ending, tick func() error) (wire.Message, error) {
	p := &t.e.project
	g, err := p.NewGenerator(t.fit.Best(), t.lesson)
	if err != nil {
		return nil, err
	}
	told, err := t.trial.Of(&p.Project, t.before, g, tick)
	if err != nil {
		return nil, err
	}
	told.Model, told.TrainMS = g.Bytes, end.trainMS
	if err := tick(); err != nil {
		return nil, err
	}
	told.TookMS = max(t.e.now()-t.began, 0)
	return told, nil
}

var _ trainer = (*fineTuning)(nil)

// restore is never called: a fine-tuning takes seconds and starts again.
func (t *fineTuning) restore(nn.State) error {
	panic("engine: fineTuning.restore: not a training to resume")
}
