package store

import (
	"testing"

	"causeway/core/causal"
	"causeway/core/document"
	"causeway/core/sketch"
	"causeway/core/wire"
)

// Features that hard rules compute follow in the answers, unless the rule was given up or the rules
// have changed.
func TestWhatFollows(t *testing.T) {
	p := ready(t)
	sum := causal.Rule{Kind: causal.Computed, Feature: 0, Other: 1, Law: causal.Law{Values: []float64{20, 30}}}
	p.do(AddRule{sum}, FindCounterfactuals{})
	answer[wire.Explain](p, wire.Explained{Laws: []document.Law{{}}})
	equal(t, "follows", p.Follows()[0], true)
	equal(t, "the input follows", p.Follows()[1], false)
	given := p.State
	given.Explain.Found.Laws = []document.Law{{GivenUp: true}}
	equal(t, "given up", given.Follows()[0], false)
	sum.Soft = true
	equal(t, "soft", document.Computes([]causal.Rule{sum})[0], false)
	p.do(RemoveRule{At: 0})
	equal(t, "by other rules", len(p.Follows()), 0)
}

// Effects with a mechanism follow if their state says so, unless a rule computes them. Answers
// found with other states are marked, and a change of state can be undone.
func TestEffectsFollow(t *testing.T) {
	p := ready(t)
	equal(t, "without a mechanism", len(p.Carriers()), 0)
	drawn := sketch.Node{Form: sketch.Linear}
	p.do(AddEdge{sketch.Edge{From: 1, To: 0}}, SetNode{Node: 0, To: drawn})
	equalSlices(t, "can follow", p.Carriers(), []int{0})
	followers := func(m wire.Explain) []int { return m.Knowledge.Followers(p.Data.Table.Schema) }
	p.do(FindCounterfactuals{})
	m := answer[wire.Explain](p, wire.Explained{})
	equal(t, "said before", len(followers(m)), 0)
	drawn.State = causal.Following
	p.do(SetNode{Node: 0, To: drawn})
	equal(t, "by other rules", p.Explain.OldRules, true)
	p.do(FindCounterfactuals{})
	m = answer[wire.Explain](p, wire.Explained{Factual: wire.Counterfactual{Row: []float64{39, 1}}, Carry: []int{0}})
	equalSlices(t, "said", followers(m), []int{0})
	equal(t, "follows", p.Follows()[0], true)
	equal(t, "its decimals", p.Shown().Features[0].Decimals, 7)
	equal(t, "is read as its column is", p.Shown().Features[0].Format(41.2006372), "41")
	if p.Explain.OldRules {
		t.Error("what was found is called old")
	}
	drawn.State = causal.ActedOn
	p.do(SetNode{Node: 0, To: drawn}, FindCounterfactuals{})
	m = answer[wire.Explain](p, wire.Explained{})
	equal(t, "let go", len(followers(m)), 0)
	p.do(Undo{})
	equal(t, "undone", p.Graph.Sketch.State(0), causal.Following)
	p.do(AddRule{causal.Rule{Kind: causal.Computed, Feature: 0, Other: 1, Law: causal.Law{Values: []float64{20, 30}}}})
	equal(t, "computed", len(p.Carriers()), 0)
}

// A follower may lie between whole numbers. The form rounds it.
func TestWhatFollowsIsTriedAsAWhole(t *testing.T) {
	p := ready(t)
	p.do(FindCounterfactuals{})
	row := func(v ...float64) wire.Counterfactual { return wire.Counterfactual{Row: v} }
	answer[wire.Explain](p, wire.Explained{Factual: row(39, 1), Rows: []wire.Counterfactual{row(40.4, 0)},
		Carry: []int{0}})
	p.do(UseCounterfactual{0})
	equalSlices(t, "in the form", p.Explain.Edited, []float64{40, 0})
}

// Rows explained when following was a setting of the search say so. Missing rows are searched with
// the same followers.
func TestManyRowsOfBeforeStates(t *testing.T) {
	p := ready(t)
	known := causal.Knowledge{Edges: []causal.Edge{{From: 1, To: 0}}, Mechanisms: []causal.Assignment{{Feature: 0}}}
	for _, carry := range [][]int{nil, {0}} {
		w := &turn{State: p.State}
		r := restBatch{keptBatch: keptBatch{Run: "a"},
			keptRows: keptRows{Rows: wire.Selected{Index: []int{3}, Outcomes: []int{0},
				Values: wire.NewRows([][]float64{{39, 1}})},
				Query: wire.Explain{Search: document.Search{Target: 1, Count: 1, Budget: 10},
					Knowledge: known, Carry: carry}, Per: PartRows}}
		r.install(w, arrival{})
		equal(t, "is there", w.Batch.HasResult, true)
		equal(t, "of before", w.Batch.Earlier(), carry != nil)
		equal(t, "follows", w.Batch.Follows(p.Data.Table.Schema)[0], carry != nil)
		equalSlices(t, "in what is asked", w.Batch.Query.Knowledge.Followers(p.Data.Table.Schema), carry)
	}
	equal(t, "as it was kept", known.Mechanisms[0].State, causal.ActedOn)
}

// An action differs from an answer's base; a consequence differs only from the factual. An answer
// without a base acts on everything that does not follow.
func TestWhatIsDoneAndWhatFollows(t *testing.T) {
	factual, values := []float64{1, 2, 3, 4}, []float64{1, 5, 6, 7}
	base := []float64{1, 2, 6, 9}
	row := wire.Counterfactual{Row: values, Base: base}
	kinds := func(d Deeds) (text string) {
		for j := range d.Values {
			for name, is := range map[string]bool{"d": d.Does(j), "f": d.Follows(j), "t": d.OnTop(j)} {
				if is && !(name == "d" && d.OnTop(j)) {
					text += name
				}
			}
			text += "."
		}
		return text
	}
	equal(t, "by its base", kinds(Following{3: true}.Deeds(factual, row)), ".d.f.t.")
	row.Base = nil
	equal(t, "without one", kinds(Following{3: true}.Deeds(factual, row)), ".d.d.f.")
	equal(t, "of another table", Following{}.Deeds(nil, row).Follows(3), false)
}
