package store

import (
	"math"

	"causeway/core/metric"
	"causeway/core/wire"
)

// Fit describes how good a classifier is on the held-out rows.
type Fit struct {
	Rows                int
	Accuracy, Low, High float64 // accuracy with its 95 % interval
	Base                float64 // accuracy of always predicting the most frequent class
	Balanced, Naming    float64 // mean of the recalls, and its value for predicting one class; 0: unknown
	AUC                 float64 // 0: unknown
	Fidelity            float64 // fidelity of the stand-in that generators train through; 0: no stand-in
	LogLoss             float64
	Recalls             []Recall // recalls of the classes; nil: unknown
}

// Recall counts the correctly predicted rows of a class.
type Recall struct{ Right, Rows int }

// Range returns the 95 % interval of the recall.
func (r Recall) Range() (low, high float64) { return metric.Wilson(r.Right, r.Rows) }

// fitOf returns the Fit that the measurements give.
func fitOf(m wire.ClassifierTrained) Fit {
	f := Fit{Rows: m.TestRows, Accuracy: m.Accuracy, Base: m.Base, AUC: m.AUC, LogLoss: m.LogLoss, Fidelity: m.Fidelity}
	f.Low, f.High = metric.Wilson(int(math.Round(m.Accuracy*float64(m.TestRows))), m.TestRows)
	if c := metric.Confusion(m.Confusion); len(c) > 0 {
		f.Balanced, f.Naming = c.Balanced()
		for class := range c.Classes() {
			right, rows := c.Of(class)
			f.Recalls = append(f.Recalls, Recall{right, rows})
		}
	}
	return f
}

// Fit describes a classifier from another program that is not in use yet.
func (f Foreign) Fit() Fit {
	t := f.Tried
	return fitOf(wire.ClassifierTrained{Accuracy: t.Accuracy, LogLoss: t.LogLoss, Base: t.Base, Confusion: t.Confusion,
		TestRows: t.TestRows, AUC: t.AUC})
}

// Fit says how good the classifier is.
func (c Classifier) Fit() Fit { return fitOf(c.Figures()) }
