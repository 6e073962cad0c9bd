package images

import (
	"fmt"

	"causeway/app/store"
	"causeway/core/wire"
)

const (
	textCardTitle = "Could this be real?"
	textNoCards   = "The generator makes no counterfactual that keeps the rules. Loosen them in Person or " +
		"Causes."
	textDrawingCards = "Making counterfactuals to be judged."
	textFeasible     = "Feasible"
	textInfeasible   = "Infeasible"
	textUnsure       = "Unsure"
	textCardKeys     = "Undo takes a label back. Each is one that the classifier takes for its class and that " +
		"keeps your rules."
	textWho              = "Who judges"
	textKeysHelp         = "F feasible, I infeasible, U unsure. Keys never count while you type."
	textLabels           = "What the generator learns from"
	textCalledFeasible   = "Feasible"
	textCalledInfeasible = "Infeasible"
	textLearn            = "Learn from the labels"
	textLabelList        = "Labels"
	textNoLabels         = "None yet."
	textNoLabelsShown    = "No label is like that."
	textLabelListTable   = "List of labels"
	textLabelListRegion  = "List of labels, scrolls sideways"
	textWas              = "As it is, and proposed"
	textTarget           = "To be"
	textVerdict          = "Verdict"
	textBy               = "By"
	textActions          = "Actions"
	textLabelsWord       = "labels"
	textLearnHint        = "From five of each kind on. Where several people judge one, the majority counts. From " +
		"labels it is learned where ink that comes and goes makes a counterfactual feasible, in 7 by 7 fields; the " +
		"generator goes on from what it is, so that its answers are called feasible and still reach their class. Of " +
		"shapes it learns nothing so."
)

func textQuestion(target int) string { return fmt.Sprintf("Could this be a real %d?", target) }

// textLearned says what labels have changed, by the same judge before and after.
func textLearned(r wire.ImageGeneratorTrained) string {
	return fmt.Sprintf("It has learned from %s. Of counterfactuals of held-out images, what the labels teach calls "+
		"%s feasible, before %s. The classifier takes %s for what they are to be.",
		plural(r.Labels, "label"), store.FormatShare(r.Believed), store.FormatShare(r.Before),
		store.FormatShare(r.Validity))
}

// textFlip says what a press does to a label.
func textFlip(feasible bool) string {
	if feasible {
		return "Call it infeasible"
	}
	return "Call it feasible"
}

func textFlipNo(n int, feasible bool) string {
	return fmt.Sprintf("%s: label %d", textFlip(feasible), n)
}

func textRemoveNo(n int) string { return fmt.Sprintf("Remove label %d", n) }

func textJudged(target int) string { return "As it is, and proposed as " + textA(target) }
