package model

// Kind names the kind of table that settings were chosen for. A built-in model has its name in
// messages.
type Kind string

// The kinds of tables with settings of their own.
const (
	SimpleBN   Kind = "simple-bn"
	Sangiovese Kind = "sangiovese"
	Census     Kind = "census"
	Workers    Kind = "workers" // with the settings of Census
	Adult      Kind = "adult"
	Other      Kind = ""
)

// Size is how large a table is that is trained on.
type Size struct {
	Rows  int
	Train int // of them for training
}

// Preset are the settings of a method for a table of a kind. They replace the paper's
// table of hyper-parameters (appendix C.1), whose objective has other units: there
// proximity is a scaled L1 distance and here MADs, see docs/methods.md. They were chosen
// on validation rows. Those for other tables depend on the size of the table.
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

// smallTable is the number of rows from which on a step takes more of them.
const smallTable = 4000

// leastSteps is how many steps a generator is trained for on a table that no
// settings were tuned for, as far as 400 epochs allow.
const leastSteps = 2500

// epochsFor is the number of epochs, 50 to 400, that make leastSteps.
func epochsFor(rows, batch int) int {
	if rows == 0 {
		return 50
	}
	perEpoch := (rows + batch - 1) / batch
	return min(max((leastSteps+perEpoch-1)/perEpoch, 50), 400)
}

// Round are the settings of a round of fine-tuning by ExampleBased.
func Round(kind Kind, of Size) Recipe {
	r := Recipe{Epochs: 20, Batch: Preset(kind, BaseVAE, of).Batch, Samples: 1, LearningRate: 0.007, Validity: 40,
		Margin: 0.3, Feasibility: 60}
	if kind != SimpleBN && kind != Sangiovese {
		r.Validity, r.Feasibility, r.Levels, r.Pull = 320, 200, 2, 1
		r.Epochs, r.Finish, r.Reach = 40, 80, 4.25
	}
	return r
}

// PersonRound are the settings of a round between a person's labels. They are those of Round,
// except on Adult and on unknown tables. There validity and the labels weigh less, the margin
// is smaller, and levels keep their cost. With more of each, so short a round ends very
// differently from weight to weight. It has no finish, as more labels may come.
func PersonRound(kind Kind, of Size) Recipe {
	r := Round(kind, of)
	if kind != SimpleBN && kind != Sangiovese {
		r.Validity, r.Margin, r.Feasibility = 200, 0.15, 64
		r.Levels, r.Pull, r.Finish, r.Reach = 0, 0, 0, 0
	}
	return r
}

// ContrastPreset are the paper's settings of CEM (appendix C.1), except the number of values of
// c. That is nine for every table, from Dhurandhar and others (2018, section 4): enough to
// raise c tenfold until a row is found and then to bisect. Adult's settings serve any other
// table, as they need no auto-encoder.
func ContrastPreset(kind Kind) Contrast {
	switch kind {
	case SimpleBN:
		return Contrast{Beta: 0.608, Kappa: 0.021, Gamma: 8, Steps: 9}
	case Sangiovese:
		return Contrast{Beta: 0.652, Kappa: 0.041, Gamma: 9, Steps: 9}
	}
	return ContrastFields.Default()
}
