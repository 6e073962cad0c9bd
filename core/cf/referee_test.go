package cf

import (
	"cmp"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/exact"
	"causeway/core/nn"
	"causeway/core/search"
)

// referee judges rows by the fields of a query, independently of any search.
type referee struct {
	schema   data.Schema
	blackBox blackbox.BlackBox
	query    search.Query
}

func (r referee) judge(rows [][]float64) (list []search.Counterfactual) {
	n := len(rows)
	shares, classes := r.blackBox.Pass().Shares(newLayout(r.schema).encode(rows), n), make([]int, n)
	nn.Best(shares, classes)
	for e, row := range rows {
		c := search.Counterfactual{Row: row, Class: classes[e]}
		for k := range r.blackBox.Classes() {
			c.Shares = append(c.Shares, float64(shares[k*n+e]))
		}
		search.Measure(&c, r.schema, r.query.Effort, r.query.Row)
		list = append(list, c)
	}
	return list
}

// leads returns the difference between the share of the target and the largest other share.
func (r referee) leads(c search.Counterfactual) float64 {
	others := slices.Delete(slices.Clone(c.Shares), r.query.Target, r.query.Target+1)
	return c.Shares[r.query.Target] - slices.Max(others)
}

func (r referee) reaches(c search.Counterfactual) bool {
	q := r.query
	return c.Class == q.Target && c.Changed > 0 && r.leads(c) >= q.Lead && c.Shares[q.Target] >= q.Least &&
		causal.AllHold(r.schema, q.Rules, q.Row, c.Row) &&
		exact.NewClear(r.schema, r.blackBox).Sure(c.Row, q.Target, r.leads(c))
}

// any reports whether at least one of many rows reaches the target.
func (r referee) any(rows [][]float64) bool {
	return slices.ContainsFunc(r.judge(rows), r.reaches)
}

func nearer(a, b search.Counterfactual) int {
	return cmp.Or(cmp.Compare(a.Effort, b.Effort), cmp.Compare(a.Cost, b.Cost))
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
