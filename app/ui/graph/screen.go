// Package graph is the place Causes, where people draw causal edges and rules, in a picture or in
// tables, and compare them with the rows.
package graph

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/dagview"
	datastep "causeway/app/ui/data"
	"causeway/app/ui/kit"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sketch"
)

// graphView is the state shared only by the parts of this place: the selection, and the
// properties of the next edge.
type graphView struct {
	dagview.Pick
	Effect    int // effect chosen in the form, with HasEffect
	HasEffect bool
	Sign      causal.Sign // sign of new edges
	Shares    bool        // new edges mean an unobserved common cause
	Fit       int
	Reveal    dagview.Reveal
	Twin      bool // the table is shown
	Rule      int  // being changed, with HasRule
	HasRule   bool
	Drafts    int  // a new number empties the form of a rule
	Ranged    int  // 1 + the feature whose range the form should ask for
	Keys      bool // the list of keys is on show
	NoReads   bool // the model's reliance on features is hidden
}

// Requests from the parts of the place beyond those of the canvas; all are sent as
// dagview.Action.
type (
	wantEnds   struct{ pick dagview.Pick } // sets the ends in the form
	wantEffect struct{ node int }          // sets the effect in the form; -1 for none
	wantSign   struct {                    // sets the sign of new edges
		sign  causal.Sign
		share bool
	}
	wantHidden  struct{}
	wantEdge    struct{} // the button of the form
	wantMany    struct{}
	WantTwin    struct{}
	wantFit     struct{}
	wantNode    struct{ node int } // bring it into view
	wantRule    struct{ at int }   // change it
	wantNoRule  struct{}
	wantLayout  struct{}
	wantExample struct{}
	wantKeys    struct{}
	wantReads   struct{}
)

// graphScreen is the screen on which a person draws what they know.
type Screen struct {
	app.Compo
	*store.State
	view  graphView
	ready bool
	drawn kit.Parts // the drawing first, then what is beside and below it
}

func (s *Screen) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Graph|kit.Doing|kit.Explain)
	s.view = graphView{}
	topicGraphView.Publish(ctx, s.view)
	kit.Handle(ctx, dagview.Action, s.onWish)
	s.ready = true
	s.drawn.Begin(ctx, 1, 1, len(s.drawer()))
}

func (s *Screen) Render() app.UI {
	if !s.ready {
		return app.Div()
	}
	if !s.Data.HasTable {
		return app.Div().Class("empty-state").Body(
			app.Strong().Text(TextGraphEmpty),
			app.P().Text(textGraphEmptyHint),
			app.A().Href("#table").Class("button", "is-primary").Text(kit.TextGoData),
		)
	}
	drawer := s.drawer()
	return app.Div().Class("stack").Body(
		&graphFilePanel{State: s.State},
		app.Div().Class("graph-screen").Body(
			&canvasPanel{State: s.State},
			app.Div().Class("graph-drawer").Body(drawer[:s.drawn.Of(1, len(drawer))]...),
			&ruleCost{State: s.State},
		),
		&twinPanel{State: s.State},
	)
}

// drawer returns the panels beside the drawing, the visible ones first.
func (s *Screen) drawer() []app.UI {
	return []app.UI{
		&keysPanel{},
		&inspector{State: s.State},
		&evidencePanel{State: s.State},
		&impliedPanel{State: s.State},
		&rulesPanel{State: s.State},
		&changesPanel{State: s.State},
		kit.Folded(textMore, &edgeForm{State: s.State}, &graphFiles{State: s.State}, &HistoryList{State: s.State}),
		&datastep.RelationsPanel{State: s.State},
		&datastep.ImpliedPanel{State: s.State},
	}
}

