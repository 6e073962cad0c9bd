package report

// The report of images.
const (
	textReportImages  = "Images"
	textReportSize    = "Size in pixels"
	textReportClasses = "Classes"
	textReportDrawn   = "The image was drawn by hand."
	textReportStrip   = "From left to right: the image as it is, its counterfactual, and what changes, orange " +
		"where ink is added and blue where it is removed. Every pixel is a byte; the classifier saw exactly these."
	textReportNotReached = "The classifier does not take it for the class."
	textReportAfter      = "Counterfactual"
	textReportHashImages = "Images: size, labels and pixels"
	textReportHashImage  = "Explained image: its pixels"
)

var textImagePromises = []string{
	"A counterfactual is about the model as saved (its hash is at the end). It says which image this model would " +
		"take for another class. It does not say that a person would.",
	"Rules were checked on exactly the pixels shown, by code that makes no counterfactuals. Nothing else was " +
		"considered.",
	"A counterfactual is not the only one, and a class without one may have one that was not found.",
	"Figures on held-out images hold for images like those. For images from elsewhere they are unknown.",
}
