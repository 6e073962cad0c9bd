package store

import (
	"fmt"
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/sketch"
)

// Intents about the graph. A node is a feature by its place in the schema, or sketch.OutcomeNode.
type (
	// AddEdge draws a new edge.
	AddEdge struct{ Edge sketch.Edge }

	// SetEdge replaces sign, strictness, softness and note of an edge.
	SetEdge struct{ Edge sketch.Edge }

	// RemoveEdges removes edges, and unobserved features with the edges at them.
	RemoveEdges struct {
		Edges  []Ends
		Hidden []int
	}

	// Share says that two nodes share an unobserved cause.
	Share struct{ Edge sketch.Edge }

	// SetShared replaces the note of a shared cause.
	SetShared struct{ Edge sketch.Edge }

	// AddHidden adds a named unobserved cause, drawn above the features that it affects.
	AddHidden struct{ Of []int }

	// RenameHidden gives an unobserved feature another name.
	RenameHidden struct {
		Node int
		Name string
	}

	// ReverseEdge turns an edge around.
	ReverseEdge struct{ Ends Ends }

	// SetNode replaces role, mechanism and formula of a node.
	SetNode struct {
		Node int
		To   sketch.Node
	}

	// SetOrder ranks the values of a category as in causal.Order; nil restores the table's order.
	SetOrder struct {
		Node  int
		Ranks []int
	}

	// MoveNodes moves nodes. Consecutive moves of the same nodes are one step in the history.
	MoveNodes struct {
		Nodes  []int
		DX, DY float64
		Step   bool
	}

	// AlignNodes lines up the chosen nodes.
	AlignNodes struct {
		Nodes []int
		How   sketch.Alignment
	}

	// LayoutGraph places all nodes that the person has not placed.
	LayoutGraph struct{}

	// UnpinNodes lets the layout place these nodes again.
	UnpinNodes struct{ Nodes []int }

	// AddRule, SetRule and RemoveRule edit the rules for everyone.
	AddRule struct{ Rule causal.Rule }
	SetRule struct {
		At   int
		Rule causal.Rule
	}
	RemoveRule struct{ At int }

	// ReadSigns enforces every sign on its own from now on; see causal.Graph.Rules.
	ReadSigns struct{}

	// LoadExample replaces the drawing with the graph of a well-known table.
	LoadExample struct{}

	// SetGraph replaces the drawing. Name is its source, for the history.
	SetGraph struct {
		Sketch sketch.Sketch
		Name   string
	}

	// SetTelling sets whether answers may fill in missing values of a feature, or withhold known ones.
	SetTelling struct {
		Feature int
		To      causal.Telling
		usual   float64
	}
)

// Ends holds the two nodes that an edge joins.
type Ends struct {
	From, To int
	Both     bool // the two share an unobserved cause
}

func (in AddEdge) apply(w *turn)      { w.applyEdit(in) }
func (in SetEdge) apply(w *turn)      { w.applyEdit(in) }
func (in Share) apply(w *turn)        { w.applyEdit(in) }
func (in SetShared) apply(w *turn)    { w.applyEdit(in) }
func (in AddHidden) apply(w *turn)    { w.applyEdit(in) }
func (in RenameHidden) apply(w *turn) { w.applyEdit(in) }
func (in RemoveEdges) apply(w *turn)  { w.applyEdit(in) }
func (in ReverseEdge) apply(w *turn)  { w.applyEdit(in) }
func (in SetNode) apply(w *turn)      { w.applyEdit(in) }
func (in SetOrder) apply(w *turn)     { w.applyEdit(in) }
func (in MoveNodes) apply(w *turn)    { w.applyEdit(in) }
func (in AlignNodes) apply(w *turn)   { w.applyEdit(in) }
func (in LayoutGraph) apply(w *turn)  { w.applyEdit(in) }
func (in UnpinNodes) apply(w *turn)   { w.applyEdit(in) }
func (in AddRule) apply(w *turn)      { w.applyEdit(in) }
func (in SetRule) apply(w *turn)      { w.applyEdit(in) }
func (in RemoveRule) apply(w *turn)   { w.applyEdit(in) }
func (in ReadSigns) apply(w *turn)    { w.applyEdit(in) }
func (in SetGraph) apply(w *turn)     { w.applyEdit(in) }
func (in SetTelling) apply(w *turn) {
	in.usual = w.filled(in.Feature, math.NaN())
	w.applyEdit(in)
}
func (in LoadExample) apply(w *turn) { w.applyEdit(in) }

