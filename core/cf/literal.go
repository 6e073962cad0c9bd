package cf

import "causeway/core/vae"

// Letter says where a training follows the paper's text and ours does not, with one field per
// difference, so that the effect of each can be measured. Its zero is ours; Literal is the
// paper. docs/methods.md has the reasons and measurements.
type Letter struct {
	Decoder bool // sees z and y' alone (section 3.1); ours sees the factual and starts at it, see vae.Config.Carry
	Effects bool // decoded like all others (section 2.3); ours start at their mechanism, see structure
	// every output of the decoder ends in a sigmoid (appendix C.1); ours has a softmax over the levels of a feature
	Sigmoids bool
	Dropout  bool // of 0.1 behind every hidden layer (appendix C.1); ours has none
	KL       bool // has the coefficient 1 (theorem 1); ours klWeight
	// distances are L1 of values scaled to 0 to 1 and of one-hot codes (section 3.1); ours are in MADs, and levels are
	// held by their likelihood
	Scaled  bool
	Soft    bool // hinges are of the decoder's outputs (section 3.1); ours are half of the decoded rows
	Last    bool // the weights of the last epoch are kept; ours are those of the best one on validation rows
	Steady  bool // the learning rate is constant; ours falls to 0
	Descent bool // steps are those of gradient descent (appendix C.1); ours are Adam's
	// the second phase of algorithm 1 uses the queries alone, with the similarity of encoded rows; ours adds
	// training rows, a judge and a pull
	Queries bool
}

// Literal follows the paper in all of them. Where its text leaves a choice open, it does as
// ours: the prior's mean and variance of each class are learned, and Config.Samples latent
// samples stand for the expectation.
var Literal = Letter{Decoder: true, Effects: true, Sigmoids: true, Dropout: true, KL: true, Scaled: true, Soft: true,
	Last: true, Steady: true, Descent: true, Queries: true}

// By is the method as a training to the letter uses it. No rule of the paper's evaluation is a
// term: signed edges are lines (section 2.4), and only one-way features have hinges.
func (m Method) By(l Letter) Method {
	m.letter = l
	return m
}

// Letter says how the method's trainings follow the paper.
func (m Method) Letter() Letter { return m.letter }

// network is the configuration of the networks.
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

// kl is the weight of the KL part.
func (t Letter) kl() float32 {
	if t.KL {
		return 1
	}
	return klWeight
}

// unit makes the whole range of a number the unit of a score, if distances are scaled. A rank
// of levels is the unit in both.
func (t Letter) unit(s score, number bool) score {
	if t.Scaled && number {
		s.unit = max(s.weight[0], tinyRange)
	}
	return s
}

// tinyRange is the least range of a number that anything is divided by.
const tinyRange = 1e-9
