package study

import (
	"fmt"

	"causeway/core/cf"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/metric"
)

// Judge estimates from labels of people which counterfactuals are feasible. It
// depends on neither seed nor method, so that one judge serves a whole comparison.
type Judge struct {
	belief cf.Belief
	labels int
	right  float64 // share of labels that such a judge gets right which has not seen them
	about  map[string]bool
}

// NewJudge learns from labels; nil where they are of one kind or none, which tells
// nothing.
func NewJudge(s data.Schema, labels []cf.Label) *Judge {
	key := kernel.NewKey(0).Sub(streamJudge)
	belief, ok := cf.NewBelief(s, labels, key)
	if !ok {
		return nil
	}
	return &Judge{belief, len(labels), cf.JudgeRight(s, labels, key), rowsOf(labels)}
}

// rowsOf names the rows that labels are about.
func rowsOf(labels []cf.Label) map[string]bool {
	rows := map[string]bool{}
	for _, l := range labels {
		rows[fmt.Sprint(l.Factual)] = true
	}
	return rows
}

// estimate is the share of pairs that the judge finds feasible, of rows that no
// label is about. A pair without a counterfactual is not feasible. It is nil
// without a judge or such pairs.
func (j *Judge) estimate(p metric.Pairs) *float64 {
	feasible, n := j.count(p)
	if n == 0 {
		return nil
	}
	share := float64(feasible) / float64(n)
	return &share
}

// held is the share of all pairs that are feasible and among those that reached
// their target.
func (j *Judge) held(all, reached metric.Pairs) *float64 {
	feasible, _ := j.count(reached)
	_, n := j.count(all)
	if n == 0 {
		return nil
	}
	share := float64(feasible) / float64(n)
	return &share
}

// count counts the pairs of rows that no label is about, and those of them that
// the judge finds feasible; none without a judge.
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

// pairs are all that is shown.
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
