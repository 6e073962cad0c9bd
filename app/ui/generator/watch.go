package generator

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/kit"
	"causeway/core/wire"
)

// watchPanel shows a running training: how one row's counterfactual settles, and how many rows have
// one that holds. It observes only its own run.
type watchPanel struct {
	app.Compo
	*store.State
}

func (p *watchPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.GeneratorRun) }

func (p *watchPanel) Render() app.UI {
	list := p.GeneratorRun.Watched
	if len(list) == 0 {
		return app.Div().Hidden(true)
	}
	last := list[len(list)-1]
	body := []app.UI{
		app.H2().ID("watch-title").Class("panel-title").Text(kit.TextWatch),
		app.P().Class("panel-note").Text(textWatched(last, p.Data.Table.Schema.Outcome.Levels)),
	}
	return app.Section().Class("panel").Aria("labelledby",
		"watch-title").Body(append(body, kit.Settling(p.Data, p.GeneratorRun), shares(list))...)
}

// shares draws how many of the watched rows have a counterfactual that holds.
func shares(list []wire.Watched) app.UI {
	x := make([]float64, len(list))
	y := [3][]float64{}
	for i, w := range list {
		x[i] = float64(w.Epoch)
		for k, v := range []float64{w.Held, w.Valid, w.Kept} {
			y[k] = append(y[k], v)
		}
	}
	series := []chart.Series{{Name: kit.TextHeld, X: x, Y: y[0]},
		{Name: kit.TextScoreValidity, X: x, Y: y[1], Dashed: true}, {Name: textKeepsHard, X: x, Y: y[2], Dashed: true}}
	return app.Div().Class("curves").Body(chart.Lines(chart.LinesOf{
		Title: textWatchCurve, XLabel: textKeptOf, YLabel: kit.TextShare, Series: series, Empty: ""}))
}
