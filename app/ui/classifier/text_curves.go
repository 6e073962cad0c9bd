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
	textFalseAlarms     = "% of others wrongly taken for it"
	textFound           = "% of the class that is found"
	textPrecise         = "% that truly are"
	textShareGiven      = "the classifier's share, %"
	textTrulyOf         = "% truly of it"
	textEveryThreshold  = "Every threshold"
	textByChance        = "By chance"
	textNow             = "Now"
	textHeldOutRows     = "Held-out rows"
	textAsSaid          = "As stated"
	textDecide          = "Decide at this threshold"
	textGroupsBy        = "Right for whom, by"
	textGroupsHelp      = "A difference within the bars (one standard error each way) means little."
	textRightBy         = "Correct"
	textRightAxis       = "%, higher is better"
)

func textCurvesTitle(class string) string {
	return fmt.Sprintf("How well it separates %s, on the held-out rows", class)
}

const (
	textBalance     = "Best balance"
	textChosenOn    = "Both are chosen on the validation rows. The figures below are of held-out rows."
	textNoThreshold = "No threshold is right that often on the validation rows."
)

func textRightIn(class string) string { return "Right about " + class + " in at least" }

func textThreshold(class string) string { return fmt.Sprintf("Threshold share for %s", class) }

// TextDecides says what a threshold for the second of two classes does.
func TextDecides(levels []string, threshold float64, d model.Decided) string {
	text := fmt.Sprintf("From %.0f %% on, %s of all rows are correct: %s of %s and %s of %s.",
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
			return fmt.Sprintf("The classifier uses this. Its shares are shifted so that 50 %% means this "+
				"threshold of %.0f %% wherever they are shown.", math.Round(100*now))
		}
		return "The classifier uses the larger share."
	}
	return "Retrains with the same settings, so that everything uses this threshold: searches, proofs, figures, " +
		"exports. Shares are then shifted so that 50 % means the threshold."
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
		return "Now no row is put in the class."
	}
	return fmt.Sprintf("Now %s of the class are found, and %s of those taken for it are right.",
		store.FormatShare(d.Recall()), store.FormatShare(precision))
}
