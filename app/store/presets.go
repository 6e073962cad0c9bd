package store

import (
	"causeway/core/model"
	"causeway/core/wire"
)

// generatorPreset returns a method's settings for a kind of table: those of cmd/paper, but with
// more latent samples for Simple-BN's BaseVAE.
func generatorPreset(kind model.Kind, m model.Method, t wire.Loaded) model.Recipe {
	g := model.Preset(kind, m, sizeOf(t))
	if kind == model.SimpleBN && m.Start() == model.BaseVAE {
		g.Samples = 50
	}
	return g
}

func sizeOf(t wire.Loaded) model.Size { return model.Size{Rows: t.Rows, Train: t.Train} }

// choose changes the method. Settings that equal the old method's preset become the new method's;
// settings that a person changed stay.
func choose(g model.Recipe, m model.Method, kind model.Kind, t wire.Loaded) model.Recipe {
	g = model.GeneratorFields.Follow(g, generatorPreset(kind, g.Method, t), generatorPreset(kind, m, t))
	g.Method = m
	return g
}

// preset names the kind of table that o makes.
func (o origin) preset() model.Kind {
	switch s := o.source(); {
	case s.Model == string(model.SimpleBN), s.Model == string(model.Sangiovese), s.Model == string(model.Census):
		return model.Kind(s.Model)
	case s.Model == string(model.Workers):
		return model.Census
	case s.Plan.Recipe == string(model.Adult):
		return model.Adult
	}
	return model.Other
}
