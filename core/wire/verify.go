package wire

import "causeway/core/causal"

// VerifyClassifier trains the black box again and compares it with the one that
// is said to come from the same training. Facts: Progress, then Verified.
type VerifyClassifier struct {
	Train TrainClassifier `msgpack:"train"`
	Best  int             `msgpack:"best"` // epoch whose state was kept; it is trained up to there
	Model []byte          `msgpack:"model"`
}

// VerifyGenerator does the same with the generator, on the black box of the
// project, through all trainings and fine-tunings that it came from.
type VerifyGenerator struct {
	Trainings []Past `msgpack:"trainings"` // each goes on from the one before it
	Told      Labels `msgpack:"told"`      // all labels that their fine-tunings learned from
	Model     []byte `msgpack:"model"`
}

// Past is a training of a generator that was done, and the fine-tunings that
// followed it.
type Past struct {
	Train   TrainGenerator `msgpack:"train"` // without a model or a state to go on from
	Best    int            `msgpack:"best"`
	Tunings []Tuning       `msgpack:"tunings"`
}

// Tuning is a fine-tuning that was done.
type Tuning struct {
	Train  Training       `msgpack:"train"`
	Seed   uint64         `msgpack:"seed"`
	Orders []causal.Order `msgpack:"orders"` // of the graph as it was
	Labels int            `msgpack:"labels"` // number of those that it learned from
	Which  []int          `msgpack:"which"`  // from, to, from, to …: their places in a list of labels; empty: not known
}

// Places lists the places of the labels one by one.
func (t Tuning) Places() []int {
	all := make([]int, 0, t.Labels)
	for i := 0; i+1 < len(t.Which); i += 2 {
		for at := t.Which[i]; at < t.Which[i+1]; at++ {
			all = append(all, at)
		}
	}
	return all
}

// Verified ends a verification.
type Verified struct {
	Same bool   `msgpack:"same"` // to the last bit
	Hash string `msgpack:"hash"` // SHA-256 of the model that the training gave, hexadecimal
}

// MaxPast bounds the trainings and fine-tunings that a generator came from.
const MaxPast = 500

// Validate implements Message.
func (m VerifyClassifier) Validate() error {
	c := checks{kind: "verify classifier"}
	c.again(m.Best, m.Train)
	c.that(len(m.Model) > 0, "the model is empty")
	return c.err
}

// Validate implements Message.
func (m VerifyGenerator) Validate() error {
	c := checks{kind: "verify generator"}
	c.that(len(m.Model) > 0, "the model is empty")
	c.labels(m.Told)
	n := len(m.Trainings)
	c.that(n > 0, "there is no training")
	for _, p := range m.Trainings {
		n += len(p.Tunings)
		c.again(p.Best, p.Train)
		c.that(len(p.Train.Warm)+len(p.Train.Resume) == 0, "a training goes on from a model of its own")
		for _, t := range p.Tunings {
			c.tuning(t, len(m.Told.Target))
			c.that(len(t.Which) > 0, "the labels of a fine-tuning are missing")
		}
	}
	c.between("number of trainings", n, 1, MaxPast)
	return c.err
}

// again checks a training up to an epoch.
func (c *checks) again(best int, train Message) {
	c.between("best epoch", best, 1, MaxEpochs)
	if c.err == nil {
		c.err = train.Validate()
	}
}

// Validate reports the first thing that no fine-tuning on some of told labels can
// have been.
func (t Tuning) Validate(told int) error {
	c := checks{kind: "fine-tuning"}
	c.tuning(t, told)
	return c.err
}

func (c *checks) tuning(t Tuning, told int) {
	c.settings(t.Train)
	c.known(causal.Knowledge{Orders: t.Orders})
	c.between("number of labels", t.Labels, 1, maxLabels)
	n := 0
	for i := 0; i+1 < len(t.Which); i += 2 {
		from, to := t.Which[i], t.Which[i+1]
		c.that(from >= 0 && from < to && to <= told, "labels %d to %d of %d", from, to, told)
		if c.err != nil {
			return
		}
		n += to - from
	}
	c.that(len(t.Which)%2 == 0 && (len(t.Which) == 0 || n == t.Labels), "places of %d labels for %d", n, t.Labels)
}

// Validate implements Message.
func (m Verified) Validate() error {
	c := checks{kind: "verified"}
	c.between("length of the hash", len(m.Hash), 1, maxText)
	return c.err
}
