package graph

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/dagview"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/causal"
	"causeway/core/data"
)

// edgeForm adds an edge between two features chosen from lists, or waits for two clicked
// nodes if none are chosen.
type edgeForm struct {
	app.Compo
	*store.State
	view graphView
}

func (f *edgeForm) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Graph)
	topicGraphView.Observe(ctx, &f.view)
}

func (f *edgeForm) Render() app.UI {
	v, options := f.view, featureOptions(f.Data.Table.Schema, textChoose)
	for i, h := range f.Graph.Sketch.Hidden {
		options = append(options, widget.Option{Value: strconv.Itoa(len(f.Graph.Sketch.Nodes) + i),
			Text: textUnobservedNamed(h.Name)})
	}
	hint, kind := "", signValue(v.Sign)
	if v.Connecting {
		hint = textWaits(f.Data.Table.Schema, f.Graph, v)
	}
	if v.Shares {
		kind = kindShared
	}
	label := widget.Button(textAddEdge, widget.Primary, nil).Type("submit")
	if v.Connecting {
		label = label.Aria("pressed", true)
	}
	return app.Form().Class("edge-form").Attr("novalidate", "").Aria("labelledby",
		"edge-form-title").OnSubmit(f.onAdd).Body(
		app.H3().ID("edge-form-title").Class("visually-hidden").TabIndex(-1).Text(textEdgeForm),
		app.Div().Class("row").Body(
			&widget.Select{Label: textEdgeFrom, Options: options, Value: choice(v.Cause, v.HasCause),
				OnChange: f.onFrom},
			&widget.Select{Label: textEdgeTo, Options: options, Value: choice(v.Effect, v.HasEffect), OnChange: f.onTo},
			&widget.Select{Label: textSign, Options: kinds, Value: kind, OnChange: f.onSign},
			label,
		),
		app.P().Class("panel-note").Text(hint),
	)
}

func (f *edgeForm) onFrom(ctx app.Context, value string) {
	v, ok := kit.Chosen(value)
	Wish(ctx, wantEnds{dagview.Pick{Cause: v, HasCause: ok}})
}

func (f *edgeForm) onTo(ctx app.Context, value string) {
	v, ok := kit.Chosen(value)
	if !ok {
		v = -1
	}
	Wish(ctx, wantEffect{v})
}

func (f *edgeForm) onSign(ctx app.Context, value string) {
	if value == kindShared {
		Wish(ctx, wantSign{share: true})
		return
	}
	Wish(ctx, wantSign{sign: signOf(value)})
}

func (f *edgeForm) onAdd(ctx app.Context, e app.Event) {
	e.PreventDefault()
	Wish(ctx, wantEdge{})
}

// featureOptions lists an empty choice and then the features.
func featureOptions(s data.Schema, none string) []widget.Option {
	list := make([]widget.Option, 0, len(s.Features)+1)
	if none != "" {
		list = append(list, widget.Option{Text: none})
	}
	for v, f := range s.Features {
		list = append(list, widget.Option{Value: strconv.Itoa(v), Text: f.Name})
	}
	return list
}

func choice(v int, has bool) string {
	if !has {
		return ""
	}
	return strconv.Itoa(v)
}

var signs = []widget.Option{{Value: "0", Text: textSignExists}, {Value: "1", Text: textSignRises},
	{Value: "2", Text: textSignFalls}}

// kinds lists the kinds of a new edge.
var kinds = append(slices.Clone(signs), widget.Option{Value: kindShared, Text: textSignShared})

const kindShared = "shared"

func signValue(s causal.Sign) string { return strconv.Itoa(int(s)) }

func signOf(value string) causal.Sign {
	v, _ := kit.Chosen(value)
	return causal.Sign(v)
}