// onWish handles a request from the canvas or a panel.
func (s *Screen) onWish(ctx app.Context, a app.Action) {
	if w, ok := a.Value.(dagview.Try); ok {
		s.try(ctx, w)
		return
	}
	v := &s.view
	switch w := a.Value.(type) {
	case dagview.Select:
		if s.Evidence.Doing.On && !slices.Equal(w.Nodes, []int{s.Evidence.Doing.Feature}) {
			kit.Do(ctx, store.EndDo{})
		}
		v.Nodes, v.Edge, v.HasEdge = w.Nodes, w.Edge, w.HasEdge
	case dagview.From:
		v.Share = w.Share
		s.from(ctx, w.Node)
	case dagview.Choose:
		if v.HasCause {
			s.connect(ctx, v.Cause, w.Node)
		} else {
			s.from(ctx, w.Node)
		}
	case dagview.Connect:
		s.connect(ctx, w.From, w.To)
	case dagview.Accept:
		v.Nodes, v.Edge, v.HasEdge = nil, dagview.Ends{From: w.From, To: w.To}, true
		kit.Do(ctx, store.AddEdge{Edge: sketch.Edge{From: w.From, To: w.To}})
	case dagview.Move:
		kit.Do(ctx, store.MoveNodes{Nodes: w.Nodes, DX: w.DX, DY: w.DY, Step: w.Step})
	case dagview.State:
		s.state(ctx, w)
	case dagview.Find:
		kit.Focus("w-find-feature")
	case dagview.Help:
		v.Keys = !v.Keys
		kit.WhenThere(ctx, keysTitleID, kit.Focus)
	case dagview.Delete:
		s.delete(ctx)
	case dagview.Reverse:
		if v.HasEdge && !v.Edge.Both {
			kit.Do(ctx, store.ReverseEdge{Ends: store.Ends(v.Edge)})
			v.Edge = dagview.Ends{From: v.Edge.To, To: v.Edge.From}
		}
	case dagview.Escape:
		s.escape(ctx)
	default:
		s.onPanel(ctx, a.Value)
	}
	topicGraphView.Publish(ctx, s.view)
}

// onPanel handles a request from a panel.
func (s *Screen) onPanel(ctx app.Context, wish any) {
	v := &s.view
	switch w := wish.(type) {
	case wantEnds:
		v.Cause, v.HasCause = w.pick.Cause, w.pick.HasCause
	case wantEffect:
		v.Effect, v.HasEffect = w.node, w.node >= 0
	case wantSign:
		v.Sign, v.Shares = w.sign, w.share
	case wantHidden:
		s.hide(ctx)
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
	case WantTwin:
		v.Twin = !v.Twin
	case wantFit:
		v.Fit++
	case wantNode:
		v.Nodes, v.HasEdge = []int{w.node}, false
		v.Reveal = dagview.Reveal{Node: w.node, No: v.Reveal.No + 1}
	case wantKeys:
		v.Keys = !v.Keys
	case wantReads:
		v.NoReads = !v.NoReads
	case wantLayout:
		kit.Do(ctx, store.LayoutGraph{})
		v.Fit++
	case wantExample:
		kit.Do(ctx, store.LoadExample{})
		v.Pick, v.HasEffect = dagview.Pick{}, false
		v.Fit++
	case wantRule:
		v.Rule, v.HasRule, v.Ranged = w.at, true, 0
		v.Drafts++
	case wantNoRule:
		v.HasRule, v.Ranged = false, 0
		v.Drafts++
	}
}

// begin waits for two nodes, or for the one missing from the form.
func (s *Screen) begin(ctx app.Context) {
	v := &s.view
	v.Connecting, v.HasEdge, v.Nodes = true, false, nil
	kit.Do(ctx, store.Say{Text: textWaits(s.Data.Table.Schema, s.Graph, *v)})
}

func (s *Screen) from(ctx app.Context, cause int) {
	s.view.Cause, s.view.HasCause = cause, true
	s.begin(ctx)
}

// connect draws an edge and selects it, so that its sign and strictness can be set.
func (s *Screen) connect(ctx app.Context, from, to int) {
	v := &s.view
	share := v.Share || v.Shares
	v.Connecting, v.HasCause, v.HasEffect, v.Share = false, false, false, false
	v.Nodes, v.Edge, v.HasEdge = nil, dagview.Ends{From: from, To: to}, true
	if share {
		v.Edge = dagview.Ends{From: min(from, to), To: max(from, to), Both: true}
		kit.Do(ctx, store.Share{Edge: sketch.Edge{From: from, To: to}})
		return
	}
	sign := v.Sign
	if s.Graph.Sketch.IsHidden(max(from, to)) {
		sign = causal.Unknown
	}
	kit.Do(ctx, store.AddEdge{Edge: sketch.Edge{From: from, To: to, Sign: sign}})
}

