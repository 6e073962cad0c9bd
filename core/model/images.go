package model

import "math"

// ImageRecipe holds the settings for training a generator of images.
type ImageRecipe struct {
	Seed         uint64  `msgpack:"seed"`
	Epochs       int     `msgpack:"epochs"`
	Batch        int     `msgpack:"batch"`
	LearningRate float64 `msgpack:"learningRate"`
	Proximity    float64 `msgpack:"proximity"`
	Validity     float64 `msgpack:"validity"`
	Margin       float64 `msgpack:"margin"`
	KL           float64 `msgpack:"kl"`
	Own          float64 `msgpack:"own"`                      // see vision.VAEConfig
	Slim         bool    `msgpack:"slim,omitempty" since:"2"` // half of the channels, hidden layers of 32 and 64 units
}

// AnyOrder implements form.AnyOrder, because a false Slim is omitted.
func (ImageRecipe) AnyOrder() {}

// ImageClassifierFields is the table of settings for a classifier of images. The layer sizes are
// not settings: they are the paper's.
var ImageClassifierFields = Fields[ClassifierRecipe](
	append(imageFields(4, 1, 32), Field{Of: "Slim", Label: "Slim network", Max: 1,
		Help: "A quarter of the channels and an eighth of the units: it trains many times faster, is a thirtieth of " +
			"the " +
			"size, and is a little less accurate."}))

// imageFields returns the settings common to all trainings on images, given their defaults and
// the smallest batch.
func imageFields(epochs, least, batch float64) []Field {
	return []Field{
		{Of: "Seed", Label: "Seed", Max: math.MaxUint64, Default: 1,
			Help: "The same seed gives the same result, to the last bit."},
		{Of: "Epochs", Label: "Epochs", Min: 1, Max: MaxEpochs, Default: epochs,
			Help: "How often every training image is used."},
		{Of: "Batch", Label: "Batch size", Min: least, Max: 1024, Default: batch,
			Help: "How many images make one step."},
		{Of: "LearningRate", Label: "Learning rate", Min: 1e-9, Max: 10, Step: 0.001, Default: 0.001,
			Help: "How far one step goes. Smaller is slower and steadier."},
	}
}

// ImageFields is the table of settings for a generator of images.
var ImageFields = Fields[ImageRecipe](append(imageFields(10, 2, 16), []Field{
	{Of: "Validity", Label: "Validity weight λ", Max: MaxWeight, Default: 60,
		Help: "How much reaching the target class counts, if a pixel of full ink costs the weight of the distance."},
	{Of: "Margin", Label: "Hinge margin β", Max: 0.99, Step: 0.01, Default: 0.9,
		Help: "By how much the target's probability must lead the next class's."},
	{Of: "Proximity", Label: "Weight of the distance", Max: MaxWeight, Step: 0.1, Default: 0.2,
		Help: "How much a pixel of full ink that changes costs."},
	{Of: "KL", Label: "Weight of the KL", Max: MaxWeight, Step: 0.1, Default: 1,
		Help: "How much codes should look like those of their class."},
	{Of: "Own", Label: "Share that stays", Max: 0.9, Step: 0.1, Default: 0.5,
		Help: "The share of each batch's images that should not change: from them the decoder learns what a class " +
			"looks like. 0 is the paper's."},
	{Of: "Slim", Label: "Slim network", Max: 1,
		Help: "Hidden layers of 32 and 64 units and half of the channels: it trains many times faster, is a " +
			"twentieth of the size, and draws coarser."},
}...))

// ImageGeneratorTrained is the result of training a generator of images: the model, and figures
// on its counterfactuals of held-out images. There is one for each image, decoded to bytes, for a
// random other class.
type ImageGeneratorTrained struct {
	Model []byte `msgpack:"model" len:"1.."`
	Best  int    `msgpack:"best" bound:"0..epochs" is:"best epoch"`
	// share of counterfactuals that the black box assigns to the target
	Validity float64 `msgpack:"validity" bound:"0..1"`
	// distance of the valid counterfactuals from their factuals; 1 is a pixel of full ink
	Distance float64 `msgpack:"distance" bound:"0.." is:"distance"`
	Changed  float64 `msgpack:"changed" bound:"0.." is:"changed pixels"`       // for the valid ones
	TestRows int     `msgpack:"testRows" bound:"0.." is:"number of test rows"` // number of images tried
	TrainMS  float64 `msgpack:"trainMS" bound:"0..ms" is:"time taken"`
	EachMS   float64 `msgpack:"eachMS" bound:"0..ms" is:"time for each"` // for one counterfactual
	Canceled bool    `msgpack:"canceled"`

	// These are set for a training with labels: the number of labels, and the share of
	// counterfactuals that the labels' judge considers feasible, before and after.
	Labels   int     `msgpack:"labels" since:"2" bound:"0.." is:"number of labels"`
	Before   float64 `msgpack:"before" since:"2" bound:"0..1" is:"share before"`
	Believed float64 `msgpack:"believed" since:"2" bound:"0..1" is:"share believed"`
}
