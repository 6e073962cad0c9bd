package metric

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"causeway/core/causal"
	"causeway/core/data"
)

// Found is a row with the nearest counterfactual that was found for it.
type Found struct {
	Factual, Nearest []float64 // Nearest is nil where there is none
	Cost             float64   // of Nearest
}

// Group says what it takes to reach the other class for some rows.
type Group struct {
	Rows, Covered int
	Changed, Cost float64 // means over the covered rows: changed features, cost
	CostSD        float64 // of the covered rows, with n-1; 0 of a single one
	Features      []Shift // of every feature

	// CoverageP and CostP are the probabilities of a difference from all other
	// rows at least as large where there is none (two-sided z-tests of two shares
	// and of two means); 1 where there is nothing to compare.
	CoverageP, CostP float64
}

// Shift says how a feature changes in the nearest counterfactuals.
type Shift struct {
	Changed       int     // rows in which it does
	Up, Down      int     // of them, by score; 0 where levels have no order
	Mean, MeanAbs float64 // of numbers: change in their unit, over the rows in which it changes
	Moves         []Move  // of levels: the most frequent changes
}

// Move is a change between two levels.
type Move struct{ From, To, Rows int }

// maxMoves bounds Shift.Moves.
const maxMoves = 6

// Coverage is the share of rows with a counterfactual.
func (g Group) Coverage() float64 { return share(g.Covered, g.Rows) }

// CoverageRange is the 95 % interval of the share (Wilson 1927), 0 to 1 of no
// rows.
func (g Group) CoverageRange() (low, high float64) {
	if g.Rows == 0 {
		return 0, 1
	}
	const z = 1.959964
	n, p := float64(g.Rows), g.Coverage()
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n)) / (1 + z*z/n)
	return max(middle-half, 0), min(middle+half, 1)
}

// CostMargin is half of the 95 % interval of the mean cost, by the normal
// approximation; 0 of less than two rows.
func (g Group) CostMargin() float64 {
	if g.Covered < 2 {
		return 0
	}
	return 1.959964 * g.CostSD / math.Sqrt(float64(g.Covered))
}

// ScoreGroups describes all rows and each group of them.
//
//	of  rows: number of the group, or -1
func ScoreGroups(s data.Schema, rows []Found, of []int, groups int) (all Group, each []Group) {
	members := make([][]Found, groups)
	others := make([][]Found, groups)
	for i, r := range rows {
		for g := range groups {
			if of[i] == g {
				members[g] = append(members[g], r)
			} else if of[i] >= 0 {
				others[g] = append(others[g], r)
			}
		}
	}
	all = scoreGroup(s, rows)
	all.CoverageP, all.CostP = 1, 1
	for g := range groups {
		one, rest := scoreGroup(s, members[g]), scoreGroup(s, others[g])
		one.CoverageP = shareP(one.Covered, one.Rows, rest.Covered, rest.Rows)
		one.CostP = meanP(costs(members[g]), costs(others[g]))
		each = append(each, one)
	}
	return all, each
}

func scoreGroup(s data.Schema, rows []Found) Group {
	g := Group{Rows: len(rows), Features: make([]Shift, len(s.Features))}
	moves := make([]map[Move]int, len(s.Features))
	for _, r := range rows {
		if r.Nearest == nil {
			continue
		}
		g.Covered++
		g.Cost += r.Cost
		for j, f := range s.Features {
			from, to := r.Factual[j], r.Nearest[j]
			if from == to {
				continue
			}
			g.Changed++
			w := &g.Features[j]
			w.Changed++
			if causal.Scored(f) {
				switch d := causal.Score(f, to) - causal.Score(f, from); {
				case d > 0:
					w.Up++
				case d < 0:
					w.Down++
				}
			}
			if f.Kind.Numeric() {
				w.Mean += to - from
				w.MeanAbs += math.Abs(to - from)
				continue
			}
			if moves[j] == nil {
				moves[j] = map[Move]int{}
			}
			moves[j][Move{From: int(from), To: int(to)}]++
		}
	}
	for j := range g.Features {
		w := &g.Features[j]
		w.Mean /= float64(max(w.Changed, 1))
		w.MeanAbs /= float64(max(w.Changed, 1))
		w.Moves = frequent(moves[j])
	}
	g.Cost /= float64(max(g.Covered, 1))
	if g.Covered > 1 {
		_, variance := meanVar(costs(rows))
		g.CostSD = math.Sqrt(variance)
	}
	g.Changed /= float64(max(g.Covered, 1))
	return g
}

