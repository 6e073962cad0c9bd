// Package label is the mode of Person in which people judge counterfactuals of other people too, and
// the generator learns from the labels.
package label

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
)

// Screen shows one counterfactual after another, as Person shows one person.
type Screen struct {
	app.Compo
	*store.State
}

func (s *Screen) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Classifier|kit.Generator) }

func (s *Screen) Render() app.UI {
	missing := s.missing()
	if missing == nil {
		return &cardPanel{State: s.State}
	}
	body := []app.UI{missing}
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
