package study

import (
	"causeway/core/kernel"
	"causeway/core/metric"
	"causeway/core/nn"
)

// Again trains black boxes like the existing one, with the same settings. Each has different
// initial weights and a bootstrap sample of the training rows, drawn with replacement and of the
// same size (Efron 1979). The validation rows remain the same and determine the epoch that is
// kept.
type Again struct {
	Config     nn.ClassifierConfig
	Key        kernel.Key // key of initial weights and samples, instead of the configuration's seed
	Train, Val nn.Examples
	Classes    int
}

// One trains black box number. The same number and a always give the same result. One calls tick
// between steps and stops if tick returns an error; it calls tell with the completed share.
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

// resampled returns n indices below n, drawn with replacement.
func resampled(n int, key kernel.Key) []int {
	rows := make([]int, n)
	for i := range rows {
		rows[i] = key.Intn(uint32(i), n)
	}
	return rows
}

// Judges is the number of retrained black boxes that determine whether an answer still holds.
const Judges = 10

// Retrained returns the retrained black boxes that determine whether an answer still holds. It
// returns none if this program cannot train the bench's kind of black box.
func (b *Bench) Retrained() ([]*nn.Classifier, error) {
	if b.again.none {
		return nil, nil
	}
	return b.judges()
}

// judges returns the bench's retrained black boxes. The first call trains them.
func (b *Bench) judges() ([]*nn.Classifier, error) {
	for n := len(b.again.done); n < Judges; n++ {
		c, err := b.again.One(n, b.host.Tick, func(float64) {})
		if err != nil {
			return nil, err
		}
		b.again.done = append(b.again.done, c)
		b.host.step(n, Judges) // their effect on answers is reported later
	}
	return b.again.done, nil
}

// trainedAgain caches a bench's retrained black boxes. none is set if the black box cannot be
// retrained.
type trainedAgain struct {
	Again
	none bool
	done []*nn.Classifier
}

// Inherit takes the judges that another bench with the same rows and black box has trained.
func (b *Bench) Inherit(from *Bench) { b.again = from.again }

// sturdy scores whether an experiment's valid answers survive a retrained black box and how
// plausible they are; see metric.Robust and metric.Plausibility.
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
