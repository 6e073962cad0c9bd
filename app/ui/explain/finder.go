package explain

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
)

// find returns the form with the search settings.
func find(s *store.State) kit.Form {
	return kit.Form{Of: s.Explain.Find, Change: func(ctx app.Context, f model.Field, v float64) {
		find := s.Explain.Find
		if f.Set(&find, v); f.Of == "Goal" {
			find = find.Preset(s.Data.Table.Schema.Outcome, s.Data.Wanted())
		}
		kit.Do(ctx, store.SetFind{Search: find})
	}}
}

// goal asks for the number to reach, if the model predicts a number. The settings ask for a
// probability.
func goal(s *store.State) app.UI {
	schema := s.Data.Table.Schema
	if len(schema.Outcome.Cuts) == 0 || !s.Explain.HasNumber && s.Explain.Find.Goal == document.NoGoal {
		return app.Div().Hidden(true)
	}
	return app.Div().Class("stack", "is-tight").Body(Goal(find(s), s.Explain.Find, schema)...)
}

// Goal returns the part of a form that asks for a goal.
func Goal(form kit.Form, find document.Search, schema data.Schema) []app.UI {
	list := form.Fields(find.Asked(schema).Only("Goal"))
	if find.Goal.OfChance() {
		list = append(list, form.Fields(find.Asked(schema).Only("Target"))...)
	}
	return append(list, form.Fields(find.Asked(schema).Only("From", "To"))...)
}

// settings returns the search settings, beginning with the goal and how clearly it must be reached.
func settings(s *store.State) app.UI {
	schema := s.Data.Table.Schema
	form := find(s)
	steady := form
	apart := []string{"Clarity", "Least", "Steady", "Horizon", "Goal", "From", "To"} // another form has these
	var first []app.UI
	if len(schema.Outcome.Cuts) == 0 {
		first = Goal(form, s.Explain.Find, schema)
	}
	if s.Explain.Find.Goal.OfChance() {
		apart = append(apart, "Target")
	} else {
		first = append(first, Clearly(form, s.Explain.Find.Clarity)...)
	}
	hold := document.SearchFields.Only("Steady")
	if s.Classifier.Foreign {
		steady.Of, steady.Off, hold[0].Help = document.Search{}, true, textSteadyForeign
	}
	return app.Details().Class("fold", "is-wide").Body(app.Summary().Text(textSettings),
		app.Div().Class("stack", "is-tight").Body(
			app.Div().Class("grid").Body(append(first,
				form.Fields(s.Explain.Find.Asked(schema).Except(apart...))...)...),
			app.Div().Class("options").Body(steady.Fields(hold)...)))
}

// Clearly asks how clearly the class must be reached, and for the probability if one is required.
func Clearly(form kit.Form, c model.Clarity) []app.UI {
	names := []string{"Clarity"}
	if c == model.AtLeast {
		names = append(names, "Least")
	}
	return form.Fields(document.SearchFields.Only(names...))
}
