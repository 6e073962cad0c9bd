package kit

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
)

// mostSettling is how many features of the watched row are drawn.
const mostSettling = 6

// Settling draws a strip for each feature that the watched row's counterfactual has changed at some
// time during the training, present changes first.
func Settling(d store.Data, run store.Run) app.UI {
	list, s := run.Watched, d.Table.Schema
	last := list[len(list)-1]
	factual, now := last.Factual.Values(), last.Now.Values()
	if len(factual) != len(s.Features) || len(now) != len(s.Features) {
		return app.Text("") // the run belongs to a replaced table
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
	if len(order) == 0 {
		return app.Text("")
	}
	slices.Sort(order) // a card keeps its place
	cards := make([]app.UI, len(order))
	for k, j := range order {
		cards[k] = SettledStrip(d, j, last.Target, factual[j], now[j])
	}
	return app.Ul().Class("settling").Aria("label", TextWatch).Body(cards...)
}
