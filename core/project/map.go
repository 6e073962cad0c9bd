package project

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
)

// These constants set the resolution of a map.
const (
	mapSteps  = 48 // number of values for a numeric feature
	mapPoints = 400
)

// Map predicts a row while features x and y vary over the ranges of the training rows. marks are
// pairs of values that the map must include. It also says where the query's hard rules hold.
func (p *Project) Map(row []float64, x, y, class int, marks [][]float64, q Query) (document.Map, error) {
	if err := p.Trained(); err != nil {
		return document.Map{}, err
	}
	if err := p.CheckRow(row); err != nil {
		return document.Map{}, err
	}
	goal := q.Goal
	p, q, err := p.toward(row, q)
	if err != nil {
		return document.Map{}, err
	}
	if goal != document.NoGoal {
		class = q.Target
	}
	s := p.Said()
	if x == y || min(x, y) < 0 || max(x, y) >= len(row) {
		return document.Map{}, Refuse(BadInput, "A map needs two different features. Choose another one.")
	}
	if class < 0 || class >= s.Classes() {
		return document.Map{}, p.noClass()
	}
	l, err := p.laws(q)
	if err != nil {
		return document.Map{}, err
	}
	along := func(j, mark int) []float64 {
		values := []float64{row[j]}
		for _, m := range marks {
			values = append(values, m[mark])
		}
		return steps(p.Schema.Features[j], values)
	}
	rules := l.pick()
	out := document.Map{Xs: along(x, 0), Ys: along(y, 1)}
	for _, r := range rules {
		out.Rules = append(out.Rules, r.String(s))
	}
	rows := make([][]float64, 0, len(out.Xs)*len(out.Ys))
	for _, v := range out.Ys {
		for _, u := range out.Xs {
			changed := slices.Clone(row)
			changed[x], changed[y] = u, v
			for i := range rules {
				if r := &rules[i]; r.Withholds(s) && changed[r.Feature] != 0 && row[r.Feature] == 0 {
					changed[r.Other] = r.Min
				}
			}
			causal.Compute(s, rules, row, changed)
			rows = append(rows, changed)
			out.Broken = append(out.Broken, slices.IndexFunc(rules, func(r causal.Rule) bool {
				return !r.Holds(s, row, changed)
			}))
		}
	}
	for _, a := range p.Ask(rows...) {
		out.In = append(out.In, a.Class == class)
	}
	if p.HasRows() == nil {
		train := p.Split.Train
		n := min(len(train), mapPoints)
		others := make([][]float64, n)
		for k := range others {
			others[k] = p.Table.Row(train[k*len(train)/n], nil)
			out.Points = append(out.Points, []float64{others[k][x], others[k][y]})
		}
		for _, a := range p.Ask(others...) {
			out.Of = append(out.Of, a.Class == class)
		}
	}
	return out, nil
}

// steps returns values of a feature in ascending order: all levels, or equal steps over its range
// together with the values in with.
func steps(f data.Feature, with []float64) (list []float64) {
	if n := len(f.Levels); n > 0 {
		for k := range n {
			list = append(list, float64(k))
		}
		return list
	}
	lo, hi := min(f.Min, slices.Min(with)), max(f.Max, slices.Max(with))
	list = slices.Clone(with)
	for k := range mapSteps {
		list = append(list, f.Round(lo+(hi-lo)*float64(k)/float64(mapSteps-1)))
	}
	slices.Sort(list)
	return slices.Compact(list)
}