func (in AddEdge) edited(s data.Schema, g sketch.Sketch) (sketch.Sketch, error) {
	return g.AddEdge(s, in.Edge)
}

func (in SetEdge) edited(s data.Schema, g sketch.Sketch) (sketch.Sketch, error) {
	return g.SetEdge(s, in.Edge)
}

func (in RemoveEdges) edited(s data.Schema, g sketch.Sketch) (sketch.Sketch, error) {
	was := g
	for _, e := range in.Edges {
		remove := g.RemoveEdge
		if e.Both {
			remove = g.Unshare
		}
		next, err := remove(s, e.From, e.To)
		if err != nil {
			return was, err
		}
		g = next
	}
	for _, v := range slices.Backward(slices.Sorted(slices.Values(in.Hidden))) {
		next, err := g.RemoveHidden(v)
		if err != nil {
			return was, err
		}
		g = next
	}
	return g, nil
}

func (in Share) edited(s data.Schema, g sketch.Sketch) (sketch.Sketch, error) {
	return g.Share(s, in.Edge)
}

func (in SetShared) edited(s data.Schema, g sketch.Sketch) (sketch.Sketch, error) {
	return g.SetShared(s, in.Edge)
}

func (in AddHidden) edited(s data.Schema, g sketch.Sketch) (sketch.Sketch, error) {
	if err := checkNodes(s, g, in.Of...); err != nil {
		return g, err
	}
	return g.AddCause(s, in.Of)
}

func (in RenameHidden) edited(s data.Schema, g sketch.Sketch) (sketch.Sketch, error) {
	return g.Rename(s, in.Node, in.Name)
}

func (in ReverseEdge) edited(s data.Schema, g sketch.Sketch) (sketch.Sketch, error) {
	if in.Ends.Both {
		return g, fault.Errorf("sketch: an unobserved cause that two features share has no direction to reverse")
	}
	return g.ReverseEdge(s, in.Ends.From, in.Ends.To)
}

func (in SetNode) edited(s data.Schema, g sketch.Sketch) (sketch.Sketch, error) {
	if err := checkNodes(s, g, in.Node); err != nil {
		return g, err
	}
	return g.SetNode(s, in.Node, in.To)
}

func (in SetOrder) edited(s data.Schema, g sketch.Sketch) (sketch.Sketch, error) {
	return g.SetOrder(s, in.Node, in.Ranks)
}

func (in MoveNodes) edited(s data.Schema, g sketch.Sketch) (sketch.Sketch, error) {
	if err := checkNodes(s, g, in.Nodes...); err != nil {
		return g, err
	}
	return g.Move(in.Nodes, in.DX, in.DY), nil
}

func (in AlignNodes) edited(s data.Schema, g sketch.Sketch) (sketch.Sketch, error) {
	if err := checkNodes(s, g, in.Nodes...); err != nil {
		return g, err
	}
	return g.Align(in.Nodes, in.How), nil
}

func (in LayoutGraph) edited(s data.Schema, g sketch.Sketch) (sketch.Sketch, error) {
	return g.Layout(), nil
}

func (in UnpinNodes) edited(s data.Schema, g sketch.Sketch) (sketch.Sketch, error) {
	if err := checkNodes(s, g, in.Nodes...); err != nil {
		return g, err
	}
	return g.Unfix(in.Nodes).Layout(), nil
}

