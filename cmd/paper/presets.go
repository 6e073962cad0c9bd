package main

import "causeway/core/cf"

// preset is a row of the table of settings: the weights that the paper tunes for
// a method on a data set, and the batch. "" stands for every constraint.
type preset struct {
	dataset, method, constraint string
	batch                       int
	lambda, beta, feasibility   float64
	giveUp, levels              float64 // see cf.Config
}

// presets replace the paper's table of hyper-parameters (appendix C.1), whose
// objective has other units: there proximity is a scaled L1 distance and here
// MADs, see RATIONALE.md. They were chosen on validation rows.
var presets = []preset{
	{"simple-bn", "base", "", 64, 40, 0.3, 0, 0, 0},
	{"simple-bn", "model", "", 64, 15, 0.05, 10, 0, 0},
	{"simple-bn", "approx", "", 64, 15, 0.05, 10, 0, 0},
	{"simple-bn", "example", "", 64, 40, 0.3, 60, 0, 0},
	{"sangiovese", "base", "", 256, 40, 0.3, 0, 0, 0},
	{"sangiovese", "model", "", 256, 15, 0.3, 10, 0, 0},
	{"sangiovese", "approx", "", 256, 15, 0.3, 10, 0, 0},
	{"sangiovese", "example", "", 256, 40, 0.3, 60, 0, 0},
	{"adult", "base", "", 256, 40, 0.3, 0, 0, 0},
	{"adult", "approx", "", 256, 120, 0.15, 100, 0.2, 0},
	{"adult", "example", "c1", 256, 300, 0.15, 116, 0, 5.5},
	{"adult", "example", "c2", 256, 320, 0.3, 116, 0, 0},
	{"census", "base", "", 256, 40, 0.3, 0, 0, 0},
	{"census", "approx", "", 256, 120, 0.15, 100, 0.2, 0},
	{"census", "example", "c1", 256, 300, 0.15, 116, 0, 5.5},
	{"census", "example", "c2", 256, 320, 0.3, 116, 0, 0},
}

// The paper's epochs of every generator, and how many latent samples a step
// takes for each row.
const (
	paperEpochs = 50
	samples     = 10
)

// configure returns the settings of a method. epochs and mc of 0 stand for the
// preset's.
func configure(dataset, method, constraint string, seed uint64, epochs, mc int) cf.Config {
	c := cf.Config{Seed: seed, Epochs: paperEpochs, Samples: samples, LearningRate: 0.01}
	for _, p := range presets {
		if p.dataset == dataset && p.method == method && (p.constraint == "" || p.constraint == constraint) {
			c.Batch, c.Validity, c.Margin, c.Feasibility = p.batch, p.lambda, p.beta, p.feasibility
			c.GiveUp, c.Levels = p.giveUp, p.levels
		}
	}
	if epochs > 0 {
		c.Epochs = epochs
	}
	if mc > 0 {
		c.Samples = mc
	}
	return c
}
