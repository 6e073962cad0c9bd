package wire

import "causeway/core/model"

// Evaluate runs one experiment: a method with one seed, from the training to
// all figures. Facts: Progress, then Evaluated. Experiments that differ in the
// method alone share a split, a black box and more, so that one engine should do
// them.
type Evaluate = model.Experiment

// Evaluated answers Evaluate.
type Evaluated model.Record
