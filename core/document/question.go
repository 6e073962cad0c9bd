package document

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/fault"
	"causeway/core/form"
	"causeway/core/model"
)

// Explain requests counterfactuals of a row, or of many rows if Row is empty.
type Explain struct {
	Row form.Floats `msgpack:"row" shape:"..features"` // the features
	Search

	// Knowledge has the rules for everyone, the mechanisms used to measure feasibility, and what
	// follows from its causes. Rules are the person's own. All hard rules are kept except those
	// in Without, which are indices in Knowledge.AllRules followed by Rules.
	Knowledge causal.Knowledge `msgpack:"knowledge"`
	Rules     []causal.Rule    `msgpack:"rules" len:"..rules"`
	Without   []int            `msgpack:"without" bound:"0.." is:"place of a rule"`

	// for every feature, 1 for a usual one, and perhaps as many for withholding, see causal.Efforts;
	// empty: 1 for all
	Effort []float64 `msgpack:"effort" len:"..efforts" bound:"leastEffort..effort"`

	// budget of the complete search; 0 disables it
	Boxes int `msgpack:"boxes" since:"2" bound:"0..boxes" is:"number of boxes"`

	// Pinned holds counterfactuals, rows × features, that are shown next to what is found as long
	// as they are answers.
	Pinned form.Floats `msgpack:"pinned" since:"2" shape:"..pins,..features"`

	// Again holds the settings for retraining the classifier if Steady asks for answers that
	// survive it. Progress reports these trainings.
	Again model.ClassifierRecipe `msgpack:"again" since:"2"`

	// Carry occurs in saved questions about many rows from before features had states. Otherwise
	// it is empty.
	Carry []int `msgpack:"carry,omitempty" since:"2" len:"..features" bound:"0..lastFeature" is:"features"`
}

// AnyOrder implements form.AnyOrder, because new questions omit carry.
func (Explain) AnyOrder() {}

// CheckMany returns an error if this question, within limits, cannot be asked about rows with this
// number of features.
func (m Explain) CheckMany(features int, within []causal.Reach) error {
	named := slices.Clone(m.Carry)
	for _, w := range within {
		named = append(named, w.Feature)
	}
	switch {
	case len(named) > 0 && slices.Max(named) >= features:
		return fault.Errorf("document: feature %d does not exist", slices.Max(named))
	case len(m.Effort) != 0 && len(m.Effort) != features && len(m.Effort) != 2*features:
		return fault.Errorf("document: %d efforts are given for %d features", len(m.Effort), features)
	case m.Steady:
		return m.Again.Check()
	}
	return nil
}
