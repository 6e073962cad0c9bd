package wire

import "causeway/core/model"

// Evaluate runs one experiment: a method with one seed, from training to all figures. Facts:
// Progress, then Evaluated. One engine should run all experiments that differ only in the method,
// because they share a split, a black box and more.
type Evaluate = model.Experiment

// Evaluated answers Evaluate.
type Evaluated model.Record
