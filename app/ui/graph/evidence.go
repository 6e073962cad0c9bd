package graph

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sketch"
	"causeway/core/wire"
)

// evidencePanel shows the evidence of the training rows about the graph: contradicted
// edges, failed independences, and suggested edges.
type evidencePanel struct {
	app.Compo
	*store.State
	view   graphView
	looked store.Ends
	looks  bool
}

func (p *evidencePanel) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Graph|kit.Evidence)
	topicGraphView.Observe(ctx, &p.view, func() { p.look(ctx) })
	kit.Do(ctx, store.WatchGraph{})
}

// look follows the selected edge, whose mechanism the inspector plots.
func (p *evidencePanel) look(ctx app.Context) {
	ends, looks := store.Ends(p.view.Edge), p.view.HasEdge
	switch {
	case looks && (!p.looks || ends != p.looked):
		kit.Do(ctx, store.LookAtEdge{Ends: ends})
	case !looks && p.looks:
		kit.Do(ctx, store.LookAway{})
	}
	p.looked, p.looks = ends, looks
}

func (p *evidencePanel) Render() app.UI {
	s := p.Data.Table.Schema
	section := app.Section().Class("panel", "evidence").Aria("labelledby", "evidence-title")
	if len(s.Features) != len(p.Graph.Sketch.Nodes) {
		return section
	}
	body := []app.UI{
		app.H2().ID("evidence-title").Class("panel-title").TabIndex(-1).Text(textEvidence),
		app.P().ID("evidence-sum").Aria("live", "polite").Text(p.sum()),
	}
	if e := p.Evidence; e.HasChecked {
		body = append(body, p.doubts(s, e.Checked), p.missing(s, e.Checked))
	}
	return section.Body(append(body, &searchPanel{State: p.State})...)
}

// sum summarizes the result in a sentence.
func (p *evidencePanel) sum() string {
	switch e := p.Evidence; {
	case e.HasChecked:
		return textChecked(e.Checked)
	case e.Problem != "":
		return e.Problem
	case e.Checking:
		return TextEvidenceBusy
	}
	return TextEvidenceNone
}

// doubts lists the edges that the data contradict.
func (p *evidencePanel) doubts(s data.Schema, m wire.GraphChecked) app.UI {
	var items []app.UI
	for _, e := range m.Edges {
		if _, drawn := p.Graph.Sketch.Edge(e.From, e.To); !e.Verdict.Contradicts() || !drawn {
			continue
		}
		offers := []app.UI{&edgeLink{From: e.From, To: e.To, Text: edgeArrow(s, e.From, e.To),
			Title: edgeArrow(s, e.From, e.To)}}
		if e.Verdict == causal.Reversed {
			offers = append(offers, &reverseOffer{From: e.From, To: e.To, Text: textReverseArrow(s, e.From, e.To)})
		}
		items = append(items, offer(textEdgeData(s, e, p.others(e.From, e.To)), offers...))
	}
	return offers(textDoubts, "", items)
}

// others returns all causes of an effect except one.
func (p *evidencePanel) others(from, to int) (list []int) { return otherCauses(p.Graph, from, to) }

func otherCauses(g store.Graph, from, to int) (list []int) {
	for _, v := range g.Sketch.Parents(to) {
		if v != from {
			list = append(list, v)
		}
	}
	return list
}

// missing lists the failed independences, with the edges that would explain them.
func (p *evidencePanel) missing(s data.Schema, m wire.GraphChecked) app.UI {
	var items []app.UI
	for _, e := range m.Missing {
		if p.joined(e.A, e.B) {
			continue
		}
		var ways []app.UI
		if e.Way != causal.BToA {
			ways = append(ways, adding(s, e.A, e.B, "→"))
		}
		if e.Way != causal.AToB {
			ways = append(ways, adding(s, e.B, e.A, "←"))
		}
		items = append(items, offer(textMissingEdge(s, e), ways...).Class("is-pair"))
	}
	return offers(TextFailing, textFailingMeaning, items)
}

func (p *evidencePanel) joined(a, b int) bool { return joined(p.Graph, a, b) }

// joined reports whether an edge joins two features.
func joined(g store.Graph, a, b int) bool {
	_, forth := g.Sketch.Edge(a, b)
	_, back := g.Sketch.Edge(b, a)
	_, shared := g.Sketch.SharedBy(a, b)
	return forth || back || shared
}

// How many entries of a list are shown: first the strongest, more on request.
const (
	firstOffers = 3
	mostOffers  = 30
)

// offers returns a list with its title, or nothing if it is empty.
func offers(title, meaning string, items []app.UI) app.UI {
	if len(items) == 0 {
		return app.Div().Hidden(true)
	}
	more := ""
	if n := len(items); n > mostOffers {
		items, more = items[:mostOffers],
			"The strongest "+strconv.Itoa(mostOffers)+" of "+store.FormatCount(n)+" are shown."
	}
	n := min(len(items), firstOffers)
	first, rest := items[:n:n], app.UI(nil) // go-app appends to the slice it gets
	if n := len(items) - len(first); n > 0 {
		rest = app.Details().Class("fold").Body(
			app.Summary().Text(textWeaker(n)),
			app.Ul().Class("offer-list").Aria("label", textWeaker(n)).Body(items[len(first):]...),
			app.P().Class("panel-note").Text(more),
		)
	}
	return app.Div().Class("offers").Body(
		app.H3().Class("subtitle").Text(title),
		app.P().Class("panel-note").Text(meaning),
		app.Ul().Class("offer-list").Aria("label", title).Body(first...),
		rest,
	)
}

// offer returns a finding with its possible actions.
func offer(text string, actions ...app.UI) app.HTMLLi {
	return app.Li().Class("offer").Body(
		app.Span().Class("offer-text").Text(text),
		app.Span().Class("offer-actions").Body(actions...),
	)
}

// addOffer is a button that adds a suggested edge.
type addOffer struct {
	app.Compo
	From, To    int
	Text, Title string
}

// adding is an addOffer with a text: both names, or only an arrow beside a sentence that names them.
func adding(s data.Schema, from, to int, text string) *addOffer {
	return &addOffer{From: from, To: to, Text: text, Title: textAddArrow(s, from, to)}
}

func (o *addOffer) Render() app.UI {
	return widget.Button(o.Text, widget.Secondary, o.onClick).Class("is-small", "is-add").Title(o.Title).Aria("label",
		o.Title)
}

func (o *addOffer) onClick(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.AddEdge{Edge: sketch.Edge{From: o.From, To: o.To}})
	leaveOffer()
}

// leaveOffer moves the focus to the panel without scrolling, because the pressed button disappears.
func leaveOffer() {
	if e := app.Window().GetElementByID("evidence-title"); e.Truthy() {
		e.Call("focus", map[string]any{"preventScroll": true})
	}
}

// reverseOffer is a button that turns an edge around.
type reverseOffer struct {
	app.Compo
	From, To int
	Text     string
}

func (o *reverseOffer) Render() app.UI {
	return widget.Button(o.Text, widget.Secondary, o.onClick).Class("is-small")
}

func (o *reverseOffer) onClick(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.ReverseEdge{Ends: store.Ends{From: o.From, To: o.To}})
	leaveOffer()
}
