package graph

import (
	"fmt"

	"causeway/app/store"
	"causeway/app/ui/kit"
)

const (
	textCosts      = "What the rules cost"
	textCostsNoBox = "Once a classifier is trained, this shows what the rules cost refused rows."
	textCostsNone  = "No hard rule exists, so none costs an answer."
	textCostsBusy  = "Searching the refused rows"
	textCostsHow   = "How it is counted"
	textCostsFixed = "A feature that nobody can change is listed for its cost; it stays as it is."

	textCostsAnswer = "An answer is any row of that class that the search found, however far away or close to the " +
		"boundary, under all hard rules for everyone; no generator is used."
)

// Names of the dots of the strip.
const (
	textHaveAnswer = "have an answer"
	textLostToRule = "lost to this rule"
	textHaveNone   = "have none"
)

// textCostsMost names the rule that costs the most answers.
func textCostsMost(rule string, found int) string {
	return fmt.Sprintf("%d without this rule: %s", found, rule)
}

func textCostsNobody(level string) string {
	return fmt.Sprintf("The classifier gives every held-out row “%s”, so no rule costs an answer.", level)
}

// textCostsNow says how many of the refused rows have an answer.
func textCostsNow(rows, found int) string {
	return fmt.Sprintf("An answer was found for %s of %s.", store.FormatCount(found), kit.Plural1(rows, "refused row"))
}

// textWithout is shown beside a rule that costs answers.
func textWithout(n, rows int) string { return fmt.Sprintf("Without it %d of %d.", n, rows) }

// textWithoutIt is textWithout in a sentence.
func textWithoutIt(n, rows int) string {
	return fmt.Sprintf("Without it an answer is found for %d of %s.", n, kit.Plural1(rows, "refused row"))
}

func textCostsMore(n int) string { return kit.Plural1(n, "more rule") }

// textCostsNothing says that no rule costs anything on its own.
func textCostsNothing(rules int) string {
	if rules == 1 {
		return "The hard rule costs none of them an answer."
	}
	return fmt.Sprintf("None of the %d hard rules alone costs one of them an answer.", rules)
}

// textCostsEach explains the figures beside the rules, some of which cost answers on their
// own.
func textCostsEach(some, all int) string {
	said := "Each rule shows how many of the nearest pairs of rows of two classes break it, and how many refused " +
		"rows have an answer without it."
	switch {
	case some == all, some == 0: // which textCostsNothing says
		return said
	case all-some == 1:
		return said + " One rule costs nothing on its own."
	}
	return fmt.Sprintf("%s %d rules cost nothing, each on its own.", said, all-some)
}

// textCostsRows says which rows are searched.
func textCostsRows(rows, of int, level string) string {
	if rows >= of && of == 1 {
		return fmt.Sprintf("This is the one held-out row that the classifier does not give “%s”.", level)
	}
	if rows >= of {
		return fmt.Sprintf("These are all held-out rows that the classifier does not give “%s”.", level)
	}
	if rows == 1 {
		return fmt.Sprintf("A fixed choice from the %s held-out rows that the classifier does not give "+
			"“%s”.", store.FormatCount(of), level)
	}
	return fmt.Sprintf("The %d are a fixed sample of the %s held-out rows that the classifier does not give "+
		"“%s”.", rows, store.FormatCount(of), level)
}

// textCostsOpen says what is known about the rows without an answer.
func textCostsOpen(left, open int) string {
	switch {
	case left == 0:
		return "Every row has an answer."
	case open == 0:
		return "For the others it is proved that none exists."
	case open == left:
		return "For the others it is not proved that none exists."
	}
	return fmt.Sprintf("For %d of the others it is not proved that none exists.", open)
}

// textCostsRow says how the current row is affected; nothing if it still has an answer.
func textCostsRow(row int, level string, found, had bool) string {
	switch {
	case found && had:
		return ""
	case found:
		return fmt.Sprintf("Row %d has an answer with “%s” now.", row, level)
	case had:
		return fmt.Sprintf("Row %d had an answer with “%s”; now none is found.", row, level)
	}
	return fmt.Sprintf("No answer with “%s” is found for row %d.", level, row)
}

func textCostsRowWithout(rule string) string { return "One is found without: " + rule }
