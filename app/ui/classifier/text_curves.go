package classifier

import (
	"fmt"
	"math"

	"causeway/app/store"
	"causeway/core/model"
)

const (
	textMoreCurves      = "Precision and recall, calibration"
	textGroups          = "Right for whom"
	textCurvesOf        = "Class"
	textROC             = "ROC curve"
	textPrecisionRecall = "Precision and recall"
	textCalibration     = "Calibration"
	textFalseAlarms     = "% of the others wrongly taken for it"
	textFound           = "% of the class that is found"
	textPrecise         = "% that are of it"
	textShareGiven      = "share that the classifier gives, %"
	textTrulyOf         = "% truly of it"
	textEveryThreshold  = "Every threshold"
	textByChance        = "By chance"
	textNow             = "Now"
	textHeldOutRows     = "Held-out rows"
	textAsSaid          = "As it says"
	textDecide          = "Decide at this threshold"
	textGroupsBy        = "Right for whom, by"
	textGroupsHelp      = "A difference within the strokes, one standard error both ways, says little."
	textRightBy         = "Told right"
	textRightAxis       = "%, higher is better"
)

func textCurvesTitle(class string) string {
	return fmt.Sprintf("How well it tells %s apart, on the held-out rows", class)
}

func textThreshold(class string) string { return fmt.Sprintf("Share from which %s is decided", class) }

// TextDecides says what a threshold for the second of two classes does.
func TextDecides(levels []string, threshold float64, d model.Decided) string {
	text := fmt.Sprintf("From %.0f %% on, %s of all rows are told right: %s of %s and %s of %s.",
		100*threshold, store.FormatShare(d.Right()), store.FormatShare(d.Recall()), levels[1],
		store.FormatShare(1-d.FalseAlarm()), levels[0])
	if precision, known := d.Precision(); known {
		text += fmt.Sprintf(" It is right about %[2]s of those it calls %[1]s.", levels[1],
			store.FormatShare(precision))
	}
	return text
}

// TextDecideHint says how to adopt the threshold.
func TextDecideHint(now, tried float64) string {
	if now == tried {
		if now != 0.5 {
			return fmt.Sprintf("The classifier decides so. Its shares are moved so that 50 %% stands for this "+
				"threshold of %.0f %%, wherever they are shown.", math.Round(100*now))
		}
		return "The classifier decides so: the larger share."
	}
	return "Trains it again with the same settings, so that everything decides so: searches, proofs, figures, " +
		"exports. Shares are then moved so that 50 % stands for the threshold."
}

// TextGroup names a group and the number of its rows.
func TextGroup(level string, rows int) string {
	return fmt.Sprintf("%s (%s)", level, store.FormatCount(rows))
}

// TextROC and TextPrecision say where the classifier decides now.
func TextROC(d model.Decided) string {
	return fmt.Sprintf("Now %s of the class are found and %s of the others are wrongly taken for it.",
		store.FormatShare(d.Recall()), store.FormatShare(d.FalseAlarm()))
}

func TextPrecision(d model.Decided) string {
	precision, known := d.Precision()
	if !known {
		return "Now no row is taken for the class."
	}
	return fmt.Sprintf("Now %s of the class are found, and of those taken for it %s are of it.",
		store.FormatShare(d.Recall()), store.FormatShare(precision))
}
