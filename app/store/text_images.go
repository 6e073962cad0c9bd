package store

import (
	"fmt"

	"causeway/core/wire"
)

const (
	sayImagesCome  = "The images are on their way."
	sayImagesKept  = "The images and their models stay as they are."
	sayImagesFirst = "Open images first, on the Data step."
	sayImageFirst  = "Choose an image or draw one first."
	sayImagesLost  = "The engine stopped twice while it read the images. Nothing was changed; there may be too many for this browser."
	sayBusyEngine  = "Another model is being trained. Cancel that or wait for it first."
)

func sayImagesTogether(size int) string {
	return fmt.Sprintf("The files have %s together and were not opened: up to %s can be opened at once. Open them packed by gzip, or fewer.",
		FormatSize(size), FormatSize(MaxFile+MaxFile/4))
}

func sayImagesLoaded(m wire.ImagesLoaded) string {
	return fmt.Sprintf("%s is loaded: %s images of %d by %d pixels in %d classes.", m.Name, FormatCount(m.Rows), m.W, m.H, m.Classes)
}

func sayImagesFound(valid, all int, ms float64) string {
	return fmt.Sprintf("%d of %d classes are reached. It took %.0f ms.", valid, all, ms)
}

func sayImageClassifierTrained(accuracy float64) string {
	return "The classifier is trained: " + FormatShare(accuracy) + " of the held-out images are classified correctly."
}

func sayImageGeneratorTrained(validity float64) string {
	return "The generator is trained: the classifier takes " + FormatShare(validity) + " of its counterfactuals of held-out images for what they are to be."
}
