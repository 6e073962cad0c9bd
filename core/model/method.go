package model

import (
	"slices"

	"causeway/core/causal"
)

// Method is the name of a method for counterfactuals in messages and files.
type Method string

// The paper's methods and its baseline. A search keeps the hard rules with any of them.
const (
	BaseVAE      Method = "base"
	ModelBased   Method = "model"
	ModelApprox  Method = "approx"
	ExampleBased Method = "example"
	CEM          Method = "cem"

	Actions Method = "actions" // see core/generate

	// Distilled was a method of earlier versions. Files that name it can still be read.
	Distilled Method = "distilled"
)

// Entry describes a method in the registry.
type Entry struct {
	Method  Method
	Title   string // displayed title
	Short   string // what it is, in a few words for lists
	Meaning string // what it does, for people who choose; empty for methods without training

	// Learns lists the parts of a graph that become terms of the training objective; see cf.Know.
	Learns causal.Learns

	// Peer means that the method belongs to another tool (see core/peers). It is only for
	// comparison: it has no settings and trains no generator.
	Peer bool

	// Acts means that the method decodes actions, which it learns from the results of a search.
	// Its counterfactuals keep hard rules by construction: the current rules, not those used in
	// training.
	Acts bool

	// Gone means that the method was removed. Files that use it can be opened, but no list offers
	// it.
	Gone bool

	// Start is the method that trains the generator before this one learns from labels. It is empty
	// if this method does not learn from labels.
	Start Method

	Presets map[Kind]Weights // by kind of table; Other is for kinds that are not listed
}

// Weights holds the settings that are tuned for a method and a kind of table.
type Weights struct{ Validity, Margin, Feasibility, GiveUp float64 }

// registry lists the methods in the order of the page's menus. A plus marks our versions of the
// paper's methods; docs/methods.md says how they differ. cmd/paper -literal runs them exactly as
// the paper describes them.
var registry = []Entry{
	{
		Method: BaseVAE, // section 3.1
		Title:  "BaseVAE+",
		Short:  "Knows nothing of cause and effect: the baseline.",
		Meaning: "BaseVAE+ is a conditional variational autoencoder: it learns to redraw a row so that the black " +
			"box predicts the target class. Its loss weighs three things: reaching the class, staying close to the " +
			"row, and keeping its latent code near a simple distribution.",
		Presets: map[Kind]Weights{Other: {40, 0.3, 0, 0}},
	},
	{
		Method: ModelBased, // section 2.3
		Title:  "Model-based+",
		Short:  "Learns the graph's mechanisms and rules.",
		Meaning: "Model-based+ adds the graph's mechanisms: a feature that has one stays close to the value its " +
			"causes imply, not to the row, and keeps the row's residual. One-way rules and soft signed edges " +
			"become hinges. Features that may not change never do.",
		Learns: causal.Learns{Mechanisms: true, Rules: true},
		Presets: map[Kind]Weights{SimpleBN: {30, 0.2, 30, 0}, Sangiovese: {15, 0.3, 10, 0},
			Other: {120, 0.15, 100, 0.2}},
	},
	{
		Method: ModelApprox, // section 2.4
		Title:  "Model-approx+",
		Short:  "Learns the graph's signs and rules.",
		Meaning: "Model-approx+ adds the graph's signs and rules, without mechanisms: signed edges between numbers " +
			"become a line fitted to the training rows; one-way features and soft signed edges become hinges. " +
			"Features that may not change never do.",
		Learns: causal.Learns{Lines: true, Rules: true},
		Presets: map[Kind]Weights{SimpleBN: {15, 0.05, 10, 0}, Sangiovese: {15, 0.3, 10, 0},
			Other: {120, 0.15, 100, 0.2}},
	},
	{
		Method: ExampleBased, // section 3.2
		Title:  "Example-based+",
		Short:  "Learns from labels, by the rules or of this project.",
		Meaning: "Example-based+ learns feasibility from examples. It begins as BaseVAE+, with the settings below. " +
			"In Label its counterfactuals are then judged, by you or by the rules of the graph as a demonstration, " +
			"and it keeps learning from every few verdicts, in seconds.",
		Start: BaseVAE,
	},
	{
		Method: Actions,
		Title:  "Action VAE",
		Short:  "Proposes ten ways at once, and keeps every hard rule.",
		Meaning: "Action VAE is a conditional variational autoencoder whose decoder outputs actions on a row: what " +
			"changes, to which level, and how far. It learns from a search's answers for some thousand rows, and " +
			"from the black box's slopes. The black box judges which of its ten proposals for a row hold, and the " +
			"nearest one is used. Effects follow their causes, and every hard rule is kept by construction, " +
			"whatever you change in the rules after the training.",
		Acts: true,
	},
	{
		Method: Distilled,
		Title:  "Learned search",
		Short:  "No longer made here.",
		Meaning: "Learned search was made by earlier versions: a network that read the black box's answers to " +
			"single changes. It is no longer made here.",
		Acts: true,
		Gone: true,
	},
	{
		Method: CEM,
		Title:  "CEM",
		Short:  "Searches each row anew.",
	},
	{Method: "nun", Title: "Nearest unlike neighbour", Short: "The nearest training row of the other class.",
		Peer: true},
	{Method: "nun-sparse", Title: "Neighbour, sparse", Short: "The same, without its needless changes.",
		Peer: true},
	{Method: "dice-random", Title: "DiCE, random", Short: "Draws values of as few features as reach the class.",
		Peer: true},
	{Method: "dice-genetic", Title: "DiCE, genetic", Short: "Breeds rows from the nearest ones of the other class.",
		Peer: true},
	{Method: "recourse", Title: "Actionable recourse",
		Short: "The cheapest action on a linear stand-in that the classifier confirms.", Peer: true},
	{Method: "wachter", Title: "Wachter's gradient",
		Short: "Follows the classifier's slope, staying near the row.", Peer: true},
	{Method: "spheres", Title: "Growing Spheres", Short: "Searches ever wider rings around the row.", Peer: true},
	{Method: "face", Title: "FACE", Short: "Walks from training row to training row.", Peer: true},
	{Method: "revise", Title: "REVISE", Short: "Follows the slope among an auto-encoder's codes.", Peer: true},
	{Method: "cchvae", Title: "C-CHVAE", Short: "Searches ever wider rings among such codes.", Peer: true},
}

