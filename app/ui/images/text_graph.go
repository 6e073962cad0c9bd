package images

import (
	"fmt"
	"strings"

	"causeway/app/ui/kit"
	"causeway/core/image"
)

const (
	textGraph       = "Measures and their causes"
	textGraphRegion = "Measures and their causes, scrolls sideways"
	textGraphHint   = "The nodes are measures of an image. Tick the causes of a measure: for example, thicker " +
		"strokes mean more ink. How much is fitted to the training images. In a counterfactual, the measure " +
		"must then follow its causes within the tolerance you set. Each answer is checked on its pixels."
	textGraphWhere  = "In Person, beside the image, set how far and which way a measure may change."
	textEffect      = "Measure"
	textOffBy       = "Tolerance"
	textInTheImages = "In the training images"
	textNoArrows    = "No arrows: no measure follows from another."
)

func textFrom(cause string) string      { return "from " + cause }
func textOffByOf(measure string) string { return "Tolerance of " + measure }
func textCauseOf(cause, of string) string {
	return cause + " is a cause of " + of
}

// textFit says what the images tell about a measure that follows.
func textFit(f image.Follow, fit image.Fitted) string {
	switch {
	case fit.Why != "":
		return f.Measure + ": " + fit.Why
	case len(fit.Slopes) != len(f.Causes):
		return ""
	}
	var parts []string
	for i, c := range f.Causes {
		parts = append(parts, fmt.Sprintf("%s for each unit of %s", signedNumber(fit.Slopes[i]), c))
	}
	return f.Measure + ": " + fmt.Sprintf("%s; this explains %.0f %% of the variance in %s, with a residual of %s.",
		strings.Join(parts, ", "), 100*fit.Share, plural(fit.Images, "image"), kit.FormatFixed(fit.Spread, 2))
}

func signedNumber(v float64) string {
	if v < 0 {
		return kit.FormatFixed(v, 2)
	}
	return "+" + kit.FormatFixed(v, 2)
}
