// Package main is the page: it registers its one route, connects the screens with the engine and
// starts the app.
package main

import (
	"runtime/debug"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/bridge"
	"causeway/app/store"
	"causeway/app/ui"
)

func main() {
	app.RouteFunc("/", func() app.Composer {
		return ui.NewRoot(link{bridge.New(), bridge.NewPool(0), &keeper{vault: bridge.NewVault()}})
	})
	app.RunWhenOnBrowser()
}

// link is a bridge that speaks in intents.
type link struct {
	client bridge.Client
	pool   *bridge.Pool
	*keeper
}

func (l link) Start(handle func(store.Intent)) {
	l.keeper.handle = handle
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
	l.pool.Start(func(e bridge.PoolEvent) {
		switch {
		case e.Ended:
			handle(store.TasksEnded{Job: e.Job, Why: e.Why})
		case e.Progress != nil:
			handle(store.TasksProgress{Job: e.Job, TaskRun: store.TaskRun(*e.Progress)})
		default:
			handle(store.TaskDone{Job: e.Job, Index: e.Index, Body: e.Done})
		}
	})
}

func (l link) Send(m store.Send) error { return l.client.Send(m.Job, m.Body) }
func (l link) Restart()                { l.client.Restart() }

func (l link) Work(e store.PoolEffect) {
	switch e := e.(type) {
	case store.RunTasks:
		// WebAssembly never returns memory, and results of many rows stay, so collect garbage
		// earlier from now on.
		debug.SetGCPercent(50)
		w := bridge.Work{Job: e.Job}
		for _, s := range e.Setup {
			w.Steps = append(w.Steps, bridge.Step{Key: s.Key, Message: s.Body})
		}
		for _, t := range e.Tasks {
			w.Tasks = append(w.Tasks, bridge.Task{Group: t.Group, Kind: t.Kind, Message: t.Body})
		}
		l.pool.Run(w)
	case store.TellTasks:
		l.pool.Tell(e.Job, e.Body)
	}
}
