package wire

import (
	"causeway/core/causal"
	"causeway/core/document"
	"causeway/core/label"
	"causeway/core/model"
)

// AskCards asks for counterfactuals to be labelled, of training rows or of one
// row. It goes on beside a training, with the generator as it is when it begins.
// The answer is Cards.
type AskCards struct {
	Count  int
	Choice label.Choice
	Row    int // number of the row of OfRow in the table, from 0
	Seed   uint64
	Labels model.Labels // so far, for TeachMost

	// SeenFactual and SeenCounterfactual are the pairs that are not to be shown
	// again.
	SeenFactual        Floats
	SeenCounterfactual Floats

	// Cards keep the hard rules of Knowledge and lead to the class Toward, -1 for any
	// other than the predicted one. Raw cards are drawn as in the paper, whatever the
	// rules say, for a demonstration in which the rules judge.
	Knowledge causal.Knowledge
	Toward    int
	Raw       bool
}

// Drawn says what cards were taken from. Its tally counts what breaks each hard rule of Knowledge.AllRules.
type Drawn struct {
	Rows  int // that counterfactuals were drawn for
	Other int // rows left out, as the model gives them to the class asked for
	document.Tally
}

// Cards answers AskCards. There may be fewer than were asked for.
type Cards struct {
	Of   Drawn // nothing of raw cards
	List []label.Card
}

// FineTune goes on from the present generator with labels. Facts: Epoch, then
// FineTuned. The present generator stays in force.
type FineTune struct {
	Labels model.Labels
	Train  model.Recipe
	Seed   uint64

	// Knowledge has the rules that the generator is measured by before and after. It
	// learns nothing from them; with Train.Rules it goes on with what its training
	// learned from.
	Knowledge causal.Knowledge
}

// FineTuned ends a FineTune. A Restore brings its generator into force, and back the one
// before it.
type FineTuned = model.FineTuned
