package graphfile

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sketch"
)

// awkward lists names and texts that are difficult for the formats.
var awkward = []string{
	"age", "hours per week", "hours-per-week", "Hours_Per_Week", "node", "Graph", "strict", "subgraph", "a.b", "1",
	"-1.5", "1e5", `"`, `'`, `say "hi"`,
	`back\slash`, `end\`, `\"`, `\\`, "<b>", "a->b", "a--b", "{x}", "[y]", "x;y", "x,y", "x=y", "ключ", "名前", "é", "😀",
	"line\nbreak", "tab\tbed",
	"&amp;", "&#65;", "&", "// no comment", "/* nor here */", "# nor there", "%41", "a%20b", "null", "true", "=1+1",
	strings.Repeat("long", 64),
	" blank ", "\x01", "]]>", "variable", "network", "property", "exposure", "pos", "\u00a0",
}

func anyText(r *rand.Rand) string { return awkward[r.IntN(len(awkward))] }

// anySketch returns a random drawing with awkward names and every kind of element.
func anySketch(r *rand.Rand) (sketch.Sketch, data.Schema) {
	var schema data.Schema
	for _, i := range r.Perm(len(awkward))[:2+r.IntN(8)] {
		f := data.Feature{Name: awkward[i], Max: 1, MAD: 1, Decimals: 2}
		if r.IntN(3) == 0 {
			f = data.Feature{Name: awkward[i], Kind: data.Ordered, Levels: []string{"low", `"`, "a b"}}
		}
		schema.Features = append(schema.Features, f)
	}
	schema.Outcome = data.Feature{Name: "the outcome", Kind: data.Boolean, Levels: []string{"no", "yes"}}
	s := sketch.New(schema)
	s.Each = r.IntN(4) > 0
	n := len(schema.Features)
	for v := range n {
		if next, err := s.SetOrder(schema, v, [][]int{{2, 0, 1}, {1, 0, 1}, nil}[r.IntN(3)]); err == nil {
			s = next
		}
	}
	for range r.IntN(2 * n) {
		a, b := r.IntN(n), r.IntN(n)
		e := sketch.Edge{From: min(a, b), To: max(a, b), Sign: causal.Sign(r.IntN(3)), Strict: r.IntN(2) == 0,
			Soft: r.IntN(2) == 0}
		if e.Sign != causal.Unknown && r.IntN(3) == 0 {
			e.Least, e.Most = float64(r.IntN(3))/4, 0.5+float64(r.IntN(3))
		}
		if r.IntN(2) == 0 {
			e.Note = anyText(r)
		}
		e.Attrs = anyAttrs(r)
		if next, err := s.AddEdge(schema, e); err == nil {
			s = next
		}
	}
	for v := sketch.OutcomeNode; v < n; v++ {
		if r.IntN(2) == 0 {
			s = s.Place(v, math.Ldexp(r.NormFloat64(), r.IntN(12)), math.Ldexp(r.NormFloat64(), r.IntN(12)))
		}
		node := sketch.Node{Role: sketch.Role(r.IntN(6)), Form: sketch.Mechanism(r.IntN(4)),
			Formula: []string{"", "1", "2+"}[r.IntN(3)],
			State:   causal.State(r.IntN(3)), Closed: r.IntN(3) == 0}
		if v == sketch.OutcomeNode {
			node = sketch.Node{Role: sketch.OutcomeRole}
		}
		if next, err := s.SetNode(schema, v, node); err == nil {
			s = next
		}
		if v >= 0 {
			s.Nodes[v].Attrs = anyAttrs(r)
		}
	}
	if r.IntN(2) == 0 {
		s = unobserved(r, schema, s)
	}
	for range r.IntN(6) {
		rule := causal.Rule{
			Kind: causal.RuleKind(r.IntN(causal.KindCount)), Feature: r.IntN(n), Other: r.IntN(n), Min: -causal.Open,
			Max:    float64(r.IntN(4)),
			Levels: []int{0, 2}, Transitions: []causal.Transition{{From: 1, To: 0}}, Strict: r.IntN(2) == 0,
			Reverse: true, Soft: r.IntN(2) == 0,
			Also: []causal.Member{{Feature: r.IntN(n), Part: causal.Part(r.IntN(3))}}, Any: r.IntN(2) == 0,
			Most: float64(r.IntN(3)) / 2,
		}
		if rule.Kind == causal.NeverSeen && len(schema.Features[rule.Other].Levels) > 0 {
			rule.Then = []int{1}
		}
		switch rule.Kind {
		case causal.Inequality:
			rule.Law.Weights = []float64{1, -0.4, 0.5}
		case causal.Cardinality:
			rule.Min = 1
			for _, j := range rule.Features() {
				c := causal.Condition{Not: r.IntN(2) == 0}
				if len(schema.Features[j].Levels) > 0 {
					c.Levels = []int{1}
				} else {
					c.Min, c.Max = -causal.Open, float64(r.IntN(9))
				}
				rule.When = append(rule.When, c)
			}
			if rule.Max = 3; r.IntN(3) == 0 {
				rule.When, rule.Max = nil, 2
			}
		}
		if rule.Kind == causal.MoveAtMost {
			rule.Min = []float64{0, 0.25, causal.Open}[r.IntN(3)]
		}
		if next, err := s.AddRule(schema, rule); err == nil {
			s = next
		}
	}
	s.Attrs = anyAttrs(r)
	if k := r.IntN(6); k > 0 {
		s.Attrs = append(s.Attrs, sketch.Attr{Key: keyScale, Value: number(math.Ldexp(1, k))})
	}
	return s, schema
}

