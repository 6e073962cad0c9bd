package explain

import (
	"fmt"

	"causeway/app/ui/kit"
	"causeway/core/wire"
)

const (
	TextPlanNote = "In a plan, causes come first. The cost is the change of each number in median absolute " +
		"deviations (MAD), plus 0.5 for each category changed, times the difficulty you set. Effects that " +
		"follow cost nothing. The steps show the model's answers along the way. They say how long something " +
		"takes only if a rule gives a time."

	textCarriedNone = "Effects that follow cannot be changed directly. On the graph, you can set each to “Free” " +
		"or “Follows and can be changed”."
)

// TextPlan counts the steps of a counterfactual.
func TextPlan(c wire.Counterfactual) string { return "Plan: " + kit.Plural(len(c.Plan), "step") }

// TextStepCost gives a step's share of the total cost.
func TextStepCost(c wire.Counterfactual, i int) string {
	st := c.Plan[i]
	text := fmt.Sprintf("Step %d of %d costs %s of %s.", i+1, len(c.Plan), kit.FormatNumber(st.Cost),
		kit.FormatNumber(c.Cost))
	if !st.Kept {
		text += " After this step the row breaks a rule, which later steps repair."
	}
	return text
}
