package wire

import (
	"causeway/core/data"
	"causeway/core/form"
	"causeway/core/model"
)

// Limits of messages about images, which package image has as well.
const (
	MinImageSide    = 8
	MaxImageSide    = 64
	MaxImageClasses = 100
	MaxImageFiles   = 8
	MaxImages       = 1_000_000
	MaxImagePage    = 200
	MaxImageTries   = 256 // codes for a counterfactual
	MaxImageSteps   = 64  // images of a path
	MaxImageLabels  = 2000
	maxImagePixels  = MaxImageSide * MaxImageSide
)

var _ = form.Limits(map[string]float64{
	"leastSide": MinImageSide, "side": MaxImageSide, "imageClasses": MaxImageClasses, "lastImageClass": MaxImageClasses - 1, "imageFiles": MaxImageFiles,
	"images": MaxImages, "imagePage": MaxImagePage, "imageTries": MaxImageTries, "imageSteps": MaxImageSteps, "imageLabels": MaxImageLabels, "pixels": maxImagePixels, "side2": maxImagePixels, "measures": 5,
})

// ImageFile is a file of images or of labels in IDX form.
type ImageFile struct {
	Name  string `msgpack:"name" len:"..text"`
	Bytes []byte `msgpack:"bytes"`
}

// OpenImages makes the images of files the images of the engine. The answer is an
// ImagesLoaded, or an ImagesWait where one of a pair is missing.
type OpenImages struct {
	Files []ImageFile `msgpack:"files" len:"1..imageFiles" is:"files"`
	Seed  uint64      `msgpack:"seed"` // of the split
}

// SampleImages makes digits that are drawn from a model the images of the engine. The
// answer is an ImagesLoaded.
type SampleImages struct {
	Rows int    `msgpack:"rows" bound:"100..images" is:"number of images"`
	Seed uint64 `msgpack:"seed"` // of the digits and of the split
}

// ImagesWait says in a sentence which file is missing.
type ImagesWait struct {
	Text string `msgpack:"text" len:"1..detail"`
}

// ImagesLoaded says that the engine has images.
type ImagesLoaded struct {
	Name    string `msgpack:"name"`
	H       int    `msgpack:"h" bound:"leastSide..side" is:"height"`
	W       int    `msgpack:"w" bound:"leastSide..side" is:"width"`
	Classes int    `msgpack:"classes" bound:"2..imageClasses" is:"number of classes"`
	Rows    int    `msgpack:"rows" bound:"1.."`
	Train   int    `msgpack:"train" bound:"0.."`
	Val     int    `msgpack:"val" bound:"0.."`
	Test    int    `msgpack:"test" bound:"0.."`
	Counts  []int  `msgpack:"counts" bound:"0.."` // of every class
	Hash    string `msgpack:"hash"`

	Shown  []int  `msgpack:"shown" bound:"0.."` // of every class, how many of its first images are in Pixels
	Pixels []byte `msgpack:"pixels"`            // these, class by class
	Means  []byte `msgpack:"means"`             // of every class the mean image
}

// TrainImageClassifier trains the classifier of the images; its hidden units are not used.
// Facts: Epoch, Progress and Checkpoint while it runs, then ClassifierTrained.
type TrainImageClassifier struct {
	model.ClassifierRecipe

	Resume []byte `msgpack:"resume"`
}

// TrainImageGenerator trains the generator of the images on their classifier. Facts: Epoch,
// Progress and Checkpoint while it runs, then ImageGeneratorTrained.
type TrainImageGenerator struct {
	model.ImageRecipe

	Resume []byte       `msgpack:"resume"`
	Labels []ImageLabel `msgpack:"labels" len:"..imageLabels"` // to learn from, going on from the present generator; none: it is trained anew
}

