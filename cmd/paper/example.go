package main

import (
	"fmt"

	"causeway/core/causal"
	"causeway/core/cf"
)

const (
	paperLabels = 100
	perQuery    = 10 // labelled counterfactuals of a row at most, as in the paper

	tuneEpochs = 20
	tuneRate   = 0.003
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

// example is the Example-based method (section 3): BaseVAE, then labels on some
// of its counterfactuals and fine-tuning with them. Without labels it is
// BaseVAE.
func (b *bench) example(s setting, clock func() float64) (trained, error) {
	base, err := b.plain(s, clock)
	if err != nil || s.labels == 0 {
		return base, err
	}
	start := clock()
	labels, err := b.query(s, base.gen)
	if err != nil {
		return trained{}, err
	}
	c := configure(s.data.name, "example", s.constraint, b.seed, tuneEpochs, s.mc)
	c.LearningRate = tuneRate
	if s.epochs > 0 {
		c.Epochs = min(c.Epochs, s.epochs)
	}
	fit, err := cf.NewFineTune(base.gen, c, b.table.Schema, b.blackBox, b.train, b.val, labels)
	if err != nil {
		return trained{}, err
	}
	for range c.Epochs {
		if _, err := fit.Epoch(never); err != nil {
			return trained{}, err
		}
	}
	return trained{fit.Best(), base.seconds + clock() - start}, nil
}

// query asks the oracle about counterfactuals of training rows, in an order
// drawn by the seed, until it has labelled as many as are wanted: the first
// labels are the same whatever their number. Where the rule is a monotone one it
// is asked by the paper's oracle of positive effects, which says nothing about
// pairs whose causes do not move together; those are not labelled.
func (b *bench) query(s setting, gen *cf.Generator) ([]cf.Label, error) {
	rules, err := s.data.rules(b.table.Schema, s.constraint)
	if err != nil {
		return nil, err
	}
	key := b.key(streamQuery)
	order := make([]int, len(b.split.Train))
	key.Perm(order)
	predicted := cf.Predict(b.blackBox, b.train)
	var labels []cf.Label
	for _, n := range order {
		if len(labels) >= s.labels {
			return labels[:s.labels], nil
		}
		if from := s.data.from; from >= 0 && (predicted[n] != from || b.train.Y[n] != from) {
			continue
		}
		i := b.split.Train[n]
		target := cf.Target(predicted[n], b.blackBox.Classes(), key, uint32(i))
		for _, q := range gen.Queries(b.blackBox, [][]float64{b.table.Row(i, nil)}, []int{target}, perQuery, key.Sub(uint64(i))) {
			if q, asked := b.ask(s, rules, q); asked {
				labels = append(labels, q)
			}
		}
	}
	if len(labels) < s.labels {
		return nil, fmt.Errorf("the oracle could label %d counterfactuals of the training rows, not %d", len(labels), s.labels)
	}
	return labels[:s.labels], nil
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
