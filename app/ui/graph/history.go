package graph

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
)

// steps of the history, as the page publishes them.
type HistorySteps struct {
	Names []string
	At    int // so many are in force
}

// HistoryList names the changes and goes to any of them.
type HistoryList struct {
	app.Compo
	steps HistorySteps
}

// maxSteps is how many steps are listed, those around the present.
const maxSteps = 60

func (h *HistoryList) OnMount(ctx app.Context) { TopicHistory.Observe(ctx, &h.steps) }

func (h *HistoryList) Render() app.UI {
	from := max(0, h.steps.At-maxSteps/2)
	to := min(len(h.steps.Names), from+maxSteps)
	var items []app.UI
	if from == 0 {
		items = append(items, &historyStep{At: 0, Text: textHistoryStart, Now: h.steps.At == 0})
	}
	for i := from; i < to; i++ {
		items = append(items, &historyStep{At: i + 1, Text: h.steps.Names[i], Now: h.steps.At == i+1, Undone: i >= h.steps.At})
	}
	return app.Details().Class("fold").Body(
		app.Summary().Text(textHistory(len(h.steps.Names))),
		app.Ol().Class("history").Aria("label", textHistoryList).Body(items...),
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

var (
	TopicHistory = kit.NewTopic[HistorySteps]("history")
)
