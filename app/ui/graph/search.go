package graph

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
)

// searchPanel searches for edges and lists the results. It observes only the search, so
// that ten updates a second redraw nothing else.
type searchPanel struct {
	app.Compo
	*store.State
}

func (p *searchPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Graph|kit.Search) }

func (p *searchPanel) Render() app.UI {
	body := []app.UI{}
	if p.Search.Phase == store.Resting {
		body = append(body, app.Div().Class("toolbar").Body(
			widget.Button(textSearchEdges, widget.Secondary, p.onSearch).Title(textSearchHint),
		))
	} else {
		n := p.Search.Progress
		body = append(body,
			&widget.Progress{Label: textSearchProgress, Value: float64(n.Done), Max: float64(max(n.Total, 1)),
				Text: textEdgeSearch(p.Search)},
			app.Div().Class("toolbar").Body(widget.Button(kit.TextCancel, widget.Secondary, p.onCancel).Aria("disabled",
				p.Search.Phase == store.Canceling)),
		)
	}
	if p.Search.HasResult {
		body = append(body, p.found()...)
	}
	return app.Div().Class("edge-search", "stack").Body(body...)
}

// found lists the suggestions that are not drawn yet.
func (p *searchPanel) found() []app.UI {
	s, m := p.Data.Table.Schema, p.Search.Result
	var items []app.UI
	for _, f := range m.Edges {
		if joined(p.Graph, f.From, f.To) {
			continue
		}
		ways := []app.UI{ // both directions, because a search gets directions wrong more often than edges
			adding(s, f.From, f.To, edgeArrow(s, f.From, f.To)),
			adding(s, f.To, f.From, edgeArrow(s, f.To, f.From)),
		}
		items = append(items, offer(textSuggestion(s, f), ways...))
	}
	if len(items) == 0 {
		text := TextSuggestedAdded
		if len(m.Edges) == 0 {
			text = textNoSuggestion
		}
		return []app.UI{app.P().Class("panel-note").Text(text + " " + textSearched(m))}
	}
	return []app.UI{offers(textSuggested, textSearched(m), items)}
}

func (p *searchPanel) onSearch(ctx app.Context, e app.Event) { kit.Do(ctx, store.SearchEdges{}) }

func (p *searchPanel) onCancel(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.Cancel{What: store.TheGraph})
	kit.Focus("evidence-title") // the button goes away
}
