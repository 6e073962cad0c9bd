package kit

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/core/data"
)

// StripOf shows how the training rows are distributed along a feature, optionally with one class
// apart, and where the row's value lies.
func StripOf(d store.Data, feature, class int, value float64) chart.StripOf {
	f := d.Table.Schema.Features[feature]
	out := chart.StripOf{Title: f.Title(), Value: value, Whole: f.Kind == data.Integer}
	if !f.Kind.Numeric() {
		out.Labels = f.Levels
	}
	if feature >= len(d.Table.Columns) {
		return out
	}
	col := d.Table.Columns[feature]
	out.Edges, out.Counts, out.Of = col.Edges.Values(), col.Counts, col.Of(class, d.Table.Schema.Classes())
	return out
}

// SettledStrip returns a card of a changed feature: the strip with the row's value and the answer's, and
// both in words.
func SettledStrip(d store.Data, feature, class int, from, to float64) app.UI {
	f := d.Table.Schema.Features[feature]
	of := StripOf(d, feature, class, from)
	if to != from {
		of.Answers = []chart.StripAnswer{{No: 1, Value: to}}
	}
	f = f.Telling(from, to)
	return app.Li().Body(
		app.P().Class("field-label").Body(Clamped(f.Title())),
		chart.Strip(of),
		app.P().Class("field-help").Text(textSettles(f.Format(from), f.Format(to))))
}
