package main

import (
	"fmt"

	"causeway/core/causal"
	"causeway/core/cf"
)

const (
	paperLabels = 100
	perRound    = 25  // labels before every fine-tuning
	perQuery    = 10  // counterfactuals of a row at most, as in the paper
	poolRows    = 50  // rows whose counterfactuals are to choose from
	poolDonors  = 500 // rows that they are crossed with

	tuneEpochs  = 10
	tuneRate    = 0.005
	tuneSamples = 3
)

// trained is a generator with the time that its training took.
type trained struct {
	gen     *cf.Generator
	seconds float64
}

// plain is the BaseVAE of the bench, trained once.
func (b *bench) plain(s setting, clock func() float64) (trained, error) {
	if b.base != nil {
		return *b.base, nil
	}
	s.method = "base"
	start := clock()
	m, err := b.method(s)
	if err != nil {
		return trained{}, err
	}
	gen, err := b.fit(m, configure(s.data.name, "base", "", b.seed, s.epochs, s.mc))
	b.base = &trained{gen, clock() - start}
	return *b.base, err
}

// course is the Example-based method (section 3) as far as it has come: what it
// was told, and the generator after every round.
type course struct {
	labels []cf.Label
	rounds []trained // rounds[0] is BaseVAE
}

// example is the Example-based method: BaseVAE, then round after round labels on
// what the generator proposes by then, and fine-tuning with all labels so far.
// Without labels it is BaseVAE. Fewer labels are the first of more.
func (b *bench) example(s setting, clock func() float64) (trained, error) {
	c, err := b.course(s, clock)
	for err == nil && len(c.labels)+perRound <= s.labels {
		err = b.round(s, c, perRound, clock)
	}
	if rest := s.labels % perRound; err == nil && rest > 0 {
		c = &course{c.labels[: s.labels-rest : s.labels-rest], c.rounds[: s.labels/perRound+1 : s.labels/perRound+1]}
		err = b.round(s, c, rest, clock)
	}
	if err != nil {
		return trained{}, err
	}
	return c.rounds[(s.labels+perRound-1)/perRound], nil
}

// course is that of the bench for a constraint, begun once.
func (b *bench) course(s setting, clock func() float64) (*course, error) {
	if c := b.courses[s.constraint]; c != nil {
		return c, nil
	}
	base, err := b.plain(s, clock)
	if err != nil {
		return nil, err
	}
	if b.courses == nil {
		b.courses = map[string]*course{}
	}
	c := &course{rounds: []trained{base}}
	b.courses[s.constraint] = c
	return c, nil
}

// round asks for n labels and fine-tunes with all there are.
func (b *bench) round(s setting, c *course, n int, clock func() float64) error {
	now, start := c.rounds[len(c.rounds)-1], clock()
	more, err := b.query(s, now.gen, c.labels, len(c.rounds))
	if err != nil {
		return err
	}
	c.labels = append(c.labels, more[:n]...)
	cfg := configure(s.data.name, "example", s.constraint, b.seed+uint64(len(c.rounds)), tuneEpochs, tuneSamples)
	cfg.LearningRate = tuneRate
	if s.epochs > 0 {
		cfg.Epochs = min(cfg.Epochs, s.epochs)
	}
	if s.mc > 0 {
		cfg.Samples = s.mc
	}
	fit, err := cf.NewFineTune(now.gen, cfg, b.table.Schema, b.blackBox, b.train, b.val, c.labels)
	if err != nil {
		return err
	}
	for range cfg.Epochs {
		if _, err := fit.Epoch(never); err != nil {
			return err
		}
	}
	c.rounds = append(c.rounds, trained{fit.Best(), now.seconds + clock() - start})
	return nil
}

// query draws counterfactuals of training rows, in an order drawn by the seed,
// chooses those to be labelled in a round and asks the oracle about them. Where
// the rule is a monotone one it is the paper's oracle of positive effects, which
// says nothing about pairs whose causes do not move together; those are not
// chosen.
func (b *bench) query(s setting, gen *cf.Generator, labels []cf.Label, round int) ([]cf.Label, error) {
	rules, err := s.data.rules(b.table.Schema, s.constraint)
	if err != nil {
		return nil, err
	}
	key := b.key(streamQuery).Sub(uint64(round))
	order := make([]int, len(b.split.Train))
	key.Perm(order)
	predicted := cf.Predict(b.blackBox, b.train)
	var rows, donors [][]float64
	var target []int
	for _, n := range order[:min(len(order), poolDonors)] {
		donors = append(donors, b.table.Row(b.split.Train[n], nil))
		if from := s.data.from; len(rows) < poolRows && (from < 0 || predicted[n] == from && b.train.Y[n] == from) {
			rows = append(rows, donors[len(donors)-1])
			target = append(target, cf.Target(predicted[n], b.blackBox.Classes(), key, uint32(n)))
		}
	}
	var pool []cf.Label
	for _, q := range gen.Queries(b.blackBox, rows, target, donors, perQuery, key) {
		if q, asked := b.ask(s, rules, q); asked {
			pool = append(pool, q)
		}
	}
	if len(pool) < perRound {
		return nil, fmt.Errorf("the oracle could label %d counterfactuals, not %d", len(pool), perRound)
	}
	return cf.Choose(b.table.Schema, pool, labels, perRound, key), nil
}

// ask labels one counterfactual.
func (b *bench) ask(s setting, rules []causal.Rule, q cf.Label) (_ cf.Label, asked bool) {
	if s.data.truth == nil {
		return cf.RuleOracle(b.table.Schema, rules, []cf.Label{q})[0], true
	}
	q.Feasible, asked = rules[0].ITE(b.table.Schema, q.Factual, q.Counterfactual)
	return q, asked
}

// fit trains a generator from the start.
func (b *bench) fit(m cf.Method, c cf.Config) (*cf.Generator, error) {
	fit, err := cf.NewFit(m, c, b.table.Schema, b.blackBox, b.train, b.val)
	if err != nil {
		return nil, err
	}
	for range c.Epochs {
		if _, err := fit.Epoch(never); err != nil {
			return nil, err
		}
	}
	return fit.Best(), nil
}
