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
		"from the row, once effects have followed their causes. A row without an answer counts as a failure."
	textReachableMeaning = "Share of explained rows for which such an answer is known, from the method or from " +
		"a search independent of all methods."
	textUntrained        = "Held before training"
	textUntrainedMeaning = "The same network with its initial weights, decoded in the same way. Any gain over " +
		"this is due to training."

	textHeldChangesMeaning   = "Over rows for which both the method and the search have a held answer."
	textHeldProximityMeaning = "The total change of all numbers in median absolute deviations (MAD), with a " +
		"minus sign, for the same rows. Closer to 0 is nearer."
	textOfSearchMeaning    = "The same, for the search's answers to these rows."
	textOfUntrainedMeaning = "Over rows for which both the method and the search have a held answer."
	textOpen               = "Rows left open"
	textOpenMeaning        = "No answer was found, and it is not proved that none exists. They count as rows " +
		"without an answer."

	textHeldChart      = "Held, one answer for each row"
	textChangesChart   = "Features changed, where held"
	textDistanceChart  = "Distance of numbers, where held"
	textUntrainedShort = "Untrained"
	textMethodShort    = "Method"
	textSearchShort    = "Search"

	TextHeldUnknown = "These figures are from an earlier version, which did not measure how many answers are " +
		"held. Repeat the evaluation to measure it."
	textHeldNote = "A held answer is valid, keeps every hard rule and differs from the row. Each method gives " +
		"one answer per row, and a row without one counts as a failure. A row can have an answer if the method " +
		"or a search independent of all methods found one."
	TextHeldFollows = "Before an answer is checked, effects that follow are computed from their causes, so " +
		"changing such an effect directly does nothing. Changes and distances are those of the actions. All " +
		"other figures use the rows as the method returned them."
	textNoHardRules = "Without hard rules, “held” means valid and different from the row."
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
		return fmt.Sprintf("%s finds a held answer for %s of people.", name, store.FormatShare(held))
	}
	return fmt.Sprintf("%s finds a held answer for %s of people, the most of %d methods.", name,
		store.FormatShare(held), of)
}

// textNear names who may hold as much.
func textNear(names []string) string {
	is := "is"
	if len(names) > 1 {
		is = "are"
	}
	return fmt.Sprintf("%s %s behind by less than the spread of the seeds.", textList(names), is)
}

func textNoneHolds(of int) string {
	if of == 1 {
		return "The method finds no held answer."
	}
	return fmt.Sprintf("None of the %d methods finds a held answer.", of)
}

// The four figures of a verdict, and the text below each.
const (
	textVerdictFigures = "Figures of the method with the most held answers"

	textHowMany   = "Held, of the rows explained"
	textHowNear   = "Distance in median absolute deviations (MAD)"
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
