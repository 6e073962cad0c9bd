package causal

import "causeway/core/data"

// Reach limits a number to at most By away from its value in the row.
type Reach struct {
	Feature int     `msgpack:"feature" bound:"0.."`
	By      float64 `msgpack:"by" bound:"0..open" is:"width"`
}

// Rule returns the limit as a rule about the row.
func (r Reach) Rule(f data.Feature, row []float64) Rule {
	v := row[r.Feature]
	return Rule{Kind: Range, Feature: r.Feature, Min: f.Round(v - r.By), Max: f.Round(v + r.By), Local: true}
}
