// Package project is what stands above every step: saving, opening, verifying
// and reporting a project, those that were saved before, and what the page is
// made of.
package project

import (
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
)

// projectBar names the project, says whether it is saved, and opens the list of
// those that this browser keeps.
type Bar struct {
	app.Compo
	*store.State
	open bool
}

const (
	recentID       = "recent-projects"
	recentTitleID  = "recent-title"
	recentOpenerID = "recent-opener"
	offerTitleID   = "offer-title"
	freeTitleID    = "free-title"
)

func (b *Bar) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Images|kit.Keeping) }

func (b *Bar) Render() app.UI {
	var name, offer, list app.UI
	title, any := b.Images.Set.Name, b.Images.Has || b.Data.HasTable || b.Data.HasPreview
	if b.Data.HasTable {
		title = b.Data.Table.Name
	}
	if title != "" {
		name = app.Strong().Class("project-name").Title(title).Text(title)
	}
	if b.Keeping.Offer != "" && !any {
		offer = &offerPanel{State: b.State}
	}
	if b.Keeping.Free {
		offer = &takeOverPanel{Name: title}
	}
	if b.open {
		list = &KeptPanel{State: b.State, OnClose: b.onClose}
	}
	return app.Div().Class("project").Body(
		app.Div().Class("project-bar").Body(
			app.P().Class("project-state").Body(name, keepWord(b.Keeping, any)),
			&projectFiles{State: b.State},
			app.Div().Class("toolbar").Body(
				widget.Button(textRecentShort, widget.Quiet, b.onToggle).Aria("label", textRecent).ID(recentOpenerID).Aria("expanded", b.open).Aria("controls", recentID),
			),
		),
		offer,
		list,
	)
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
	return app.Span().ID("keep-state").Class("keep-state").DataSet("tone", tone).Text(text)
}

func (b *Bar) onToggle(ctx app.Context, e app.Event) {
	b.open = !b.open
	if b.open {
		kit.Do(ctx, store.ShowKept{})
		kit.WhenThere(ctx, recentTitleID, kit.Focus)
	}
}

func (b *Bar) onClose(ctx app.Context) {
	b.open = false
	kit.Focus(recentOpenerID)
}

// offerPanel offers to go on with a project that was saved.
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

// takeOverPanel offers to go on with the project that the page works on a copy of,
// as the tab that had it is closed.
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
