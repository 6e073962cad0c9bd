package store

import (
	"bytes"

	"causeway/core/data"
	"causeway/core/wire"
)

// apply measures the classifier unless it was measured already.
func (MeasureClassifier) apply(w *turn) { w.measureClassifier() }

func (w *turn) measureClassifier() {
	c := &w.Classifier
	m := &c.Curves
	switch {
	case !c.HasResult || !w.Data.HasTable || w.Link.Down || w.Link.Recovering:
		*m = Curves{}
		return
	case bytes.Equal(m.of, c.Result.Model) && (m.has || m.job != 0):
		return
	}
	ask := wire.MeasureClassifier{}
	if !c.Foreign {
		ask.Threshold = c.Learned.Threshold
	}
	*m = Curves{of: c.Result.Model, job: w.send(ask)}
}

func (w *turn) classifierMeasured(f wire.ClassifierMeasured) {
	m := &w.Classifier.Curves
	if m.has = bytes.Equal(m.of, w.Classifier.Result.Model); m.has {
		m.is = f
	}
}

// apply adopts a threshold by training the classifier again: the weights stay the same except the
// one that the threshold moves.
func (in DecideAt) apply(w *turn) {
	asked := w.Classifier.Settings
	asked.Threshold = in.Threshold
	w.Classifier.Settings = asked.Within(w.Classifier.Settings)
	TrainClassifier{}.apply(w)
}
func (DecideAt) step(data.Schema) string { return "Threshold of the classifier" }
