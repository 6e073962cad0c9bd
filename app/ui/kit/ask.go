package kit

import (
	"causeway/app/store"
	"causeway/app/ui/widget"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// AskPanel asks before something replaces a table, or images, with trained models.
type AskPanel struct {
	app.Compo
	Ask store.Ask
}

func (p *AskPanel) OnMount(ctx app.Context) { ctx.Defer(func(app.Context) { Focus("ask-title") }) }

func (p *AskPanel) Render() app.UI {
	return app.Section().Class("panel", "ask").DataSet("leave", true).Aria("labelledby", "ask-title").Body(
		app.H2().ID("ask-title").Class("panel-title").TabIndex(-1).Text(textAskTitle),
		app.P().Text(textAsk),
		app.Div().Class("toolbar").Body(
			widget.Button(textReplace, widget.Danger, p.onReplace),
			widget.Button(textKeep, widget.Secondary, p.onKeep).DataSet("leaves", true),
		),
	)
}

func (p *AskPanel) onReplace(ctx app.Context, e app.Event) {
	Do(ctx, store.Answer{Replace: true})
	Focus(TitleID)
}

func (p *AskPanel) onKeep(ctx app.Context, e app.Event) {
	Do(ctx, store.Answer{})
	Focus(TitleID)
}
