package explain

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
	"causeway/core/metric"
)

// batchResults lists what was found for many rows, also while it is looked for.
type batchResults struct {
	app.Compo
	*store.State
	filter store.BatchFilter
	from   int
}

func (r *batchResults) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Batch) }

// batchPage is how many rows stand on a page: each is a few lines, and they are
// drawn again with every part that is done.
const batchPage = 20

func (r *batchResults) Render() app.UI {
	b, schema := r.Batch, r.Data.Table.Schema
	if !b.HasResult {
		return app.Div()
	}
	asked, found := b.Covered()
	body := []app.UI{
		app.H2().ID(kit.BatchResultID).Class("panel-title").TabIndex(-1).Text(textBatchResult),
		app.P().Class("panel-note").Text(TextBatchDone(b, b.Count(store.EveryRow))),
	}
	if b.Earlier() {
		body = append(body, widget.Notice(widget.Info, textBatchEarlier))
	}
	for _, f := range b.Failures {
		body = append(body, widget.Notice(widget.Warning, f))
	}
	if b.CanGoOn() {
		body = append(body, app.Div().Class("toolbar").Body(widget.Button(textRestOfRows, widget.Primary, r.onRest), app.P().Class("panel-note").Text(kit.TextRestNote)))
	}
	done := b.Count(store.EveryRow)
	if done > 0 {
		nearest, none, unclear := b.Proved()
		if unclear > 0 {
			body = append(body, app.P().Class("panel-note").Text(TextUnclearRows(unclear)))
		}
		low, high := metric.Group{Rows: asked, Covered: found}.CoverageRange()
		facts := []app.UI{
			kit.Fact(TextAskedRows, store.FormatCount(asked)),
			kit.Fact(TextFoundRows, TextCoverageOf(found, asked, low, high)),
			kit.Fact(TextNearestRows, store.FormatCount(nearest)),
			kit.Fact(TextNoneRows, TextNonesOf(none, asked-found-none)),
			kit.Fact(TextSkippedRows, store.FormatCount(done-asked)),
		}
		if b.Quick {
			facts = append(facts, kit.Fact(TextQuickRows, store.FormatCount(b.AtOnce())))
		}
		if b.Own() > 0 {
			facts = append(facts, kit.Fact(textBoundRows, textBoundOf(b.Bound(), asked)))
		}
		body = append(body,
			app.Dl().Class("facts").Body(facts...),
			app.Div().Class("toolbar").Body(
				widget.Button(kit.TextExportCSV, widget.Secondary, r.onCSV),
				widget.Button(kit.TextExportXLSX, widget.Secondary, r.onXLSX),
				widget.Button(textExportJSON, widget.Secondary, r.onJSON),
				r.toFile(),
				app.P().Class("panel-note").Text(textExportNote),
			),
			r.list(schema),
		)
	}
	out := []app.UI{app.Section().Class("panel").Aria("labelledby", kit.BatchResultID).Body(body...)}
	if done > 0 && b.Phase != store.Running {
		out = append(out, &groupPanel{State: r.State}, &actionsPanel{State: r.State})
	}
	return app.Div().Class("stack", "is-loose").Body(out...)
}

var batchFilters = []widget.Option{
	{Value: "0", Text: textEveryRow}, {Value: "1", Text: textRowsFound}, {Value: "2", Text: textRowsNotFound}, {Value: "3", Text: textRowsSkipped},
}

func (r *batchResults) list(schema data.Schema) app.UI {
	b, n := r.Batch, r.Batch.Count(r.filter)
	from := r.from
	if from >= n {
		from = max(0, (n-1)/batchPage*batchPage)
	}
	var items []app.UI
	for _, row := range b.Page(r.filter, from, batchPage) {
		items = append(items, batchRow(b, schema, row))
	}
	none := ""
	if n == 0 {
		none = textNoSuchRow
	}
	return app.Div().Class("stack", "is-tight").Body(
		app.Div().Class("row").Body(&widget.Select{Key: "batch-filter", Label: textShowRows, Options: batchFilters, Value: strconv.Itoa(int(r.filter)), OnChange: r.onFilter}),
		app.P().Class("panel-note").Text(none),
		app.Ol().Class("batch-rows").Aria("label", textBatchList).Body(items...),
		&kit.Pages{What: textRowsWord, From: from, Of: n, Size: batchPage, OnFrom: r.onFrom},
	)
}

