package explain

import (
	"math"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
)

// PredictedOptions choose rows by their predictions.
func PredictedOptions(d store.Data) []widget.Option {
	o := d.Table.Schema.Outcome
	list := []widget.Option{{Value: strconv.Itoa(document.EveryClass), Text: TextAnyClass}}
	if !d.AsksWanted() {
		list = append(list, widget.Option{Value: strconv.Itoa(document.Refused),
			Text: textOnlyRefused(d.WantedLevel())})
	}
	return append(list, ClassOptions(o)...)
}

// ClassOptions returns the classes that a row can be predicted as.
func ClassOptions(o data.Feature) (list []widget.Option) {
	for c, l := range o.Levels {
		list = append(list, widget.Option{Value: strconv.Itoa(c + 1), Text: l})
	}
	return list
}

// rowFilter chooses rows by prediction, outcome and values.
type rowFilter struct {
	app.Compo
	*store.State
	open bool
}

func (p *rowFilter) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Explain|kit.Classifier) }

func (p *rowFilter) Render() app.UI {
	s, f := p.Data.Table.Schema, p.Explain.Filter
	predicted, help := f.Predicted, ""
	if !p.Classifier.HasResult {
		predicted, help = document.EveryClass, textPredictedNeeds
	}
	open := p.open || len(f.Where) > 0
	body := []app.UI{app.Div().Class("chooser").Body(
		&widget.Select{Label: textSaidClass, Help: help, Options: PredictedOptions(p.Data),
			Value: strconv.Itoa(predicted), Disabled: !p.Classifier.HasResult, OnChange: p.onPredicted},
		&widget.Select{Label: textOutcomeIs, Options: append([]widget.Option{{Value: "0", Text: TextAnyClass}},
			ClassOptions(s.Outcome)...), Value: strconv.Itoa(f.Outcome), OnChange: p.onOutcome},
		app.Div().Class("toolbar").Body(
			widget.Button(textByValue, widget.Secondary, p.onOpen).Aria("expanded", open).Aria("disabled",
				len(f.Where) > 0),
			widget.Button(textNoFilter, widget.Quiet, p.onClear).Aria("disabled", f.IsAny()),
		),
	)}
	if open {
		for i, c := range f.Where {
			if c.Feature < len(s.Features) { // or it belongs to an earlier table
				body = append(body, &whereRow{State: p.State, At: i, Where: c, Feature: s.Features[c.Feature]})
			}
		}
		options := make([]widget.Option, len(s.Features))
		for j, x := range s.Features {
			options[j] = widget.Option{Value: strconv.Itoa(j), Text: x.Name}
		}
		body = append(body, app.Div().Class("chooser").Body(
			&widget.Select{Label: textAddWhere, Options: append([]widget.Option{{Value: "", Text: textChooseFeature}},
				options...), Value: "", Rev: len(f.Where), OnChange: p.onAdd}))
	}
	return app.Div().Class("stack", "is-tight").Role("group").Aria("label", textWhichRows).Body(body...)
}

// set changes the filter.
func (p *rowFilter) set(ctx app.Context, change func(*document.RowFilter)) {
	f := p.Explain.Filter
	f.Where = append([]data.Where(nil), f.Where...)
	change(&f)
	kit.Do(ctx, store.SetFilter{RowFilter: f})
}

func (p *rowFilter) onPredicted(ctx app.Context, v string) {
	n, _ := strconv.Atoi(v)
	p.set(ctx, func(f *document.RowFilter) { f.Predicted = n })
}

func (p *rowFilter) onOutcome(ctx app.Context, v string) {
	n, _ := strconv.Atoi(v)
	p.set(ctx, func(f *document.RowFilter) { f.Outcome = n })
}

func (p *rowFilter) onOpen(ctx app.Context, e app.Event) { p.open = !p.open }

func (p *rowFilter) onClear(ctx app.Context, e app.Event) {
	if p.open = false; !p.Explain.Filter.IsAny() {
		kit.Do(ctx, store.SetFilter{})
	}
}

