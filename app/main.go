// Package main is the page: it registers its one route, ties the screens to the
// engine and starts the app.
package main

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/bridge"
	"causeway/app/store"
	"causeway/app/ui"
)

func main() {
	app.RouteWithRegexpFunc(".*", func() app.Composer { return ui.NewRoot(link{bridge.New()}) })
	app.RunWhenOnBrowser()
}

// link is a bridge that speaks in intents.
type link struct{ client bridge.Client }

func (l link) Start(handle func(store.Intent)) {
	l.client.Start(func(e bridge.Event) {
		switch {
		case e.Up:
			handle(store.EngineUp{})
		case e.Down != "":
			handle(store.EngineDown{Reason: e.Down, Final: e.Final})
		default:
			handle(store.Fact{Job: e.Job, Body: e.Fact})
		}
	})
}

func (l link) Send(m store.Send) error { return l.client.Send(m.Job, m.Body) }
func (l link) Restart()                { l.client.Restart() }
