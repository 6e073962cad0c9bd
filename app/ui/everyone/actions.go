package everyone

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
	"causeway/core/metric"
	"causeway/core/wire"
)

// actionsPanel finds a few actions that would help most people. It shows whom each action reaches and
// at what cost.
type actionsPanel struct {
	app.Compo
	*store.State
	Sum  store.BatchSummary
	most int
}

func (p *actionsPanel) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Batch)
	p.most = store.UsualActions
}

func (p *actionsPanel) Render() app.UI {
	a := p.Batch.Actions
	title, body := TextActions, []app.UI{p.tools(textFindActions)}
	switch {
	case a.Finding:
		body = append(body, app.P().Class("panel-note").Text(textTriedActions(a.Share)))
	case a.Has && len(a.Is.List) == 0:
		body = append(body, widget.Notice(widget.Info, textNoAction(a.Is.Candidates)))
	case a.Has:
		title, body = textActionsFound(len(a.Is.List)), p.found()
	}
	return app.Div().Class("place-part").Body(
		app.Div().Class("place-part-head").Body(
			app.H3().ID(actionsID).Class("place-title").TabIndex(-1).Text(title),
			app.P().Class("panel-note").Text(TextActionsNote)),
		app.Div().Class("actions-found").Body(body...))
}

// tools returns the settings and the button that look for actions.
func (p *actionsPanel) tools(find string) app.UI {
	a := p.Batch.Actions
	return app.Div().Class("toolbar", "actions-tools").Body(
		&widget.Number{Label: textMostActions, Value: float64(max(p.most, 1)), Min: 1, Max: wire.MaxActions,
			Integer: true, Disabled: a.Finding, OnChange: p.onMost},
		widget.Button(find, widget.Secondary, p.onFind).Aria("disabled", a.Finding),
		widget.Button(textStopActions, widget.Quiet, p.onStop).Hidden(!a.Finding))
}

const actionsID = "actions-title"

func (p *actionsPanel) onMost(ctx app.Context, v float64) { p.most = int(v) }

func (p *actionsPanel) onFind(ctx app.Context, e app.Event) {
	if !p.Batch.Actions.Finding {
		kit.Do(ctx, store.FindActions{Most: p.most})
	}
}

func (p *actionsPanel) onStop(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.StopActions{})
	kit.Focus(actionsID) // the button goes away
}

// found shows the actions, whom each reaches, their joint effect and, in a fold, the details.
func (p *actionsPanel) found() []app.UI {
	a, schema := p.Batch.Actions, p.Data.Table.Schema
	n := len(a.Index)
	low, high := metric.Group{Rows: n, Covered: a.Is.Covered}.CoverageRange()
	items, proofs := make([]app.UI, len(a.Is.List)), make([]app.UI, len(a.Is.List))
	for i, x := range a.Is.List {
		items[i], proofs[i] = p.action(x, schema, n), p.proof(x, schema, n)
	}
	more := append([]app.UI{p.tools(textFindOthers),
		app.P().Body(app.Strong().Text(TextActionsTogether(len(a.Is.List), a.Is.Covered, n, low, high,
			schema.Outcome.Format(float64(a.Target))))),
		app.Elem("ol").Class("stack", "is-tight", "actions").Body(proofs...), chart.Lines(p.curve())}, p.groups()...)
	return []app.UI{
		app.Elem("ol").Class("actions-list").Aria("label", TextActions).Body(items...),
		app.P().Text(textTogether(a.Is.Covered, n)),
		app.Details().Class("fold").Body(app.Summary().Text(textActionsMore),
			app.Div().Class("stack").Body(append(more, app.P().Class("panel-note").Text(TextActionsHonest(a)))...))}
}

// action returns one action with the number of people that it reaches alone, by group if groups are
// drawn.
func (p *actionsPanel) action(x wire.ChosenAction, s data.Schema, n int) app.UI {
	who, parts := textReaches(len(x.Rows)), []chart.Part{{Name: textReached, Count: len(x.Rows), Tone: "full"}}
	if groups := drawn(p.Sum); len(groups) > 1 && len(groups) <= mostParts {
		counts := make([]int, len(p.Sum.Names))
		for _, i := range x.Rows {
			if g := p.Sum.GroupOf(p.Batch.Actions.Places[i]); g >= 0 {
				counts[g]++
			}
		}
		var said []string
		parts = nil
		for k, g := range groups {
			parts = append(parts, chart.Part{Name: p.Sum.Names[g], Count: counts[g], Tone: "group-" + strconv.Itoa(k)})
			said = append(said, store.FormatCount(counts[g])+" "+p.Sum.Names[g])
		}
		who = strings.Join(said, ", ")
	}
	name := TextActionOf(s, x)
	return app.Li().Class("action").Body(
		app.Div().Class("action-head").Body(app.Strong().Text(name),
			app.Span().Class("action-count").Text(store.FormatCount(len(x.Rows)))),
		chart.Bar(name, append(parts, chart.Part{Name: textNotReached, Count: n - len(x.Rows), Tone: "empty"})),
		app.P().Class("panel-note").Text(who))
}

