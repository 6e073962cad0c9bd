package store

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/sketch"
	"causeway/core/wire"
)

// drawn is a page with a table of a few numbers and a category.
func drawn(t *testing.T) *page {
	t.Helper()
	p := newPage(t)
	table := testLoaded
	table.Schema.Features = nil
	for _, n := range []string{"a", "b", "c", "d"} {
		table.Schema.Features = append(table.Schema.Features, data.Feature{Name: n, Kind: data.Integer, Max: 9, MAD: 1})
	}
	table.Schema.Features = append(table.Schema.Features, testSchema.Features[1])
	p.do(LoadSample{})
	answer[wire.Sample](p, table)
	p.sent = nil
	return p
}

// frozen is the sketch as bytes.
func (p *page) frozen() string {
	b, err := json.Marshal(p.Graph.Sketch)
	if err != nil {
		p.t.Fatal(err)
	}
	return string(b)
}

func edgeOf(from, to int) AddEdge { return AddEdge{sketch.Edge{From: from, To: to}} }

func TestANewTableGetsADrawing(t *testing.T) {
	p := drawn(t)
	equal(t, "nodes", len(p.Graph.Sketch.Nodes), 5)
	p.do(edgeOf(0, 1))
	id, first := p.Graph.ID, p.frozen()

	p.do(LoadSample{})
	again := p.Data.Table
	again.Schema.Features[0].Max = 12
	answer[wire.Sample](p, again)
	if p.Graph.ID != id || p.frozen() != first {
		t.Error("a table of the same features lost the graph")
	}
	p.sent = nil
	p.do(LoadSample{})
	answer[wire.Sample](p, testLoaded)
	if p.Graph.ID == id || len(p.Graph.Sketch.Nodes) != 2 || len(p.Graph.Sketch.Edges) != 0 {
		t.Error("another table kept the graph")
	}
	p.do(Undo{})
	equal(t, "nodes after undo", len(p.Graph.Sketch.Nodes), 2)
}

func TestACycleIsRefusedAndNamed(t *testing.T) {
	p := drawn(t)
	p.do(edgeOf(0, 1), edgeOf(1, 2))
	before, edited := p.frozen(), p.Graph.Edited
	p.do(edgeOf(2, 0))
	p.wantAlert("would close the cycle c → a → b → c")
	equalSlices(t, "cycle", p.Graph.Cycle, []int{2, 0, 1, 2})
	if p.frozen() != before || p.Graph.Edited != edited {
		t.Error("a refused edge changed the graph")
	}
	p.do(edgeOf(2, 3))
	p.wantAlert("")
	equal(t, "cycle", len(p.Graph.Cycle), 0)
	p.do(edgeOf(3, 3))
	p.wantAlert(`"d" cannot be its own cause.`)
}

func TestWithoutATableNothingIsDrawn(t *testing.T) {
	p := newPage(t)
	p.do(edgeOf(0, 1), LayoutGraph{}, MoveNodes{Nodes: []int{7}})
	p.wantAlert("Open a table first")
	if p.History.CanUndo() {
		t.Error("there is a step")
	}
}

func TestContradictionsAreNamed(t *testing.T) {
	p := drawn(t)
	if got := p.GraphProblem(); got != "" {
		t.Errorf("problem = %q", got)
	}
	p.do(AddRule{causal.Rule{Kind: causal.Range, Feature: 0, Min: 8, Max: causal.Open}},
		AddRule{causal.Rule{Kind: causal.Range, Feature: 1, Min: -causal.Open, Max: 2}},
		AddRule{causal.Rule{Kind: causal.LessOrEqual, Feature: 0, Other: 1}})
	p.wantAlert("")
	if p.GraphProblem() == "" || len(p.Contradictions()) != 1 {
		t.Errorf("problem = %q", p.GraphProblem())
	}
	p.do(RemoveRule{2})
	if got := p.GraphProblem(); got != "" {
		t.Errorf("problem = %q", got)
	}
}

// someEdit is a random edit; some are refused.
func someEdit(r *rand.Rand) Intent {
	v, u := r.IntN(5), r.IntN(5)
	switch r.IntN(18) {
	case 13:
		return AddHidden{Of: []int{v}}
	case 14:
		return Share{sketch.Edge{From: r.IntN(7), To: u}}
	case 15:
		return AddEdge{sketch.Edge{From: 5 + r.IntN(2), To: u}}
	case 16:
		return RemoveEdges{Hidden: []int{5 + r.IntN(2)}}
	case 17:
		return RenameHidden{5 + r.IntN(2), []string{"Talent", "Luck"}[r.IntN(2)]}
	case 11:
		return ReadSigns{}
	case 12:
		return SetEdge{sketch.Edge{From: v, To: u, Sign: causal.Rises, Least: float64(r.IntN(3)), Most: 2}}
	case 0, 1, 2:
		return AddEdge{sketch.Edge{From: v, To: u, Sign: causal.Sign(r.IntN(3))}}
	case 3:
		return SetEdge{sketch.Edge{From: v, To: u, Strict: true, Note: "n"}}
	case 4:
		return RemoveEdges{Edges: []Ends{{From: v, To: u}}}
	case 5:
		return ReverseEdge{Ends{From: v, To: u}}
	case 6:
		return SetNode{v, sketch.Node{Form: sketch.Mechanism(r.IntN(3)), Role: sketch.Role(r.IntN(3)),
			State: causal.State(r.IntN(3)), Closed: r.IntN(2) == 0}}
	case 7:
		return MoveNodes{Nodes: []int{v, sketch.OutcomeNode}, DX: r.Float64(), DY: 1, Step: r.IntN(2) == 0}
	case 8:
		return AlignNodes{[]int{v, u}, sketch.Alignment(r.IntN(8))}
	case 9:
		return UnpinNodes{[]int{v}}
	}
	return AddRule{causal.Rule{Kind: causal.Immutable, Feature: v}}
}

