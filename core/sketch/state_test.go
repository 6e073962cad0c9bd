package sketch

import (
	"strings"
	"testing"

	"causeway/core/causal"
)

// drawnAs returns a drawing with edges into feature 2, which follows by a linear mechanism.
func drawnAs(t *testing.T, change func(g Sketch) (Sketch, error)) Sketch {
	t.Helper()
	s := numbers("a", "b", "c")
	g := New(s)
	var err error
	for _, e := range []Edge{{From: 0, To: 2, Sign: causal.Rises}, {From: 1, To: 2}} {
		if g, err = g.AddEdge(s, e); err != nil {
			t.Fatal(err)
		}
	}
	if g, err = g.SetNode(s, 2, Node{Form: Linear, State: causal.Following}); err != nil {
		t.Fatal(err)
	}
	if g, err = change(g); err != nil {
		t.Fatal(err)
	}
	return g
}

// A chosen state remains in the drawing but is in force only while a cause, a mechanism and
// suitable rows exist. If a feature counts as acted on, the edges into it act as rules again. A
// new choice of the state is rejected with the reason. A formula needs no rows.
func TestTheStateThatCounts(t *testing.T) {
	s := numbers("a", "b", "c")
	rises := func(g Sketch, list ...int) (Sketch, error) {
		var err error
		for _, v := range list {
			if g, err = g.AddRule(s, causal.Rule{Kind: causal.OnlyIncrease, Feature: v}); err != nil {
				break
			}
		}
		return g, err
	}
	for _, c := range []struct {
		name    string
		change  func(g Sketch) (Sketch, error)
		counts  bool
		refuses string
	}{
		{"a line", func(g Sketch) (Sketch, error) { return g, nil }, true, ""},
		{"no cause", func(g Sketch) (Sketch, error) { g, _ = g.RemoveEdge(s, 0, 2); return g.RemoveEdge(s, 1, 2) },
			false, ""},
		{"no mechanism", func(g Sketch) (Sketch, error) { return g.SetNode(s, 2, Node{State: causal.Following}) },
			false, ""},
		{"one way at one end", func(g Sketch) (Sketch, error) { return rises(g, 0) }, true, ""},
		{"one way at both ends", func(g Sketch) (Sketch, error) { return rises(g, 0, 2) }, false,
			`"a" says how a row changes with time`},
		{"a rate", func(g Sketch) (Sketch, error) {
			return g.SetEdge(s, Edge{From: 0, To: 2, Sign: causal.Rises, Strict: true, Least: 1.5})
		}, false, `"a" says how a row changes with time`},
		{"an unobserved cause of both", func(g Sketch) (Sketch, error) { return g.Share(s, Edge{From: 1, To: 2}) },
			false, `causes both it and "b"`},
		{"an unobserved cause of the causes", func(g Sketch) (Sketch, error) {
			return g.Share(s, Edge{From: 0, To: 1})
		}, true, ""},
		{"an unobserved feature that causes both", func(g Sketch) (Sketch, error) { return g.AddCause(s, []int{0, 2}) },
			false, `causes both it and "a"`},
		{"by way of another", func(g Sketch) (Sketch, error) {
			g, _ = g.AddCause(s, []int{2})
			g, _ = g.AddHidden(s, Hidden{})
			g, _ = g.AddEdge(s, Edge{From: 4, To: 3})
			return g.AddEdge(s, Edge{From: 4, To: 0})
		}, false, `causes both it and "a"`},
		{"one of its own", func(g Sketch) (Sketch, error) { return g.AddCause(s, []int{2}) }, true, ""},
		{"between the two", func(g Sketch) (Sketch, error) {
			g, _ = g.AddCause(s, []int{2})
			return g.AddEdge(s, Edge{From: 0, To: 3})
		}, true, ""},
	} {
		g := drawnAs(t, c.change)
		if err := g.Check(s); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		k := g.Knowledge()
		if got := g.State(2) == causal.Following; got != c.counts || (len(k.Followers(s)) == 1) != c.counts {
			t.Errorf("%s: counts as %d, and %v follow", c.name, g.State(2), k.Followers(s))
		}
		if g.Suspended(2) == c.counts {
			t.Errorf("%s: suspended is %v", c.name, g.Suspended(2))
		}
		if g.Nodes[2].State != causal.Following {
			t.Errorf("%s: the state is lost", c.name)
		}
		signed := false
		for _, r := range k.AllRules(s) {
			signed = signed || r.Kind == causal.IfRisesThenRises
		}
		if _, drawn := g.Edge(0, 2); drawn && signed == c.counts {
			t.Errorf("%s: the sign is a rule: %v", c.name, signed)
		}
		free, err := g.SetNode(s, 2, Node{Form: Linear})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		_, err = free.SetNode(s, 2, Node{Form: Linear, State: causal.Adjustable})
		if (err != nil) != (c.refuses != "") || err != nil && !strings.Contains(err.Error(), c.refuses) {
			t.Errorf("%s: chosen anew: %v, want %q", c.name, err, c.refuses)
		}
		if _, err = g.SetNode(s, 2, Node{Role: Exposure, Form: g.Nodes[2].Form, State: causal.Following}); err != nil {
			t.Errorf("%s: a role cannot be given: %v", c.name, err)
		}
		if len(g.Parents(2)) > 0 {
			if given, err := free.SetNode(s, 2, Node{Form: Formula, Formula: "a + 1",
				State: causal.Following}); err != nil || given.State(2) != causal.Following {
				t.Errorf("%s: a formula: %v", c.name, err)
			}
		}
	}
}
