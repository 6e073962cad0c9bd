package graph

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/dagview"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sketch"
)

// twinPanel shows the drawing as tables, which can do everything that the drawing can. Screen readers need it.
type twinPanel struct {
	app.Compo
	*store.State
	view graphView

	edgesFrom, nodesFrom, rulesFrom, hiddenFrom int // first rows that are shown
}

func (p *twinPanel) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Graph)
	topicGraphView.Observe(ctx, &p.view)
}

func (p *twinPanel) Render() app.UI {
	s := p.Data.Table.Schema
	if !p.view.Twin || len(p.Graph.Sketch.Nodes) != len(s.Features) {
		return app.Div()
	}
	return app.Section().Class("panel", "twin").Aria("labelledby", "twin-title").Body(
		app.H2().ID("twin-title").Class("panel-title").TabIndex(-1).Text(textTwinTitle),
		app.Div().Class("row").Body(
			app.P().Class("panel-note").Text(textTwinNote),
			widget.Button(textTwinNew, widget.Secondary, p.onNew),
		),
		widget.TableRegion(textEdgesRegion, p.edges(s)),
		&kit.Pages{What: textEdgesWord, From: p.edgesFrom, Of: len(p.Graph.Sketch.Edges), OnFrom: p.onEdges},
		p.hiddenTable(s),
		widget.TableRegion(textNodesRegion, p.nodes(s)),
		&kit.Pages{What: TextFeaturesWord, From: p.nodesFrom, Of: len(s.Features), OnFrom: p.onNodes},
		widget.TableRegion(textRulesRegion, p.rules(s)),
		&kit.Pages{What: textRulesWord, From: p.rulesFrom, Of: len(p.Graph.AllRules(s)), OnFrom: p.onRules},
	)
}

// onNew goes to the form for a new edge, which works without the drawing.
func (p *twinPanel) onNew(ctx app.Context, e app.Event) { kit.Focus("edge-form-title") }

func (p *twinPanel) onEdges(ctx app.Context, from int) { p.edgesFrom = from }
func (p *twinPanel) onNodes(ctx app.Context, from int) { p.nodesFrom = from }
func (p *twinPanel) onRules(ctx app.Context, from int) { p.rulesFrom = from }

func (p *twinPanel) edges(s data.Schema) app.UI {
	var rows []app.UI
	low, high := kit.OnPage(p.edgesFrom, len(p.Graph.Sketch.Edges))
	for _, e := range p.Graph.Sketch.Edges[low:high] {
		rows = append(rows, &edgeRow{State: p.State,
			From: e.From, To: e.To, Cause: s.Features[e.From].Name, Effect: s.Features[e.To].Name,
			Sign: e.Sign, Strict: e.Strict, Soft: e.Soft, Least: e.Least, Most: e.Most, Note: e.Note,
			On: p.view.HasEdge && p.view.Edge == dagview.Ends{From: e.From, To: e.To},
		})
	}
	if len(rows) == 0 {
		rows = append(rows, app.Tr().Body(app.Td().ColSpan(10).Text(textNoEdgesYet)))
	}
	return app.Table().Class("table").Aria("label", textEdges).Body(
		kit.HeaderRow(textEdgeFrom, textEdgeTo, textSign, TextStrict, textAtLeast, textAtMost, textForce, textNote,
			textInData, textActions), app.TBody().Body(rows...))
}

// edgeRow is one edge with its controls.
type edgeRow struct {
	app.Compo
	*store.State
	From, To      int
	Cause, Effect string
	Sign          causal.Sign
	Strict, Soft  bool
	Least, Most   float64
	Note          string
	On            bool
	refused       int // rejected sizes
}

func (r *edgeRow) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Graph) }

func (r *edgeRow) Render() app.UI {
	name := r.Cause + " → " + r.Effect
	key := "row-" + strconv.Itoa(r.From) + "-" + strconv.Itoa(r.To)
	unsigned := r.Sign == causal.Unknown
	row := app.Tr()
	if r.On {
		row = row.Aria("selected", true)
	}
	return row.Body(
		app.Th().Scope("row").Body(kit.Clamped(r.Cause)),
		app.Th().Scope("row").Body(kit.Clamped(r.Effect)),
		app.Td().Class("bare").Body(&widget.Select{Key: key + "sign", Label: textSignOf(name), Options: signs,
			Value: signValue(r.Sign), OnChange: r.onSign}),
		app.Td().Class("bare").Body(&widget.Toggle{Key: key + "strict", Label: textStrictOf(name), On: r.Strict ||
			r.Least > 0, Disabled: unsigned || r.Least > 0, OnChange: r.onStrict}),
		app.Td().Class("bare", "size-cell").Body(&widget.Text{Key: key + "least", Label: textLeastOf(name),
			Value: sizeText(r.Least), Disabled: unsigned, Rev: r.refused, OnChange: r.onLeast}),
		app.Td().Class("bare", "size-cell").Body(&widget.Text{Key: key + "most", Label: textMostOf(name),
			Value: sizeText(r.Most), Disabled: unsigned, Rev: r.refused, OnChange: r.onMost}),
		app.Td().Class("bare").Body(&widget.Select{Key: key + "soft", Label: textForceOf(name), Options: forces,
			Value: strconv.FormatBool(r.Soft), Disabled: unsigned, OnChange: r.onSoft}),
		app.Td().Class("bare").Body(&widget.Text{Key: key + "note", Label: textNoteOf(name), Value: r.Note,
			OnChange: r.onNote}),
		app.Td().Class("data-cell").Body(&edgeCell{State: r.State, From: r.From, To: r.To}),
		app.Td().Class("bare").Body(app.Div().Class("toolbar").Body(
			widget.Button(textReverse, widget.Secondary, r.onReverse).Class("is-small").Aria("label",
				textReverseOf(name)),
			widget.Button(textDelete, widget.Secondary, r.onDelete).Class("is-small").Aria("label", textDeleteOf(name)),
		)),
	)
}

