package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
)

// linkKey begins the part of the address that brings a project, behind the step:
// #graph&project=...
const linkKey = "&project="

// cutLink parts the fragment of an address into the step and what a link brings.
func cutLink(fragment string) (step, link string, ok bool) { return strings.Cut(fragment, linkKey) }

// takeLink offers what the address brings, once: the address is left with the
// step alone, so that it can be loaded again.
func (r *Root) takeLink(ctx app.Context) {
	step, text, ok := cutLink(ctx.Page().URL().Fragment)
	if !ok {
		return
	}
	u := *app.Window().URL()
	u.Fragment = step
	app.Window().Get("history").Call("replaceState", nil, "", u.String())
	r.apply(ctx, store.OpenLink{Text: text})
}

// onCopyLink puts a link to graph, rules, settings and seeds on the clipboard.
func (r *Root) onCopyLink(ctx app.Context, a app.Action) {
	text, err := r.state.LinkText()
	if err != nil {
		Do(ctx, store.Say{Text: textNoLink(err)})
		return
	}
	clip := app.Window().Get("navigator").Get("clipboard")
	if !clip.Truthy() {
		Do(ctx, store.Say{Text: textLinkNoClipboard})
		return
	}
	u := *app.Window().URL()
	u.Fragment = ""
	link := u.String() + "#" + string(r.page.Step) + linkKey + text
	then(clip.Call("writeText", link),
		func(app.Value) { Do(ctx, store.Say{Text: textLinkCopied(len(link))}) },
		func(app.Value) { Do(ctx, store.Say{Text: textLinkNoClipboard}) })
}
