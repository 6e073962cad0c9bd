package wire

import "causeway/core/causal"

// Evaluate runs one experiment: a method with one seed, from the training to
// all figures. Facts: Progress, then Evaluated. Experiments that differ in the
// method alone share a split, a black box and more, so that one engine should do
// them.
type Evaluate struct {
	Method string `msgpack:"method"` // "base", "model", "approx", "example" or "cem"
	Seed   uint64 `msgpack:"seed"`

	// Own splits the table and trains the paper's black box by the seed, as
	// cmd/paper does; else those of the project are used and the seed is that of
	// the method alone.
	Own   bool   `msgpack:"own"`
	From  int    `msgpack:"from" bound:"-1..lastLevel" is:"class"`       // only rows of this class, predicted so, are explained; -1: all
	Truth string `msgpack:"truth" of:",simple-bn,sangiovese" is:"model"` // model that the table was sampled from, for the causal-edge score: "simple-bn", "sangiovese" or ""

	// Known has "model" learn the mechanisms that Truth has for the effects of
	// rules, as cmd/paper does, and not those of Knowledge.
	Known bool `msgpack:"known"`

	// Knowledge is what methods learn from and feasibility is judged by; its hard
	// rules are kept by what is shown.
	Knowledge causal.Knowledge `msgpack:"knowledge"`

	Train  Training `msgpack:"train"`                                          // of the method; of "example" the BaseVAE that it begins with
	Round  Training `msgpack:"round"`                                          // of a round of fine-tuning of "example"
	Labels int      `msgpack:"labels" bound:"0..labels" is:"number of labels"` // in "example": that the rules give, or the first of Told

	// Told, if there are any, are labels of people, from which feasibility is
	// estimated. With Teach "example" learns from them instead of asking the rules, and
	// no method explains a row that they are about.
	Told  Labels   `msgpack:"told"`
	Teach bool     `msgpack:"teach"`
	CEM   Contrast `msgpack:"cem"` // of "cem"
}

// Training are the settings of a generator's training but for its seed.
type Training struct {
	Epochs       int     `msgpack:"epochs"`
	Batch        int     `msgpack:"batch"`
	Samples      int     `msgpack:"samples"`
	LearningRate float64 `msgpack:"learningRate"`
	Validity     float64 `msgpack:"validity"`
	Margin       float64 `msgpack:"margin"`
	Feasibility  float64 `msgpack:"feasibility"`
	GiveUp       float64 `msgpack:"giveUp"`
	Levels       float64 `msgpack:"levels"`          // how many times dearer levels are; 0 stands for 1
	Pull         float64 `msgpack:"pull"`            // weight of the way to what was called feasible
	Finish       int     `msgpack:"finish"`          // epochs in which rows without a feasible counterfactual are settled
	Reach        float64 `msgpack:"reach"`           // how far these go, in MADs, to be valid all the same
	Rules        float64 `msgpack:"rules" since:"2"` // of a fine-tuning: weight of what the generator's method knows; 0: it is left out
}

// Contrast are the settings of CEM.
type Contrast struct {
	Beta  float64 `msgpack:"beta"`
	Kappa float64 `msgpack:"kappa"`
	Gamma float64 `msgpack:"gamma"`
	Steps int     `msgpack:"steps"` // values of c that are tried
}

// Evaluated answers Evaluate.
type Evaluated struct {
	Method  string   `msgpack:"method" len:"..text"`
	Seed    uint64   `msgpack:"seed"`
	Figures []Figure `msgpack:"figures" len:"..figures"` // those that the experiment has
}

// Figure is one score of an experiment; study.Record says which there are.
type Figure struct {
	Key   string  `msgpack:"key" len:"1..text"`
	Value float64 `msgpack:"value"`
}

const (
	maxLabels  = 10_000
	maxFigures = 4_096
)

func (m Evaluate) relate(c *checks) {
	trains := true
	switch m.Method {
	case "base", "model", "approx", "example":
	case "cem":
		trains = false
		c.within("beta", m.CEM.Beta, 0, 1e6)
		c.within("kappa", m.CEM.Kappa, 0, 0.99)
		c.within("gamma", m.CEM.Gamma, 0, 1e6)
		c.between("number of values of c", m.CEM.Steps, 1, 20)
	default:
		c.that(false, "unknown method %.40q", m.Method)
	}
	c.that(!m.Known || m.Truth != "", "mechanisms of no model")
	if trains {
		c.settings(m.Train)
	}
	if m.Method == "example" {
		c.settings(m.Round)
		c.that(!m.Teach || len(m.Told.Target) > 0, "\"example\" learns from no labels")
		c.that(!m.Teach || m.Labels <= len(m.Told.Target), "the first %d labels of %d", m.Labels, len(m.Told.Target))
	}
	c.labels(m.Told)
}

func (c *checks) settings(t Training) {
	c.training(t.Epochs, t.Batch, t.LearningRate)
	c.between("number of samples", t.Samples, 1, MaxSamples)
	c.that(t.Batch > 1, "batch size is 1; at least 2 are needed")
	c.between("batch size times samples", t.Batch*t.Samples, 1, MaxStep)
	c.within("weight of validity", t.Validity, 0, 1e6)
	c.within("hinge margin", t.Margin, 0, 0.99)
	c.within("weight of feasibility", t.Feasibility, 0, 1e6)
	c.within("lead to give up at", t.GiveUp, 0, 1)
	c.within("cost of levels", t.Levels, 0, 1e6)
	c.within("pull of feasible labels", t.Pull, 0, 1e6)
	c.between("epochs of the finish", t.Finish, 0, MaxEpochs)
	c.within("reach of the finish", t.Reach, 0, 1e6)
	c.within("weight of the rules", t.Rules, 0, 1e6)
}

func (m Evaluated) relate(c *checks) {
	c.that(m.Method != "", "the method is missing")
}
