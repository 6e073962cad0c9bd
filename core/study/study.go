// Package study defines an experiment: what is trained, which rows are explained, and how the
// results are scored, from a table to a record of figures. Both cmd/paper and the engine use it,
// so that the figures on the page are those of the command. It reads no files, contains no names
// of data sets and prints nothing.
package study

import (
	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/kernel"
	"causeway/core/model"
)

// Problem contains what an experiment needs to know about a table besides its rows.
type Problem struct {
	Name string // used in errors

	// Constraints determine feasibility. If the only constraint is a single IfRisesThenRises rule
	// without a size, it is judged as the paper's monotone constraint, by S1, S2 and their
	// harmonic mean. Other constraints are judged by the share of pairs that keep them.
	Constraints []Constraint

	Truth *causal.SCM // for the causal-edge score; nil if unknown

	// World is the causal model under which the answers of every method are judged, if it is
	// known, see Causal. If it is nil, consequences follow from a setting's Knowledge.
	World *World

	// Follows determines the consequences for the answers of every method in Run, if it makes any
	// feature follow. It uses its states, its mechanisms and the hard rules that remain. Only a
	// method that decodes actions receives it. The scores of the methods' own proposals do not
	// change.
	Follows causal.Knowledge

	// Only rows that belong to this class and are predicted as such are explained, as in the
	// paper for Adult. -1 stands for all rows, each with another class as its target.
	From int

	// Told contains labels from people. A method learns from them in rounds, in their order,
	// instead of querying the rules. Rows that have labels are not explained.
	Told []cf.Label

	// Judge estimates feasibility in addition to the constraints, or is nil.
	Judge *Judge
}

// Constraint is a named set of rules.
type Constraint struct {
	Name  string
	Rules []causal.Rule
}

// monotone returns the rule of a problem that is judged by S1 and S2.
func (p Problem) monotone() (causal.Rule, bool) {
	if len(p.Constraints) != 1 || len(p.Constraints[0].Rules) != 1 {
		return causal.Rule{}, false
	}
	r := p.Constraints[0].Rules[0]
	return r, r.Kind == causal.IfRisesThenRises && r.Reverse && !r.Sized()
}

// Setting describes one experiment on a problem except for its seed. The seeds inside its
// configurations are not used.
type Setting struct {
	Method model.Method

	// Learned is the index of the constraint that the method learns and whose score is the
	// feasibility, or -1 for none.
	Learned int

	// Knowledge is the causal knowledge given to the method. If Nodes are set, they replace the
	// mechanisms that would otherwise be fitted.
	Knowledge causal.Knowledge
	Nodes     []causal.Node

	// Told contains the mechanisms of features that follow by the Knowledge, if they need no
	// fitting.
	Told *causal.SCM

	Hard []causal.Rule // kept by everything that is shown to a person

	// Lead is the lead over the next share that the target's share must have in a valid answer.
	// It is the same for every method.
	Lead float64

	Train cf.Config // for the generator
	Base  cf.Config // for the generator with which a method begins before it learns from labels
	Round cf.Config // for a fine-tuning of such a method

	Labels int          // number of labels; below 0, with Letter.Queries, the paper's share of the training rows
	Random bool         // random queries instead of the most informative ones
	Letter cf.Letter    // points in which it follows the paper's text
	CEM    cf.CEMConfig // for CEM
	Given  [][]float64  // decoded answers of the method Given: one for each explained row, or nil
}

// The number of counterfactuals made for each row. The paper averages over one, two and three raw
// counterfactuals. Displayed answers are made only for the first rows, because each needs a
// search.
const (
	PerRow     = 3
	showRows   = 200
	showCount  = 3    // counterfactuals per row
	showBudget = 400  // latent samples per row
	holdBudget = 200  // for the search with which answers are compared
	showBoxes  = 2000 // for the complete search for each
)

// Streams of random numbers derived from a run's seed. cmd/paper uses 105.
const (
	streamGenerate = 101
	streamShow     = 102
	streamQuery    = 104
	streamJudge    = 106 // does not depend on a seed
	streamAsk      = 107
	streamAgain    = 108
	streamHold     = 109
	streamRefit    = 114
)

// worthOf returns the setting under which a setting's answers are judged, see Problem.Follows.
func (b *Bench) worthOf(s Setting) (of Setting, follows bool) {
	if k := b.Problem.Follows; len(k.Followers(b.Table.Schema)) > 0 {
		s.Knowledge, s.Hard = k, causal.Hard(k.AllRules(b.Table.Schema))
		return s, true
	}
	return s, false
}

// Key returns the key for a stream of random numbers of the bench's seed.
func (b *Bench) Key(stream uint64) kernel.Key { return kernel.NewKey(b.Seed).Sub(stream) }
