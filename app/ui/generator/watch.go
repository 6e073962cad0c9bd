package generator

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/kit"
	"causeway/core/wire"
)

// mostSettling is how many features of the row under watch are drawn.
const mostSettling = 6

// watchPanel shows a training by what it does: one row's counterfactual as it settles,
// and how many rows have one that holds. It observes only its own run.
type watchPanel struct {
	app.Compo
	data store.Data
	run  store.Run
}

func (p *watchPanel) OnMount(ctx app.Context) {
	kit.TopicData.Observe(ctx, &p.data)
	kit.TopicGeneratorRun.Observe(ctx, &p.run)
}

func (p *watchPanel) Render() app.UI {
	list := p.run.Watched
	if len(list) == 0 {
		return app.Div().Hidden(true)
	}
	last := list[len(list)-1]
	body := []app.UI{
		app.H2().ID("watch-title").Class("panel-title").Text(textWatch),
		app.P().Class("panel-note").Text(textWatched(last, p.data.Table.Schema.Outcome.Levels)),
	}
	if cards := p.settling(list, last); len(cards) > 0 {
		body = append(body, app.Ul().Class("settling").Aria("label", textWatch).Body(cards...))
	}
	return app.Section().Class("panel").Aria("labelledby", "watch-title").Body(append(body, shares(list))...)
}

// settling is a strip for each feature that the row's counterfactual has ever changed,
// those first that it changes now.
func (p *watchPanel) settling(list []wire.Watched, last wire.Watched) []app.UI {
	s := p.data.Table.Schema
	factual, now := last.Factual.Values(), last.Now.Values()
	if len(factual) != len(s.Features) || len(now) != len(s.Features) {
		return nil // of a table that is no longer there
	}
	changes := make([]int, len(s.Features))
	for _, w := range list {
		for j, v := range w.Now.Values() {
			if j < len(factual) && v != factual[j] {
				changes[j]++
			}
		}
	}
	var order []int
	for j, n := range changes {
		if n > 0 {
			order = append(order, j)
		}
	}
	weight := func(j int) int {
		if now[j] != factual[j] {
			return changes[j] + len(list)
		}
		return changes[j]
	}
	slices.SortStableFunc(order, func(a, b int) int { return weight(b) - weight(a) })
	order = order[:min(len(order), mostSettling)]
	slices.Sort(order) // a card stays in its place
	cards := make([]app.UI, len(order))
	for k, j := range order {
		cards[k] = kit.SettledStrip(p.data, j, last.Target, factual[j], now[j])
	}
	return cards
}

// shares draws how many of the rows under watch have a counterfactual that holds.
func shares(list []wire.Watched) app.UI {
	x := make([]float64, len(list))
	y := [3][]float64{}
	for i, w := range list {
		x[i] = float64(w.Epoch)
		for k, v := range []float64{w.Held, w.Valid, w.Kept} {
			y[k] = append(y[k], v)
		}
	}
	series := []chart.Series{{Name: kit.TextHeld, X: x, Y: y[0]}, {Name: kit.TextScoreValidity, X: x, Y: y[1], Dashed: true}, {Name: textKeepsHard, X: x, Y: y[2], Dashed: true}}
	return app.Div().Class("curves").Body(chart.Lines(chart.LinesOf{
		Title: textWatchCurve, XLabel: textKeptOf, YLabel: kit.TextShare, Series: series, Empty: ""}))
}
