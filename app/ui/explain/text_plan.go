package explain

import (
	"fmt"

	"causeway/app/ui/kit"
	"causeway/core/wire"
)

const (
	TextPlanNote = "In a plan causes come first. Cost: changes of numbers in usual deviations (MAD), and a half " +
		"for each category, times how hard you say they are. What follows costs nothing. The steps show the " +
		"model's answers on the way, not how long anything takes unless a rule says so."

	textCarriedNone = "Effects that follow cannot be changed themselves. On the graph each can be set to “Free” or " +
		"“Follows and can be changed”."
)

// TextPlan counts the steps of a counterfactual.
func TextPlan(c wire.Counterfactual) string { return "Plan: " + kit.Plural(len(c.Plan), "step") }

// TextStepCost gives a step's share of the total cost.
func TextStepCost(c wire.Counterfactual, i int) string {
	st := c.Plan[i]
	text := fmt.Sprintf("Step %d of %d costs %s of %s.", i+1, len(c.Plan), kit.FormatNumber(st.Cost),
		kit.FormatNumber(c.Cost))
	if !st.Kept {
		text += " The row after it breaks a rule, which later steps repair."
	}
	return text
}
