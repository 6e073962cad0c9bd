package everyone

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/explain"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/metric"
)

// listPanel lists everybody who was searched, also during the run, with buttons for files.
type listPanel struct {
	app.Compo
	*store.State
	filter store.BatchFilter
	from   int
	open   bool
}

func (r *listPanel) OnMount(ctx app.Context) {
	r.open = !app.IsClient // if nobody can open it
	kit.Watch(ctx, kit.Data|kit.Batch)
}

// batchPage is how many people are on a page. Each takes a few lines, and every finished part redraws
// them all.
const batchPage = 20

func (r *listPanel) Render() app.UI {
	b := r.Batch
	asked, found := b.Covered()
	done := b.Count(store.EveryRow)
	fold := app.Details().Class("fold", "is-wide").Hidden(done == 0).On("toggle", r.onToggle)
	if !r.open || done == 0 {
		return fold.Body(app.Summary().Text(textList))
	}
	nearest, none, unclear := b.Proved()
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
	body := []app.UI{
		app.P().Class("panel-note").Text(TextBatchDone(b, done)),
		app.Elem("dl").Class("facts").Body(facts...)}
	if unclear > 0 {
		body = append(body, app.P().Class("panel-note").Text(TextUnclearRows(unclear)))
	}
	return fold.Body(app.Summary().Text(textList), app.Div().Class("stack").Body(append(body,
		app.Div().Class("toolbar").Body(
			widget.Button(kit.TextExportCSV, widget.Secondary, r.onCSV),
			widget.Button(kit.TextExportXLSX, widget.Secondary, r.onXLSX),
			widget.Button(textExportJSON, widget.Secondary, r.onJSON),
			r.toFile(),
			app.P().Class("panel-note").Text(textExportNote),
		),
		&noticesPanel{State: r.State},
		r.list(r.Data.Table.Schema))...))
}

func (r *listPanel) onToggle(ctx app.Context, e app.Event) {
	r.open = ctx.JSSrc().Get("open").Truthy()
}

var batchFilters = []widget.Option{
	{Value: "0", Text: textEveryRow}, {Value: "1", Text: textRowsFound}, {Value: "2", Text: textRowsNotFound},
	{Value: "3", Text: textRowsSkipped},
}

func (r *listPanel) list(schema data.Schema) app.UI {
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
		app.Div().Class("row").Body(&widget.Select{Key: "batch-filter", Label: textShowRows, Options: batchFilters,
			Value: strconv.Itoa(int(r.filter)), OnChange: r.onFilter}),
		app.P().Class("panel-note").Text(none),
		app.Elem("ol").Class("batch-rows").Aria("label", textBatchList).Body(items...),
		&kit.Pages{What: textPeopleWord, From: from, Of: n, Size: batchPage, OnFrom: r.onFrom},
	)
}

// batchRow returns the best counterfactual of a row in one sentence, with its proof.
func batchRow(b store.Batch, schema data.Schema, row store.BatchRow) app.UI {
	own := b.Wider(schema)
	schema = document.InBands(schema, row.Cuts, row.Of)
	head := []app.UI{app.UI(&person{Index: row.Index, Name: textPerson(b, row.Index), OfFile: b.OfFile()}),
		app.Text(" "), app.Span().Class("muted").Body(
			app.Elem("bdi").Text(kit.TextClass(schema.Outcome.Name, schema.Outcome.Format(float64(row.Predicted)))),
			app.Text(", "), app.Span().Class("nobr").Text(explain.TextSure(schema.Outcome, document.Counterfactual{
				Class: row.Predicted, Shares: row.Given, Number: row.Number, Banded: row.Banded})))}
	if len(row.Found) == 0 {
		return app.Li().Class("batch-row").Body(app.P().Body(head...),
			app.P().Class("muted").Text(textNothingFor(row, schema, len(b.Rules)+len(b.Within))))
	}
	best := row.Found[0]
	best.Base = b.Bases(own)(row.Factual, best.Row)
	schema = document.InBands(b.Reads(own, row.Factual, best.Row), row.Cuts, row.Of)
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
		kit.SentenceOf(explain.PhrasesOf(schema, row.Factual, best, b.Follows(schema))),
		app.P().Class("verdict", verdictClass).Body(
			app.Span().Class("verdict-mark").Aria("hidden", "true").Text(mark),
			app.Span().Text(TextKeptOf(keeps, breaks, silent, len(row.Found)-1)+textRowProved(row))),
	)
}

// person returns a person's name, as a button that opens the person if the table has them.
type person struct {
	app.Compo
	Index  int
	Name   string
	OfFile bool
}

func (p *person) Render() app.UI {
	if p.OfFile {
		return app.Strong().Text(p.Name)
	}
	return app.Button().Type("button").Class("button", "is-quiet", "is-small",
		"person-name").OnClick(p.onOpen).Text(p.Name)
}

func (p *person) onOpen(ctx app.Context, e app.Event) { openPerson(ctx, p.Index) }

// RowsFileAction writes results to a file on disk; its value is the file.
const RowsFileAction = "rows-file"

// toFile offers to write to a file on disk if the browser can.
func (r *listPanel) toFile() app.UI {
	if !app.IsClient || !app.Window().Get("showSaveFilePicker").Truthy() {
		return app.Span()
	}
	return widget.Button(TextRowsFile, widget.Secondary, r.onFile)
}

func (r *listPanel) onFile(ctx app.Context, e app.Event) {
	kit.Then(app.Window().Call("showSaveFilePicker", map[string]any{
		"suggestedName": textBatchFile + ".csv",
		"types": []any{map[string]any{"description": "CSV",
			"accept": map[string]any{"text/csv": []any{".csv"}}}},
	}), func(to app.Value) {
		ctx.Dispatch(func(ctx app.Context) { ctx.NewActionWithValue(RowsFileAction, to) })
	}, func(why app.Value) {
		if why.Get("name").String() != "AbortError" {
			ctx.Dispatch(func(ctx app.Context) { r.onCSV(ctx, e) })
		}
	})
}

func (r *listPanel) onFrom(ctx app.Context, from int) { r.from = from }

func (r *listPanel) onFilter(ctx app.Context, v string) {
	n, _ := kit.Chosen(v)
	r.filter, r.from = store.BatchFilter(n), 0
}

func (r *listPanel) onCSV(ctx app.Context, e app.Event) {
	kit.SaveParts(textBatchFile+".csv", "text/csv", r.Batch.CSVParts(r.Data.Table.Schema))
}

func (r *listPanel) onXLSX(ctx app.Context, e app.Event) {
	kit.Workbook(ctx, textBatchFile, r.Batch.CSV(r.Data.Table.Schema))
}

func (r *listPanel) onJSON(ctx app.Context, e app.Event) {
	kit.SaveParts(textBatchFile+".json", "application/json", r.Batch.JSONParts(r.Data.Table, r.Data.Wanted()))
}
