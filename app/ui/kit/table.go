package kit

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/core/data"
)

// twofold is a cell with a second line.
func Twofold(what, more string) app.UI {
	return app.Td().Class("shift").Body(app.Span().Class("shift-share").Text(what),
		app.Span().Class("muted").Text(more))
}

func KeyOf(what string, n int) string { return what + strconv.Itoa(n) }

func NoteListOf(items []app.UI) app.UI { return app.Ul().Class("notes").Body(items...) }

func Chosen(value string) (int, bool) {
	v, err := strconv.Atoi(value)
	return v, err == nil
}

func Fact(name, value string) app.HTMLDiv {
	return app.Div().Class("fact").Body(app.Elem("dt").Body(Term(name)), app.Elem("dd").Text(value))
}

// noteList exists even without notes, so that the elements after it keep their place and the focus.
func NoteList(notes []string) app.UI {
	items := make([]app.UI, len(notes))
	for i, n := range notes {
		items[i] = app.Li().Text(n)
	}
	return app.Ul().Class("notes").Body(items...)
}

func HeaderRow(names ...string) app.UI {
	cells := make([]app.UI, len(names))
	for i, n := range names {
		cells[i] = app.Th().Scope("col").Text(n)
	}
	return app.THead().Body(app.Tr().Body(cells...))
}

// rangeOf writes the values of a feature: the range of the training rows, or the first levels.
func RangeOf(f data.Feature) string {
	if f.Kind.Numeric() {
		f = f.Telling(f.Min, f.Max)
		return TextRangeOf(f.Brief(f.Min), f.Brief(f.Max))
	}
	return textLevels(f)
}

func CellClass(f data.Feature) string {
	if f.Kind.Numeric() {
		return "num"
	}
	return ""
}

// ConfusionCells returns the cells of a true class in a confusion matrix, tinted in five steps by
// share. body returns the content of a cell, given the predicted class, its count and the row's total.
func ConfusionCells(counts []int, truth int, body func(said, count, total int) []app.UI) (cells []app.UI) {
	total := 0
	for _, n := range counts {
		total += n
	}
	for said, n := range counts {
		cell := app.Td().Class("num").DataSet("level", (5*n+total/2)/max(total, 1))
		if said == truth {
			cell = cell.Class("is-right")
		}
		cells = append(cells, cell.Body(body(said, n, total)...))
	}
	return cells
}