// ImageLabel is what a person says of a counterfactual image.
type ImageLabel struct {
	Factual  []byte `msgpack:"factual" len:"1..pixels"`
	Pixels   []byte `msgpack:"pixels" len:"1..pixels"`
	Target   int    `msgpack:"target" bound:"0..lastImageClass"`
	Feasible bool   `msgpack:"feasible"`
}

// DrawImageCards asks for counterfactuals to be labelled. The answer is an ImageCards.
type DrawImageCards struct {
	Count int        `msgpack:"count" bound:"1..imagePage" is:"number of cards"`
	Seed  uint64     `msgpack:"seed"`
	Rules ImageRules `msgpack:"rules"`
}

// ImageCards answers DrawImageCards; there may be fewer.
type ImageCards struct {
	Cards []ImageLabel `msgpack:"cards" len:"..imagePage"`
}

// ImageGeneratorTrained ends a TrainImageGenerator.
type ImageGeneratorTrained model.ImageGeneratorTrained

// UseImageModel makes a classifier of another program the black box of the images. The answer is an
// ImageModelUsed.
type UseImageModel struct {
	Bytes []byte `msgpack:"bytes" len:"1.."`
}

// ImageModelUsed says what became of a UseImageModel.
type ImageModelUsed struct {
	Trained  ClassifierTrained `msgpack:"trained"`
	Producer string            `msgpack:"producer"` // program that wrote the file, as it says
	Reading  string            `msgpack:"reading"`  // how pixels are given to it
}

// WriteImageModel asks for the classifier of the images, or for their generator, as an ONNX file. The answer is
// a ModelWritten.
type WriteImageModel struct {
	Generator bool `msgpack:"generator"`
}

// RestoreImages gives the engine models that an engine trained on its images. The answer is
// a Restored.
type RestoreImages struct {
	Hash       string `msgpack:"hash"` // of the images; refused unless they have it
	Classifier []byte `msgpack:"classifier"`
	Generator  []byte `msgpack:"generator"`
}

// ShowImages asks for images of a part in their order. The answer is an ImagesShown.
type ShowImages struct {
	Part      data.Part `msgpack:"part" of:"all,train,validation,test" is:"part of the images"`
	Truth     int       `msgpack:"truth" bound:"-1..lastImageClass" is:"class"`     // their label, or -1: any
	Predicted int       `msgpack:"predicted" bound:"-1..lastImageClass" is:"class"` // what the classifier says, or -1: anything
	From      int       `msgpack:"from" bound:"0.." is:"first image"`
	Limit     int       `msgpack:"limit" bound:"1..imagePage" is:"number of images"`
}

// ImagesShown answers ShowImages.
type ImagesShown struct {
	Total     int    `msgpack:"total" bound:"0.."` // images that were meant
	From      int    `msgpack:"from" bound:"0.."`
	Index     []int  `msgpack:"index" len:"..imagePage" bound:"0.."` // their numbers, from 0
	Pixels    []byte `msgpack:"pixels"`                              // of all, one after the other
	Labels    []int  `msgpack:"labels" bound:"0.."`
	Predicted []int  `msgpack:"predicted" bound:"0.."` // empty while there is no classifier
}

// PredictImage asks what the classifier says of an image. The answer is a Predicted.
type PredictImage struct {
	Pixels []byte `msgpack:"pixels" len:"1..pixels"`
}

// ExplainImage asks for a counterfactual of an image for each of some classes. The answer
// is an ImageExplained.
type ExplainImage struct {
	Pixels  []byte     `msgpack:"pixels" len:"1..pixels"`
	Targets []int      `msgpack:"targets" len:"1..imageClasses" bound:"0..lastImageClass" is:"target classes"`
	Tries   int        `msgpack:"tries" bound:"0..imageTries" is:"number of tries"`
	Seed    uint64     `msgpack:"seed"`
	Steps   int        `msgpack:"steps" bound:"0..imageSteps" is:"number of steps"` // images on the way to each; 0: none
	Rules   ImageRules `msgpack:"rules"`
}

