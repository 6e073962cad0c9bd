package graph

import (
	"fmt"

	"causeway/app/store"
	"causeway/app/ui/kit"
)

const (
	textCosts      = "What the rules cost"
	textCostsNoBox = "Once a classifier is trained, this shows how many refused rows lose their answer because " +
		"of a rule."
	textCostsNone  = "You have not set any hard rule, so no row loses an answer."
	textCostsBusy  = "Searching the refused rows"
	textCostsHow   = "How this is counted"
	textCostsFixed = "Features that nobody can change are listed so that you see their cost; they still cannot " +
		"be changed."

	textCostsAnswer = "An answer is any row of that class that the search found under all hard rules for " +
		"everyone, however far away or close to the boundary. No generator is used."
)

// Names of the dots of the strip.
const (
	textHaveAnswer = "have an answer"
	textLostToRule = "lost because of this rule"
	textHaveNone   = "have no answer"
)

// textCostsMost names the rule that costs the most answers.
func textCostsMost(rule string, found int) string {
	return fmt.Sprintf("%d if this rule is dropped: %s", found, rule)
}

func textCostsNobody(level string) string {
	return fmt.Sprintf("The classifier predicts “%s” for every held-out row, so no rule costs an answer.", level)
}

// textCostsNow says how many of the refused rows have an answer.
func textCostsNow(rows, found int) string {
	return fmt.Sprintf("An answer was found for %s of %s.", store.FormatCount(found), kit.Plural1(rows, "refused row"))
}

// textWithout is shown beside a rule that costs answers.
func textWithout(n, rows int) string { return fmt.Sprintf("Without it: %d of %d.", n, rows) }

// textWithoutIt is textWithout in a sentence.
func textWithoutIt(n, rows int) string {
	return fmt.Sprintf("Without it, %d of %s have an answer.", n, kit.Plural1(rows, "refused row"))
}

func textCostsMore(n int) string { return kit.Plural1(n, "more rule") }

// textCostsNothing says that no rule costs anything on its own.
func textCostsNothing(rules int) string {
	if rules == 1 {
		return "No row loses its answer because of the hard rule."
	}
	return fmt.Sprintf("None of the %d hard rules costs an answer on its own.", rules)
}

// textCostsEach explains the figures beside the rules, some of which cost answers on their
// own.
func textCostsEach(some, all int) string {
	said := "Each rule shows how many of the nearest pairs of rows from two classes break it, and how many " +
		"refused rows would have an answer without it."
	switch {
	case some == all, some == 0: // which textCostsNothing says
		return said
	case all-some == 1:
		return said + " One rule costs nothing on its own."
	}
	return fmt.Sprintf("%s %d rules cost nothing on their own.", said, all-some)
}

// textCostsRows says which rows are searched.
func textCostsRows(rows, of int, level string) string {
	if rows >= of && of == 1 {
		return fmt.Sprintf("This is the only held-out row that is not predicted as “%s”.", level)
	}
	if rows >= of {
		return fmt.Sprintf("These are all held-out rows that are not predicted as “%s”.", level)
	}
	if rows == 1 {
		return fmt.Sprintf("This is one of the %s held-out rows that are not predicted as “%s”. The choice is "+
			"always the same.", store.FormatCount(of), level)
	}
	return fmt.Sprintf("The %d are a fixed sample of the %s held-out rows that are not predicted as “%s”.", rows,
		store.FormatCount(of), level)
}

// textCostsOpen says what is known about the rows without an answer.
func textCostsOpen(left, open int) string {
	switch {
	case left == 0:
		return "Every row has an answer."
	case open == 0:
		return "The others have none. Proved."
	case open == left:
		return "The others may have an answer that was not found."
	}
	return fmt.Sprintf("%d of the others may have an answer that was not found.", open)
}

// textCostsRow says how the current row is affected; nothing if it still has an answer.
func textCostsRow(row int, level string, found, had bool) string {
	switch {
	case found && had:
		return ""
	case found:
		return fmt.Sprintf("Row %d has an answer with “%s” now.", row, level)
	case had:
		return fmt.Sprintf("Row %d had an answer with “%s”, and none is found now.", row, level)
	}
	return fmt.Sprintf("No answer with “%s” was found for row %d.", level, row)
}

func textCostsRowWithout(rule string) string { return "An answer is found without this rule: " + rule }
