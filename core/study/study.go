// Package study is the definition of an experiment: what is trained, what is
// explained and how it is scored, from a table to a record of figures. cmd/paper
// and the engine run it alike, so that the page's figures are the command's. It
// reads no files, knows no data set by name and prints nothing.
package study

import (
	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/kernel"
	"causeway/core/model"
)

// Problem is what an experiment must know of a table beside its rows.
type Problem struct {
	Name string // in errors

	// Constraints are what feasibility is judged by. A single one that is an
	// IfRisesThenRises rule alone without a size is judged as the paper's monotone constraint: S1,
	// S2 and their harmonic mean; others by the share of pairs that keep them.
	Constraints []Constraint

	Truth *causal.SCM // for the causal-edge score; nil where nobody knows it

	// World is what answers of every method are judged under, where somebody knows it: see
	// Causal. Nil stands for what a setting's Knowledge says follows.
	World *World

	// Follows judges the answers of every method in Run, if something follows by it: its
	// states, its mechanisms and the hard rules that these leave. Only a method that decodes
	// actions knows it, and the scores of what methods propose stay as they are.
	Follows causal.Knowledge

	// Only rows of this class, predicted so, are explained, as the paper does on
	// Adult; -1 stands for all rows, each towards another class.
	From int

	// Told are labels of people. A method learns from them in rounds, in their order, instead
	// of asking the rules. Rows that they are about are not explained.
	Told []cf.Label

	// Judge estimates feasibility beside the constraints; nil: nobody does.
	Judge *Judge
}

// Constraint is a set of rules with a name.
type Constraint struct {
	Name  string
	Rules []causal.Rule
}

// monotone is the rule of a problem that is judged by S1 and S2.
func (p Problem) monotone() (causal.Rule, bool) {
	if len(p.Constraints) != 1 || len(p.Constraints[0].Rules) != 1 {
		return causal.Rule{}, false
	}
	r := p.Constraints[0].Rules[0]
	return r, r.Kind == causal.IfRisesThenRises && r.Reverse && !r.Sized()
}

// Setting is one experiment on a problem but for its seed. The seeds inside its
// configurations are not used.
type Setting struct {
	Method model.Method

	// Learned is the place of the constraint that the method learns, whose score
	// is the feasibility; -1 for none.
	Learned int

	// Knowledge is what the method learns from. Nodes, if there are any, take the
	// place of the mechanisms that it would fit.
	Knowledge causal.Knowledge
	Nodes     []causal.Node

	// Told are the mechanisms of what follows by the Knowledge, where they need no fitting.
	Told *causal.SCM

	Hard []causal.Rule // kept by all that is shown to a person

	// Lead is by how much the share of the target must lead the next one's in what is held,
	// of every method alike.
	Lead float64

	Train cf.Config // of the generator
	Base  cf.Config // of the generator that a method begins with before it learns from labels
	Round cf.Config // of a fine-tuning of such a method

	Labels int          // that it learns from; below 0, with Letter.Queries, the paper's share of the training rows
	Random bool         // it asks about any queries, not the most telling
	Letter cf.Letter    // in what it follows the paper's text
	CEM    cf.CEMConfig // of CEM
	Given  [][]float64  // answers of the method Given, decoded: one for each explained row, nil without an answer
}

// How much is made of each row. The paper averages over one, two and three raw counterfactuals.
// Shown answers are made for the first of the rows alone, as each takes a search.
const (
	PerRow     = 3
	showRows   = 200
	showCount  = 3    // counterfactuals per row
	showBudget = 400  // latent samples per row
	holdBudget = 200  // of the search that answers are compared with
	showBoxes  = 2000 // of the complete search for each
)

// Streams of random numbers below a run's seed. 105 is used by cmd/paper.
const (
	streamGenerate = 101
	streamShow     = 102
	streamQuery    = 104
	streamJudge    = 106 // below no seed
	streamAsk      = 107
	streamAgain    = 108
	streamHold     = 109
	streamRefit    = 114
)

// worthOf is a setting as its answers are judged: see Problem.Follows.
func (b *Bench) worthOf(s Setting) (of Setting, follows bool) {
	if k := b.Problem.Follows; len(k.Followers(b.Table.Schema)) > 0 {
		s.Knowledge, s.Hard = k, causal.Hard(k.AllRules(b.Table.Schema))
		return s, true
	}
	return s, false
}

// Key names random numbers of the bench's seed.
func (b *Bench) Key(stream uint64) kernel.Key { return kernel.NewKey(b.Seed).Sub(stream) }
