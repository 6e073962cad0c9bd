package kit

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/ui/widget"
)

// pageRows is how many rows with controls stand on the page at a time: go-app
// takes note of at most 4096 new components at once, and stops for ever at one
// more.
const PageRows = 100

// pages goes through a long list. Without need of it, it is empty.
type Pages struct {
	app.Compo
	What   string // of the list, in the plural
	From   int
	Of     int
	Size   int // of a page; 0: pageRows
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

// onPage is the part of a list of n that a page shows. A page behind the end is
// the last one.
func OnPage(from, n int) (low, high int) { return OnPageOf(from, n, PageRows) }

// onPageOf is onPage for pages of another size.
func OnPageOf(from, n, size int) (low, high int) {
	if from >= n {
		from = max(0, (n-1)/size*size)
	}
	return from, min(from+size, n)
}

// Up to allColumns columns of a table stand on the page at a time, of a wider one
// someColumns: of each there are a row of the schema with its picture and a cell in every
// row, or a card, and hundreds of them hold the page up for seconds.
const (
	allColumns  = 36
	someColumns = 18
)

// FirstColumns are drawn with what stands around them, and as many in each turn after that.
const FirstColumns = 6

// ColumnsOnPage is how many columns of a table of n a page shows.
func ColumnsOnPage(n int) int {
	if ManyColumns(n) {
		return someColumns
	}
	return allColumns
}

// ManyColumns reports whether what a table of n columns shows is so much that parts of it are drawn by themselves.
func ManyColumns(n int) bool { return n > allColumns }
