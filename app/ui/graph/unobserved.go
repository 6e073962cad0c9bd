package graph

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/dagview"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
	"causeway/core/sketch"
)

// hiddenNameID is the field for the name of an unobserved feature.
const hiddenNameID = "w-hidden-name"

// unobservedName names a line with an unobserved end.
func unobservedName(s data.Schema, g sketch.Sketch, e sketch.Edge, both bool) string {
	arrow := " → "
	if both {
		arrow = " ↔ "
	}
	return g.Name(s, e.From) + arrow + g.Name(s, e.To)
}

// unobserved returns the controls of a line with an unobserved end, and its meaning.
func (p *inspector) unobserved(s data.Schema, e sketch.Edge) []app.UI {
	g, both := p.Graph.Sketch, p.view.Edge.Both
	name := unobservedName(s, g, e, both)
	key := strconv.Itoa(e.From) + "-" + strconv.Itoa(e.To)
	says := textLinkMeans
	if both {
		key = "both-" + key
		says = textSharedMeans(g.Name(s, e.From), g.Name(s, e.To))
	}
	body := []app.UI{
		app.H3().Class("subtitle", "clamp").Title(name).Text(name),
		app.P().ID("unobserved-means").Text(says),
	}
	for _, v := range []int{e.From, e.To} {
		if text := p.mixed(s, v); text != "" {
			body = append(body, app.P().Class("panel-note").Text(text))
		}
	}
	tools := []app.UI{widget.Button(textDeleteEdge, widget.Secondary, p.onDelete)}
	if !both {
		tools = append([]app.UI{widget.Button(textReverse, widget.Secondary, p.onReverse)}, tools...)
	}
	return append(body,
		&widget.Text{Key: "note-" + key, Label: textNote, Help: textNoteHelp, Value: e.Note, OnChange: p.onNote},
		app.Div().Class("toolbar").Body(tools...))
}

// hidden returns the controls of an unobserved feature, and its meaning.
func (p *inspector) hidden(s data.Schema, v int) []app.UI {
	n, name := p.Graph.Sketch.Node(v), p.Graph.Sketch.Name(s, v)
	body := []app.UI{
		app.H3().Class("subtitle", "clamp").Title(name).Text(name),
		app.P().ID("unobserved-means").Text(textHiddenMeans(name)),
		&widget.Text{Key: "hidden-name", Label: textHiddenName, Value: name, Rev: p.refused, OnChange: p.onRename},
	}
	body = append(body, p.linesAt(s, v)...)
	return append(body, app.Div().Class("toolbar").Body(
		widget.Button(textDrawFrom, widget.Secondary, p.onFrom),
		widget.Button(textShareFrom, widget.Secondary, p.onShareFrom),
		widget.Button(textDeleteHidden, widget.Secondary, p.onDeleteHidden),
		app.Div().Body(p.pin(n))))
}

func (p *inspector) onRename(ctx app.Context, name string) {
	if len(p.view.Nodes) == 1 {
		p.refused++ // an invalid name is replaced by the old one
		kit.Do(ctx, store.RenameHidden{Node: p.view.Nodes[0], Name: name})
	}
}

func (p *inspector) onDeleteHidden(ctx app.Context, e app.Event) {
	Wish(ctx, dagview.Delete{})
	kit.Focus("graph-title") // the node and the button go away
}

// confounded returns the causes whose effects on a feature the rows cannot identify, because something
// unobserved affects both.
func confounded(s data.Schema, g sketch.Sketch, v int) []int {
	if len(g.Hidden)+len(g.Shared) == 0 || v < 0 || v >= len(g.Nodes) {
		return nil
	}
	w, err := g.Whole(s)
	if err != nil {
		return nil
	}
	return w.Confounded(v)
}

// mixed warns that the rows cannot show a confounded mechanism. It is empty for other features.
func (p *inspector) mixed(s data.Schema, v int) string { return mixedMechanism(s, p.Graph.Sketch, v) }

