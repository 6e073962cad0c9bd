// Package model defines what can be trained and with which settings: a recipe for each kind of
// training, with a table of its settings; the registry of methods; and presets for kinds of tables.
// It trains nothing and knows nothing of messages, files or pages.
package model

import (
	"math"

	"causeway/core/fault"
)

// Limits that other packages also use.
const (
	MaxEpochs = 10_000
	MaxStep   = 131_072 // rows per step of a generator, batch × samples; keeps steps short
	maxBatch  = 65_536
	maxHidden = 1_024
	maxParts  = 8                        // parts of a batch, see nn.MaxParts
	maxUnits  = maxBatch * maxHidden / 2 // batch × hidden units in a classifier's step; limits memory
	MaxWeight = 1_000_000
)

// ClassifierRecipe holds the settings for training the black box.
type ClassifierRecipe struct {
	Seed         uint64  `msgpack:"seed"`
	Epochs       int     `msgpack:"epochs"`
	Batch        int     `msgpack:"batch"`
	LearningRate float64 `msgpack:"learningRate"`
	Hidden       int     `msgpack:"hidden"`

	// Threshold is the least share at which the second of two classes is predicted. 0 predicts the
	// class with the larger share. With more than two classes it has no effect.
	Threshold float64 `msgpack:"threshold,omitempty" since:"2"`

	Slim bool `msgpack:"slim,omitempty" since:"2"` // for images: a quarter of the channels and an eighth of the units

	// ByClass makes the classifier of a numeric outcome learn the classes instead of the number.
	ByClass bool `msgpack:"byClass,omitempty" since:"2"`
}

// AnyOrder implements form.AnyOrder, because a zero Threshold and a false Slim are omitted.
func (ClassifierRecipe) AnyOrder() {}

// ClassifierFields is the table of a classifier's settings. The defaults are the paper's (appendix
// C.1), for any table.
var ClassifierFields = Fields[ClassifierRecipe]{
	{Of: "Seed", Label: "Seed", Max: math.MaxUint64, Default: 1,
		Help: "The same seed gives the same result, to the last bit."},
	{Of: "Epochs", Label: "Epochs", Min: 1, Max: MaxEpochs, Default: 100,
		Help: "How often every training row is used."},
	{Of: "Batch", Label: "Batch size", Min: 1, Max: maxBatch, Default: 32,
		Help: "How many rows make one step."},
	{Of: "LearningRate", Label: "Learning rate", Min: 1e-9, Max: 10, Step: 0.001, Default: 0.001,
		Help: "How far one step goes. Smaller is slower and steadier."},
	{Of: "Hidden", Label: "Hidden units", Min: 1, Max: maxHidden, Default: 10,
		Help: "Size of the layer between the features and the classes."},
	{Of: "Threshold", Label: "Threshold", Max: 0.99, Step: 0.01,
		Help: "Share from which the second of two classes is predicted. 0: the larger share decides."},
	{Of: "ByClass", Label: "Learn the classes only", Max: 1,
		Help: "Off: the classifier predicts the number, and a goal can be a number. On: it predicts only the class."},
}

// Check returns an error for the first setting that cannot be used.
func (r ClassifierRecipe) Check() error {
	if err := ClassifierFields.Check(r); err != nil {
		return err
	}
	if r.Batch*r.Hidden > maxUnits {
		return fault.Errorf("model: batch size times hidden units is %d; it can be at most %d", r.Batch*r.Hidden,
			maxUnits)
	}
	return nil
}

// Within returns the settings, each moved to the nearest valid value. NaN keeps the old value.
func (r ClassifierRecipe) Within(old ClassifierRecipe) ClassifierRecipe {
	r = ClassifierFields.Within(r, old)
	r.Batch = min(r.Batch, maxUnits/r.Hidden)
	return r
}

// Most returns the largest value of a setting that the other settings allow.
func (r ClassifierRecipe) Most(f Field) float64 {
	if f.Of == "Batch" {
		return min(f.Max, float64(maxUnits/r.Hidden))
	}
	return f.Max
}

