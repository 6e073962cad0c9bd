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

const ResultID = "evaluate-result"

// evaluateResults are the panels of an evaluation, also while it runs.
type evaluateResults struct {
	app.Compo
	*store.State
	drawn kit.Parts // charts, and at last the table, one in each turn once there are figures
}

func (s *evaluateResults) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Generator|kit.Explain)
	kit.Watch(ctx, kit.Evaluation, func() { s.begin(ctx) })
	s.begin(ctx)
}

// MostCharts bounds what is drawn in turns of its own: charts, trade-off, curves and table.
var MostCharts = len(dotCharts) + 3

// begin begins to draw charts where the first figures have come.
func (s *evaluateResults) begin(ctx app.Context) {
	if s.Evaluation.Done() == 0 {
		s.drawn = kit.Parts{}
	} else if s.drawn.Of(0, 1) == 0 {
		s.drawn.Begin(ctx, 1, 1, MostCharts)
	}
}

func (s *evaluateResults) Render() app.UI {
	if !s.Evaluation.HasResult {
		return app.Div()
	}
	out := []app.UI{s.main()}
	if s.Evaluation.Done() == 0 {
		return app.Div().Class(kit.ClaimedBy(s.Evaluation.Origin, nil, "stack", "is-loose")...).Body(out...)
	}
	first, others := s.dots()
	dots := slices.Concat(first, others)
	drawn := s.drawn.Of(0, MostCharts)
	for i := drawn; i < len(dots); i++ {
		dots[i] = app.Div() // keeps the place of a chart, so that those before it have their width from the start
	}
	n := len(first) // go-app appends to what it is given: without a bound, to the charts of the other list
	out = append(out, app.Section().Class("panel").Aria("labelledby", "evaluate-charts").Body(
		app.H2().ID("evaluate-charts").Class("panel-title").Text(textCharts),
		app.P().Class("panel-note").Text(textChartsNote(s.Evaluation)),
		app.Div().Class("curves").Body(dots[:n:n]...),
		app.Details().Class("fold", "is-wide").Open(n == 0).Hidden(len(others) == 0).Body(app.Summary().Text(TextOtherCharts),
			app.Div().Class("curves").Body(dots[n:]...))))
	var choices, curves app.UI = app.Div().Hidden(true), app.Div().Hidden(true) // keep their places, and the table's
	if t := s.tradeOff(); t != nil && drawn > len(dots) {
		choices = t
	}
	if c := s.curves(); len(c) > 0 && drawn > len(dots)+1 {
		curves = app.Section().Class("panel").Aria("labelledby", "evaluate-curves").Body(
			app.H2().ID("evaluate-curves").Class("panel-title").Text(textCurves), app.Div().Class("curves").Body(c...))
	}
	return app.Div().Class(kit.ClaimedBy(s.Evaluation.Origin, nil, "stack", "is-loose")...).Body(append(out, choices, curves, s.table(drawn > len(dots)+2))...)
}

// main gives the verdict and says how far the evaluation is.
func (s *evaluateResults) main() app.UI {
	v := s.Evaluation
	body := []app.UI{
		app.H2().ID(ResultID).Class("panel-title").TabIndex(-1).Text(textEvaluationResult),
	}
	body = append(body, kit.ClaimNote(v.Origin, nil))
	if v.Done() > 0 {
		body = append(body, verdict(v, s.Explain)...)
		if notes := HeldNotes(v); len(notes) > 0 {
			body = append(body, app.Details().Class("fold").Body(app.Summary().Text(textHeldWhat),
				app.Range(notes).Slice(func(i int) app.UI { return app.P().Class("panel-note").Text(notes[i]) })))
		}
	}
	if !v.Finished || v.Done() < v.Experiments() {
		body = append(body, app.P().Class("panel-note").ID("evaluate-done").Text(TextDone(v)))
	}
	if v.Told.Labels > 0 {
		body = append(body, app.P().Class("panel-note").Text(TextWhoTold(v.Told)))
	}
	if labels, right, ok := v.Judge(); ok {
		body = append(body, app.P().Class("panel-note").Text(TextJudged(labels, right, v.Told.Labels > 0)))
	}
	if v.OldRules {
		body = append(body, widget.Notice(widget.Info, TextOldEvaluation))
	}
	for _, f := range v.Failures {
		body = append(body, widget.Notice(widget.Warning, f))
	}
	if v.CanGoOn() {
		body = append(body, app.Div().Class("toolbar").Body(widget.Button(textRestOfExperiments, widget.Primary, s.onRest), app.P().Class("panel-note").Text(kit.TextRestNote)))
	}
	return app.Section().Class("panel").Aria("labelledby", ResultID).Body(body...)
}

// table lists all figures, where they are to be drawn already.
func (s *evaluateResults) table(drawn bool) app.UI {
	var figures app.UI
	if drawn {
		figures = widget.TableRegion(textFiguresRegion, s.figures())
	}
	return app.Section().Class("panel").Aria("labelledby", "evaluate-figures").Body(
		app.H2().ID("evaluate-figures").Class("panel-title").Text(textAllFigures),
		app.Details().Class("fold", "is-wide").Body(
			app.Summary().Text(textEveryFigure),
			app.P().Class("panel-note").Text(TextSpread(s.Evaluation)),
			figures),
		app.Div().Class("toolbar").Body(widget.Button(textSaveFigures, widget.Secondary, s.onSaveFigures),
			widget.Button(textSaveFiguresXLSX, widget.Secondary, s.onSaveWorkbook)))
}

func (s *evaluateResults) onRest(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.RunEvaluation{Rest: true})
}

func (s *evaluateResults) onSaveFigures(ctx app.Context, e app.Event) {
	kit.Download(textFiguresFile, "text/csv", string(s.Evaluation.CSV()))
}

func (s *evaluateResults) onSaveWorkbook(ctx app.Context, e app.Event) {
	kit.Workbook(ctx, strings.TrimSuffix(textFiguresFile, ".csv"), s.Evaluation.CSV())
}

// Compared lists the entrants that stand beside each other: the methods.
func Compared(v store.Evaluation) []int {
	var list []int
	for i, e := range v.Entrants {
		if e.As == document.AsMethod {
			list = append(list, i)
		}
	}
	return list
}

// figures is the table of all figures, a column for each method.
func (s *evaluateResults) figures() app.UI {
	v, columns := s.Evaluation, Compared(s.Evaluation)
	head := []app.UI{app.Th().Scope("col").Text(kit.TextScore)}
	for _, i := range columns {
		head = append(head, app.Th().Scope("col").Class("num").Text(TextEntrant(v.Entrants[i])))
	}
	head = append(head, app.Th().Scope("col").Text(kit.TextMeaning))
	table := []app.UI{app.THead().Body(app.Tr().Body(head...))}
	for _, form := range Forms {
		rows := []app.UI{app.Tr().Class("is-outcome").Body(app.Th().Scope("rowgroup").ColSpan(len(columns) + 2).Text(TextForm(form)))}
		for _, f := range FiguresOf(form, s.Data.Table.Schema, v.Rules) {
			if f.name == textRulesKept && len(v.Rules) == 0 {
				continue // every row keeps none
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

// figureRow is a figure of every method; it reports whether any has it.
func (s *evaluateResults) figureRow(form form, f figure, columns []int) (row app.UI, some bool) {
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
