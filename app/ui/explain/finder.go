package explain

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/document"
	"causeway/core/model"
)

// find is a form that sets the search.
func find(s *store.State) kit.Form {
	return kit.Form{Of: s.Explain.Find, Change: func(ctx app.Context, f model.Field, v float64) {
		find := s.Explain.Find
		if f.Set(&find, v); f.Of == "Goal" {
			find = find.Preset(s.Data.Table.Schema.Outcome)
		}
		kit.Do(ctx, store.SetFind{Search: find})
	}}
}

// goal asks for the number to reach, if the model predicts a number.
func goal(s *store.State) app.UI {
	if len(s.Data.Table.Schema.Outcome.Cuts) == 0 || !s.Explain.HasNumber && s.Explain.Find.Goal == document.NoGoal {
		return app.Div().Hidden(true)
	}
	return app.Div().Class("stack", "is-tight").Body(
		find(s).Fields(s.Explain.Find.Asked(s.Data.Table.Schema).Only("Goal", "From", "To"))...)
}

// settings are the search settings, beginning with how clearly the class must be reached.
func settings(s *store.State) app.UI {
	schema := s.Data.Table.Schema
	form := find(s)
	steady := form
	apart := []string{"Clarity", "Least", "Steady", "Horizon", "Goal", "From", "To"} // elsewhere on the page
	hold := document.SearchFields.Only("Steady")
	if s.Classifier.Foreign {
		steady.Of, steady.Off, hold[0].Help = document.Search{}, true, textSteadyForeign
	}
	return app.Details().Class("fold", "is-wide").Body(app.Summary().Text(textSettings),
		app.Div().Class("stack", "is-tight").Body(
			app.Div().Class("grid").Body(append(Clearly(form, s.Explain.Find.Clarity),
				form.Fields(s.Explain.Find.Asked(schema).Except(apart...))...)...),
			app.Div().Class("options").Body(steady.Fields(hold)...)))
}

// Clearly asks how clearly the class must be reached, and for a probability if one is
// required.
func Clearly(form kit.Form, c model.Clarity) []app.UI {
	names := []string{"Clarity"}
	if c == model.AtLeast {
		names = append(names, "Least")
	}
	return form.Fields(document.SearchFields.Only(names...))
}
