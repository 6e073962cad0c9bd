package document

import (
	"math"
	"slices"

	"causeway/core/model"
)

// Evaluation are the settings of a comparison of methods.
type Evaluation struct {
	Methods []string `msgpack:"methods"`
	Seeds   int      `msgpack:"seeds"`
	First   uint64   `msgpack:"first"`  // seed; the others follow
	Own     bool     `msgpack:"own"`    // every seed has a split and a classifier of its own, as in cmd/paper
	From    int      `msgpack:"from"`   // only rows of this class are explained; -1: all
	Labels  int      `msgpack:"labels"` // that the rules give to Example-based
	// it learns from the labels of the project instead, and nobody explains rows that they are about
	Told    bool `msgpack:"told"`
	Mine    bool `msgpack:"mine"`    // the generator's method takes its present settings, not the preset's
	Weights bool `msgpack:"weights"` // methods that learn rules are also trained with other weights of them
	Curve   bool `msgpack:"curve"`   // Example-based is also asked with fewer labels
	// where rows were sampled from a known model, Model-based has the mechanism of the effect of a rule from there
	Known bool `msgpack:"known"`

	// Chosen are the methods that a person took in or left out, and "told" where that was
	// chosen. The rest follows what the project has.
	Chosen []string `msgpack:"chosen"`
}

// EvaluationFields is the table of the settings of an evaluation, but for the methods: the form asks them in this
// order.
var EvaluationFields = model.Fields[Evaluation]{
	{Of: "Seeds", Label: "Seeds", Help: "Trainings of each method. Their spread says how much of a difference is luck.",
		Min: 1, Max: 50, Default: 5},
	{Of: "First", Label: "First seed", Help: "The others follow it.", Max: math.MaxUint64, Default: 1},
	{Of: "From", Label: "Rows explained", Help: "Taken from the held-out rows, which no training has seen.", Min: -1,
		Default: -1},
	{Of: "Told", Label: "Example-based+ learns from",
		Choices: []model.Choice{{Text: "Labels that the rules give"}, {Value: 1, Text: "The labels of this project"}}},
	{Of: "Labels", Label: "Labels", Help: "That the rules give to Example-based+, in rounds of 25.", Max: 1000,
		Step: 25, Default: 100},

	{Of: "Own", Label: "A split and a classifier for each seed", Max: 1,
		Help: "As in the paper's experiments. Otherwise this project's are used, and the spread is that of the " +
			"generators alone."},
	{Of: "Mine", Label: "The generator's present settings", Max: 1},
	{Of: "Weights", Label: "Other weights of the rules", Max: 1,
		Help: "Trains methods that learn rules with a tenth, a third, three and ten times the weight too, for the " +
			"trade-off."},
	{Of: "Curve", Label: "Fewer labels",
		Help: "Scores Example-based+ on the way to its labels too, for feasibility against labels.", Max: 1},
	{Of: "Known", Label: "The mechanism of the publisher", Max: 1,
		Help: "Model-based+ learns the line that the rows were sampled from, of the effect of the rule alone, as in " +
			"the paper's experiments. Otherwise it learns lines fitted to the rows, of all effects."},
}

// NewEvaluation are the settings where nobody says anything.
func NewEvaluation() Evaluation {
	s := EvaluationFields.Default()
	s.Methods = []string{"base", "approx", "example"}
	return s
}

// settingTold stands for Told among what a person chose.
const settingTold = "told"

// Methods are those that can be compared.
func Methods() (list []string) {
	for _, m := range model.Methods() {
		list = append(list, string(m))
	}
	return list
}

// Within are the settings as they can be asked of a table with so many classes.
func (s Evaluation) Within(classes int) Evaluation {
	s.Methods, s.Chosen = now(s.Methods), now(s.Chosen)
	s.Methods = among(Methods(), func(m string) bool { return slices.Contains(s.Methods, m) })
	return EvaluationFields.With(func(f *model.Field) {
		if f.Of == "From" {
			f.Max = float64(max(classes-1, -1))
		}
	}).Within(s, s)
}

