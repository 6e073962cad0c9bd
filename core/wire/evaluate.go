package wire

import (
	"causeway/core/causal"
	"causeway/core/model"
)

// Evaluate runs one experiment: a method with one seed, from the training to
// all figures. Facts: Progress, then Evaluated. Experiments that differ in the
// method alone share a split, a black box and more, so that one engine should do
// them.
type Evaluate struct {
	Method model.Method `msgpack:"method"`
	Seed   uint64       `msgpack:"seed"`

	// Own splits the table and trains the paper's black box by the seed, as
	// cmd/paper does; else those of the project are used and the seed is that of
	// the method alone.
	Own   bool   `msgpack:"own"`
	From  int    `msgpack:"from" bound:"-1..lastLevel" is:"class"`       // only rows of this class, predicted so, are explained; -1: all
	Truth string `msgpack:"truth" of:",simple-bn,sangiovese" is:"model"` // model that the table was sampled from, for the causal-edge score: "simple-bn", "sangiovese" or ""

	// Known has "model" learn the mechanisms that Truth has for the effects of
	// rules, as cmd/paper does, and not those of Knowledge.
	Known bool `msgpack:"known"`

	// Knowledge is what methods learn from, feasibility is judged by, and effects follow by
	// in what is held; its hard rules are kept by what is shown.
	Knowledge causal.Knowledge `msgpack:"knowledge"`

	// The seeds and methods of the recipes are not used.
	Train  model.Recipe `msgpack:"train"`                                          // of the method; of one that learns from labels the training that it begins with
	Round  model.Recipe `msgpack:"round"`                                          // of a round of fine-tuning of one that learns from labels
	Labels int          `msgpack:"labels" bound:"0..labels" is:"number of labels"` // that the rules give it, or the first of Told

	// Told, if there are any, are labels of people, from which feasibility is
	// estimated. With Teach a method learns from them instead of asking the rules, and
	// none explains a row that they are about.
	Told  Labels         `msgpack:"told"`
	Teach bool           `msgpack:"teach"`
	CEM   model.Contrast `msgpack:"cem"` // of CEM
}

// Evaluated answers Evaluate.
type Evaluated model.Record
