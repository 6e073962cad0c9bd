package main

import "causeway/core/cf"

// preset is a row of the table of settings: the weights that the paper tunes for
// a method on a data set, and the batch.
type preset struct {
	dataset, method           string
	batch                     int
	lambda, beta, feasibility float64
	giveUp, levels, pull      float64 // see cf.Config
	epochs, finish            int     // of a round of Example-based, and of what follows the last
	reach                     float64 // see cf.Config
}

// presets replace the paper's table of hyper-parameters (appendix C.1), whose
// objective has other units: there proximity is a scaled L1 distance and here
// MADs, see RATIONALE.md. They were chosen on validation rows.
var presets = []preset{
	{"simple-bn", "base", 64, 40, 0.3, 0, 0, 0, 0, 0, 0, 0},
	{"simple-bn", "model", 64, 15, 0.05, 10, 0, 0, 0, 0, 0, 0},
	{"simple-bn", "approx", 64, 15, 0.05, 10, 0, 0, 0, 0, 0, 0},
	{"simple-bn", "example", 64, 40, 0.3, 60, 0, 0, 0, 20, 0, 0},
	{"sangiovese", "base", 256, 40, 0.3, 0, 0, 0, 0, 0, 0, 0},
	{"sangiovese", "model", 256, 15, 0.3, 10, 0, 0, 0, 0, 0, 0},
	{"sangiovese", "approx", 256, 15, 0.3, 10, 0, 0, 0, 0, 0, 0},
	{"sangiovese", "example", 256, 40, 0.3, 60, 0, 0, 0, 20, 0, 0},
	{"adult", "base", 256, 40, 0.3, 0, 0, 0, 0, 0, 0, 0},
	{"adult", "approx", 256, 120, 0.15, 100, 0.2, 0, 0, 0, 0, 0},
	{"adult", "example", 256, 320, 0.3, 200, 0, 2, 1, 40, 80, 4.25},
	{"census", "base", 256, 40, 0.3, 0, 0, 0, 0, 0, 0, 0},
	{"census", "approx", 256, 120, 0.15, 100, 0.2, 0, 0, 0, 0, 0},
	{"census", "example", 256, 320, 0.3, 200, 0, 2, 1, 40, 80, 4.25},
}

// The paper's epochs of every generator, and how many latent samples a step
// takes for each row.
const (
	paperEpochs = 50
	samples     = 10
	roundRate   = 0.007 // of a round of fine-tuning, which takes one sample
)

// presetOf is the row of a method on a data set, or zero for one that needs none.
func presetOf(dataset, method string) preset {
	for _, p := range presets {
		if p.dataset == dataset && p.method == method {
			return p
		}
	}
	return preset{}
}

// round returns the settings of a round of fine-tuning. epochs and mc of 0 stand
// for the preset's; given epochs bound those of a round and of the finish.
func round(dataset string, epochs, mc int) cf.Config {
	c := configure(dataset, "example", 0, 0, max(mc, 1))
	c.LearningRate = roundRate
	p := presetOf(dataset, "example")
	c.Epochs, c.Finish, c.Reach = p.epochs, p.finish, p.reach
	if epochs > 0 {
		c.Epochs, c.Finish = min(c.Epochs, epochs), min(c.Finish, epochs)
	}
	return c
}

// configure returns the settings of a method. epochs and mc of 0 stand for the
// preset's.
func configure(dataset, method string, seed uint64, epochs, mc int) cf.Config {
	c := cf.Config{Seed: seed, Epochs: paperEpochs, Samples: samples, LearningRate: 0.01}
	p := presetOf(dataset, method)
	c.Batch, c.Validity, c.Margin, c.Feasibility = p.batch, p.lambda, p.beta, p.feasibility
	c.GiveUp, c.Levels, c.Pull = p.giveUp, p.levels, p.pull
	if epochs > 0 {
		c.Epochs = epochs
	}
	if mc > 0 {
		c.Samples = mc
	}
	return c
}
