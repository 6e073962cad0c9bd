// Package document defines the values that a person creates and asks for, and the answers, each
// exactly once. They form the state of the page, the settings in a file, and the requests to
// engine, search and command line. The package does not depend on browsers, encodings or the
// search.
package document

import (
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/label"
	"causeway/core/model"
)

// Settings holds what a person has set for future work.
type Settings struct {
	Sample     Sample                 `msgpack:"sample"`
	Classifier model.ClassifierRecipe `msgpack:"classifier"`
	Generator  model.Recipe           `msgpack:"generator"`
	Labelling  Labelling              `msgpack:"labelling"`
	Batch      Batch                  `msgpack:"batch"`
	Evaluation Evaluation             `msgpack:"evaluation"`
	// 1 more than the class that a person named as wanted; 0 if none
	Wanted int    `msgpack:"wanted" since:"2"`
	Notice Notice `msgpack:"notice,omitempty" since:"2"`
}

// AnyOrder implements form.AnyOrder, because files of early version 2 lack notice.
func (Settings) AnyOrder() {}

// Notice holds the texts that an organisation adds to the notices of its decisions.
type Notice struct {
	Organisation string `msgpack:"organisation,omitempty" since:"2"` // who makes the decision
	Source       string `msgpack:"source,omitempty" since:"2"`       // source of the person's data
	Correct      string `msgpack:"correct,omitempty" since:"2"`      // how to have an error in the data corrected
	Role         string `msgpack:"role,omitempty" since:"2"`         // role of the model and of people in the decision
	Contest      string `msgpack:"contest,omitempty" since:"2"`      // how to contest the decision, and whom to ask

	Language Language `msgpack:"language,omitempty" since:"2"`
}

// AnyOrder implements form.AnyOrder, because empty texts are omitted.
func (Notice) AnyOrder() {}

// Language is a language of notices.
type Language uint8

// The languages of notices.
const (
	English Language = iota
	German
	French
	Spanish
	Arabic
	LanguageCount
)

// MostNotice is the largest size of each text of a Notice, in bytes.
const MostNotice = 1000

// Texts returns the texts of a notice, in order.
func (n *Notice) Texts() []*string {
	return []*string{&n.Organisation, &n.Source, &n.Correct, &n.Role, &n.Contest}
}

// Sample holds the settings for sampling or importing the next table. The seed is also that of
// every split.
type Sample struct {
	Rows  int    `msgpack:"rows"`
	Seed  uint64 `msgpack:"seed"`
	Drawn bool   `msgpack:"drawn"` // Simple-BN's outcome is drawn from its probability
}

// Labelling holds the settings of labelling.
type Labelling struct {
	Choice label.Choice `msgpack:"choice"`
	Row    int          `msgpack:"row"` // for OfRow, from 0
	// number of labels after which the generator is fine-tuned; 0: only on request
	Every int    `msgpack:"every"`
	Seed  uint64 `msgpack:"seed"` // for the cards and the fine-tuning
	// weight of the labels relative to validity and proximity; 0: the preset for such a table
	Weight float64 `msgpack:"weight"`
	// 1 more than the class that cards lead to; AnyClass; 0: the wanted one
	Toward int `msgpack:"toward" since:"2"`
}

// WeightFor returns the weight of the labels in a fine-tuning for a kind of table.
func (l Labelling) WeightFor(kind model.Kind) float64 {
	if l.Weight > 0 {
		return l.Weight
	}
	return model.PersonRound(kind, model.Size{}).Feasibility
}

// AnyClass is the value of Labelling.Toward for cards to any class except the predicted one.
const AnyClass = -1

// RowFilter restricts rows, in addition to a text search. The zero value means all rows.
type RowFilter struct {
	Predicted int          `msgpack:"predicted"` // EveryClass, Refused or 1 more than a class
	Outcome   int          `msgpack:"outcome"`   // EveryClass or 1 more than a class
	Where     []data.Where `msgpack:"where" len:"..where" is:"conditions"`
}

// Special values of RowFilter.
const (
	EveryClass = 0
	Refused    = -1 // any class except the wanted one
)

// IsAny reports whether the filter accepts every row.
func (f RowFilter) IsAny() bool {
	return f.Predicted == EveryClass && f.Outcome == EveryClass && len(f.Where) == 0
}

