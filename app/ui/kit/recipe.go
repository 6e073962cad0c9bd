package kit

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/ui/widget"
	"causeway/core/model"
)

// recipeForm are the fields of settings of a training, made from their table. most is
// the largest value of a setting beside the others.
func RecipeForm(table []model.Field, recipe any, off bool, most func(model.Field) float64, change func(app.Context, model.Field, float64)) (list []app.UI) {
	for _, f := range table {
		list = append(list, &widget.Number{Label: f.Label, Help: f.Help, Unit: f.Unit, Value: f.Value(recipe), Min: f.Min, Max: min(most(f), MaxSeed),
			Step: f.Step, Integer: f.Whole(recipe), Disabled: off, OnChange: func(ctx app.Context, v float64) { change(ctx, f, v) }})
	}
	return list
}

// Advanced are settings, folded under a line that says how they stand. On a wide window
// what a setting does stands below them all, for the one at hand.
func Advanced(summary string, body ...app.UI) app.UI {
	return app.Details().Class("fold", "advanced").Body(app.Summary().Text(summary),
		app.Div().Class("stack").Body(append(body, app.P().Class("panel-note", "advanced-hint").Aria("hidden", "true").Text(textAdvancedHint))...))
}

// Roomy reports whether the window is so wide now that panels stand side by side (.abreast),
// and what is folded elsewhere can be open.
func Roomy() bool {
	return app.IsClient && app.Window().Call("matchMedia", "(min-width: 100rem)").Get("matches").Truthy()
}

// Folded is a panel that shows its title alone until somebody opens it.
func Folded(title string, body ...app.UI) app.HTMLDetails {
	return app.Details().Class("panel", "folded").Body(app.Summary().Body(app.H2().Class("panel-title").Text(title)), app.Div().Class("stack").Body(body...))
}

// fieldsOf are the settings of a training from the graph by a method.
func FieldsOf(m model.Method) []model.Field {
	parts := []model.Part{model.Always}
	if m.FromGraph() {
		parts = append(parts, model.FromGraph)
	}
	if !m.Distils() {
		parts = append(parts, model.InParts)
	}
	return model.GeneratorFields.Of(parts...)
}
