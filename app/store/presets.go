package store

import (
	"causeway/core/causal"
	"causeway/core/wire"
)

// Preset names the kind of table that settings were chosen for. Of a built-in
// model it is its name on the wire.
type Preset string

// The kinds of tables with settings of their own.
const (
	SimpleBN   Preset = "simple-bn"
	Sangiovese Preset = "sangiovese"
	Census     Preset = "census"
	Adult      Preset = "adult"
	Other      Preset = ""
)

// weights are the settings that cmd/paper tunes for a method and a data set.
type weights struct{ validity, margin, feasibility, giveUp float64 }

var (
	plainWeights = weights{40, 0.3, 0, 0}
	ruleWeights  = weights{120, 0.15, 100, 0.2}
	tuned        = map[Preset]map[causal.Method]weights{
		SimpleBN:   {causal.ModelBased: {15, 0.05, 10, 0}, causal.ModelApprox: {15, 0.05, 10, 0}},
		Sangiovese: {causal.ModelBased: {15, 0.3, 10, 0}, causal.ModelApprox: {15, 0.3, 10, 0}},
	}
)

// classifierPreset is the paper's classifier, for any table.
var classifierPreset = ClassifierSettings{Seed: 1, Epochs: 100, Batch: 32, LearningRate: 0.001, Hidden: 10}

// generatorPreset returns the settings of a method for a table of a kind.
func generatorPreset(kind Preset, m causal.Method, t wire.Loaded) GeneratorSettings {
	start := m.Start()
	w, known := tuned[kind][start]
	switch {
	case known:
	case start == causal.BaseVAE:
		w = plainWeights
	default:
		w = ruleWeights
	}
	g := GeneratorSettings{Seed: 1, Epochs: 50, LearningRate: 0.01, Batch: 256, Samples: 10,
		Method: m, Validity: w.validity, Margin: w.margin, Feasibility: w.feasibility, GiveUp: w.giveUp}
	switch kind {
	case SimpleBN:
		g.Batch = 64
		if start == causal.BaseVAE {
			g.Samples = 50
		}
	case Other:
		if t.Rows < smallTable {
			g.Batch = 64
		}
		g.Epochs = epochsFor(t.Train, g.Batch)
	}
	return g
}

// choose changes the method. Settings that are as the old method's preset has
// them become the new one's; what a person has set stays.
func (g GeneratorSettings) choose(m causal.Method, kind Preset, t wire.Loaded) GeneratorSettings {
	old, now := generatorPreset(kind, g.Method, t), generatorPreset(kind, m, t)
	g.Method = m
	follow(&g.Epochs, old.Epochs, now.Epochs)
	follow(&g.Batch, old.Batch, now.Batch)
	follow(&g.Samples, old.Samples, now.Samples)
	follow(&g.LearningRate, old.LearningRate, now.LearningRate)
	follow(&g.Validity, old.Validity, now.Validity)
	follow(&g.Margin, old.Margin, now.Margin)
	follow(&g.Feasibility, old.Feasibility, now.Feasibility)
	follow(&g.GiveUp, old.GiveUp, now.GiveUp)
	return g
}

func follow[T comparable](v *T, old, now T) {
	if *v == old {
		*v = now
	}
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
	switch s := o.source(); {
	case s.Model == string(SimpleBN), s.Model == string(Sangiovese), s.Model == string(Census):
		return Preset(s.Model)
	case s.Plan.Recipe == string(Adult):
		return Adult
	}
	return Other
}
