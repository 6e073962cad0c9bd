package project

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
)

// keptPanel is the list of projects saved in this browser.
type KeptPanel struct {
	app.Compo
	*store.State
	OnClose func(app.Context)

	page int
}

// keptShown is how many projects are listed at once.
const keptShown = 10

func (k *KeptPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Keeping) }

func (k *KeptPanel) Render() app.UI {
	s := k.Keeping
	body := []app.UI{
		app.H2().ID(recentTitleID).Class("panel-title").TabIndex(-1).Text(textRecent),
		app.P().Class("panel-note").Text(textKeptWhere),
	}
	if s.Stage == store.KeepOff && s.Why != "" {
		body = append(body, app.P().Text(s.Why))
	} else {
		body = append(body, k.list(), k.space())
	}
	body = append(body, app.Div().Class("toolbar").Body(
		widget.Button(textCloseList, widget.Secondary, k.onClose).DataSet("leaves", true)))
	return app.Section().ID(recentID).Class("panel", "kept").DataSet("leave", true).Aria("labelledby",
		recentTitleID).Body(body...)
}

func (k *KeptPanel) list() app.UI {
	all := k.Keeping.Projects
	if len(all) == 0 {
		return app.P().Text(textKeptNone)
	}
	var rows []app.UI
	for _, p := range all[:min(len(all), keptShown*(k.page+1))] {
		rows = append(rows, &keptProject{State: k.State, ID: p.ID})
	}
	list := app.Ul().Class("kept-list").Aria("label", textRecent).Body(rows...)
	if len(rows) == len(all) {
		return list
	}
	return app.Div().Class("stack").Body(list,
		widget.Button(textKeptMore(len(all)-len(rows)), widget.Secondary, k.onMore))
}

// space says how much room the projects take and whether the browser may remove them.
func (k *KeptPanel) space() app.UI {
	s := k.Keeping
	if s.Quota == 0 {
		return nil
	}
	line := app.P().Class("panel-note").Text(textSpace(s))
	if s.Persisted || s.NoPersist {
		return line
	}
	return app.Div().Class("row").Body(line, widget.Button(TextPersist, widget.Secondary, k.onPersist))
}

func (k *KeptPanel) onClose(ctx app.Context, e app.Event) { k.OnClose(ctx) }
func (k *KeptPanel) onMore(ctx app.Context, e app.Event)  { k.page++ }

func (k *KeptPanel) onPersist(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.KeepForGood{})
	kit.Focus(recentTitleID)
}

// keptProject is a line of the list.
type keptProject struct {
	app.Compo
	*store.State
	ID string

	asks string // the ID of the project to delete after confirmation
}

func (r *keptProject) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Keeping) }

// keptOf returns the listed project with an ID.
func keptOf(k store.Keeping, id string) (p store.KeptProject, ok bool) {
	for _, p := range k.Projects {
		if p.ID == id {
			return p, true
		}
	}
	return p, false
}

func (r *keptProject) Render() app.UI {
	p, ok := keptOf(r.Keeping, r.ID)
	if !ok {
		return app.Li().Hidden(true)
	}
	here := p.ID == r.Keeping.ID
	body := []app.UI{app.Div().Class("kept-line").Body(
		app.Div().Class("kept-what").Body(
			app.Strong().Class("kept-name").Text(p.Card.Name),
			app.Span().Class("panel-note").Text(textKeptCard(p.Card)),
			app.Span().Class("panel-note").Text(textKeptWhen(p, here)),
		),
		r.actions(p, here),
	)}
	if r.asks == r.ID && !here {
		body = append(body, app.Div().Class("toolbar").Body(
			app.Span().Text(textDeleteAsk(p)),
			widget.Button(textDeleteYes, widget.Danger, r.onDelete),
			widget.Button(textDeleteNo, widget.Secondary, r.onSpare),
		))
	}
	if here {
		body = append(body, &versionForm{ID: r.ID})
	}
	if len(p.Versions) > 0 {
		var list []app.UI
		for i := range p.Versions {
			list = append(list, &keptVersion{State: r.State, ID: p.ID, Index: i})
		}
		body = append(body, app.Ul().Class("kept-list", "is-versions").Aria("label",
			textVersionsOf(p.Card.Name)).Body(list...))
	}
	return app.Li().Class("kept-item").Body(body...)
}

