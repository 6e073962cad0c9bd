package graph

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/dagview"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
	"causeway/core/sketch"
	"causeway/core/wire"
)

// canvasPanel is the drawing with its tools and the controls for the selection.
type canvasPanel struct {
	app.Compo
	*store.State
	view    graphView
	problem string // what is wrong with the search
}

func (p *canvasPanel) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Graph|kit.Doubts|kit.Ghosts|kit.Doing|kit.Explain)
	topicGraphView.Observe(ctx, &p.view)
}

func (p *canvasPanel) Render() app.UI {
	s := p.Data.Table.Schema
	if len(p.Graph.Sketch.Nodes) != len(s.Features) {
		return app.Div()
	}
	return app.Section().Class("graph").Aria("labelledby", "graph-title").DataSet("table", true).On("table",
		p.onTwin).Body(
		app.H2().ID("graph-title").Class("graph-title").TabIndex(-1).Text(textDrawing),
		p.tools(),
		p.canvas(s),
		app.Div().Class("graph-under").Body(p.hint(), legend()),
	)
}

// tools returns the buttons that need no selection.
func (p *canvasPanel) tools() app.UI {
	body := []app.UI{
		widget.Button(textAutoLayout, widget.Secondary, p.onLayout).Title(textAutoLayoutHint),
		widget.Button(textMany, widget.Secondary, p.onMany).Aria("pressed", p.view.Many).Title(textManyHint),
		widget.Button(textTwin, widget.Secondary, p.onTwin).Aria("pressed", p.view.Twin),
	}
	if len(p.Evidence.Cost.Is.Reads) > 0 {
		body = append(body, widget.Button(textReads, widget.Secondary, p.onReads).Aria("pressed",
			!p.view.NoReads).Title(textReadsHint))
	}
	if name := store.ExampleFor(p.Data.Table.Schema); name != "" {
		body = append(body, widget.Button(textExample, widget.Secondary, p.onExample).Title(textExampleHint(name)))
	}
	return app.Div().ID(overID).Class("graph-tools").Body(
		app.Div().Class("graph-find").Body(&widget.Text{Label: textFindFeature, Placeholder: textFindFeatureHint,
			Problem: p.problem, OnEnter: p.onFind}),
		app.Div().Class("toolbar").Body(append(body,
			widget.Button("?", widget.Secondary, p.onKeys).Aria("label", textKeys).Aria("pressed", p.view.Keys).Title(
				textKeys))...),
	)
}

func (p *canvasPanel) onLayout(ctx app.Context, e app.Event)  { Wish(ctx, wantLayout{}) }
func (p *canvasPanel) onKeys(ctx app.Context, e app.Event)    { Wish(ctx, wantKeys{}) }
func (p *canvasPanel) onMany(ctx app.Context, e app.Event)    { Wish(ctx, wantMany{}) }
func (p *canvasPanel) onTwin(ctx app.Context, e app.Event)    { Wish(ctx, WantTwin{}) }
func (p *canvasPanel) onReads(ctx app.Context, e app.Event)   { Wish(ctx, wantReads{}) }
func (p *canvasPanel) onExample(ctx app.Context, e app.Event) { Wish(ctx, wantExample{}) }

// onFind goes to the next feature whose name contains the text.
func (p *canvasPanel) onFind(ctx app.Context, text string) {
	p.problem = ""
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" {
		return
	}
	features, after := p.Data.Table.Schema.Features, -1
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
	ghosts := drawn(s, p.Graph, Ghosts(p.Evidence, p.Search))
	away := absent(s, p.Graph.Sketch, ghosts)
	return &dagview.Canvas{
		Absent: away,
		Words:  canvasWords, Names: names, Outcome: s.Outcome.Name, Sketch: p.Graph.Sketch,
		Chips: doneChips(s, p.Data.Wanted(), ruleChips(s, p.Graph.Sketch), p.Evidence.Doing), Bars: bars(p.Data.Table),
		Ends: ends(p.Data.Table), Labels: labels(p.Graph.Sketch), Over: overID,
		Says: p.says(s), Pick: p.view.Pick, Cycle: p.Graph.Cycle, Doubts: Doubtful(p.Evidence),
		Ghosts: ghosts, Trial: p.trial(s), Fit: p.view.Fit + 1000*p.Graph.ID,
		Reveal: p.view.Reveal, Reads: p.readsOf(away),
	}
}

// absent returns the flags of numbers that no edge touches. People see such a flag and its number as one feature.
func absent(s data.Schema, g sketch.Sketch, ghosts []dagview.Ghost) (list []int) {
	touched := map[int]bool{}
	for _, e := range g.Strokes() {
		touched[e.From], touched[e.To] = true, true
	}
	for _, e := range ghosts {
		touched[e.A], touched[e.B] = true, true
	}
	for _, flag := range s.Flags() {
		if !touched[flag] {
			list = append(list, flag)
		}
	}
	slices.Sort(list)
	return list
}

// reads returns how much the model relies on each feature, if that is shown.
func (p *canvasPanel) reads() []float64 {
	if is := p.Evidence.Cost.Is.Reads; !p.view.NoReads && len(is) == len(p.Data.Table.Schema.Features) {
		return is
	}
	return nil
}

// readsOf adds the model's reliance on undrawn flags to that on their numbers.
func (p *canvasPanel) readsOf(away []int) []float64 {
	reads := p.reads()
	if reads == nil || len(away) == 0 {
		return reads
	}
	reads = slices.Clone(reads)
	for j, g := range p.Data.Table.Schema.Flags() {
		if slices.Contains(away, g) {
			reads[j], reads[g] = reads[j]+reads[g], 0
		}
	}
	return reads
}

