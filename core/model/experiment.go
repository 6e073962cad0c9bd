package model

import (
	"causeway/core/causal"
	"causeway/core/fault"
)

// Experiment is the evaluation of one method with one seed, from training to all figures. It
// needs the rows of the table.
type Experiment struct {
	Method Method `msgpack:"method"`
	Seed   uint64 `msgpack:"seed"`

	// Own splits the table and trains the paper's black box by the seed, as cmd/paper does.
	// Otherwise the project's split and black box are used, and the seed is only for the method.
	Own bool `msgpack:"own"`
	// explain only rows of this class that are also predicted as such; -1: all rows
	From int `msgpack:"from" bound:"-1..lastLevel" is:"class"`
	// the model from which the table was sampled, for the causal-edge score: "simple-bn",
	// "sangiovese" or ""
	Truth string `msgpack:"truth" of:",simple-bn,sangiovese" is:"model"`

	// Known makes the method "model" use the mechanisms in Truth for the effects of rules, as
	// cmd/paper does, instead of those in Knowledge.
	Known bool `msgpack:"known"`

	// Knowledge is what methods learn from, what feasibility is judged by, and how effects are
	// computed in valid answers. Displayed answers keep its hard rules.
	Knowledge causal.Knowledge `msgpack:"knowledge"`

	// The seeds and methods of the recipes are not used. Train holds the settings of the method
	// or, if it learns from labels, of the training before that.
	Train Recipe `msgpack:"train"`
	// settings of a fine-tuning round if the method learns from labels
	Round Recipe `msgpack:"round"`
	// number of labels that the rules provide, or of the first labels used from Told
	Labels int `msgpack:"labels" bound:"0..labels" is:"number of labels"`

	// Told holds people's labels, from which feasibility is estimated. If Teach is set, a method
	// learns from them instead of asking the rules, and rows with labels are not explained.
	Told  Labels   `msgpack:"told"`
	Teach bool     `msgpack:"teach"`
	CEM   Contrast `msgpack:"cem"` // settings of CEM
}

// Check returns why this is not a valid evaluation.
func (x Experiment) Check() error {
	n := len(x.Told.Target)
	switch {
	case !x.Method.Known():
		return fault.Errorf("model: the method %.40q is unknown", x.Method)
	case x.Known && x.Truth == "":
		return fault.Errorf("model: the mechanisms are known, but not of which causal model")
	case len(x.Told.Feasible) != n || x.Told.Factual.Size(0) != n || x.Told.Counterfactual.Size(0) != n:
		return fault.Errorf("model: the parts of the labels differ in length: %d targets, %d verdicts, %d and %d "+
			"rows", n, len(x.Told.Feasible),
			x.Told.Factual.Size(0), x.Told.Counterfactual.Size(0))
	case x.Method == CEM:
		return ContrastFields.Check(x.CEM)
	case x.Method.Peer():
		return nil
	}
	if err := x.Train.Check(); err != nil || !x.Method.FromLabels() {
		return err
	}
	switch {
	case x.Teach && n == 0:
		return fault.Errorf("model: a method that learns from labels needs some")
	case x.Teach && x.Labels > n:
		return fault.Errorf("model: the method cannot learn from the first %d labels; there are %d", x.Labels, n)
	}
	return x.Round.Check()
}
