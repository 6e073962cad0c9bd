package data

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
)

// gallery shows the finished projects on the site. A press opens one and explains its row, without
// training.
type gallery struct {
	app.Compo
}

func (g *gallery) Render() app.UI {
	items := make([]app.UI, len(Exhibits))
	for i := range Exhibits {
		items[i] = &exhibit{At: i}
	}
	return app.Section().Class("examples").Aria("labelledby", "gallery-title").Body(
		app.H2().ID("gallery-title").Class("visually-hidden").Text(textGallery),
		app.Ul().Class("gallery").Body(items...),
	)
}

// exhibit is one finished project.
type exhibit struct {
	app.Compo
	At      int
	loading bool
}

func (x *exhibit) Render() app.UI {
	e := Exhibits[x.At]
	id := "exhibit-" + e.file
	return app.Li().Class("exhibit").Body(
		pictureOf(e.file),
		app.Div().Class("exhibit-text").Body(
			widget.Button(e.title, widget.Quiet, x.onOpen).Class("exhibit-open").Aria("describedby", id).Aria("busy",
				x.loading),
			app.Span().Class("exhibit-count").Text(e.rows),
			app.P().ID(id).Body(starred(e.Says)...)),
	)
}

// starred returns a text with its parts between stars emphasized.
func starred(text string) (list []app.UI) {
	for i, part := range strings.Split(text, "*") {
		if i%2 > 0 {
			list = append(list, app.Strong().Text(part))
		} else {
			list = append(list, app.Text(part))
		}
	}
	return list
}

// onOpen fetches the file, whose address the page's head names, and opens it.
func (x *exhibit) onOpen(ctx app.Context, e app.Event) {
	if x.loading {
		return
	}
	x.loading = true
	name := Exhibits[x.At].file
	ended := func(in store.Intent) {
		ctx.Dispatch(func(ctx app.Context) { x.loading = false })
		kit.Do(ctx, in)
	}
	broken := func(why app.Value) { ended(store.FinishedUnread{Why: textNotServed}) }
	link := app.Window().Get("document").Call("querySelector", `link[data-finished="`+name+`"]`)
	if !link.Truthy() {
		broken(nil)
		return
	}
	kit.Then(app.Window().Call("causewayFetch", link), func(answer app.Value) {
		kit.ReadFile(answer, func(b []byte) {
			ended(store.OpenFinished{Name: name + store.ProjectExt, Bytes: b})
			kit.GoTo(ctx, kit.PlacePerson)
		}, func(string) { broken(nil) })
	}, broken)
}

// Exhibits lists the finished projects. Says is the sentence about the answer on the first screen.
var Exhibits = []struct {
	file, title, rows, Says string
}{
	{"census", textExhibitCensus, "4,000 people", textExhibitCensusSays},
	{"simple-bn", textExhibitBoundary, "2,000 samples", textExhibitBoundarySays},
	{"sangiovese", textExhibitVines, "3,000 vines", textExhibitVinesSays},
	{"digits", textExhibitDigits, "1,000 digits", textExhibitDigitsSays},
}
