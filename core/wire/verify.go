package wire

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
		c.fine(p.Relate(len(m.Told.Target)))
		for _, t := range p.Tunings {
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

func (m Verified) relate(c *checks) {
	c.that(!m.Again || m.Hash != "", "the hash is missing")
}
