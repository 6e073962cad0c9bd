package graph

import (
	"math"
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/dagview"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
)

// doneChips returns the chips with the effects of a trial value. They come first on the nodes that
// change; the outcome shows the share of the wanted class.
func doneChips(s data.Schema, wanted int, chips []string, d store.Doing) []string {
	if !d.On || !d.Has || d.Is.Row.Size(0) != len(s.Features) || len(d.Row) != len(s.Features) {
		return chips
	}
	chips, s = slices.Clone(chips), s.Telling(d.Row, d.Is.Row.Values())
	for j, v := range d.Is.Row.Values() {
		if v != d.Row[j] && j < len(chips) {
			text := textBecomes(s.Features[j].Format(d.Row[j]), s.Features[j].Format(v))
			if chips[j] != "" {
				text += "\n" + chips[j]
			}
			chips[j] = text
		}
	}
	if before, after := d.Is.Before.Values(), d.Is.After.Values(); wanted < len(before) && wanted < len(after) {
		chips = append(chips, textShareOnNode(s.Outcome.Format(float64(wanted)), before[wanted], after[wanted]))
	}
	return chips
}

// doPanel sets a value of the current row at a node, and shows the effects by the
// mechanisms and the prediction before and after.
type doPanel struct {
	app.Compo
	*store.State
	Node int
}

func (p *doPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Graph|kit.Explain|kit.Doing) }

func (p *doPanel) Render() app.UI {
	s, e := p.Data.Table.Schema, p.Explain
	section := app.Section().Class("stack", "is-tight", "doing")
	follow, blind := p.Graph.Below(s, p.Node)
	still := app.P().Class("panel-note").Text(textDoBlind(kit.Each(blind, func(j int) string {
		return s.Features[j].Name
	})))
	switch {
	case len(follow)+len(blind) == 0, !e.HasRow, len(e.Edited) != len(s.Features):
		return section.Hidden(true)
	case len(follow) == 0:
		return section.Body(still)
	}
	f, from, at, on := s.Features[p.Node], e.Edited[p.Node], e.Edited[p.Node], p.on()
	if on {
		at = p.Evidence.Doing.Value
	}
	body := []app.UI{&valueSlider{State: p.State, Node: p.Node, Label: textDoLabel(f.Name, p.Data.Place(e.Index)+1),
		Says: f.Telling(from, at).Say(at), From: from, At: at, On: on}}
	if on {
		body = append(body, app.Div().Class("stack", "is-tight").Aria("live", "polite").Body(p.says(s, follow)...),
			app.Div().Class("toolbar").Body(widget.Button(textDoBack, widget.Secondary, p.onBack).Class("is-small")))
	}
	if len(blind) > 0 {
		body = append(body, still)
	}
	return section.Aria("label", textDoLabel(f.Name, p.Data.Place(e.Index)+1)).Body(body...)
}

func (p *doPanel) on() bool { return p.Evidence.Doing.On && p.Evidence.Doing.Feature == p.Node }

// says lists the effects.
func (p *doPanel) says(s data.Schema, follow []int) []app.UI {
	d := p.Evidence.Doing
	switch {
	case d.Problem != "":
		return []app.UI{app.P().Class("panel-note").Text(d.Problem)}
	case !d.Has || d.Is.Row.Size(0) != len(s.Features):
		return nil
	}
	row := d.Is.Row.Values()
	s = s.Telling(d.Row, row)
	var items []app.UI
	for _, j := range follow {
		f, text := s.Features[j], ""
		if row[j] == d.Row[j] {
			text = textDoStays(f.Name, f.Say(row[j]))
		} else {
			text = textDoGoes(f.Name, f.Format(d.Row[j]), f.Say(row[j]))
		}
		items = append(items, app.Li().Text(text))
	}
	if before, after := d.Is.Before.Values(), d.Is.After.Values(); len(before) == s.Classes() &&
		len(after) == len(before) {
		class := p.Data.Wanted()
		items = append(items, app.Li().Text(textDoShare(p.Data.WantedLevel(), before[class], after[class])))
	}
	return []app.UI{app.Ul().Class("notes").Body(items...)}
}

func (p *doPanel) onBack(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.EndDo{})
	focusNode(p.Node) // the button goes away
}

// valueSlider sets the value of a feature: a number between the ends of its column, or one
// of its levels in their order.
type valueSlider struct {
	app.Compo
	*store.State
	Node        int
	Label, Says string
	From, At    float64 // value of the row, and the value now
	On          bool
}

