package sketch

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
)

// Limits of a sketch. Files beyond a limit are rejected.
const (
	MaxRules = 4096
	MaxNote  = 2000 // characters in a note, in a formula that is not in force, or in an attribute
	MaxAttrs = 64   // for a node, an edge or the graph
)

// Check returns an error if the sketch is not a valid drawing for the features of a table. Sketches
// from files must pass it.
func (s Sketch) Check(table data.Schema) error {
	if len(s.Nodes) != len(table.Features) {
		return fault.Errorf("sketch: the graph has %d nodes, but the table has %d "+
			"features", len(s.Nodes), len(table.Features))
	}
	if err := s.checkOrders(table); err != nil {
		return err
	}
	schema := s.Schema(table)
	if err := checkAttrs(s.Attrs); err != nil {
		return err
	}
	if err := s.checkHidden(schema); err != nil {
		return err
	}
	if err := s.checkEdges(schema); err != nil {
		return err
	}
	for v := OutcomeNode; v < len(s.Nodes); v++ {
		if err := s.checkNode(schema, v, s.Node(v)); err != nil {
			return err
		}
	}
	if len(s.Rules) > MaxRules {
		return fault.Errorf("sketch: the graph has %d rules; at most %d are possible", len(s.Rules), MaxRules)
	}
	for _, r := range s.Rules {
		if err := checkRule(schema, r); err != nil {
			return err
		}
	}
	return nil
}

// checkEdges checks that the edges are sorted and valid, and that the directed ones contain no
// cycle.
func (s Sketch) checkEdges(schema data.Schema) error {
	for i, list := range [...][]Edge{s.Edges, s.Links, s.Shared} {
		for k, e := range list {
			if err := s.checkNodes(schema, e.From, e.To); err != nil {
				return err
			}
			if k > 0 && byEffect(list[k-1], e) >= 0 {
				return fault.Errorf("sketch: the edge %s occurs twice or is not in "+
					"order", s.arrow(schema, e.From, e.To))
			}
			check := s.checkEdge
			switch {
			case i == 2:
				check = s.checkShared
			case s.IsHidden(max(e.From, e.To)) != (i == 1):
				return fault.Errorf("sketch: the edge %s is in the wrong list",
					s.arrow(schema, e.From, e.To))
			}
			if err := check(schema, e); err != nil {
				return err
			}
		}
	}
	if cycle := s.cycle(); cycle != nil {
		return s.cycleError(schema, cycle)
	}
	return nil
}

func (s Sketch) checkEdge(schema data.Schema, e Edge) error {
	if e.Sign > causal.Falls {
		return fault.Errorf("sketch: the edge %s has an unknown sign", s.arrow(schema, e.From, e.To))
	}
	if err := e.CheckSize(); err != nil {
		return fault.Errorf("sketch: the edge %s %w", s.arrow(schema, e.From, e.To), err)
	}
	if s.IsHidden(max(e.From, e.To)) && !e.plain() {
		return fault.Errorf("sketch: the edge %s cannot have a sign, because one of its ends is "+
			"unobserved", s.arrow(schema, e.From, e.To))
	}
	if err := checkText(e.Note); err != nil {
		return fault.Errorf("sketch: the note of the edge %s %w", s.arrow(schema, e.From, e.To), err)
	}
	return checkAttrs(e.Attrs)
}

// CheckSize is causal.Edge.CheckSize.
func (e Edge) CheckSize() error {
	return causal.Edge{Sign: e.Sign, Least: e.Least, Most: e.Most}.CheckSize()
}

func (s Sketch) checkNode(schema data.Schema, v int, n Node) error {
	f := schema.Outcome
	switch {
	case s.IsHidden(v):
		f = data.Feature{Name: s.Name(schema, v)}
	case v != OutcomeNode:
		f = schema.Features[v]
	}
	switch {
	case !(math.Abs(n.X) <= maxPlace && math.Abs(n.Y) <= maxPlace):
		return fault.Errorf("sketch: the node %q lies outside the drawing", f.Name)
	case n.Role > Latent:
		return fault.Errorf("sketch: %q has an unknown role", f.Name)
	case n.State > causal.Adjustable:
		return fault.Errorf("sketch: the state of %q is unknown", f.Name)
	case n.Form > Formula:
		return fault.Errorf("sketch: the mechanism of %q has an unknown form", f.Name)
	case v == OutcomeNode && (n.Form != NotKnown || n.Formula != "" || n.State != causal.ActedOn || n.Closed):
		return fault.Errorf("sketch: the outcome %q has no mechanism: the black box decides it", f.Name)
	case n.Form != NotKnown && !causal.Scored(f):
		return fault.Errorf("sketch: %q has no order, so it has no mechanism", f.Name)
	case n.Form == Formula:
		if _, err := causal.ParseFormula(n.Formula, schema, s.Parents(v)); err != nil {
			return err
		}
	}
	if err := checkText(n.Formula); err != nil {
		return fault.Errorf("sketch: the formula of %q %w", f.Name, err)
	}
	return checkAttrs(n.Attrs)
}

