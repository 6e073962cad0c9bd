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
)

// screen is a place: of the table, or of the images.
type screen struct {
	app.Compo
	*store.State
	Step kit.Step
}

func (s *screen) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Images) }

func (s *screen) Render() app.UI {
	body := s.ofTable
	if s.Images.Has {
		body = s.ofImages
	}
	return app.Div().Class("step-body").Body(body())
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
	case kit.StepGraph:
		return &graph.Screen{State: s.State}
	case kit.StepExplain, kit.StepLabel:
		return &explain.Screen{State: s.State, Label: s.Step == kit.StepLabel}
	case kit.StepEveryone, kit.StepGroups, kit.StepEvaluate:
		return &everyone.Screen{State: s.State, Step: s.Step}
	}
	return s.data()
}

// data opens tables and images, and shows what is open.
func (s *screen) data() app.UI {
	return app.Div().Class("stack", "is-loose").Body(&images.DataPanel{State: s.State}, &data.Screen{State: s.State, Beside: s.Images.Has})
}

// models is the drawer of both models, which opens over every place and shows one of them.
type models struct {
	app.Compo
	*store.State
	Step   kit.Step
	Behind kit.Step
}

const modelsTitleID = "models-title"

func (m *models) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Images) }

func (m *models) Render() app.UI {
	if !m.Step.IsModel() {
		return app.Aside().Hidden(true)
	}
	tab := func(of kit.Step) app.UI {
		a := app.A().Href("#" + string(of)).Class("tab").Text(of.Title())
		if of == m.Step {
			a = a.Aria("current", "page")
		}
		return a
	}
	return app.Aside().Class("drawer").Role("dialog").Aria("labelledby", modelsTitleID).DataSet("leave", true).DataSet("step", string(m.Step)).Body(
		app.Div().Class("drawer-head").Body(
			app.H1().ID(modelsTitleID).Class("drawer-title").TabIndex(-1).Text(m.Step.Title()),
			app.Nav().Class("tabs").Aria("label", textModels).Body(tab(kit.StepClassifier), tab(kit.StepGenerator)),
			app.Button().Type("button").Class("icon", "is-close").Aria("label", textCloseModels).DataSet("leaves", true).OnClick(m.onClose)),
		m.of())
}

func (m *models) of() app.UI {
	switch {
	case m.Images.Has:
		return images.Screen(m.State, m.Step)
	case m.Step == kit.StepClassifier:
		return &classifier.Screen{State: m.State}
	}
	return &generator.Screen{State: m.State}
}

func (m *models) onClose(ctx app.Context, e app.Event) { kit.ShowStep(ctx, m.Behind) }
