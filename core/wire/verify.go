package wire

// VerifyClassifier trains the black box again and compares it with the one that
// is said to come from the same training. Facts: Progress, then Verified.
type VerifyClassifier struct {
	Train TrainClassifier `msgpack:"train"`
	Best  int             `msgpack:"best"` // epoch whose state was kept; it is trained up to there
	Model []byte          `msgpack:"model"`
}

// VerifyGenerator does the same with the generator, on the black box of the
// project.
type VerifyGenerator struct {
	Train TrainGenerator `msgpack:"train"`
	Best  int            `msgpack:"best"`
	Model []byte         `msgpack:"model"`
}

// Verified ends a verification.
type Verified struct {
	Same bool   `msgpack:"same"` // to the last bit
	Hash string `msgpack:"hash"` // SHA-256 of the model that the training gave, hexadecimal
}

// Validate implements Message.
func (m VerifyClassifier) Validate() error { return verifies(m.Best, m.Model, m.Train) }

// Validate implements Message.
func (m VerifyGenerator) Validate() error { return verifies(m.Best, m.Model, m.Train) }

func verifies(best int, model []byte, train Message) error {
	c := checks{kind: "verify"}
	c.between("best epoch", best, 1, MaxEpochs)
	c.that(len(model) > 0, "the model is empty")
	if c.err != nil {
		return c.err
	}
	return train.Validate()
}

// Validate implements Message.
func (m Verified) Validate() error {
	c := checks{kind: "verified"}
	c.between("length of the hash", len(m.Hash), 1, maxText)
	return c.err
}