func checkRule(schema data.Schema, r causal.Rule) error {
	if r.Local {
		return fault.Errorf("sketch: a rule for one person does not belong in the graph; add it in Person")
	}
	return r.Check(schema)
}

func checkText(text string) error {
	if !utf8.ValidString(text) {
		return fmt.Errorf("is not valid text")
	}
	if strings.Contains(text, "\x00") { // which no text format can represent
		return fmt.Errorf("has a zero byte; write it without one")
	}
	if n := utf8.RuneCountInString(text); n > MaxNote {
		return fmt.Errorf("has %d characters; at most %d are possible", n, MaxNote)
	}
	return nil
}

func checkAttrs(list []Attr) error {
	if len(list) > MaxAttrs {
		return fault.Errorf("sketch: a node or an edge has %d attributes of other programs; at most %d can be "+
			"kept", len(list), MaxAttrs)
	}
	for _, a := range list {
		for _, text := range []string{a.Key, a.Value} {
			if err := checkText(text); err != nil {
				return fault.Errorf("sketch: an attribute of another program %w", err)
			}
		}
	}
	return nil
}

func tidyAttrs(list []Attr) []Attr { return append([]Attr(nil), list...) }

// cycle returns the features of a cycle, with the first feature repeated at the end, or nil if no
// cycle exists.
func (s Sketch) cycle() []int {
	waiting := make([]int, s.Count()) // number of causes not yet taken
	children, causes := make([][]int, s.Count()), make([][]int, s.Count())
	for _, list := range [...][]Edge{s.Edges, s.Links} {
		for _, e := range list {
			waiting[e.To]++
			children[e.From], causes[e.To] = append(children[e.From], e.To), append(causes[e.To], e.From)
		}
	}
	var ready []int
	for v, n := range waiting {
		if n == 0 {
			ready = append(ready, v)
		}
	}
	for ; len(ready) > 0; ready = ready[1:] {
		for _, c := range children[ready[0]] {
			if waiting[c]--; waiting[c] == 0 {
				ready = append(ready, c)
			}
		}
	}
	v := slices.IndexFunc(waiting, func(n int) bool { return n > 0 })
	if v < 0 {
		return nil
	}
	// Walking back along causes that were never taken must reach some feature twice.
	seen, walk := make([]bool, s.Count()), []int(nil)
	for !seen[v] {
		seen[v] = true
		walk = append(walk, v)
		for _, p := range causes[v] {
			if waiting[p] > 0 {
				v = p
				break
			}
		}
	}
	walk = append(walk[slices.Index(walk, v):], v)
	slices.Reverse(walk)
	return walk
}

// Equal reports whether two sketches are equal, including positions.
func Equal(a, b Sketch) bool {
	return slices.EqualFunc(a.Nodes, b.Nodes, equalNodes) && equalNodes(a.Outcome, b.Outcome) &&
		slices.EqualFunc(a.Edges, b.Edges, EqualEdges) &&
		slices.EqualFunc(a.Rules, b.Rules, equalRules) && slices.Equal(a.Attrs, b.Attrs) && a.Each == b.Each &&
		slices.EqualFunc(a.Hidden, b.Hidden, func(a, b Hidden) bool {
			return a.Name == b.Name &&
				equalNodes(a.node(), b.node())
		}) &&
		slices.EqualFunc(a.Links, b.Links, EqualEdges) && slices.EqualFunc(a.Shared, b.Shared, EqualEdges)
}

func equalNodes(a, b Node) bool {
	return a.X == b.X && a.Y == b.Y && a.Fixed == b.Fixed && a.Role == b.Role &&
		a.Form == b.Form && a.Formula == b.Formula && a.State == b.State && a.Closed == b.Closed &&
		slices.Equal(a.Ranks, b.Ranks) && slices.Equal(a.Attrs, b.Attrs)
}

// EqualEdges reports whether two edges are equal, including attributes.
func EqualEdges(a, b Edge) bool {
	return a.From == b.From && a.To == b.To && a.Sign == b.Sign && a.Strict == b.Strict && a.Least == b.Least &&
		a.Most == b.Most &&
		a.Soft == b.Soft && a.Note == b.Note && slices.Equal(a.Attrs, b.Attrs)
}
