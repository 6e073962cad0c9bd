package project

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/ui/kit"
	"causeway/core/wire"
)

// AboutPanel shows the page's version, the hashes of its programs, their components, and the licences.
// It fetches the texts from the site when it opens.
type AboutPanel struct {
	app.Compo
	notice  notice
	asked   bool
	problem string
	sums    [len(programs)]string // SHA-256 of the programs, or why it is unknown
}

// programs holds the names under which the page's head lists its programs.
var programs = [...]string{"page", "engine"}

// notice is the licence file that the build gathers.
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
			app.Elem("pre").Class("licence").TabIndex(0).Aria("label", textLicenceOf(name)).Text(part.Licence),
		))
	}
	return []app.UI{
		app.P().Text(textVersion(p.notice.Version, wire.Build)),
		app.Elem("dl").Class("sums").Body(app.Range(programs).Slice(func(i int) app.UI {
			return app.Div().Body(app.Elem("dt").Text(textProgram(programs[i])),
				app.Elem("dd").Text(cmp.Or(p.sums[i], textSumming)))
		})),
		app.P().Text(textCompareSums),
		app.P().Text(textNothingSent),
		app.P().Text(textBuiltFrom),
		app.Ul().Class("about-parts").Body(parts...),
	}
}

// onToggle fetches the notice once; after a failure it retries.
func (p *AboutPanel) onToggle(ctx app.Context, e app.Event) {
	if p.asked && p.problem == "" || !ctx.JSSrc().Get("open").Bool() {
		return
	}
	p.asked, p.problem = true, ""
	failed := func(err error) {
		ctx.Dispatch(func(ctx app.Context) { p.problem = textNoAbout(err) })
	}
	for i := range programs {
		p.sum(ctx, i)
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

// sum hashes a program in the browser, as served by the site or its cache.
func (p *AboutPanel) sum(ctx app.Context, i int) {
	says := func(text string) { ctx.Dispatch(func(ctx app.Context) { p.sums[i] = text }) }
	broken := func(app.Value) { says(textNoSum) }
	digest := app.Window().Get("crypto").Get("subtle")
	if !digest.Truthy() { // browsers hash only on https pages
		broken(nil)
		return
	}
	address := app.Window().Get("document").Call("querySelector", `link[data-program="`+programs[i]+`"]`).Get(
		"href").String()
	kit.Then(app.Window().Call("fetch", address), func(answer app.Value) {
		kit.Then(answer.Call("arrayBuffer"), func(bytes app.Value) {
			kit.Then(digest.Call("digest", "SHA-256", bytes), func(sum app.Value) {
				b := make([]byte, sha256.Size)
				app.CopyBytesToGo(b, app.Window().Get("Uint8Array").New(sum))
				says(hex.EncodeToString(b))
			}, broken)
		}, broken)
	}, broken)
}
