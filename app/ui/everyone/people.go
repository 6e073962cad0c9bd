package everyone

import (
	"cmp"
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
)

// people shows each person's effort, who has to change what, and what would help most people. Below
// are the list of everybody and the choice of people.
type people struct {
	app.Compo
	*store.State
	Sum store.BatchSummary // omits people while the search runs

	line    int // the pressed person among a file's finished rows; -1: none
	of      drawnOf
	list    []store.Person // the rows behind efforts, by effort
	efforts chart.SwarmOf
}

// drawnOf identifies a drawing's content, so that the slow drawing of very many people is not repeated.
type drawnOf struct {
	summaryInput
	person int
}

func (p *people) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Batch|kit.Explain) }

func (p *people) Render() app.UI {
	b := p.Batch
	// A missing part leaves an empty element, so that the others keep their place and the focus.
	var runs, form, list app.UI = app.Div().Hidden(true), app.Div().Hidden(true), app.Div().Hidden(true)
	if ph := b.Phase; ph != store.Resting && ph != store.ReadingRows {
		runs = &kit.TaskPanel{State: p.State, Of: store.TheBatch, Phase: ph, All: len(b.Rows.Index), Per: b.Per}
	}
	picture := []app.UI{app.Div().Hidden(true), app.Div().Hidden(true)}
	if len(p.Sum.People) > 0 {
		if now := (drawnOf{seenOf(p.Data, b), p.Explain.Index}); p.of != now {
			p.of = now
			p.draw()
		}
		picture[0] = app.Div().Class("place-part").Body(chart.Swarm(p.efforts), p.pressed())
	}
	if len(p.Sum.People) > 0 && b.Phase != store.Running {
		picture[1] = app.Div().Class("place-two").Body(
			&flowPanel{State: p.State, Sum: p.Sum},
			&actionsPanel{State: p.State, Sum: p.Sum})
	}
	if b.HasResult {
		list = &listPanel{State: p.State}
	}
	form = &settings{State: p.State}
	return app.Div().Class("people").Body(runs, p.notices(), picture[0], picture[1], list, form)
}

// notices returns the notes to read before the answer.
func (p *people) notices() app.UI {
	b := p.Batch
	var list []app.UI
	if !b.HasResult {
		return app.Div().Hidden(true)
	}
	if done := b.Count(store.EveryRow); done > 0 && !b.Finished || done < b.Rows.Values.Size(0) {
		list = append(list, app.P().ID("batch-done").Class("panel-note").Text(TextBatchDone(b, done)))
	}
	if b.Earlier() {
		list = append(list, widget.Notice(widget.Info, textBatchEarlier))
	}
	for _, f := range b.Failures {
		list = append(list, widget.Notice(widget.Warning, f))
	}
	if b.CanGoOn() {
		list = append(list, app.Div().Class("toolbar").Body(widget.Button(textRest, widget.Primary, p.onRest),
			app.P().Class("panel-note").Text(kit.TextRestNote)))
	}
	return app.Div().Class("stack", "is-tight").Hidden(len(list) == 0).Body(list...)
}

func (p *people) onRest(ctx app.Context, e app.Event) { kit.Do(ctx, store.ExplainMany{Rest: true}) }

// mostRows bounds the groups drawn separately; the tables have all.
const mostRows = 12

// drawn returns the numbers of the drawn groups, or none if everybody is drawn as one group.
func drawn(sum store.BatchSummary) (groups []int) {
	for g, x := range sum.Groups {
		if x.Rows > 0 {
			groups = append(groups, g)
		}
	}
	if len(groups) > mostRows {
		return nil
	}
	return groups
}

// Why a person has no effort. Each reason is a column beside the axis.
const (
	noWay = iota
	notFound
)

// draw draws the efforts of everybody who has a way, by group.
func (p *people) draw() {
	b, list := p.Batch, slices.Clone(p.Sum.People)
	slices.SortStableFunc(list, func(a, b store.Person) int { return cmp.Compare(a.Cost, b.Cost) })
	of := chart.SwarmOf{Title: textEfforts, XLabel: textEffort, Apart: []string{textNoWay, textNotFound}, Mark: -1,
		OnChoose: p.onPerson, Empty: textNobodyAsked}
	if len(list) > chart.MostDots {
		of.Title = textEffortsMany
	}
	if !b.OfFile() && p.Explain.HasRow {
		of.Mark = slices.IndexFunc(list, func(x store.Person) bool { return x.Index == p.Explain.Index })
	}
	of.Name = func(who int) string { return textPerson(b, list[who].Index) }
	rows := drawn(p.Sum)
	if rows == nil {
		rows = []int{-1}
	}
	for _, g := range rows {
		row := chart.SwarmGroup{Name: textEveryone, Apart: make([][]int, 2)}
		if g >= 0 {
			row.Name = p.Sum.Names[g]
		}
		for who, x := range list {
			switch {
			case g >= 0 && x.Group != g:
			case x.Has:
				row.Who, row.At = append(row.Who, who), append(row.At, x.Cost)
			case x.None:
				row.Apart[noWay] = append(row.Apart[noWay], who)
			default:
				row.Apart[notFound] = append(row.Apart[notFound], who)
			}
		}
		n := len(row.Who) + len(row.Apart[noWay]) + len(row.Apart[notFound])
		row.Note = textAsked(n, p.Sum.All.Refused == p.Sum.All.All && !p.Data.AsksWanted())
		if v, ok := half(row.At, n); ok {
			row.Half, row.HalfAt = textHalf(v), v
		}
		of.Groups = append(of.Groups, row)
	}
	p.list, p.efforts, p.line = list, of, -1
}

// onPerson opens the pressed person in Person. People from a file are not in the table, so they are
// shown below.
func (p *people) onPerson(ctx app.Context, who int) {
	if p.Batch.OfFile() {
		p.line = p.list[who].Place
		return
	}
	openPerson(ctx, p.list[who].Index)
}

// openPerson shows a person of the table in Person.
func openPerson(ctx app.Context, index int) {
	kit.Do(ctx, store.GoToMark{Row: index})
	kit.GoTo(ctx, kit.PlacePerson)
}

// pressed returns the pressed person of a file.
func (p *people) pressed() app.UI {
	if !p.Batch.OfFile() || p.line < 0 {
		return app.Div().Hidden(true)
	}
	var items []app.UI
	for _, r := range p.Batch.PageOf(func(n int) bool { return n == p.line }, 0, 1) {
		items = append(items, batchRow(p.Batch, p.Data.Table.Schema, r))
	}
	return app.Elem("ol").Class("batch-rows").Aria("label", textPressed).Body(items...)
}
