package graph

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
)

// HistoryList lists the changes; a press goes back or forward to one.
type HistoryList struct {
	app.Compo
	*store.State
}

// maxSteps is how many steps are listed, those around the present.
const maxSteps = 60

func (h *HistoryList) OnMount(ctx app.Context) { kit.Watch(ctx, kit.History) }

func (h *HistoryList) Render() app.UI {
	names, now := h.History.Steps(), h.History.At()
	from := max(0, now-maxSteps/2)
	to := min(len(names), from+maxSteps)
	var items []app.UI
	if from == 0 {
		items = append(items, &historyStep{At: 0, Text: textHistoryStart, Now: now == 0})
	}
	for i := from; i < to; i++ {
		items = append(items, &historyStep{At: i + 1, Text: names[i], Now: now == i+1, Undone: i >= now})
	}
	return app.Details().Class("fold").Body(
		app.Summary().Text(textHistory(len(names))),
		app.Elem("ol").Class("history").Aria("label", textHistoryList).Body(items...),
	)
}

// historyStep is one change.
type historyStep struct {
	app.Compo
	At     int
	Text   string
	Now    bool
	Undone bool
}

func (s *historyStep) Render() app.UI {
	b := app.Button().Type("button").Class("history-step").Text(s.Text).OnClick(s.onClick)
	if s.Now {
		b = b.Aria("current", "step")
	}
	item := app.Li()
	if s.Undone {
		item = item.Class("is-undone")
	}
	return item.Body(b)
}

func (s *historyStep) onClick(ctx app.Context, e app.Event) { kit.Do(ctx, store.GoToStep{Step: s.At}) }
