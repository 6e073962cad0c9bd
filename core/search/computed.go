package search

import "causeway/core/causal"

// computed reports whether feature j follows from others, by a rule or a mechanism.
func (s *searcher) computed(j int) bool { return s.follows != nil && s.follows[j] }

// followInputs gives the feature of a Computed rule its value, or sets the inputs back if it
// may not have it.
func (s *searcher) followInputs(r causal.Rule, row []float64) {
	if v := r.Computes(s.schema, s.factual, row); s.domains[r.Feature].Has(v) {
		row[r.Feature] = v
		return
	}
	for _, j := range r.Features() {
		row[j] = s.factual[j]
	}
}

// computedInside reports whether computed features are within the rules and the range of the
// training rows.
func (s *searcher) computedInside(row []float64) bool {
	for j, follows := range s.follows {
		if follows && !s.domains[j].Has(row[j]) {
			return false
		}
	}
	return true
}

// compute updates the features that follow in every row but the factual,
// which stays as it is.
func (s *searcher) compute(rows [][]float64) {
	if !anyTrue(s.follows) {
		return
	}
	for _, row := range rows {
		if &row[0] != &s.factual[0] {
			causal.Compute(s.schema, s.rules, s.factual, row)
		}
	}
}

func anyTrue(list []bool) bool {
	for _, v := range list {
		if v {
			return true
		}
	}
	return false
}
