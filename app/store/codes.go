package store

import (
	"bytes"

	"causeway/core/wire"
)

// Codes are where held-out rows lie in the generator's latent space. They are measured on request
// and not saved.
type Codes struct {
	On  bool // a person looks at them
	has bool
	is  wire.CodesMeasured
	of  []byte // the generator they belong to
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
