package kit

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/ui/widget"
)

// pageRows is how many rows with controls the page shows at a time. go-app hangs if more than 4096
// components appear at once.
const PageRows = 100

// pages has the buttons that page through a long list; a short list gets none.
type Pages struct {
	app.Compo
	What   string // what the list holds, in the plural
	From   int
	Of     int
	Size   int // on a page; 0: pageRows
	OnFrom func(app.Context, int)
}

func (p *Pages) size() int {
	if p.Size > 0 {
		return p.Size
	}
	return PageRows
}

func (p *Pages) Render() app.UI {
	if p.Of <= p.size() {
		return app.Div()
	}
	return app.Div().Class("toolbar").Role("group").Aria("label", textPagesOf(p.What)).Body(
		widget.Button(textEarlier, widget.Secondary, p.onEarlier).Class("is-small").Aria("disabled", p.From == 0).Aria(
			"label", textEarlierOf(p.What)),
		app.Span().Class("muted").Role("status").Text(TextPage(p.What, p.From, min(p.From+p.size(), p.Of), p.Of)),
		widget.Button(textLater, widget.Secondary, p.onLater).Class("is-small").Aria("disabled",
			p.From+p.size() >= p.Of).Aria("label", textLaterOf(p.What)),
	)
}

func (p *Pages) onEarlier(ctx app.Context, e app.Event) { p.OnFrom(ctx, max(p.From-p.size(), 0)) }

func (p *Pages) onLater(ctx app.Context, e app.Event) {
	if p.From+p.size() < p.Of {
		p.OnFrom(ctx, p.From+p.size())
	}
}

// onPage is the part of a list of n that a page shows. A page past the end is the last one.
func OnPage(from, n int) (low, high int) { return OnPageOf(from, n, PageRows) }

// onPageOf is onPage for pages of another size.
func OnPageOf(from, n, size int) (low, high int) {
	if from >= n {
		from = max(0, (n-1)/size*size)
	}
	return from, min(from+size, n)
}

// A table with up to allColumns columns shows all of them, a wider one someColumns at a time. Each
// column adds a row with a picture and a cell in every row; hundreds would block the page for
// seconds.
const (
	allColumns  = 36
	someColumns = 18
)

// FirstColumns is how many columns are drawn immediately, and in each later turn.
const FirstColumns = 6

// ColumnsOnPage returns how many of n columns a page shows.
func ColumnsOnPage(n int) int {
	if ManyColumns(n) {
		return someColumns
	}
	return allColumns
}

// ManyColumns reports whether a table of n columns is so wide that its parts are drawn separately.
func ManyColumns(n int) bool { return n > allColumns }
