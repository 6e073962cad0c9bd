package sketch

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
)

func numbers(names ...string) data.Schema {
	var s data.Schema
	for _, n := range names {
		s.Features = append(s.Features, data.Feature{Name: n, Max: 1, MAD: 1, Decimals: 2})
	}
	s.Outcome = data.Feature{Name: "loan", Kind: data.Boolean, Levels: []string{"no", "yes"}}
	return s
}

func mixed() data.Schema {
	s := numbers("a", "b", "c", "d", "e", "f")
	s.Features[4] = data.Feature{Name: "e", Kind: data.Ordered, Levels: []string{"low", "mid", "high"}}
	s.Features[5] = data.Feature{Name: "f", Kind: data.Category, Levels: []string{"x", "y", "z"}}
	return s
}

// frozen returns the sketch as bytes that also distinguish nil lists.
func frozen(t *testing.T, s Sketch) string {
	t.Helper()
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestEdges(t *testing.T) {
	schema := numbers("a", "b", "c")
	s := New(schema)
	draw := func(from, to int) {
		t.Helper()
		next, err := s.AddEdge(schema, Edge{From: from, To: to, Sign: causal.Rises})
		if err != nil {
			t.Fatal(err)
		}
		s = next
	}
	draw(1, 2)
	draw(0, 1)

	var cycle *causal.CycleError
	_, err := s.AddEdge(schema, Edge{From: 2, To: 0})
	if !errors.As(err, &cycle) || strings.Join(cycle.Names, " ") != "c a b c" {
		t.Errorf("closing edge: got %v", err)
	}
	_, err = s.AddEdge(schema, Edge{From: 1, To: 1})
	if !errors.As(err, &cycle) || strings.Join(cycle.Names, " ") != "b b" {
		t.Errorf("self loop: got %v", err)
	}
	for _, e := range []Edge{{From: 0, To: 1}, {From: 0, To: 3}, {From: OutcomeNode, To: 1}, {From: 0, To: OutcomeNode},
		{From: 0, To: 2, Sign: 9}} {
		if _, err := s.AddEdge(schema, e); err == nil {
			t.Errorf("%+v was accepted", e)
		}
	}

	draw(0, 2)
	if _, err := s.ReverseEdge(schema, 0, 2); !errors.As(err, &cycle) {
		t.Errorf("reversing into a cycle: got %v", err)
	}
	turned, err := s.ReverseEdge(schema, 1, 2)
	if e, found := turned.Edge(2, 1); err != nil || !found || e.Sign != causal.Rises {
		t.Errorf("reversed: %+v, %v", turned.Edges, err)
	}
	set, err := s.SetEdge(schema, Edge{From: 0, To: 1, Sign: causal.Falls, Strict: true, Soft: true, Note: "sure"})
	if e, _ := set.Edge(0, 1); err != nil || e.Sign != causal.Falls || !e.Strict || !e.Soft || e.Note != "sure" {
		t.Errorf("set: %+v, %v", e, err)
	}
	if got := s.Parents(2); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("parents of c: %v", got)
	}
}

