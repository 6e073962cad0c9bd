package store

import (
	"testing"

	"causeway/core/causal"
	"causeway/core/document"
	"causeway/core/wire"
)

// weighing is a page at the Graph step, with models, a rule and a refused row at hand.
func weighing(t *testing.T) *page {
	t.Helper()
	p := ready(t)
	p.do(Visit{Topics: []Topic{TheGraph}}, WatchGraph{}, AddRule{causal.Rule{Kind: causal.OnlyIncrease, Feature: 0}})
	answer[wire.CheckGraph](p, wire.GraphChecked{})
	return p
}

func weighed60(found int) wire.RulesWeighed {
	return wire.RulesWeighed{Of: 90, Rows: 60, Found: found, Rules: 1, Without: []document.Lifted{{Rule: 0, Found: 60}}}
}

func TestWhatRulesCostFollowsThem(t *testing.T) {
	p := weighing(t)
	equal(t, "asking", p.Evidence.Cost.Asking, true)
	m := answer[wire.WeighRules](p, weighed60(40))
	equal(t, "class", m.Class, p.Data.Wanted())
	equal(t, "rows", m.Rows, RefusedRows)
	row := answer[wire.WeighRules](p, wire.RulesWeighed{Rows: 1, Rules: 1})
	equal(t, "class of the row", row.Class, 1)
	equalSlices(t, "row", row.Row.Values(), []float64{39, 1})
	c := p.Evidence.Cost
	equal(t, "known", c.Has && c.HasRow && !c.Asking, true)
	equal(t, "found", c.Is.Found, 40)
	p.idle()

	lock := AddRule{causal.Rule{Kind: causal.Immutable, Feature: 1}}
	p.do(lock)
	p.do(Say{})
	answer[wire.CheckGraph](p, wire.GraphChecked{})
	equal(t, "what was known stays while it is asked", p.Evidence.Cost.Is.Found, 40)
	equal(t, "rules", len(answer[wire.WeighRules](p, weighed60(30)).Knowledge.Rules), 2)
	answer[wire.WeighRules](p, wire.RulesWeighed{Rows: 1, Rules: 2})
	equal(t, "found", p.Evidence.Cost.Is.Found, 30)

	p.do(Undo{})
	equal(t, "found, taken back", p.Evidence.Cost.Is.Found, 40)
	answer[wire.CheckGraph](p, wire.GraphChecked{})
	equal(t, "asking for what is known", p.Evidence.Cost.Asking, false)
	p.idle()
	p.do(Redo{})
	equal(t, "found, done again", p.Evidence.Cost.Is.Found, 30)
	answer[wire.CheckGraph](p, wire.GraphChecked{})
	p.idle()
	p.do(RemoveRule{1}, RemoveRule{0})
	equal(t, "rules that cost something", p.Evidence.Cost.Is.Rules, 0)
}

// The next change of a rule cancels the count, and the last one completes.
func TestTheNextRuleEndsTheCount(t *testing.T) {
	p := weighing(t)
	_, first := take[wire.WeighRules](p)
	_, second := take[wire.WeighRules](p)
	p.do(Fact{first, wire.Progress{Share: 0.5}})
	equal(t, "share", p.Evidence.Cost.Share, 0.5)
	p.do(AddRule{causal.Rule{Kind: causal.Immutable, Feature: 1}})
	answer[wire.CheckGraph](p, wire.GraphChecked{})
	stopped := map[int]bool{}
	for range 2 {
		_, job := take[wire.Cancel](p)
		stopped[job] = true
	}
	equal(t, "both are stopped", stopped[first] && stopped[second], true)
	p.idle()
	p.do(Fact{first, wire.Canceled{}})
	equal(t, "rules", len(answer[wire.WeighRules](p, weighed60(20)).Knowledge.Rules), 2)
	p.do(Fact{second, wire.RulesWeighed{Rows: 1, Found: 1, Rules: 1}}) // faster than the Cancel
	equal(t, "an answer of other rules is not shown", p.Evidence.Cost.Row.Found, 0)
	answer[wire.WeighRules](p, wire.Failure{Code: wire.CodeBadInput, Detail: "No."})
	p.wantAlert("")
	p.idle()
	equal(t, "found", p.Evidence.Cost.Is.Found, 20)
}

// No request is sent outside Causes, without a classifier, or about a row in its target class.
// The row's previous answer is included.
func TestWhenRulesAreWeighed(t *testing.T) {
	p := ready(t)
	p.do(WatchGraph{}, AddRule{causal.Rule{Kind: causal.OnlyIncrease, Feature: 0}})
	answer[wire.CheckGraph](p, wire.GraphChecked{})
	p.idle()
	p.do(FindCounterfactuals{})
	answer[wire.Explain](p, wire.Explained{Factual: wire.Counterfactual{Row: []float64{39, 1}},
		Rows: []wire.Counterfactual{{Row: []float64{45, 1}}}, Target: 1})
	answer[wire.CheckGraph](p, wire.GraphChecked{Found: 1, Rules: []wire.RuleShare{{}}})
	p.idle()
	p.do(Visit{Topics: []Topic{TheGraph}})
	answer[wire.WeighRules](p, weighed60(40))
	m := answer[wire.WeighRules](p, wire.RulesWeighed{Rows: 1, Rules: 1})
	equal(t, "answers that are known", m.Known.Size(0), 1)
	equal(t, "an answer was there", p.Evidence.Cost.Had, true)

	p.do(EditValue{Feature: 0, Value: 60})
	answer[wire.Predict](p, wire.Predicted{Shares: wire.NewFloats([]float64{0.2, 0.8}, 2)})
	p.do(SetFind{document.Search{Count: 1, Target: 1, Budget: 10}})
	equal(t, "a row of the class", p.Evidence.Cost.HasRow, false)

	q := drawn(t)
	q.do(Visit{Topics: []Topic{TheGraph}}, WatchGraph{}, AddRule{causal.Rule{Kind: causal.OnlyIncrease, Feature: 0}})
	answer[wire.CheckGraph](q, wire.GraphChecked{})
	q.idle()
}

func TestRulesThatCannotBeWeighedSayWhy(t *testing.T) {
	p := weighing(t)
	answer[wire.WeighRules](p, wire.Failure{Code: wire.CodeBadInput, Detail: "No."})
	equal(t, "problem", p.Evidence.Cost.Problem, "No.")
	answer[wire.WeighRules](p, wire.RulesWeighed{Rows: 1, Rules: 1})
	p.idle()
	p.do(EngineDown{Reason: "it broke"})
	equal(t, "asking", p.Evidence.Cost.Asking, false)
}
