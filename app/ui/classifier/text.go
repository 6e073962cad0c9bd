package classifier

import (
	"fmt"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/wire"
)

const (
	textHintLoading        = "The table is loading. Training starts after that."
	textHintOpening        = "A table is loading. Training waits for it."
	textHintProblems       = "The file cannot be imported yet. See why in Table."
	TextHintNoTable        = "Open a table first."
	textHintAgain          = "Retraining also discards the generator, because it learned from this classifier."
	textClassifierSettings = "Settings of the classifier"
	textTrainClassifier    = "Train classifier"
	textClassifierResult   = "Quality of the classifier"
	TextRecall             = "Recall"
	TextConfusion          = "Confusion matrix of the held-out rows"
	textMeanings           = "More figures, and what they mean"
	textConfusionRegion    = "Confusion matrix, scrolls sideways"
	TextTrueClass          = "True class"
)

func textHintImport(name string) string {
	return fmt.Sprintf("%s is imported first, as shown in its preview in Table.", name)
}

func textHintTable(t wire.Loaded) string {
	return fmt.Sprintf("Learns %s from %s of %s.", t.Schema.Outcome.Name, kit.Plural1(t.Train, "training row"), t.Name)
}

// textFitFacts returns the figures of a classifier, each with its name.
func TextFitFacts(f store.Fit) [][2]string {
	balanced, auc := TextNotKnown, TextNotKnown
	if f.Recalls != nil {
		balanced = store.FormatShare(f.Balanced)
	}
	if f.AUC > 0 {
		auc = kit.FormatFixed(f.AUC, 3)
	}
	facts := [][2]string{
		{textAccuracy, fmt.Sprintf("%s (%s to %s)", store.FormatShare(f.Accuracy), kit.FormatFixed(100*f.Low, 1),
			kit.FormatFixed(100*f.High, 1))},
		{textBase, store.FormatShare(f.Base)},
		{TextBalanced, balanced},
		{TextAUC, auc},
		{textLogLoss, kit.FormatNumber(f.LogLoss)},
	}
	if f.Fidelity > 0 {
		facts = append(facts, [2]string{textFidelity, store.FormatShare(f.Fidelity)})
	}
	return facts
}

func TextAccuracyMeaning(f store.Fit) string {
	return fmt.Sprintf("Of %s, %s are classified correctly (95 %% interval). Always naming the most frequent "+
		"class would give %s.",
		kit.Plural1(f.Rows, "held-out row"), store.FormatShare(f.Accuracy), store.FormatShare(f.Base))
}

// textRecallsMeaning explains the figures beside the accuracy.
func TextRecallsMeaning(f store.Fit) string {
	area := "The area under the curve is how often a row of a class scores higher for that class than a row of " +
		"another class. 0.5 is chance."
	if len(f.Recalls) > 2 {
		area = "The area under the curve is how often a row of a class scores higher for that class than " +
			"another row, as the mean over classes. 0.5 is chance."
	}
	if f.Fidelity > 0 {
		area += " The model has no gradient, so generators are trained with a surrogate: a network fitted to " +
			"the model's answers. It agrees with the model on this share of the held-out rows and points around " +
			"them. The answers shown are always the model's own."
	}
	if f.Recalls == nil {
		return area
	}
	return fmt.Sprintf("Balanced accuracy is the mean recall of the classes; always naming one class gives %s. %s",
		store.FormatShare(f.Naming), area)
}

// textNoBetter warns about a classifier that hardly beats always giving the most frequent class.
func TextNoBetter(f store.Fit) string {
	const little = " Its explanations mean little. Try other settings or another outcome."
	switch {
	case f.Accuracy <= f.Base && f.Balanced > f.Naming && f.AUC > 0.5:
		return "By accuracy, this classifier does not beat always naming the most frequent class. It does " +
			"separate the classes better than chance (see the balanced accuracy), but it seldom predicts the " +
			"rarer ones."
	case f.Accuracy <= f.Base:
		return "This classifier does no better than always naming the most frequent class." + little
	case f.Low <= f.Base:
		return "This classifier may be no better than always naming the most frequent class, whose accuracy lies " +
			"within its interval. Either the held-out rows are too few, or the gain is too small."
	}
	return ""
}

// textRecallOf is the recall of a class with its counts and its 95 % interval.
func TextRecallOf(r store.Recall) (share, how string) {
	low, high := r.Range()
	return kit.TextPartOf(r.Right, r.Rows, low, high)
}

func textPredictedAs(level string) string { return "Predicted " + level }

func textTruly(level string) string { return "Truly " + level }

func TextShareOf(n, total int) string {
	if total == 0 {
		return ""
	}
	return store.FormatShare(float64(n) / float64(total))
}

const (
	textAccuracy = "Held-out accuracy"
	textBase     = "Naming the most frequent class"
	textLogLoss  = "Log loss"
	TextBalanced = "Balanced accuracy"
	TextAUC      = "Area under the ROC curve"
	textFidelity = "Surrogate agrees"
	TextNotKnown = "not known"
)