func TestAFormulaLeavesForceWithItsCause(t *testing.T) {
	schema := mixed()
	s, err := New(schema).AddEdge(schema, Edge{From: 0, To: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.SetNode(schema, 1, Node{Form: Formula, Formula: "c + 1"}); err == nil {
		t.Error("a formula over what is no cause was accepted")
	}
	if _, err := s.SetNode(schema, 5, Node{Form: Linear}); err == nil {
		t.Error("a feature without order has a mechanism")
	}
	if _, err := s.SetNode(schema, OutcomeNode, Node{Form: Linear}); err == nil {
		t.Error("the outcome has a mechanism")
	}
	s, err = s.SetNode(schema, 1, Node{Form: Formula, Formula: "2*a", Role: Exposure})
	if err != nil {
		t.Fatal(err)
	}
	without, err := s.RemoveEdge(schema, 0, 1)
	if n := without.Nodes[1]; err != nil || n.Form != NotKnown || n.Formula != "2*a" || n.Role != Exposure {
		t.Errorf("after removing the cause: %+v, %v", n, err)
	}
	if s.Nodes[1].Form != Formula {
		t.Error("the original changed")
	}
}

func TestPlaces(t *testing.T) {
	s := New(numbers("a", "b", "c"))
	s = s.Place(0, 0, 0).Place(1, 10, 50).Place(2, 100, 20)
	all := []int{2, 0, 1}
	for _, test := range []struct {
		how  Alignment
		x, y []float64
	}{
		{AlignLeft, []float64{0, 0, 0}, []float64{0, 50, 20}},
		{AlignRight, []float64{100, 100, 100}, []float64{0, 50, 20}},
		{AlignTop, []float64{0, 10, 100}, []float64{0, 0, 0}},
		{AlignBottom, []float64{0, 10, 100}, []float64{50, 50, 50}},
		{AlignCenter, []float64{50, 50, 50}, []float64{0, 50, 20}},
		{AlignMiddle, []float64{0, 10, 100}, []float64{25, 25, 25}},
		{SpreadAcross, []float64{0, 50, 100}, []float64{0, 50, 20}},
		{SpreadDown, []float64{0, 10, 100}, []float64{0, 50, 25}},
	} {
		got := s.Align(all, test.how)
		for v := range all {
			if n := got.Nodes[v]; n.X != test.x[v] || n.Y != test.y[v] || !n.Fixed {
				t.Errorf("alignment %d, node %d: got %v, %v", test.how, v, n.X, n.Y)
			}
		}
	}
	far := s.Move([]int{0, OutcomeNode}, 1e300, -1e300)
	if n := far.Nodes[0]; n.X != maxPlace || n.Y != -maxPlace || far.Outcome.X != maxPlace {
		t.Errorf("moved off the paper: %+v", n)
	}
	if s.Unfix([]int{0}).Nodes[0].Fixed || !s.Nodes[0].Fixed {
		t.Error("Unfix")
	}
}

func TestRulesHaveOneForm(t *testing.T) {
	schema := mixed()
	a, err := New(schema).AddRule(schema, causal.Rule{Kind: causal.Allowed, Feature: 5, Levels: []int{2, 0}, Min: 3,
		Also: []causal.Member{}})
	if err != nil {
		t.Fatal(err)
	}
	b, err := New(schema).AddRule(schema, causal.Rule{Kind: causal.Allowed, Feature: 5, Levels: []int{0, 2}})
	if err != nil || frozen(t, a) != frozen(t, b) {
		t.Errorf("two ways to state one rule differ: %+v, %+v, %v", a.Rules, b.Rules, err)
	}
	if _, err := a.AddRule(schema, causal.Rule{Kind: causal.Allowed, Feature: 5, Levels: []int{0, 2}}); err == nil {
		t.Error("a rule was stated twice")
	}
	if _, err := a.AddRule(schema, causal.Rule{Kind: causal.Range, Feature: 5}); err == nil {
		t.Error("a range of a category")
	}
	if _, err := a.AddRule(schema, causal.Rule{Kind: causal.Immutable, Local: true}); err == nil {
		t.Error("a rule of one person")
	}
	c, err := a.SetRule(schema, 0, causal.Rule{Kind: causal.Immutable, Feature: 1})
	if err != nil || a.Rules[0].Kind != causal.Allowed {
		t.Errorf("SetRule: %v", err)
	}
	if d, err := c.RemoveRule(0); err != nil || frozen(t, d) != frozen(t, New(schema)) {
		t.Errorf("RemoveRule: %v", err)
	}
}

// randomEdit applies a random edit, which is usually possible.
func randomEdit(r *rand.Rand, schema data.Schema, s Sketch) (Sketch, error) {
	node := func() int { return r.IntN(s.Count()+1) - 1 }
	feature := func() int { return r.IntN(len(s.Nodes)) }
	end := func() int { return r.IntN(s.Count()) }
	e := Edge{From: feature(), To: feature(), Sign: causal.Sign(r.IntN(3)), Strict: r.IntN(2) == 0, Note: "n"}
	if len(s.Edges) > 0 && r.IntN(2) == 0 {
		old := s.Edges[r.IntN(len(s.Edges))]
		e.From, e.To = old.From, old.To
	}
	switch r.IntN(21) {
	case 15:
		return s.AddHidden(schema, Hidden{Name: []string{"", "", "a", "V"}[r.IntN(4)]})
	case 16:
		return s.AddEdge(schema, Edge{From: end(), To: end(), Note: "n"})
	case 17:
		return s.Share(schema, Edge{From: end(), To: end(), Note: "n"})
	case 18:
		if r.IntN(3) == 0 {
			return s.RemoveHidden(end())
		}
		return s.Rename(schema, end(), []string{"", "V", "W"}[r.IntN(3)])
	case 19:
		return s.Unshare(schema, end(), end())
	case 20:
		a, b := end(), end()
		if r.IntN(2) == 0 {
			return s.RemoveEdge(schema, a, b)
		}
		return s.ReverseEdge(schema, a, b)
	case 0, 1, 2, 3:
		return s.AddEdge(schema, e)
	case 4:
		return s.RemoveEdge(schema, e.From, e.To)
	case 5:
		return s.ReverseEdge(schema, e.From, e.To)
	case 6:
		return s.SetEdge(schema, e)
	case 7:
		return s.SetNode(schema, node(), Node{Role: Role(r.IntN(6)), Form: Mechanism(r.IntN(4)),
			Formula: []string{"", "a", "a+b", "1"}[r.IntN(4)]})
	case 8:
		return s.Move([]int{node(), node()}, r.NormFloat64()*100, r.NormFloat64()*100), nil
	case 9:
		return s.Align([]int{node(), node(), node()}, Alignment(r.IntN(8))), nil
	case 10:
		return s.Unfix([]int{node()}), nil
	case 11:
		return s.Layout(), nil
	case 13:
		return s.SetOrder(schema, node(), [][]int{nil, {0, 1, 2}, {2, 0, 1}, {1, 0, 1}, {0, 1}}[r.IntN(5)])
	case 12:
		return s.AddRule(schema, causal.Rule{Kind: causal.RuleKind(r.IntN(9)), Feature: feature(), Other: feature(),
			Levels: []int{1}})
	}
	return s.RemoveRule(r.IntN(3))
}

// TestAnyEdits checks that after any edit the sketch remains valid, the original is unchanged, a
// rejected edit changes nothing, and package causal accepts the result.
func TestAnyEdits(t *testing.T) {
	schema := mixed()
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 5))
		s := New(schema)
		history := []Sketch{s}
		bytes := []string{frozen(t, s)}
		for range 150 {
			next, err := randomEdit(r, schema, s)
			if err != nil && frozen(t, next) != frozen(t, s) {
				t.Fatalf("a refused edit changed the sketch: %v", err)
			}
			if err := next.Check(schema); err != nil {
				t.Fatalf("after an edit: %v", err)
			}
			if err := next.Knowledge().Check(schema); err != nil {
				t.Fatalf("causal refuses the sketch: %v", err)
			}
			s = next
			history, bytes = append(history, s), append(bytes, frozen(t, s))
		}
		for i, old := range history {
			if frozen(t, old) != bytes[i] {
				t.Fatalf("a later edit changed state %d", i)
			}
		}
	}
}

