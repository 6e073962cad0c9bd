package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
)

// labelScreen puts counterfactuals before a person, whose labels the generator
// learns from.
type labelScreen struct {
	app.Compo
	data       store.Data
	classifier store.Classifier
	generator  store.Generator
	ready      bool
}

func (s *labelScreen) OnMount(ctx app.Context) {
	topicData.Observe(ctx, &s.data)
	topicClassifier.Observe(ctx, &s.classifier)
	topicGenerator.Observe(ctx, &s.generator)
	s.ready = true
}

func (s *labelScreen) Render() app.UI {
	if !s.ready {
		return app.Div()
	}
	body := []app.UI{s.missing()}
	if body[0] == nil {
		body = []app.UI{&adoptPanel{}, nil}
		body[1] = app.Div().Class("split").Body(
			app.Div().Class("stack", "is-loose").Body(&cardPanel{}, &proposalPanel{}, &roundsPanel{}),
			app.Div().Class("stack", "is-loose").Body(&labelSettings{}, &tunePanel{}))
	}
	if s.data.HasTable {
		body = append(body, &labelList{})
	}
	return app.Div().Class("stack", "is-loose").Body(body...)
}

// missing leads to the step that labelling waits for, or is nil.
func (s *labelScreen) missing() app.UI {
	lead := func(text, href, link string) app.UI {
		return app.Section().Class("panel", "empty").Aria("label", textCard).Body(
			app.P().Text(text),
			app.P().Body(app.A().Href(href).Class("button", "is-primary").Text(link)))
	}
	switch {
	case !s.data.HasTable:
		return lead(textLabelNoTable, "#data", textGoData)
	case s.generator.HasResult:
		return nil
	case s.generator.Phase.Active():
		return lead(textLabelRunning, "#generator", textGoGenerator)
	case s.classifier.Phase.Active():
		return lead(textLabelRunning, "#classifier", textGoClassifier)
	case !s.classifier.HasResult:
		return lead(textLabelNoModel, "#classifier", textGoClassifier)
	}
	return lead(textLabelNoGenerator, "#generator", textGoGenerator)
}
