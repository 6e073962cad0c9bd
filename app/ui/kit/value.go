package kit

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/widget"
	"causeway/core/data"
)

// valueField is one value of the row.
type ValueField struct {
	app.Compo
	Index           int
	Feature         data.Feature
	Value, Original float64
	Row             int // unique for every row and page
}

func (v *ValueField) Render() app.UI {
	f := v.Feature
	var field app.UI
	if f.Kind.Numeric() {
		ends := f.Stating(f.Min, f.Max)
		field = &widget.Number{
			Label: f.Title(), Help: textTrainedOn(ends.Brief(f.Min), ends.Brief(f.Max)), Value: v.Value, Step: f.Step(),
			Integer: f.Kind == data.Integer, Live: true, Rev: v.Row, OnChange: v.onNumber}
	} else {
		options := make([]widget.Option, len(f.Levels))
		for i, l := range f.Levels {
			options[i] = widget.Option{Value: strconv.Itoa(i), Text: l}
		}
		field = &widget.Select{Label: f.Title(), Options: options, Value: strconv.Itoa(int(v.Value)), Rev: v.Row,
			OnChange: v.onLevel}
	}
	if v.Value == v.Original {
		return app.Div().Class("value").Body(field)
	}
	said := []app.UI{app.P().Body(
		app.Span().Class("mark").Aria("hidden", "true").Text("●"),
		app.Text(" "+textWas(f.Telling(v.Value, v.Original).Say(v.Original))))}
	if f.Kind.Numeric() && (v.Value < f.Min || v.Value > f.Max) {
		said = append(said, app.P().Role("status").Text(TextOutside))
	}
	return app.Div().Class("value", "is-changed").Body(field, app.Div().Class("value-was").Body(said...))
}

func (v *ValueField) onNumber(ctx app.Context, x float64) {
	Do(ctx, store.EditValue{Feature: v.Index, Value: x})
}

func (v *ValueField) onLevel(ctx app.Context, text string) {
	n, _ := strconv.Atoi(text)
	Do(ctx, store.EditValue{Feature: v.Index, Value: float64(n)})
}
