package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/widget"
)

// adoptPanel asks whether a generator that keeps rules less often than before is
// to be in force.
type adoptPanel struct {
	app.Compo
	labels store.Labels
}

func (p *adoptPanel) OnMount(ctx app.Context) { topicLabels.Observe(ctx, &p.labels) }

func (p *adoptPanel) Render() app.UI {
	if !p.labels.Asking() {
		return app.Div().Hidden(true)
	}
	return app.Section().Class("panel", "ask").Aria("labelledby", "adopt-title").Body(
		app.H2().ID("adopt-title").Class("panel-title").Text(textAdoptTitle),
		app.P().Text(textAdopt(p.labels)),
		app.Div().Class("toolbar").Body(
			widget.Button(textKeepPresent, widget.Primary, p.onKeep),
			widget.Button(textAdoptTuned, widget.Secondary, p.onAdopt),
		),
	)
}

func (p *adoptPanel) onAdopt(ctx app.Context, e app.Event) {
	Do(ctx, store.AdoptTuned{})
	focus(tuneID) // the panel goes away
}

func (p *adoptPanel) onKeep(ctx app.Context, e app.Event) {
	Do(ctx, store.KeepPresent{})
	focus(tuneID)
}