func (in AddRule) edited(s data.Schema, g sketch.Sketch) (sketch.Sketch, error) {
	g, err := g.AddRule(s, in.Rule)
	if r := in.Rule; err == nil && r.Kind == causal.Immutable && !r.Soft {
		g = lifted(g, r.Feature)
	}
	return g, err
}

func (in SetRule) edited(s data.Schema, g sketch.Sketch) (sketch.Sketch, error) {
	return g.SetRule(s, in.At, in.Rule)
}

func (in RemoveRule) edited(s data.Schema, g sketch.Sketch) (sketch.Sketch, error) {
	return g.RemoveRule(in.At)
}

func (in ReadSigns) edited(s data.Schema, g sketch.Sketch) (sketch.Sketch, error) {
	return g.ReadEach(), nil
}

func (in SetGraph) edited(s data.Schema, g sketch.Sketch) (sketch.Sketch, error) {
	return in.Sketch, in.Sketch.Check(s)
}

func (in SetTelling) edited(s data.Schema, g sketch.Sketch) (sketch.Sketch, error) {
	if in.Feature < 0 || in.Feature >= len(s.Features) {
		return g, fault.Errorf("sketch: feature %d does not exist", in.Feature)
	}
	if in.To&causal.MayBeWithheld != 0 && math.IsNaN(in.usual) && s.GapOf(in.Feature) != in.Feature {
		return g,
			fault.Errorf("sketch: %q cannot be withheld, because no number in the table stands for a missing "+
				"value", s.Features[in.Feature].Name)
	}
	g.Rules = causal.Tell(s, g.Rules, in.Feature, in.To, in.usual)
	return g, g.Check(s)
}

// Telling says whether answers may fill in or withhold values of a feature.
type Telling = causal.Telling

// The choices of Telling, for the page.
const (
	MayBeTold     = causal.MayBeTold
	MayBeWithheld = causal.MayBeWithheld
)

// Telling returns whether answers may fill in or withhold values of a feature. kept is false if the
// table keeps no missing values of it.
func (s *State) Telling(j int) (t causal.Telling, kept bool) {
	schema := s.Data.Table.Schema
	t, ruled := causal.TellingOf(schema, s.Graph.Sketch.Rules, j)
	if !ruled {
		t = causal.MayBeTold | causal.MayBeWithheld
	}
	return t, schema.GapOf(j) >= 0
}

func (in LoadExample) edited(s data.Schema, g sketch.Sketch) (sketch.Sketch, error) {
	if e, _, ok := sketch.Example(s); ok {
		return e, nil
	}
	return g, fault.Errorf("sketch: no example fits the features of this table")
}

func (in AddEdge) step(s data.Schema) string {
	return "Added the edge " + edgeName(s, in.Edge.From, in.Edge.To)
}

func (in SetEdge) step(s data.Schema) string {
	return "Changed the edge " + edgeName(s, in.Edge.From, in.Edge.To)
}

func (in RemoveEdges) step(s data.Schema) string {
	switch e := in.Edges; {
	case len(in.Hidden) == 1 && len(e) == 0:
		return "Removed an unobserved feature"
	case len(in.Hidden) > 0:
		return "Removed " + counted(len(in.Hidden), "unobserved feature") + " and " + counted(len(e), "edge")
	case len(e) == 1 && e[0].Both:
		return "Removed the unobserved cause of " + pairName(s, e[0].From, e[0].To)
	case len(e) == 1:
		return "Removed the edge " + edgeName(s, e[0].From, e[0].To)
	}
	return fmt.Sprintf("Removed %d edges", len(in.Edges))
}

func (in Share) step(s data.Schema) string {
	return "Drew an unobserved cause of " + pairName(s, in.Edge.From, in.Edge.To)
}

