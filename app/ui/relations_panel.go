package ui

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/widget"
)

// relationsPanel offers rules by which features follow from others in every row of
// the table. None holds until a person says so.
type relationsPanel struct {
	app.Compo
	data  store.Data
	graph store.Graph
}

func (p *relationsPanel) OnMount(ctx app.Context) {
	topicData.Observe(ctx, &p.data)
	topicGraph.Observe(ctx, &p.graph)
}

func (p *relationsPanel) Render() app.UI {
	t := p.data.Table
	var items []app.UI
	for i, r := range t.Relations {
		if len(p.graph.Sketch.Nodes) != len(t.Schema.Features) || slices.ContainsFunc(p.graph.Sketch.Rules, func(s store.Rule) bool {
			return s.Kind == store.Computed && s.Feature == r.Feature
		}) {
			continue
		}
		items = append(items, &relationItem{At: i, Sentence: r.String(t.Schema)})
	}
	if len(items) == 0 {
		return app.Div()
	}
	return app.Section().Class("panel").Aria("labelledby", "relations-title").Body(
		app.H2().ID("relations-title").Class("panel-title").TabIndex(-1).Text(textRelations),
		app.P().Class("panel-note").Text(textRelationsNote),
		app.Ul().Class("offer-list").Aria("label", textRelations).Body(items...),
	)
}

// relationItem is one rule that is offered.
type relationItem struct {
	app.Compo
	At       int
	Sentence string
	data     store.Data
}

func (r *relationItem) OnMount(ctx app.Context) { topicData.Observe(ctx, &r.data) }

func (r *relationItem) Render() app.UI {
	return app.Li().Class("offer").Body(
		app.P().Class("offer-text").Body(app.Bdi().Text(r.Sentence)),
		app.Div().Class("offer-actions").Body(
			widget.Button(textRelationTake, widget.Secondary, r.onTake).Aria("label", textRelationTake+": "+r.Sentence)),
	)
}

func (r *relationItem) onTake(ctx app.Context, e app.Event) {
	if r.At < len(r.data.Table.Relations) {
		Do(ctx, store.AddRule{Rule: r.data.Table.Relations[r.At]})
		focus(titleID) // the button goes away
	}
}
