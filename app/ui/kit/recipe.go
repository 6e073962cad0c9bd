package kit

import (
	"cmp"
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/ui/widget"
	"causeway/core/model"
)

// Form asks for the settings in a table of fields.
type Form struct {
	Of     any    // the recipe, or the search
	Key    string // prefix of the fields' keys, if another form has fields with the same names
	Each   bool   // the settings apply to each of many rows
	Off    bool
	Most   func(model.Field) float64 // the largest value of a setting, given the others; nil: as in the table
	Change func(ctx app.Context, f model.Field, v float64)
}

// Fields returns the fields of a table.
func (o Form) Fields(table []model.Field) (list []app.UI) {
	for _, f := range table {
		list = append(list, o.field(f))
	}
	return list
}

func (o Form) field(f model.Field) app.UI {
	key, label, value := "", f.Label, f.Value(o.Of)
	if o.Key != "" {
		key = o.Key + f.Flag()
	}
	if o.Each && f.Each != "" {
		label = f.Each
	}
	change := func(ctx app.Context, v float64) { o.Change(ctx, f, v) }
	switch {
	case len(f.Choices) > 0:
		chosen, options := f.Chosen(o.Of), []widget.Option(nil)
		for _, c := range f.Choices {
			options = append(options, widget.Option{Value: widget.Format(c.Value), Text: c.Text})
		}
		return &widget.Select{Key: key, Label: label, Help: cmp.Or(chosen.Help, f.Help), Options: options,
			Value: widget.Format(chosen.Value), Disabled: o.Off,
			OnChange: func(ctx app.Context, v string) {
				if n, err := strconv.ParseFloat(v, 64); err == nil {
					change(ctx, n)
				}
			}}
	case f.IsSwitch(o.Of):
		return &widget.Toggle{Key: key, Label: label, Help: f.Help, On: value != 0, Disabled: o.Off,
			OnChange: func(ctx app.Context, on bool) {
				v := 0.0
				if on {
					v = 1
				}
				change(ctx, v)
			}}
	}
	low, high, step := f.Min, min(f.Max, MaxSeed), f.Step
	if o.Most != nil {
		high = min(high, o.Most(f))
	}
	if f.Percent {
		value, low, high, step = math.Round(1e5*value)/1e3, 100*low, 100*high, 100*step
		inner := change
		change = func(ctx app.Context, v float64) { inner(ctx, v/100) }
	}
	return &widget.Number{Key: key, Label: label, Help: f.Help, Unit: f.Unit, Value: value, Min: low, Max: high,
		Step:    step,
		Integer: f.Whole(o.Of), Disabled: o.Off, OnChange: change}
}

// Advanced returns folded settings under a line that summarizes them. In a wide window, help for the
// focused setting is below them.
func Advanced(summary string, body ...app.UI) app.UI {
	return app.Details().Class("fold", "advanced").Body(app.Summary().Text(summary),
		app.Div().Class("stack").Body(append(body,
			app.P().Class("panel-note", "advanced-hint").Aria("hidden", "true").Text(textAdvancedHint))...))
}

// Roomy reports whether the window is wide enough for panels side by side (.abreast) and open folds.
func Roomy() bool {
	return app.IsClient && app.Window().Call("matchMedia", "(min-width: 100rem)").Get("matches").Truthy()
}

// Folded returns a panel that shows only its title until somebody opens it.
func Folded(title string, body ...app.UI) app.HTMLDetails {
	return app.Details().Class("panel", "folded").Body(app.Summary().Body(app.H2().Class("panel-title").Text(title)),
		app.Div().Class("stack").Body(body...))
}

// fieldsOf returns the settings for training a method from the graph.
func FieldsOf(m model.Method) []model.Field {
	parts := []model.Part{model.Always}
	if m.FromGraph() {
		parts = append(parts, model.FromGraph)
	}
	if !m.Acts() {
		parts = append(parts, model.OfRows)
	}
	return model.GeneratorFields.Of(parts...)
}
