package cf

import (
	"reflect"
	"testing"

	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/model"
)

func TestKnow(t *testing.T) {
	w := newWorld(t)
	k := causal.Knowledge{
		Edges:      []causal.Edge{{From: 0, To: 2, Sign: causal.Rises}, {From: 1, To: 2}},
		Mechanisms: []causal.Assignment{{Feature: 2}},
		Rules:      []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}, {Kind: causal.Immutable, Feature: 3}},
	}
	for name, want := range map[model.Method][]string{
		model.BaseVAE: {"proximity", "validity", "KL"},
		model.ModelBased: {"proximity", "validity", "mechanism of wage", "rule of age", "rule of wage by its causes",
			"KL"},
		model.ModelApprox: {"proximity", "validity", "mechanism of wage", "rule of age", "rule of wage by its causes",
			"KL"},
	} {
		m, err := Know(name, k, w.table, w.split.Train)
		if err != nil {
			t.Fatal(err)
		}
		f, err := NewFit(m, config, w.table.Schema, w.blackBox, w.train, w.val)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.TermNames(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: terms %q, want %q", name, got, want)
		}
	}
	m, _ := Know(model.ModelBased, k, w.table, w.split.Train)
	if n := m.nodes[0]; len(n.Parents) != 2 {
		t.Errorf("the mechanism has parents %v, want all causes", n.Parents)
	}
	m, _ = Know(model.ModelApprox, k, w.table, w.split.Train)
	if n := m.nodes[0]; !reflect.DeepEqual(n.Parents, []int{0}) {
		t.Errorf("the line has parents %v, want the signed cause alone", n.Parents)
	}
	if _, err := Know("guess", k, w.table, w.split.Train); err == nil {
		t.Error("an unknown method is accepted")
	}
	k.Edges = append(k.Edges, causal.Edge{From: 2, To: 0})
	if _, err := Know(model.ModelApprox, k, w.table, w.split.Train); err == nil {
		t.Error("a cycle is accepted")
	}
}

// Before the first step, a warm start returns the generator from which it starts.
func TestWarm(t *testing.T) {
	w := newWorld(t)
	g := w.fit(t, config, 2).Best()
	c := config
	c.Seed++
	f := w.fit(t, c, 0)
	if err := f.Warm(g); err != nil {
		t.Fatal(err)
	}
	now := newGenerator(f.layout, f.net, nil)
	target := make([]int, 5)
	few := encode(w.table, w.split.Test[:5])
	if got, want := now.Generate(w.blackBox, few, target, 1, kernel.NewKey(1)),
		g.Generate(w.blackBox, few, target, 1, kernel.NewKey(1)); !reflect.DeepEqual(got, want) {
		t.Error("a warm start begins with another generator")
	}
	if _, err := f.Epoch(nothing); err != nil {
		t.Fatal(err)
	}
}

// modelApprox is a method with these rules, and lines with known signs, instead of those of a graph.
func modelApprox(rules []causal.Rule, monotone ...causal.Node) Method {
	return Method{Name: "Model-approx", rules: rules, nodes: monotone}
}
