package store

import (
	"causeway/core/causal"
	"causeway/core/metric"
)

// BatchRow is a row of a batch and what was found for it.
type BatchRow struct {
	Index     int // in the table, from 0, or the line of its file
	Outcome   int // true class, or -1
	Factual   []float64
	Predicted int
	Given     []float64 // shares of the factual
	Target    int       // -1: it was of the class asked for already
	Found     []BatchFound
}

// BatchFound is a counterfactual of a batch.
type BatchFound struct {
	Values []float64
	Class  int
	Shares []float64
	Cost   float64
	Degree float64 // of feasibility, where HasDegree
}

// HasDegree reports whether counterfactuals have degrees of feasibility.
func (b Batch) HasDegree() bool {
	for _, p := range b.Parts {
		if len(p.Degrees.Data) > 0 {
			return true
		}
	}
	return false
}

// Each calls f with every row that is done, in the order of the rows.
func (b Batch) Each(f func(r BatchRow)) {
	for k, p := range b.Parts {
		if len(p.Found) == 0 {
			continue
		}
		given, values, shares := p.Given.Rows(), p.Values.Rows(), p.Shares.Rows()
		costs, degrees, at := p.Costs.Values(), p.Degrees.Values(), 0
		for n := range p.Found {
			i := k*PartRows + n
			r := BatchRow{Index: b.Rows.Index[i], Outcome: b.Rows.Outcomes[i], Factual: b.flat[i],
				Predicted: p.Predicted[n], Given: given[n], Target: p.Target[n]}
			for range p.Found[n] {
				c := BatchFound{Values: values[at], Class: p.Classes[at], Shares: shares[at], Cost: costs[at]}
				if len(degrees) > 0 {
					c.Degree = degrees[at]
				}
				r.Found = append(r.Found, c)
				at++
			}
			f(r)
		}
	}
}

// Covered counts the rows that are done and were to be explained, and those of
// them with a counterfactual.
func (b Batch) Covered() (asked, found int) {
	for _, p := range b.Parts {
		for n, k := range p.Found {
			if p.Target[n] >= 0 {
				asked++
			}
			if k > 0 {
				found++
			}
		}
	}
	return asked, found
}

// BatchSummary says what the rows of a batch need to reach their targets.
type BatchSummary struct {
	All    metric.Group
	Names  []string // of the groups
	Groups []metric.Group
	Skips  int // rows that were of the class asked for already
}

// Summary describes what is done of a batch, for all rows and for the groups of
// Settings.By.
func (b Batch) Summary(s Schema) BatchSummary {
	var rows []metric.Found
	var values []float64
	var out BatchSummary
	by := b.Settings.By
	b.Each(func(r BatchRow) {
		if r.Target < 0 {
			out.Skips++
			return
		}
		f := metric.Found{Factual: r.Factual}
		if len(r.Found) > 0 {
			f.Nearest, f.Cost = r.Found[0].Values, r.Found[0].Cost
		}
		rows = append(rows, f)
		if by >= 0 && by < len(s.Features) {
			values = append(values, r.Factual[by])
		}
	})
	of := make([]int, len(rows))
	if by >= 0 && by < len(s.Features) {
		out.Names, of = metric.GroupBy(s.Features[by], values)
	}
	out.All, out.Groups = metric.ScoreGroups(s, rows, of, len(out.Names))
	return out
}

// kept says of every rule whether a counterfactual keeps it: Says is false where
// the rule says nothing about the pair.
func kept(s Schema, r causal.Rule, factual, counterfactual []float64) (pass, says bool) {
	says = true
	if r.Kind == causal.IfRisesThenRises {
		p := r.Premise(s, factual, counterfactual)
		says = p == causal.AllRise || p == causal.AllFall && r.Reverse
	}
	return r.Holds(s, factual, counterfactual), says
}
