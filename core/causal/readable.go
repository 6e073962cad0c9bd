package causal

import (
	"slices"

	"causeway/core/data"
)

// Readable returns a schema for displaying rows beside a factual. It adds just enough decimals that
// rounding never misleads: different values look different, and each rule has the same verdict on
// displayed and on exact rows. It does not change s.
func Readable(s data.Schema, rules []Rule, factual []float64, rows ...[]float64) data.Schema {
	if !s.Rounds() {
		return s
	}
	all := append(rows[:len(rows):len(rows)], factual)
	for more := true; more; {
		more, s = false, s.Telling(all...) // 1.47 and 1.5 may look alike again with one more decimal
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

// sameOf reports whether the rule judges rows and their displayed values alike. For rules with a
// size, displayed values must not be rounded, because people add up the amounts.
func (r Rule) sameOf(s data.Schema, factual, row, from, to []float64) bool {
	applies := r.Applies(s, factual, row)
	if r.Holds(s, factual, row) != r.Holds(s, from, to) || applies != r.Applies(s, from, to) {
		return false
	}
	rounded := func(j int) bool { return from[j] != factual[j] || to[j] != row[j] }
	return !applies || !r.Sized() || !slices.ContainsFunc(r.Features(), rounded)
}

// finer adds a decimal to each of the rule's features if possible, and reports whether it added
// any.
func (r Rule) finer(s data.Schema) (more bool) {
	for _, j := range r.Features() {
		more = s.Features[j].Finer() || more
	}
	return more
}

// readable returns the schema for writing a verdict. It shows the values of a sum without
// rounding.
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