// Register adds a method. It panics if the name is taken. Call it before any training starts.
func Register(e Entry) {
	if _, known := e.Method.Entry(); known {
		panic("model: Register: method = " + string(e.Method) + ", which is already registered")
	}
	registry = append(registry, e)
}

// Methods returns the methods in the order of the page's menus.
func Methods() []Method {
	var list []Method
	for _, e := range registry {
		if !e.Gone {
			list = append(list, e.Method)
		}
	}
	return list
}

// Entry returns the method's entry in the registry.
func (m Method) Entry() (e Entry, known bool) {
	i := slices.IndexFunc(registry, func(e Entry) bool { return e.Method == m })
	if i < 0 {
		return Entry{Method: m, Title: string(m)}, false
	}
	return registry[i], true
}

// Known reports whether the method exists.
func (m Method) Known() bool {
	_, known := m.Entry()
	return known
}

// Title returns the displayed title of the method.
func (m Method) Title() string {
	e, _ := m.Entry()
	return e.Title
}

// Learns returns the parts of a graph that Start's training turns into terms.
func (m Method) Learns() causal.Learns {
	e, _ := m.Start().Entry()
	return e.Learns
}

// FromGraph reports whether Start's training learns from a graph.
func (m Method) FromGraph() bool { return m.Learns() != (causal.Learns{}) }

// FromLabels reports whether the method learns from labels.
func (m Method) FromLabels() bool { return m.Start() != m }

// Start returns the method that trains the generator before labels are used. It is the method
// itself if that does not learn from labels.
func (m Method) Start() Method {
	if e, _ := m.Entry(); e.Start != "" {
		return e.Start
	}
	return m
}

// Peer reports whether the method belongs to another tool.
func (m Method) Peer() bool {
	e, _ := m.Entry()
	return e.Peer
}

// Acts reports whether the method decodes actions, which keep hard rules by construction.
func (m Method) Acts() bool {
	e, _ := m.Entry()
	return e.Acts
}

// Now returns the method that replaces a removed one, or else the method itself.
func (m Method) Now() Method {
	if m.Gone() {
		return Actions
	}
	return m
}

// Gone reports whether the method was removed.
func (m Method) Gone() bool {
	e, _ := m.Entry()
	return e.Gone
}

// Chosen reports whether a person can choose the method for a generator.
func (m Method) Chosen() bool {
	e, known := m.Entry()
	return known && e.Meaning != ""
}

// Trains reports whether this method itself can train a generator from the graph.
func (m Method) Trains() bool { return m.Chosen() && !m.FromLabels() }
