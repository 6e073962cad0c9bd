package store

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/document"
)

// Horizon is how far answers may raise a number that can only rise, unless a person allows more.
type Horizon struct {
	Can   bool    // it may only rise
	Most  float64 // 0: no limit
	Usual float64 // its unit; 0: unknown
	Years bool
}

// usualYears is how many years ahead advice may reach and still be practical.
const usualYears = 5

// Horizons returns the horizon of every feature, for the explained person. A number has a horizon if a
// rule or the person's limit lets it only rise and it does not follow from others. Unless the person
// or another bound says how far, years rise by 5, and other numbers by a quarter of the distance
// between their 5th and 95th percentiles.
func (s *State) Horizons() []Horizon {
	schema, e := s.Data.Table.Schema, s.Explain
	list, rules := make([]Horizon, len(schema.Features)), s.Graph.HardRules(schema)
	for _, r := range rules {
		list[r.Feature].Can = list[r.Feature].Can || r.Kind == causal.OnlyIncrease
	}
	follows := document.Computes(rules)
	for _, j := range s.Graph.Sketch.Knowledge().Followers(s.Data.Table.Schema) {
		follows[j] = true
	}
	for j, f := range schema.Features {
		h, l := &list[j], e.LimitOf(j)
		h.Can = f.Kind.Numeric() && (h.Can || l.Kind == causal.OnlyUp) && l.Kind != causal.Frozen &&
			l.Difficulty != causal.Impossible && !follows[j]
		if !h.Can {
			continue
		}
		if h.Years = f.InYears(); h.Years {
			h.Usual = usualYears
		} else if j < len(s.Data.Table.Columns) && s.Data.Table.Columns[j].Spread > 0 {
			h.Usual = max(f.Round(s.Data.Table.Columns[j].Spread/4), f.Step())
		}
		bounded := l.Kind == causal.Between || l.Kind == causal.Within
		switch {
		case l.Horizon > 0:
			h.Most = l.Horizon
		case l.Horizon == 0 && e.Find.Horizon && !bounded:
			h.Most = h.Usual
		}
	}
	return list
}

// mosts returns only the largest rises; nil without horizons.
func (s *State) mosts() []float64 {
	var most []float64
	for _, h := range s.Horizons() {
		most = append(most, h.Most)
	}
	if !slices.ContainsFunc(most, func(v float64) bool { return v > 0 }) {
		return nil
	}
	return most
}

// horizonRules returns the horizons as rules of the person.
func (s *State) horizonRules() []causal.Rule {
	return causal.Horizons(s.Graph.HardRules(s.Data.Table.Schema), s.mosts())
}
