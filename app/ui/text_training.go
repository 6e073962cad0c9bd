package ui

import (
	"fmt"

	"causeway/app/store"
	"causeway/core/model"
	"causeway/core/wire"
)

// Training.
const (
	textPause  = "Pause"
	textResume = "Resume"
	textCancel = "Cancel"

	textLoss       = "Loss"
	textEpoch      = "Epoch"
	textShare      = "Share"
	textLossCurve  = "Loss by epoch"
	textCourse     = "Course of the training"
	textShareCurve = "Accuracy by epoch"
	textNoEpoch    = "The first epoch has not finished yet."

	textSeedHelp     = "The same seed gives the same result, to the last bit."
	textEndedEarly   = "The training was ended early; the best state so far was kept."
	textKeptEpoch    = "Epoch that was kept"
	textTrainTime    = "Training time"
	textHintTraining = "A training is running below."
	textHintLoading  = "The table is on its way; the training starts when it is there."
	textHintOpening  = "A table is on its way; the training waits for it."
	textHintProblems = "The opened file cannot be imported as it is. The Data step says why."
	textHintNoTable  = "There is no table yet."
	textHintAgain    = "Training again replaces the classifier; the generator is then dropped, because it learned from the old one."

	textClassifierSettings = "Settings of the classifier"
	textTrainClassifier    = "Train classifier"
	textClassifierResult   = "How good the classifier is"
	textAccuracy           = "Held-out accuracy"
	textBase               = "Naming the most frequent class"
	textLogLoss            = "Log loss"
	textBalanced           = "Balanced accuracy"
	textAUC                = "Area under the ROC curve"
	textRecall             = "Recall"
	textNotKnown           = "not known"
	textConfusion          = "Confusion matrix of the held-out rows"
	textConfusionHint      = "Each row of the table is a true class. Its shares say where the classifier puts the rows of that class."
	textConfusionRegion    = "Confusion matrix, scrolls sideways"
	textTrueClass          = "True class"

	textMethod             = "Method and settings"
	textTrainGenerator     = "Train generator"
	textHintNeedTable      = "There is no table yet."
	textHintNeedClassifier = "The generator learns from a trained classifier, and there is none yet."
	textHintClassifierRuns = "The classifier is being trained; the generator can follow it."
	textHintQueued         = "This training starts as soon as the classifier is trained."
	textHintGenerator      = "The generator learns from the answers of the trained classifier."
	textHintGeneratorAgain = "Training again replaces the generator."
	textGeneratorResult    = "How good its counterfactuals are"
	textPerThousand        = "Time for 1,000 counterfactuals"
	textScores             = "Scores on held-out rows"
	textScoresRegion       = "Scores on held-out rows, scrolls sideways"
	textScore              = "Score"
	textDecoded            = "Decoded (what you see)"
	textSoft               = "Soft (as the paper measures)"
	textMeaning            = "What it means"

	textScoreValidity        = "Validity"
	textScoreValidityMeaning = "Share of counterfactuals that the black box puts into the target class. Higher is better."
	textScoreCont            = "Continuous proximity"
	textScoreContMeaning     = "Minus the change of all numbers together, in units of their usual deviation (MAD). Closer to 0 is better."
	textScoreCat             = "Categorical changes"
	textScoreCatMeaning      = "How many categories differ from the factual on average. Fewer is better."
	textScoreChanged         = "Features changed"
	textScoreKeptAll         = "Keeps all rules"
	textKeptAllMeaning       = "Share of raw counterfactuals that keeps every rule of the graph at once, hard and soft. What is shown to a person is mended and keeps every hard one."
	textKeptMeaning          = "Share of raw counterfactuals that keeps the rule."
	textScoreChangedMeaning  = "How many features of any type differ on average. Fewer are easier to act on."
	textScoreProfiles        = "Category profiles"
	textNoCategories         = "This table has no categories."
)

// textLossTerms says how to read the curves of the generator, whose loss is not
// bounded by zero.
func textLossTerms(floor float64) string {
	return fmt.Sprintf("Lower is better for every curve. The loss is the sum of proximity, validity, KL and the terms that come from the graph, if there are any. Validity is below 0 once counterfactuals are past the class boundary; the best it can reach is %s, which is −λ × β.",
		formatNumber(floor))
}

func textTrainingOf(m store.Model) string {
	if m == store.TheClassifier {
		return "Training the classifier"
	}
	return "Training the generator"
}

func textProgressOf(m store.Model) string {
	if m == store.TheClassifier {
		return "Classifier training"
	}
	return "Generator training"
}

