// Package project is shared by every place. It saves, opens, verifies and reports projects, lists
// saved ones, and shows version and licences.
package project

import (
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
)

// Menu shows the project's name and whether it is saved, and has the commands for projects and the
// page.
type Menu struct {
	app.Compo
	*store.State
	theme string
	kept  bool // the list of saved projects is on show
}

const (
	menuID         = "project-menu"
	recentID       = "recent-projects"
	recentTitleID  = "recent-title"
	recentOpenerID = "recent-opener"
	offerTitleID   = "offer-title"
	freeTitleID    = "free-title"
)

func (m *Menu) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Images|kit.Keeping)
	m.theme = storedTheme(ctx)
	showTheme(m.theme)
}

func (m *Menu) Render() app.UI {
	name, any := openName(m.State)
	if name == "" {
		name = TextName
	}
	body := []app.UI{
		&openButton{},
		widget.Button(textRecent, widget.Quiet, m.onKept).ID(recentOpenerID).Aria("expanded", m.kept).Aria("controls",
			recentID),
	}
	if m.kept {
		body = append(body, &KeptPanel{State: m.State, OnClose: m.onClose})
	}
	body = append(body,
		app.A().Href("#"+string(kit.PlaceTable)).Class("button", "is-quiet").Text(textOtherTable),
		&widget.Select{Label: textTheme, Value: m.theme, Options: themes, OnChange: m.onTheme},
		&kit.Glossary{}, &AboutPanel{}, app.P().Class("panel-note").Text(textPrivacy))
	return app.Div().Class("bar-project").Body(
		app.Button().Type("button").Class("brand").Attr("popovertarget", menuID).Aria("label", textMenu(name)).Body(
			app.Span().Class("brand-name").Title(name).Text(name)),
		keepWord(m.Keeping, any),
		app.Div().ID(menuID).Class("menu").Attr("popover", "auto").Role("group").Aria("label",
			textMenuTitle).Body(body...),
	)
}

// openName returns the open project's name; any reports whether it has one.
func openName(s *store.State) (name string, any bool) {
	name, any = s.Images.Set.Name, s.Images.Has || s.Data.HasTable || s.Data.HasPreview
	if s.Data.HasTable {
		name = s.Data.Table.Name
	}
	return name, any
}

// keepWord says in a few words whether the project is saved.
func keepWord(k store.Keeping, any bool) app.UI {
	text, tone := "", ""
	switch {
	case k.Stage == store.KeepOff && k.Why != "":
		text, tone = textKeepOff, "warning"
	case k.Stage == store.KeepFailed:
		text, tone = textKeepFailed, "warning"
	case !any || k.Stage == store.KeepOff || k.Stage == store.KeepReady:
		return nil
	case k.Stage == store.KeepSaved:
		text, tone = TextKeepSaved(k, time.Now()), "success"
		if len(k.Left) > 0 {
			tone = "warning"
		}
	default:
		text = TextKeepSaving
	}
	return app.Span().ID("keep-state").Class("keep-state").DataSet("tone", tone).Title(textKeepHere).Text(text)
}

func (m *Menu) onKept(ctx app.Context, e app.Event) {
	m.kept = !m.kept
	if m.kept {
		kit.Do(ctx, store.ShowKept{})
		kit.WhenThere(ctx, recentTitleID, kit.Focus)
	}
}

func (m *Menu) onClose(ctx app.Context) {
	m.kept = false
	kit.Focus(recentOpenerID)
}

// Offers asks whether to continue a saved project, or one that another tab has closed.
type Offers struct {
	app.Compo
	*store.State
}

func (o *Offers) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Images|kit.Keeping) }

func (o *Offers) Render() app.UI {
	name, any := openName(o.State)
	var list []app.UI
	if o.Keeping.Offer != "" && !any {
		list = append(list, &offerPanel{State: o.State})
	}
	if o.Keeping.Free {
		list = append(list, &takeOverPanel{Name: name})
	}
	return app.Div().Class("project-panels").Hidden(len(list) == 0).Body(list...)
}

