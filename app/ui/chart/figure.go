package chart

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// drawing is a chart: a plain value that can be drawn at a width, told in words
// and listed.
type drawing interface {
	title() string
	keys() []key
	draw(width float64) (node, bool) // false where there is nothing to draw; 0 is a usual width
	empty() string                   // what to say then

	// numbers lists what is drawn, at most about most rows, each number written by
	// write.
	numbers(most int, write func(float64) string) (head []string, rows [][]string)
}

// pressed is a drawing of which parts can be pressed: those with data-press.
type pressed interface {
	press(ctx app.Context, what string)
}

// key is an entry of a legend.
type key struct {
	swatch      node
	name, value string
}

// figure shows a drawing with its title and its legend; a fold has its numbers as a table
// and the files that it is saved as. It is a component so that it can follow the width of the page and
// knows whether its table is open.
type figure struct {
	app.Compo

	Of drawing

	width  float64 // measured; 0 before
	unsize func()  // ends that
	open   bool
	finger finger
}

// OnMount follows the width of the figure, which also changes where a fold is opened.
func (c *figure) OnMount(ctx app.Context) {
	c.unsize = followWidth(ctx, &c.width)
	c.finger.follow(ctx, c)
}

// followWidth keeps a component's width as the page has it, and draws it anew where that
// changes, until unsize; nil where there is no page.
func followWidth(ctx app.Context, of *float64) (unsize func()) {
	return follow(ctx, "clientWidth", leastWidth, of)
}

// follow does that with a measure of the component's root.
func follow(ctx app.Context, measure string, least float64, of *float64) (unsize func()) {
	if !app.IsClient {
		return nil
	}
	root := ctx.JSSrc()
	width := func() float64 { return root.Get(measure).Float() }
	if w := width(); w >= least { // it is drawn so at once
		*of = w
	}
	return WatchSize(root, func() {
		if w := width(); w > 0 && w != *of {
			ctx.Dispatch(func(app.Context) { *of = w })
		}
	})
}

// OnDismount ends that.
func (c *figure) OnDismount() {
	if c.unsize != nil {
		c.unsize()
	}
	c.finger.release()
}

func (c *figure) Render() app.UI {
	body, of := []app.UI{c.head()}, c.Of
	if s, is := of.(SwarmOf); is {
		s.finger = &c.finger
		of = s
	}
	if svg, ok := of.draw(c.width); ok {
		body = append(body, svg.ui(), c.fold())
	} else {
		body = append(body, app.P().Class("chart-empty").Text(orElse(c.Of.empty(), "No values yet.")))
	}
	f := app.Figure().Class("chart")
	if app.IsClient && c.width == 0 { // it would be seen at a usual width for a frame
		f = f.Class("is-unmeasured")
	}
	if _, is := c.Of.(pressed); is {
		f = f.OnClick(c.onPress).OnKeyDown(c.onKey)
	}
	return f.Body(body...)
}

// sized is a picture without title or fold, laid out at the size that it is shown at.
type sized struct {
	app.Compo

	Of interface {
		at(width, height float64) node
	}

	width, height    float64
	unsize, unheight func()
}

func (c *sized) OnMount(ctx app.Context) {
	c.unsize, c.unheight = follow(ctx, "clientWidth", leastWidth, &c.width), follow(ctx, "clientHeight", 0, &c.height)
}

// OnDismount ends that.
func (c *sized) OnDismount() {
	if c.unsize != nil {
		c.unsize()
		c.unheight()
	}
}

func (c *sized) Render() app.UI {
	box := app.Div().Class("chart-sized")
	if app.IsClient && c.width == 0 {
		box = box.Class("is-unmeasured")
	}
	return box.Body(c.Of.at(c.width, c.height).ui())
}

func (c *figure) onPress(ctx app.Context, e app.Event) {
	if part := e.Get("target").Call("closest", "[data-press]"); part.Truthy() {
		c.Of.(pressed).press(ctx, part.Call("getAttribute", "data-press").String())
	}
}

// onKey presses as a button is pressed.
func (c *figure) onKey(ctx app.Context, e app.Event) {
	if key := e.Get("key").String(); (key == "Enter" || key == " ") &&
		e.Get("target").Call("matches", "[data-press]").Bool() {
		e.PreventDefault()
		c.onPress(ctx, e)
	}
}

func (c *figure) head() app.UI {
	var items []app.UI
	for _, k := range c.Of.keys() {
		item := []app.UI{k.swatch.ui(), app.Span().Text(k.name)}
		if k.value != "" {
			item = append(item, app.Span().Class("chart-value").Text(k.value))
		}
		items = append(items, app.Li().Body(item...))
	}
	return app.FigCaption().Class("chart-head").Body(
		app.Span().Class("chart-title").Text(c.Of.title()),
		app.Ul().Class("chart-legend").Body(items...),
	)
}

// mostRows bounds the table below a chart. A saved file has all numbers.
const mostRows = 100

// fold has what only some people want of a chart.
func (c *figure) fold() app.UI {
	var table app.UI
	if c.open {
		head, rows := c.Of.numbers(mostRows, short)
		table = dataTable(c.Of.title(), head, rows)
	}
	return app.Details().Class("chart-numbers").On("toggle", c.onToggle).Body(summaryOf(c.Of.title()),
		c.savers(), table)
}

func (c *figure) onToggle(ctx app.Context, e app.Event) { c.open = ctx.JSSrc().Get("open").Truthy() }

func (c *figure) savers() app.UI {
	button := func(kind string, on app.EventHandler) app.UI {
		return app.Button().Type("button").Class("button is-quiet is-small").Text(kind).
			Aria("label", "Save "+kind+": "+c.Of.title()).OnClick(on)
	}
	return app.Div().Class("chart-save").Role("group").Aria("label", "Save "+c.Of.title()).Body(
		app.Span().Aria("hidden", "true").Text("Save"),
		button("SVG", c.onSVG), button("PNG", c.onPNG), button("CSV", c.onCSV))
}

func (c *figure) onSVG(ctx app.Context, e app.Event) { c.save(ctx, "svg") }
func (c *figure) onPNG(ctx app.Context, e app.Event) { c.save(ctx, "png") }
func (c *figure) onCSV(ctx app.Context, e app.Event) { c.save(ctx, "csv") }

func (c *figure) save(ctx app.Context, kind string) {
	s := Saving{Name: fileName(c.Of.title()) + "." + kind, Kind: kind, SVG: standalone(c.Of)}
	s.Head, s.Rows = c.Of.numbers(1<<30, exact)
	ctx.NewActionWithValue(SaveAction, s)
}

// fileName makes a title the name of a file.
func fileName(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	return orElse(strings.Join(words, "-"), "chart")
}

func summaryOf(title string) app.UI {
	return app.Summary().Body(
		app.Text("Numbers, files"),
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
	return app.Div().Class("table-wrap", "is-short").DataSet("hint", "Scroll sideways for more →").Role("region").Aria(
		"label", "Numbers of "+title).TabIndex(0).Body(
		app.Table().Class("table", "is-dense").Body(
			app.THead().Body(app.Tr().Body(cells...)),
			app.TBody().Body(body...),
		),
	)
}

func orElse(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
