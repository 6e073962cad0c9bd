package wire

import (
	"causeway/core/data"
	"causeway/core/image"
	"causeway/core/label"
	"causeway/core/model"
)

// Limits of what is asked of images.
const (
	MaxImageFiles  = 8
	MaxImageLabels = label.MaxImages
)

// ImageFile is a file of images or of labels in IDX form.
type ImageFile struct {
	Name  string
	Bytes []byte
}

// OpenImages makes the images of files the images of the engine. The answer is an
// ImagesLoaded, or an ImagesWait where one of a pair is missing.
type OpenImages struct {
	Files []ImageFile
	Seed  uint64 // of the split
}

// SampleImages makes digits that are drawn from a model the images of the engine. The
// answer is an ImagesLoaded.
type SampleImages struct {
	Rows int
	Seed uint64 // of the digits and of the split
}

// ImagesWait says in a sentence which file is missing.
type ImagesWait struct {
	Text string
}

// ImagesLoaded says that the engine has images.
type ImagesLoaded struct {
	Name    string
	H       int
	W       int
	Classes int
	Rows    int
	Train   int
	Val     int
	Test    int
	Counts  []int // of every class
	Hash    string

	Shown  []int  // of every class, how many of its first images are in Pixels
	Pixels []byte // these, class by class
	Means  []byte // of every class the mean image
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

	Resume []byte `msgpack:"resume"`
	// to learn from, going on from the present generator; none: it is trained anew
	Labels []label.Image `msgpack:"labels" len:"..imageLabels"`
}

// DrawImageCards asks for counterfactuals to be labelled. The answer is an ImageCards.
type DrawImageCards struct {
	Count int
	Seed  uint64
	Rules image.Rules
}

// ImageCards answers DrawImageCards; there may be fewer.
type ImageCards struct {
	Cards []label.Image
}

// ImageGeneratorTrained ends a TrainImageGenerator.
type ImageGeneratorTrained = model.ImageGeneratorTrained

// UseImageModel makes a classifier of another program the black box of the images. The answer is an
// ImageModelUsed.
type UseImageModel struct {
	Bytes []byte
}

// ImageModelUsed says what became of a UseImageModel.
type ImageModelUsed struct {
	Trained  ClassifierTrained
	Producer string // program that wrote the file, as it says
	Reading  string // how pixels are given to it
}

// WriteImageModel asks for the classifier of the images, or for their generator, as an ONNX file. The answer is
// a ModelWritten.
type WriteImageModel struct {
	Generator bool
}

// RestoreImages gives the engine models that an engine trained on its images. The answer is
// a Restored.
type RestoreImages struct {
	Hash       string // of the images; refused unless they have it
	Classifier []byte
	Generator  []byte
}

// ShowImages asks for images of a part in their order. The answer is an ImagesShown.
type ShowImages struct {
	Part      data.Part
	Truth     int // their label, or -1: any
	Predicted int // what the classifier says, or -1: anything
	From      int
	Limit     int
}

// ImagesShown answers ShowImages.
type ImagesShown struct {
	Total     int // images that were meant
	From      int
	Index     []int  // their numbers, from 0
	Pixels    []byte // of all, one after the other
	Labels    []int
	Predicted []int // empty without a classifier
}

// PredictImage asks what the classifier says of an image. The answer is a Predicted.
type PredictImage struct {
	Pixels []byte
}

// ExplainImage asks for a counterfactual of an image for each of some classes. The answer
// is an ImageExplained.
type ExplainImage struct {
	Pixels  []byte
	Targets []int
	Tries   int
	Seed    uint64
	Steps   int // images on the way to each; 0: none
	Rules   image.Rules
}

// VerifyImages measures the models again on the held-out images. The answer is an
// ImagesVerified.
type VerifyImages struct {
	Seed uint64 // of the generator's training
}

// ImagesVerified answers VerifyImages, without what a training alone can tell; no generator has no model.
type ImagesVerified struct {
	Classifier ClassifierTrained     `msgpack:"classifier"`
	Generator  ImageGeneratorTrained `msgpack:"generator"`
}

// FitMeasures asks how measures follow from others in the training images. The answer is a MeasuresFitted.
type FitMeasures struct {
	Follows []image.Follow
}

// MeasuresFitted answers FitMeasures, of each in its order.
type MeasuresFitted struct {
	Fits []image.Fitted
}

// ImageAnswer is an image and what the classifier says of exactly its bytes.
type ImageAnswer struct {
	Pixels []byte
	Target int
	Valid  bool
	Shares Floats
	Broken []string // rules that it does not keep, in sentences
	Tries  int

	Proofs []image.Proof // of every rule, where it is an answer and not on the way to one
}

// ImageExplained answers ExplainImage.
type ImageExplained struct {
	Shares  Floats        // of the image itself
	Answers []ImageAnswer // of every target
	Paths   []ImageAnswer // steps of the first target, then of the next
	TookMS  float64
}
