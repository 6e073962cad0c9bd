package ui

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/dagview"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sketch"
)

// graphView is what the parts of the Graph step share and what nobody else
// cares about: what is chosen, and how the next edge is to be.
type graphView struct {
	dagview.Pick
	Effect    int // of the form, with HasEffect
	HasEffect bool
	Sign      causal.Sign // of new edges
	Fit       int
	Reveal    dagview.Reveal
	Twin      bool // the table is shown
	Rule      int  // being changed, with HasRule
	HasRule   bool
	Drafts    int // another number empties the form of a rule
}

// What the parts of the step want besides what the canvas does; all come under
// dagview.Action.
type (
	wantEnds    struct{ pick dagview.Pick } // of the form
	wantEffect  struct{ node int }          // of the form, -1 for none
	wantSign    struct{ sign causal.Sign }  // of new edges
	wantEdge    struct{}                    // the button of the form
	wantMany    struct{}
	wantTwin    struct{}
	wantFit     struct{}
	wantNode    struct{ node int } // bring it into view
	wantRule    struct{ at int }   // change it
	wantNoRule  struct{}
	wantLayout  struct{}
	wantExample struct{}
)

// graphScreen is the step in which a person draws what they know.
type graphScreen struct {
	app.Compo
	data  store.Data
	graph store.Graph
	view  graphView
	ready bool
}

func (s *graphScreen) OnMount(ctx app.Context) {
	topicData.Observe(ctx, &s.data)
	topicGraph.Observe(ctx, &s.graph)
	s.view = graphView{}
	topicGraphView.Publish(ctx, s.view)
	ctx.Handle(dagview.Action, s.onWish)
	s.ready = true
}

func (s *graphScreen) Render() app.UI {
	if !s.ready {
		return app.Div()
	}
	if !s.data.HasTable {
		return app.Div().Class("empty-state").Body(
			app.Strong().Text(textGraphEmpty),
			app.P().Text(textGraphEmptyHint),
			app.A().Href("#data").Class("button", "is-primary").Text(textGoData),
		)
	}
	body := []app.UI{
		&graphFilePanel{},
		&canvasPanel{},
		&twinPanel{},
		&rulesPanel{},
		&relationsPanel{},
		&evidencePanel{},
		app.P().Class("next").Body(app.A().Href("#generator").Class("button", "is-primary").Text(textGoGenerator)),
	}
	return app.Div().Class("stack", "is-loose").Body(body...)
}

// onWish does what the canvas or a panel of the step wants.
func (s *graphScreen) onWish(ctx app.Context, a app.Action) {
	v := &s.view
	switch w := a.Value.(type) {
	case dagview.Select:
		v.Nodes, v.Edge, v.HasEdge = w.Nodes, w.Edge, w.HasEdge
	case dagview.From:
		s.from(ctx, w.Node)
	case dagview.Choose:
		if v.HasCause {
			s.connect(ctx, v.Cause, w.Node)
		} else {
			s.from(ctx, w.Node)
		}
	case dagview.Connect:
		s.connect(ctx, w.From, w.To)
	case dagview.Move:
		Do(ctx, store.MoveNodes{Nodes: w.Nodes, DX: w.DX, DY: w.DY, Step: w.Step})
	case dagview.Delete:
		s.delete(ctx)
	case dagview.Reverse:
		if v.HasEdge {
			Do(ctx, store.ReverseEdge{Ends: store.Ends(v.Edge)})
			v.Edge = dagview.Ends{From: v.Edge.To, To: v.Edge.From}
		}
	case dagview.Escape:
		s.escape(ctx)
	default:
		s.onPanel(ctx, a.Value)
	}
	topicGraphView.Publish(ctx, s.view)
}