func TestOneGraphByAnyWayIsOneRowOfBytes(t *testing.T) {
	schema := numbers("a", "b", "c", "d", "e")
	edges := []Edge{{From: 0, To: 1}, {From: 0, To: 2}, {From: 1, To: 3}, {From: 2, To: 3}, {From: 3, To: 4, Note: "x"}}
	r := rand.New(rand.NewPCG(1, 2))
	want := ""
	for range 50 {
		r.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
		s := New(schema)
		for _, e := range edges {
			var err error
			if s, err = s.AddEdge(schema, e); err != nil {
				t.Fatal(err)
			}
		}
		s, _ = s.ReverseEdge(schema, 0, 1)
		s, _ = s.ReverseEdge(schema, 1, 0)
		if got := frozen(t, s.Layout()); want == "" {
			want = got
		} else if got != want {
			t.Fatalf("got %s\nwant %s", got, want)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	schema := numbers("a", "b", "c")
	for name, spoil := range map[string]func(*Sketch){
		"too few nodes":          func(s *Sketch) { s.Nodes = s.Nodes[:2] },
		"a place that is none":   func(s *Sketch) { s.Nodes[0].X = nan() },
		"a place off the paper":  func(s *Sketch) { s.Outcome.Y = 1e7 },
		"an unknown role":        func(s *Sketch) { s.Nodes[0].Role = 77 },
		"an unknown form":        func(s *Sketch) { s.Nodes[0].Form = 77 },
		"a bad formula":          func(s *Sketch) { s.Nodes[1].Form, s.Nodes[1].Formula = Formula, "a +" },
		"edges out of order":     func(s *Sketch) { s.Edges = []Edge{{From: 1, To: 2}, {From: 0, To: 1}} },
		"an edge twice":          func(s *Sketch) { s.Edges = []Edge{{From: 0, To: 1}, {From: 0, To: 1}} },
		"an edge at the outcome": func(s *Sketch) { s.Edges = []Edge{{From: 0, To: 3}} },
		"a cycle":                func(s *Sketch) { s.Edges = []Edge{{From: 1, To: 0}, {From: 0, To: 1}} },
		"a rule on nothing":      func(s *Sketch) { s.Rules = []causal.Rule{{Feature: 9}} },
		"an attribute too long":  func(s *Sketch) { s.Attrs = []Attr{{"k", strings.Repeat("x", MaxNote+1)}} },
		"bytes that are no text": func(s *Sketch) { s.Edges = []Edge{{From: 0, To: 1, Note: "\xff"}} },
	} {
		s := New(schema)
		spoil(&s)
		if err := s.Check(schema); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func nan() float64 { z := 0.0; return z / z }

// TestReadingOfSigns checks that a drawing saved before signs were read separately keeps its
// reading as long as it makes a difference.
func TestReadingOfSigns(t *testing.T) {
	schema := numbers("a", "b", "c")
	old := New(schema)
	old.Each = false
	one, err := old.AddEdge(schema, Edge{From: 0, To: 2, Sign: causal.Rises})
	if err != nil || !one.Each || one.Joint() {
		t.Errorf("%v: with one sign both readings agree: %+v", err, one)
	}
	two := one
	two.Edges = append(slices.Clone(two.Edges), Edge{From: 1, To: 2, Sign: causal.Rises})
	if two.Joint() {
		t.Error("signs that are read each by itself are joint")
	}
	two.Each = false
	if !two.Joint() {
		t.Error("two signs of one effect that were saved together are not joint")
	}
	if set, err := two.SetEdge(schema, Edge{From: 1, To: 2, Sign: causal.Falls}); err != nil || set.Each {
		t.Errorf("%v: an edit changed the reading", err)
	}
	if now := two.ReadEach(); now.Joint() || !now.Each || two.Each {
		t.Errorf("%+v", now)
	}
}