// says describes every node in words, including contradicted causes.
func (p *canvasPanel) says(s data.Schema) []string {
	list := describeNodes(s, p.Graph.Sketch)
	for v, chips := range doneChips(s, p.Data.Wanted(), ruleChips(s, p.Graph.Sketch), p.Evidence.Doing) {
		if v == len(s.Features) {
			v = len(list) - 1 // the outcome comes after unobserved features
		}
		if chips != "" {
			list[v] += "; " + strings.ReplaceAll(chips, "\n", ", ")
		}
	}
	for i, text := range labels(p.Graph.Sketch) {
		if e := p.Graph.Sketch.Edges; text != "" {
			list[e[i].To] += "; " + nodeName(s, e[i].From) + " " + text
		}
	}
	if reads := p.reads(); reads != nil {
		list[len(list)-1] += "; " + textReadsMost(s.Features[slices.Index(reads, slices.Max(reads))].Name)
	}
	for _, e := range Doubtful(p.Evidence) {
		if _, drawn := p.Graph.Sketch.Edge(e.From, e.To); drawn {
			list[e.To] += "; " + textDoubtOf(nodeName(s, e.From))
		}
	}
	return list
}

// hint says what to do next while an edge is being drawn, or before the first edge.
func (p *canvasPanel) hint() app.UI {
	text := ""
	switch v := p.view; {
	case v.Connecting:
		text = textWaits(p.Data.Table.Schema, p.Graph, v)
	case len(p.Graph.Sketch.Strokes()) == 0:
		text = textNoEdges
	}
	return app.P().Class("graph-hint").Text(text)
}

// overID is the id of the tools that float over the drawing.
const overID = "graph-over"

// bars returns the counts of every feature's values, then of the classes.
func bars(t wire.Loaded) [][]int {
	list := make([][]int, 0, len(t.Schema.Features)+1)
	for j := range t.Schema.Features {
		if j < len(t.Columns) {
			list = append(list, t.Columns[j].Counts)
		} else {
			list = append(list, nil)
		}
	}
	return append(list, t.Counts)
}

// ends returns each feature's values at the first and the last bar, separated by a tab, or the number
// of levels of an unordered category. The outcome comes last.
func ends(t wire.Loaded) []string {
	list := make([]string, 0, len(t.Schema.Features)+1)
	for j, f := range append(slices.Clone(t.Schema.Features), t.Schema.Outcome) {
		text := ""
		switch n := len(f.Levels); {
		case n > 2 && f.Kind == data.Category:
			text = textKinds(n)
		case n > 0:
			text = f.Levels[0] + "\t" + f.Levels[n-1]
		case j < len(t.Columns):
			if edges := t.Columns[j].Edges.Values(); len(edges) > 1 {
				text = round(f.Brief(edges[0])) + "\t" + round(f.Brief(edges[len(edges)-1]))
			}
		}
		list = append(list, text)
	}
	return list
}

// round drops the zeros at the end of a decimal number.
func round(number string) string {
	if !strings.Contains(number, ".") {
		return number
	}
	return strings.TrimRight(strings.TrimRight(number, "0"), ".")
}

// labels returns the texts on the edges of a drawing.
func labels(g sketch.Sketch) []string {
	list := make([]string, len(g.Edges))
	for i, e := range g.Edges {
		list[i] = textOnEdge(e)
	}
	return list
}

var canvasWords = dagview.Words{
	Canvas: textCanvas, Help: textCanvasHelp, ZoomIn: textZoomIn, ZoomOut: textZoomOut, Fit: textFit, Map: textMap,
	Outcome: kit.TextOutcome, Hidden: textRoleLatent,
	Rules: [...]string{textToolLock, textToolRise, textToolFall, textToolRange, textToolOrder},
}

// describeNodes puts into words what the drawing shows about each feature and, last, about the
// outcome.
func describeNodes(s data.Schema, g sketch.Sketch) []string {
	n := g.Count()
	causes, effects, shares := make([][]string, n), make([][]string, n), make([][]string, n)
	for _, e := range g.Strokes() {
		from, to := g.Name(s, e.From), g.Name(s, e.To)
		if e.Both {
			shares[e.From], shares[e.To] = append(shares[e.From], to), append(shares[e.To], from)
			continue
		}
		causes[e.To] = append(causes[e.To], from)
		effects[e.From] = append(effects[e.From], to)
	}
	list := make([]string, 0, n+1)
	for v := range n {
		says := textNodeSays(causes[v], effects[v], shares[v])
		if g.IsHidden(v) {
			says = textRoleLatent + "; " + says
		}
		says = textStateSays(g, v) + says
		list = append(list, says)
	}
	return append(list, textOutcomeSays)
}

// legend explains lines and signs.
func legend() app.UI {
	entry := func(kind, text string) app.UI {
		return app.Li().Body(dagview.Sample(kind), app.Text(text))
	}
	return app.Details().Class("graph-key").Body(
		app.Summary().Body(app.Text(textLegend), app.Span().Class("graph-legend").Aria("hidden", "true").Body(
			dagview.Sample("exists"), app.Text(textLegendDrawn), dagview.Sample("ghost"), app.Text(textLegendOffered),
			dagview.Sample("reads"), app.Text(textLegendRead))),
		app.Ul().Class("graph-legend").Aria("label", textLegend).Body(
			entry("rises", textLegendRises), entry("falls", textLegendFalls), entry("exists", textLegendExists),
			entry("strict", textLegendStrict), entry("soft", textLegendSoft), entry("doubt", textLegendDoubt),
			entry("ghost", textLegendGhost), entry("reads", textLegendReads), entry("shared", textLegendShared),
			entry("hidden", textLegendHidden),
			entry("follows", textLegendFollows), entry("closed", textLegendClosed), entry("pin", textLegendPin),
			app.Li().Text(textLegendMarks),
		))
}
