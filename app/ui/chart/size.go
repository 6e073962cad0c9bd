package chart

import (
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// WatchSize reports an element's size after the first layout and whenever it changes, until stop. It
// does so in a separate task, because the browser treats drawing during its size callback as a loop.
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
