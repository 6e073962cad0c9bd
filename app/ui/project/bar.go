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
	data    store.Data
	images  store.Images
	keeping store.Keeping
	open    bool
}

const (
	recentID       = "recent-projects"
	recentTitleID  = "recent-title"
	recentOpenerID = "recent-opener"
	offerTitleID   = "offer-title"
	freeTitleID    = "free-title"
)

func (b *Bar) OnMount(ctx app.Context) {
	kit.TopicData.Observe(ctx, &b.data)
	kit.TopicImages.Observe(ctx, &b.images)
	kit.TopicKeeping.Observe(ctx, &b.keeping)
}

func (b *Bar) Render() app.UI {
	var name, offer, list app.UI
	title, any := b.images.Set.Name, b.images.Has || b.data.HasTable || b.data.HasPreview
	if b.data.HasTable {
		title = b.data.Table.Name
	}
	if title != "" {
		name = app.Strong().Class("project-name").Title(title).Text(title)
	}
	if b.keeping.Offer != "" && !any {
		offer = &offerPanel{}
	}
	if b.keeping.Free {
		offer = &takeOverPanel{Name: title}
	}
	if b.open {
		list = &KeptPanel{OnClose: b.onClose}
	}
	return app.Div().Class("project").Body(
		app.Div().Class("project-bar").Body(
			app.P().Class("project-state").Body(name, keepWord(b.keeping, any)),
			&projectFiles{},
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
	keeping store.Keeping
}

func (o *offerPanel) OnMount(ctx app.Context) { kit.TopicKeeping.Observe(ctx, &o.keeping) }

func (o *offerPanel) Render() app.UI {
	p, ok := keptOf(o.keeping, o.keeping.Offer)
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
	kit.Do(ctx, store.OpenKept{ID: o.keeping.Offer, Version: -1})
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
