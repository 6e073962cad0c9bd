package wire

import (
	"causeway/core/document"
	"causeway/core/model"
)

// MeasureClassifier asks what the black box does on the test rows at any threshold, and
// for whom. The answer is a ClassifierMeasured.
type MeasureClassifier struct {
	Threshold float64 // that it was trained with
}

// MeasureCodes asks where held-out rows lie in the generator's latent space. The answer is
// a CodesMeasured.
type MeasureCodes struct{}

// CodesMeasured answers MeasureCodes.
type CodesMeasured = document.Codes

// ClassifierMeasured answers MeasureClassifier.
type ClassifierMeasured = model.Curves
