package graph

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
)

// changesPanel shows the effect of rule changes on the current row: how many of its
// answers still keep the rules, and which rules the others break. It works without the engine; a
// button starts a new search.
type changesPanel struct {
	app.Compo
	*store.State
}

func (p *changesPanel) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Graph|kit.Generator|kit.Explain)
}

func (p *changesPanel) Render() app.UI {
	s, g := p.Data.Table.Schema, p.Graph.Sketch
	section := app.Section().Class("panel", "changes").Aria("labelledby", "changes-title")
	if len(g.Nodes) != len(s.Features) {
		return section
	}
	learned := textChangesNow
	switch {
	case !p.Generator.HasResult:
		learned = textChangesNone
	case p.Generator.Outdated:
		learned = textChangesNew
	}
	return section.Body(
		app.H2().ID("changes-title").Class("panel-title").Text(textChanges),
		app.P().Text(learned),
		app.Div().Class("stack", "is-tight").Aria("live", "polite").Body(append(p.row(), &rowCost{State: p.State})...),
		app.P().Class("next").Body(app.A().Href("#generator").Class("button", "is-primary").Text(kit.TextGoGenerator)),
	)
}

// row summarizes the state of the current row's answers.
func (p *changesPanel) row() []app.UI {
	e := p.Explain
	if !e.HasFound {
		return []app.UI{app.P().Class("panel-note").Text(textChangesNoRow)}
	}
	s := p.Graph.Sketch.Schema(p.Data.Table.Schema)
	rules, from := p.Graph.HardRules(p.Data.Table.Schema), e.Found.Factual.Row
	held, broken := 0, make([]int, len(rules))
	for _, c := range e.Found.Rows {
		keeps, to := true, c.Row
		for i, r := range rules {
			if len(from) == len(s.Features) && len(to) == len(from) && !r.Holds(s, from, to) {
				keeps = false
				broken[i]++
			}
		}
		if keeps {
			held++
		}
	}
	list := []app.UI{app.P().Text(textStillHold(p.Data.Place(e.FoundRow)+1, len(e.Found.Rows), held))}
	var items []app.UI
	for i, n := range broken {
		if n > 0 {
			items = append(items, app.Li().Text(textBrokenBy(rules[i].String(s), n)))
		}
	}
	if len(items) > 0 {
		list = append(list, app.Ul().Class("notes").Body(items...))
	}
	if e.OldRules && !e.Finding {
		list = append(list, app.Div().Class("toolbar").Body(
			widget.Button(textAskAgain, widget.Secondary, p.onAgain).Class("is-small")))
	}
	return list
}

func (p *changesPanel) onAgain(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.FindCounterfactuals{})
}