func (s *valueSlider) OnMount(ctx app.Context)  { kit.Watch(ctx, kit.Data); s.show(ctx) }
func (s *valueSlider) OnUpdate(ctx app.Context) { s.show(ctx) }

func (s *valueSlider) show(ctx app.Context) {
	in := ctx.JSSrc().Call("querySelector", "input")
	f, _ := s.feature()
	if v := widget.Format(standsAt(f, s.At)); in.Truthy() && in.Get("value").String() != v {
		in.Set("value", v)
	}
}

func (s *valueSlider) feature() (f data.Feature, ok bool) {
	if list := s.Data.Table.Schema.Features; s.Node >= 0 && s.Node < len(list) {
		return list[s.Node], true
	}
	return f, false
}

// span returns the limits for setting a feature of a row, and the number of steps; 0:
// continuous.
func span(f data.Feature, from float64) (low, high float64, steps int) {
	if !f.Kind.Numeric() {
		n := max(len(f.Levels)-1, 1)
		return 0, float64(n), n
	}
	low, high = min(f.Min, from), max(f.Max, from)
	if f.Kind == data.Integer {
		steps = int(high - low)
	}
	return low, high, steps
}

// standsAt returns a value's position between the limits of span, and valueAt the value at a position.
func standsAt(f data.Feature, v float64) float64 {
	if f.Kind == data.Ordered {
		return float64(slices.Index(kit.ByRank(f.Ranks, len(f.Levels)), int(v)))
	}
	return v
}

func valueAt(f data.Feature, at float64) float64 {
	if f.Kind == data.Ordered {
		list := kit.ByRank(f.Ranks, len(f.Levels))
		return float64(list[min(max(int(at), 0), len(list)-1)])
	}
	return f.Round(at)
}

// trial returns the track on the selected node, if any feature follows from the node.
func (p *canvasPanel) trial(s data.Schema) (t dagview.Trial) {
	e := p.Explain
	if len(p.view.Nodes) != 1 || p.view.Connecting || !e.HasRow || len(e.Edited) != len(s.Features) {
		return t
	}
	v := p.view.Nodes[0]
	if follow, _ := p.Graph.Below(s, v); len(follow) == 0 {
		return t
	}
	f, at := s.Features[v], e.Edited[v]
	if p.Evidence.Doing.On && p.Evidence.Doing.Feature == v {
		at = p.Evidence.Doing.Value
	}
	low, high, steps := span(f, e.Edited[v])
	if low >= high {
		return t
	}
	share := func(x float64) float64 { return (standsAt(f, x) - low) / (high - low) }
	return dagview.Trial{On: true, Node: v, At: share(at), Own: share(e.Edited[v]), Steps: steps,
		Label: textTry(f.Name), Says: f.Telling(e.Edited[v], at).Say(at)}
}

// try sets a value that was dragged on a node.
func (s *Screen) try(ctx app.Context, w dagview.Try) {
	list, row := s.Data.Table.Schema.Features, s.Explain.Edited
	if w.Node < 0 || w.Node >= len(list) || len(row) != len(list) {
		return
	}
	f := list[w.Node]
	low, high, steps := span(f, row[w.Node])
	at := low + w.At*(high-low)
	if steps > 0 {
		at = math.Round(at)
	}
	kit.Do(ctx, store.DoValue{Feature: w.Node, Value: valueAt(f, at)})
}

func (s *valueSlider) Render() app.UI {
	f, ok := s.feature()
	if !ok {
		return app.Div()
	}
	low, high, steps := span(f, s.From)
	step := 1.0
	if steps == 0 {
		step = 0 // continuous, because steps might miss the row's value
	}
	id := "do-value-" + strconv.Itoa(s.Node)
	return app.Div().Class("stack", "is-tight").Body(
		app.Label().Class("field-label").For(id).Text(s.Label),
		app.Div().Class("do-value").Body(
			&widget.Range{ID: id, Class: "slider", Says: s.Says, Value: standsAt(f, s.At), Min: low, Max: high,
				Step: step, OnInput: s.onInput, OnKey: s.onKey},
			app.Elem("output").Attr("for", id).Text(s.Says)))
}

func (s *valueSlider) onInput(ctx app.Context, at float64) {
	if f, ok := s.feature(); ok {
		kit.Do(ctx, store.DoValue{Feature: s.Node, Value: valueAt(f, at)})
	}
}

func (s *valueSlider) onKey(ctx app.Context, e app.Event) {
	if e.Get("key").String() == "Escape" && s.On {
		e.PreventDefault()
		kit.Do(ctx, store.EndDo{})
	}
}
