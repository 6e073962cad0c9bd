package generator

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/model"
)

// method returns the choice of the method, and how the method uses the graph.
func (s *Screen) method(off bool) []app.UI {
	m := s.Generator.Settings.Method
	body := []app.UI{
		app.Div().Class("method-choice").Body(
			&widget.Select{Label: textMethodSelect, Options: methodOptions(), Value: string(m), Disabled: off,
				OnChange: s.onMethod}),
	}
	if m.FromLabels() {
		body = append(body, s.examples())
	}
	if s.Data.HasTable {
		body = append(body, s.chosenBy(off), s.pieces())
	}
	return body
}

// chosenBy says why this method was chosen, given the graph and the classifier.
func (s *Screen) chosenBy(off bool) app.UI {
	g := s.Generator.Settings.Current()
	suits := store.Suits(s.Graph, s.Classifier, s.Data.Table.Schema)
	list := s.Graph.TermsOf(s.Data.Table.Schema, g)
	why, other := textKeepsRules, textKeepsOther
	if s.Classifier.StandsIn() {
		why, other = textSuitsModel, textSuitsOther
	}
	switch {
	case suits.Acts() && g.Method == suits:
		return app.P().Class("panel-note").Text(why)
	case suits.Acts():
		return s.otherwise(other, off)
	case suits == "":
		return app.Div().Hidden(true)
	case g.Follows:
		return app.P().Class("panel-note").Text(textFollows(g.Method, store.Learns(list), len(list)))
	case g.Method == suits:
		return app.P().Class("panel-note").Text(TextChosenSuits)
	}
	learning := g
	learning.Method = suits
	return s.otherwise(textChosenOther(suits, store.Learns(s.Graph.TermsOf(s.Data.Table.Schema, learning)), len(list)),
		off)
}

// otherwise names the method that the page would choose instead of the person's.
func (s *Screen) otherwise(why string, off bool) app.UI {
	return app.Div().Class("stack", "is-tight").Body(
		app.P().Class("panel-note").Text(why),
		app.Div().Class("toolbar").Body(widget.Button(TextFollowGraph, widget.Secondary, s.onFollow).Class("is-small").
			Aria("disabled", off)))
}

func (s *Screen) onFollow(ctx app.Context, e app.Event) {
	g := s.Generator.Settings
	g.Follows = true
	s.set(ctx, g)
	kit.Focus(kit.SettingsID) // the button goes away
}

// examples says how the method goes on after the training.
func (s *Screen) examples() app.UI {
	return app.P().Class("panel-note").Body(
		app.Text(textExamples(s.Labels, s.Generator.Preset)+" "), app.A().Href("#label").Text(kit.TextGoLabel))
}

// pieces says what the method does with every edge and rule.
func (s *Screen) pieces() app.UI {
	m := s.Generator.Settings.Method.Start()
	list := s.Graph.TermsOf(s.Data.Table.Schema, s.Generator.Settings.Current())
	note := ""
	switch learned := store.Learns(list); {
	case m.Acts() && len(list) == 0:
		note = textNoGraphActions
	case !m.FromGraph() && len(list) == 0:
		note = TextNoGraphBase
	case len(list) == 0:
		note = textNoGraph
	case m.FromGraph() && learned == 0:
		note = textLearnNothing
	}
	var body []app.UI
	if note != "" {
		body = append(body, app.P().Class("panel-note").Body(app.Text(note+" "),
			app.A().Href("#causes").Text(kit.TextGoGraph)))
	}
	if len(list) > 0 {
		items := make([]app.UI, len(list))
		for i, p := range list {
			mark := app.Span().Class("mark").Aria("hidden", "true")
			if p.Learned {
				mark = mark.Text("●")
			} else {
				mark = mark.Text("○")
			}
			items[i] = app.Li().Class("piece").Body(mark,
				app.Span().Body(app.Elem("bdi").Body(app.Strong().Text(p.Of)), app.Text(": "+p.Becomes+".")))
		}
		fold := app.Details().Class("fold")
		if len(list) <= kit.FewPieces {
			fold = fold.Open(true)
		}
		body = append(body, fold.Body(
			app.Summary().Text(textBecomesOf(store.Learns(list), len(list))),
			app.Ul().Class("pieces").Aria("label", TextBecomes).Body(items...)))
	}
	if problem := s.GraphProblem(); problem != "" && m.FromGraph() {
		body = append(body, widget.Notice(widget.Error, problem))
	}
	return app.Div().Class("stack", "is-tight").Body(body...)
}

func (s *Screen) onMethod(ctx app.Context, v string) {
	g := s.Generator.Settings
	g.Method = model.Method(v)
	s.set(ctx, g)
}

// outdated offers a new training after a change of the graph.
func (s *Screen) outdated() app.UI {
	return app.Section().Class("panel", "ask").Aria("label", textOutdatedTitle).Body(
		app.P().Text(TextOutdated),
		app.Div().Class("toolbar").Body(
			widget.Button(TextRetrainWarm, widget.Primary, s.onWarm),
			widget.Button(TextRetrainScratch, widget.Secondary, s.onScratch),
		),
	)
}

func (s *Screen) onWarm(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.TrainGenerator{Warm: true})
}

func (s *Screen) onScratch(ctx app.Context, e app.Event) { kit.Do(ctx, store.TrainGenerator{}) }
