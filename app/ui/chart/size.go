package chart

import (
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// WatchSize tells, after the browser has laid the page out, that an element has another size, and once at first, until
// stop. It does so in a task of its own: whatever waits in Go runs with a function that the browser calls, and what
// is drawn while sizes are being told the browser takes for a circle.
func WatchSize(of app.Value, resized func()) (stop func()) {
	stopped := false
	told := app.FuncOf(func(app.Value, []app.Value) any {
		if !stopped {
			resized()
		}
		return nil
	})
	later := app.Window().Get("setTimeout").Call("bind", app.Window(), told, 0)
	sizes := app.Window().Get("ResizeObserver").New(later)
	sizes.Call("observe", of)
	return func() {
		stopped = true
		sizes.Call("disconnect")
		time.AfterFunc(time.Second, told.Release) // one may be on its way
	}
}
