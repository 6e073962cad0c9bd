package wire

import (
	"causeway/core/causal"
	"causeway/core/document"
	"causeway/core/label"
	"causeway/core/model"
)

// AskCards requests counterfactuals to be labelled, for training rows or for one row. It can run
// during a training and uses the generator as it is at the start of the request. The answer is
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

	// Cards keep the hard rules of Knowledge and lead to the class Toward, or to any class other
	// than the predicted one if it is -1. Raw cards are drawn as in the paper regardless of the
	// rules, for a demonstration in which the rules judge.
	Knowledge causal.Knowledge
	Toward    int
	Raw       bool
}

// Drawn describes the candidates for cards. Its tally counts the violations of each hard rule of
// Knowledge.AllRules.
type Drawn struct {
	Rows  int // rows for which counterfactuals were drawn
	Other int // rows left out because the model already predicts the requested class for them
	document.Tally
}

// Cards answers AskCards. It may contain fewer than requested.
type Cards struct {
	Of   Drawn // empty for raw cards
	List []label.Card
}

// FineTune continues the present generator with labels. Facts: Epoch, then FineTuned. The present
// generator remains in use.
type FineTune struct {
	Labels model.Labels
	Train  model.Recipe
	Seed   uint64

	// Knowledge contains the rules by which the generator is measured before and after. The
	// generator does not learn from them. With Train.Rules it also keeps learning from the
	// knowledge used in its training.
	Knowledge causal.Knowledge
}

// FineTuned ends a FineTune. A Restore puts its generator into use, and can also restore the one
// before it.
type FineTuned = model.FineTuned
