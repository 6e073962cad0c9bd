// Package label is the Label step: people judge counterfactuals, and the
// generator learns from them.
package label

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
)

// labelScreen puts counterfactuals before a person, whose labels the generator
// learns from.
type Screen struct {
	app.Compo
	data       store.Data
	classifier store.Classifier
	generator  store.Generator
	ready      bool
}

func (s *Screen) OnMount(ctx app.Context) {
	kit.TopicData.Observe(ctx, &s.data)
	kit.TopicClassifier.Observe(ctx, &s.classifier)
	kit.TopicGenerator.Observe(ctx, &s.generator)
	s.ready = true
}

func (s *Screen) Render() app.UI {
	if !s.ready {
		return app.Div()
	}
	body := []app.UI{s.missing()}
	if body[0] == nil {
		body = []app.UI{app.Div().Class("split").Body(
			app.Div().Class("stack", "is-loose").Body(&cardPanel{}, &proposalPanel{}, &roundsPanel{}),
			app.Div().Class("stack", "is-loose").Body(&adoptPanel{}, &labelSettings{}, &tunePanel{}))}
	}
	if s.data.HasTable {
		body = append(body, &labelList{})
	}
	return app.Div().Class("stack", "is-loose").Body(body...)
}

// missing leads to the step that labelling waits for, or is nil.
func (s *Screen) missing() app.UI {
	lead := func(text, href, link string) app.UI {
		return app.Section().Class("panel", "empty").Aria("label", textCard).Body(
			app.P().Text(text),
			app.P().Body(app.A().Href(href).Class("button", "is-primary").Text(link)))
	}
	switch {
	case !s.data.HasTable:
		return lead(TextLabelNoTable, "#data", kit.TextGoData)
	case s.generator.HasResult:
		return nil
	case s.generator.Phase.Active():
		return lead(TextLabelRunning, "#generator", kit.TextGoGenerator)
	case s.classifier.Phase.Active():
		return lead(TextLabelRunning, "#classifier", kit.TextGoClassifier)
	case !s.classifier.HasResult:
		return lead(TextLabelNoModel, "#classifier", kit.TextGoClassifier)
	}
	return lead(TextLabelNoGenerator, "#generator", kit.TextGoGenerator)
}
