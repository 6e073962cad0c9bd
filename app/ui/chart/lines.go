package chart

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// lines is a component so that it can follow the width of the page and knows
// whether its table is open. Drawing happens only when the description changed.
type lines struct {
	app.Compo

	Of LinesOf

	width float64 // measured; 0 before
	open  bool
}

func (c *lines) OnMount(ctx app.Context)  { c.measure(ctx) }
func (c *lines) OnResize(ctx app.Context) { c.measure(ctx) }

func (c *lines) measure(ctx app.Context) {
	if w := ctx.JSSrc().Get("clientWidth"); w.Truthy() {
		c.width = w.Float()
	}
}

func (c *lines) Render() app.UI {
	of := c.Of
	if c.width > 0 {
		of.Width = c.width
	}
	p, ok := layout(of)
	body := []app.UI{c.head()}
	if ok {
		body = append(body, p.draw().ui(), c.numbers())
	} else {
		body = append(body, app.P().Class("chart-empty").Text(orElse(of.Empty, "No values yet.")))
	}
	return app.Figure().Class("chart").Body(body...)
}

// head has the title and the legend with the latest values.
func (c *lines) head() app.UI {
	items := make([]app.UI, len(c.Of.Series))
	for k, s := range c.Of.Series {
		value := ""
		if g := summarize(s); g.any {
			value = short(g.last.y)
		}
		items[k] = app.Li().Body(
			swatch(k, s.Dashed).ui(),
			app.Span().Text(s.Name),
			app.Span().Class("chart-value").Text(value),
		)
	}
	return app.FigCaption().Class("chart-head").Body(
		app.Span().Class("chart-title").Text(c.Of.Title),
		app.Ul().Class("chart-legend").Body(items...),
	)
}

func (c *lines) numbers() app.UI {
	var table app.UI
	if c.open {
		head, rows := sampleRows(c.Of, 100)
		table = dataTable(c.Of.Title, head, rows)
	}
	return app.Details().Class("chart-numbers").On("toggle", c.onToggle).Body(summaryOf(c.Of.Title), table)
}

func (c *lines) onToggle(ctx app.Context, e app.Event) { c.open = ctx.JSSrc().Get("open").Truthy() }

// TableOf is the content of a chart as text.
type TableOf struct {
	Title string
	Head  []string
	Rows  [][]string
}

// Table is the text twin of a chart: a table that opens below it.
func Table(of TableOf) app.UI {
	return app.Details().Class("chart-numbers").Body(summaryOf(of.Title), dataTable(of.Title, of.Head, of.Rows))
}

func summaryOf(title string) app.UI {
	return app.Summary().Body(
		app.Text("Numbers"),
		app.Span().Class("visually-hidden").Text(" of "+title),
	)
}

func dataTable(title string, head []string, rows [][]string) app.UI {
	cells := make([]app.UI, len(head))
	for i, h := range head {
		cells[i] = app.Th().Scope("col").Class("num").Text(h)
	}
	body := make([]app.UI, len(rows))
	for i, row := range rows {
		tds := make([]app.UI, len(row))
		for j, text := range row {
			tds[j] = app.Td().Class("num").Text(text)
		}
		body[i] = app.Tr().Body(tds...)
	}
	return app.Div().Class("table-wrap", "is-short").Role("region").Aria("label", "Numbers of "+title).TabIndex(0).Body(
		app.Table().Class("table", "is-dense").Body(
			app.THead().Body(app.Tr().Body(cells...)),
			app.TBody().Body(body...),
		),
	)
}

// Bars is a histogram without axes, small enough for a table cell.
func Bars(of BarsOf) app.UI { return drawBars(of).ui() }

func orElse(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func count(n int) string { return grouped(strconv.Itoa(n)) }
