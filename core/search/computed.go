package search

import "causeway/core/causal"

// computed reports whether a rule or a mechanism computes feature j from others.
func (s *searcher) computed(j int) bool { return s.follows != nil && s.follows[j] }

// followInputs sets the feature of a Computed rule to its value. If the rules exclude that value,
// it resets the rule's features to the factual.
func (s *searcher) followInputs(r causal.Rule, row []float64) {
	if v := r.Computes(s.schema, s.factual, row); s.domains[r.Feature].Has(v) {
		row[r.Feature] = v
		return
	}
	for _, j := range r.Features() {
		row[j] = s.factual[j]
	}
}

// computedInside reports whether computed features are inside the rules' limits and the range of
// the training rows.
func (s *searcher) computedInside(row []float64) bool {
	for j, follows := range s.follows {
		if follows && !s.domains[j].Has(row[j]) {
			return false
		}
	}
	return true
}

// compute updates the computed features of every row except the factual, which stays unchanged.
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
