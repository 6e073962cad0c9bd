// Package recourse chooses a few actions for a whole group: changes that would bring most of its
// rows to another class. It follows the idea of AReS (Rawal and Lakkaraju 2020) and GLANCE
// (Kavouras and others 2024), small global counterfactuals. Candidates are derived from the
// counterfactuals of single rows, and the chosen ones together reach the most rows. The caller,
// which has the black box and the rules, determines the rows that an action reaches.
package recourse

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/data"
	"causeway/core/sorting"
)

// Move is a change of one feature: a number changes by By, and another feature takes the level
// To.
type Move struct {
	Feature int
	By      float64
	To      int
}

// Action is a set of changes for everybody in a group, with features in ascending order.
type Action []Move

// On returns the row after an action, or nil if the action changes nothing in it or moves a
// number outside the range of the training rows. The caller handles features that rules compute.
func (a Action) On(s data.Schema, row []float64) []float64 {
	out, changed := slices.Clone(row), false
	for _, m := range a {
		f := s.Features[m.Feature]
		v := float64(m.To)
		if f.Kind.Numeric() {
			v = f.Round(row[m.Feature] + m.By)
			if v < min(f.Min, row[m.Feature]) || v > max(f.Max, row[m.Feature]) {
				return nil
			}
		}
		changed = changed || v != row[m.Feature]
		out[m.Feature] = v
	}
	if !changed {
		return nil
	}
	return out
}

// Candidates returns at most most actions derived from counterfactuals of single rows. The
// actions of each row come first. Counterfactuals that change the same features to the same
// levels also yield actions with the quartiles and the largest of their moves, most frequent
// first. Combinations of two of these follow.
//
//	rows, answers  pairs: the row without any action, and its counterfactual
func Candidates(s data.Schema, rows, answers [][]float64, most int) []Action {
	type family struct {
		pattern []Move // numbers without By
		moves   [][]float64
		n       int
	}
	families, order := map[string]*family{}, []*family{}
	for i, row := range rows {
		var pattern []Move
		var by []float64
		var key []byte
		for j, v := range answers[i] {
			if v == row[j] {
				continue
			}
			m := Move{Feature: j, To: -1}
			if s.Features[j].Kind.Numeric() {
				by = append(by, v-row[j])
				key = append(key, byte(j), byte(j>>8), 'n', byte(1+int(cmp.Compare(v, row[j]))))
			} else {
				m.To = int(v)
				key = append(key, byte(j), byte(j>>8), 'l', byte(m.To), byte(m.To>>8))
			}
			pattern = append(pattern, m)
		}
		if len(pattern) == 0 {
			continue
		}
		f, known := families[string(key)]
		if !known {
			f = &family{pattern: pattern}
			families[string(key)] = f
			order = append(order, f)
		}
		f.moves, f.n = append(f.moves, by), f.n+1
	}
	sorting.Stable(order, func(a, b *family) int { return b.n - a.n })
	var out []Action
	seen := map[string]bool{}
	put := func(a Action) {
		var key []byte
		for _, m := range a {
			bits := math.Float64bits(m.By)
			key = append(key, byte(m.Feature), byte(m.Feature>>8), byte(m.To), byte(m.To>>8))
			for b := range 8 {
				key = append(key, byte(bits>>(8*b)))
			}
		}
		if !seen[string(key)] && len(out) < most {
			seen[string(key)] = true
			out = append(out, a)
		}
	}
	add := func(pattern []Move, by []float64) {
		a, k := make(Action, len(pattern)), 0
		for i, m := range pattern {
			if m.To < 0 {
				m.By, m.To = s.Features[m.Feature].Round(by[k]), 0
				k++
				if m.By == 0 {
					return
				}
			}
			a[i] = m
		}
		put(a)
	}
	for _, f := range order { // most common patterns first
		numbers := len(f.moves[0])
		for _, q := range []float64{1, 0.75, 0.5, 0.25} {
			by := make([]float64, numbers)
			for k := range by {
				list := make([]float64, len(f.moves))
				for i, m := range f.moves {
					list[i] = m[k]
				}
				slices.SortFunc(list, func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) })
				by[k] = list[max(0, int(math.Ceil(q*float64(len(list))))-1)]
			}
			add(f.pattern, by)
		}
	}
	for _, f := range order {
		for _, by := range f.moves {
			add(f.pattern, by)
		}
	}
	for j := range len(out) { // combinations of frequent actions before those with rare ones
		for i := range j {
			if len(out) == most {
				return out
			}
			put(out[i].and(out[j]))
		}
	}
	return out
}

