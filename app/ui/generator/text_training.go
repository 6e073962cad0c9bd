package generator

import (
	"fmt"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/model"
)

// Training.
const (
	textMethod             = "Method and settings"
	textTrainGenerator     = "Train generator"
	TextHintNeedTable      = "Open a table first."
	textHintNeedClassifier = "The generator learns from the classifier. Train the classifier first."
	TextHintClassifierRuns = "The classifier is being trained. You can start the generator now; it waits for it."
	TextHintQueued         = "Training starts as soon as the classifier is trained."
	TextHintGenerator      = "The generator learns from the answers of the trained classifier."
	textHintGeneratorAgain = "Training again replaces it."
	textGeneratorResult    = "Quality of its counterfactuals"
	textPerThousand        = "Time for 1,000 counterfactuals"
	textAllScores          = "All scores"
	TextScores             = "Scores on held-out rows"
	textScoresRegion       = "Scores on held-out rows, scrolls sideways"

	TextDecoded = "Decoded (values of a row)"
	TextSoft    = "Soft (as measured in the paper)"

	TextScoreKeptAll   = "Keeps all rules"
	textKeptAllMeaning = "Share of raw counterfactuals that keep all rules of the graph, hard and soft. They " +
		"are repaired to keep every hard rule before they are shown."
	TextKeptMeaning = "Share of raw counterfactuals that keep the rule."

	TextScoreProfiles = "Category profiles"
	textNoCategories  = "This table has no categories."
)

func textPreset(p model.Kind, m model.Method) string {
	name := map[model.Kind]string{model.SimpleBN: "Simple-BN", model.Sangiovese: "Sangiovese", model.Adult: "UCI Adult",
		model.Census: "UCI Adult, similar to the synthetic census"}[p]
	if name != "" {
		return fmt.Sprintf("These settings were chosen for %s on %s.", m.Title(), name)
	}
	return "These are general settings for a table of this size, not tuned for this one."
}

// TextGeneratorRows says which rows are scored, and for which the search looked for answers.
func TextGeneratorRows(n, searched int) string {
	if searched > 0 && searched < n {
		return fmt.Sprintf("One raw counterfactual for each of %s; the share held is measured on the first %s. "+
			"Person finds nearer ones that keep every hard rule.", kit.Plural1(n, "held-out row"),
			store.FormatCount(searched))
	}
	return fmt.Sprintf("One raw counterfactual for each of %s. Person finds nearer ones that keep every hard rule.",
		kit.Plural1(n, "held-out row"))
}

// The figures of what is held.
const (
	textHeldUnknown = "Not measured. Either an earlier version trained this, it was fine-tuned since, or the " +
		"table is too wide to search after training. Run Methods to measure it."
	textHeldChanges  = "Features changed, held rows"
	textHeldCont     = "Continuous proximity, held rows"
	textHeldProfiles = "Category profiles, held rows"

	textPartHeld   = "held"
	textPartMissed = "missed"
	textPartOpen   = "without an answer, not proved"
	textPartNone   = "without an answer, proved"
)

func textHeldOut(n int) string {
	if n == 1 {
		return "held-out row"
	}
	return kit.Plural1(n, "held-out row")
}

func textOutcomes(rows int) string {
	return "Results for the first " + textHeldOut(rows)
}

func textHeldMeaning(rows int) string {
	return fmt.Sprintf("The share of the first %s for which the generator's single counterfactual is valid, "+
		"keeps every hard rule and differs from the row.", textHeldOut(rows))
}

func textReachableMeaning(open int) string {
	text := "The share of these rows for which such an answer is known, either from the generator or from an " +
		"independent search."
	if open > 0 {
		text += fmt.Sprintf(" For %s without an answer, nothing is proved.", kit.Plural1(open, "row"))
	}
	return text
}

func textBySearch(value string) string {
	return "Only rows for which the search also has such an answer. For the search's answers: " + value + "."
}

func TextProfilesMeaning(data int) string {
	return fmt.Sprintf("Different combinations of categories among the counterfactuals; the rows themselves "+
		"have %s. If there are very few, everybody gets the same advice.", store.FormatCount(data))
}
