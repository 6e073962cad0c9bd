package store

import (
	"causeway/core/model"
	"causeway/core/wire"
)

// generatorPreset returns the settings of a method for a table of a kind: those that
// cmd/paper has as well, but with more latent samples of Simple-BN's BaseVAE.
func generatorPreset(kind model.Kind, m model.Method, t wire.Loaded) model.Recipe {
	g := model.Preset(kind, m, sizeOf(t))
	if kind == model.SimpleBN && m.Start() == model.BaseVAE {
		g.Samples = 50
	}
	return g
}

func sizeOf(t wire.Loaded) model.Size { return model.Size{Rows: t.Rows, Train: t.Train} }

// choose changes the method. Settings that are as the old method's preset has
// them become the new one's; what a person has set stays.
func choose(g model.Recipe, m model.Method, kind model.Kind, t wire.Loaded) model.Recipe {
	g = model.GeneratorFields.Follow(g, generatorPreset(kind, g.Method, t), generatorPreset(kind, m, t))
	g.Method = m
	return g
}

// preset names the kind of table that comes from o.
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