func (r *edgeRow) set(ctx app.Context, change func(*sketch.Edge)) {
	if e, ok := r.Graph.Sketch.Edge(r.From, r.To); ok {
		change(&e)
		kit.Do(ctx, store.SetEdge{Edge: e})
	}
}

func (r *edgeRow) onSign(ctx app.Context, value string) {
	r.set(ctx, func(e *sketch.Edge) { *e = withSign(*e, signOf(value)) })
}

func (r *edgeRow) onStrict(ctx app.Context, on bool) {
	r.set(ctx, func(e *sketch.Edge) { e.Strict = on })
}

func (r *edgeRow) onLeast(ctx app.Context, text string) { r.onSize(ctx, text, leastOf) }
func (r *edgeRow) onMost(ctx app.Context, text string)  { r.onSize(ctx, text, mostOf) }

func (r *edgeRow) onSize(ctx app.Context, text string, size func(*sketch.Edge) *float64) {
	e, ok := r.Graph.Sketch.Edge(r.From, r.To)
	if !ok {
		return
	}
	e, problem := resized(e, r.Cause+" → "+r.Effect, text, size)
	if problem != "" {
		r.refused++
		kit.Do(ctx, store.Say{Text: problem})
		return
	}
	kit.Do(ctx, store.SetEdge{Edge: e})
}

func (r *edgeRow) onSoft(ctx app.Context, value string) {
	r.set(ctx, func(e *sketch.Edge) { e.Soft = value == "true" })
}

func (r *edgeRow) onNote(ctx app.Context, text string) {
	r.set(ctx, func(e *sketch.Edge) { e.Note = text })
}

func (r *edgeRow) onReverse(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.ReverseEdge{Ends: store.Ends{From: r.From, To: r.To}})
	kit.Focus("twin-title") // the row may move
}

func (r *edgeRow) onDelete(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.RemoveEdges{Edges: []store.Ends{{From: r.From, To: r.To}}})
	kit.Focus("twin-title") // the row goes away
}

func (p *twinPanel) nodes(s data.Schema) app.UI {
	var rows []app.UI
	low, high := kit.OnPage(p.nodesFrom, len(s.Features))
	for v := low; v < high; v++ {
		rows = append(rows, p.node(s, v))
	}
	if high == len(s.Features) {
		rows = append(rows, p.node(s, sketch.OutcomeNode))
	}
	return app.Table().Class("table").Aria("label", textNodes).Body(
		kit.HeaderRow(kit.TextFeature, textRole, textOrder, textState, textMechanism, textAcross, textDown, textByHand),
		app.TBody().Body(rows...))
}

func (p *twinPanel) node(s data.Schema, v int) *nodeRow {
	n := p.Graph.Sketch.Node(v)
	return &nodeRow{State: p.State, V: v, Name: nodeName(s, v), Role: n.Role, X: n.X, Y: n.Y, Pinned: n.Fixed}
}

func (p *twinPanel) rules(s data.Schema) app.UI {
	stated := len(p.Graph.Sketch.Rules)
	var rows []app.UI
	all := p.Graph.AllRules(s)
	low, high := kit.OnPage(p.rulesFrom, len(all))
	for i := low; i < high; i++ {
		r := all[i]
		from := textFromSignsOnly
		if r.Kind == causal.NotAlone {
			from = textFromClosed
		}
		rows = append(rows, &ruleRow{State: p.State, At: i, Sentence: r.String(s), Soft: r.Soft, Stated: i < stated,
			From: from})
	}
	if len(rows) == 0 {
		rows = append(rows, app.Tr().Body(app.Td().ColSpan(5).Text(textNoRules)))
	}
	return app.Table().Class("table").Aria("label", textRulesTable).Body(
		kit.HeaderRow(textRuleKind, textForce, textHolds, textInData, textActions), app.TBody().Body(rows...))
}
