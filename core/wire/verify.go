package wire

import (
	"causeway/core/causal"
	"causeway/core/form"
	"causeway/core/model"
)

// VerifyClassifier measures the black box of the project again and compares every
// figure with what is said of it. With Again it is also trained again, and its bytes
// are compared. Facts: Progress, then Verified.
type VerifyClassifier struct {
	Train TrainClassifier   `msgpack:"train"` // up to the epoch whose state was kept
	Again bool              `msgpack:"again"` // the training is known
	Claim ClassifierTrained `msgpack:"claim"`
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
	Rounds []FineTuned `msgpack:"rounds" len:"..rounds" is:"rounds"`
	Undone bool        `msgpack:"undone"`
	Asks   bool        `msgpack:"asks"`  // it never was in force, so that the figures are those before it
	Tuned  bool        `msgpack:"tuned"` // there were fine-tunings, also where Trainings does not say so
}

// Past is a training of a generator that was done, and the fine-tunings that
// followed it.
type Past struct {
	Train   TrainGenerator `msgpack:"train"` // without a model or a state to go on from
	Best    int            `msgpack:"best" bound:"1..epochs" is:"best epoch"`
	Tunings []Tuning       `msgpack:"tunings"`
}

// Tuning is a fine-tuning that was done.
type Tuning struct {
	Train  model.Recipe   `msgpack:"train"`
	Seed   uint64         `msgpack:"seed"`
	Orders []causal.Order `msgpack:"orders" len:"..features"`                        // of the graph as it was
	Labels int            `msgpack:"labels" bound:"1..labels" is:"number of labels"` // number of those that it learned from
	Rules  []causal.Rule  `msgpack:"rules" since:"2" len:"..rules"`                  // that it was measured by
	Which  []int          `msgpack:"which"`                                          // from, to, from, to …: their places in a list of labels; empty: not known
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
	Again bool   `msgpack:"again"`             // the model was trained again
	Same  bool   `msgpack:"same"`              // to the last bit
	Hash  string `msgpack:"hash" len:"..text"` // SHA-256 of the model that the training gave, hexadecimal; empty without Again

	Differ   []Differ     `msgpack:"differ" len:"..differ" is:"figures"`                          // figures that are not as said
	Unproved []Unmeasured `msgpack:"unproved" bound:"1..unmeasured" is:"what cannot be measured"` // and what could not be measured
}

// Unmeasured names what a verification could not measure.
type Unmeasured uint8

// What cannot be measured.
const (
	AllFigures   Unmeasured = iota + 1 // they are of rows that no label is about, and the labels are not known
	UndoneRound                        // it was taken back, and how it was made is not kept
	RulesOfRound                       // the rules that a fine-tuning was measured by are not kept
	EarlierRound                       // fine-tunings before those that are known
	JudgeOfRound                       // an earlier version judged with fewer labels
)

// MaxPast bounds the trainings and fine-tunings that a generator came from.
const MaxPast = 500

func (m VerifyClassifier) relate(c *checks) {
	if m.Again {
		c.that(m.Claim.Best > 0, "best epoch is 0; at least 1 is possible")
		m.Train.relate(c)
	}
	m.Claim.relate(c)
}

func (m VerifyGenerator) relate(c *checks) {
	c.labels(m.Told)
	n := len(m.Trainings)
	for _, p := range m.Trainings {
		n += len(p.Tunings)
		p.Train.relate(c)
		c.that(len(p.Train.Warm)+len(p.Train.Resume) == 0, "a training goes on from a model of its own")
		for _, t := range p.Tunings {
			t.relate(c, len(m.Told.Target))
			c.that(len(t.Which) > 0, "the labels of a fine-tuning are missing")
		}
	}
	c.that(n <= MaxPast, "there are %d trainings and fine-tunings; at most %d are possible", n, MaxPast)
	c.that(!m.Undone || len(m.Rounds) > 0, "a fine-tuning was taken back and is not told of")
	for _, r := range m.Rounds {
		r.relate(c)
	}
}

const maxRounds = 1000

// Validate reports the first thing that no fine-tuning on some of told labels can
// have been.
func (t Tuning) Validate(told int) error {
	c := checks{kind: "fine-tuning"}
	c.fine(form.Check(t))
	t.relate(&c, told)
	return c.err
}

func (t Tuning) relate(c *checks, told int) {
	c.fine(t.Train.Check())
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

func (m Verified) relate(c *checks) {
	c.that(!m.Again || m.Hash != "", "the hash is missing")
}
