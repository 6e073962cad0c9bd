package study

import (
	"causeway/core/kernel"
	"causeway/core/metric"
	"causeway/core/nn"
)

// Again trains black boxes like the existing one, with its settings. Each has another start and
// a bootstrap sample of the training rows, as many drawn from them with replacement (Efron
// 1979). The validation rows are the same, and choose the epoch.
type Again struct {
	Config     nn.ClassifierConfig
	Key        kernel.Key // of starts and samples, instead of the configuration's seed
	Train, Val nn.Examples
	Classes    int
}

// One trains the black box with that number. It depends on nothing but number and a. It calls
// tick between steps and stops with tick's error; tell hears which share is done.
func (a Again) One(number int, tick func() error, tell func(share float64)) (*nn.Classifier, error) {
	key := a.Key.Sub(uint64(number))
	rows := resampled(a.Train.Rows(), key)
	start := key.Sub(0)
	c := a.Config
	c.Seed = uint64(start.A)<<32 | uint64(start.B)
	fit := nn.NewClassifierFit(c, a.Train.Some(rows), a.Val, a.Classes)
	for i := range c.Epochs {
		if _, err := fit.Epoch(tick); err != nil {
			return nil, err
		}
		tell(float64(i+1) / float64(c.Epochs))
	}
	return fit.Best(), nil
}

// resampled are as many places as there are, drawn with replacement.
func resampled(n int, key kernel.Key) []int {
	rows := make([]int, n)
	for i := range rows {
		rows[i] = key.Intn(uint32(i), n)
	}
	return rows
}

// Judges is how many black boxes trained anew say whether an answer would still hold.
const Judges = 10

// Retrained are the black boxes that say whether an answer would still hold; none where the
// bench's is of a shape that no training here gives.
func (b *Bench) Retrained() ([]*nn.Classifier, error) {
	if b.again.none {
		return nil, nil
	}
	return b.judges()
}

// judges are those of the bench, trained once.
func (b *Bench) judges() ([]*nn.Classifier, error) {
	for n := len(b.again.done); n < Judges; n++ {
		c, err := b.again.One(n, b.host.Tick, func(float64) {})
		if err != nil {
			return nil, err
		}
		b.again.done = append(b.again.done, c)
		b.host.step(n, Judges) // what comes of them is still to be told
	}
	return b.again.done, nil
}

// trainedAgain is what a bench needs for its judges. It has none where the black box
// is of a shape that no training here gives.
type trainedAgain struct {
	Again
	none bool
	done []*nn.Classifier
}

// Inherit takes over what another bench of the same rows and black box has trained to
// judge by.
func (b *Bench) Inherit(from *Bench) { b.again = from.again }

// sturdy says how the answers of an experiment that hold fare beyond the black box that they were made
// for: see metric.Robust and metric.Plausibility.
func (b *Bench) sturdy(o *Outcome, held metric.Pairs) error {
	if len(held.Factual) == 0 {
		return nil
	}
	near := metric.NewNeighbours(b.Table, b.Split.Train, b.Split.Test)
	ratio, known, err := near.Plausibility(held, b.host.Tick)
	if err != nil {
		return err
	}
	if known {
		o.Plausibility = &ratio
	}
	if b.again.none {
		return nil
	}
	judges, err := b.judges()
	if err != nil {
		return err
	}
	var said [][]int
	ex := b.encoded(held.Counterfactual)
	for _, j := range judges {
		said = append(said, nn.Classes(j, ex))
	}
	share := metric.Robust(held.Target, said)
	o.Robust = &share
	return nil
}
