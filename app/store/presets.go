package store

import "causeway/core/wire"

// Preset names the kind of table that settings were chosen for.
type Preset string

// The kinds of tables with settings of their own.
const (
	SimpleBN Preset = "simple-bn"
	Adult    Preset = "adult"
	Other    Preset = ""
)

// preset is the settings that a new table starts with.
type preset struct {
	Classifier ClassifierSettings
	Generator  GeneratorSettings
}

// presetOf returns the settings for a table of a kind.
func presetOf(kind Preset, t wire.Loaded) preset {
	p := preset{
		ClassifierSettings{Seed: 1, Epochs: 100, Batch: 32, LearningRate: 0.001, Hidden: 10},
		GeneratorSettings{Seed: 1, Epochs: 50, LearningRate: 0.01, Samples: 10, Validity: 40, Margin: 0.3},
	}
	switch g := &p.Generator; kind {
	case SimpleBN:
		g.Batch, g.Samples = 64, 50
	case Adult:
		g.Batch = 256
	default:
		g.Batch = 256
		if t.Rows < smallTable {
			g.Batch = 64
		}
		g.Epochs = epochsFor(t.Train, g.Batch)
	}
	return p
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
	return clamp((leastSteps+perEpoch-1)/perEpoch, 50, 400)
}

// preset names the kind of table that comes from o.
func (o origin) preset() Preset {
	switch {
	case o.sample:
		return SimpleBN
	case o.plan.Recipe == string(Adult):
		return Adult
	}
	return Other
}