// offerPanel offers to continue a saved project.
type offerPanel struct {
	app.Compo
	*store.State
}

func (o *offerPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Keeping) }

func (o *offerPanel) Render() app.UI {
	p, ok := keptOf(o.Keeping, o.Keeping.Offer)
	if !ok {
		return app.Div()
	}
	return app.Section().Class("panel").DataSet("leave", true).Aria("labelledby", offerTitleID).Body(
		app.H2().ID(offerTitleID).Class("panel-title").Text(TextOffer),
		app.P().Body(app.Strong().Text(p.Card.Name), app.Text(textOfferText(p))),
		app.Div().Class("toolbar").Body(
			widget.Button(textContinue, widget.Primary, o.onContinue),
			widget.Button(textNotNow, widget.Quiet, o.onDecline).DataSet("leaves", true),
		),
	)
}

func (o *offerPanel) onContinue(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.OpenKept{ID: o.Keeping.Offer, Version: -1})
	kit.Focus(kit.TitleID)
}

func (o *offerPanel) onDecline(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.DeclineOffer{})
	kit.Focus(kit.TitleID)
}

// takeOverPanel offers to continue the original of a copy, because its tab was closed.
type takeOverPanel struct {
	app.Compo
	Name string
}

func (o *takeOverPanel) Render() app.UI {
	return app.Section().Class("panel").DataSet("leave", true).Aria("labelledby", freeTitleID).Body(
		app.H2().ID(freeTitleID).Class("panel-title").Text(textFree),
		app.P().Text(textFreeText(o.Name)),
		app.Div().Class("toolbar").Body(
			widget.Button(textTakeOver, widget.Primary, o.onTake),
			widget.Button(textStay, widget.Quiet, o.onStay).DataSet("leaves", true),
		),
	)
}

func (o *takeOverPanel) onTake(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.AnswerCopy{TakeOver: true})
	kit.Focus(kit.TitleID)
}

func (o *takeOverPanel) onStay(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.AnswerCopy{})
	kit.Focus(kit.TitleID)
}

// openButton opens a project, or a table, from a file.
type openButton struct{ app.Compo }

func (b *openButton) Render() app.UI {
	return app.Div().Class("project-open").Body(
		&widget.File{Label: textOpen, Accept: projectTypes, Weight: widget.Quiet, OnFile: b.onFile, Instead: b.pick})
}

func (b *openButton) onFile(ctx app.Context, file app.Value) {
	popover(menuID, "hidePopover")
	ctx.NewActionWithValue(kit.ChooseAction, file)
}

// pick opens a file with the browser's own dialog, if it has one, so that saving writes to the same
// file.
func (b *openButton) pick(ctx app.Context, otherwise func()) {
	w := app.Window()
	if !w.Get("showOpenFilePicker").Truthy() {
		otherwise()
		return
	}
	failed := func(why app.Value) {
		if why.Get("name").String() != "AbortError" { // the browser does not allow its dialog here
			otherwise()
		}
	}
	kit.Then(w.Call("showOpenFilePicker"), func(list app.Value) {
		place := list.Index(0)
		kit.Then(place.Call("getFile"), func(file app.Value) {
			popover(menuID, "hidePopover")
			ctx.NewActionWithValue(kit.ChooseAction, kit.Picked{File: file, Place: place})
		}, failed)
	}, failed)
}

// leaveMenu closes a menu and returns the focus to the button that opened it.
func leaveMenu(id, opener string) {
	popover(id, "hidePopover")
	kit.Focus(opener)
}

// popover opens or closes a menu; opening an open one is an error in browsers.
func popover(id, how string) {
	if m := app.Window().GetElementByID(id); m.Truthy() && m.Get(how).Truthy() &&
		m.Call("matches", ":popover-open").Truthy() == (how == "hidePopover") {
		m.Call(how)
	}
}
