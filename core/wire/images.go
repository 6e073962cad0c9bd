package wire

import (
	"causeway/core/data"
	"causeway/core/image"
	"causeway/core/label"
	"causeway/core/model"
)

// These constants limit requests about images.
const (
	MaxImageFiles  = 8
	MaxImageLabels = label.MaxImages
)

// ImageFile is a file of images or of labels in IDX form.
type ImageFile struct {
	Name  string
	Bytes []byte
}

// OpenImages loads the images of files into the engine. The answer is an ImagesLoaded, or an
// ImagesWait if one file of a pair is missing.
type OpenImages struct {
	Files []ImageFile
	Seed  uint64 // for the split
}

// SampleImages loads digits drawn from a model into the engine. The answer is an ImagesLoaded.
type SampleImages struct {
	Rows int
	Seed uint64 // for the digits and for the split
}

// ImagesWait describes the missing file in a sentence.
type ImagesWait struct {
	Text string
}

// ImagesLoaded reports that the engine has images.
type ImagesLoaded struct {
	Name    string
	H       int
	W       int
	Classes int
	Rows    int
	Train   int
	Val     int
	Test    int
	Counts  []int // per class
	Hash    string

	Shown  []int  // per class, how many of its first images Pixels has
	Pixels []byte // these images, class by class
	Means  []byte // mean image of every class
}

// TrainImageClassifier trains the classifier of the images. The number of hidden units in its
// settings is not used. Facts: Epoch, Progress and Checkpoint while it runs, then
// ClassifierTrained.
type TrainImageClassifier struct {
	model.ClassifierRecipe

	Resume []byte `msgpack:"resume"`
}

// TrainImageGenerator trains the generator of the images on their classifier. Facts: Epoch,
// Progress and Checkpoint while it runs, then ImageGeneratorTrained.
type TrainImageGenerator struct {
	model.ImageRecipe

	Resume []byte `msgpack:"resume"`
	// labels for continuing the training of the current generator; empty trains a new one
	Labels []label.Image `msgpack:"labels" len:"..imageLabels"`
}

// DrawImageCards requests counterfactuals to be labelled. The answer is an ImageCards.
type DrawImageCards struct {
	Count int
	Seed  uint64
	Rules image.Rules
}

// ImageCards answers DrawImageCards. It may hold fewer cards than requested.
type ImageCards struct {
	Cards []label.Image
}

// ImageGeneratorTrained ends a TrainImageGenerator.
type ImageGeneratorTrained = model.ImageGeneratorTrained

// UseImageModel makes the classifier of another program the black box of the images. The answer
// is an ImageModelUsed.
type UseImageModel struct {
	Bytes []byte
}

// ImageModelUsed reports the result of a UseImageModel.
type ImageModelUsed struct {
	Trained  ClassifierTrained
	Producer string // program that wrote the file, as stated in it
	Reading  string // how it takes pixels
}

// WriteImageModel requests the classifier or the generator of the images as an ONNX file. The
// answer is a ModelWritten.
type WriteImageModel struct {
	Generator bool
}

// RestoreImages gives the engine models that were trained on its images. The answer is a Restored.
type RestoreImages struct {
	Hash       string // hash that the images must have
	Classifier []byte
	Generator  []byte
}

// ShowImages requests images of a part in their order. The answer is an ImagesShown.
type ShowImages struct {
	Part      data.Part
	Truth     int // label of the images, or -1 for any
	Predicted int // prediction of the classifier, or -1 for any
	From      int
	Limit     int
}

// ImagesShown answers ShowImages.
type ImagesShown struct {
	Total     int // number of matching images
	From      int
	Index     []int  // indices of the images, from 0
	Pixels    []byte // pixels of all images, one after the other
	Labels    []int
	Predicted []int // empty without a classifier
}

// PredictImage requests the classifier's prediction for an image. The answer is a Predicted.
type PredictImage struct {
	Pixels []byte
}

// ExplainImage requests a counterfactual of an image for each of some classes. The answer is an
// ImageExplained.
type ExplainImage struct {
	Pixels  []byte
	Targets []int
	Tries   int
	Seed    uint64
	Steps   int // number of images on the way to each answer; 0 for none
	Rules   image.Rules
}

// VerifyImages measures the models again on the held-out images. The answer is an ImagesVerified.
type VerifyImages struct {
	Seed uint64 // seed of the generator's training
}

// ImagesVerified answers VerifyImages. Figures that only a training knows are missing. Without a
// generator, the generator's model is empty.
type ImagesVerified struct {
	Classifier ClassifierTrained     `msgpack:"classifier"`
	Generator  ImageGeneratorTrained `msgpack:"generator"`
}

// FitMeasures requests a fit of each measure to its causes, on the training images. The answer is a
// MeasuresFitted.
type FitMeasures struct {
	Follows []image.Follow
}

// MeasuresFitted answers FitMeasures, with one result per measure in the requested order.
type MeasuresFitted struct {
	Fits []image.Fitted
}

// ImageAnswer is an image with the classifier's prediction for exactly these bytes.
type ImageAnswer struct {
	Pixels []byte
	Target int
	Valid  bool
	Shares Floats
	Broken []string // one sentence for each rule that it breaks
	Tries  int

	Proofs []image.Proof // one per rule for an answer; empty for a step on the way
}

// ImageExplained answers ExplainImage.
type ImageExplained struct {
	Shares  Floats        // shares of the image itself
	Answers []ImageAnswer // one per target
	Paths   []ImageAnswer // steps for the first target, then for the next
	TookMS  float64
}