func textProgress(p store.Phase, r store.Run) string {
	e := r.Epoch
	at := "starting"
	if r.HasEpoch {
		at = fmt.Sprintf("epoch %d of %d", e.Epoch, e.Epochs)
	}
	switch p {
	case store.Pausing:
		return at + ", pausing"
	case store.Paused:
		return at + ", paused"
	case store.Canceling:
		return at + ", cancelling"
	case store.Interrupted:
		return at + ", interrupted"
	}
	if r.HasEpoch && e.LeftMS >= 0 {
		return at + ", " + textLeft(e.LeftMS)
	}
	return at
}

func textLeft(ms float64) string {
	switch s := int(ms/1000 + 0.5); {
	case s < 1:
		return "less than a second left"
	case s < 60:
		return fmt.Sprintf("about %d s left", s)
	default:
		return fmt.Sprintf("about %d min %d s left", s/60, s%60)
	}
}

func textHintImport(name string) string {
	return fmt.Sprintf("%s is imported first, as its preview on the Data step shows it.", name)
}

func textHintTable(t wire.Loaded) string {
	return fmt.Sprintf("Learns %s from %s training rows of %s.", t.Schema.Outcome.Name, store.FormatCount(t.Train), t.Name)
}

// textFitFacts are the figures of a classifier, each with its name.
func textFitFacts(f store.Fit) [][2]string {
	balanced, auc := textNotKnown, textNotKnown
	if f.Recalls != nil {
		balanced = store.FormatShare(f.Balanced)
	}
	if f.AUC > 0 {
		auc = formatFixed(f.AUC, 3)
	}
	return [][2]string{
		{textAccuracy, fmt.Sprintf("%s (%s to %s)", store.FormatShare(f.Accuracy), formatFixed(100*f.Low, 1), formatFixed(100*f.High, 1))},
		{textBase, store.FormatShare(f.Base)},
		{textBalanced, balanced},
		{textAUC, auc},
		{textLogLoss, formatNumber(f.LogLoss)},
	}
}

func textAccuracyMeaning(f store.Fit) string {
	return fmt.Sprintf("Of %s held-out rows %s are classified correctly, with the 95 %% interval; always naming the most frequent class would give %s.",
		store.FormatCount(f.Rows), store.FormatShare(f.Accuracy), store.FormatShare(f.Base))
}

// textRecallsMeaning says what the figures beside the accuracy are.
func textRecallsMeaning(f store.Fit) string {
	area := "The area says how often a row of a class is given more of it than a row of another; 0.5 is chance."
	if len(f.Recalls) > 2 {
		area = "The area is the mean over the classes of how often a row of one is given more of it than a row of another; 0.5 is chance."
	}
	if f.Recalls == nil {
		return area
	}
	return fmt.Sprintf("Balanced accuracy is the mean of the classes' recalls, %s by naming one class. %s", store.FormatShare(f.Naming), area)
}

// textNoBetter warns of a classifier that says little more than the most frequent
// class, or nothing.
func textNoBetter(f store.Fit) string {
	const little = " Explanations of it say little; try other settings or another outcome."
	switch {
	case f.Accuracy <= f.Base && f.Balanced > f.Naming && f.AUC > 0.5:
		return "By its accuracy this classifier is no better than always naming the most frequent class, though it tells the classes apart better than chance: see the balanced accuracy. It seldom names the rarer ones."
	case f.Accuracy <= f.Base:
		return "This classifier is no better than always naming the most frequent class." + little
	case f.Low <= f.Base:
		return "The held-out rows are too few, or it is too little better, to tell this classifier from always naming the most frequent class: that is within the interval of its accuracy."
	}
	return ""
}

// textRecallOf is the share of a class that is predicted right, and what it is of
// with its 95 % interval.
func textRecallOf(r store.Recall) (share, how string) {
	low, high := r.Range()
	return textPartOf(r.Right, r.Rows, low, high)
}

func textPredictedAs(level string) string { return "Predicted " + level }
func textTruly(level string) string       { return "Truly " + level }

func textShareOf(n, total int) string {
	if total == 0 {
		return ""
	}
	return store.FormatShare(float64(n) / float64(total))
}

func textPreset(p model.Kind, m model.Method) string {
	name := map[model.Kind]string{model.SimpleBN: "Simple-BN", model.Sangiovese: "Sangiovese", model.Adult: "UCI Adult",
		model.Census: "UCI Adult, which the synthetic census is like"}[p]
	if name != "" {
		return fmt.Sprintf("The settings below were chosen for %s on %s.", m.Title(), name)
	}
	return "The settings below are a general start for a table of this size; they were not tuned for this one."
}

func textGeneratorRows(n int) string {
	return fmt.Sprintf("Measured on one counterfactual for each of %s held-out rows. Decoded means rounded and with one level per category, exactly as rows are shown; soft means the raw output of the network.", store.FormatCount(n))
}

func textProfilesMeaning(data int) string {
	return fmt.Sprintf("Different combinations of categories among the counterfactuals; the rows themselves have %s. Very few means that everybody gets the same advice.", store.FormatCount(data))
}