// and returns the combination of both actions. For a feature that both change, the move of a
// counts, unless b moves a number farther in the same direction.
func (a Action) and(b Action) Action {
	both := slices.Clone(a)
	for _, m := range b {
		at, found := slices.BinarySearchFunc(both, m.Feature, func(x Move, j int) int {
			return cmp.Compare(x.Feature, j)
		})
		switch {
		case !found:
			both = slices.Insert(both, at, m)
		case both[at].By*m.By > 0 && math.Abs(m.By) > math.Abs(both[at].By):
			both[at] = m
		}
	}
	return both
}

// Choose picks at most k actions that together reach as many rows as possible. It starts from
// several greedy choices, which maximise the rows that each action adds. Then it exchanges single
// actions until no exchange reaches more rows, or as many at a lower cost. The cost of a row is
// that of its cheapest action. The result never reaches fewer rows than the greedy choice among
// the same candidates, whether ties are broken by cost or by order.
//
//	costs  actions × rows, NaN where an action does not reach the row
func Choose(costs [][]float64, k int) []int {
	if len(costs) == 0 || k < 1 {
		return nil
	}
	best := exchanged(costs, Greedy(costs, k))
	starts := make([]int, len(costs))
	for a := range starts {
		starts[a] = a
	}
	slices.SortStableFunc(starts, func(a, b int) int { return Reached(costs, []int{b}) - Reached(costs, []int{a}) })
	for _, first := range starts[:min(len(starts), firsts)] {
		other := exchanged(costs, greedy(costs, []int{first}, k, true))
		if scoreOf(costs, other).beats(scoreOf(costs, best)) {
			best = other
		}
	}
	slices.SortFunc(best, func(a, b int) int {
		return cmp.Or(cmp.Compare(Reached(costs, []int{b}), Reached(costs, []int{a})), cmp.Compare(a, b))
	})
	return best
}

// Greedy picks at most k actions. Each is the first of those that reach the most further rows.
func Greedy(costs [][]float64, k int) []int { return greedy(costs, nil, k, false) }

// firsts is the number of actions, those that reach the most rows, with which choices start.
const firsts = 8

// greedy adds the action that reaches the most further rows until k actions are chosen or none
// reaches further rows. Ties go to the cheapest action, or to the first.
func greedy(costs [][]float64, chosen []int, k int, cheapest bool) []int {
	for len(chosen) < k {
		at, best := -1, scoreOf(costs, chosen)
		for a := range costs {
			s := scoreOf(costs, append(chosen[:len(chosen):len(chosen)], a))
			if s.rows > best.rows || at >= 0 && cheapest && s.beats(best) {
				at, best = a, s
			}
		}
		if at < 0 {
			break
		}
		chosen = append(chosen, at)
	}
	return chosen
}

// exchanged exchanges actions one by one as long as the choice improves.
func exchanged(costs [][]float64, chosen []int) []int {
	for now := scoreOf(costs, chosen); ; {
		place, with, best := -1, -1, now
		for i := range chosen {
			other := slices.Clone(chosen)
			for a := range costs {
				if other[i] = a; slices.Contains(chosen, a) {
					continue
				}
				if s := scoreOf(costs, other); s.beats(best) {
					place, with, best = i, a, s
				}
			}
		}
		if place < 0 {
			return chosen
		}
		chosen[place], now = with, best
	}
}

// score measures the quality of a choice.
type score struct {
	rows int
	cost float64
}

func (s score) beats(o score) bool {
	return s.rows > o.rows || s.rows == o.rows && s.cost < o.cost-1e-9
}

func scoreOf(costs [][]float64, chosen []int) (s score) {
	if len(chosen) == 0 {
		return s
	}
	for row := range costs[0] {
		if _, least := Cheapest(costs, chosen, row); !math.IsNaN(least) {
			s.rows, s.cost = s.rows+1, s.cost+least
		}
	}
	return s
}

// Reached returns the number of rows that at least one of the chosen actions reaches.
func Reached(costs [][]float64, chosen []int) int { return scoreOf(costs, chosen).rows }

// Cheapest returns the chosen action that reaches a row at the lowest cost. The cost is NaN if
// none does.
func Cheapest(costs [][]float64, chosen []int, row int) (at int, cost float64) {
	at, cost = -1, math.NaN()
	for i, a := range chosen {
		if c := costs[a][row]; !math.IsNaN(c) && (at < 0 || c < cost) {
			at, cost = i, c
		}
	}
	return at, cost
}
