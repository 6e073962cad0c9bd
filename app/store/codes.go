package store

import (
	"bytes"

	"causeway/core/wire"
)

// Codes are where held-out rows lie in the generator's latent space. They are measured
// when somebody asks, and not kept.
type Codes struct {
	On  bool // a person looks at it
	has bool
	is  wire.CodesMeasured
	of  []byte // the generator that they are of, or are to be
	job int
}

// Coded are the codes of the generator that there is, if they are known.
func (g Generator) Coded() (wire.CodesMeasured, bool) {
	return g.Codes.is, g.Codes.has && g.HasResult && bytes.Equal(g.Codes.of, g.Result.Model)
}

func (in ShowCodes) apply(w *work) {
	w.Generator.Codes.On = in.On
	w.measureCodes()
}

// measureCodes asks for the codes of the generator, where somebody looks at them.
func (w *work) measureCodes() {
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

func (w *work) codesMeasured(f wire.CodesMeasured) {
	c := &w.Generator.Codes
	if c.has = bytes.Equal(c.of, w.Generator.Result.Model); c.has {
		c.is = f
	}
}