// Recipe holds the settings for training a generator, by a method from the graph or from labels. A
// setting that the training does not use is 0.
type Recipe struct {
	Seed         uint64  `msgpack:"seed"`
	Epochs       int     `msgpack:"epochs"`
	Batch        int     `msgpack:"batch"`
	LearningRate float64 `msgpack:"learningRate"` // for Adam
	Samples      int     `msgpack:"samples"`      // latent samples per row and step
	Validity     float64 `msgpack:"validity"`     // lambda, weight of the hinge
	Margin       float64 `msgpack:"margin"`       // beta, hinge margin
	Method       Method  `msgpack:"method"`
	Feasibility  float64 `msgpack:"feasibility"` // lambda_s, lambda_o or the weight of the rules; see package cf

	// GiveUp is the lead of another class, in shares, at which the second half of the training
	// gives up on an example. Coming nearer to the target then no longer lowers its loss, so the
	// example returns to the factual. This is for rules under which some rows have no
	// counterfactual. 0 never gives up.
	GiveUp float64 `msgpack:"giveUp"`

	// Levels multiplies the cost of changing a level. A higher validity weight than that of a
	// BaseVAE without rules would otherwise make level changes too cheap. 0 means 1.
	Levels float64 `msgpack:"levels,omitempty"`

	// Pull is the weight of the distance to each counterfactual that was labelled feasible. It
	// helps a fine-tuning to find changes far from the generator's own.
	Pull float64 `msgpack:"pull,omitempty"`

	// Finish is the number of epochs of a final training, after the last label; see cf.NewFinish. 0
	// skips it.
	Finish int `msgpack:"finish,omitempty"`

	// Reach is how far, in MADs, a row may move to become valid if the finish found nothing
	// feasible for it.
	Reach float64 `msgpack:"reach,omitempty"`

	// Rules is the weight of the method's own knowledge while a generator learns from labels.
	// Feasibility is then the weight of the labels; see cf.NewFineTuneBy. 0 ignores the knowledge.
	Rules float64 `msgpack:"rules,omitempty"`

	// Masked leaves hard rules out of the loss if something else enforces them. Fixed features then
	// keep the factual's values in all outputs of the generator. Effects have no hinge, because
	// counterfactuals are checked for them. Soft rules and one-way features still have hinges, as
	// in section 2.4 of the paper. Trainings of earlier versions are not masked.
	Masked bool `msgpack:"masked,omitempty" since:"2"`

	// Needed lets the black box say how many changes a proposal of Action VAE makes, see package
	// generate. Trainings of earlier versions do not.
	Needed bool `msgpack:"needed,omitempty" since:"2"`

	// Sized lets the black box also say how large the changes of numbers are.
	Sized bool `msgpack:"sized,omitempty" since:"2"`

	Parts int `msgpack:"parts,omitempty" since:"2"` // number of parts of a batch, see nn.PartsOf; 0 means 1

	// the method follows the graph until a person chooses one
	Follows bool `msgpack:"follows,omitempty"`
}

// AnyOrder implements form.AnyOrder, because files of earlier versions have these settings in other
// orders and omit those that are 0.
func (Recipe) AnyOrder() {}

