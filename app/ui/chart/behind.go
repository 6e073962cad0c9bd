package chart

import (
	"slices"
	"strings"
	"unicode"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// listed is a drawing whose content can be listed in a table.
type listed interface {
	title() string

	// numbers returns the drawn values as a table of roughly most rows; write formats each
	// number.
	numbers(most int, write func(float64) string) (head []string, rows [][]string)
}

// TableOf is the table behind a drawing made elsewhere.
type TableOf struct {
	Title string
	Head  []string
	Rows  [][]string
}

// Table is placed beside such a drawing.
func Table(of TableOf) app.UI { return &behind{Of: of} }

func (of TableOf) title() string { return of.Title }
func (of TableOf) numbers(int, func(float64) string) (head []string, rows [][]string) {
	return of.Head, of.Rows
}

// behind is the table behind a drawing, shown over the page, with buttons that save the drawing as
// files. ShowTable sends the event that opens it, on a key, the right mouse button or a button.
type behind struct {
	app.Compo
	Of     listed
	Button bool
	open   bool
}

// tableEvent shows a table, or hides it.
const tableEvent = "table"

// ShowTable shows the table behind the drawing that is nearest to an element.
func ShowTable(from app.Value) {
	for e := from; e.Truthy(); e = e.Get("parentElement") {
		list := e.Call("querySelectorAll", ":scope:is([data-table]), :scope [data-table]")
		for i := range list.Length() {
			if at := list.Index(i); at.Call("checkVisibility").Bool() {
				at.Call("dispatchEvent", app.Window().Get("CustomEvent").New(tableEvent))
				return
			}
		}
	}
}

// HasTable reports whether an element is part of a drawing that has a table.
func HasTable(on app.Value) bool {
	svg := on.Call("closest", "svg")
	return svg.Truthy() && svg.Call("closest", ":has(> [data-table])").Truthy()
}

// mostRows limits the rows of the table. A saved file has all numbers.
const mostRows = 100

func (c *behind) Render() app.UI {
	var body []app.UI
	if c.Button {
		name := "Numbers, files of " + c.Of.title()
		body = append(body, app.Button().Type("button").Class("icon").Aria("label", name).Title(name).Aria("expanded",
			c.open).OnClick(c.onShow).Text("⋯"))
	}
	if c.open {
		head, rows := c.Of.numbers(mostRows, short)
		body = append(body, app.Div().Class("menu", "is-table").Attr("popover", "auto").Role("dialog").Aria("label",
			"Numbers of "+c.Of.title()).On("toggle", c.onToggle).
			Body(app.Div().Class("toolbar").Body(c.savers()...), dataTable(c.Of.title(), head, rows)))
	}
	return app.Div().Class("behind").DataSet("table", true).On(tableEvent, c.onShow).Body(body...)
}

// onShow shows the table, or hides it if it is on show.
func (c *behind) onShow(ctx app.Context, e app.Event) {
	root := c.JSValue()
	if c.open {
		root.Call("querySelector", "[popover]").Call("hidePopover")
		return
	}
	c.open = true
	ctx.Defer(func(app.Context) {
		if sheet := root.Call("querySelector", "[popover]"); sheet.Truthy() {
			sheet.Call("showPopover")
		}
	})
}

func (c *behind) onToggle(ctx app.Context, e app.Event) {
	c.open = e.Get("newState").String() == "open"
}

// savers returns the buttons that save the drawing as files. A drawing that does not need the page
// can also be saved as a picture.
func (c *behind) savers() []app.UI {
	button := func(kind string, on app.EventHandler) app.UI {
		return app.Button().Type("button").Class("button", "is-small").Text("Save "+kind).
			Aria("label", "Save "+kind+": "+c.Of.title()).OnClick(on)
	}
	list := []app.UI{app.Strong().Text(c.Of.title()), app.Span().Class("toolbar-space"), button("CSV", c.onCSV)}
	if _, is := c.Of.(drawing); is {
		list = append(list, button("SVG", c.onSVG), button("PNG", c.onPNG))
	}
	return list
}

func (c *behind) onSVG(ctx app.Context, e app.Event) { c.save(ctx, "svg") }
func (c *behind) onPNG(ctx app.Context, e app.Event) { c.save(ctx, "png") }
func (c *behind) onCSV(ctx app.Context, e app.Event) { c.save(ctx, "csv") }

func (c *behind) save(ctx app.Context, kind string) {
	s := Saving{Name: fileName(c.Of.title()) + "." + kind, Kind: kind}
	if d, is := c.Of.(drawing); is {
		s.SVG = standalone(d)
	}
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

func dataTable(title string, head []string, rows [][]string) app.UI {
	class := slices.Repeat([]string{"num"}, len(head)) // class of the columns of numbers
	for _, row := range rows {
		for j, cell := range row {
			if strings.ContainsFunc(cell, unicode.IsLetter) {
				class[j] = ""
			}
		}
	}
	cells := make([]app.UI, len(head))
	for i, h := range head {
		if cells[i] = app.Th().Scope("col").Class(class[i]).Text(h); h == "" {
			cells[i] = app.Td() // an empty th would be announced
		}
	}
	body := make([]app.UI, len(rows))
	for i, row := range rows {
		tds := make([]app.UI, len(row))
		for j, says := range row {
			tds[j] = app.Td().Class(class[j]).Text(says)
		}
		body[i] = app.Tr().Body(tds...)
	}
	return app.Div().Class("table-wrap").Role("region").Aria("label", "Numbers of "+title).TabIndex(0).
		Attr("autofocus", "true").Body(
		app.Table().Class("table", "is-dense").Body(
			app.THead().Body(app.Tr().Body(cells...)),
			app.TBody().Body(body...),
		),
	)
}
