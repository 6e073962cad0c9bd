package graph

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/dagview"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sketch"
)

// canvasPanel is the drawing with its tools and with what can be said of what is
// chosen.
type canvasPanel struct {
	app.Compo
	data    store.Data
	graph   store.Graph
	view    graphView
	doubts  []dagview.Ends
	problem string // of the search
	ready   bool
}

func (p *canvasPanel) OnMount(ctx app.Context) {
	kit.TopicData.Observe(ctx, &p.data)
	kit.TopicGraph.Observe(ctx, &p.graph)
	topicGraphView.Observe(ctx, &p.view)
	kit.TopicDoubts.Observe(ctx, &p.doubts)
	p.ready = true
}

func (p *canvasPanel) Render() app.UI {
	s := p.data.Table.Schema
	if !p.ready || len(p.graph.Sketch.Nodes) != len(s.Features) {
		return app.Div()
	}
	return app.Section().Class("panel", "graph").Aria("labelledby", "graph-title").Body(
		app.H2().ID("graph-title").Class("panel-title").TabIndex(-1).Text(textDrawing),
		&edgeForm{},
		p.tools(),
		app.Div().Class("graph-split").Body(
			app.Div().Class("graph-main").Body(p.canvas(s), p.nothing(), legend()),
			&inspector{},
		),
		&graphFiles{},
		&historyList{},
	)
}

// tools are the buttons that need no choice.
func (p *canvasPanel) tools() app.UI {
	body := []app.UI{
		widget.Button(textAutoLayout, widget.Secondary, p.onLayout).Title(textAutoLayoutHint),
		widget.Button(textMany, widget.Secondary, p.onMany).Aria("pressed", p.view.Many).Title(textManyHint),
		widget.Button(textTwin, widget.Secondary, p.onTwin).Aria("pressed", p.view.Twin),
	}
	if name := store.ExampleFor(p.data.Table.Schema); name != "" {
		body = append(body, widget.Button(textExample, widget.Secondary, p.onExample).Title(textExampleHint(name)))
	}
	return app.Div().Class("graph-tools").Body(
		app.Div().Class("toolbar").Body(body...),
		&widget.Text{Label: textFindFeature, Placeholder: textFindFeatureHint, Problem: p.problem, OnEnter: p.onFind},
	)
}

func (p *canvasPanel) onLayout(ctx app.Context, e app.Event)  { Wish(ctx, wantLayout{}) }
func (p *canvasPanel) onMany(ctx app.Context, e app.Event)    { Wish(ctx, wantMany{}) }
func (p *canvasPanel) onTwin(ctx app.Context, e app.Event)    { Wish(ctx, WantTwin{}) }
func (p *canvasPanel) onExample(ctx app.Context, e app.Event) { Wish(ctx, wantExample{}) }

// onFind goes to the next feature whose name holds the text.
func (p *canvasPanel) onFind(ctx app.Context, text string) {
	p.problem = ""
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" {
		return
	}
	features, after := p.data.Table.Schema.Features, -1
	if len(p.view.Nodes) == 1 {
		after = p.view.Nodes[0]
	}
	for i := range features {
		v := (after + 1 + i) % len(features)
		if strings.Contains(strings.ToLower(features[v].Name), text) {
			Wish(ctx, wantNode{v})
			return
		}
	}
	p.problem = textNotFound
}

func (p *canvasPanel) canvas(s data.Schema) app.UI {
	names := make([]string, len(s.Features))
	for v, f := range s.Features {
		names[v] = f.Name
	}
	return &dagview.Canvas{
		Words: canvasWords, Names: names, Outcome: s.Outcome.Name, Sketch: p.graph.Sketch, Marks: ruleMarks(s, p.graph.Sketch),
		Says: p.says(s), Pick: p.view.Pick, Cycle: p.graph.Cycle, Doubts: p.doubts, Fit: p.view.Fit + 1000*p.graph.ID, Reveal: p.view.Reveal,
	}
}

// says describes every node, with the causes that the data contradict.
func (p *canvasPanel) says(s data.Schema) []string {
	list := describeNodes(s, p.graph.Sketch)
	for _, e := range p.doubts {
		if _, drawn := p.graph.Sketch.Edge(e.From, e.To); drawn {
			list[e.To] += "; " + textDoubtOf(nodeName(s, e.From))
		}
	}
	return list
}

// nothing says what to do while there is no edge.
func (p *canvasPanel) nothing() app.UI {
	text := ""
	if len(p.graph.Sketch.Edges) == 0 {
		text = textNoEdges
	}
	return app.P().Class("panel-note").Text(text)
}

var canvasWords = dagview.Words{
	Canvas: textCanvas, Help: textCanvasHelp, ZoomIn: textZoomIn, ZoomOut: textZoomOut, Fit: textFit, Map: textMap, Outcome: kit.TextOutcome,
}

// describeNodes says of each feature, and last of the outcome, what a look at
// the drawing shows.
func describeNodes(s data.Schema, g sketch.Sketch) []string {
	causes, effects := make([][]string, len(s.Features)), make([][]string, len(s.Features))
	for _, e := range g.Edges {
		causes[e.To] = append(causes[e.To], s.Features[e.From].Name)
		effects[e.From] = append(effects[e.From], s.Features[e.To].Name)
	}
	list := make([]string, 0, len(s.Features)+1)
	for v := range s.Features {
		list = append(list, textNodeSays(causes[v], effects[v]))
	}
	return append(list, textOutcomeSays)
}

// ruleMarks are the signs of the rules on single features.
func ruleMarks(s data.Schema, g sketch.Sketch) []string {
	marks := make([]string, len(s.Features))
	for _, r := range g.Rules {
		switch r.Kind {
		case causal.Immutable:
			marks[r.Feature] += "="
		case causal.OnlyIncrease:
			marks[r.Feature] += "↑"
		case causal.OnlyDecrease:
			marks[r.Feature] += "↓"
		case causal.Range, causal.Allowed, causal.ForbiddenTransitions:
			marks[r.Feature] += "∈"
		}
	}
	return marks
}

// legend says what lines and signs mean.
func legend() app.UI {
	entry := func(kind, text string) app.UI {
		return app.Li().Body(dagview.Sample(kind), app.Text(text))
	}
	return app.Ul().Class("graph-legend").Aria("label", textLegend).Body(
		entry("rises", textLegendRises), entry("falls", textLegendFalls), entry("exists", textLegendExists),
		entry("strict", textLegendStrict), entry("soft", textLegendSoft), entry("doubt", textLegendDoubt), entry("pin", textLegendPin),
		app.Li().Text(textLegendMarks),
	)
}
