// Package explain is the place Person. It shows a row, what would have to differ for another decision
// (on a map and in a sentence), the proof, and labels of the answers.
package explain

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/label"
)

// Screen shows the person, the map, and the answer.
type Screen struct {
	app.Compo
	*store.State
	Label bool // the screen labels proposals instead
}

func (s *Screen) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Generator) }

func (s *Screen) Render() app.UI {
	if s.Label {
		return &label.Screen{State: s.State}
	}
	if !s.Data.HasTable {
		return app.Div().Class("stack", "is-loose").Body(
			app.Section().Class("panel", "empty").Body(
				app.P().Text(TextExplainEmpty),
				app.P().Body(app.A().Href("#"+string(kit.PlaceTable)).Class("button", "is-primary").Text(
					kit.TextGoData)),
			),
		)
	}
	return app.Div().Class("person").Body(
		&featuresButton{State: s.State}, &rowPanel{State: s.State},
		app.Div().Class("person-middle").Body(&kit.TrainPanel{State: s.State, Done: s.Generator.HasResult},
			&mapPanel{State: s.State}, &graphPanel{State: s.State}),
		&answerPanel{State: s.State})
}

// featuresID is the row and its features; in a narrow window they are a drawer.
const featuresID = "features"

// featuresButton opens that drawer.
type featuresButton struct {
	app.Compo
	*store.State
}

func (b *featuresButton) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Explain|kit.Moving) }

func (b *featuresButton) Render() app.UI {
	title, note := textTabOne, ""
	if e := b.Explain; e.HasRow {
		title, note = kit.TextPerson(b.Data.Place(e.Index)), textFeatures
	}
	return app.Button().Type("button").Class("person-open").Attr("popovertarget", featuresID).Body(
		app.Strong().Text(title), app.Span().Text(note))
}

// asksWanted asks which class people hope for, if the classes' names do not show it.
func asksWanted(s *store.State) app.UI {
	if !s.Data.AsksWanted() {
		return app.Div().Hidden(true)
	}
	return app.Div().Body(kit.WantedField(s.Data))
}
