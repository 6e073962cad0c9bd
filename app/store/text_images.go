package store

import (
	"fmt"
	"strings"

	"causeway/core/snapshot"
	"causeway/core/wire"
)

const (
	sayImagesCome      = "The images are on their way."
	sayImagesAsk       = "Other images wait in Table for a word: the models of the present ones would be lost."
	sayImagesFirst     = "Open images first, in Table."
	sayImageFirst      = "Choose an image or draw one first."
	sayManyImageLabels = "There are as many labels of images as can be kept, 2,000. Remove some first."
	textLinkFile       = "the link"
	sayBusyEngine      = "Another model is being trained. Cancel that or wait for it first."
)

func sayImagesTogether(size int) string {
	return fmt.Sprintf("The files have %s together and were not opened: up to %s can be opened at once. Open them "+
		"packed by gzip, or fewer.",
		FormatSize(size), FormatSize(MaxFile+MaxFile/4))
}

func sayImagesLoaded(m wire.ImagesLoaded) string {
	return fmt.Sprintf("%s is loaded: %s images of %d by %d pixels in %d classes.", m.Name, FormatCount(m.Rows), m.W,
		m.H, m.Classes)
}

func sayImagesFound(valid, all int, ms float64) string {
	return fmt.Sprintf("%d of %d classes are reached. It took %.0f ms.", valid, all, ms)
}

func sayImageClassifierTrained(accuracy float64) string {
	return "The classifier is trained: " + FormatShare(accuracy) + " of the held-out images are classified correctly."
}

func sayImageGeneratorTrained(validity float64) string {
	return "The generator is trained: the classifier takes " + FormatShare(validity) +
		" of its counterfactuals of held-out images for what they are to be."
}

func sayImagesNotSaved(why string) string { return "The images were not saved: " + why + "." }

func sayImagesSource(files []string) string {
	if len(files) == 0 {
		return "The images are digits that were sampled from a model of strokes by that seed."
	}
	return "The images are those of " + strings.Join(files, " and ") + "."
}

func sayReadingImageModel(name string) string {
	return name + " is being read and tried on the images."
}

func sayImageModelUsed(name string, m wire.ImageModelUsed) string {
	return fmt.Sprintf("%s is the classifier now: %s of the held-out images are classified correctly, with pixels "+
		"given %s.", name, FormatShare(m.Trained.Accuracy), m.Reading)
}

func sayMeasureCircle(way []string) string {
	return "That would be a circle: " + strings.Join(way,
		" would follow from ") + ". Take one of its arrows away first."
}

func sayMoreImageLabels(feasible, infeasible int) string {
	return fmt.Sprintf("%d counterfactuals are called feasible and %d infeasible; at least %d of each are needed to "+
		"learn from.", feasible, infeasible, LeastImageLabels)
}

// sayImagesSaved mentions the labels that the file leaves out.
func sayImagesSaved(name string, size int, s snapshot.Images, without int) string {
	how := "without pixels: the digits are sampled again when it is opened"
	if len(s.Set.Files) > 0 {
		how = "without pixels: it asks for the files of the images when it is opened"
	}
	if len(s.Files) > 0 {
		how = "with all pixels"
	}
	text := fmt.Sprintf("%s is saved, %s, %s.", name, FormatSize(size), how)
	if without > 0 {
		text += fmt.Sprintf(" Labels hold pixels too: %s left out; save with pixels to have all.",
			counted(without, "label"))
	}
	return text
}

func sayImagesAwaited(name string, files []snapshot.ImageFile) string {
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	return fmt.Sprintf("%s holds models without their images. Open %s, and they are put together.", name,
		strings.Join(names, " and "))
}

func sayOtherImages(name string) string {
	return "These are other images than those of the saved " + name + ", so its models were left out."
}

func sayImagesOpened(name string, generator bool) string {
	if generator {
		return name + " is open with its classifier and its generator."
	}
	return name + " is open with its classifier."
}

func sayImagesVerified(same, taught bool, m wire.ImagesVerified) string {
	switch on := FormatCount(m.Classifier.TestRows); {
	case same && taught:
		return fmt.Sprintf("Not verified: on the %s held-out images every figure is the same to the last bit, but "+
			"what the generator learned from labels is the file's word.", on)
	case same:
		return fmt.Sprintf("Measured again on the %s held-out images, every figure is the same to the last bit. The "+
			"models were not trained again, so nothing shows how they were made.", on)
	}
	return fmt.Sprintf("Measured again, the figures differ: now the accuracy is %s and the generator's validity %s.",
		FormatShare(m.Classifier.Accuracy), FormatShare(m.Generator.Validity))
}
