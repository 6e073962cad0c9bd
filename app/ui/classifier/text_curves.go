package classifier

import (
	"fmt"
	"math"

	"causeway/app/store"
	"causeway/core/model"
)

const (
	textMoreCurves      = "Precision and recall, calibration"
	textGroups          = "Accuracy by group"
	textCurvesOf        = "Class"
	textROC             = "ROC curve"
	textPrecisionRecall = "Precision and recall"
	textCalibration     = "Calibration"
	textFalseAlarms     = "false positive rate, %"
	textFound           = "recall, %"
	textPrecise         = "precision, %"
	textShareGiven      = "predicted probability, %"
	textTrulyOf         = "observed share, %"
	textEveryThreshold  = "Every threshold"
	textByChance        = "By chance"
	textNow             = "Now"
	textHeldOutRows     = "Held-out rows"
	textAsSaid          = "Perfectly calibrated"
	textDecide          = "Decide at this threshold"
	textGroupsBy        = "Accuracy by"
	textGroupsHelp      = "Differences within the bars (one standard error each way) mean little."
	textRightBy         = "Correct"
	textRightAxis       = "%, higher is better"
)

func textCurvesTitle(class string) string {
	return fmt.Sprintf("How well it separates %s, on the held-out rows", class)
}

const (
	textBalance     = "Best balance"
	textChosenOn    = "Both thresholds are chosen on the validation rows. The figures below are for held-out rows."
	textNoThreshold = "No threshold reaches that precision on the validation rows."
)

func textRightIn(class string) string { return "Precision for " + class + " at least" }

func textThreshold(class string) string { return fmt.Sprintf("Threshold for %s", class) }

// TextDecides says what a threshold for the second of two classes does.
func TextDecides(levels []string, threshold float64, d model.Decided) string {
	text := fmt.Sprintf("With a threshold of %.0f %%, %s of all rows are classified correctly: %s of %s and %s "+
		"of %s.",
		100*threshold, store.FormatShare(d.Right()), store.FormatShare(d.Recall()), levels[1],
		store.FormatShare(1-d.FalseAlarm()), levels[0])
	if precision, known := d.Precision(); known {
		text += fmt.Sprintf(" Of the rows predicted as %s, %s are correct.", levels[1],
			store.FormatShare(precision))
	}
	return text
}

// TextDecideHint says how to adopt the threshold.
func TextDecideHint(now, tried float64) string {
	if now == tried {
		if now != 0.5 {
			return fmt.Sprintf("The classifier uses this threshold. Its probabilities are shifted so that 50 %% "+
				"corresponds to %.0f %% wherever they are shown.", math.Round(100*now))
		}
		return "The classifier predicts the more likely class."
	}
	return "Retrains with the same settings, so that searches, proofs, figures and exports all use this " +
		"threshold. Probabilities are then shifted so that 50 % corresponds to the threshold."
}

// TextGroup names a group and the number of its rows.
func TextGroup(level string, rows int) string {
	return fmt.Sprintf("%s (%s)", level, store.FormatCount(rows))
}

// TextROC and TextPrecision say where the classifier decides now.
func TextROC(d model.Decided) string {
	return fmt.Sprintf("Now the recall is %s and the false positive rate is %s.",
		store.FormatShare(d.Recall()), store.FormatShare(d.FalseAlarm()))
}

func TextPrecision(d model.Decided) string {
	precision, known := d.Precision()
	if !known {
		return "Now no row is predicted as this class."
	}
	return fmt.Sprintf("Now the recall is %s and the precision is %s.",
		store.FormatShare(d.Recall()), store.FormatShare(precision))
}
