package ui

import (
	"testing"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/causal"
	"causeway/core/document"
	"causeway/core/wire"
)

// The page says why a person is shown first, and an accepted person's page has a button that
// finds what would get them refused.
func TestThePageSaysWhoIsShown(t *testing.T) {
	p := open(t, kit.PlacePerson)
	p.loadTable()
	p.train()
	// the page searches for its answers without a request
	p.want("that the model refuses (not high, the wanted outcome) and that has a counterfactual.", ">Stop<")
	p.wantNot("Already accepted")
	p.sent = nil
	p.do(store.EditValue{Feature: 0, Value: 60})
	answer[wire.Predict](p, wire.Predicted{Shares: wire.NewFloats([]float64{0.2, 0.8}, 2)})
	p.want("Already accepted: high is the wanted outcome, so nothing needs to change.",
		">Show what would lead to a refusal<")
	p.wantNot(">Stop<")
}

// The horizon of a number that may only rise is shown beside it, and one press chooses another
// horizon.
func TestThePageShowsHorizons(t *testing.T) {
	p := open(t, kit.PlacePerson)
	p.loadTable()
	p.train()
	p.wantNot("rises by at most")
	p.do(store.AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease}})
	p.want(">rises by at most 5 years on its own<")
	p.do(store.SetLimit{Feature: 0, Limit: causal.Limit{Horizon: 7}})
	p.want(">rises by at most 7 years on its own<", "age rises by at most 7 years on its own.")
	p.do(store.SetLimit{Feature: 0, Limit: causal.Limit{Horizon: causal.NoHorizon}})
	p.wantNot("age rises by")
	p.do(store.ClearLimits{}, store.FindCounterfactuals{})
	p.sent = p.sent[len(p.sent)-1:]
	rule := p.sent[0].Body.(wire.Explain).Rules[0]
	law := document.Law{Text: rule.String(p.root.state.Data.Table.Schema), Local: true}
	row := wire.Counterfactual{Row: []float64{52, 1}, Class: 1,
		Shares: []float64{0.3, 0.7}, Changed: 1, Proof: []causal.Verdict{{Sentence: "x"}, {Sentence: "x"}}}
	answer[wire.Explain](p, wire.Explained{Factual: wire.Counterfactual{Row: []float64{39, 1},
		Shares: []float64{0.7, 0.3}}, None: true, Relaxed: []wire.Relaxation{{Without: []int{1}, Row: row}}, Target: 1,
		Laws: []document.Law{{Text: "Age may not decrease."}, law}})
	p.want("No value is within 5 years of age.", "beyond 5 years of age")
}
