package wire

import "causeway/core/model"

// Evaluate runs one experiment: a method with one seed, from training to all figures. Facts:
// Progress, then Evaluated. Experiments that differ only in the method share a split, a black box
// and more, so the same engine should run them.
type Evaluate = model.Experiment

// Evaluated answers Evaluate.
type Evaluated model.Record
