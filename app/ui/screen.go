package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/ui/classifier"
	"causeway/app/ui/data"
	"causeway/app/ui/evaluate"
	"causeway/app/ui/explain"
	"causeway/app/ui/generator"
	"causeway/app/ui/graph"
	"causeway/app/ui/images"
	"causeway/app/ui/kit"
	"causeway/app/ui/label"
)

// topicAboutImages says whether the document is images and not a table.
var topicAboutImages = kit.NewTopic[bool]("about-images")

// screen is a step: of the table, or of the images.
type screen struct {
	app.Compo
	Step   kit.Step
	images bool
}

func (s *screen) OnMount(ctx app.Context) { topicAboutImages.Observe(ctx, &s.images) }

func (s *screen) Render() app.UI {
	lead, body := s.Step.Lead(), s.ofTable
	if s.images {
		lead, body = images.Lead(s.Step), s.ofImages
	}
	return app.Div().Class("step-body").Body(app.P().Class("lede").Body(kit.Worded(lead)...), body())
}

func (s *screen) ofImages() app.UI {
	switch s.Step {
	case kit.StepClassifier:
		return &images.Classifier{}
	case kit.StepGenerator:
		return &images.Generator{}
	case kit.StepExplain, kit.StepCase:
		return &images.Explain{}
	case kit.StepGraph:
		return app.Div().Class("stack", "is-loose").Body(&images.Graph{}, &graph.HistoryList{})
	case kit.StepLabel:
		return &images.Label{}
	case kit.StepEvaluate:
		return &images.Other{Text: images.TextNoEvaluate}
	}
	return s.data()
}

func (s *screen) ofTable() app.UI {
	switch s.Step {
	case kit.StepClassifier:
		return &classifier.Screen{}
	case kit.StepGraph:
		return &graph.Screen{}
	case kit.StepGenerator:
		return &generator.Screen{}
	case kit.StepExplain:
		return &explain.Screen{}
	case kit.StepCase:
		return &explain.Screen{Case: true}
	case kit.StepLabel:
		return &label.Screen{}
	case kit.StepEvaluate:
		return &evaluate.Screen{}
	}
	return s.data()
}

// data opens tables and images, and shows what is open.
func (s *screen) data() app.UI {
	return app.Div().Class("stack", "is-loose").Body(&images.DataPanel{}, &data.Screen{Beside: s.images})
}
