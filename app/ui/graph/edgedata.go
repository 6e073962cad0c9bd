package graph

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/dagview"
	"causeway/app/ui/kit"
	"causeway/core/causal"
	"causeway/core/data"
)

// edgeData shows the evidence of the training rows about one edge, or plots its mechanism
// among them.
type edgeData struct {
	app.Compo
	*store.State
	From, To int
	Plot     bool
}

func (p *edgeData) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Graph|kit.Evidence) }

func (p *edgeData) Render() app.UI {
	s := p.Data.Table.Schema
	box := app.Div().Class("edge-data")
	if max(p.From, p.To) >= len(s.Features) {
		return box
	}
	if p.Plot {
		return box.Body(p.plot(s))
	}
	words := edgeWords(s, p.Graph, p.Evidence, p.From, p.To)
	line := app.P().Class("edge-verdict").Text(words)
	if contradicted(p.Evidence, p.From, p.To) {
		line = app.P().Class("edge-verdict", "is-doubt").Body(app.Span().Aria("hidden", "true").Text("⚠ "),
			app.Text(words))
	}
	return box.Body(line, p.interval())
}

// interval draws the strength of an edge with the side claimed by its sign.
func (p *edgeData) interval() app.UI {
	c, ok := checkedEdge(p.Evidence, p.From, p.To)
	if d := c.Dependence; ok && d.Low < d.High {
		of := chart.IntervalOf{Title: textInterval99, At: d.Strength, Low: d.Low, High: d.High}
		if e, drawn := p.Graph.Sketch.Edge(p.From, p.To); drawn {
			of.Side = map[causal.Sign]int{causal.Rises: 1, causal.Falls: -1}[e.Sign]
		}
		return chart.Interval(of)
	}
	return app.Text("")
}

func (p *edgeData) plot(s data.Schema) app.UI {
	e := p.Evidence
	switch {
	case e.HasPlot && e.Plot.From == p.From && e.Plot.To == p.To:
		names, at := placesOf(s.Features[p.From])
		return app.Div().Body(
			chart.Scatter(chart.ScatterOf{
				Title: textPlotTitle(s, e.Plot), XLabel: nodeName(s, p.From), YLabel: nodeName(s, p.To),
				Says:   textPlot(s, e.Plot),
				Points: chart.Series{Name: textPlotRows, X: e.Plot.X, Y: e.Plot.Y},
				Curve:  chart.Series{Name: textPlotCurve(e.Plot), X: e.Plot.CurveX, Y: e.Plot.CurveY},
				Names:  names, NamesAt: at, Width: 260, Height: 190,
			}),
			app.P().Class("panel-note").Text(textPlot(s, e.Plot)),
		)
	case e.NoPlot != "":
		return app.P().Class("panel-note").Text(e.NoPlot)
	}
	return app.P().Class("panel-note").Text("")
}

// placesOf returns the names of levels and their positions on an axis of scores, or nil if the levels
// have no order.
func placesOf(f data.Feature) (names []string, at []float64) {
	if !causal.Scored(f) {
		return f.Levels, nil
	}
	order := make([]int, len(f.Levels))
	for l := range order {
		order[l] = l
	}
	score := func(l int) float64 { return causal.Score(f, float64(l)) }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(score(a), score(b)) })
	for _, l := range order {
		if n := len(at); n > 0 && at[n-1] == score(l) {
			names[n-1] += ", " + f.Levels[l]
			continue
		}
		names, at = append(names, f.Levels[l]), append(at, score(l))
	}
	return names, at
}

// checkedEdge returns the check of an edge.
func checkedEdge(e store.Evidence, from, to int) (causal.CheckedEdge, bool) {
	if e.HasChecked {
		for _, c := range e.Checked.Edges {
			if c.From == from && c.To == to {
				return c, true
			}
		}
	}
	return causal.CheckedEdge{}, false
}

// contradicted reports whether the data contradict an edge.
func contradicted(e store.Evidence, from, to int) bool {
	c, ok := checkedEdge(e, from, to)
	return ok && c.Verdict.Contradicts()
}

// edgeWords describes the check of an edge in words, or nothing.
func edgeWords(s data.Schema, g store.Graph, e store.Evidence, from, to int) string {
	c, ok := checkedEdge(e, from, to)
	if !ok {
		return ""
	}
	return textEdgeData(s, c, otherCauses(g, from, to))
}

// doubtful lists the edges that the data contradict.
func Doubtful(e store.Evidence) (list []dagview.Ends) {
	if e.HasChecked {
		for _, c := range e.Checked.Edges {
			if c.Verdict.Contradicts() {
				list = append(list, dagview.Ends{From: c.From, To: c.To})
			}
		}
	}
	return list
}

// edgeCell is the evidence about an edge, for the table of edges.
type edgeCell struct {
	app.Compo
	*store.State
	From, To int
}

func (c *edgeCell) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Evidence) }

func (c *edgeCell) Render() app.UI {
	words := ""
	s := c.Data.Table.Schema
	if e, ok := checkedEdge(c.Evidence, c.From, c.To); ok && max(c.From, c.To) < len(s.Features) {
		words = textEdgeCell(s, e)
	}
	return app.Span().Class("edge-verdict").Text(words)
}

// ruleEvidence says how often rows break a rule, and for how many refused rows an answer is found
// without it. It is brief; tooltips and screen readers get full sentences. At is the rule's index in
// AllRules.
type ruleEvidence struct {
	app.Compo
	*store.State
	At       int
	Sentence string
}

func (r *ruleEvidence) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Evidence) }

func (r *ruleEvidence) Render() app.UI {
	var short, long []string
	if e := r.Evidence; e.HasChecked && r.At < len(e.Checked.Rules) && e.Checked.Pairs > 0 {
		short, long = append(short, textBroken(e.Checked, e.Checked.Rules[r.At])),
			append(long, TextSanity(e.Checked, e.Checked.Rules[r.At]))
	}
	if n, rows := r.without(); n > 0 {
		short, long = append(short, textWithout(n, rows)), append(long, textWithoutIt(n, rows))
	}
	if short == nil {
		return app.Span().Class("rule-evidence")
	}
	full := strings.Join(long, " ")
	return app.Span().Class("rule-evidence").Title(full).Body(
		app.Span().Aria("hidden", "true").Text(strings.Join(short, " ")),
		app.Span().Class("visually-hidden").Text(full))
}

// without returns how many refused rows have an answer without the rule, if more than with it. The
// rule must be among those counted.
func (r *ruleEvidence) without() (found, rows int) {
	c := r.Evidence.Cost
	if !c.Has {
		return 0, 0
	}
	for _, w := range c.Is.Without {
		if w.Rule < len(c.Of) && c.Of[w.Rule].String(r.Data.Table.Schema) == r.Sentence {
			return w.Found, c.Is.Rows
		}
	}
	return 0, 0
}