// onPanel does what a panel wants.
func (s *graphScreen) onPanel(ctx app.Context, wish any) {
	v := &s.view
	switch w := wish.(type) {
	case wantEnds:
		v.Cause, v.HasCause = w.pick.Cause, w.pick.HasCause
	case wantEffect:
		v.Effect, v.HasEffect = w.node, w.node >= 0
	case wantSign:
		v.Sign = w.sign
	case wantEdge:
		switch {
		case v.HasCause && v.HasEffect:
			s.connect(ctx, v.Cause, v.Effect)
		case v.Connecting:
			s.escape(ctx)
		default:
			s.begin(ctx)
		}
	case wantMany:
		v.Many = !v.Many
	case wantTwin:
		v.Twin = !v.Twin
	case wantFit:
		v.Fit++
	case wantNode:
		v.Nodes, v.HasEdge = []int{w.node}, false
		v.Reveal = dagview.Reveal{Node: w.node, No: v.Reveal.No + 1}
	case wantLayout:
		Do(ctx, store.LayoutGraph{})
		v.Fit++
	case wantExample:
		Do(ctx, store.LoadExample{})
		v.Pick, v.HasEffect = dagview.Pick{}, false
		v.Fit++
	case wantRule:
		v.Rule, v.HasRule = w.at, true
		v.Drafts++
	case wantNoRule:
		v.HasRule = false
		v.Drafts++
	}
}

// begin waits for two nodes, or for the one that the form lacks.
func (s *graphScreen) begin(ctx app.Context) {
	v := &s.view
	v.Connecting, v.HasEdge, v.Nodes = true, false, nil
	if v.HasCause {
		Do(ctx, store.Say{Text: textChooseEffect(s.name(v.Cause))})
	} else {
		Do(ctx, store.Say{Text: textChooseCause})
	}
}

func (s *graphScreen) from(ctx app.Context, cause int) {
	s.view.Cause, s.view.HasCause = cause, true
	s.begin(ctx)
}

// connect draws an edge and chooses it, so that its sign and its strictness are
// at hand.
func (s *graphScreen) connect(ctx app.Context, from, to int) {
	v := &s.view
	v.Connecting, v.HasCause, v.HasEffect = false, false, false
	v.Nodes, v.Edge, v.HasEdge = nil, dagview.Ends{From: from, To: to}, true
	Do(ctx, store.AddEdge{Edge: sketch.Edge{From: from, To: to, Sign: v.Sign}})
}

func (s *graphScreen) escape(ctx app.Context) {
	v := &s.view
	if v.Connecting {
		v.Connecting, v.HasCause, v.HasEffect = false, false, false
		Do(ctx, store.Say{Text: textNoNewEdge})
		return
	}
	v.Nodes, v.HasEdge = nil, false
}

// delete removes the chosen edge, or all edges of the chosen nodes.
func (s *graphScreen) delete(ctx app.Context) {
	v := &s.view
	var list []store.Ends
	for _, e := range s.graph.Sketch.Edges {
		ends := store.Ends{From: e.From, To: e.To}
		if v.HasEdge && store.Ends(v.Edge) == ends || slices.Contains(v.Nodes, e.From) || slices.Contains(v.Nodes, e.To) {
			list = append(list, ends)
		}
	}
	if len(list) > 0 {
		v.HasEdge = false
		Do(ctx, store.RemoveEdges{Edges: list})
	}
}

// name is that of a feature, or of the outcome.
func (s *graphScreen) name(node int) string { return nodeName(s.data.Table.Schema, node) }

func nodeName(s data.Schema, node int) string {
	if node >= 0 && node < len(s.Features) {
		return s.Features[node].Name
	}
	return s.Outcome.Name
}

// wish posts what a panel of the step wants.
func wish(ctx app.Context, w any) { ctx.NewActionWithValue(dagview.Action, w) }

// chosenEdge is the edge that is chosen, if it is still there.
func chosenEdge(g store.Graph, v graphView) (sketch.Edge, bool) {
	if !v.HasEdge {
		return sketch.Edge{}, false
	}
	return g.Sketch.Edge(v.Edge.From, v.Edge.To)
}
