package everyone

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/kit"
)

// flowPanel draws who has to change what, and lists the people in the selected part.
type flowPanel struct {
	app.Compo
	*store.State
	Sum store.BatchSummary

	of              string // the run and the groups of the fields below
	group, column   int    // the chosen parts of the flow, or -1
	from            int    // the first listed person of that part
	groups, columns []int  // the drawn parts of the flow
}

func (p *flowPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Batch) }

func (p *flowPanel) Render() app.UI {
	if of := p.Batch.Run() + textWhoWhat(p.Batch.Settings.Cuts, kit.KeyOf("", p.Batch.Settings.By)); of != p.of {
		p.of, p.group, p.column, p.from = of, -1, -1, 0 // the selection is no longer drawn
	}
	return app.Div().Class("place-part").Body(append([]app.UI{chart.Flow(p.flow())}, p.chosen()...)...)
}

// name returns the name of a group, or empty without groups.
func (p *flowPanel) name(g int) string {
	if g < 0 || g >= len(p.Sum.Names) {
		return ""
	}
	return p.Sum.Names[g]
}

func (p *flowPanel) flow() chart.FlowOf {
	f := p.Sum.Flow
	p.groups, p.columns = drawn(p.Sum), nil
	of := chart.FlowOf{Title: textFlow, Left: -1, Right: -1, OnChoose: p.onChoose, EmptyHint: textNobodyAsked, Dim: -1}
	counts := f.Counts
	if p.groups == nil { // everybody is one group
		all := make([]int, f.None()+1)
		for _, row := range counts {
			for k, n := range row {
				all[k] += n
			}
		}
		counts, p.groups = [][]int{all}, []int{0}
		of.From = []string{textEveryone}
		if len(p.Sum.Names) > 0 {
			p.groups[0] = -1
		}
	} else {
		for i, g := range p.groups {
			if of.From = append(of.From, p.name(g)); g == p.group {
				of.Left = i
			}
		}
	}
	of.Counts = make([][]int, len(p.groups))
	for k := range f.None() + 1 {
		n := 0
		for i := range p.groups {
			n += counts[p.row(i)][k]
		}
		if n == 0 {
			continue
		}
		if k == p.column {
			of.Right = len(p.columns)
		}
		if k == f.None() {
			of.Dim = len(p.columns)
		}
		p.columns, of.To = append(p.columns, k), append(of.To, p.changes(k))
		for i := range p.groups {
			of.Counts[i] = append(of.Counts[i], counts[p.row(i)][k])
		}
	}
	of.Says = func(left, right, count, total int) string {
		who, what := "", ""
		if left >= 0 {
			who = of.From[left]
		}
		if right >= 0 {
			what = of.To[right]
		}
		return textFlowPart(who, what, count, total)
	}
	return of
}

// row returns the index of a drawn group's counts.
func (p *flowPanel) row(i int) int { return max(p.groups[i], 0) }

// changes names what changes in a column of the flow.
func (p *flowPanel) changes(k int) string {
	switch f := p.Sum.Flow; k {
	case f.Others():
		return textFlowOthers
	case f.None():
		if slices.ContainsFunc(p.Sum.People, func(x store.Person) bool { return !x.Has && !x.None }) {
			return textFlowOpen
		}
		return textFlowNone
	default:
		return textFeatures(kit.Each(f.Sets[k], func(j int) string { return p.Data.Table.Schema.Features[j].Name }))
	}
}

// onChoose selects a drawn part.
func (p *flowPanel) onChoose(ctx app.Context, left, right int) {
	p.group, p.column, p.from = -1, -1, 0
	if left >= 0 {
		p.group = p.groups[left]
	}
	if right >= 0 {
		p.column = p.columns[right]
	}
}

// flowPage is how many selected people are on a page.
const flowPage = 5

// chosen lists the people in the selection.
func (p *flowPanel) chosen() []app.UI {
	if p.group < 0 && p.column < 0 {
		return []app.UI{app.P().Class("panel-note").Text(textFlowNote)}
	}
	takes := func(n int) bool { return p.Sum.Takes(n, p.group, p.column) }
	n := p.Sum.Counted(p.group, p.column)
	from := p.from
	if from >= n {
		from = max(0, (n-1)/flowPage*flowPage)
	}
	what := ""
	if p.column >= 0 {
		what = p.changes(p.column)
	}
	var items []app.UI
	for _, row := range p.Batch.PageOf(takes, from, flowPage) {
		items = append(items, batchRow(p.Batch, p.Data.Table.Schema, row))
	}
	title := textChosen(p.name(p.group), what, n)
	return []app.UI{
		app.P().Role("status").Body(app.Strong().Text(title)),
		app.Elem("ol").Class("batch-rows").Aria("label", title).Body(items...),
		&kit.Pages{What: textPeopleWord, From: from, Of: n, Size: flowPage, OnFrom: p.onFrom}}
}

func (p *flowPanel) onFrom(ctx app.Context, from int) { p.from = from }
