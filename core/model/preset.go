package model

// Kind is a kind of table with settings of its own. For a built-in model, it is the model's name in
// messages.
type Kind string

// The kinds of tables.
const (
	SimpleBN   Kind = "simple-bn"
	Sangiovese Kind = "sangiovese"
	Census     Kind = "census"
	Workers    Kind = "workers" // uses the settings of Census
	Adult      Kind = "adult"
	Other      Kind = ""
)

// Size is the size of a table used for training.
type Size struct {
	Rows  int
	Train int // number of training rows
}

// Preset returns the settings of a method for a kind of table. They were chosen on validation rows.
// They replace the paper's table of hyper-parameters (appendix C.1), because its objective uses
// other units: a scaled L1 distance, where ours is in MADs (see docs/methods.md). Settings for
// other tables depend on the table's size.
func Preset(kind Kind, m Method, of Size) Recipe {
	r := GeneratorFields.Default()
	r.Method = m
	e, _ := m.Start().Entry()
	w, known := e.Presets[kind]
	if !known {
		w = e.Presets[Other]
	}
	if m.Acts() {
		r.Epochs, r.Batch, r.Samples, r.LearningRate = 60, 32, 1, 0.006
		return r
	}
	r.Validity, r.Margin, r.Feasibility, r.GiveUp = w.Validity, w.Margin, w.Feasibility, w.GiveUp
	if kind == SimpleBN || kind == Other && of.Rows < smallTable {
		r.Batch = 64
	}
	if kind == Other {
		r.Epochs = epochsFor(of.Train, r.Batch)
	}
	return r
}

// From smallTable training rows on, a step uses more rows.
const smallTable = 4000

// leastSteps is the number of training steps for a generator on a table for which no settings
// were tuned, within the limit of 400 epochs.
const leastSteps = 2500

// epochsFor returns how many epochs, 50 to 400, make up leastSteps.
func epochsFor(rows, batch int) int {
	if rows == 0 {
		return 50
	}
	perEpoch := (rows + batch - 1) / batch
	return min(max((leastSteps+perEpoch-1)/perEpoch, 50), 400)
}

// Round returns the settings of a fine-tuning round for ExampleBased.
func Round(kind Kind, of Size) Recipe {
	r := Recipe{Epochs: 20, Batch: Preset(kind, BaseVAE, of).Batch, Samples: 1, LearningRate: 0.007, Validity: 40,
		Margin: 0.3, Feasibility: 60}
	if kind != SimpleBN && kind != Sangiovese {
		r.Validity, r.Feasibility, r.Levels, r.Pull = 320, 200, 2, 1
		r.Epochs, r.Finish, r.Reach = 40, 80, 4.25
	}
	return r
}

// PersonRound returns the settings of a short round while a person is labelling. They are those of
// Round, except on Adult and on unknown tables. There, validity and the labels have lower weights,
// the margin is smaller, and levels keep their cost. With larger values, the result of a short
// round would depend strongly on the weights. The round has no finish, because more labels may
// follow.
func PersonRound(kind Kind, of Size) Recipe {
	r := Round(kind, of)
	if kind != SimpleBN && kind != Sangiovese {
		r.Validity, r.Margin, r.Feasibility = 200, 0.15, 64
		r.Levels, r.Pull, r.Finish, r.Reach = 0, 0, 0, 0
	}
	return r
}

// ContrastPreset returns the paper's settings of CEM (appendix C.1), with one exception: every
// table tries nine values of c, as in Dhurandhar et al. (2018, section 4). That is enough to
// multiply c by ten until a row is found, and then to bisect. Other tables use Adult's settings,
// which need no auto-encoder.
func ContrastPreset(kind Kind) Contrast {
	switch kind {
	case SimpleBN:
		return Contrast{Beta: 0.608, Kappa: 0.021, Gamma: 8, Steps: 9}
	case Sangiovese:
		return Contrast{Beta: 0.652, Kappa: 0.041, Gamma: 9, Steps: 9}
	}
	return ContrastFields.Default()
}
