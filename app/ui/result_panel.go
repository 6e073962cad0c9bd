package ui

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/widget"
)

// resultPanel shows the factual with its counterfactuals.
type resultPanel struct {
	app.Compo
	data        store.Data
	explain     store.Explain
	changedOnly bool
}

func (p *resultPanel) OnMount(ctx app.Context) {
	topicData.Observe(ctx, &p.data)
	topicExplain.Observe(ctx, &p.explain)
}

func (p *resultPanel) Render() app.UI {
	e, schema := p.explain, p.data.Table.Schema
	if !e.HasFound {
		return app.Div()
	}
	x := e.Found
	body := []app.UI{
		app.H2().ID("results-title").Class("panel-title").TabIndex(-1).Text(textResults(e.FoundRow, !slices.Equal(x.Factual.Values.Values(), e.Row))),
		app.P().Class("panel-note").Text(textTried(x, schema)),
	}
	if e.Stale() {
		body = append(body, widget.Notice(widget.Info, textStale))
	}
	if len(x.Found) == 0 {
		body = append(body, widget.Notice(widget.Warning, textNoneFound(x)))
	} else {
		body = append(body, p.sentences(), app.P().Class("panel-note").Text(textHonest))
		if n := len(x.Found); n < e.Asked && x.Valid > n {
			body = append(body, app.P().Class("panel-note").Text(textFewer(n, e.Asked)))
		}
	}
	body = append(body,
		&widget.Toggle{Label: textChangedOnly, On: p.changedOnly, OnChange: p.onChangedOnly},
		widget.TableRegion(textResultsRegion, p.table()),
		app.Div().Class("toolbar").Body(
			widget.Button(textDownload, widget.Secondary, p.onDownload),
			widget.Button(textCopy, widget.Secondary, p.onCopy),
		),
	)
	return app.Section().Class("panel", "results").Aria("labelledby", "results-title").Body(body...)
}

func (p *resultPanel) onChangedOnly(ctx app.Context, on bool) { p.changedOnly = on }

func (p *resultPanel) sentences() app.UI {
	x, schema := p.explain.Found, p.data.Table.Schema
	factual := x.Factual.Values.Values()
	items := make([]app.UI, len(x.Found))
	for i, c := range x.Found {
		items[i] = app.Li().Text(textCounterfactual(schema, factual, c))
	}
	return app.Ol().Class("sentences").Body(items...)
}

// table has a column for every feature. The first row is the factual.
func (p *resultPanel) table() app.UI {
	x, schema := p.explain.Found, p.data.Table.Schema
	factual := x.Factual.Values.Values()
	shown := p.shown(factual)
	head := []app.UI{app.Th().Scope("col").Text(textResultRow)}
	for _, j := range shown {
		f := schema.Features[j]
		head = append(head, app.Th().Scope("col").Class(cellClass(f)).Text(f.Name))
	}
	head = append(head,
		app.Th().Scope("col").Class("is-outcome").Text(textPredictedClass),
		app.Th().Scope("col").Class("num").Text(textProbability),
		app.Th().Scope("col").Class("num").Text(textChangedCount),
	)
	rows := []app.UI{p.tableRow(textFactual, factual, x.Factual, shown).Class("row-factual")}
	for i, c := range x.Found {
		rows = append(rows, p.tableRow(textCounterfactualNo(i+1), factual, c, shown))
	}
	return app.Table().Class("table", "is-pinned").Body(
		app.Caption().Class("visually-hidden").Text(textCounterfactuals),
		app.THead().Body(app.Tr().Body(head...)),
		app.TBody().Body(rows...),
	)
}

// shown lists the features that have a column.
func (p *resultPanel) shown(factual []float64) []int {
	var all, changed []int
	for j := range factual {
		all = append(all, j)
		for _, c := range p.explain.Found.Found {
			if c.Values.Values()[j] != factual[j] {
				changed = append(changed, j)
				break
			}
		}
	}
	if p.changedOnly {
		return changed
	}
	return all
}

func (p *resultPanel) tableRow(name string, factual []float64, c store.Counterfactual, shown []int) app.HTMLTr {
	schema, values := p.data.Table.Schema, c.Values.Values()
	cells := []app.UI{app.Th().Scope("row").Text(name)}
	for _, j := range shown {
		f := schema.Features[j]
		cell := app.Td().Class(cellClass(f))
		if values[j] == factual[j] {
			cells = append(cells, cell.Text(f.Format(values[j])))
			continue
		}
		cells = append(cells, cell.Class("cell-changed").Body(widget.Changed(f.Format(factual[j]), f.Format(values[j]))))
	}
	cells = append(cells,
		app.Td().Class("is-outcome").Text(schema.Outcome.Format(float64(c.Class))),
		app.Td().Class("num").Text(shareOf(c)),
		app.Td().Class("num").Text(c.Changed),
	)
	return app.Tr().Body(cells...)
}

func shareOf(c store.Counterfactual) string {
	shares := c.Shares.Values()
	if c.Class < 0 || c.Class >= len(shares) {
		return ""
	}
	return formatProbability(shares[c.Class])
}

// csv writes the table with the values as they are stored and the probability
// in full.
func (p *resultPanel) csv() string {
	x, schema := p.explain.Found, p.data.Table.Schema
	var b strings.Builder
	line := []string{textResultRow}
	for _, f := range schema.Features {
		line = append(line, f.Name)
	}
	writeRecord(&b, append(line, textPredictedClass, textProbability))
	for i, c := range append([]store.Counterfactual{x.Factual}, x.Found...) {
		line := []string{textFactual}
		if i > 0 {
			line[0] = textCounterfactualNo(i)
		}
		for j, v := range c.Values.Values() {
			line = append(line, exact(schema.Features[j], v))
		}
		probability := ""
		if s := c.Shares.Values(); c.Class >= 0 && c.Class < len(s) {
			probability = exactNumber(s[c.Class])
		}
		writeRecord(&b, append(line, schema.Outcome.Format(float64(c.Class)), probability))
	}
	return b.String()
}

func (p *resultPanel) onDownload(ctx app.Context, e app.Event) {
	download(textCSVName(p.explain.FoundRow), "text/csv", p.csv())
}

func (p *resultPanel) onCopy(ctx app.Context, e app.Event) {
	clip := app.Window().Get("navigator").Get("clipboard")
	if !clip.Truthy() {
		Do(ctx, store.Say{Text: textNoClipboard})
		return
	}
	clip.Call("writeText", p.csv())
	Do(ctx, store.Say{Text: textCopied})
}

// exact writes a value so that reading it gives the same value again.
func exact(f store.Feature, v float64) string {
	if f.Kind.Numeric() {
		return exactNumber(v)
	}
	return f.Format(v)
}

// writeRecord writes one line of CSV (RFC 4180).
func writeRecord(b *strings.Builder, fields []string) {
	for i, f := range fields {
		if i > 0 {
			b.WriteByte(',')
		}
		if strings.ContainsAny(f, ",\"\r\n") || strings.TrimSpace(f) != f {
			f = `"` + strings.ReplaceAll(f, `"`, `""`) + `"`
		}
		b.WriteString(f)
	}
	b.WriteString("\r\n")
}

// download saves text as a file, by a link that exists for the moment.
func download(name, kind, text string) {
	w := app.Window()
	blob := w.Get("Blob").New([]any{text}, map[string]any{"type": kind})
	url := w.Get("URL").Call("createObjectURL", blob)
	a := w.Get("document").Call("createElement", "a")
	a.Set("href", url)
	a.Set("download", name)
	a.Call("click")
	w.Get("URL").Call("revokeObjectURL", url)
}
