package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/widget"
)

const labelOfferID = "label-offer-title"

// labelOffer asks what a file is that seems to hold labels, on whatever step it
// came.
type labelOffer struct {
	app.Compo
	labels store.Labels
}

func (p *labelOffer) OnMount(ctx app.Context) { topicLabels.Observe(ctx, &p.labels) }

func (p *labelOffer) Render() app.UI {
	name := p.labels.Offer.Name
	if name == "" {
		return app.Div().Hidden(true)
	}
	return app.Div().Class("project-panels").Body(app.Section().Class("panel", "ask").DataSet("leave", true).Aria("labelledby", labelOfferID).Body(
		app.H2().ID(labelOfferID).Class("panel-title").TabIndex(-1).Text(textLabelsOffered(name)),
		app.P().Text(textLabelsOfferedNote),
		app.Div().Class("toolbar").Body(
			widget.Button(textAddOffered, widget.Primary, p.onAdd),
			widget.Button(textOpenOffered, widget.Secondary, p.onOpen),
			widget.Button(textRejectOffered, widget.Quiet, p.onReject).DataSet("leaves", true),
		),
	))
}

func (p *labelOffer) onAdd(ctx app.Context, e app.Event) {
	Do(ctx, store.AddOffered{})
	showStep(ctx, StepLabel)
	focus(titleID) // the panel goes away
}

func (p *labelOffer) onOpen(ctx app.Context, e app.Event) {
	Do(ctx, store.OpenOffered{})
	showStep(ctx, StepData)
	focus(titleID)
}

func (p *labelOffer) onReject(ctx app.Context, e app.Event) {
	Do(ctx, store.RejectOffered{})
	focus(titleID)
}
