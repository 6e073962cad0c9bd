package store

// Preset names the kind of table that settings were chosen for.
type Preset string

// The kinds of tables with settings of their own.
const (
	SimpleBN Preset = "simple-bn"
	Adult    Preset = "adult"
	Other    Preset = ""
)

// presets holds the settings that a new table starts with.
var presets = map[Preset]struct {
	Classifier ClassifierSettings
	Generator  GeneratorSettings
}{
	SimpleBN: {
		ClassifierSettings{Seed: 1, Epochs: 100, Batch: 32, LearningRate: 0.001, Hidden: 10},
		GeneratorSettings{Seed: 1, Epochs: 50, Batch: 64, LearningRate: 0.01, Samples: 50, Validity: 54, Margin: 0.014},
	},
	Adult: {
		ClassifierSettings{Seed: 1, Epochs: 100, Batch: 32, LearningRate: 0.001, Hidden: 10},
		GeneratorSettings{Seed: 1, Epochs: 50, Batch: 256, LearningRate: 0.01, Samples: 10, Validity: 42, Margin: 0.165},
	},
	Other: {
		ClassifierSettings{Seed: 1, Epochs: 100, Batch: 32, LearningRate: 0.001, Hidden: 10},
		GeneratorSettings{Seed: 1, Epochs: 50, Batch: 256, LearningRate: 0.01, Samples: 10, Validity: 42, Margin: 0.165},
	},
}

// preset names the kind of table that comes from o.
func (o origin) preset() Preset {
	if o.sample {
		return SimpleBN
	}
	if _, ok := presets[Preset(o.plan.Recipe)]; ok {
		return Preset(o.plan.Recipe)
	}
	return Other
}
