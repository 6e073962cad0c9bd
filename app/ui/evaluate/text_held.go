package evaluate

import (
	"fmt"
	"strings"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/causal"
	"causeway/core/metric"
)

// Answers that are held.
const (
	textHeldMeaning = "Share of explained rows whose single answer is valid, keeps every hard rule and differs " +
		"from the row, once effects follow by the graph. A row without an answer is a failure."
	textReachableMeaning = "Share of explained rows with any known answer of this kind: the method's, or one from " +
		"a search that is independent of all methods."
	textUntrained        = "Held before the training"
	textUntrainedMeaning = "The same network with its initial weights, decoded in the same way. Anything above it " +
		"is due to training."

	textHeldChangesMeaning   = "Counted over rows held by both the method's answer and the search's."
	textHeldProximityMeaning = "Minus the total change of all numbers, in usual deviations (MAD), for the same " +
		"rows. Closer to 0 is nearer."
	textOfSearchMeaning    = "For the search's answers to the same rows."
	textOfUntrainedMeaning = "Counted over rows held by both its answer and the search's."
	textOpen               = "Rows left open"
	textOpenMeaning        = "No answer so far, nor a proof that none exists. They count as having none."

	textHeldChart      = "Held, one answer for each row"
	textChangesChart   = "Features changed, where held"
	textDistanceChart  = "Distance of numbers, where held"
	textUntrainedShort = "Untrained"
	textMethodShort    = "Method"
	textSearchShort    = "Search"

	TextHeldUnknown = "How many answers hold was not measured: these figures are from an earlier version. Repeat " +
		"the evaluation to measure it."
	textHeldNote = "A held answer is valid, keeps every hard rule and differs from the row: one answer for each " +
		"row, and a row without one is a failure. A row can have one if the method found it, or a search " +
		"independent of all methods."
	TextHeldFollows = "Before an answer is judged, effects that follow are computed from their causes: changing " +
		"one that only follows has no effect. Changes and distances are those of actions. Other figures judge rows " +
		"as the method returned them."
	textNoHardRules = "Without hard rules, held means valid and different from the row."
)

func textOfSearch(name string) string { return name + ", search" }

func textOfUntrained(name string) string { return name + ", before the training" }

// HeldNotes explain what is counted, if anything is.
func HeldNotes(v store.Evaluation) []string {
	if !measured(v) {
		return nil
	}
	notes := []string{textHeldNote}
	if v.Follows() {
		notes = append(notes, TextHeldFollows)
	}
	if len(causal.Hard(v.Rules)) == 0 {
		notes = append(notes, textNoHardRules)
	}
	return notes
}

// textVerdict names the method that holds most often among so many.
func textVerdict(name string, of int, held float64) string {
	if of == 1 {
		return fmt.Sprintf("%s holds for %s of people.", name, store.FormatShare(held))
	}
	return fmt.Sprintf("%s holds for %s of people, the most of %d methods.", name, store.FormatShare(held), of)
}

// textNear names who may hold as much.
func textNear(names []string) string {
	is := "is"
	if len(names) > 1 {
		is = "are"
	}
	return fmt.Sprintf("%s %s behind by no more than the seeds vary.", textList(names), is)
}

func textNoneHolds(of int) string {
	if of == 1 {
		return "The method holds for nobody."
	}
	return fmt.Sprintf("None of the %d methods holds for anybody.", of)
}

// The four figures of a verdict, and the text below each.
const (
	textVerdictFigures = "Figures of the method that holds most"

	textHowMany   = "Held, of the rows explained"
	textHowNear   = "Usual deviations (MAD) moved"
	textHowSparse = "Features changed"
	textHowFast   = "For 1,000 rows"

	textOneSearch = "Your last search"
)

func textOfThose(reachable metric.Summary) string {
	if reachable.N == 0 {
		return ""
	}
	return store.FormatShare(reachable.Mean) + " of those that can have one"
}

func textSearchNeeds(s metric.Summary) string {
	return "a search: " + kit.FormatFixed(s.Mean, 2)
}

func textAfterTraining(seconds float64) string {
	return "after " + kit.FormatDuration(1000*seconds) + " of training"
}

// textList joins names: "a", "a and b", "a, b and c".
func textList(names []string) string {
	n := len(names) - 1
	if n == 0 {
		return names[0]
	}
	return strings.Join(names[:n], ", ") + " and " + names[n]
}
