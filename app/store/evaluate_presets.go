package store

import "causeway/core/wire"

// truthOf names the model that the table was sampled from, where its mechanisms
// are known.
func truthOf(kind Preset, d Data) string {
	switch {
	case d.origin.source().Model == "":
	case kind == SimpleBN, kind == Sangiovese:
		return string(kind)
	}
	return ""
}

// KnownMechanism reports whether the table was sampled from a model whose
// mechanisms are known and are no formula that the example graph has.
func KnownMechanism(kind Preset, d Data) bool { return truthOf(kind, d) == string(Sangiovese) }

// roundPreset are cmd/paper's settings of a round of fine-tuning, but for the
// batch.
func roundPreset(kind Preset) wire.Training {
	t := wire.Training{Epochs: 20, Samples: 1, LearningRate: 0.007, Validity: 40, Margin: 0.3, Feasibility: 60}
	switch kind {
	case SimpleBN, Sangiovese:
	default:
		t.Validity, t.Margin, t.Feasibility, t.Levels = 320, 0.3, 200, 2
		t.Pull, t.Epochs, t.Finish, t.Reach = 1, 40, 80, 4.25
	}
	return t
}

// contrastPreset are the paper's settings of CEM (appendix C.1). Those of Adult
// serve any other table, as they need no auto-encoder.
func contrastPreset(kind Preset) wire.Contrast {
	switch kind {
	case SimpleBN:
		return wire.Contrast{Beta: 0.608, Kappa: 0.021, Gamma: 8, Steps: 3}
	case Sangiovese:
		return wire.Contrast{Beta: 0.652, Kappa: 0.041, Gamma: 9, Steps: 5}
	}
	return wire.Contrast{Beta: 0.911, Kappa: 0.241, Steps: 9}
}