// VerifyImages measures the models again on the held-out images. The answer is an
// ImagesVerified.
type VerifyImages struct {
	Seed uint64 `msgpack:"seed"` // of the generator's training
}

// ImagesVerified answers VerifyImages: the figures of ClassifierTrained and
// ImageGeneratorTrained, without what a training alone can tell.
type ImagesVerified struct {
	Accuracy  float64 `msgpack:"accuracy" bound:"0..1"`
	LogLoss   float64 `msgpack:"logLoss"`
	Confusion []int   `msgpack:"confusion" bound:"0.." is:"count"`
	TestRows  int     `msgpack:"testRows" bound:"0.." is:"number of test rows"`

	Generator bool    `msgpack:"generator"` // there is one, of which the rest is
	Validity  float64 `msgpack:"validity" bound:"0..1"`
	Distance  float64 `msgpack:"distance" bound:"0.." is:"distance"`
	Changed   float64 `msgpack:"changed" bound:"0.." is:"changed pixels"`
}

// ImageRules are what counterfactuals of an image must keep.
type ImageRules struct {
	Keep   []byte `msgpack:"keep" len:"..pixels"`                            // of every pixel, 1: it stays; empty: none stays
	Ink    uint8  `msgpack:"ink" bound:"0..2"`                               // 1: only added, 2: only removed
	Budget int    `msgpack:"budget" bound:"0..pixels" is:"number of pixels"` // that may change; 0: any number

	Seen []ImageBound `msgpack:"seen" len:"..measures"`

	Follows []ImageFollow `msgpack:"follows" len:"..measures"`
}

// ImageFollow says that a measure follows from others, as the training images have it.
type ImageFollow struct {
	Measure string   `msgpack:"measure" of:"ink,thickness,slant,height,width" is:"measure"`
	Causes  []string `msgpack:"causes" len:"1..measures" of:"ink,thickness,slant,height,width" is:"cause"`
	Within  float64  `msgpack:"within" bound:"0..side2" is:"bound"` // it may be off by, in its unit
}

// FitMeasures asks how measures follow from others in the training images. The answer is a MeasuresFitted.
type FitMeasures struct {
	Follows []ImageFollow `msgpack:"follows" len:"..measures"`
}

// MeasuresFitted answers FitMeasures, of each in its order.
type MeasuresFitted struct {
	Fits []MeasureFit `msgpack:"fits" len:"..measures"`
}

// MeasureFit is how a measure follows from its causes.
type MeasureFit struct {
	Slopes []float64 `msgpack:"slopes" len:"..measures"`                  // of the causes
	Share  float64   `msgpack:"share" bound:"0..1" is:"share"`            // of its variance that they explain
	Spread float64   `msgpack:"spread" bound:"0.." is:"spread"`           // standard deviation of the rest, in its unit
	Images int       `msgpack:"images" bound:"0.." is:"number of images"` // that were measured
	Why    string    `msgpack:"why" len:"..detail"`                       // it cannot be told; else empty
}

// ImageBound says how far what is measured of an image may change.
type ImageBound struct {
	Measure string  `msgpack:"measure" of:"ink,thickness,slant,height,width" is:"measure"`
	Down    float64 `msgpack:"down" bound:"-1..side2" is:"bound"` // -1: as far as it likes
	Up      float64 `msgpack:"up" bound:"-1..side2" is:"bound"`
}

// ImageAnswer is an image and what the classifier says of exactly its bytes.
type ImageAnswer struct {
	Pixels []byte   `msgpack:"pixels" len:"1..pixels"`
	Target int      `msgpack:"target" bound:"0..lastImageClass"`
	Valid  bool     `msgpack:"valid"`
	Shares Floats   `msgpack:"shares" shape:"1..imageClasses" bound:"0..share" is:"share"`
	Broken []string `msgpack:"broken"` // rules that it does not keep, in sentences
	Tries  int      `msgpack:"tries" bound:"0.."`

	Proofs []ImageProof `msgpack:"proofs"` // of every rule, where it is an answer and not on the way to one
}

