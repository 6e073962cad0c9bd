package wire

import (
	"causeway/core/document"
	"causeway/core/model"
)

// MeasureClassifier requests the results of the black box on the test rows for any threshold and
// for each group. The answer is a ClassifierMeasured.
type MeasureClassifier struct {
	Threshold float64 // threshold used in training
}

// MeasureCodes requests the positions of held-out rows in the generator's latent space. The
// answer is a CodesMeasured.
type MeasureCodes struct{}

// CodesMeasured answers MeasureCodes.
type CodesMeasured = document.Codes

// ClassifierMeasured answers MeasureClassifier.
type ClassifierMeasured = model.Curves