// batchRow is the best counterfactual of a row in one sentence, with its proof.
func batchRow(b store.Batch, schema data.Schema, row store.BatchRow) app.UI {
	head := []app.UI{app.Strong().Text(textRowNumber(b, row)), app.Text(" "), app.Span().Class("muted").Body(
		app.Bdi().Text(kit.TextClass(schema.Outcome.Name, schema.Outcome.Format(float64(row.Predicted)))),
		app.Text(", "), app.Span().Class("nobr").Text(kit.FormatProbability(row.Given[row.Predicted])))}
	if len(row.Found) == 0 {
		return app.Li().Class("batch-row").Body(app.P().Body(head...), app.P().Class("muted").Text(textNothingFor(row, schema, len(b.Rules)+len(b.Within))))
	}
	best := row.Found[0]
	schema = b.Reads(schema, row.Factual, best.Values)
	keeps, breaks, silent := b.Judge(schema, row.Factual, best)
	verdictClass, mark := "is-kept", "✓"
	switch {
	case breaks > 0:
		verdictClass, mark = "is-broken", "✗"
	case keeps == 0:
		verdictClass, mark = "is-silent", "–"
	}
	return app.Li().Class("batch-row").Body(
		app.P().Body(head...),
		kit.SentenceOf(PhrasesOf(schema, row.Factual, store.CounterfactualOf(best), b.Follows(schema))),
		app.P().Class("verdict", verdictClass).Body(
			app.Span().Class("verdict-mark").Aria("hidden", "true").Text(mark),
			app.Span().Text(TextKeptOf(keeps, breaks, silent, len(row.Found)-1)+textRowProved(row))),
	)
}

// RowsFileAction writes what is found to a file on the disk, which its value is.
const RowsFileAction = "rows-file"

// toFile offers a file on the disk where the browser can write to one.
func (r *batchResults) toFile() app.UI {
	if !app.IsClient || !app.Window().Get("showSaveFilePicker").Truthy() {
		return app.Span()
	}
	return widget.Button(TextRowsFile, widget.Secondary, r.onFile)
}

func (r *batchResults) onFile(ctx app.Context, e app.Event) {
	kit.Then(app.Window().Call("showSaveFilePicker", map[string]any{
		"suggestedName": textBatchFile + ".csv",
		"types":         []any{map[string]any{"description": "CSV", "accept": map[string]any{"text/csv": []any{".csv"}}}},
	}), func(to app.Value) {
		ctx.Dispatch(func(ctx app.Context) { ctx.NewActionWithValue(RowsFileAction, to) })
	}, func(why app.Value) {
		if why.Get("name").String() != "AbortError" {
			ctx.Dispatch(func(ctx app.Context) { r.onCSV(ctx, e) })
		}
	})
}

func (r *batchResults) onRest(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.ExplainMany{Rest: true})
}

func (r *batchResults) onFrom(ctx app.Context, from int) { r.from = from }

func (r *batchResults) onFilter(ctx app.Context, v string) {
	n, _ := kit.Chosen(v)
	r.filter, r.from = store.BatchFilter(n), 0
}

func (r *batchResults) onCSV(ctx app.Context, e app.Event) {
	kit.SaveParts(textBatchFile+".csv", "text/csv", r.Batch.CSVParts(r.Data.Table.Schema))
}

func (r *batchResults) onXLSX(ctx app.Context, e app.Event) {
	kit.Workbook(ctx, textBatchFile, r.Batch.CSV(r.Data.Table.Schema))
}

func (r *batchResults) onJSON(ctx app.Context, e app.Event) {
	kit.SaveParts(textBatchFile+".json", "application/json", r.Batch.JSONParts(r.Data.Table, r.Data.Wanted()))
}
