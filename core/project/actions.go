package project

import (
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/recourse"
	"causeway/core/search"
)

// candidateActions is how many actions are tried on each row.
const candidateActions = 1_000

// GroupActions is a short list of actions that together bring many rows to a class.
type GroupActions struct {
	List       []GroupAction
	Candidates int // number of actions tried on every row
	Covered    int // number of rows reached by at least one action in List
}

// GroupAction is an action with the rows that it brings to the class without breaking a hard rule,
// and its cost for each of them.
type GroupAction struct {
	recourse.Action
	Rows   []int     // indices of the rows reached
	Costs  []float64 // one for each of Rows, computed as for a counterfactual
	After  [][]float64
	Shares []float64 // share of the class for each of Rows
}

// Candidates returns the actions that Actions tries. It derives them from counterfactuals of some
// rows.
//
//	rows     rows × features
//	of       pairs: index of a row in rows    answers  pairs: one of its counterfactuals
func (p *Project) Candidates(q Query, rows [][]float64, of []int, answers [][]float64) ([]recourse.Action, error) {
	l, err := p.lawsToward(q, rows)
	if err != nil {
		return nil, err
	}
	for _, w := range q.Within {
		if err := p.checkWithin(w); err != nil {
			return nil, err
		}
	}
	s := p.finer(q.Knowledge)
	from := make([][]float64, len(of)) // the rows as they become without any action
	for i, at := range of {
		if err := checkRow(s, answers[i]); err != nil {
			return nil, err
		}
		from[i] = baseOf(s, l.pick(), rows[at], answers[i])
	}
	return recourse.Candidates(p.Said(), from, answers, candidateActions), nil
}

// Actions chooses at most k actions for rows that are not of the target class. The candidates are
// derived from counterfactuals of some of the rows, and the black box judges each candidate on
// every row. A row that would break a hard rule of the query does not count as reached. rows, of
// and answers are the same as in Candidates.
func (p *Project) Actions(q Query, rows [][]float64, of []int, answers [][]float64, k int,
	tick func(share float64) error) (GroupActions, error) {
	list, err := p.Candidates(q, rows, of, answers)
	if err != nil {
		return GroupActions{}, err
	}
	costs, err := p.Reach(q, list, rows, tick)
	if err != nil {
		return GroupActions{}, err
	}
	chosen := recourse.Choose(costs, k)
	l, err := p.laws(q)
	if err != nil {
		return GroupActions{}, err
	}
	hard := l.pick()
	out := GroupActions{Candidates: len(list)}
	for row := range rows {
		if at, _ := recourse.Cheapest(costs, chosen, row); at >= 0 {
			out.Covered++
		}
	}
	for _, a := range chosen {
		g := GroupAction{Action: list[a]}
		after, at := p.applyAction(list[a], hard, q, rows)
		for n, answer := range p.Ask(after...) {
			if answer.Class == q.Target {
				g.Rows, g.Costs = append(g.Rows, at[n]), append(g.Costs, costs[a][at[n]])
				g.After, g.Shares = append(g.After, after[n]), append(g.Shares, answer.Shares[q.Target])
			}
		}
		out.List = append(out.List, g)
	}
	return out, nil
}

// Reach returns the cost of each action for each row. The cost is NaN if the action does not
// bring the row to the target or breaks a hard rule.
func (p *Project) Reach(q Query, list []recourse.Action, rows [][]float64,
	tick func(share float64) error) (costs [][]float64, err error) {
	l, err := p.laws(q)
	if err != nil {
		return nil, err
	}
	s, hard := p.finer(q.Knowledge), l.pick()
	costs = make([][]float64, len(list))
	for a, action := range list {
		if err := tick(float64(a) / float64(len(list))); err != nil {
			return nil, err
		}
		after, at := p.applyAction(action, hard, q, rows)
		costs[a] = make([]float64, len(rows))
		for i := range costs[a] {
			costs[a][i] = math.NaN()
		}
		for n, answer := range p.Ask(after...) {
			if answer.Class == q.Target {
				row := rows[at[n]]
				costs[a][at[n]] = search.CostOf(s, causal.Efforts(hard, row, q.Effort), baseOf(s, hard, row, after[n]),
					after[n])
			}
		}
	}
	return costs, nil
}

// baseOf returns the causal.Base of a row under the hard rules.
func baseOf(s data.Schema, hard []causal.Rule, factual, row []float64) []float64 {
	return causal.NewBase(s, hard, factual).Of(row, make([]float64, len(row)))
}

// applyAction applies an action to rows and computes the features that follow. It returns the
// results that keep every hard rule and the limits of the query, and the indices of their rows.
func (p *Project) applyAction(a recourse.Action, hard []causal.Rule, q Query, rows [][]float64) (after [][]float64,
	at []int) {
	s := p.finer(q.Knowledge)
	for i, row := range rows {
		changed := a.On(p.Said(), row)
		if changed == nil {
			continue
		}
		changed = causal.NewBase(s, hard, row).Act(hard, changed)
		n, base := 0, baseOf(s, hard, row, changed)
		for j, v := range base {
			if changed[j] != v {
				n++
			}
		}
		cost := search.CostOf(s, causal.Efforts(hard, row, q.Effort), base, changed)
		if q.MaxChanged > 0 && n > q.MaxChanged || q.MaxCost > 0 && cost > q.MaxCost {
			continue
		}
		near := !slices.ContainsFunc(q.Within, func(w causal.Reach) bool {
			r := w.Rule(s.Features[w.Feature], row)
			return !r.Holds(s, row, changed)
		})
		if near && causal.AllHold(s, hard, row, changed) {
			after, at = append(after, changed), append(at, i)
		}
	}
	return after, at
}
