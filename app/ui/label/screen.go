// Package label is the Label step: people judge counterfactuals, and the
// generator learns from them.
package label

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
)

// labelScreen shows a person counterfactuals to label; the generator learns from the labels.
type Screen struct {
	app.Compo
	*store.State
}

func (s *Screen) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Classifier|kit.Generator) }

func (s *Screen) Render() app.UI {
	body := []app.UI{s.missing()}
	if body[0] == nil {
		body = []app.UI{app.Div().Class("split").Body(
			app.Div().Class("stack", "is-loose").Body(&cardPanel{State: s.State}, &proposalPanel{State: s.State},
				&roundsPanel{State: s.State}),
			app.Div().Class("stack", "is-loose").Body(&adoptPanel{State: s.State}, &labelSettings{State: s.State},
				&tunePanel{State: s.State}))}
	}
	if s.Data.HasTable {
		body = append(body, &List{State: s.State})
	}
	return app.Div().Class("stack", "is-loose").Body(body...)
}

// missing links to the step that labelling needs first, or is nil.
func (s *Screen) missing() app.UI {
	lead := func(text, href, link string) app.UI {
		return app.Section().Class("panel", "empty").Aria("label", textCard).Body(
			app.P().Text(text),
			app.P().Body(app.A().Href(href).Class("button", "is-primary").Text(link)))
	}
	switch {
	case !s.Data.HasTable:
		return lead(TextLabelNoTable, "#table", kit.TextGoData)
	case s.Generator.HasResult:
		return nil
	case s.Generator.Phase.Active():
		return lead(TextLabelRunning, "#generator", kit.TextGoGenerator)
	case s.Classifier.Phase.Active():
		return lead(TextLabelRunning, "#classifier", kit.TextGoClassifier)
	case !s.Classifier.HasResult:
		return lead(TextLabelNoModel, "#classifier", kit.TextGoClassifier)
	}
	return lead(TextLabelNoGenerator, "#generator", kit.TextGoGenerator)
}
