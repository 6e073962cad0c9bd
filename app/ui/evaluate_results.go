package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/widget"
)

const evaluateResultID = "evaluate-result"

// results are the panels of an evaluation, also while it runs.
func (s *evaluateScreen) results() []app.UI {
	v := s.evaluation
	body := []app.UI{
		app.H2().ID(evaluateResultID).Class("panel-title").TabIndex(-1).Text(textEvaluationResult),
		app.P().Class("panel-note").ID("evaluate-done").Text(textDone(v)),
	}
	if v.OldRules {
		body = append(body, widget.Notice(widget.Info, textOldEvaluation))
	}
	for _, f := range v.Failures {
		body = append(body, widget.Notice(widget.Warning, f))
	}
	if v.Done() == 0 {
		return []app.UI{app.Section().Class("panel").Aria("labelledby", evaluateResultID).Body(body...)}
	}
	body = append(body,
		widget.TableRegion(textFiguresRegion, s.figures()),
		app.P().Class("panel-note").Text(textSpread(v)),
		app.Div().Class("toolbar").Body(widget.Button(textSaveFigures, widget.Secondary, s.onSaveFigures)),
	)
	out := []app.UI{
		app.Section().Class("panel").Aria("labelledby", evaluateResultID).Body(body...),
		app.Section().Class("panel").Aria("labelledby", "evaluate-charts").Body(
			app.H2().ID("evaluate-charts").Class("panel-title").Text(textCharts),
			app.P().Class("panel-note").Text(textChartsNote),
			app.Div().Class("curves").Body(s.bars()...)),
	}
	if t := s.tradeOff(); t != nil {
		out = append(out, t)
	}
	if c := s.curves(); len(c) > 0 {
		out = append(out, app.Section().Class("panel").Aria("labelledby", "evaluate-curves").Body(
			app.H2().ID("evaluate-curves").Class("panel-title").Text(textCurves), app.Div().Class("curves").Body(c...)))
	}
	return out
}

func (s *evaluateScreen) onSaveFigures(ctx app.Context, e app.Event) {
	download(textFiguresFile, "text/csv", string(s.evaluation.CSV()))
}

// compared lists the entrants that stand beside each other: the methods.
func compared(v store.Evaluation) []int {
	var list []int
	for i, e := range v.Entrants {
		if e.As == store.AsMethod {
			list = append(list, i)
		}
	}
	return list
}

// figures is the table of all figures, a column for each method.
func (s *evaluateScreen) figures() app.UI {
	v, columns := s.evaluation, compared(s.evaluation)
	head := []app.UI{app.Th().Scope("col").Text(textScore)}
	for _, i := range columns {
		head = append(head, app.Th().Scope("col").Class("num").Text(textEntrant(v.Entrants[i])))
	}
	head = append(head, app.Th().Scope("col").Text(textMeaning))
	table := []app.UI{app.THead().Body(app.Tr().Body(head...))}
	for _, form := range forms {
		rows := []app.UI{app.Tr().Class("is-outcome").Body(app.Th().Scope("rowgroup").ColSpan(len(columns) + 2).Text(textForm(form)))}
		for _, f := range figuresOf(form, s.data.Table.Schema, v.Rules) {
			if row, some := s.figureRow(form, f, columns); some {
				rows = append(rows, row)
			}
		}
		table = append(table, app.TBody().Body(rows...))
	}
	return app.Table().Class("table", "is-pinned", "figures").Aria("label", textFigures).Body(table...)
}

// figureRow is a figure of every method; it reports whether any has it.
func (s *evaluateScreen) figureRow(form form, f figure, columns []int) (row app.UI, some bool) {
	cells := []app.UI{app.Th().Scope("row").Body(clamped(f.title()))}
	for _, i := range columns {
		sum := s.evaluation.Summary(i, string(form)+f.key)
		some = some || sum.N > 0
		cells = append(cells, app.Td().Class("num").Text(f.write(sum)))
	}
	return app.Tr().Body(append(cells, app.Td().Class("wrap").Text(f.meaning))...), some
}
