package store

import (
	"fmt"

	"causeway/core/wire"
)

const (
	sayManyLabels   = "There are as many labels as a project can hold; remove some first."
	sayNoLabelRules = "There is no hard rule to label by. Add one on the Graph step."
	sayTuneLater    = "A training is running; wait for it or cancel it first."
	sayLabelFirst   = "Label some counterfactuals as feasible or infeasible first."
	sayNoMoreCards  = "The generator proposes no further counterfactual to judge."
	sayTuneCanceled = "Fine-tuning was cancelled; the generator stays as it was."
)

const (
	sayAnswerFirst = "Say first whether the fine-tuned generator is adopted."
	sayKeptPresent = "The generator stays as it was. The fine-tuned one is kept beside it."
)

func sayAgainstRule(rule string) string {
	return "You called feasible what a hard rule of the graph forbids. " + rule
}

func sayImported(read, added, disagree int) string {
	text := fmt.Sprintf("Read %s, %s of them new.", counted(read, "label"), FormatCount(added))
	if disagree > 0 {
		text += " People disagree on " + counted(disagree, "counterfactual") + "."
	}
	return text
}

func sayLabelsOffered(name string) string {
	return fmt.Sprintf("%s seems to hold labels. Say whether to add them or to open it as a table.", name)
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

func sayTuned(m wire.FineTuned) string {
	if m.Worse() {
		return fmt.Sprintf("Keeps all rules less often: %s of held-out rows, before %s. The generator that learned from %s is not in force; say whether to adopt it.",
			FormatShare(m.After.KeptAll), FormatShare(m.Before.KeptAll), counted(m.Labels, "label"))
	}
	text := "The generator has learned from " + counted(m.Labels, "label") + ". Compare it and say whether to adopt it."
	if m.Tells() {
		text += fmt.Sprintf(" Feasible of held-out rows, estimated: %.0f %%, before %.0f %%.", 100*m.After.Feasible, 100*m.Before.Feasible)
	}
	if m.Broke > m.Mended {
		text += fmt.Sprintf(" It keeps all rules for %s of held-out rows, before %s, which is no more than chance.", FormatShare(m.After.KeptAll), FormatShare(m.Before.KeptAll))
	}
	return text
}

const sayReplacedBack = "The generator before Example-based is in force again."

func sayPrevious(restored, adopted bool) string {
	switch {
	case restored:
		return "The generator before the last fine-tuning is in force again."
	case adopted:
		return "The fine-tuned generator is in force."
	}
	return "The fine-tuned generator is in force again."
}
