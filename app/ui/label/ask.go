package label

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
)

// adoptPanel shows the fine-tuned generator beside the present one and asks which to use.
type adoptPanel struct {
	app.Compo
	*store.State
}

func (p *adoptPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Labels) }

func (p *adoptPanel) Render() app.UI {
	if !p.Labels.Asking() {
		return app.Div().Hidden(true)
	}
	l := p.Labels
	keep, adopt := widget.Secondary, widget.Primary
	if l.Result.Worse() {
		keep, adopt = adopt, keep
	}
	return app.Section().Class("panel", "ask").Aria("labelledby", "adopt-title").Body(
		app.H2().ID("adopt-title").Class("panel-title").Text(textAdoptTitle(l.Result)),
		app.P().Text(textAdopt(l.Result)),
		chart.Dots(TunedOf(l.Result, l.Judged.Any())),
		app.Div().Class("toolbar").Body(
			widget.Button(TextKeepPresent, keep, p.onKeep),
			widget.Button(TextAdoptTuned, adopt, p.onAdopt),
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
