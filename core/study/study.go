// Package study runs experiments. From a table, it trains models, explains rows, scores the results
// and returns a record of figures. Both cmd/paper and the engine use it, so that the page and the
// command compute the same figures. It reads no files, knows no data set by name and prints
// nothing.
package study

import (
	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/kernel"
	"causeway/core/model"
)

// Problem says what an experiment must know about a table besides its rows.
type Problem struct {
	Name string // used in errors

	// Constraints determine feasibility. A single IfRisesThenRises rule without a size is scored as
	// the paper's monotone constraint: by S1, S2 and their harmonic mean. Other constraints are
	// scored by the share of pairs that keep them.
	Constraints []Constraint

	Truth *causal.SCM // for the causal-edge score; nil if unknown

	// World is the true causal model, if known. The answers of every method are judged under it;
	// see Causal. If World is nil, consequences follow from a setting's Knowledge.
	World *World

	// Follows says how consequences follow when Run judges the answers of every method. It applies
	// only if at least one feature follows. Only methods that decode actions receive it. It does
	// not affect the scores of a method's own proposals.
	Follows causal.Knowledge

	// From is the class whose rows are explained if the black box predicts it as well, as in the
	// paper for Adult. -1 explains all rows, each with another class as its target.
	From int

	// Told holds people's labels. A method learns from them in rounds, in this order, instead of
	// querying the rules. Labelled rows are not explained.
	Told []cf.Label

	// Judge, if not nil, estimates feasibility in addition to the constraints.
	Judge *Judge
}

// Constraint is a named set of rules.
type Constraint struct {
	Name  string
	Rules []causal.Rule
}

// monotone returns the rule of a problem that is scored by S1 and S2, if it has one.
func (p Problem) monotone() (causal.Rule, bool) {
	if len(p.Constraints) != 1 || len(p.Constraints[0].Rules) != 1 {
		return causal.Rule{}, false
	}
	r := p.Constraints[0].Rules[0]
	return r, r.Kind == causal.IfRisesThenRises && r.Reverse && !r.Sized()
}

// Setting describes one experiment on a problem, without the seed. The seeds in its configurations
// are ignored.
type Setting struct {
	Method model.Method

	// Learned is the index of the constraint that the method learns, or -1. Its score is the
	// feasibility.
	Learned int

	// Knowledge is the causal knowledge given to the method. If Nodes are set, they replace the
	// mechanisms that would otherwise be fitted.
	Knowledge causal.Knowledge
	Nodes     []causal.Node

	// Told holds the mechanisms of features that follow, if they need no fitting.
	Told *causal.SCM

	Hard []causal.Rule // every displayed answer keeps these

	// Lead is how far the target's share must exceed the next share in a valid answer, for every
	// method.
	Lead float64

	Train cf.Config // for the generator
	Base  cf.Config // for the generator that a method trains before it learns from labels
	Round cf.Config // for each fine-tuning with labels

	Labels int          // number of labels; below 0, with Letter.Queries, the paper's share of the training rows
	Random bool         // random queries instead of the most informative ones
	Letter cf.Letter    // where to follow the paper's text to the letter
	CEM    cf.CEMConfig // for CEM
	Given  [][]float64  // decoded answers of the method Given: one for each explained row, or nil
}

// These constants say how many counterfactuals are made for each row. The paper averages over one,
// two and three raw counterfactuals. Only the first rows get displayed answers, because each needs
// a search.
const (
	PerRow     = 3
	showRows   = 200
	showCount  = 3    // counterfactuals per row
	showBudget = 400  // latent samples per row
	holdBudget = 200  // latent samples per row for the search that methods are compared with
	showBoxes  = 2000 // for the complete search, per row
)

// Streams of random numbers that a run derives from its seed. cmd/paper uses 105.
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

// worthOf returns the setting under which the answers of a setting are judged; see Problem.Follows.
func (b *Bench) worthOf(s Setting) (of Setting, follows bool) {
	if k := b.Problem.Follows; len(k.Followers(b.Table.Schema)) > 0 {
		s.Knowledge, s.Hard = k, causal.Hard(k.AllRules(b.Table.Schema))
		return s, true
	}
	return s, false
}

// Key returns the key of a stream of random numbers, derived from the bench's seed.
func (b *Bench) Key(stream uint64) kernel.Key { return kernel.NewKey(b.Seed).Sub(stream) }