// frequent lists the most frequent moves, by their levels where equal.
func frequent(counts map[Move]int) []Move {
	var list []Move
	for m, n := range counts {
		m.Rows = n
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b Move) int {
		return cmp.Or(cmp.Compare(b.Rows, a.Rows), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return list[:min(len(list), maxMoves)]
}

func costs(rows []Found) (v []float64) {
	for _, r := range rows {
		if r.Nearest != nil {
			v = append(v, r.Cost)
		}
	}
	return v
}

// shareP is the p-value of the z-test of two shares with a pooled variance.
func shareP(a, n, b, m int) float64 {
	if n == 0 || m == 0 {
		return 1
	}
	pooled := float64(a+b) / float64(n+m)
	sd := math.Sqrt(pooled * (1 - pooled) * (1/float64(n) + 1/float64(m)))
	return twoSided(float64(a)/float64(n)-float64(b)/float64(m), sd)
}

// meanP is the p-value of Welch's test of two means, by the normal
// approximation.
func meanP(x, y []float64) float64 {
	if len(x) < 2 || len(y) < 2 {
		return 1
	}
	mx, vx := meanVar(x)
	my, vy := meanVar(y)
	return twoSided(mx-my, math.Sqrt(vx/float64(len(x))+vy/float64(len(y))))
}

func meanVar(v []float64) (mean, variance float64) {
	for _, x := range v {
		mean += x / float64(len(v))
	}
	for _, x := range v {
		variance += (x - mean) * (x - mean) / float64(len(v)-1)
	}
	return mean, variance
}

func twoSided(difference, sd float64) float64 {
	switch {
	case difference == 0:
		return 1
	case sd == 0:
		return 0
	}
	return math.Erfc(math.Abs(difference) / sd / math.Sqrt2)
}

// GroupBy cuts rows by one feature: a group for every level, or of a number up
// to four of about equal size, each from the upper end of the one below.
//
//	values  rows: of the feature    of  rows: number of the group
func GroupBy(f data.Feature, values []float64) (names []string, of []int) {
	of = make([]int, len(values))
	if !f.Kind.Numeric() {
		for i, v := range values {
			of[i] = int(v)
		}
		return f.Levels, of
	}
	sorted := slices.Sorted(slices.Values(values))
	if len(sorted) == 0 {
		return nil, of
	}
	var tops []float64 // largest value of each group
	for q := 1; q <= 4; q++ {
		if top := sorted[(len(sorted)*q+3)/4-1]; len(tops) == 0 || top > tops[len(tops)-1] {
			tops = append(tops, top)
		}
	}
	for i, v := range values {
		of[i], _ = slices.BinarySearch(tops, v)
	}
	low := sorted[0]
	for g, top := range tops {
		for _, v := range sorted {
			if g > 0 && v > tops[g-1] {
				low = v
				break
			}
		}
		name := f.Format(low)
		if low != top {
			name += " to " + f.Format(top)
		}
		names = append(names, name)
	}
	return names, of
}

// GroupAt cuts rows by a number at cut points, which rise: a group below the
// first of them, one from each to the next, and one from the last on.
//
//	values  rows: of the feature    of  rows: number of the group
func GroupAt(values, cuts []float64) (names []string, of []int) {
	of = make([]int, len(values))
	for i, v := range values {
		g, on := slices.BinarySearch(cuts, v)
		if on {
			g++
		}
		of[i] = g
	}
	low := ""
	for g, cut := range cuts {
		top := strconv.FormatFloat(cut, 'f', -1, 64)
		names = append(names, "under "+top)
		if g > 0 {
			names[g] = low + " to under " + top
		}
		low = top
	}
	return append(names, low+" and more"), of
}
