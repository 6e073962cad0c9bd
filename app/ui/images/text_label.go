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
	textDrawingCards = "Making counterfactuals to judge."
	textFeasible     = "Feasible"
	textInfeasible   = "Infeasible"
	textUnsure       = "Unsure"
	textCardKeys     = "Undo removes a label. The classifier takes each for its class, and each keeps your rules."
	textWho          = "Who judges"
	textKeysHelp     = "F feasible, I infeasible, U unsure. Keys never count while you type."
	textLabels       = "What the generator learns from"
	textLearn        = "Learn from the labels"
	textLearnHint    = "It takes five of each kind. If several people judge one, the majority counts. Labels " +
		"teach where added or removed ink makes a counterfactual feasible, in 7 by 7 fields; the generator trains " +
		"further, so that its answers are called feasible and still reach their class. It learns nothing about " +
		"shapes."
)

func textQuestion(target int) string { return fmt.Sprintf("Could this be a real %d?", target) }

// textLearned says what labels have changed, by the same judge before and after.
func textLearned(r wire.ImageGeneratorTrained) string {
	return fmt.Sprintf("It has learned from %s. By the labels, %s of the counterfactuals of held-out images are "+
		"feasible, before %s. The classifier takes %s for their target.",
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
