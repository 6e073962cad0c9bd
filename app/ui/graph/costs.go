package graph

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/causal"
)

// ruleCost shows for how many refused rows the search finds an answer under all hard
// rules, and for how many without each rule.
type ruleCost struct {
	app.Compo
	*store.State
}

func (p *ruleCost) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Classifier|kit.Evidence|kit.Graph)
}

func (p *ruleCost) Render() app.UI {
	section := app.Section().Class("cost-strip").Aria("labelledby", "costs-title")
	title := app.H2().ID("costs-title").Class("visually-hidden").Text(textCosts)
	c := p.Evidence.Cost
	switch {
	case !p.Classifier.HasResult:
		return section.Body(title, app.P().Class("panel-note").Text(textCostsNoBox))
	case c.Problem != "":
		return section.Body(title, app.P().Class("panel-note").Text(c.Problem))
	case c.Share == 0 && (!c.Has || c.Asking && c.Is.Rules == 0):
		return section.Body(title, app.P().Class("panel-note").Text(textCostsBusy))
	}
	body := []app.UI{title}
	if c.Share > 0 {
		body = append(body, &widget.Progress{Label: textCostsBusy, Value: c.Share, Max: 1})
	}
	if c.Has {
		body = append(body, app.Div().Class("cost-counts").Aria("live", "polite").Aria("busy", c.Asking).Body(
			p.counts(c)...))
	}
	return section.Body(body...)
}

func (p *ruleCost) counts(c store.RuleCost) []app.UI {
	is := c.Is
	if is.Rules == 0 {
		return []app.UI{app.P().Class("panel-note").Text(textCostsNone)}
	}
	level := p.Data.WantedLevel()
	if is.Rows == 0 {
		return []app.UI{app.P().Class("panel-note").Text(textCostsNobody(level))}
	}
	said, most := app.P().Class("panel-note"), 0
	for _, w := range is.Without {
		if lost := w.Found - is.Found; lost > most && w.Rule < len(c.Of) {
			most = lost
			said = said.Text(textCostsMost(c.Of[w.Rule].String(p.Graph.Sketch.Schema(p.Data.Table.Schema)), w.Found))
		}
	}
	if len(is.Without) == 0 {
		said = said.Text(textCostsNothing(is.Rules))
	}
	body := []app.UI{
		app.Div().Class("cost-says").Body(app.P().Body(app.Strong().Text(textCostsNow(is.Rows, is.Found))), said),
		chart.Tally(chart.TallyOf{Title: textCosts, Parts: []chart.TallyPart{
			{Name: textHaveAnswer, Count: is.Found}, {Name: textLostToRule, Count: most},
			{Name: textHaveNone, Count: is.Rows - is.Found - most}}}),
	}
	how := []string{textCostsRows(is.Rows, is.Of, level), textCostsAnswer, textCostsEach(len(is.Without), is.Rules),
		textCostsFixed, textCostsOpen(is.Rows-is.Found, is.Open)}
	return append(body, app.Details().Class("fold").Body(app.Summary().Text(textCostsHow), app.Ul().Class("notes").Body(
		app.Range(how).Slice(func(i int) app.UI { return app.Li().Text(how[i]) }))))
}

// rowCost is ruleCost for the current row.
type rowCost struct {
	app.Compo
	*store.State
}

func (p *rowCost) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Classifier|kit.Evidence|kit.Graph)
}

func (p *rowCost) Render() app.UI {
	c := p.Evidence.Cost
	if !c.HasRow || c.Row.Rows == 0 || c.Row.Rules == 0 {
		return app.Div().Hidden(true)
	}
	said := textCostsRow(p.Data.Place(c.Index)+1, p.Data.Table.Schema.Outcome.Format(float64(c.Class)),
		c.Row.Found > 0, c.Had)
	body := []app.UI{app.P().Hidden(said == "").Text(said)}
	return app.Div().Class("stack", "is-tight").Aria("busy", c.Asking).Body(append(body, p.without()...)...)
}

// mostCosts is how many costly rules are shown directly; the others are folded.
const mostCosts = 6

// without names the rules without which the current row has an answer.
func (p *rowCost) without() (body []app.UI) {
	var items []app.UI
	fixed := false
	s := p.Graph.Sketch.Schema(p.Data.Table.Schema)
	rules := p.Evidence.Cost.RowOf
	for _, r := range p.Evidence.Cost.Row.Without {
		if r.Rule < len(rules) {
			fixed = fixed || rules[r.Rule].Kind == causal.Immutable
			items = append(items, app.Li().Text(textCostsRowWithout(rules[r.Rule].String(s))))
		}
	}
	first := items[:min(len(items), mostCosts)]
	if len(first) > 0 {
		body = append(body, app.Ul().Class("notes").Body(first...))
	}
	if more := items[len(first):]; len(more) > 0 {
		body = append(body, app.Details().Class("fold").Body(app.Summary().Text(textCostsMore(len(more))),
			app.Ul().Class("notes").Body(more...)))
	}
	if fixed {
		body = append(body, app.P().Class("panel-note").Text(textCostsFixed))
	}
	return body
}
