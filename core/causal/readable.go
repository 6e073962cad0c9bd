package causal

import (
	"slices"

	"causeway/core/data"
)

// Readable is the schema for writing rows that are compared with a factual, with as many more
// decimals as it takes to round to nothing false. Different values look different, and each
// rule judges the rows as read like the rows themselves. It leaves s as it is.
func Readable(s data.Schema, rules []Rule, factual []float64, rows ...[]float64) data.Schema {
	if !s.Rounds() {
		return s
	}
	all := append(rows[:len(rows):len(rows)], factual)
	for more := true; more; {
		more, s = false, s.Telling(all...) // with a decimal more 1.47 and 1.5 look alike again
		from := s.ReadRow(factual)
		for _, row := range rows {
			to := s.ReadRow(row)
			for _, r := range rules {
				if r.Check(s) == nil && !r.sameOf(s, factual, row, from, to) {
					more = r.finer(s) || more
				}
			}
		}
	}
	return s
}

// sameOf reports whether the rule judges rows and their shown values alike. The sizes shown
// have to add up, so they are read whole.
func (r Rule) sameOf(s data.Schema, factual, row, from, to []float64) bool {
	applies := r.Applies(s, factual, row)
	if r.Holds(s, factual, row) != r.Holds(s, from, to) || applies != r.Applies(s, from, to) {
		return false
	}
	rounded := func(j int) bool { return from[j] != factual[j] || to[j] != row[j] }
	return !applies || !r.Sized() || !slices.ContainsFunc(r.Features(), rounded)
}

// finer has the rule's features read with one decimal more, if there is one.
func (r Rule) finer(s data.Schema) (more bool) {
	for _, j := range r.Features() {
		more = s.Features[j].Finer() || more
	}
	return more
}

// readable is the schema that a verdict is written by. A sum has its values whole.
func (r Rule) readable(s data.Schema, factual, counterfactual []float64) data.Schema {
	if !s.Rounds() {
		return s
	}
	s = Readable(s, []Rule{r}, factual, counterfactual)
	if r.Law.Weights != nil {
		for _, j := range r.Features() {
			s.Features[j] = s.Features[j].Stating(factual[j], counterfactual[j])
		}
	}
	return s
}
