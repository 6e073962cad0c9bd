package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/classifier"
	"causeway/app/ui/data"
	"causeway/app/ui/everyone"
	"causeway/app/ui/explain"
	"causeway/app/ui/generator"
	"causeway/app/ui/graph"
	"causeway/app/ui/images"
	"causeway/app/ui/kit"
	"causeway/app/ui/label"
)

// screen is a step: of the table, or of the images.
type screen struct {
	app.Compo
	*store.State
	Step kit.Step
}

func (s *screen) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Images) }

func (s *screen) Render() app.UI {
	lead, body := s.Step.Lead(), s.ofTable
	if s.Images.Has {
		lead, body = images.Lead(s.Step), s.ofImages
	}
	return app.Div().Class("step-body").Body(app.P().Class("lede").Body(kit.Worded(lead)...), body())
}

func (s *screen) ofImages() app.UI {
	switch s.Step {
	case kit.StepData:
		return s.data()
	case kit.StepGraph:
		return app.Div().Class("stack", "is-loose").Body(images.Screen(s.State, s.Step), &graph.HistoryList{State: s.State})
	}
	return images.Screen(s.State, s.Step)
}

func (s *screen) ofTable() app.UI {
	switch s.Step {
	case kit.StepClassifier:
		return &classifier.Screen{State: s.State}
	case kit.StepGraph:
		return &graph.Screen{State: s.State}
	case kit.StepGenerator:
		return &generator.Screen{State: s.State}
	case kit.StepExplain:
		return &explain.Screen{State: s.State, Many: s.everyone}
	case kit.StepCase:
		return &explain.Screen{State: s.State, Case: true}
	case kit.StepLabel:
		return &label.Screen{State: s.State}
	case kit.StepEvaluate:
		return &everyone.Screen{State: s.State, Open: everyone.Methods}
	}
	return s.data()
}

func (s *screen) everyone() app.UI { return &everyone.Screen{State: s.State} }

// data opens tables and images, and shows what is open.
func (s *screen) data() app.UI {
	return app.Div().Class("stack", "is-loose").Body(&images.DataPanel{State: s.State}, &data.Screen{State: s.State, Beside: s.Images.Has})
}