// ImageProof is what an answer shows of a rule, and whether it keeps it.
type ImageProof struct {
	Text  string `msgpack:"text"`
	Holds bool   `msgpack:"holds"`
}

// ImageExplained answers ExplainImage.
type ImageExplained struct {
	Shares  Floats        `msgpack:"shares" shape:"1..imageClasses" bound:"0..share" is:"share"` // of the image itself
	Answers []ImageAnswer `msgpack:"answers"`                                                    // of every target
	Paths   []ImageAnswer `msgpack:"paths"`                                                      // steps of the first target, then of the next
	TookMS  float64       `msgpack:"tookMS" bound:"0..ms"`
}

func (m TrainImageClassifier) relate(c *checks) { c.fine(m.ClassifierRecipe.Check()) }
func (m TrainImageGenerator) relate(c *checks)  { c.fine(model.ImageFields.Check(m.ImageRecipe)) }

func (m ImagesLoaded) relate(c *checks) {
	n, shown := m.H*m.W, 0
	for _, s := range m.Shown {
		shown += s
	}
	c.that(len(m.Counts) == m.Classes && len(m.Shown) == m.Classes && len(m.Means) == m.Classes*n && len(m.Pixels) == shown*n,
		"%d counts, %d mean pixels and %d pixels of %d images of %d×%d in %d classes", len(m.Counts), len(m.Means), len(m.Pixels), shown, m.H, m.W, m.Classes)
}

func (m ImagesShown) relate(c *checks) {
	n := len(m.Index)
	c.that(len(m.Labels) == n && (len(m.Predicted) == 0 || len(m.Predicted) == n), "%d labels and %d predictions of %d images", len(m.Labels), len(m.Predicted), n)
	c.that(n == 0 && len(m.Pixels) == 0 || n > 0 && len(m.Pixels)%n == 0, "%d pixels of %d images", len(m.Pixels), n)
}

func (m ExplainImage) relate(c *checks) {
	c.that(len(m.Rules.Keep) == 0 || len(m.Rules.Keep) == len(m.Pixels), "%d pixels of a region in %d", len(m.Rules.Keep), len(m.Pixels))
	c.that(m.Steps != 1, "a path of one image")
}

func (m ImageExplained) relate(c *checks) {
	c.that(len(m.Answers) == 0 && len(m.Paths) == 0 || len(m.Answers) > 0 && len(m.Paths)%len(m.Answers) == 0, "%d images of paths to %d answers", len(m.Paths), len(m.Answers))
	for _, list := range [][]ImageAnswer{m.Answers, m.Paths} {
		for _, a := range list {
			c.that(len(a.Pixels) == len(m.first()) && a.Shares.Size(0) == m.Shares.Size(0) && a.Target < m.Shares.Size(0), "answers of different sizes")
		}
	}
}

func (m ImageExplained) first() []byte {
	if len(m.Answers) == 0 {
		return nil
	}
	return m.Answers[0].Pixels
}

func (OpenImages) message()            {}
func (SampleImages) message()          {}
func (TrainImageClassifier) message()  {}
func (TrainImageGenerator) message()   {}
func (FitMeasures) message()           {}
func (MeasuresFitted) message()        {}
func (DrawImageCards) message()        {}
func (ImageCards) message()            {}
func (UseImageModel) message()         {}
func (ImageModelUsed) message()        {}
func (WriteImageModel) message()       {}
func (RestoreImages) message()         {}
func (ShowImages) message()            {}
func (PredictImage) message()          {}
func (ExplainImage) message()          {}
func (ImagesWait) message()            {}
func (ImagesLoaded) message()          {}
func (ImageGeneratorTrained) message() {}
func (ImagesShown) message()           {}
func (ImageExplained) message()        {}
func (VerifyImages) message()          {}
func (ImagesVerified) message()        {}