func (p *rowFilter) onAdd(ctx app.Context, v string) {
	s := p.Data.Table.Schema
	if j, err := strconv.Atoi(v); err == nil && j >= 0 && j < len(s.Features) {
		p.set(ctx, func(f *document.RowFilter) { f.Where = append(f.Where, store.NewWhere(s.Features[j], j)) })
	}
}

// whereRow asks for a value of one feature.
type whereRow struct {
	app.Compo
	*store.State
	At      int
	Where   data.Where
	Feature data.Feature
}

func (r *whereRow) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Explain) }

func (r *whereRow) Render() app.UI {
	f, key := r.Feature, "where-"+strconv.Itoa(r.At)+"-"
	var fields []app.UI
	if f.Kind.Numeric() {
		fields = []app.UI{
			&widget.Text{Key: key + "from", Label: textValueFrom(f.Title()), Placeholder: textAnyNumber,
				Value: endOf(f, r.Where.Min), OnChange: r.onMin},
			&widget.Text{Key: key + "to", Label: textValueTo(f.Title()), Placeholder: textAnyNumber,
				Value: endOf(f, r.Where.Max), OnChange: r.onMax},
		}
	} else {
		options := []widget.Option{{Value: "", Text: textAnyValue}}
		for i, l := range f.Levels {
			options = append(options, widget.Option{Value: strconv.Itoa(i), Text: l})
		}
		value := ""
		if len(r.Where.Levels) == 1 {
			value = strconv.Itoa(r.Where.Levels[0])
		}
		fields = []app.UI{&widget.Select{Key: key + "level", Label: f.Name, Options: options, Value: value,
			OnChange: r.onLevel}}
	}
	return app.Div().Class("chooser").Role("group").Aria("label", f.Name).Body(append(fields,
		app.Div().Class("toolbar").Body(widget.Button(kit.TextRemove, widget.Quiet, r.onRemove).Aria("label",
			textRemoveWhere(f.Name))))...)
}

// endOf returns an end of a range as shown in a field, empty for an open end.
func endOf(f data.Feature, v float64) string {
	if math.Abs(v) >= causal.Open {
		return ""
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// set changes the condition, unless another one has replaced it.
func (r *whereRow) set(ctx app.Context, change func(*data.Where)) {
	f := r.Explain.Filter
	if r.At >= len(f.Where) || f.Where[r.At].Feature != r.Where.Feature {
		return
	}
	f.Where = append([]data.Where(nil), f.Where...)
	change(&f.Where[r.At])
	kit.Do(ctx, store.SetFilter{RowFilter: f})
}

// onEnd accepts a number, or an empty text for an open end; other text changes nothing.
func (r *whereRow) onEnd(ctx app.Context, text string, open float64, to func(*data.Where) *float64) {
	v, err := open, error(nil)
	if text = strings.TrimSpace(text); text != "" {
		v, err = strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
	}
	if err != nil || math.IsNaN(v) {
		kit.Do(ctx, store.Say{Text: textNoNumber(text)})
		return
	}
	r.set(ctx, func(w *data.Where) { *to(w) = v })
}

func (r *whereRow) onMin(ctx app.Context, text string) {
	r.onEnd(ctx, text, -causal.Open, func(w *data.Where) *float64 { return &w.Min })
}

func (r *whereRow) onMax(ctx app.Context, text string) {
	r.onEnd(ctx, text, causal.Open, func(w *data.Where) *float64 { return &w.Max })
}

func (r *whereRow) onLevel(ctx app.Context, v string) {
	r.set(ctx, func(w *data.Where) {
		if n, err := strconv.Atoi(v); err == nil {
			w.Levels = []int{n}
		} else {
			w.Levels = store.NewWhere(r.Feature, w.Feature).Levels
		}
	})
}

func (r *whereRow) onRemove(ctx app.Context, e app.Event) {
	f := r.Explain.Filter
	if r.At < len(f.Where) {
		f.Where = append(append([]data.Where(nil), f.Where[:r.At]...), f.Where[r.At+1:]...)
		kit.Do(ctx, store.SetFilter{RowFilter: f})
		kit.Focus("chooser-title") // the button goes away
	}
}
