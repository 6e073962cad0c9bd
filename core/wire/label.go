package wire

import (
	"causeway/core/causal"
	"causeway/core/document"
	"causeway/core/label"
	"causeway/core/model"
)

// AskCards requests counterfactuals to be labelled, for training rows or for one row. It can run
// during a training; it then uses the generator as of the start of the request. The answer is
// Cards.
type AskCards struct {
	Count  int
	Choice label.Choice
	Row    int // number of the row for OfRow in the table, from 0
	Seed   uint64
	Labels model.Labels // labels so far, for TeachMost

	// SeenFactual and SeenCounterfactual are the pairs that must not be shown again.
	SeenFactual        Floats
	SeenCounterfactual Floats

	// Cards keep the hard rules of Knowledge and lead to the class Toward, or to any other than the
	// predicted class if Toward is -1. Raw cards are drawn as in the paper and ignore the rules:
	// for a demonstration in which the rules judge.
	Knowledge causal.Knowledge
	Toward    int
	Raw       bool
}

// Drawn describes the candidates for cards. It counts how often they break each hard rule of
// Knowledge.AllRules.
type Drawn struct {
	Rows  int // rows for which counterfactuals were drawn
	Other int // rows left out because the model already predicts the requested class for them
	document.Tally
}

// Cards answers AskCards. It may hold fewer cards than requested.
type Cards struct {
	Of   Drawn // empty for raw cards
	List []label.Card
}

// FineTune trains a copy of the current generator further, on labels. Facts: Epoch, then FineTuned.
// The current generator remains in use.
type FineTune struct {
	Labels model.Labels
	Train  model.Recipe
	Seed   uint64

	// Knowledge holds the rules under which the generator is measured before and after. The
	// generator does not learn from them. If Train.Rules is not 0, it also keeps learning from the
	// knowledge of its training.
	Knowledge causal.Knowledge
}

// FineTuned ends a FineTune. A Restore then puts the new generator into use, or the old one again.
type FineTuned = model.FineTuned
