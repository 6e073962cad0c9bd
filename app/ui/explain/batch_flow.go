package explain

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/ui/chart"
	"causeway/app/ui/kit"
)

// mostFlows bounds the groups that are drawn; the tables have all.
const mostFlows = 12

// brush is what of the flow is chosen: a group and a column, or -1.
type brush struct{ group, column int }

// flow draws who has to change what, and lists the rows of what is chosen in it.
func (p *groupPanel) flow() []app.UI {
	f, names := p.summary.Flow, p.summary.Names
	var groups []int // that are drawn
	of := chart.FlowOf{Title: textFlow, Left: -1, Right: -1, OnChoose: p.onBrush, EmptyHint: textFlowEmpty}
	for g, counts := range f.Counts {
		if sum(counts) == 0 {
			continue
		}
		name := textAllOfThem
		if len(names) > 0 {
			name = names[g]
		}
		if g == p.brush.group {
			of.Left = len(groups)
		}
		groups = append(groups, g)
		of.From, of.Counts = append(of.From, name), append(of.Counts, nil)
	}
	if len(groups) > mostFlows {
		return []app.UI{app.P().Class("panel-note").Text(textFlowMany(len(groups), mostFlows))}
	}
	var columns []int
	for k := range f.None() + 1 {
		n := 0
		for _, g := range groups {
			n += f.Counts[g][k]
		}
		if n == 0 {
			continue
		}
		if k == p.brush.column {
			of.Right = len(columns)
		}
		columns = append(columns, k)
		of.To = append(of.To, p.column(k))
		for i, g := range groups {
			of.Counts[i] = append(of.Counts[i], f.Counts[g][k])
		}
	}
	of.Says = func(left, right, count, total int) string {
		who, what := "", ""
		if left >= 0 && len(names) > 0 {
			who = of.From[left]
		}
		if right >= 0 {
			what = of.To[right]
		}
		return textFlowPart(who, what, count, total)
	}
	p.groups, p.columns = groups, columns
	return append([]app.UI{chart.Flow(of), app.P().Class("panel-note").Text(textFlowNote)}, p.brushed()...)
}

func sum(counts []int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

// column names what changes in a column of the flow.
func (p *groupPanel) column(k int) string {
	switch f := p.summary.Flow; k {
	case f.Others():
		return textFlowOthers
	case f.None():
		return textFlowNone
	default:
		names := make([]string, len(f.Sets[k]))
		for i, j := range f.Sets[k] {
			names[i] = p.Data.Table.Schema.Features[j].Name
		}
		return kit.And(names)
	}
}

// onBrush chooses among what is drawn.
func (p *groupPanel) onBrush(ctx app.Context, left, right int) {
	p.brush, p.from = brush{-1, -1}, 0
	if left >= 0 {
		p.brush.group = p.groups[left]
	}
	if right >= 0 {
		p.brush.column = p.columns[right]
	}
}

// brushPage is how many rows of what is chosen stand on a page.
const brushPage = 5

// brushed lists the rows of what is chosen.
func (p *groupPanel) brushed() []app.UI {
	c := p.brush
	if c.group < 0 && c.column < 0 {
		return nil
	}
	takes := func(n int) bool { return p.summary.Takes(n, c.group, c.column) }
	n := p.summary.Counted(c.group, c.column)
	from := p.from
	if from >= n {
		from = max(0, (n-1)/brushPage*brushPage)
	}
	who, what := "", ""
	if c.group >= 0 && len(p.summary.Names) > 0 {
		who = p.summary.Names[c.group]
	}
	if c.column >= 0 {
		what = p.column(c.column)
	}
	var items []app.UI
	for _, row := range p.Batch.PageOf(takes, from, brushPage) {
		items = append(items, batchRow(p.Batch, p.Data.Table.Schema, row))
	}
	title := textBrushed(who, what, n)
	return []app.UI{app.Div().Class("stack", "is-tight").Body(
		app.P().Role("status").Body(app.Strong().Text(title)),
		app.Ol().Class("batch-rows").Aria("label", title).Body(items...),
		&kit.Pages{What: textRowsWord, From: from, Of: n, Size: brushPage, OnFrom: p.onFrom})}
}

func (p *groupPanel) onFrom(ctx app.Context, from int) { p.from = from }
