package document

import (
	"math"
	"slices"

	"causeway/core/data"
	"causeway/core/model"
)

// Search holds a person's settings of a search for counterfactuals.
type Search struct {
	Count      int    `msgpack:"count"`
	Seed       uint64 `msgpack:"seed"`
	Target     int    `msgpack:"target"` // class, or -1: any other than the predicted one
	Budget     int    `msgpack:"budget"`
	MaxChanged int    `msgpack:"maxChanged"`

	Clarity model.Clarity `msgpack:"clarity" since:"2"`
	Least   float64       `msgpack:"least" since:"2"` // for AtLeast
	Steady  bool          `msgpack:"steady,omitempty" since:"2"`
	Apart   model.Apart   `msgpack:"apart,omitempty" since:"2"`

	// Goal replaces Target as the class to be reached, see Band.
	Goal Goal    `msgpack:"goal,omitempty" since:"2" bound:"0..8" is:"goal"`
	From float64 `msgpack:"from,omitempty" since:"2" bound:"-open..open"`
	To   float64 `msgpack:"to,omitempty" since:"2" bound:"-open..open"`

	MaxCost float64 `msgpack:"maxCost,omitempty" since:"2" bound:"0..open"` // limit of all costs; 0: none

	// numbers that may only rise do so by a usual amount, unless a limit specifies another
	Horizon bool `msgpack:"horizon,omitempty" since:"2"`
}

// AnyOrder implements form.AnyOrder, because files of early version 2 lack steady, apart, horizon
// and goals.
func (Search) AnyOrder() {}

// Bar returns the requirements of the chosen clarity. A goal that is a probability has none.
func (s Search) Bar() (lead, least float64) {
	if s.Goal.OfChance() {
		return 0, 0
	}
	return s.Clarity.Bar(s.Least)
}

// The limits of goals: of numbers and of percentages.
const (
	maxGoal    = 1e15
	maxPercent = 1_000

	leastChance, mostChance = 0.1, 99.9 // percent
)

func withinChance(v float64) float64 {
	if !(v >= leastChance) {
		return leastChance
	}
	return min(v, mostChance)
}

// Preset returns the search with the numbers that a goal begins with. wanted is the class that
// people hope for.
func (s Search) Preset(outcome data.Feature, wanted int) Search {
	s.From, s.To = 0, 0
	switch s.Goal {
	case ChanceAtLeast:
		s.From, s.Target = 90, wanted
	case ChanceAtMost:
		s.To, s.Target = 10, 0
		if wanted == 0 {
			s.Target = 1
		}
	case ChanceBetween:
		s.From, s.To, s.Target = 60, 90, wanted
	case NumberAtLeast, NumberAtMost, NumberBetween:
		s.From, s.To = outcome.Cuts[0], outcome.Cuts[0]
		if s.Goal == NumberBetween {
			s.To = max(outcome.Max, outcome.Round(s.From+outcome.Step()))
		}
	case HigherBy, LowerBy:
		s.From = 10
	}
	return s
}

// presetLeast is the default least probability.
const presetLeast = 0.8

// SearchFields is the table of a search's settings. It determines the order in forms, and the
// limits in files and commands.
var SearchFields = model.Fields[Search]{
	{Of: "Count", Label: "How many", Each: "Counterfactuals a row", Help: "Counterfactuals to show, at most.", Min: 1,
		Max: 10, Default: 5},
	{Of: "Apart", Label: "How different", Choices: []model.Choice{
		{Value: float64(model.OtherWay), Text: "In some way", Help: "A different feature changes, a number moves " +
			"the other way, or a level differs. How far a number moves does not count."},
		{Value: float64(model.OtherFeatures), Text: "In which features change",
			Help: "No two change the same set of features."},
		{Value: float64(model.NothingShared), Text: "In every change", Help: "No feature changes in two of them: " +
			"first the nearest, then the nearest that changes only other features."}}},
	{Of: "MaxChanged", Label: "Changes at most", Each: "Changes a row, at most",
		Help: "Features that may differ. 0 for any number.", Max: 512},
	{Of: "MaxCost", Label: "Cost at most", Each: "Cost a row, at most", Max: 1_000, Step: 0.5,
		Help: "Sum of all changes; what follows costs nothing. A number costs its change in MADs, a level 0.5, " +
			"each times its difficulty. 0 for any cost."},
	{Of: "Seed", Label: "Seed", Each: "Seed for all rows",
		Help: "The same seed gives the same result, to the last bit.", Max: math.MaxUint64, Default: 1},
	{Of: "Budget", Label: "Tries", Each: "Tries a row", Help: "Latent samples to draw before giving up.", Min: 10,
		Max: 10_000, Step: 100, Default: 400},
	{Of: "Target", Label: "Target class", Each: "Class to reach", Help: "The class that a counterfactual must reach.",
		Min: -1, Default: -1,
		Choices: []model.Choice{{Value: -1, Text: "Any other class"}}},
	{Of: "Goal", Label: "Goal", Choices: []model.Choice{
		{Value: float64(NoGoal), Text: "The target class"},
		{Value: float64(NumberAtLeast), Text: "At least a number"},
		{Value: float64(NumberAtMost), Text: "At most a number"},
		{Value: float64(NumberBetween), Text: "Between two numbers"},
		{Value: float64(HigherBy), Text: "Higher by a percentage", Help: "Measured from the number predicted now."},
		{Value: float64(LowerBy), Text: "Lower by a percentage", Help: "Measured from the number predicted now."},
		{Value: float64(ChanceAtLeast), Text: "A probability of at least"},
		{Value: float64(ChanceAtMost), Text: "A probability of at most"},
		{Value: float64(ChanceBetween), Text: "A probability between"}}},
	{Of: "From", Label: "From", Help: "Smallest wanted number.", Min: -maxGoal, Max: maxGoal},
	{Of: "To", Label: "To", Help: "Largest wanted number.", Min: -maxGoal, Max: maxGoal},
	{Of: "Clarity", Label: "How clearly", Choices: []model.Choice{
		{Value: float64(model.Just), Text: "Just", Help: "The class just flips."},
		{Value: float64(model.Clearly), Text: "Clearly", Help: "Its probability is 10 points above the next class."},
		{Value: float64(model.Surely), Text: "Surely", Help: "Its probability is 50 points above the next class."},
		{Value: float64(model.AtLeast), Text: "With a probability",
			Help: "Its probability is at least what you say."}}},
	{Of: "Least", Label: "Probability at least, %", Percent: true, Max: 0.999, Step: 0.05,
		Help: "The probability of the class to reach."},
	{Of: "Steady", Label: "Hold after retraining", Max: 1,
		Help: "Requires answers that still reach the class after the classifier is retrained on other samples of " +
			"the training rows. They take more or larger changes. Twenty are trained for it, once: ten for the " +
			"search, ten to judge its answers."},
	{Of: "Horizon", Label: "As far as is usual", Max: 1, Default: 1},
}

