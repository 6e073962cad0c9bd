package label

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
)

// adoptPanel asks whether a generator that keeps rules less often than before is
// to be in force.
type adoptPanel struct {
	app.Compo
	labels store.Labels
}

func (p *adoptPanel) OnMount(ctx app.Context) { kit.TopicLabels.Observe(ctx, &p.labels) }

func (p *adoptPanel) Render() app.UI {
	if !p.labels.Asking() {
		return app.Div().Hidden(true)
	}
	return app.Section().Class("panel", "ask").Aria("labelledby", "adopt-title").Body(
		app.H2().ID("adopt-title").Class("panel-title").Text(TextAdoptTitle),
		app.P().Text(textAdopt(p.labels)),
		app.Div().Class("toolbar").Body(
			widget.Button(TextKeepPresent, widget.Primary, p.onKeep),
			widget.Button(TextAdoptTuned, widget.Secondary, p.onAdopt),
		),
	)
}

func (p *adoptPanel) onAdopt(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.AnswerTuned{Adopt: true})
	kit.Focus(TuneID) // the panel goes away
}

func (p *adoptPanel) onKeep(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.AnswerTuned{})
	kit.Focus(TuneID)
}