// unobserved adds features without a column, edges at them and shared causes.
func unobserved(r *rand.Rand, schema data.Schema, s sketch.Sketch) sketch.Sketch {
	for range r.IntN(3) {
		h := sketch.Hidden{Name: anyText(r), X: math.Ldexp(r.NormFloat64(), r.IntN(12)),
			Y: math.Ldexp(r.NormFloat64(), r.IntN(12)), Fixed: r.IntN(2) == 0, Attrs: anyAttrs(r)}
		if next, err := s.AddHidden(schema, h); err == nil {
			s = next
		}
	}
	for range 2 * s.Count() {
		a, b := r.IntN(s.Count()), r.IntN(s.Count())
		e := sketch.Edge{From: min(a, b), To: max(a, b), Attrs: anyAttrs(r)}
		if r.IntN(2) == 0 {
			e.From, e.To, e.Note = e.To, e.From, anyText(r)
		}
		add := s.Share
		if s.IsHidden(max(a, b)) && r.IntN(3) > 0 {
			add = s.AddEdge
		}
		if next, err := add(schema, e); err == nil {
			s = next
		}
	}
	return s
}

// anyAttrs returns attributes with keys that every format can write and with awkward values.
func anyAttrs(r *rand.Rand) []sketch.Attr {
	var list []sketch.Attr
	for i := range r.IntN(4) {
		list = append(list, sketch.Attr{Key: fmt.Sprintf("key%d", i), Value: anyText(r)})
	}
	return list
}

