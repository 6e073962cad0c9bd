package wire

import "causeway/core/model"

// MeasureClassifier asks what the black box does on the test rows at any threshold, and
// for whom. The answer is a ClassifierMeasured.
type MeasureClassifier struct {
	Threshold float64 // that it was trained with
}

// MeasureCodes asks where held-out rows lie in the generator's latent space. The answer is
// a CodesMeasured.
type MeasureCodes struct{}

// CodesMeasured answers MeasureCodes; see project.Codes.
type CodesMeasured struct {
	Numbers int
	Used    int
	Which   []int
	Share   float64
	Points  Floats
	Class   []int
	Reaches []bool
	Moved   int
}

// ClassifierMeasured answers MeasureClassifier.
type ClassifierMeasured struct {
	// Bins are, for every class, the counts of model.Bins: of its own rows, then of the
	// others.
	Bins   []int
	Groups []GroupFit
}

// GroupFit counts the test rows of a level, and those that are told right.
type GroupFit struct {
	Feature int
	Level   int
	Rows    int
	Right   int
}

// Of are the counts of a class; empty if it has none.
func (m ClassifierMeasured) Of(class int) (b model.Bins) {
	const n = model.ShareBins
	if at := 2 * n * class; at >= 0 && at+2*n <= len(m.Bins) {
		copy(b.Own[:], m.Bins[at:])
		copy(b.Others[:], m.Bins[at+n:])
	}
	return b
}
