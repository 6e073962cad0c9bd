package explain

import (
	"causeway/core/document"
	"causeway/core/model"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
)

// form asks for settings of the search.
func (s *Screen) form() kit.Form {
	return kit.Form{Of: s.Explain.Find, Change: func(ctx app.Context, f model.Field, v float64) {
		find := s.Explain.Find
		f.Set(&find, v)
		kit.Do(ctx, store.SetFind{Search: find})
	}}
}

// settings are those of the search that are seldom changed.
func (s *Screen) settings() app.UI {
	schema, form, steady := s.Data.Table.Schema, s.form(), s.form()
	apart := []string{"Clarity", "Least", "Steady", "Horizon"} // stand elsewhere
	if len(schema.Outcome.Levels) <= 2 {
		apart = append(apart, "Target") // there is but one other class
	}
	hold := document.SearchFields.Only("Steady")
	if s.Classifier.Foreign {
		steady.Of, steady.Off, hold[0].Help = document.Search{}, true, textSteadyForeign
	}
	return app.Details().Class("fold", "is-wide").Body(app.Summary().Text(textSettings),
		app.Div().Class("grid").Body(form.Fields(document.SearchOf(schema).Except(apart...))...), app.Div().Class("options").Body(steady.Fields(hold)...))
}

// Clearly asks how clearly the class must be reached, and for the probability where that is
// what is asked for.
func Clearly(form kit.Form, c model.Clarity) []app.UI {
	names := []string{"Clarity"}
	if c == model.AtLeast {
		names = append(names, "Least")
	}
	return form.Fields(document.SearchFields.Only(names...))
}

// stop is the way out of a search that takes long.
func (s *Screen) stop() app.UI {
	return widget.Button(TextStopFinding, widget.Quiet, s.onStop).Hidden(!s.Explain.Finding)
}

func (s *Screen) onStop(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.Cancel{What: store.TheRow})
	kit.Focus("finder-title") // the button goes away
}

func (s *Screen) findHint() app.UI {
	p := app.P().ID("find-hint").Class("panel-note")
	switch {
	case s.Explain.Finding && s.Explain.Share > 0 && s.Explain.Share < 1:
		return p.Text(textTrainingAgain(s.Explain.Share))
	case s.Explain.Finding:
		return p.Text(textFinding)
	case s.Explain.Queued && s.Explain.Waiting && s.Generator.HasResult:
		return p.Text(textFinding)
	case s.Explain.Queued:
		return p.Text(textFindQueued)
	case s.Foreign.Waits():
		return app.Div().ID("find-hint").Class("panel-note").Body(s.waits())
	case !s.Classifier.HasResult:
		return p.Body(app.Text(TextFindNeedsClassifier+" "), app.A().Href("#classifier").Text(kit.TextGoClassifier))
	case !s.Generator.HasResult:
		return p.Body(app.Text(TextFindNeedsGenerator+" "), app.A().Href("#generator").Text(kit.TextGoGenerator))
	}
	schema := s.Data.Table.Schema
	n, follow := len(s.Graph.HardRules(schema)), s.followers(schema)
	switch {
	case n == 0 && len(follow) > 0:
		return p.Text(textFollowers(follow))
	case len(follow) > 0:
		return p.Body(kit.Worded(textRulesHold(n, len(s.Graph.AllRules(schema))) + " " + textFollowers(follow))...)
	case n == 0:
		return p.Body(append(kit.Worded(textRulesHold(0, 0)+" "), app.A().Href("#"+string(kit.StepData)).Text(textSayRules))...)
	}
	return p.Body(kit.Worded(textRulesHold(n, len(s.Graph.AllRules(schema))))...)
}

// followers are the names of what follows by a mechanism.
func (s *Screen) followers(schema data.Schema) []string {
	if len(s.Graph.Sketch.Nodes) != len(schema.Features) { // the table may be lost with its engine
		return nil
	}
	return kit.Each(s.Graph.Sketch.Knowledge().Followers(schema), func(j int) string { return schema.Features[j].Name })
}

func (s *Screen) onFind(ctx app.Context, e app.Event) {
	e.PreventDefault()
	if !s.Explain.Finding {
		kit.Do(ctx, store.FindCounterfactuals{Reverse: s.Accepted()})
	}
}
