package ui

import (
	"testing"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/causal"
	"causeway/core/document"
	"causeway/core/wire"
)

// The drawer shows what the rules cost the refused rows and the current row, and claims
// no more than was found.
func TestTheDrawerSaysWhatRulesCost(t *testing.T) {
	p := open(t, kit.PlaceTable)
	p.loadTable()
	p.goTo(kit.PlaceCauses)
	p.want("Once a classifier is trained, this shows how many refused rows lose")
	p.train()
	p.want("You have not set any hard rule, so no row loses an answer.")
	p.do(store.AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease, Feature: 0}})
	answer[wire.CheckGraph](p, wire.GraphChecked{})
	p.want("Searching the refused rows")
	answer[wire.WeighRules](p, wire.RulesWeighed{Of: 1300, Rows: 60, Found: 41, Open: 2, Rules: 1,
		Without: []document.Lifted{{Rule: 0, Found: 52}}})
	answer[wire.WeighRules](p, wire.RulesWeighed{Rows: 1, Rules: 1, Without: []document.Lifted{{Rule: 0, Found: 1}}})
	p.want("An answer was found for 41 of 60 refused rows.", "how many refused rows would have an answer without it.",
		"Without it: 52 of 60.", "Without it, 52 of 60 refused rows have an answer.",
		"No answer with “high” was found for row 8.", "An answer is found without this rule: &#34;age&#34; may "+
			"not decrease.",
		"The 60 are a fixed sample of the 1,300 held-out rows",
		"2 of the others may have an answer that was not found.")
	p.wantNot("Searching the refused rows", "cost nothing")

	p.do(store.AddRule{Rule: causal.Rule{Kind: causal.Immutable, Feature: 1}})
	answer[wire.CheckGraph](p, wire.GraphChecked{})
	job := p.sent[0].Job
	p.say(job, wire.Progress{Share: 0.5})
	p.want("Searching the refused rows", `value="0.5"`)
	answer[wire.WeighRules](p, wire.RulesWeighed{Of: 60, Rows: 60, Found: 60, Rules: 2})
	answer[wire.WeighRules](p, wire.RulesWeighed{Rows: 1, Found: 1, Rules: 2})
	p.want("None of the 2 hard rules costs an answer on its own.", "Row 8 has an answer with “high” now.",
		"Every row has an answer.", "These are all held-out rows")
}
