package document

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/fault"
	"causeway/core/form"
	"causeway/core/model"
)

// Explain asks for counterfactuals of a row, or of many rows; then Row is empty.
type Explain struct {
	Row form.Floats `msgpack:"row" shape:"..features"` // features
	Search

	// Knowledge has the rules for everyone, the mechanisms that degrees of feasibility
	// are measured by, and what follows from its causes; Rules are the person's own. Their hard rules
	// are kept but for those in Without, which are places in Knowledge.AllRules
	// followed by Rules.
	Knowledge causal.Knowledge `msgpack:"knowledge"`
	Rules     []causal.Rule    `msgpack:"rules" len:"..rules"`
	Without   []int            `msgpack:"without" bound:"0.." is:"place of a rule"`

	// of every feature, 1 for a usual one; empty: all are
	Effort []float64 `msgpack:"effort" len:"..features" bound:"leastEffort..effort"`

	// budget of the complete search; 0: none
	Boxes int `msgpack:"boxes" since:"2" bound:"0..boxes" is:"number of boxes"`

	// Pinned are counterfactuals that are shown again beside what is found, while they
	// are answers: rows × features.
	Pinned form.Floats `msgpack:"pinned" since:"2" shape:"..pins,..features"`

	// Again is what the classifier is trained again by where Steady asks for answers that also
	// hold then. Progress reports these trainings.
	Again model.ClassifierRecipe `msgpack:"again" since:"2"`

	// Carry is in questions of many rows that were kept before features had states, and empty.
	Carry []int `msgpack:"carry,omitempty" since:"2" len:"..features" bound:"0..lastFeature" is:"features"`
}

// AnyOrder implements form.AnyOrder: questions that are asked now have no carry.
func (Explain) AnyOrder() {}

// CheckMany reports why this cannot be asked, within limits, of many rows of so many features.
func (m Explain) CheckMany(features int, within []causal.Reach) error {
	named := slices.Clone(m.Carry)
	for _, w := range within {
		named = append(named, w.Feature)
	}
	switch {
	case len(named) > 0 && slices.Max(named) >= features:
		return fault.Errorf("document: no feature has number %d", slices.Max(named))
	case len(m.Effort) != 0 && len(m.Effort) != features:
		return fault.Errorf("document: %d efforts for %d features", len(m.Effort), features)
	case m.Steady:
		return m.Again.Check()
	}
	return nil
}
