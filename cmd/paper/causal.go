package main

import (
	"causeway/core/model"
	"causeway/core/study"
)

// lineMethod is offered here alone: it is no way to find counterfactuals that a page needs.
var lineMethod = func() string {
	model.Register(model.Entry{Method: study.Line, Title: "Line search", Short: "Changes one feature, as far as it must.", Peer: true})
	return string(study.Line)
}()

// causalRecord is what a run is worth under the causal model, see study.Worth: a person does
// what an answer says of features that can be acted on, the rest follows by the true
// mechanisms where these are known, and what comes of it is judged. Nil stands for what no
// answer has.
type causalRecord struct {
	Lead float64 `json:"lead"` // asked for: of all methods

	Held      float64 `json:"held"`           // share of the explained rows
	Reachable float64 `json:"reachable"`      // share that is not proved to have no answer
	Unknown   int     `json:"reachable_open"` // of them, rows of which nothing is found or proved
	Actable   int     `json:"actable"`        // features that can be acted on

	Reaches float64     `json:"reaches"` // share of the answers that are of the target class, once their effects follow
	Against float64     `json:"against"` // share that give a feature which only follows another value than what follows
	Rules   []ruleCount `json:"rules"`

	// Of what is held: the median lead, features acted on, how far, in MADs and changed levels,
	// and the share that is of the target class under classifiers trained again.
	HeldLead     *float64 `json:"held_lead"`
	HeldActions  *float64 `json:"held_actions"`
	HeldDistance *float64 `json:"held_distance"`
	HeldSurvives *float64 `json:"held_survives"`

	UntrainedHeld *float64 `json:"untrained_held"` // of the generator before its training

	// Of the nearest answer that a person is shown, by the mechanisms that methods are told and
	// by those that answers are judged under.
	ShownAnswers     int     `json:"shown_answers"`
	ShownReaches     float64 `json:"shown_reaches"`
	ShownAgainst     float64 `json:"shown_against"`
	ShownTrueReaches float64 `json:"shown_true_reaches"`
	ShownTrueHeld    float64 `json:"shown_true_held"` // share of the rows that something was to be shown of
}

// ruleCount says of how many answers a rule applied and was kept, applied and was broken, and
// did not apply.
type ruleCount struct {
	Rule   string `json:"rule"`
	Kept   int    `json:"kept"`
	Broken int    `json:"broken"`
	Silent int    `json:"silent"`
}

func newCausalRecord(lead float64, of study.Causal) causalRecord {
	a := of.Answers
	r := causalRecord{Lead: lead, Held: a.Held, Reachable: of.Reachable, Unknown: of.Unknown, Actable: of.Actable, Reaches: a.Reaches, Against: a.Against,
		HeldLead: a.Lead, HeldActions: a.Actions, HeldDistance: a.Distance, HeldSurvives: a.Survive,
		ShownAnswers: of.Shown.Answers, ShownReaches: of.Shown.Reaches, ShownAgainst: of.Shown.Against,
		ShownTrueReaches: of.ShownTrue.Reaches, ShownTrueHeld: of.ShownTrue.Held}
	for _, c := range a.Rules {
		r.Rules = append(r.Rules, ruleCount(c))
	}
	if u := of.Untrained; u != nil {
		r.UntrainedHeld = &u.Held
	}
	return r
}

// sums are the counts of all rules together, as shares of answers and rules.
func (r *causalRecord) sums() (kept, broken, silent float64) {
	n := 0.0
	for _, c := range r.Rules {
		kept, broken, silent = kept+float64(c.Kept), broken+float64(c.Broken), silent+float64(c.Silent)
		n += float64(c.Kept + c.Broken + c.Silent)
	}
	n = max(n, 1)
	return kept / n, broken / n, silent / n
}
