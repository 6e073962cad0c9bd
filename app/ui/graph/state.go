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
)

// statePanel sets whether answers act on a feature or it follows from its causes, and whether all its
// causes are drawn.
type statePanel struct {
	app.Compo
	*store.State
	Node  int
	Short bool // without help, for a row of a table

}

func (p *statePanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Graph|kit.Evidence) }

// computedValue represents a feature computed by a law, which is not a state of a node.
const computedValue = "computed"

var states = []widget.Option{
	{Value: strconv.Itoa(int(causal.ActedOn)), Text: TextStateFree},
	{Value: strconv.Itoa(int(causal.Following)), Text: TextStateFollows},
	{Value: strconv.Itoa(int(causal.Adjustable)), Text: TextStateAdjusts},
	{Value: computedValue, Text: textStateComputed},
}

func (p *statePanel) Render() app.UI {
	s, g := p.Data.Table.Schema, p.Graph.Sketch
	if p.Node < 0 || p.Node >= len(g.Nodes) || len(g.Nodes) != len(s.Features) {
		return app.Div()
	}
	f, n, key := s.Features[p.Node], g.Nodes[p.Node], strconv.Itoa(p.Node)
	caused := len(g.Parents(p.Node)) > 0
	choice := &widget.Select{Key: "state-" + key, Label: textStateOf(p.Short, f.Name), Options: states[:len(states)-1],
		Value: strconv.Itoa(int(n.State)), OnChange: p.onState}
	problem := p.problem(s)
	rule, computed := g.Computed(p.Node)
	switch {
	case computed:
		choice.Options, choice.Value, choice.Disabled, choice.Help = states, computedValue, true, rule.String(s)
	case n.State != causal.ActedOn && problem != "":
		choice.Help = textCountsFree(problem)
	case problem != "":
		choice.Disabled, choice.Help = true, problem
	default:
		choice.Help = textStateHelp(n.State)
	}
	closed := &widget.Toggle{Key: "closed-" + key, Label: textClosedOf(p.Short, f.Name), Help: textClosedHelp(f.Name),
		On: n.Closed, Disabled: !caused, OnChange: p.onClosed}
	if p.Short {
		choice.Help, closed.Help = "", ""
	}
	body := []app.UI{choice}
	if caused || p.Short {
		body = append(body, closed)
	}
	return app.Div().Class("stack", "is-tight").Body(body...)
}

// problem says why the feature cannot follow, or nothing.
func (p *statePanel) problem(s data.Schema) string {
	g, n, v := p.Graph.Sketch, p.Graph.Sketch.Nodes[p.Node], p.Node
	switch {
	case len(g.Parents(v)) == 0:
		return textNoCauses
	case !causal.Scored(g.Schema(s).Features[v]):
		return textKeepsLevel
	case n.Form == sketch.Formula:
		return ""
	case n.Form == sketch.NotKnown && n.State != causal.ActedOn:
		return textNoMechanism
	}
	if err := g.CheckFit(s, v); err != nil {
		return store.Why(err)
	}
	for _, e := range p.Evidence.Checked.Edges {
		if _, drawn := g.Edge(e.From, v); drawn && p.Evidence.HasChecked && e.To == v && e.Flat &&
			n.Form != sketch.Network {
			return textFlat(s.Features[v].Name, s.Features[e.From].Name)
		}
	}
	return ""
}

// onState sets the state. A feature that should follow but has no mechanism gets the fitted line.
func (p *statePanel) onState(ctx app.Context, value string) {
	state, _ := kit.Chosen(value)
	n := p.Graph.Sketch.Nodes[p.Node]
	if n.State = causal.State(state); n.State != causal.ActedOn && n.Form == sketch.NotKnown {
		n.Form = sketch.Linear
	}
	kit.Do(ctx, store.SetNode{Node: p.Node, To: n})
}

func (p *statePanel) onClosed(ctx app.Context, on bool) {
	n := p.Graph.Sketch.Nodes[p.Node]
	n.Closed = on
	kit.Do(ctx, store.SetNode{Node: p.Node, To: n})
}

// overridden says that the effect's mechanism replaces the rule of a signed edge.
func (p *inspector) overridden(s data.Schema, e sketch.Edge) string {
	_, computed := p.Graph.Sketch.Computed(e.To)
	if e.Sign == causal.Unknown || computed || p.Graph.Sketch.State(e.To) == causal.ActedOn {
		return ""
	}
	return textOverridden(s.Features[e.To].Name)
}
