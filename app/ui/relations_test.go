package ui

import (
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/wire"
)

// related is a page with a table of two numbers, their sum, a copy of it and flags
// of missing values, on the Graph step.
func related(t *testing.T) *page {
	t.Helper()
	p := open(t, StepData)
	table := testTable
	table.Schema.Features, table.Columns, table.Head = nil, nil, wire.Floats{}
	for _, name := range []string{"a", "b", "total", "again"} {
		table.Schema.Features = append(table.Schema.Features, data.Feature{Name: name, Max: 1, MAD: 1})
	}
	for _, name := range []string{data.FlagName("a"), data.FlagName("b"), data.FlagName("other")} {
		table.Schema.Features = append(table.Schema.Features, data.Feature{Name: name, Kind: data.Boolean, Levels: []string{"no", "yes"}})
	}
	table.Relations = []causal.Rule{
		{Kind: causal.Computed, Feature: 2, Other: 0, Also: []causal.Member{{Feature: 1}}, Law: causal.Law{Weights: []float64{1, 1}}},
		{Kind: causal.Computed, Feature: 3, Other: 2, Law: causal.Law{Weights: []float64{1}}},
	}
	p.do(store.LoadSample{})
	answer[wire.Sample](p, table)
	return p
}

func TestWhatFollowsIsOffered(t *testing.T) {
	p := related(t)
	p.want(textRelations, "is always", textRelationsAll, textFlags, "May not change: ", textFlagsAll)
	p.wantNot(`"other is missing" may not change`)
	panel := &relationsPanel{data: p.root.state.Data, graph: p.root.state.Graph}
	panel.take(p.disp.Context(), store.Computed)
	p.settle()
	kinds := func() (list []causal.RuleKind) {
		for _, r := range p.root.state.Graph.Sketch.Rules {
			list = append(list, r.Kind)
		}
		return list
	}
	if got := kinds(); !slices.Equal(got, []causal.RuleKind{causal.Computed, causal.Computed}) {
		t.Errorf("rules = %v", got)
	}
	p.wantNot(textRelations, textRelationsAll)
	p.want(textFlags)
	p.do(store.Undo{}) // both at once
	if got := kinds(); len(got) > 0 {
		t.Errorf("taken back, rules = %v", got)
	}
	panel.graph = p.root.state.Graph
	panel.take(p.disp.Context(), store.Immutable)
	p.settle()
	rules := p.root.state.Graph.Sketch.Rules
	if len(rules) != 2 || rules[0].Kind != causal.Immutable || rules[0].Feature != 4 || rules[1].Feature != 5 {
		t.Errorf("rules of flags = %v", rules)
	}
	p.wantNot(textFlags)
	p.want(textRelations)
}

// What a rule computes follows in the table of counterfactuals, as long as they were
// found under that rule.
func TestWhatFollowsIsMarked(t *testing.T) {
	p := related(t)
	p.do(store.AddRule{Rule: p.root.state.Data.Table.Relations[0]})
	panel := &resultPanel{data: p.root.state.Data, graph: p.root.state.Graph}
	from, to := []float64{1, 2, 3, 3, 0, 0, 0}, []float64{4, 2, 6, 3, 0, 0, 0}
	found := func(values []float64) store.Counterfactual {
		return store.Counterfactual{Values: wire.NewFloats(values, len(values)), Shares: wire.NewFloats([]float64{0.2, 0.8}, 2), Class: 1, Changed: 1}
	}
	panel.explain.Found = wire.Explained{Factual: found(from), Found: []store.Counterfactual{found(to)}, Laws: []wire.Law{{}}}
	panel.explain.HasFound = true
	marks := func() int { return strings.Count(app.HTMLString(panel.table()), textFollowsMark) }
	if got := marks(); got != 1 {
		t.Errorf("%d values follow, want the total alone", got)
	}
	panel.explain.Found.Laws[0].GivenUp = true
	if got := marks(); got != 0 {
		t.Errorf("%d values follow from a rule that was given up", got)
	}
	panel.explain.Found.Laws[0].GivenUp, panel.explain.OldRules = false, true
	if got := marks(); got != 0 {
		t.Errorf("%d values follow from a rule that nobody had stated", got)
	}
}
