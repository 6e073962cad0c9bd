package explain

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/ui/kit"
	"causeway/core/data"
	"causeway/core/notice"
	"causeway/core/wire"
)

// planOf lists the steps of a counterfactual, causes first.
func planOf(s data.Schema, factual []float64, c wire.Counterfactual) app.UI {
	if !notice.Planned(c) {
		return app.Text("")
	}
	var items []app.UI
	for i := range c.Plan {
		items = append(items, app.Li().Body(kit.SentenceOf(notice.Page.Step(s, factual, c, i)),
			app.P().Class("panel-note").Text(TextStepCost(c, i))))
	}
	return app.Details().Class("answer-plan").Body(
		app.Summary().Text(TextPlan(c)),
		app.Elem("ol").Class("plan-steps").Aria("label", TextPlan(c)).Body(items...),
		app.P().Class("panel-note").Text(TextPlanNote))
}
