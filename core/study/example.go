package study

import (
	"fmt"

	"causeway/core/causal"
	"causeway/core/cf"
)

// These constants say how the Example-based method queries its oracle.
const (
	perRound   = 25  // labels collected before each fine-tuning
	perQuery   = 10  // maximum number of counterfactuals per row, as in the paper
	poolRows   = 50  // rows whose counterfactuals form the pool
	poolDonors = 500 // training rows with which the pool's rows are crossed

	literalShare = 10 // the paper queries one out of this many training rows
)

// course holds the state of the Example-based method (section 3): the labels so far, and the
// generator after each round.
type course struct {
	labels []cf.Label
	rounds []trained // rounds[0] is BaseVAE
}

// courseOf is the cache key of a course.
type courseOf struct {
	learned     int
	base, round cf.Config
	random      bool
}

// example runs the Example-based method. It starts from BaseVAE and alternates between labelling
// the current generator's proposals and fine-tuning with all labels so far. If the settings say so,
// finish trains the last generator once more. With 0 labels the result is BaseVAE. A run with fewer
// labels uses the first labels of a run with more.
func (b *Bench) example(s Setting) (trained, error) {
	if s.Letter.Queries {
		return b.literal(s)
	}
	c, err := b.course(s)
	for err == nil && len(c.labels)+perRound <= s.Labels {
		err = b.round(s, c, perRound)
	}
	if rest := s.Labels % perRound; err == nil && rest > 0 {
		c = &course{c.labels[: s.Labels-rest : s.Labels-rest], c.rounds[: s.Labels/perRound+1 : s.Labels/perRound+1]}
		err = b.round(s, c, rest)
	}
	if err != nil {
		return trained{}, err
	}
	round := (s.Labels + perRound - 1) / perRound
	if round == 0 || s.Round.Finish == 0 {
		return c.rounds[round], nil
	}
	return b.finish(s, c.rounds[round], c.rounds[0], c.labels[:s.Labels], round)
}

// literal follows algorithm 1 to the letter. The oracle labels counterfactuals that BaseVAE made
// for training rows, at most perQuery for each row. A single fine-tuning follows.
func (b *Bench) literal(s Setting) (trained, error) {
	base, err := b.plain(s, s.Base)
	if err != nil || s.Labels == 0 {
		return base, err
	}
	start := b.host.Clock()
	rules, err := b.rules(s.Learned)
	if err != nil {
		return trained{}, err
	}
	labels := b.Problem.Told
	if len(labels) == 0 {
		labels = b.literalLabels(base.gen, rules, s.Labels)
	}
	if len(labels) < s.Labels {
		return trained{}, fmt.Errorf("the oracle could label %d counterfactuals of BaseVAE, not %d", len(labels),
			s.Labels)
	}
	if s.Labels > 0 {
		labels = labels[:s.Labels]
	}
	cfg := s.Round
	cfg.Seed = b.Seed
	fit, err := cf.NewLiteral(s.Letter, base.gen, cfg, b.Table.Schema, b.BlackBox, b.train, b.val, labels)
	if err != nil {
		return trained{}, err
	}
	gen, err := b.run(fit, cfg.Epochs, func(int, int) {})
	return trained{gen, base.seconds + b.host.Clock() - start, len(labels)}, err
}

// literalLabels asks the oracle to label n valid counterfactuals of BaseVAE. If n is negative, the
// oracle labels the counterfactuals of a tenth of the training rows (section 4.2).
func (b *Bench) literalLabels(gen *cf.Generator, rules []causal.Rule, n int) (labels []cf.Label) {
	key := b.Key(streamQuery)
	order := make([]int, len(b.Split.Train))
	key.Perm(order)
	predicted := cf.Predict(b.BlackBox, b.train)
	for i, asked := 0, 0; i < len(order) && (len(labels) < n || n < 0 && asked < len(order)/literalShare); i++ {
		r := order[i]
		if from := b.Problem.From; from >= 0 && (predicted[r] != from || b.train.Y[r] != from) {
			continue
		}
		asked++
		row, target := b.Table.Row(b.Split.Train[r], nil), cf.Target(predicted[r], b.BlackBox.Classes(), key, uint32(r))
		out := gen.Generate(b.BlackBox, b.train.Some([]int{r}), []int{target}, perQuery, key.Sub(uint64(r)))
		seen := map[string]bool{fmt.Sprint(row): true}
		for i, c := range out.Rows {
			if id := fmt.Sprint(c); out.Y[i] == target && !seen[id] {
				seen[id] = true
				if q, asked := b.ask(rules, cf.Label{Factual: row, Counterfactual: c, Target: target}); asked {
					labels = append(labels, q)
				}
			}
		}
	}
	return labels
}

