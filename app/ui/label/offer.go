package label

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
)

const OfferID = "label-offer-title"

// labelOffer asks what to do with a file that seems to hold labels, at any place.
type Offer struct {
	app.Compo
	*store.State
}

func (p *Offer) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Labels) }

func (p *Offer) Render() app.UI {
	name := p.Labels.Offer.Name
	if name == "" {
		return app.Div().Hidden(true)
	}
	return app.Div().Class("project-panels").Body(
		app.Section().Class("panel", "ask").DataSet("leave", true).Aria("labelledby", OfferID).Body(
			app.H2().ID(OfferID).Class("panel-title").TabIndex(-1).Text(textLabelsOffered(name)),
			app.P().Text(textLabelsOfferedNote),
			app.Div().Class("toolbar").Body(
				widget.Button(textAddOffered, widget.Primary, p.onAdd),
				widget.Button(textOpenOffered, widget.Secondary, p.onOpen),
				widget.Button(textRejectOffered, widget.Quiet, p.onReject).DataSet("leaves", true),
			),
		))
}

func (p *Offer) onAdd(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.AddOffered{})
	kit.GoTo(ctx, kit.PlaceLabel)
	kit.Focus(kit.TitleID) // the panel goes away
}

func (p *Offer) onOpen(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.OpenOffered{})
	kit.GoTo(ctx, kit.PlaceTable)
	kit.Focus(kit.TitleID)
}

func (p *Offer) onReject(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.RejectOffered{})
	kit.Focus(kit.TitleID)
}
