package store

import (
	"math"
	"testing"

	"causeway/core/wire"
)

// Of 100 rows 86 are right: Wilson's interval is 77.9 to 91.5 (by the formula).
// The recalls are 50 of 60 and 36 of 40.
func TestFit(t *testing.T) {
	f := Classifier{Result: wire.ClassifierTrained{Accuracy: 0.86, Base: 0.6, Confusion: []int{50, 10, 4, 36},
		TestRows: 100, AUC: 0.9}}.Fit()
	if math.Abs(f.Low-0.7787) > 5e-4 || math.Abs(f.High-0.9147) > 5e-4 || math.Abs(f.Balanced-(50./60+0.9)/2) > 1e-12 ||
		f.Naming != 0.5 || f.AUC != 0.9 {
		t.Errorf("got %+v", f)
	}
	if len(f.Recalls) != 2 || f.Recalls[0] != (Recall{50, 60}) || f.Recalls[1] != (Recall{36, 40}) {
		t.Errorf("recalls %v", f.Recalls)
	}
	if f := fitOf(wire.ClassifierTrained{Accuracy: 0.5, TestRows: 10}); f.Recalls != nil || f.Balanced != 0 ||
		f.Low > 0.25 {
		t.Errorf("without a confusion matrix: %+v", f)
	}
}