// SearchOf returns the table limited to what rows of a schema permit.
func SearchOf(s data.Schema) model.Fields[Search] {
	number := len(s.Outcome.Cuts) > 0
	return SearchFields.With(func(f *model.Field) {
		switch f.Of {
		case "Goal":
			f.Choices = slices.DeleteFunc(slices.Clone(f.Choices), func(c model.Choice) bool {
				return c.Value > 0 && Goal(c.Value).OfChance() == number
			})
		case "MaxChanged":
			f.Max = float64(len(s.Features))
		case "Target":
			f.Choices = f.Choices[:1:1]
			for c, level := range s.Outcome.Levels {
				f.Choices = append(f.Choices, model.Choice{Value: float64(c), Text: level})
			}
		}
	})
}

// Asked returns the fields that matter given the other settings of the search.
func (s Search) Asked(schema data.Schema) model.Fields[Search] {
	var idle []string
	chance := s.Goal.OfChance()
	if !chance && (s.Goal != NoGoal || schema.Classes() <= 2) { // only one other class exists
		idle = append(idle, "Target")
	}
	if s.Goal == NoGoal || s.Goal == NumberAtMost || s.Goal == ChanceAtMost {
		idle = append(idle, "From")
	}
	if !slices.Contains([]Goal{NumberAtMost, NumberBetween, ChanceAtMost, ChanceBetween}, s.Goal) {
		idle = append(idle, "To")
	}
	if chance {
		idle = append(idle, "Clarity", "Least")
	}
	fields := SearchOf(schema).Except(idle...)
	if s.Goal == HigherBy || s.Goal == LowerBy {
		fields = fields.With(func(f *model.Field) {
			if f.Of == "From" {
				f.Label, f.Help, f.Min, f.Max = "Percentage", "", 0, maxPercent
			}
		})
	}
	if chance {
		fields = fields.With(func(f *model.Field) {
			switch f.Of {
			case "Target":
				f.Label, f.Each, f.Help, f.Choices = "Probability of", "", "", f.Choices[1:]
			case "From", "To":
				f.Label, f.Help, f.Min, f.Max = "At least, %", "", leastChance, mostChance
				if f.Of == "To" {
					f.Label = "At most, %"
				}
			}
		})
	}
	return fields
}

// Within returns a search limited to what rows of a schema permit.
func (s Search) Within(schema data.Schema) Search {
	s = SearchOf(schema).Within(s, s)
	for _, v := range []*float64{&s.From, &s.To, &s.MaxCost} {
		if math.IsNaN(*v) {
			*v = 0
		}
	}
	if s.Goal != NoGoal && s.Goal.OfChance() == (len(schema.Outcome.Cuts) > 0) {
		s.Goal = NoGoal
	}
	switch s.Goal {
	case NoGoal:
		s.From, s.To = 0, 0
	case ChanceAtLeast:
		s.From, s.To = withinChance(s.From), 0
	case ChanceAtMost:
		s.From, s.To = 0, withinChance(s.To)
	case ChanceBetween:
		s.From, s.To = withinChance(s.From), withinChance(s.To)
	case HigherBy, LowerBy:
		s.From = min(max(s.From, 0), maxPercent)
	}
	switch {
	case s.Clarity != model.AtLeast:
		s.Least = 0
	case !(s.Least > 0):
		s.Least = presetLeast
	default:
		s.Least = max(s.Least, 0.01)
	}
	return s
}

// Bounds returns the settings that determine which rows are answers, without the number of
// answers and the length of the search.
func (s Search) Bounds() Search {
	if !s.Goal.OfChance() {
		s.Target = 0
	}
	s.Count, s.Seed, s.Budget = 0, 0, 0
	return s
}

// OfNoTable returns a search without the settings that depend on a table's classes and features.
func (s Search) OfNoTable() Search {
	s.Target, s.MaxChanged, s.MaxCost, s.Horizon, s.Goal, s.From, s.To = -1, 0, 0, true, NoGoal, 0, 0
	return s
}

// Law is a rule by which counterfactuals are judged, in words.
type Law struct {
	Text     string
	Soft     bool
	Local    bool // only for the person explained
	Entailed bool // implied by signs of the graph
	GivenUp  bool // listed in the query's Without
}
