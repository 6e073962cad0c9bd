package search

import (
	"slices"

	"causeway/core/causal"
)

// mend changes a row in place to repair broken rules. A value that the rules exclude becomes the
// nearest allowed one. An effect that does not follow its causes moves by the smallest sufficient
// step; if it cannot, its causes are reset to the factual. The row may still break a rule, so
// reaches makes the final check.
func (s *searcher) mend(row []float64) []float64 {
	if len(s.rules) == 0 {
		return row
	}
	for j := range row {
		s.enter(row, j)
	}
	causal.Compute(s.schema, s.rules, s.factual, row)
	s.index()
	s.suspectAll()
	return s.repairAll(row)
}

// mendOne does the same for a row that kept all rules before only feature j changed.
func (s *searcher) mendOne(row []float64, j int) []float64 {
	s.enter(row, j)
	s.index()
	clear(s.suspects)
	s.suspect(j)
	return s.repairAll(row)
}

// keeps reports whether the query has rules and the row keeps them, so that mend would not change
// it. In that case mendOne can repair a change to the row.
func (s *searcher) keeps(row []float64) bool {
	if len(s.rules) == 0 || anyTrue(s.follows) || !s.allHold(row) {
		return false
	}
	for j, v := range row {
		if !s.domains[j].Has(v) {
			return false
		}
	}
	return true
}

// enter moves feature j of a row to the nearest value that the rules allow.
func (s *searcher) enter(row []float64, j int) {
	if d := &s.domains[j]; !d.Has(row[j]) {
		row[j] = s.allowed(j, row[j])
	}
}

// repairAll repairs broken rules in order. It checks only suspect rules, because all others hold.
func (s *searcher) repairAll(row []float64) []float64 {
	for range s.rules {
		i := 0
		for ; i < len(s.rules); i++ {
			if s.suspects[i] && !s.holds(i, row) {
				break
			}
			s.suspects[i] = false
		}
		if i == len(s.rules) {
			break
		}
		s.repair(s.rules[i], row)
		for _, j := range s.watched[i].features {
			s.suspect(j)
		}
	}
	return row
}

// suspect marks the rules that involve a feature for checking, and suspectAll marks all rules.
func (s *searcher) suspect(j int) {
	for _, i := range s.on[j] {
		s.suspects[i] = true
	}
}

func (s *searcher) suspectAll() {
	for i := range s.suspects {
		s.suspects[i] = true
	}
}

// allowed returns the value of feature j that is nearest to v among those that the rules allow.
func (s *searcher) allowed(j int, v float64) float64 {
	d := s.domains[j]
	switch {
	case d.Has(v) || d.Empty():
		return v
	case s.schema.Features[j].Kind.Numeric():
		return s.inside(j, min(max(v, d.Min), d.Max))
	case d.Has(s.factual[j]):
		return s.factual[j]
	}
	return float64(slices.Index(d.Levels, true))
}

// inside returns a value of number j near v that fits its column and its domain, or the factual
// value.
func (s *searcher) inside(j int, v float64) float64 {
	f := s.schema.Features[j]
	for _, d := range []float64{0, f.Step(), -f.Step()} {
		if r := f.Round(v + d); s.domains[j].Has(r) {
			return r
		}
	}
	return s.factual[j]
}

// repair changes features of a rule so that the row keeps it, if possible.
func (s *searcher) repair(r causal.Rule, row []float64) {
	switch r.Kind {
	case causal.IfRisesThenRises:
		s.followCauses(r, row)
	case causal.Computed:
		s.followInputs(r, row)
	case causal.MoveAtMost:
		row[r.Feature] = s.furthest(r, row)
	case causal.NeverSeen:
		s.goAlong(&r, row)
	case causal.NotAlone:
		row[r.Feature] = s.factual[r.Feature]
	case causal.Inequality:
		s.fitSum(&r, row)
	case causal.Cardinality:
		s.fitCount(&r, row)
	case causal.LessOrEqual:
		row[r.Feature] = s.allowed(r.Feature, s.atMost(r.Feature, min(row[r.Feature], row[r.Other])))
	default:
		s.reset(&r, row)
	}
}

// furthest returns the furthest value that a MoveAtMost rule allows for its feature after its
// causes moved. If no cause moved, that is the factual value.
func (s *searcher) furthest(r causal.Rule, row []float64) float64 {
	j := r.Feature
	if x := s.factual[j]; len(r.Also) > 0 && row[j] > x {
		return s.allowed(j, s.atMost(j, r.Furthest(s.schema, s.factual, row)))
	}
	return s.factual[j]
}

// watched caches the verdict of a rule on the factual. A rule can have hundreds of members. If a
// row has the factual's values in all of them, the cached verdict applies.
type watched struct {
	features []int
	holds    bool // whether the factual keeps the rule
}

// holds reports whether a row keeps rule i.
func (s *searcher) holds(i int, row []float64) bool {
	if s.watched == nil {
		s.watched = make([]watched, len(s.rules))
		for i, r := range s.rules {
			s.watched[i] = watched{r.Features(), r.Holds(s.schema, s.factual, s.factual)}
		}
	}
	w := &s.watched[i]
	for _, j := range w.features {
		if row[j] != s.factual[j] {
			return s.rules[i].Holds(s.schema, s.factual, row)
		}
	}
	return w.holds
}

// index prepares the data that repairAll needs.
func (s *searcher) index() {
	if s.on != nil {
		return
	}
	s.suspects, s.on = make([]bool, len(s.rules)), make([][]int, len(s.factual))
	for i, r := range s.rules {
		for _, j := range r.Features() {
			s.on[j] = append(s.on[j], i)
		}
	}
}

// allHold reports whether a row keeps every rule.
func (s *searcher) allHold(row []float64) bool {
	for i := range s.rules {
		if !s.holds(i, row) {
			return false
		}
	}
	return true
}

// atMost returns the largest value of feature j that is at most v and fits its column.
func (s *searcher) atMost(j int, v float64) float64 {
	f := s.schema.Features[j]
	if r := f.Round(v); !f.Kind.Numeric() || r <= v {
		return r
	}
	return f.Round(v - f.Step())
}

// followCauses moves the effect of a rule in the direction that its causes require, as little as
// possible. If that fails, it resets the causes.
func (s *searcher) followCauses(r causal.Rule, row []float64) {
	f := s.schema.Features[r.Other]
	up := r.Way(s.schema, s.factual, row) > 0
	least, _ := r.Asks(s.schema, s.factual, row)
	from := causal.Score(f, s.factual[r.Other])
	for _, step := range s.steps(r.Other) {
		if s.computed(r.Other) { // its value is already determined
			break
		}
		step += least
		if !up {
			step = -step
		}
		v := causal.Nearest(f, from+step, s.factual[r.Other])
		if !r.Strict && step == 0 {
			v = s.factual[r.Other]
		}
		old := row[r.Other]
		if row[r.Other] = v; s.domains[r.Other].Has(v) && r.Holds(s.schema, s.factual, row) {
			return
		}
		row[r.Other] = old
	}
	row[r.Feature] = s.factual[r.Feature]
	for _, m := range r.Also {
		if m.Part == causal.Moves {
			row[m.Feature] = s.factual[m.Feature]
		}
	}
}

// steps returns how far followCauses moves a score beyond the least that a rule requires,
// smallest first.
func (s *searcher) steps(j int) []float64 {
	f := s.schema.Features[j]
	if !f.Kind.Numeric() {
		return []float64{0, 1, 2, 3}
	}
	return []float64{0, f.Step(), f.MAD / 2, f.MAD}
}
