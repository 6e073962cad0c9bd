package project

import (
	"encoding/json"
	"errors"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/ui/kit"
	"causeway/core/wire"
)

// aboutPanel says which version the page is, what it is built from, and under
// which licences. The texts are a file of the site, fetched when they are asked for.
type AboutPanel struct {
	app.Compo
	notice  notice
	asked   bool
	problem string
}

// notice is the file that the build gathers.
type notice struct {
	Version string `json:"version"`
	Parts   []struct {
		Name    string `json:"name"`
		Version string `json:"version"`
		Licence string `json:"licence"`
	} `json:"parts"`
}

func (p *AboutPanel) Render() app.UI {
	return app.Details().ID("about").Class("paste", "about").On("toggle", p.onToggle).Body(
		app.Summary().Text(textAbout),
		app.Div().Class("stack", "is-tight").Body(p.body()...),
	)
}

func (p *AboutPanel) body() []app.UI {
	switch {
	case p.problem != "":
		return []app.UI{app.P().Role("alert").Text(p.problem)}
	case p.notice.Version == "":
		return []app.UI{app.P().Text(textAboutLoading)}
	}
	parts := make([]app.UI, len(p.notice.Parts))
	for i, part := range p.notice.Parts {
		name := part.Name
		if part.Version != "" {
			name += " " + part.Version
		}
		parts[i] = app.Li().Body(app.Details().Class("paste").Body(
			app.Summary().Text(name),
			app.Pre().Class("licence").TabIndex(0).Aria("label", textLicenceOf(name)).Text(part.Licence),
		))
	}
	return []app.UI{
		app.P().Text(textVersion(p.notice.Version, wire.Build)),
		app.P().Text(textNothingSent),
		app.P().Text(textBuiltFrom),
		app.Ul().Class("about-parts").Body(parts...),
	}
}

// onToggle fetches the notice once; after a failure it is asked for again.
func (p *AboutPanel) onToggle(ctx app.Context, e app.Event) {
	if p.asked && p.problem == "" || !ctx.JSSrc().Get("open").Bool() {
		return
	}
	p.asked, p.problem = true, ""
	failed := func(err error) {
		ctx.Dispatch(func(ctx app.Context) { p.problem = textNoAbout(err) })
	}
	broken := func(app.Value) { failed(errors.New(textAboutUnreachable)) }
	link := app.Window().Get("document").Call("querySelector", "link[rel=license]")
	kit.Then(app.Window().Call("causewayFetch", link), func(answer app.Value) {
		kit.Then(answer.Call("text"), func(text app.Value) {
			var n notice
			if err := json.Unmarshal([]byte(text.String()), &n); err != nil {
				failed(errors.New(textAboutDamaged))
				return
			}
			ctx.Dispatch(func(ctx app.Context) { p.notice = n })
		}, broken)
	}, broken)
}
