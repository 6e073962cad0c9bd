package main

import (
	"slices"

	"causeway/core/model"
)

// given are the settings that the command line sets, by their field in a recipe. The
// others are those of core/model.
type given map[string]float64

// in is a recipe with the settings of those fields, or of all without any.
func (g given) in(r model.Recipe, fields ...string) model.Recipe {
	for _, f := range model.GeneratorFields {
		if v, ok := g[f.Of]; ok && (len(fields) == 0 || slices.Contains(fields, f.Of)) {
			f.Set(&r, v)
		}
	}
	return r
}

// recipe is that of a generator, or of what a method that learns from labels begins
// with: the settings of such a method are those of its rounds, but for how long it is
// trained and on how much at a time.
func (g given) recipe(dataset string, m model.Method) model.Recipe {
	return g.of(model.Preset(model.Kind(dataset), m, model.Size{}), m)
}

// of is a preset with what is given of a method.
func (g given) of(preset model.Recipe, m model.Method) model.Recipe {
	r := preset.Alone()
	if m.FromLabels() {
		return g.in(r, "Epochs", "Batch", "Samples")
	}
	return g.in(r)
}

// literal are the paper's settings of its algorithm 1 (appendix C.1: margin, lambda and
// lambda_o; 50 epochs). The census takes those of Adult. Steps are Adam's, at the rate of
// the authors' program, where the paper names SGD at 0.001.
func (g given) literal(dataset, constraint string) model.Recipe {
	r := model.Preset(model.Kind(dataset), model.BaseVAE, model.Size{}).Alone()
	r.Epochs, r.LearningRate = 50, 0.01
	switch {
	case dataset == "simple-bn":
		r.Margin, r.Validity, r.Feasibility = 0.15, 150, 2350
	case dataset == "sangiovese":
		r.Margin, r.Validity, r.Feasibility = 0.02, 25, 1085
	case constraint == "c2":
		r.Margin, r.Validity, r.Feasibility = 0.117, 175, 3807
	default:
		r.Margin, r.Validity, r.Feasibility = 0.084, 159, 5999
	}
	return g.in(r)
}

// round are the settings of a round of fine-tuning. Epochs bound those of a round and
// of the finish.
func (g given) round(dataset string) model.Recipe {
	preset := model.Round(model.Kind(dataset), model.Size{})
	r := g.in(preset)
	if n, ok := g["Epochs"]; ok {
		r.Epochs, r.Finish = min(preset.Epochs, int(n)), min(r.Finish, int(n))
	}
	return r
}
