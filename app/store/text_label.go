package store

import (
	"fmt"
	"strings"

	"causeway/core/wire"
)

const (
	sayManyLabels   = "The project cannot hold more labels. Remove some first."
	sayNoLabelRules = "Labelling by rules needs a hard rule. Add one in Causes."
	sayTuneLater    = "A model is being trained. Wait or cancel it first."
	sayLabelFirst   = "Label some counterfactuals as feasible or infeasible first."
	sayNoMoreCards  = "The generator has no more counterfactuals to judge."
	sayTuneCanceled = "Fine-tuning was cancelled. The generator is unchanged."
)

const (
	sayAnswerFirst = "First decide whether to adopt the fine-tuned generator."
	sayKeptPresent = "The generator is unchanged. The fine-tuned one is kept too."
)

func sayAgainstRule(rule string) string {
	return "You called something feasible that a hard rule forbids. " + rule
}

func sayImported(read, added, disagree int) string {
	text := fmt.Sprintf("Read %s, %s of them new.", counted(read, "label"), FormatCount(added))
	if disagree > 0 {
		text += " People disagree on " + counted(disagree, "counterfactual") + "."
	}
	return text
}

func sayLabelsOffered(name string) string {
	return fmt.Sprintf("%s seems to be a file of labels. Choose whether to add them or to open it as a table.", name)
}

func sayRemoved(n int) string {
	if n == 1 {
		return "Removed 1 label. Undo brings it back."
	}
	return fmt.Sprintf("Removed %s labels. Undo brings them back.", FormatCount(n))
}

func sayByRule(n int) string {
	return "The rules of the graph labelled " + counted(n, "counterfactual") + ", as a demonstration."
}

func sayTuning(n int) string {
	return "The generator learns from " + counted(n, "label") + "."
}

// sayTuned says what is lost before what is gained.
func sayTuned(m wire.FineTuned) string {
	if m.Worse() {
		return TunedLosses(m) + " The generator that learned from " + counted(m.Labels, "label") +
			" is not in use yet. Decide whether to adopt it."
	}
	text := "The generator has learned from " + counted(m.Labels, "label") +
		". Compare it and decide whether to adopt it."
	if lost := TunedLosses(m); lost != "" {
		text = lost + " " + text
	}
	if m.Tells() {
		text += fmt.Sprintf(" An estimated %.0f %% of held-out rows are now feasible; before, %.0f %% were.",
			100*m.After.Feasible,
			100*m.Before.Feasible)
	}
	return text
}

// TunedLosses lists in which respects a fine-tuned generator is worse than the previous
// one.
func TunedLosses(m wire.FineTuned) string {
	var list []string
	add := func(what string, before, after float64, clear bool) {
		if before <= after {
			return
		}
		text := fmt.Sprintf("%s: %s of held-out rows; before, %s", what, FormatShare(after), FormatShare(before))
		if !clear {
			text += ", which may be due to chance"
		}
		list = append(list, text+".")
	}
	add("Keeps all rules less often", m.Before.KeptAll, m.After.KeptAll, m.KeepsLess())
	add("Reaches the class less often", m.Before.Scores.Validity, m.After.Scores.Validity, m.ReachesLess())
	return strings.Join(list, " ")
}

func sayPrevious(restored, adopted bool) string {
	switch {
	case restored:
		return "The generator from before the last fine-tuning is in use again."
	case adopted:
		return "The fine-tuned generator is in use."
	}
	return "The fine-tuned generator is in use again."
}
