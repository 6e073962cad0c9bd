package main

import (
	"strconv"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/study"
)

// lineMethod exists only here, because the page does not need it.
var lineMethod = func() string {
	model.Register(model.Entry{Method: study.Line, Title: "Line search",
		Short: "Changes one feature, as far as it must.", Peer: true})
	return string(study.Line)
}()

// causalRecord holds a run's scores under the causal model, see study.Worth: a person carries out
// an answer's actions, other features follow by the true mechanisms if known, and the result is
// judged. A nil field means that no answer has the score.
type causalRecord struct {
	Lead float64 `json:"lead"` // the requested lead, the same for all methods

	Held      float64 `json:"held"`           // share of the explained rows with an answer that holds
	Reachable float64 `json:"reachable"`      // share of rows that may have an answer
	Unknown   int     `json:"reachable_open"` // rows among these for which nothing is found or proved
	Actable   int     `json:"actable"`        // features that can be acted on

	// share in the class under the true mechanisms, of those with the lead under the mechanisms given to methods
	HeldAsTold float64 `json:"held_as_told"`

	Reaches float64     `json:"reaches"` // share of the answers in the target class, once their effects follow
	Against float64     `json:"against"` // share in which a feature that only follows its causes has a different value
	Rules   []ruleCount `json:"rules"`

	// Measured on held answers: the median lead, the number of features acted on, the
	// distance in MADs and changed levels, and the share in the target class under retrained
	// classifiers.
	HeldLead     *float64 `json:"held_lead"`
	HeldActions  *float64 `json:"held_actions"`
	HeldDistance *float64 `json:"held_distance"`
	HeldSurvives *float64 `json:"held_survives"`

	UntrainedHeld *float64 `json:"untrained_held"` // the same for the generator before its training

	// Measured on the nearest answer shown to a person, under the mechanisms given to methods
	// and under those that judge answers.
	ShownAnswers     int     `json:"shown_answers"`
	ShownReaches     float64 `json:"shown_reaches"`
	ShownAgainst     float64 `json:"shown_against"`
	ShownTrueReaches float64 `json:"shown_true_reaches"`
	ShownTrueHeld    float64 `json:"shown_true_held"` // share of the requested rows
}

// ruleCount counts the answers that keep a rule, break it, or are not subject to it.
type ruleCount struct {
	Rule   string `json:"rule"`
	Kept   int    `json:"kept"`
	Broken int    `json:"broken"`
	Silent int    `json:"silent"`
}

func newCausalRecord(lead float64, of study.Causal) causalRecord {
	a := of.Answers
	r := causalRecord{Lead: lead, Held: a.Held, HeldAsTold: a.HeldAsTold, Reachable: of.Reachable, Unknown: of.Unknown,
		Actable: of.Actable, Reaches: a.Reaches, Against: a.Against,
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

// sums adds the counts of all rules, as shares of answers and rules.
func (r *causalRecord) sums() (kept, broken, silent float64) {
	n := 0.0
	for _, c := range r.Rules {
		kept, broken, silent = kept+float64(c.Kept), broken+float64(c.Broken), silent+float64(c.Silent)
		n += float64(c.Kept + c.Broken + c.Silent)
	}
	n = max(n, 1)
	return kept / n, broken / n, silent / n
}

// worldFile is the causal model under which answers are judged. Actions change a feature without a
// state. Told has the mechanisms given to methods, and True those of each explained row, by the
// name of its group. Mean and residual are as in mechanism.json. The value of a follower is that of
// the factual plus the difference of the means.
type worldFile struct {
	Lead   float64                    `json:"lead"`
	States map[string]string          `json:"states"`
	Told   []mechanismFile            `json:"told"`
	True   map[string][]mechanismFile `json:"true"`
	Group  map[string]string          `json:"group"` // group of each explained row
}

var stateNames = map[causal.State]string{causal.Following: "follows", causal.Adjustable: "follows and can be changed"}

func (o *outcome) world() (worldFile, error) {
	f := worldFile{Lead: o.setting.lead, States: map[string]string{}, True: map[string][]mechanismFile{},
		Group: map[string]string{}}
	s := o.bench.Table.Schema
	told, by, states, err := o.bench.Laws(o.study.Setting)
	if err != nil || told == nil {
		return f, err
	}
	for v, state := range states {
		if name := stateNames[state]; name != "" {
			f.States[s.Features[v].Name] = name
		}
	}
	f.Told = mechanismFiles(s, told)
	of := map[*causal.SCM]string{}
	for _, row := range o.bench.Test.Rows {
		m := by(row)
		if _, known := of[m]; !known {
			of[m] = strconv.Itoa(len(of))
			f.True[of[m]] = mechanismFiles(s, m)
		}
		f.Group[strconv.Itoa(row)] = of[m]
	}
	return f, nil
}

func mechanismFiles(s data.Schema, m *causal.SCM) (list []mechanismFile) {
	for _, n := range m.Nodes() {
		list = append(list, newMechanismFile(s, n))
	}
	return list
}

// after adds the results of answers under the causal model.
func (o *outcome) after(files map[string][][]string) {
	files["after.csv"] = o.judged(o.study.Judged, o.bench.Test.Rows)
	files["shown-after.csv"] = o.judged(o.study.JudgedShown, o.shown.Rows)
	files["shown-true.csv"] = o.judged(o.study.JudgedTrue, o.shown.Rows)
	if o.study.Start != nil {
		files["untrained-after.csv"] = o.judged(o.study.JudgedStart, o.bench.Test.Rows)
	}
}

func (o *outcome) judged(j study.Judged, at []int) [][]string {
	s := o.bench.Table.Schema
	rows := [][]string{append(header(s, "row", "target", "found"), "lead", "rounding", "held")}
	for i, row := range j.After {
		text := fields(s, row, strconv.Itoa(at[i]), s.Outcome.Levels[j.Target[i]], strconv.FormatBool(j.Found == nil ||
			j.Found[i]))
		rows = append(rows, append(text, strconv.FormatFloat(j.Leads[i], 'g', -1, 64),
			strconv.FormatFloat(j.Rounding[i], 'g', -1, 64), strconv.FormatBool(j.Held[i])))
	}
	return rows
}
