package study

import (
	"slices"
	"testing"

	"causeway/core/cf"
	"causeway/core/data"
	"causeway/core/metric"
)

// The estimate covers the rows without labels, and a row without a counterfactual counts as
// infeasible.
func TestEstimate(t *testing.T) {
	table, _, _ := people(t)
	table.FitScale(data.NewSplit(table.Outcome, 1).Train)
	age := table.Schema.Index("age")
	move := func(i int, by float64) (from, to []float64) {
		from = table.Row(i, nil)
		from[age] = 40
		to = slices.Clone(from)
		to[age] += by
		return from, to
	}
	var labels []cf.Label
	for i := range 40 {
		up := i%2 == 0
		from, to := move(i, map[bool]float64{true: 9, false: -9}[up])
		labels = append(labels, cf.Label{Factual: from, Counterfactual: to, Feasible: up})
	}
	j := NewJudge(table.Schema, labels)
	if j == nil || j.labels != 40 || j.right < 0.9 {
		t.Fatalf("judge %+v", j)
	}
	if NewJudge(table.Schema, labels[:1]) != nil || NewJudge(table.Schema, nil).estimate(metric.Pairs{}) != nil {
		t.Error("labels of one kind, or none, tell something")
	}
	p := metric.Pairs{Schema: table.Schema}
	add := func(i int, by float64, found bool) {
		from, to := move(i, by)
		from[age], to[age] = from[age]+1, to[age]+1 // of rows without labels
		p.Factual, p.Counterfactual, p.Found = append(p.Factual, from), append(p.Counterfactual, to),
			append(p.Found, found)
		p.Target, p.Class = append(p.Target, 0), append(p.Class, 0)
	}
	add(50, 9, true)
	add(51, -9, true)
	add(52, 9, false)
	add(53, -9, true)
	p.Factual, p.Counterfactual, p.Found = append(p.Factual, labels[0].Factual),
		append(p.Counterfactual, labels[0].Counterfactual), append(p.Found, true)
	p.Target, p.Class = append(p.Target, 0), append(p.Class, 0)
	if got := j.estimate(p); got == nil || *got != 0.25 {
		t.Errorf("estimate %v, want 1 of 4", got)
	}
	p.Found = nil
	if got := j.estimate(p); got == nil || *got != 0.5 {
		t.Errorf("estimate %v, want 2 of 4", got)
	}
}
