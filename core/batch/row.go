// Package batch writes the results found for many rows, row by row, as lines of CSV and as JSON.
// The output for a row depends only on the row and the Form, so that a page and a pipeline on
// several machines write the same bytes. The package performs no search.
package batch

import (
	"fmt"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
)

// Row is a row with the results found for it.
type Row struct {
	Index     int // in the table, from 0, or the line in its file
	Outcome   int // true class, or -1
	Factual   []float64
	Predicted int
	Given     []float64                 // shares of the factual
	Cuts      []float64                 // see document.Explained
	Of        int                       // likewise
	Number    float64                   // see document.Counterfactual
	Banded    bool                      // likewise
	Numbered  bool                      // Number is the number that the black box predicts, also in Found
	Target    int                       // -1: already of the desired class
	Found     []document.Counterfactual // without proofs
	Bound     bool                      // something is found without a person's limits, which apply to every row

	Quick   bool // Found is the generator's single answer
	Nearest bool // proved for the first of Found
	None    bool // proved that none exists
	Unclear bool // none is as clear as requested, and those found barely reach the target
}

// probability returns what is known about the probability of a row's class, given its share, or, if
// the classes are bands of a probability, that probability.
func (r Row) probability(share, number float64, banded bool) (p float64, known bool) {
	switch {
	case !banded:
		return share, true
	case r.Of > 0:
		return number / 100, true
	}
	return 0, false
}

// Boxes is the budget of the complete search for each of many rows.
const Boxes = 200

// Rules are the rules by which counterfactuals of every row are judged.
type Rules struct {
	Knowledge causal.Knowledge // whose orders the rules use
	Hard      []causal.Rule    // kept by every row: those for everyone, then a person's own
	Within    []causal.Reach   // rules that depend on the row
}

// For returns the rules that apply to a row, with those that depend on its values last.
func (r Rules) For(s data.Schema, factual []float64) []causal.Rule {
	list := r.Hard[:len(r.Hard):len(r.Hard)]
	for _, l := range r.Within {
		list = append(list, l.Rule(s.Features[l.Feature], factual))
	}
	return list
}

// Texts returns the texts of the rules.
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

// Judge returns the verdict on each rule for a row, without a sentence.
func (r Rules) Judge(s data.Schema, factual []float64, c document.Counterfactual) (
	list []causal.Verdict) {
	seen := r.Knowledge.Schema(s)
	for _, rule := range r.For(s, factual) {
		list = append(list, causal.Verdict{Pass: rule.Holds(seen, factual, c.Row),
			Applies: rule.Applies(seen, factual, c.Row)})
	}
	return list
}