// hide adds an unobserved cause of the selected features and selects it.
func (s *Screen) hide(ctx app.Context) {
	v := &s.view
	of := slices.DeleteFunc(slices.Clone(v.Nodes), func(u int) bool {
		return u == sketch.OutcomeNode || u >= s.Graph.Sketch.Count()
	})
	kit.Do(ctx, store.AddHidden{Of: of})
	v.Nodes, v.HasEdge = []int{s.Graph.Sketch.Count()}, false
	if len(of) == 0 {
		v.Reveal = dagview.Reveal{Node: v.Nodes[0], No: v.Reveal.No + 1}
	}
	kit.WhenThere(ctx, hiddenNameID, kit.Focus)
}

func (s *Screen) escape(ctx app.Context) {
	v := &s.view
	if v.Connecting {
		v.Connecting, v.HasCause, v.HasEffect, v.Share = false, false, false, false
		kit.Do(ctx, store.Say{Text: textNoNewEdge})
		return
	}
	if s.Evidence.Doing.On {
		kit.Do(ctx, store.EndDo{})
		return
	}
	v.Nodes, v.HasEdge = nil, false
}

// delete removes the selected edge, or all edges of the selected nodes and any selected
// unobserved features.
func (s *Screen) delete(ctx app.Context) {
	v, g := &s.view, s.Graph.Sketch
	hidden := slices.DeleteFunc(slices.Clone(v.Nodes), func(u int) bool { return !g.IsHidden(u) })
	var list []store.Ends
	for _, e := range g.Strokes() {
		ends := store.Ends{From: e.From, To: e.To, Both: e.Both}
		if slices.Contains(hidden, e.From) || slices.Contains(hidden, e.To) {
			continue // edges go with their node
		}
		if v.HasEdge && store.Ends(v.Edge) == ends || slices.Contains(v.Nodes, e.From) ||
			slices.Contains(v.Nodes, e.To) {
			list = append(list, ends)
		}
	}
	if len(list)+len(hidden) == 0 {
		return
	}
	v.HasEdge = false
	if len(hidden) > 0 {
		v.Nodes, v.HasCause, v.HasEffect = nil, false, false
	}
	kit.Do(ctx, store.RemoveEdges{Edges: list, Hidden: hidden})
}

func nodeName(s data.Schema, node int) string {
	if node >= 0 && node < len(s.Features) {
		return s.Features[node].Name
	}
	return s.Outcome.Name
}

// nameIn returns the name of a node of a drawing, unobserved or not.
func nameIn(s data.Schema, g store.Graph, node int) string {
	if g.Sketch.IsHidden(node) {
		return g.Sketch.Name(s, node)
	}
	return nodeName(s, node)
}

// textWaits says which node a new edge still needs.
func textWaits(s data.Schema, g store.Graph, v graphView) string {
	share := v.Share || v.Shares
	switch {
	case v.HasCause && share:
		return textChooseOther(nameIn(s, g, v.Cause))
	case v.HasCause:
		return textChooseEffect(nameIn(s, g, v.Cause))
	case share:
		return textChooseFirst
	}
	return textChooseCause
}

// wish posts a request from a panel.
func Wish(ctx app.Context, w any) { ctx.NewActionWithValue(dagview.Action, w) }

// chosenEdge returns the selected edge, if it still exists.
func chosenEdge(g store.Graph, v graphView) (sketch.Edge, bool) {
	if !v.HasEdge {
		return sketch.Edge{}, false
	}
	if v.Edge.Both {
		return g.Sketch.SharedBy(v.Edge.From, v.Edge.To)
	}
	return g.Sketch.Edge(v.Edge.From, v.Edge.To)
}

var (
	topicGraphView = kit.NewTopic[graphView]("graph-view")
)