func bytesOf(t *testing.T, s sketch.Sketch) string {
	t.Helper()
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// back reads a file for the table from which it was written.
func back(t *testing.T, file []byte, schema data.Schema) (sketch.Sketch, []string) {
	t.Helper()
	f, err := Read(file)
	if err != nil {
		t.Fatalf("%v in\n%s", err, file)
	}
	s, notes, err := f.Sketch(schema, f.Match(schema, nil))
	if err != nil {
		t.Fatalf("%v in\n%s", err, file)
	}
	return s, notes
}

// carried returns the parts of a sketch that a format can represent.
func carried(f Format, s sketch.Sketch) sketch.Sketch {
	if f != Own {
		s.Rules, s.Nodes = nil, slices.Clone(s.Nodes)
		for v := range s.Nodes {
			s.Nodes[v].Ranks = nil
		}
		s.Each = true
	}
	if f != Own && f != DAGitty {
		s.Shared = nil
	}
	if f == Edges || f == BIF {
		s.Hidden, s.Links = nil, nil
	}
	if f == Edges {
		places := s
		s = sketch.Sketch{Nodes: make([]sketch.Node, len(s.Nodes)), Edges: slices.Clone(places.Edges), Each: true}
		s.Outcome.Role = sketch.OutcomeRole
		s = s.Layout()
	}
	return s
}

// TestRoundTrips checks that everything a format can represent comes back byte for byte.
func TestRoundTrips(t *testing.T) {
	for _, format := range Formats() {
		t.Run(format.String(), func(t *testing.T) {
			for seed := range uint64(400) {
				s, schema := anySketch(rand.New(rand.NewPCG(seed, 77)))
				if err := s.Check(schema); err != nil {
					t.Fatal(err)
				}
				want := carried(format, s)
				if len(want.Edges) == 0 && format == Edges {
					continue
				}
				file, lost := Write(format, schema, s)
				ranked := slices.ContainsFunc(s.Nodes, func(n sketch.Node) bool { return n.Ranks != nil })
				together := !s.Each && slices.ContainsFunc(s.Edges, func(e sketch.Edge) bool {
					return e.Sign != causal.Unknown
				})
				if (len(lost) == 0) != (format == Own || len(s.Rules) == 0 && !ranked && !together && format != BIF &&
					format != Edges && (len(s.Shared) == 0 || format == DAGitty)) {
					t.Fatalf("said to be lost: %q", lost)
				}
				got, _ := back(t, file, schema)
				if bytesOf(t, got) != bytesOf(t, want) {
					t.Fatalf("seed %d: got\n%s\nwant\n%s\nfile\n%s", seed, bytesOf(t, got), bytesOf(t, want), file)
				}
				if again, _ := Write(format, schema, got); format != BIF && string(again) != string(file) {
					t.Fatalf("written again:\n%s\nbefore:\n%s", again, file)
				}
			}
		})
	}
}

func TestOrdersOfCategoriesTravel(t *testing.T) {
	schema := data.Schema{Features: []data.Feature{{Name: "grade", Kind: data.Category,
		Levels: []string{"C", "A", "B", "A+"}}, {Name: "age", Max: 1, MAD: 1}},
		Outcome: data.Feature{Name: "loan", Kind: data.Boolean, Levels: []string{"no", "yes"}}}
	s, err := sketch.New(schema).SetOrder(schema, 0, []int{0, 2, 1, 2})
	if err == nil {
		s, err = s.AddRule(schema, causal.Rule{Kind: causal.OnlyIncrease, Feature: 0})
	}
	if err == nil {
		s, err = s.AddEdge(schema, sketch.Edge{From: 1, To: 0, Sign: causal.Rises})
	}
	if err == nil {
		s, err = s.SetNode(schema, 0, sketch.Node{Form: sketch.Linear})
	}
	if err != nil {
		t.Fatal(err)
	}
	file, lost := Write(Own, schema, s)
	if !strings.Contains(string(file), `"order":[["C"],["B"],["A","A+"]]`) || lost != nil {
		t.Errorf("lost %v in\n%s", lost, file)
	}
	if got, notes := back(t, file, schema); bytesOf(t, got) != bytesOf(t, s) {
		t.Errorf("read again: %s, want %s; %v", bytesOf(t, got), bytesOf(t, s), notes)
	}
	if _, lost := Write(DOT, schema, s); len(lost) == 0 ||
		!strings.Contains(strings.Join(lost, " "), "Orders of categories cannot be saved as Graphviz DOT") {
		t.Errorf("lost %v", lost)
	}
	for _, order := range []string{`[["C"],["B"],["A"]]`, `[["C"],["B"],["A","A"]]`, `[["C"],["B"],["A","D"]]`} {
		bad := strings.Replace(string(file), `[["C"],["B"],["A","A+"]]`, order, 1)
		got, notes := back(t, []byte(bad), schema)
		if got.Nodes[0].Ranks != nil || !strings.Contains(strings.Join(notes, " "),
			"The order of \"grade\" is left out") {
			t.Errorf("order %s gave %v, %q", order, got.Nodes[0].Ranks, notes)
		}
	}
}
