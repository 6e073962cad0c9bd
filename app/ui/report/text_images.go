package report

// The report of images.
const (
	textReportImages  = "Images"
	textReportSize    = "Size in pixels"
	textReportClasses = "Classes"
	textReportDrawn   = "The image was drawn by hand."
	textReportStrip   = "From left to right: the image, its counterfactual, and what changes. Orange means that " +
		"ink is added, blue that it is removed. The classifier saw exactly these pixels."
	textReportNotReached = "The classifier does not assign it to the class."
	textReportAfter      = "Counterfactual"
	textReportHashImages = "Images: size, labels and pixels"
	textReportHashImage  = "Explained image: its pixels"
)

var textImagePromises = []string{
	"A counterfactual is about the model as saved (its hash is at the end). It shows an image that this model " +
		"would assign to another class. It does not say that a person would.",
	"Rules were checked on exactly the pixels shown, by code independent of the search. Nothing else was considered.",
	"A counterfactual is not the only one. A class without a counterfactual may have one that was not found.",
	"Figures on held-out images apply to images like those. For other images they are unknown.",
}
