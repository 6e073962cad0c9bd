package kit

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// Headings that get the focus when their panel appears.
const (
	TitleID    = "step-title"
	RunID      = "run-title"
	ResultID   = "result-title"
	ResultsID  = "results-title"
	SettingsID = "settings-title"
)

// whenThere calls do as soon as an element is on the page. New components appear one per frame.
func WhenThere(ctx app.Context, id string, do func(id string)) {
	const frames = 30
	var look func(left int) func(app.Context)
	look = func(left int) func(app.Context) {
		return func(ctx app.Context) {
			switch {
			case app.Window().GetElementByID(id).Truthy():
				do(id)
			case left > 0:
				ctx.Defer(look(left - 1))
			}
		}
	}
	ctx.Defer(look(frames))
}

func FocusTitle(ctx app.Context) {
	app.Window().Call("scrollTo", 0, 0)
	Focus(TitleID)
}

// focus moves the focus to an element, if it exists.
func Focus(id string) {
	if e := app.Window().GetElementByID(id); e.Truthy() {
		e.Call("focus")
	}
}

// show moves the focus to the heading of a panel and scrolls the panel to the
// top of the window.
func Show(id string) {
	e := app.Window().GetElementByID(id)
	if !e.Truthy() {
		return
	}
	e.Call("focus", map[string]any{"preventScroll": true})
	e.Call("closest", "section").Call("scrollIntoView", map[string]any{"block": "start"})
}

// Reveal moves the focus to the heading of a panel and scrolls only as far as needed.
func Reveal(id string) {
	e := app.Window().GetElementByID(id)
	if !e.Truthy() {
		return
	}
	e.Call("focus", map[string]any{"preventScroll": true})
	e.Call("scrollIntoView", map[string]any{"block": "nearest"})
}

// catchFocus focuses the first existing element if the focus was lost with its control.
func CatchFocus(ids ...string) {
	doc := app.Window().Get("document")
	if a := doc.Get("activeElement"); a.Truthy() && !a.Equal(doc.Get("body")) {
		return
	}
	for _, id := range ids {
		if e := app.Window().GetElementByID(id); e.Truthy() {
			e.Call("focus", map[string]any{"preventScroll": true})
			return
		}
	}
}

// showStep goes to a step as its link does.
func GoTo(ctx app.Context, s Place) {
	u := *app.Window().URL()
	if u.Fragment != string(s) {
		u.Fragment = string(s)
		ctx.NavigateTo(&u)
	}
}
