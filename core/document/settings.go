// Package document says what a person makes and asks for, and what is answered, each thing once: these values are the
// state of the page, the settings in a file, and what engine, search and command line are asked.
// It knows no browser, no bytes and no search.
package document

import (
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/label"
	"causeway/core/model"
)

// Settings are what a person has set, for work to come.
type Settings struct {
	Sample     Sample                 `msgpack:"sample"`
	Classifier model.ClassifierRecipe `msgpack:"classifier"`
	Generator  model.Recipe           `msgpack:"generator"`
	Labelling  Labelling              `msgpack:"labelling"`
	Batch      Batch                  `msgpack:"batch"`
	Evaluation Evaluation             `msgpack:"evaluation"`
	// 1 more than the class that a person named as the wanted one; 0: none was named
	Wanted int    `msgpack:"wanted" since:"2"`
	Notice Notice `msgpack:"notice,omitempty" since:"2"`
}

// AnyOrder implements form.AnyOrder: notice came during version 2 of the files, of which earlier ones lack it.
func (Settings) AnyOrder() {}

// Notice is what an organisation adds to the notices of its decisions.
type Notice struct {
	Organisation string `msgpack:"organisation,omitempty" since:"2"` // who decides
	Source       string `msgpack:"source,omitempty" since:"2"`       // of the person's data
	Correct      string `msgpack:"correct,omitempty" since:"2"`      // how to have an error in them corrected
	Role         string `msgpack:"role,omitempty" since:"2"`         // of the model, and of people, in the decision
	Contest      string `msgpack:"contest,omitempty" since:"2"`      // how to contest the decision, and whom to ask
}

// AnyOrder implements form.AnyOrder: an empty text is left out.
func (Notice) AnyOrder() {}

// MostNotice bounds the bytes of each text of a Notice.
const MostNotice = 1000

// Texts are those of a notice, in order.
func (n *Notice) Texts() []*string {
	return []*string{&n.Organisation, &n.Source, &n.Correct, &n.Role, &n.Contest}
}

// Sample are the settings of the next table, sampled or imported. The seed is also that of
// every split.
type Sample struct {
	Rows  int    `msgpack:"rows"`
	Seed  uint64 `msgpack:"seed"`
	Drawn bool   `msgpack:"drawn"` // Simple-BN's outcome is drawn from its probability
}

// Labelling are the settings of labelling.
type Labelling struct {
	Choice label.Choice `msgpack:"choice"`
	Row    int          `msgpack:"row"` // of OfRow, from 0
	// labels after which the generator is fine-tuned; 0: only on request
	Every int    `msgpack:"every"`
	Seed  uint64 `msgpack:"seed"` // of the cards and the fine-tuning
	// of the labels beside validity and proximity; 0: what was chosen for such a table
	Weight float64 `msgpack:"weight"`
	// class that cards lead to, and 1 more; AnyClass; 0: the wanted one
	Toward int `msgpack:"toward" since:"2"`
}

// WeightFor is the weight of the labels in a fine-tuning on a kind of table.
func (l Labelling) WeightFor(kind model.Kind) float64 {
	if l.Weight > 0 {
		return l.Weight
	}
	return model.PersonRound(kind, model.Size{}).Feasibility
}

// AnyClass is Labelling.Toward for cards to any class other than the predicted.
const AnyClass = -1

// RowFilter says which rows are meant beside a search for words. The zero value means all.
type RowFilter struct {
	Predicted int          `msgpack:"predicted"` // EveryClass, Refused or 1 more than a class
	Outcome   int          `msgpack:"outcome"`   // EveryClass or 1 more than a class
	Where     []data.Where `msgpack:"where" len:"..where" is:"conditions"`
}

// Choices of RowFilter beside the classes.
const (
	EveryClass = 0
	Refused    = -1 // any class but the wanted one
)

// IsAny reports whether the filter takes every row.
func (f RowFilter) IsAny() bool {
	return f.Predicted == EveryClass && f.Outcome == EveryClass && len(f.Where) == 0
}

// Within is the filter as it can be asked of a table.
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

// fit is a condition as it can be asked of a feature.
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

// end is an end of a range; NaN leaves it open.
func end(v, open float64) float64 {
	if math.IsNaN(v) {
		return open
	}
	return min(max(v, -causal.Open), causal.Open)
}

func clamp(v, low, high int) int { return min(max(v, low), high) }

// Batch says which rows of the table are explained together, and how. Rules that hold for
// everyone bind each of them.
type Batch struct {
	Part       data.Part `msgpack:"part"`
	Search     string    `msgpack:"search"`
	Most       int       `msgpack:"most"` // rows at most
	Count      int       `msgpack:"count"`
	Budget     int       `msgpack:"budget"`
	Seed       uint64    `msgpack:"seed"`
	Target     int       `msgpack:"target"`
	MaxChanged int       `msgpack:"maxChanged"`
	By         int       `msgpack:"by"`   // feature that divides the rows into groups, or -1
	Cuts       string    `msgpack:"cuts"` // cut points of By, where it is a number; empty: groups of about equal size

	Filter RowFilter `msgpack:"filter" since:"2"`
	Mine   bool      `msgpack:"mine" since:"2"` // limits and difficulties of the person explained bind every row

	Clarity model.Clarity `msgpack:"clarity" since:"2"`
	Least   float64       `msgpack:"least" since:"2"`

	Quick bool `msgpack:"quick" since:"2"` // the generator's one answer where it holds, and a search for the other rows

	Apart model.Apart `msgpack:"apart,omitempty" since:"2"`
}

// AnyOrder implements form.AnyOrder: apart came during version 2 of the files, of which earlier ones lack it.
func (Batch) AnyOrder() {}

// Asked is what is asked of each of the rows.
func (b Batch) Asked() Search {
	return Search{Count: b.Count, Budget: b.Budget, Seed: b.Seed, Target: b.Target, MaxChanged: b.MaxChanged,
		Clarity: b.Clarity, Least: b.Least, Apart: b.Apart}
}

// Asking is the batch that asks something else of each row.
func (b Batch) Asking(s Search) Batch {
	b.Count, b.Budget, b.Seed, b.Target, b.MaxChanged, b.Clarity, b.Least, b.Apart = s.Count, s.Budget, s.Seed,
		s.Target, s.MaxChanged, s.Clarity, s.Least, s.Apart
	return b
}