// GeneratorFields is the table of a generator's settings.
var GeneratorFields = Fields[Recipe]{
	{Of: "Seed", Label: "Seed", Max: math.MaxUint64, Default: 1,
		Help: "The same seed gives the same result, to the last bit."},
	{Of: "Epochs", Label: "Epochs", Min: 1, Max: MaxEpochs, Default: 50,
		Help: "How often every training row is used."},
	{Of: "Batch", Label: "Batch size", Min: 2, Max: maxBatch, Default: 256,
		Help: "How many rows make one step. Times the latent samples it is at most 131,072."},
	{Of: "Samples", Label: "Latent samples per row", Part: OfRows, Min: 1, Max: 1_000, Default: 10,
		Help: "Counterfactuals tried for each row in a step. More is slower and steadier."},
	{Of: "LearningRate", Label: "Learning rate", Min: 1e-9, Max: 10, Step: 0.001, Default: 0.01,
		Help: "How far one step goes. Smaller is slower and steadier."},
	{Of: "Validity", Label: "Validity weight λ", Part: OfRows, Max: MaxWeight,
		Help: "How much reaching the target class counts, if changing a number by one usual deviation (MAD) costs 1."},
	{Of: "Margin", Label: "Hinge margin β", Part: OfRows, Max: 0.99, Step: 0.01,
		Help: "By how much the target's probability must lead the next class's. 0 is the boundary, 0.99 near " +
			"certainty."},
	{Of: "Feasibility", Label: "Feasibility weight", Part: FromGraph, Max: MaxWeight,
		Help: "How much keeping the graph's rules counts, in the same units."},
	{Of: "GiveUp", Label: "Give up at", Part: FromGraph, Max: 1, Step: 0.05,
		Help: "Rows kept from the class by rules are given up once another class leads by this much. 0: never."},
	{Of: "Levels", Label: "Cost of levels", Part: FromLabels, Max: MaxWeight,
		Help: "How many times more a changed category costs. 0 means 1."},
	{Of: "Pull", Label: "Pull of feasible labels", Part: FromLabels, Max: MaxWeight,
		Help: "How much moving towards feasible labels counts."},
	{Of: "Finish", Label: "Final epochs", Part: FromLabels, Max: MaxEpochs,
		Help: "How long training continues after the last labels."},
	{Of: "Reach", Label: "Reach of the final epochs", Unit: "MADs", Part: FromLabels, Max: MaxWeight, Step: 0.25,
		Help: "How far a row may go to be valid if nothing feasible was found for it."},
	{Of: "Rules", Label: "Weight of the rules", Part: FromLabels, Max: MaxWeight,
		Help: "How much the method's knowledge of the graph counts beside the labels. 0 ignores it."},
	{Of: "Parts", Label: "Parts of a batch", Part: OfRows, Max: maxParts,
		Help: "Into how many parts a step is split: 1, 2, 4 or 8. Each is normalised separately, so the number " +
			"changes the training. 0 is 1."},
}

// Check returns an error for the first setting that cannot be used. It ignores the method.
func (r Recipe) Check() error {
	if err := GeneratorFields.Check(r); err != nil {
		return err
	}
	if r.Batch*r.Samples > MaxStep {
		return fault.Errorf("model: batch size times samples is %d; it can be at most %d",
			r.Batch*r.Samples, MaxStep)
	}
	return nil
}

// Within returns the settings, each moved to the nearest valid value. NaN keeps the old value.
func (r Recipe) Within(old Recipe) Recipe {
	r = GeneratorFields.Within(r, old)
	r.Method = r.Method.Now()
	if r.Samples != old.Samples {
		r.Samples = min(r.Samples, MaxStep/r.Batch)
	}
	r.Batch = min(r.Batch, MaxStep/r.Samples)
	return r
}

// Most returns the largest value of a setting that the other settings allow.
func (r Recipe) Most(f Field) float64 {
	switch f.Of {
	case "Batch":
		return min(f.Max, float64(MaxStep/r.Samples))
	case "Samples":
		return min(f.Max, float64(MaxStep/r.Batch))
	}
	return f.Max
}

// Current adapts settings, including those of earlier versions, to today's trainings: it sets Masked,
// Needed and Sized.
func (r Recipe) Current() Recipe {
	r.Masked, r.Needed, r.Sized = true, true, true
	return r
}

// Alone returns the recipe without its seed and the field that determines its method.
func (r Recipe) Alone() Recipe {
	r.Seed, r.Method, r.Follows = 0, "", false
	return r
}

// Contrast holds the settings of CEM; see cf.CEMConfig.
type Contrast struct {
	Beta  float64 `msgpack:"beta"`
	Kappa float64 `msgpack:"kappa"`
	Gamma float64 `msgpack:"gamma"`
	Steps int     `msgpack:"steps"` // number of values of c to try
}

// ContrastFields is the table of CEM's settings.
var ContrastFields = Fields[Contrast]{
	{Of: "Beta", Label: "Weight of the distance β", Max: MaxWeight, Default: 0.911},
	{Of: "Kappa", Label: "Margin κ", Max: 0.99, Default: 0.241},
	{Of: "Gamma", Label: "Weight of the auto-encoder γ", Max: MaxWeight},
	{Of: "Steps", Label: "Values of c", Min: 1, Max: 20, Default: 9},
}
