package evaluate

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/document"
)

// ResultID is the id of the verdict, which gets the focus.
const ResultID = "evaluate-result"

// numbersFold holds every figure and chart of an evaluation. It draws them when somebody opens it.
type numbersFold struct {
	app.Compo
	*store.State
	open  bool
	drawn kit.Parts // charts, then the table, one per turn once there are figures
}

func (s *numbersFold) OnMount(ctx app.Context) {
	s.open = !app.IsClient // if nobody can open it
	kit.Watch(ctx, kit.Data|kit.Generator|kit.Explain)
	kit.Watch(ctx, kit.Evaluation, func() { s.begin(ctx) })
	s.begin(ctx)
}

// MostCharts bounds the parts drawn in separate turns: charts, trade-off, curves and table.
var MostCharts = len(dotCharts) + 3

// begin starts to draw charts when the first figures have arrived.
func (s *numbersFold) begin(ctx app.Context) {
	if s.Evaluation.Done() == 0 || !s.open {
		s.drawn = kit.Parts{}
	} else if s.drawn.Of(0, 1) == 0 {
		s.drawn.Begin(ctx, 1, 1, MostCharts)
	}
}

func (s *numbersFold) onToggle(ctx app.Context, e app.Event) {
	s.open = ctx.JSSrc().Get("open").Truthy()
	s.begin(ctx)
}

func (s *numbersFold) Render() app.UI {
	fold := app.Details().Class(kit.ClaimedBy(s.Evaluation.Origin, nil, "fold", "is-wide")...).On("toggle", s.onToggle)
	if !s.open || s.Evaluation.Done() == 0 {
		return fold.Body(app.Summary().Text(textNumbers))
	}
	first, others := s.dots()
	dots := slices.Concat(first, others)
	drawn := s.drawn.Of(0, MostCharts)
	for i := drawn; i < len(dots); i++ {
		dots[i] = app.Div() // keeps the place of a chart, so that those before it have their width from the start
	}
	// go-app appends to this slice; without the bound it would overwrite the other list's charts
	n := len(first)
	var choices, curves app.UI = app.Div().Hidden(true), app.Div().Hidden(true) // keep their places, and the table's
	if t := s.tradeOff(); t != nil && drawn > len(dots) {
		choices = t
	}
	if c := s.curves(); len(c) > 0 && drawn > len(dots)+1 {
		curves = app.Div().Class("stack").Body(app.H3().Class("place-title").Text(textCurves),
			app.Div().Class("curves").Body(c...))
	}
	return fold.Body(app.Summary().Text(textNumbers), app.Div().Class("stack", "is-loose").Body(
		s.meaning(),
		app.Div().Class("stack").Body(
			app.H3().Class("place-title").Text(textCharts),
			app.P().Class("panel-note").Text(textChartsNote(s.Evaluation)),
			app.Div().Class("curves").Body(dots[:n:n]...),
			app.Details().Class("fold", "is-wide").Open(n == 0).Hidden(len(others) == 0).Body(
				app.Summary().Text(TextOtherCharts),
				app.Div().Class("curves").Body(dots[n:]...))),
		choices, curves, s.table(drawn > len(dots)+2)))
}

// meaning returns the figures of the best method, and notes about all.
func (s *numbersFold) meaning() app.UI {
	v := s.Evaluation
	_, figures := Verdict(v)
	var facts, notes []app.UI
	for _, f := range withSearch(figures, s.Explain) {
		facts = append(facts, kit.Fact(f.Of, f.String()))
	}
	list := HeldNotes(v)
	if v.Told.Labels > 0 {
		list = append(list, TextWhoTold(v.Told))
	}
	if labels, right, ok := v.Judge(); ok {
		list = append(list, TextJudged(labels, right, v.Told.Labels > 0))
	}
	for _, text := range list {
		notes = append(notes, app.P().Class("panel-note").Text(text))
	}
	return app.Div().Class("stack", "is-tight").Body(
		append([]app.UI{app.Elem("dl").Class("facts").Aria("label", textVerdictFigures).Body(facts...)}, notes...)...)
}

// table lists all figures when it is their turn to be drawn.
func (s *numbersFold) table(drawn bool) app.UI {
	var figures app.UI
	if drawn {
		figures = widget.TableRegion(textFiguresRegion, s.figures())
	}
	return app.Div().Class("stack").Body(
		app.H3().Class("place-title").Text(textAllFigures),
		app.P().Class("panel-note").Text(TextSpread(s.Evaluation)),
		figures,
		app.Div().Class("toolbar").Body(widget.Button(textSaveFigures, widget.Secondary, s.onSaveFigures),
			widget.Button(textSaveFiguresXLSX, widget.Secondary, s.onSaveWorkbook)))
}

func (s *numbersFold) onSaveFigures(ctx app.Context, e app.Event) {
	kit.Download(textFiguresFile, "text/csv", string(s.Evaluation.CSV()))
}

func (s *numbersFold) onSaveWorkbook(ctx app.Context, e app.Event) {
	kit.Workbook(ctx, strings.TrimSuffix(textFiguresFile, ".csv"), s.Evaluation.CSV())
}

// Compared lists the entrants to compare: the methods.
func Compared(v store.Evaluation) []int {
	var list []int
	for i, e := range v.Entrants {
		if e.As == document.AsMethod {
			list = append(list, i)
		}
	}
	return list
}

// figures returns the table of all figures, a column for each method.
func (s *numbersFold) figures() app.UI {
	v, columns := s.Evaluation, Compared(s.Evaluation)
	head := []app.UI{app.Th().Scope("col").Text(kit.TextScore)}
	for _, i := range columns {
		head = append(head, app.Th().Scope("col").Class("num").Text(TextEntrant(v.Entrants[i])))
	}
	head = append(head, app.Th().Scope("col").Text(kit.TextMeaning))
	table := []app.UI{app.THead().Body(app.Tr().Body(head...))}
	for _, form := range Forms {
		rows := []app.UI{app.Tr().Class("is-outcome").Body(
			app.Th().Scope("rowgroup").ColSpan(len(columns) + 2).Text(TextForm(form)))}
		for _, f := range FiguresOf(form, s.Data.Table.Schema, v.Rules) {
			if f.name == textRulesKept && len(v.Rules) == 0 {
				continue // no rules, so there is nothing to keep
			}
			if row, some := s.figureRow(form, f, columns); some {
				rows = append(rows, row)
			}
		}
		if len(rows) > 1 {
			table = append(table, app.TBody().Body(rows...))
		}
	}
	return app.Table().Class("table", "is-pinned", "figures").Aria("label", textFigures).Body(table...)
}

// figureRow returns a figure of every method; it reports whether any has it.
func (s *numbersFold) figureRow(form form, f figure, columns []int) (row app.UI, some bool) {
	name := kit.Worded(f.Title())
	if len(f.Title()) > widget.LongName { // such as a rule's sentence
		name = []app.UI{kit.Clamped(f.Title())}
	}
	cells := []app.UI{app.Th().Scope("row").Body(name...)}
	for _, i := range columns {
		sum := s.Evaluation.Summary(i, string(form)+f.Key)
		some = some || sum.N > 0
		cells = append(cells, app.Td().Class("num").Text(f.Write(sum)))
	}
	return app.Tr().Body(append(cells, app.Td().Class("wrap").Text(f.meaning))...), some
}
