package study

import (
	"fmt"

	"causeway/core/cf"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/metric"
)

// Judge learns from people's labels which counterfactuals are feasible. It does not depend on the
// seed or the method, so a whole comparison can use the same judge.
type Judge struct {
	belief cf.Belief
	labels int
	right  float64 // share of unseen labels that a judge predicts correctly
	about  map[string]bool
}

// NewJudge learns from labels. It returns nil unless some labels say feasible and some infeasible,
// because otherwise nothing can be learned.
func NewJudge(s data.Schema, labels []cf.Label) *Judge {
	key := kernel.NewKey(0).Sub(streamJudge)
	belief, ok := cf.NewBelief(s, labels, key)
	if !ok {
		return nil
	}
	return &Judge{belief, len(labels), cf.JudgeRight(s, labels, key), rowsOf(labels)}
}

// rowsOf returns the set of rows that have labels.
func rowsOf(labels []cf.Label) map[string]bool {
	rows := map[string]bool{}
	for _, l := range labels {
		rows[fmt.Sprint(l.Factual)] = true
	}
	return rows
}

// estimate returns the share of unlabelled rows whose pair the judge considers feasible. A missing
// counterfactual counts as infeasible. The result is nil without a judge or if every row has a
// label.
func (j *Judge) estimate(p metric.Pairs) *float64 {
	feasible, n := j.count(p)
	if n == 0 {
		return nil
	}
	share := float64(feasible) / float64(n)
	return &share
}

// feasibleShare returns the share of all pairs that reach their target and that the judge considers
// feasible.
func (j *Judge) feasibleShare(all, reached metric.Pairs) *float64 {
	feasible, _ := j.count(reached)
	_, n := j.count(all)
	if n == 0 {
		return nil
	}
	share := float64(feasible) / float64(n)
	return &share
}

// count returns the number of pairs whose rows have no label, and the number of these that the
// judge considers feasible. Both are 0 without a judge.
func (j *Judge) count(p metric.Pairs) (feasible, n int) {
	if j == nil {
		return 0, 0
	}
	var queries []cf.Label
	for i, factual := range p.Factual {
		if j.about[fmt.Sprint(factual)] {
			continue
		}
		n++
		if p.Found == nil || p.Found[i] {
			queries = append(queries, cf.Label{Factual: factual, Counterfactual: p.Counterfactual[i],
				Target: p.Target[i]})
		}
	}
	if len(queries) == 0 {
		return 0, n
	}
	for _, b := range j.belief.Of(queries) {
		if b > 0.5 {
			feasible++
		}
	}
	return feasible, n
}

// pairs returns all displayed counterfactuals.
func (g Gallery) pairs(s data.Schema) metric.Pairs {
	p := metric.Pairs{Schema: s}
	for i, rows := range g.Shown {
		for k, row := range rows {
			p.Factual, p.Counterfactual = append(p.Factual, g.Factual[i]), append(p.Counterfactual, row)
			p.Target, p.Class = append(p.Target, g.Target[i]), append(p.Class, g.class[i][k])
		}
	}
	return p
}