// now are the methods with those that are gone replaced.
func now(methods []string) (list []string) {
	for _, m := range methods {
		list = append(list, string(model.Method(m).Now()))
	}
	return list
}

// among are the values that some are.
func among(all []string, is func(string) bool) (list []string) {
	for _, v := range all {
		if is(v) {
			list = append(list, v)
		}
	}
	return list
}

// Since are the settings with what a person has chosen once those before become these. Choosing
// whom Example-based learns from also chooses the method.
func (s Evaluation) Since(before Evaluation) Evaluation {
	told := s.Told != before.Told
	s.Chosen = among(append([]string{settingTold}, Methods()...), func(m string) bool {
		return slices.Contains(before.Chosen, m) || m == settingTold && told || fromLabels(m) && told ||
			slices.Contains(s.Methods, m) != slices.Contains(before.Methods, m)
	})
	return s
}

// Following are the settings with defaults that fit a project, for what nobody chose:
// Example-based learns from its labels only if it has no rule to ask. Action VAE is compared if
// it is the project's own method.
func (s Evaluation) Following(rules, labels, acts bool) Evaluation {
	if !slices.Contains(s.Chosen, settingTold) {
		s.Told = labels && !rules
	}
	preset := NewEvaluation().Methods
	s.Methods = among(Methods(), func(m string) bool {
		if slices.Contains(s.Chosen, m) {
			return slices.Contains(s.Methods, m)
		}
		return m == string(model.Actions) && acts || slices.Contains(preset, m) && (!fromLabels(m) || rules || labels)
	})
	return s
}

// Apart are the settings as they are saved: what nobody chose does not depend on
// the project.
func (s Evaluation) Apart() Evaluation { return s.Following(true, false, false) }

func fromLabels(method string) bool { return model.Method(method).FromLabels() }

// FromLabels reports whether a method that learns from labels is compared.
func (s Evaluation) FromLabels() bool { return slices.ContainsFunc(s.Methods, fromLabels) }

// Tells reports whether labels of people are to be learned from.
func (s Evaluation) Tells() bool { return s.Told && s.FromLabels() }

// Entrant is a setting of a method that is evaluated.
type Entrant struct {
	Method string `msgpack:"method"` // one of Methods
	As     As     `msgpack:"as" bound:"0..2" is:"kind of an entrant"`
	Labels int    `msgpack:"labels" bound:"0..labels" is:"number of labels"` // of Example-based
	// none of CEM and what other tools do
	Train model.Recipe `msgpack:"train"`
	Round model.Recipe `msgpack:"round"` // of fine-tuning, of Example-based
}

// As says what an entrant is compared for. Files hold its numbers.
type As uint8

// The criteria of a comparison.
const (
	AsMethod As = iota // with the settings that the method is known by
	AsWeight           // with another weight of what it learns of rules
	AsLabels           // with fewer labels
)

// Weight is that of what the method learns of rules; 0 where it has none.
func (e Entrant) Weight() float64 {
	switch m := model.Method(e.Method); {
	case m.FromLabels():
		return e.Round.Feasibility
	case m.FromGraph():
		return e.Train.Feasibility
	}
	return 0
}

// Generator are settings of a generator that are those of the entrant. A seed and
// the number of latent samples stay, with the parts of a batch. It reports whether there are any: CEM and other
// tools train nothing, and Example-based learns from labels.
func (e Entrant) Generator(g model.Recipe) (model.Recipe, bool) {
	if !model.Method(e.Method).Trains() {
		return g, false
	}
	t := e.Train
	t.Seed, t.Samples, t.Parts, t.Method, t.Follows, t.Masked = g.Seed, g.Samples, g.Parts, model.Method(e.Method),
		g.Follows, g.Masked
	return t, true
}
