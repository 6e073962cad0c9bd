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

	// Own makes the experiment use its seed to split the table and train the paper's black box, as
	// cmd/paper does. Otherwise it uses the project's split and black box, and the seed affects
	// only the method.
	Own bool `msgpack:"own"`
	// explain only rows of this class that are also predicted as such; -1: all rows
	From int `msgpack:"from" bound:"-1..lastLevel" is:"class"`
	// the model from which the table was sampled, for the causal-edge score: "simple-bn",
	// "sangiovese" or ""
	Truth string `msgpack:"truth" of:",simple-bn,sangiovese" is:"model"`

	// Known makes the method "model" compute the effects of rules with the mechanisms of Truth, as
	// cmd/paper does, instead of those in Knowledge.
	Known bool `msgpack:"known"`

	// Knowledge is what methods learn from. It also decides which answers are feasible and how
	// effects follow in valid answers. Displayed answers keep its hard rules.
	Knowledge causal.Knowledge `msgpack:"knowledge"`

	// Train holds the settings of the method or, if it learns from labels, of the training before
	// that. The seed and method of a recipe are ignored.
	Train Recipe `msgpack:"train"`
	// settings of a fine-tuning round if the method learns from labels
	Round Recipe `msgpack:"round"`
	// number of labels that the rules give or, with Teach, that are taken from the start of Told
	Labels int `msgpack:"labels" bound:"0..labels" is:"number of labels"`

	// Told holds people's labels, which serve to estimate feasibility. If Teach is set, a method
	// learns from them instead of asking the rules, and labelled rows are not explained.
	Told  Labels   `msgpack:"told"`
	Teach bool     `msgpack:"teach"`
	CEM   Contrast `msgpack:"cem"` // settings of CEM
}

// Check returns an error if the experiment is not valid.
func (x Experiment) Check() error {
	n := len(x.Told.Target)
	switch {
	case !x.Method.Known():
		return fault.Errorf("model: the method %.40q is unknown", x.Method)
	case x.Known && x.Truth == "":
		return fault.Errorf("model: the mechanisms are said to be known, but no causal model is named")
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
		return fault.Errorf("model: this method learns from labels, but has none")
	case x.Teach && x.Labels > n:
		return fault.Errorf("model: the method cannot learn from the first %d labels; there are %d", x.Labels, n)
	}
	return x.Round.Check()
}