// mostParts bounds the number of groups in a bar.
const mostParts = 4

// proof shows whom an action reaches and at what cost, with examples.
func (p *actionsPanel) proof(x wire.ChosenAction, s data.Schema, n int) app.UI {
	after, shares := x.After.Rows(), x.Shares.Values()
	var proofs []app.UI
	rows, follows := p.rows(x.Rows[:len(after)]), p.Batch.Follows(s)
	for _, j := range x.Features { // these features are acted on, so they do not follow
		delete(follows, j)
	}
	for k, row := range after {
		proofs = append(proofs, app.Li().Body(
			app.Strong().Text(textPerson(p.Batch, rows[k].Index)),
			kit.SentenceOf(kit.ChangePhrases(p.Batch.Reads(s, rows[k].Factual, row),
				follows.Deeds(rows[k].Factual, wire.Counterfactual{Row: row}),
				p.Batch.Actions.Target, kit.FormatProbability(shares[k])))))
	}
	return app.Li().Body(
		app.P().Body(app.Strong().Text(TextActionOf(s, x))),
		app.P().Class("panel-note").Text(TextActionReach(x, n)),
		app.Details().Class("fold").Body(app.Summary().Text(textActionRows(len(after), len(x.Rows))),
			app.Ul().Class("plan-steps").Body(proofs...)))
}

// rows returns the rows at these positions among the requested ones.
func (p *actionsPanel) rows(places []int) []store.BatchRow {
	a := p.Batch.Actions
	want := map[int]int{}
	for k, i := range places {
		want[a.Places[i]] = k
	}
	list := make([]store.BatchRow, len(places))
	for _, r := range p.Batch.PageOf(func(n int) bool { _, is := want[n]; return is }, 0, len(places)) {
		for k, i := range places {
			if a.Index[i] == r.Index {
				list[k] = r
			}
		}
	}
	return list
}

// curve returns the share of rows reached at each cost, by each action and by all.
func (p *actionsPanel) curve() chart.LinesOf {
	a := p.Batch.Actions
	of := chart.LinesOf{Title: TextActionCurve, XLabel: textActionCost, YLabel: textActionShare, NoLatest: true,
		Says: TextActionCurve}
	cheapest := make([]float64, len(a.Index))
	for i := range cheapest {
		cheapest[i] = math.Inf(1)
	}
	line := func(name string, costs []float64) {
		x, y := metric.Reach(costs, len(a.Index))
		for i := range y {
			y[i] *= 100
		}
		of.Series = append(of.Series, chart.Series{Name: name, X: x, Y: y})
	}
	for i, x := range a.Is.List {
		costs := x.Costs.Values()
		line(textActionNo(i+1), costs)
		for k, row := range x.Rows {
			cheapest[row] = min(cheapest[row], costs[k])
		}
	}
	var all []float64
	for _, c := range cheapest {
		if !math.IsInf(c, 1) {
			all = append(all, c)
		}
	}
	if len(a.Is.List) > 1 {
		line(textActionAll, all)
	}
	return of
}

// groups compares whom the actions reach together, by the chosen groups.
func (p *actionsPanel) groups() []app.UI {
	a, schema, summary := p.Batch.Actions, p.Data.Table.Schema, p.Sum
	if len(summary.Names) == 0 {
		return nil
	}
	rows, of := make([]metric.Found, len(a.Index)), make([]int, len(a.Index))
	for i, place := range a.Places {
		rows[i], of[i] = metric.Found{Factual: make([]float64, len(schema.Features))}, summary.GroupOf(place)
	}
	for _, x := range a.Is.List {
		for k, i := range x.Rows {
			if c := x.Costs.Values()[k]; rows[i].Nearest == nil || c < rows[i].Cost {
				rows[i].Nearest, rows[i].Cost = rows[i].Factual, c // the figures of changes are not on show
			}
		}
	}
	_, groups := metric.ScoreGroups(schema, slices.Values(rows), of, len(summary.Names))
	var lines []app.UI
	for g, name := range summary.Names {
		x := groups[g]
		if x.Rows == 0 {
			continue
		}
		low, high := x.CoverageRange()
		lines = append(lines, app.Tr().Body(
			app.Th().Scope("row").Body(kit.Clamped(name)),
			kit.Twofold(kit.TextPartOf(x.Covered, x.Rows, low, high)),
			app.Td().Text(TextDiffers(x.CoverageP, x.CoverageTested)),
			app.Td().Class("num").Text(TextMeanOf(x.Cost, x.Covered)),
			kit.Twofold(TextBeyond(x))))
	}
	return []app.UI{widget.TableRegion(textActionGroups,
		app.Table().Class("table").Aria("label", textActionGroups).Body(
			app.THead().Body(app.Tr().Body(
				app.Th().Scope("col").Text(TextGroup), app.Th().Scope("col").Text(textActionReached),
				app.Th().Scope("col").Text(TextAgainstOthers),
				app.Th().Scope("col").Class("num").Text(TextCostColumn),
				app.Th().Scope("col").Text(TextAgainstOthers))),
			app.TBody().Body(lines...)))}
}
