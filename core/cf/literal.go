package cf

import "causeway/core/vae"

// Letter says where a training follows the paper's text instead of our method. Each difference has
// a field, so that its effect can be measured. Its zero value is our method, and Literal follows
// the paper. docs/methods.md contains the reasons and measurements.
type Letter struct {
	Decoder bool // uses only z and y' (section 3.1); ours also uses the factual and starts at it, see vae.Config.Carry
	Effects bool // decoded like all others (section 2.3); ours start at their mechanism, see structure
	// every output of the decoder ends in a sigmoid (appendix C.1); ours has a softmax over the
	// levels of a feature
	Sigmoids bool
	Dropout  bool // 0.1 after every hidden layer (appendix C.1); ours has none
	KL       bool // has the coefficient 1 (theorem 1); ours has klWeight
	// distances are L1 of values scaled to 0 to 1 and of one-hot codes (section 3.1); ours are in
	// MADs, and the likelihood of levels keeps them in place
	Scaled  bool
	Soft    bool // hinges apply to the decoder's outputs (section 3.1); half of ours apply to the decoded rows
	Last    bool // the weights of the last epoch are kept; ours are the best ones on validation rows
	Steady  bool // the learning rate is constant; ours falls to 0
	Descent bool // steps are those of gradient descent (appendix C.1); ours are Adam's
	// the second phase of algorithm 1 uses only the queries, with the similarity of encoded rows;
	// ours adds training rows, a judge and a pull
	Queries bool
}

// Literal follows the paper everywhere. Where the paper leaves a choice open, Literal does the same
// as our method: the mean and variance of each class's prior are learned, and Config.Samples latent
// samples replace the expectation.
var Literal = Letter{Decoder: true, Effects: true, Sigmoids: true, Dropout: true, KL: true, Scaled: true, Soft: true,
	Last: true, Steady: true, Descent: true, Queries: true}

// By returns the method for a training that follows the paper as l specifies. No rule of the
// paper's evaluation becomes a term. Signed edges become lines (section 2.4), and only one-way
// features have hinges.
func (m Method) By(l Letter) Method {
	m.letter = l
	return m
}

// Letter returns where the method's trainings follow the paper to the letter.
func (m Method) Letter() Letter { return m.letter }

// network returns the configuration of the networks.
func (t Letter) network(l layout, classes int) vae.Config {
	c := vae.Paper(l.groups, classes)
	c.Sigmoid = t.Sigmoids
	if !t.Decoder {
		c.Carry = carry
	}
	if !t.Dropout {
		c.Drop = 0
	}
	return c
}

// kl returns the weight of the KL part.
func (t Letter) kl() float32 {
	if t.KL {
		return 1
	}
	return klWeight
}

// unit sets the unit of a score. If distances are scaled, the unit of a number is its whole range.
// The unit of ranked levels is always one rank.
func (t Letter) unit(s score, number bool) score {
	if t.Scaled && number {
		s.unit = max(s.weight[0], tinyRange)
	}
	return s
}

// tinyRange is the smallest range that divides a number; it replaces smaller ones.
const tinyRange = 1e-9
