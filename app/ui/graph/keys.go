package graph

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
)

const keysTitleID = "keys-title"

// keysPanel lists the keyboard shortcuts of the drawing.
type keysPanel struct {
	app.Compo
	view graphView
}

func (p *keysPanel) OnMount(ctx app.Context) { topicGraphView.Observe(ctx, &p.view) }

func (p *keysPanel) Render() app.UI {
	if !p.view.Keys {
		return app.Div().Hidden(true)
	}
	var list []app.UI
	for _, k := range keys {
		list = append(list, app.Elem("dt").Body(app.Elem("kbd").Text(k[0])), app.Elem("dd").Text(k[1]))
	}
	return app.Section().Class("panel").DataSet("leave", true).Aria("labelledby", keysTitleID).Body(
		app.H2().ID(keysTitleID).Class("panel-title").TabIndex(-1).Text(textKeys),
		app.Elem("dl").Class("kv", "keys").Body(list...),
		app.Div().Class("toolbar").Body(widget.Button(textCloseKeys, widget.Quiet, p.onClose).DataSet("leaves", true)),
	)
}

func (p *keysPanel) onClose(ctx app.Context, e app.Event) {
	Wish(ctx, wantKeys{})
	kit.Focus("graph-title")
}
