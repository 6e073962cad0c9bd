package store

import (
	"bytes"

	"causeway/core/data"
	"causeway/core/wire"
)

// Codes holds the positions of held-out rows in the generator's latent space. They are measured on request
// and not saved.
type Codes struct {
	On  bool // whether a person looks at them
	has bool
	is  wire.CodesMeasured
	of  []byte // the generator to which they belong
	job int
}

// Coded returns the codes of the present generator, if they are known.
func (g Generator) Coded() (wire.CodesMeasured, bool) {
	return g.Codes.is, g.Codes.has && g.HasResult && bytes.Equal(g.Codes.of, g.Result.Model)
}

func (in ShowCodes) apply(w *turn) {
	w.Generator.Codes.On = in.On
	w.measureCodes()
}

// measureCodes asks for the generator's codes if somebody looks at them.
func (w *turn) measureCodes() {
	g := &w.Generator
	c := &g.Codes
	switch {
	case !c.On || !g.HasResult || w.Link.Down || w.Link.Recovering:
		return
	case bytes.Equal(c.of, g.Result.Model) && (c.has || c.job != 0):
		return
	}
	*c = Codes{On: true, of: g.Result.Model, job: w.send(wire.MeasureCodes{})}
}

func (w *turn) codesMeasured(f wire.CodesMeasured) {
	c := &w.Generator.Codes
	if c.has = bytes.Equal(c.of, w.Generator.Result.Model); c.has {
		c.is = f
	}
}

// apply measures the classifier unless this was done already.
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