func (r *keptProject) actions(p store.KeptProject, here bool) app.UI {
	if here {
		return nil
	}
	when := store.FormatTime(p.At)
	buttons := []app.UI{widget.Button(textOpenKept, widget.Secondary, r.onOpen).Aria("label",
		textOpenKeptOf(p.Card.Name, when)).Aria("disabled", r.Keeping.Opening)}
	if !p.Open {
		buttons = append(buttons, widget.Button(TextDeleteKept, widget.Quiet, r.onAsk).Aria("label",
			textDeleteKeptOf(p.Card.Name, when)))
	}
	return app.Div().Class("toolbar").Body(buttons...)
}

func (r *keptProject) onOpen(ctx app.Context, e app.Event) {
	if !r.Keeping.Opening {
		kit.Do(ctx, store.OpenKept{ID: r.ID, Version: -1})
		kit.Focus(recentTitleID)
	}
}

func (r *keptProject) onAsk(ctx app.Context, e app.Event)   { r.asks = r.ID }
func (r *keptProject) onSpare(ctx app.Context, e app.Event) { r.asks = ""; kit.Focus(recentTitleID) }

func (r *keptProject) onDelete(ctx app.Context, e app.Event) {
	r.asks = ""
	kit.Do(ctx, store.DeleteKept{ID: r.ID, Version: -1})
	kit.Focus(recentTitleID)
}

// versionForm saves the open project as a named version.
type versionForm struct {
	app.Compo
	ID string

	name string
	rev  int
}

func (f *versionForm) Render() app.UI {
	return app.Div().Class("row").Body(
		&widget.Text{Label: textVersionName, Value: f.name, Rev: f.rev, Live: true, OnChange: f.onName,
			OnEnter: f.onEnter},
		widget.Button(textKeepVersion, widget.Secondary, f.onKeep).Aria("disabled", f.name == ""),
	)
}

func (f *versionForm) onName(ctx app.Context, name string)  { f.name = name }
func (f *versionForm) onEnter(ctx app.Context, name string) { f.keep(ctx) }
func (f *versionForm) onKeep(ctx app.Context, e app.Event)  { f.keep(ctx) }

func (f *versionForm) keep(ctx app.Context) {
	if f.name != "" {
		kit.Do(ctx, store.NameVersion{ID: f.ID, Name: f.name})
		f.name = ""
		f.rev++
	}
}

// keptVersion is a named version in the list.
type keptVersion struct {
	app.Compo
	*store.State
	ID    string
	Index int
}

func (v *keptVersion) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Keeping) }

func (v *keptVersion) Render() app.UI {
	p, ok := keptOf(v.Keeping, v.ID)
	if !ok || v.Index >= len(p.Versions) {
		return app.Li().Hidden(true)
	}
	x, here := p.Versions[v.Index], p.ID == v.Keeping.ID
	back := widget.Button(textOpenVersion, widget.Secondary, v.onOpen).Aria("label",
		textOpenVersionOf(x.Name, p.Card.Name))
	if here {
		back = widget.Button(textGoBack, widget.Secondary, v.onOpen).Aria("label", textGoBackTo(x.Name))
	}
	var remove app.UI
	if here || !p.Open {
		remove = widget.Button(TextDeleteKept, widget.Quiet, v.onDelete).Aria("label", textDeleteVersionOf(x.Name))
	}
	return app.Li().Class("kept-line").Body(
		app.Div().Class("kept-what").Body(
			app.Span().Class("kept-name").Text(x.Name),
			app.Span().Class("panel-note").Text(textVersionWhen(x)),
		),
		app.Div().Class("toolbar").Body(back.Aria("disabled", v.Keeping.Opening), remove),
	)
}

func (v *keptVersion) onOpen(ctx app.Context, e app.Event) {
	if !v.Keeping.Opening {
		kit.Do(ctx, store.OpenKept{ID: v.ID, Version: v.Index})
		kit.Focus(recentTitleID)
	}
}

func (v *keptVersion) onDelete(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.DeleteKept{ID: v.ID, Version: v.Index})
	kit.Focus(recentTitleID)
}
