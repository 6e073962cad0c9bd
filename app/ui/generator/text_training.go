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
	textHintNeedClassifier = "The generator learns from the classifier; train that first."
	TextHintClassifierRuns = "The classifier is being trained; the generator can follow it."
	TextHintQueued         = "Training starts as soon as the classifier is trained."
	TextHintGenerator      = "The generator learns from the answers of the trained classifier."
	textHintGeneratorAgain = "Training again replaces it."
	textGeneratorResult    = "How good its counterfactuals are"
	textPerThousand        = "Time for 1,000 counterfactuals"
	textAllScores          = "All scores"
	TextScores             = "Scores on held-out rows"
	textScoresRegion       = "Scores on held-out rows, scrolls sideways"

	TextDecoded = "Decoded (values of a row)"
	TextSoft    = "Soft (as the paper measures)"

	TextScoreKeptAll   = "Keeps all rules"
	textKeptAllMeaning = "Share of raw counterfactuals that keep all rules of the graph together, hard and soft. " +
		"Before anyone sees them they are repaired and keep every hard rule."
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
		return fmt.Sprintf("One raw counterfactual for each of %s; held ones are counted on the first %s. Person "+
			"finds nearer ones, which keep every hard rule.", kit.Plural1(n, "held-out row"),
			store.FormatCount(searched))
	}
	return fmt.Sprintf("One raw counterfactual for each of %s. Person finds nearer ones, which keep every hard rule.",
		kit.Plural1(n, "held-out row"))
}

// The figures of what is held.
const (
	textHeldUnknown = "Not measured: an earlier version did not, a fine-tuning came since, or the table is too " +
		"wide to search after training. Methods measures it."
	textHeldChanges  = "Features changed, held rows"
	textHeldCont     = "Continuous proximity, held rows"
	textHeldProfiles = "Category profiles, held rows"

	textPartHeld   = "held"
	textPartMissed = "missed"
	textPartOpen   = "without an answer, not proved"
	textPartNone   = "have none: proved"
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
	return fmt.Sprintf("The share of the first %s whose single counterfactual is valid, keeps every hard rule and "+
		"differs from the row.", textHeldOut(rows))
}

func textReachableMeaning(open int) string {
	text := "Share of these rows with any known answer of this kind: this one, or one from a search independent of " +
		"the generator."
	if open > 0 {
		text += fmt.Sprintf(" For %s without one, nothing is proved.", kit.Plural1(open, "row"))
	}
	return text
}

func textBySearch(value string) string {
	return "Only rows for which the search's answer also holds. The search's own: " + value + "."
}

func TextProfilesMeaning(data int) string {
	return fmt.Sprintf("Different combinations of categories among the counterfactuals; the rows themselves have "+
		"%s. Very few: everybody gets the same advice.", store.FormatCount(data))
}