func TestUndoTakesBackAnyListOfEdits(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 2))
		p := drawn(t)
		if r.IntN(2) == 0 {
			p.Graph.Sketch.Each = false
		}
		first := p.frozen()
		for range 1 + r.IntN(25) {
			p.do(someEdit(r))
		}
		last, steps := p.frozen(), p.History.Steps()
		p.do(GoToStep{0})
		if got := p.frozen(); got != first {
			t.Fatalf("seed %d: undone to %s, want %s", seed, got, first)
		}
		if !reflect.DeepEqual(p.History.Steps(), steps) {
			t.Fatalf("seed %d: steps = %q, want %q", seed, p.History.Steps(), steps)
		}
		p.do(GoToStep{len(steps)})
		if got := p.frozen(); got != last {
			t.Fatalf("seed %d: done again to %s, want %s", seed, got, last)
		}
		if s := p.Data.Table.Schema; p.Graph.Sketch.Check(s) != nil {
			t.Fatalf("seed %d: %v", seed, p.Graph.Sketch.Check(s))
		}
	}
}

// TestSignsAreReadAsTheyWereSaved: a version-1 project keeps its reading of signs until somebody
// changes it, which can be undone.
func TestSignsAreReadAsTheyWereSaved(t *testing.T) {
	p := drawn(t)
	s := p.Data.Table.Schema
	old := sketch.New(s)
	old.Each = false
	old.Edges = []sketch.Edge{{From: 0, To: 2, Sign: causal.Rises}, {From: 1, To: 2, Sign: causal.Rises}}
	p.do(SetGraph{Sketch: old, Name: "Opened an old graph"})
	reads := func() string { return p.Graph.AllRules(s)[0].String(s) }
	before := reads()
	if !strings.Contains(before, "both rise") || !p.Graph.Sketch.Joint() {
		t.Errorf("an old graph reads %s", before)
	}
	p.do(ReadSigns{})
	if got := reads(); !strings.Contains(got, "rises and neither falls") || p.Graph.Sketch.Joint() {
		t.Errorf("read anew it says %s", got)
	}
	p.do(Undo{})
	equal(t, "undone", reads(), before)
}

// TestOrdersOfCategories: an order is an ordinary change, the table's schema follows it, and a
// generator that learned from another order is out of date.
func TestOrdersOfCategories(t *testing.T) {
	p := newPage(t)
	p.loadSample()
	p.trainClassifier()
	up := causal.Rule{Kind: causal.OnlyIncrease, Feature: 1}
	p.do(AddRule{up})
	p.wantAlert("has no order")
	p.do(SetOrder{1, []int{0, 0}}, SetOrder{1, []int{1, 0}}, AddRule{up})
	kind := func() data.Kind { return p.Data.Table.Schema.Features[1].Kind }
	equal(t, "kind", kind(), data.Ordered)
	equal(t, "rules", len(p.Graph.Sketch.Rules), 1)
	equal(t, "hash", p.Data.Table.Hash, testLoaded.Hash)

	g := p.Generator.Settings
	g.Method = model.ModelApprox
	p.do(SetGenerator{g}, TrainGenerator{})
	m := answer[wire.TrainGenerator](p, wire.GeneratorTrained{Model: []byte("g")})
	if len(m.Knowledge.Orders) != 1 || !reflect.DeepEqual(m.Knowledge.Orders[0].Ranks, []int{1, 0}) {
		t.Errorf("the engine is told the orders %v", m.Knowledge.Orders)
	}
	p.do(SetOrder{1, nil})
	p.wantAlert("has no order")
	p.do(SetOrder{1, []int{0, 1}})
	if !p.Generator.Outdated {
		t.Error("the generator is not out of date although a category has another order")
	}
	p.do(Undo{})
	if p.Generator.Outdated {
		t.Error("the generator is out of date although the order is that of its training")
	}
	p.do(GoToStep{0})
	equal(t, "kind after undoing all", kind(), testSchema.Features[1].Kind)
	p.do(GoToStep{2})
	equal(t, "kind after doing again", kind(), data.Ordered)

	p.do(LoadSample{})
	p.do(Answer{Replace: true})
	answer[wire.Sample](p, testLoaded)
	equal(t, "kind in the same table opened again", kind(), data.Ordered)
}