func (in SetShared) step(s data.Schema) string {
	return "Changed the unobserved cause of " + pairName(s, in.Edge.From, in.Edge.To)
}

func (in AddHidden) step(s data.Schema) string { return "Added an unobserved feature" }

func (in RenameHidden) step(s data.Schema) string { return "Called an unobserved feature " + in.Name }

func (in ReverseEdge) step(s data.Schema) string {
	return "Reversed the edge " + edgeName(s, in.Ends.From, in.Ends.To)
}

func (in SetNode) step(s data.Schema) string { return "Changed " + nodeNames(s, []int{in.Node}) }
func (in SetOrder) step(s data.Schema) string {
	return "Ordered the values of " + nodeNames(s, []int{in.Node})
}
func (in MoveNodes) step(s data.Schema) string   { return "Moved " + nodeNames(s, in.Nodes) }
func (in AlignNodes) step(s data.Schema) string  { return "Lined up " + nodeNames(s, in.Nodes) }
func (in LayoutGraph) step(s data.Schema) string { return "Laid out the graph" }

func (in UnpinNodes) step(s data.Schema) string {
	return "Left " + nodeNames(s, in.Nodes) + " to the layout"
}

func (in AddRule) step(s data.Schema) string    { return "Added a rule: " + ruleName(s, in.Rule) }
func (in SetRule) step(s data.Schema) string    { return "Changed a rule: " + ruleName(s, in.Rule) }
func (in RemoveRule) step(s data.Schema) string { return "Removed a rule" }
func (in ReadSigns) step(s data.Schema) string  { return "Read every sign on its own" }
func (in SetGraph) step(s data.Schema) string   { return in.Name }
func (in SetTelling) step(s data.Schema) string {
	name := nodeNames(s, []int{in.Feature})
	switch in.To {
	case causal.Stays:
		return name + " stays known or missing"
	case causal.MayBeTold:
		return name + " may be told"
	case causal.MayBeWithheld:
		return name + " may be withheld"
	}
	return name + " may be told or withheld"
}

func (in LoadExample) step(s data.Schema) string { return "Loaded " + ExampleFor(s) }

// ExampleFor names the example that fits the features of a table, or "".
func ExampleFor(s data.Schema) string {
	_, name, _ := sketch.Example(s)
	return name
}

func (in MoveNodes) merge(State) string {
	if in.Step {
		return fmt.Sprint("move", in.Nodes)
	}
	return ""
}

func (in SetOrder) merge(State) string { return fmt.Sprint("order ", in.Node) }

func (in SetNode) merge(State) string {
	if in.To.Form == sketch.Formula {
		return fmt.Sprint("formula ", in.Node)
	}
	return ""
}

func pairName(s data.Schema, a, b int) string {
	return nodeNames(s, []int{a}) + " and " + nodeNames(s, []int{b})
}

func edgeName(s data.Schema, from, to int) string {
	return nodeNames(s, []int{from}) + " → " + nodeNames(s, []int{to})
}

// nodeNames names one node, and counts several.
func nodeNames(s data.Schema, nodes []int) string {
	if len(nodes) != 1 {
		return fmt.Sprintf("%d features", len(nodes))
	}
	switch v := nodes[0]; {
	case v == sketch.OutcomeNode:
		return s.Outcome.Name
	case v >= 0 && v < len(s.Features):
		return s.Features[v].Name
	}
	return "an unobserved feature"
}

// ruleName returns the rule in words, for use inside a sentence.
func ruleName(s data.Schema, r causal.Rule) string {
	if r.Check(s) != nil {
		return "?"
	}
	text := r.String(s)
	return text[:len(text)-1]
}

func checkNodes(s data.Schema, g sketch.Sketch, nodes ...int) error {
	for _, v := range nodes {
		if v < sketch.OutcomeNode || v >= g.Count() {
			return fault.Errorf("sketch: feature %d of %d does not exist", v+1, len(s.Features))
		}
	}
	return nil
}