// Within returns the filter limited to what a table permits.
func (f RowFilter) Within(s data.Schema) RowFilter {
	f.Predicted = clamp(f.Predicted, Refused, s.Classes())
	f.Outcome = clamp(f.Outcome, EveryClass, s.Classes())
	var list []data.Where
	for _, c := range f.Where[:min(len(f.Where), data.MaxWhere)] {
		if c.Feature >= 0 && c.Feature < len(s.Features) {
			list = append(list, fit(c, s.Features[c.Feature]))
		}
	}
	f.Where = list
	return f
}

// fit returns a condition limited to what a feature permits.
func fit(c data.Where, f data.Feature) data.Where {
	if f.Kind.Numeric() {
		c.Levels = nil
		c.Min, c.Max = end(c.Min, -causal.Open), end(c.Max, causal.Open)
		return c
	}
	c.Min, c.Max = 0, 0
	c.Levels = slices.DeleteFunc(slices.Clone(c.Levels), func(l int) bool { return l < 0 || l >= len(f.Levels) })
	return c
}

// end returns a limit of a range; NaN means open.
func end(v, open float64) float64 {
	if math.IsNaN(v) {
		return open
	}
	return min(max(v, -causal.Open), causal.Open)
}

func clamp(v, low, high int) int { return min(max(v, low), high) }

// Batch determines which rows of the table are explained together, and how. Rules for everyone
// apply to each of them.
type Batch struct {
	Part       data.Part `msgpack:"part"`
	Search     string    `msgpack:"search"`
	Most       int       `msgpack:"most"` // largest number of rows
	Count      int       `msgpack:"count"`
	Budget     int       `msgpack:"budget"`
	Seed       uint64    `msgpack:"seed"`
	Target     int       `msgpack:"target"`
	MaxChanged int       `msgpack:"maxChanged"`
	By         int       `msgpack:"by"`   // feature that divides the rows into groups, or -1
	Cuts       string    `msgpack:"cuts"` // cut points of By if it is a number; empty: groups of about equal size

	Filter RowFilter `msgpack:"filter" since:"2"`
	Mine   bool      `msgpack:"mine" since:"2"` // limits and difficulties of the person explained apply to every row

	Clarity model.Clarity `msgpack:"clarity" since:"2"`
	Least   float64       `msgpack:"least" since:"2"`

	Quick bool `msgpack:"quick" since:"2"` // accept the generator's single answer if valid; search for the rest

	Apart model.Apart `msgpack:"apart,omitempty" since:"2"`

	// Choices say what to do where a file of new rows differs from the table.
	Choices []data.Choice `msgpack:"choices,omitempty" since:"2" len:"..100" is:"list of choices"`

	MaxCost float64 `msgpack:"maxCost,omitempty" since:"2" bound:"0..open"` // as in Search

	Goal Goal    `msgpack:"goal,omitempty" since:"2" bound:"0..8" is:"goal"` // likewise
	From float64 `msgpack:"from,omitempty" since:"2" bound:"-open..open"`
	To   float64 `msgpack:"to,omitempty" since:"2" bound:"-open..open"`
}

// AnyOrder implements form.AnyOrder, because files of early version 2 lack apart and choices.
func (Batch) AnyOrder() {}

// NewBatch returns the default settings.
func NewBatch() Batch {
	return Batch{Part: data.TestRows, Filter: RowFilter{Predicted: Refused}, Mine: true, Most: 10_000, Count: 3,
		Budget: 400, Seed: 1, Target: -1, By: -1}
}

// Asked returns the search to run for each row.
func (b Batch) Asked() Search {
	return Search{Count: b.Count, Budget: b.Budget, Seed: b.Seed, Target: b.Target, MaxChanged: b.MaxChanged,
		MaxCost: b.MaxCost, Clarity: b.Clarity, Least: b.Least, Apart: b.Apart, Goal: b.Goal, From: b.From, To: b.To}
}

// Asking returns the batch with another search for each row.
func (b Batch) Asking(s Search) Batch {
	b.Count, b.Budget, b.Seed, b.Target, b.MaxChanged, b.MaxCost, b.Clarity, b.Least, b.Apart = s.Count, s.Budget,
		s.Seed, s.Target, s.MaxChanged, s.MaxCost, s.Clarity, s.Least, s.Apart
	b.Goal, b.From, b.To = s.Goal, s.From, s.To
	return b
}
