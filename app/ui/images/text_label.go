package images

import (
	"fmt"

	"causeway/app/store"
	"causeway/core/wire"
)

const (
	textCardTitle        = "Could this be real?"
	textNoCards          = "The generator makes no counterfactual that keeps the rules. Loosen them on Explain or Graph."
	textDrawingCards     = "Making counterfactuals to be judged."
	textFeasible         = "Feasible"
	textInfeasible       = "Infeasible"
	textUnsure           = "Unsure"
	textCardKeys         = "Keys: F feasible, I infeasible, U unsure. Undo takes a label back. Each is one that the classifier takes for its class and that keeps your rules."
	textLabels           = "What you have said"
	textCalledFeasible   = "Feasible"
	textCalledInfeasible = "Infeasible"
	textLearn            = "Learn from the labels"
	textLearnHint        = "From five of each kind on. From labels it is learned where ink that comes and goes makes a counterfactual feasible, in 7 by 7 fields; the generator goes on from what it is, so that its answers are called feasible and still reach their class. Of shapes it learns nothing so."
)

func textQuestion(target int) string { return fmt.Sprintf("Could this be a real %d?", target) }

// textLearned says what labels have changed, by the same judge before and after.
func textLearned(r wire.ImageGeneratorTrained) string {
	return fmt.Sprintf("It has learned from %s. Of counterfactuals of held-out images, what the labels teach calls %s feasible, before %s. The classifier takes %s for what they are to be.",
		plural(r.Labels, "label"), store.FormatShare(r.Believed), store.FormatShare(r.Before), store.FormatShare(r.Validity))
}
