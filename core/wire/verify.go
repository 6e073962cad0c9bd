package wire

import (
	"causeway/core/model"
)

// VerifyClassifier measures the black box of the project again and compares every
// figure with what is said of it. With Again it is also trained again, and its bytes
// are compared. Facts: Progress, then Verified.
type VerifyClassifier struct {
	Train TrainClassifier   `msgpack:"train"` // up to the epoch whose state was kept
	Again bool              `msgpack:"again"` // the training is known
	Claim ClassifierTrained `msgpack:"claim"`

	Course   model.Course `msgpack:"course"`
	WithinMS float64      `msgpack:"withinMS" bound:"0..ms"` // that measuring may take without Again; 0: any
}

// VerifyGenerator does the same with the generator, on the black box of the
// project, through all trainings and fine-tunings that it came from, if they are
// known.
type VerifyGenerator struct {
	Trainings []Past           `msgpack:"trainings"` // each goes on from the one before it; none: they are not known
	Told      Labels           `msgpack:"told"`      // all labels that their fine-tunings learned from
	Seed      uint64           `msgpack:"seed"`      // of the last training
	Claim     GeneratorTrained `msgpack:"claim"`

	// Rounds is what is said of the fine-tunings after the last training, or of the
	// last of them. Of all but the last the rules are not told one by one. Where one
	// is Undone it was taken back: it is the last and not among the Trainings.
	Rounds []model.FineTuned `msgpack:"rounds" len:"..rounds" is:"rounds"`
	Undone bool              `msgpack:"undone"`
	Asks   bool              `msgpack:"asks"`  // it never was in force, so that the figures are those before it
	Tuned  bool              `msgpack:"tuned"` // there were fine-tunings, also where Trainings does not say so

	Course   model.Course `msgpack:"course"`                 // of the last training
	WithinMS float64      `msgpack:"withinMS" bound:"0..ms"` // that measuring may take without Trainings; 0: any
}

// Verified ends a verification.
type Verified model.Verified

func (m VerifyClassifier) relate(c *checks) {
	if m.Again {
		c.that(m.Claim.Best > 0, "best epoch is 0; at least 1 is possible")
		m.Train.relate(c)
	}
	m.Claim.relate(c)
	c.fine(m.Course.Relate())
}

func (m VerifyGenerator) relate(c *checks) {
	c.labels(m.Told)
	c.fine(m.Course.Relate())
	n := len(m.Trainings)
	for _, p := range m.Trainings {
		n += len(p.Tunings)
		c.fine(p.Relate(len(m.Told.Target)))
		for _, t := range p.Tunings {
			c.that(len(t.Which) > 0, "the labels of a fine-tuning are missing")
		}
	}
	c.that(n <= MaxPast, "there are %d trainings and fine-tunings; at most %d are possible", n, MaxPast)
	c.that(!m.Undone || len(m.Rounds) > 0, "a fine-tuning was taken back and is not told of")
	for _, r := range m.Rounds {
		FineTuned(r).relate(c)
	}
}

func (m Verified) relate(c *checks) {
	c.that(!m.Again || m.Hash != "", "the hash is missing")
}
