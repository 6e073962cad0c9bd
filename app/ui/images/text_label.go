package images

import (
	"fmt"

	"causeway/app/store"
	"causeway/core/wire"
)

const (
	textNoCards = "The generator finds no counterfactual that keeps the rules. Relax the rules in Person or " +
		"Causes."
	textDrawingCards = "Finding counterfactuals to judge."
	textFeasible     = "Feasible"
	textInfeasible   = "Infeasible"
	textCardKeys     = "Undo removes a label. Each of these is assigned to its class and keeps your rules."
	textWho          = "Your name"
	textKeysHelp     = "Y yes, N no, U unsure. Keys never count while you type."
	textLabels       = "What the generator learns from"
	textLearn        = "Learn from the labels"
	textLearnHint    = "This needs five labels of each kind. If several people judge the same one, the majority " +
		"counts. On a grid of 7 by 7 fields, the labels teach where adding or removing ink is feasible. The " +
		"generator is then trained further, so that its answers are feasible and still reach their class. It " +
		"learns nothing about shapes."
)

func textQuestion(target int) string { return fmt.Sprintf("Could this be a real %d?", target) }

// textLearned says what learning from the labels has changed, by the same judge before and after.
func textLearned(r wire.ImageGeneratorTrained) string {
	return fmt.Sprintf("It has learned from %s. Judged by the labels, %s of the counterfactuals of held-out "+
		"images are feasible; before, %s were. %s reach their target class.",
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

func textJudged(target int) string { return "Original, and proposed as " + textA(target) }
