package document

import (
	"math"
	"slices"

	"causeway/core/model"
)

// Evaluation holds the settings of a comparison of methods.
type Evaluation struct {
	Methods []string `msgpack:"methods"`
	Seeds   int      `msgpack:"seeds"`
	First   uint64   `msgpack:"first"`  // first seed; the others follow
	Own     bool     `msgpack:"own"`    // every seed has its own split and classifier, as in cmd/paper
	From    int      `msgpack:"from"`   // only rows of this class are explained; -1: all
	Labels  int      `msgpack:"labels"` // number of labels that Example-based gets from the rules
	// Example-based learns from the project's labels instead, and no rows with labels are
	// explained
	Told    bool `msgpack:"told"`
	Mine    bool `msgpack:"mine"`    // the generator's method uses its current settings instead of the preset
	Weights bool `msgpack:"weights"` // methods that learn rules are also trained with other weights for them
	Curve   bool `msgpack:"curve"`   // Example-based is also evaluated with fewer labels
	// if the rows were sampled from a known model, Model-based uses that model's mechanism for a
	// rule's effect
	Known bool `msgpack:"known"`

	// Chosen lists the methods that a person selected or deselected, and "told" if that was
	// chosen. Everything else adapts to the project.
	Chosen []string `msgpack:"chosen"`
}

// EvaluationFields is the table of an evaluation's settings except the methods, in the order of
// the form.
var EvaluationFields = model.Fields[Evaluation]{
	{Of: "Seeds", Label: "Seeds", Help: "Trainings of each method. Their spread says how much of a difference is luck.",
		Min: 1, Max: 50, Default: 5},
	{Of: "First", Label: "First seed", Help: "The others follow it.", Max: math.MaxUint64, Default: 1},
	{Of: "From", Label: "Rows explained", Help: "From the held-out rows, which no training has seen.", Min: -1,
		Default: -1},
	{Of: "Told", Label: "Example-based+ learns from",
		Choices: []model.Choice{{Text: "Labels by the rules"}, {Value: 1, Text: "The labels of this project"}}},
	{Of: "Labels", Label: "Labels", Help: "By the rules, for Example-based+, in rounds of 25.", Max: 1000,
		Step: 25, Default: 100},

	{Of: "Own", Label: "A split and a classifier for each seed", Max: 1,
		Help: "As in the paper's experiments. Otherwise this project's are used, and only the generators cause " +
			"spread."},
	{Of: "Mine", Label: "The generator's present settings", Max: 1},
	{Of: "Weights", Label: "Other weights of the rules", Max: 1,
		Help: "Trains methods that learn rules with a tenth, a third, three and ten times the weight too, for the " +
			"trade-off."},
	{Of: "Curve", Label: "Fewer labels",
		Help: "Scores Example-based+ on the way to its labels too, for feasibility against labels.", Max: 1},
	{Of: "Known", Label: "The mechanism of the publisher", Max: 1,
		Help: "Model-based+ learns the line that the rows were sampled from, only for the rule's effect, as in the " +
			"paper's experiments. Otherwise it learns lines fitted to the rows, for all effects."},
}

// NewEvaluation returns the default settings.
func NewEvaluation() Evaluation {
	s := EvaluationFields.Default()
	s.Methods = []string{"base", "approx", "example"}
	return s
}

// settingTold represents Told in Chosen.
const settingTold = "told"

// Methods returns the methods that can be compared.
func Methods() (list []string) {
	for _, m := range model.Methods() {
		list = append(list, string(m))
	}
	return list
}

// Within returns the settings limited to what a table with the given number of classes permits.
func (s Evaluation) Within(classes int) Evaluation {
	s.Methods, s.Chosen = now(s.Methods), now(s.Chosen)
	s.Methods = among(Methods(), func(m string) bool { return slices.Contains(s.Methods, m) })
	return EvaluationFields.With(func(f *model.Field) {
		if f.Of == "From" {
			f.Max = float64(max(classes-1, -1))
		}
	}).Within(s, s)
}

// now replaces methods that were removed.
func now(methods []string) (list []string) {
	for _, m := range methods {
		list = append(list, string(model.Method(m).Now()))
	}
	return list
}

// among returns the values for which is is true.
func among(all []string, is func(string) bool) (list []string) {
	for _, v := range all {
		if is(v) {
			list = append(list, v)
		}
	}
	return list
}

// Since returns the settings after a person changed before to s, and records what they chose.
// Choosing whom Example-based learns from also chooses the method.
func (s Evaluation) Since(before Evaluation) Evaluation {
	told := s.Told != before.Told
	s.Chosen = among(append([]string{settingTold}, Methods()...), func(m string) bool {
		return slices.Contains(before.Chosen, m) || m == settingTold && told || fromLabels(m) && told ||
			slices.Contains(s.Methods, m) != slices.Contains(before.Methods, m)
	})
	return s
}

// Following returns the settings with defaults that fit a project, for everything that nobody
// chose. Example-based learns from labels only without rules to learn from. Action VAE is
// compared if it is the project's own method.
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

// Apart returns the settings as saved, with defaults that do not depend on the project.
func (s Evaluation) Apart() Evaluation { return s.Following(true, false, false) }

func fromLabels(method string) bool { return model.Method(method).FromLabels() }

// FromLabels reports whether a method that learns from labels is compared.
func (s Evaluation) FromLabels() bool { return slices.ContainsFunc(s.Methods, fromLabels) }

// Tells reports whether people's labels are used for learning.
func (s Evaluation) Tells() bool { return s.Told && s.FromLabels() }

// Entrant is a method with its settings in an evaluation.
type Entrant struct {
	Method string `msgpack:"method"` // one of Methods
	As     As     `msgpack:"as" bound:"0..2" is:"kind of an entrant"`
	Labels int    `msgpack:"labels" bound:"0..labels" is:"number of labels"` // for Example-based
	// unused for CEM and other tools
	Train model.Recipe `msgpack:"train"`
	Round model.Recipe `msgpack:"round"` // fine-tuning, for Example-based
}

// As says for which comparison an entrant is included. Files store its numbers.
type As uint8

// The purposes of an entrant.
const (
	AsMethod As = iota // with the method's usual settings
	AsWeight           // with another weight for what it learns from rules
	AsLabels           // with fewer labels
)

// Weight returns the weight of what the method learns from rules, or 0 if it has none.
func (e Entrant) Weight() float64 {
	switch m := model.Method(e.Method); {
	case m.FromLabels():
		return e.Round.Feasibility
	case m.FromGraph():
		return e.Train.Feasibility
	}
	return 0
}

// Generator returns generator settings with those of the entrant. It keeps the seed, the number
// of latent samples and the parts of a batch. It reports false for CEM and other tools, which
// train nothing, and for Example-based, which learns from labels.
func (e Entrant) Generator(g model.Recipe) (model.Recipe, bool) {
	if !model.Method(e.Method).Trains() {
		return g, false
	}
	t := e.Train
	t.Seed, t.Samples, t.Parts, t.Method = g.Seed, g.Samples, g.Parts, model.Method(e.Method)
	t.Follows, t.Masked, t.Needed, t.Sized = g.Follows, g.Masked, g.Needed, g.Sized
	return t, true
}
