// Package batch writes what was found for many rows, row by row: as lines of CSV and as
// JSON. What it writes of a row depends on the row and the Form alone, so that a page and
// a pipeline on many machines write the same bytes. It searches nothing.
package batch

import (
	"fmt"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
)

// Row is a row and what was found for it.
type Row struct {
	Index     int // in the table, from 0, or the line of its file
	Outcome   int // true class, or -1
	Factual   []float64
	Predicted int
	Given     []float64                 // shares of the factual
	Cuts      []float64                 // see document.Explained
	Target    int                       // -1: it was of the class asked for already
	Found     []document.Counterfactual // without proofs
	Bound     bool                      // something is found without the limits of a person, which bind every row

	Quick   bool // Found is the generator's one answer
	Nearest bool // proved of the first of Found
	None    bool // proved: none exists
	Unclear bool // none is as clear as asked for, and those found just reach the target
}

// Boxes is the budget of the complete search for one of many rows.
const Boxes = 200

// Rules are what counterfactuals of every row are judged by.
type Rules struct {
	Knowledge causal.Knowledge // whose orders the rules see
	Hard      []causal.Rule    // that every row keeps: those for everyone, then a person's own
	Within    []causal.Reach   // and what depends on the row
}

// For are the rules that bind a row, those around its values last.
func (r Rules) For(s data.Schema, factual []float64) []causal.Rule {
	list := r.Hard[:len(r.Hard):len(r.Hard)]
	for _, l := range r.Within {
		list = append(list, l.Rule(s.Features[l.Feature], factual))
	}
	return list
}

// Texts says the rules.
func (r Rules) Texts(s data.Schema) (list []string) {
	for _, rule := range r.Hard {
		list = append(list, rule.String(s))
	}
	for _, l := range r.Within {
		f := s.Features[l.Feature]
		list = append(list, fmt.Sprintf("%q changes by at most %s.", f.Name, f.Stating(l.By).Say(l.By)))
	}
	return list
}

// Judge gives the verdict on each rule of a row, without a sentence.
func (r Rules) Judge(s data.Schema, factual []float64, c document.Counterfactual) (
	list []causal.Verdict) {
	seen := r.Knowledge.Schema(s)
	for _, rule := range r.For(s, factual) {
		list = append(list, causal.Verdict{Pass: rule.Holds(seen, factual, c.Row),
			Applies: rule.Applies(seen, factual, c.Row)})
	}
	return list
}
