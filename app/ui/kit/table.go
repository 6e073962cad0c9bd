package kit

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/core/data"
)

// twofold is a cell with what stands under it.
func Twofold(what, more string) app.UI {
	return app.Td().Class("shift").Body(app.Span().Class("shift-share").Text(what), app.Span().Class("muted").Text(more))
}

func KeyOf(what string, n int) string { return what + strconv.Itoa(n) }

func NoteListOf(items []app.UI) app.UI { return app.Ul().Class("notes").Body(items...) }

func Chosen(value string) (int, bool) {
	v, err := strconv.Atoi(value)
	return v, err == nil
}

func Fact(name, value string) app.UI {
	return app.Div().Class("fact").Body(app.Dt().Body(Term(name)), app.Dd().Text(value))
}

// noteList is there without notes too, so that what follows keeps its place and
// with it the focus.
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

// rangeOf writes what values a feature takes: the range of the training rows,
// or the first levels.
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