// finish trains the generator once more after the last label; see cf.NewFinish.
func (b *Bench) finish(s Setting, tuned, base trained, labels []cf.Label, round int) (trained, error) {
	start, cfg := b.host.Clock(), s.Round
	cfg.Seed = b.Seed + uint64(round)
	fit, err := cf.NewFinish(tuned.gen, base.gen, cfg, b.Table.Schema, b.BlackBox, b.train, b.val, labels)
	if err != nil {
		return trained{}, err
	}
	gen, err := b.run(fit, cfg.Finish, func(int, int) {})
	return trained{gen, tuned.seconds + b.host.Clock() - start, len(labels)}, err
}

// course returns the bench's course for a setting. The first call starts the course.
func (b *Bench) course(s Setting) (*course, error) {
	id := courseOf{s.Learned, s.Base, s.Round, s.Random}
	if c := b.courses[id]; c != nil {
		return c, nil
	}
	base, err := b.plain(s, s.Base)
	if err != nil {
		return nil, err
	}
	if b.courses == nil {
		b.courses = map[courseOf]*course{}
	}
	c := &course{rounds: []trained{base}}
	b.courses[id] = c
	return c, nil
}

// round collects n labels and fine-tunes with all labels so far.
func (b *Bench) round(s Setting, c *course, n int) error {
	now, start := c.rounds[len(c.rounds)-1], b.host.Clock()
	more, err := b.query(s, now.gen, c.labels, len(c.rounds))
	if err != nil {
		return err
	}
	labels := append(c.labels, more[:n]...)
	cfg := s.Round
	cfg.Seed = b.Seed + uint64(len(c.rounds))
	fit, err := cf.NewFineTune(now.gen, cfg, b.Table.Schema, b.BlackBox, b.train, b.val, labels)
	if err != nil {
		return err
	}
	gen, err := b.run(fit, cfg.Epochs, func(int, int) {})
	if err != nil {
		return err
	}
	c.labels = labels
	c.rounds = append(c.rounds, trained{gen, now.seconds + b.host.Clock() - start, len(labels)})
	return nil
}

// query returns the next labels that people gave, if any are left. Otherwise it goes through
// training rows in an order that depends on the seed, chooses some of their counterfactuals, and
// asks the oracle to label these. For a monotone rule, the oracle is the paper's oracle of positive
// effects. That oracle cannot judge a pair whose causes do not move together, so query never
// chooses one.
func (b *Bench) query(s Setting, gen *cf.Generator, labels []cf.Label, round int) ([]cf.Label, error) {
	if len(b.Problem.Told) > 0 {
		return b.Problem.Told[len(labels):], nil
	}
	rules, err := b.rules(s.Learned)
	if err != nil {
		return nil, err
	}
	key := b.Key(streamQuery).Sub(uint64(round))
	order := make([]int, len(b.Split.Train))
	key.Perm(order)
	predicted := cf.Predict(b.BlackBox, b.train)
	var rows, donors [][]float64
	var target []int
	for _, n := range order[:min(len(order), poolDonors)] {
		donors = append(donors, b.Table.Row(b.Split.Train[n], nil))
		if from := b.Problem.From; len(rows) < poolRows && (from < 0 || predicted[n] == from && b.train.Y[n] == from) {
			rows = append(rows, donors[len(donors)-1])
			target = append(target, cf.Target(predicted[n], b.BlackBox.Classes(), key, uint32(n)))
		}
	}
	var pool []cf.Label
	for _, q := range gen.Queries(b.BlackBox, rows, target, donors, perQuery, key) {
		if q, asked := b.ask(rules, q); asked {
			pool = append(pool, q)
		}
	}
	if len(pool) < perRound {
		return nil, fmt.Errorf("the oracle could label %d counterfactuals, not %d", len(pool), perRound)
	}
	if s.Random {
		return cf.ChooseAny(pool, perRound, key.Sub(streamQuery)), nil
	}
	return cf.Choose(b.Table.Schema, pool, labels, perRound, key), nil
}

// ask labels one counterfactual.
func (b *Bench) ask(rules []causal.Rule, q cf.Label) (_ cf.Label, asked bool) {
	if r, ok := b.Problem.monotone(); ok {
		q.Feasible, asked = r.ITE(b.Table.Schema, q.Factual, q.Counterfactual)
		return q, asked
	}
	return cf.RuleOracle(b.Table.Schema, rules, []cf.Label{q})[0], true
}
