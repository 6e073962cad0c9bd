package model

import (
	"causeway/core/causal"
	"causeway/core/fault"
)

// Experiment is a method with one seed, from the training to all figures. It needs the rows of the table.
type Experiment struct {
	Method Method `msgpack:"method"`
	Seed   uint64 `msgpack:"seed"`

	// Own splits the table and trains the paper's black box by the seed, as
	// cmd/paper does; else those of the project are used and the seed is that of
	// the method alone.
	Own bool `msgpack:"own"`
	// only rows of this class, predicted so, are explained; -1: all
	From int `msgpack:"from" bound:"-1..lastLevel" is:"class"`
	// model that the table was sampled from, for the causal-edge score: "simple-bn", "sangiovese" or ""
	Truth string `msgpack:"truth" of:",simple-bn,sangiovese" is:"model"`

	// Known has "model" learn the mechanisms that Truth has for the effects of
	// rules, as cmd/paper does, and not those of Knowledge.
	Known bool `msgpack:"known"`

	// Knowledge is what methods learn from, feasibility is judged by, and effects follow by
	// in what is held; its hard rules are kept by what is shown.
	Knowledge causal.Knowledge `msgpack:"knowledge"`

	// The seeds and methods of the recipes are not used.
	// of the method; of one that learns from labels the training that it begins with
	Train Recipe `msgpack:"train"`
	// of a round of fine-tuning of one that learns from labels
	Round Recipe `msgpack:"round"`
	// that the rules give it, or the first of Told
	Labels int `msgpack:"labels" bound:"0..labels" is:"number of labels"`

	// Told, if there are any, are labels of people, from which feasibility is
	// estimated. With Teach a method learns from them instead of asking the rules, and
	// none explains a row that they are about.
	Told  Labels   `msgpack:"told"`
	Teach bool     `msgpack:"teach"`
	CEM   Contrast `msgpack:"cem"` // of CEM
}

// Check reports why this cannot be asked of an evaluation.
func (x Experiment) Check() error {
	n := len(x.Told.Target)
	switch {
	case !x.Method.Known():
		return fault.Errorf("model: unknown method %.40q", x.Method)
	case x.Known && x.Truth == "":
		return fault.Errorf("model: mechanisms of no model")
	case len(x.Told.Feasible) != n || x.Told.Factual.Size(0) != n || x.Told.Counterfactual.Size(0) != n:
		return fault.Errorf("model: %d labels, %d verdicts, %d and %d rows", n, len(x.Told.Feasible),
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
		return fault.Errorf("model: a method learns from no labels")
	case x.Teach && x.Labels > n:
		return fault.Errorf("model: the first %d labels of %d", x.Labels, n)
	}
	return x.Round.Check()
}
