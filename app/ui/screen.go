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

// screen is a place for tables, or for images.
type screen struct {
	app.Compo
	*store.State
	Place kit.Place
}

func (s *screen) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Images) }

func (s *screen) Render() app.UI {
	body := s.ofTable
	if s.Images.Has {
		body = s.ofImages
	}
	return app.Div().Class("place-body").Body(body())
}

func (s *screen) ofImages() app.UI {
	switch s.Place {
	case kit.PlaceTable:
		return s.data()
	case kit.PlaceCauses:
		return app.Div().Class("stack", "is-loose").Body(images.Screen(s.State, s.Place),
			&graph.HistoryList{State: s.State})
	}
	return images.Screen(s.State, s.Place)
}

func (s *screen) ofTable() app.UI {
	switch s.Place {
	case kit.PlaceCauses:
		return &graph.Screen{State: s.State}
	case kit.PlacePerson, kit.PlaceLabel:
		return &explain.Screen{State: s.State, Label: s.Place == kit.PlaceLabel}
	case kit.PlaceEveryone, kit.PlaceGroups, kit.PlaceMethods:
		return &everyone.Screen{State: s.State, At: s.Place}
	}
	return s.data()
}

// data opens tables and images, and shows the open document.
func (s *screen) data() app.UI {
	return app.Div().Class("stack", "is-loose").Body(&images.DataPanel{State: s.State},
		&data.Screen{State: s.State, Beside: s.Images.Has})
}

// models is the drawer of both models, which opens over every place and shows one of them.
type models struct {
	app.Compo
	*store.State
	Now    kit.Place
	Behind kit.Place
}

const modelsTitleID = "models-title"

func (m *models) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Images) }

func (m *models) Render() app.UI {
	if !m.Now.IsModel() {
		return app.Div().Hidden(true)
	}
	tab := func(of kit.Place) app.UI {
		a := app.A().Href("#" + string(of)).Class("place-tab").Text(of.Title())
		if of == m.Now {
			a = a.Aria("current", "page")
		}
		return a
	}
	return app.Div().Class("drawer").Role("dialog").Aria("labelledby", modelsTitleID).DataSet("leave", true).DataSet(
		"place", string(m.Now)).Body(
		app.Div().Class("drawer-head").Body(
			app.Elem("h1").ID(modelsTitleID).Class("drawer-title").TabIndex(-1).Text(m.Now.Title()),
			app.Elem("nav").Class("place-tabs").Aria("label", textModels).Body(tab(kit.PlaceClassifier),
				tab(kit.PlaceGenerator)),
			app.Button().Type("button").Class("icon", "is-close").Aria("label",
				textCloseModels).DataSet("leaves", true).OnClick(m.onClose)),
		app.P().Class("panel-note").Body(kit.Worded(textModelIs[m.Now])...),
		m.drawer())
}

func (m *models) drawer() app.UI {
	switch {
	case m.Images.Has:
		return images.Screen(m.State, m.Now)
	case m.Now == kit.PlaceClassifier:
		return &classifier.Screen{State: m.State}
	}
	return &generator.Screen{State: m.State}
}

func (m *models) onClose(ctx app.Context, e app.Event) { kit.GoTo(ctx, m.Behind) }
