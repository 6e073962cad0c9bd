package main

import (
	"reflect"
	"slices"
	"strings"

	"causeway/core/cf"
	"causeway/core/model"
)

// given holds the settings from the command line, by recipe field. Other settings come from core/model.
type given map[string]float64

// in applies the given settings of some fields to a recipe, or of all if none is named.
func (g given) in(r model.Recipe, fields ...string) model.Recipe {
	for _, f := range model.GeneratorFields {
		if v, ok := g[f.Of]; ok && (len(fields) == 0 || slices.Contains(fields, f.Of)) {
			f.Set(&r, v)
		}
	}
	return r
}

// recipe returns the recipe of a generator or, for a method that learns from labels, of its first
// training. Other settings of such a method apply to its rounds, except duration and batch size.
func (g given) recipe(dataset string, m model.Method) model.Recipe {
	return g.presetFor(model.Preset(model.Kind(dataset), m, model.Size{}), m)
}

// presetFor returns a method's preset with the given settings applied.
func (g given) presetFor(preset model.Recipe, m model.Method) model.Recipe {
	r := preset.Alone().Current()
	if m.FromLabels() {
		return g.in(r, "Epochs", "Batch", "Samples")
	}
	return g.in(r)
}

// literalBatch holds the paper's batch sizes (appendix C.1).
var literalBatch = map[string]int{"simple-bn": 64, "sangiovese": 512, "adult": 2048}

// literalWeights is the paper's table of hyper-parameters (appendix C.1): margin beta, lambda, and the
// weight of feasibility. The table lacks BaseVAE; its values come from file names of the authors'
// program.
var literalWeights = map[string]map[model.Method]model.Weights{
	"simple-bn": {
		model.BaseVAE:      {Margin: 0.014, Validity: 54},
		model.ModelBased:   {Margin: 0.015, Validity: 85, Feasibility: 55},
		model.ModelApprox:  {Margin: 0.087, Validity: 96, Feasibility: 0.1},
		model.ExampleBased: {Margin: 0.15, Validity: 150, Feasibility: 2350}},
	"sangiovese": {
		model.BaseVAE:      {Margin: 0.161, Validity: 94},
		model.ModelBased:   {Margin: 0.319, Validity: 89, Feasibility: 77},
		model.ModelApprox:  {Margin: 0.306, Validity: 71, Feasibility: 73},
		model.ExampleBased: {Margin: 0.02, Validity: 25, Feasibility: 1085}},
	"adult": {
		model.BaseVAE:      {Margin: 0.165, Validity: 42},
		model.ModelApprox:  {Margin: 0.764, Validity: 29, Feasibility: 192},
		model.ExampleBased: {Margin: 0.084, Validity: 159, Feasibility: 5999}},
	"adult c2": {
		model.BaseVAE:      {Margin: 0.165, Validity: 42},
		model.ModelApprox:  {Margin: 0.344, Validity: 76, Feasibility: 87},
		model.ExampleBased: {Margin: 0.117, Validity: 175, Feasibility: 3807}},
}

// literal returns the paper's settings for a method (appendix C.1): 50 epochs of gradient descent
// with the rate 0.001. Both phases of algorithm 1 use the weights of its method. Training ignores
// the fixed features. The census uses the settings of Adult. The paper leaves the number of latent
// samples open, so it is our choice.
func (g given) literal(dataset, constraint string, m model.Method) model.Recipe {
	if dataset == "census" {
		dataset = "adult"
	}
	r := model.GeneratorFields.Default()
	r.Seed, r.Epochs, r.LearningRate, r.Batch = 0, 50, 0.001, literalBatch[dataset]
	if constraint == "c2" {
		dataset += " c2"
	}
	w := literalWeights[dataset][m]
	r.Margin, r.Validity, r.Feasibility = w.Margin, w.Validity, w.Feasibility
	return g.in(r)
}

// literalContrast returns the paper's settings of CEM, with the number of values of c that alibi
// uses.
func literalContrast(dataset string) cf.CEMConfig {
	c := model.ContrastPreset(model.Kind(dataset))
	switch dataset {
	case "simple-bn":
		c.Steps = 3
	case "sangiovese":
		c.Steps = 5
	}
	out := cf.NewCEMConfig(c)
	out.Whole = true
	return out
}

// letter returns the points in which training follows the paper: the named ones or, with all, those
// not named. The names are those of cf.Letter.
func letter(all bool, names string) (l cf.Letter, err error) {
	v := reflect.ValueOf(&l).Elem()
	if all {
		l = cf.Literal
	}
	for name := range strings.SplitSeq(names, ",") {
		f := v.FieldByNameFunc(func(s string) bool { return strings.EqualFold(s, name) })
		if !f.IsValid() && name != "" {
			var known []string
			for i := range v.NumField() {
				known = append(known, strings.ToLower(v.Type().Field(i).Name))
			}
			return l, usage("-letter does not know %q; it takes %s", name, strings.Join(known, ", "))
		}
		if f.IsValid() {
			f.SetBool(!all)
		}
	}
	return l, nil
}

// round returns the settings for a round of fine-tuning. Epochs limits the epochs of a round and of
// the finish.
func (g given) round(dataset string) model.Recipe {
	preset := model.Round(model.Kind(dataset), model.Size{})
	r := g.in(preset)
	if n, ok := g["Epochs"]; ok {
		r.Epochs, r.Finish = min(preset.Epochs, int(n)), min(r.Finish, int(n))
	}
	return r
}