func mixedMechanism(s data.Schema, g sketch.Sketch, v int) string {
	causes := confounded(s, g, v)
	if len(causes) == 0 || g.Nodes[v].Form != sketch.Linear && g.Nodes[v].Form != sketch.Network {
		return ""
	}
	return textMixedMechanism(s.Features[v].Name,
		kit.And(kit.Each(causes, func(c int) string { return s.Features[c].Name })))
}

// mixedInto warns that something unobserved affects the evidence about an edge.
func (p *inspector) mixedInto(s data.Schema, e sketch.Edge) string {
	if !slices.Contains(confounded(s, p.Graph.Sketch, e.To), e.From) {
		return ""
	}
	return textMixedEdge
}

// hiddenTable lists the unobserved features and their lines, with controls.
func (p *twinPanel) hiddenTable(s data.Schema) app.UI {
	g := p.Graph.Sketch
	var rows []app.UI
	for i, h := range g.Hidden {
		rows = append(rows, &hiddenRow{State: p.State, Node: len(g.Nodes) + i, Name: h.Name, Text: h.Name})
	}
	for _, e := range g.Strokes()[len(g.Edges):] {
		rows = append(rows, &hiddenRow{State: p.State, Ends: store.Ends{From: e.From, To: e.To, Both: e.Both},
			Name: unobservedName(s, g, e.Edge, e.Both), Text: e.Note})
	}
	if len(rows) == 0 {
		return app.Div()
	}
	low, high := kit.OnPage(p.hiddenFrom, len(rows))
	return app.Div().Body(
		widget.TableRegion(textHiddenRegion, app.Table().Class("table").Aria("label", textHiddenTable).Body(
			kit.HeaderRow(textHiddenTable, textHiddenText, textActions), app.TBody().Body(rows[low:high]...))),
		&kit.Pages{What: textHiddenWord, From: p.hiddenFrom, Of: len(rows), OnFrom: p.onHidden})
}

func (p *twinPanel) onHidden(ctx app.Context, from int) { p.hiddenFrom = from }

// hiddenRow is an unobserved feature, or one of its lines, with its controls.
type hiddenRow struct {
	app.Compo
	*store.State
	Node int        // an unobserved feature, or 0
	Ends store.Ends // a line
	Name string
	Text string // the feature's name, or the line's note
	rev  int
}

func (r *hiddenRow) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Graph) }

func (r *hiddenRow) Render() app.UI {
	label := textNoteOf(r.Name)
	if r.Node > 0 {
		label = textNameOf(r.Name)
	}
	key := "hidden-row-" + strconv.Itoa(r.Node) + "-" + strconv.Itoa(r.Ends.From) + "-" + strconv.Itoa(r.Ends.To) +
		strconv.FormatBool(r.Ends.Both)
	return app.Tr().Body(
		app.Th().Scope("row").Body(kit.Clamped(r.Name)),
		app.Td().Class("bare").Body(&widget.Text{Key: key, Label: label, Value: r.Text, Rev: r.rev,
			OnChange: r.onText}),
		app.Td().Class("bare").Body(widget.Button(textDelete, widget.Secondary, r.onDelete).Class("is-small").Aria(
			"label", textDeleteOf(r.Name))),
	)
}

func (r *hiddenRow) onText(ctx app.Context, text string) {
	if r.Node > 0 {
		r.rev++
		kit.Do(ctx, store.RenameHidden{Node: r.Node, Name: text})
		return
	}
	if r.Ends.Both {
		if e, ok := r.Graph.Sketch.SharedBy(r.Ends.From, r.Ends.To); ok {
			e.Note = text
			kit.Do(ctx, store.SetShared{Edge: e})
		}
	} else if e, ok := r.Graph.Sketch.Edge(r.Ends.From, r.Ends.To); ok {
		e.Note = text
		kit.Do(ctx, store.SetEdge{Edge: e})
	}
}

func (r *hiddenRow) onDelete(ctx app.Context, e app.Event) {
	if r.Node > 0 {
		kit.Do(ctx, store.RemoveEdges{Hidden: []int{r.Node}})
	} else {
		kit.Do(ctx, store.RemoveEdges{Edges: []store.Ends{r.Ends}})
	}
	kit.Focus("twin-title") // the row goes away
}
