package metric

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strconv"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sorting"
)

// Found is a row with the nearest counterfactual found for it. A missing number may be data.Blank.
type Found struct {
	Factual, Nearest []float64 // Nearest is nil if no answer was found
	Base             []float64 // Nearest without the actions in it, or nil if nothing follows from them
	Cost             float64   // cost of Nearest
	None             bool      // proved to have no answer, so the decision is fixed
	Skipped          bool      // already in the desired class, so not explained
	Refused          bool      // predicted as a class other than the desired one
}

// Group summarizes what some rows would need to reach the other class.
type Group struct {
	All, Refused  int     // all rows, explained or not, and how many are refused
	Rows, Covered int     // explained rows, and how many have a counterfactual
	Fixed         int     // rows proved to have no counterfactual; see Undecided for the rest
	Changed, Cost float64 // means over the covered rows: changed features and cost
	Features      []Shift // one per feature

	// CoverageP and CostP compare coverage and cost with those of all other groups together. Each
	// is the probability that a random grouping shows a difference at least as large, corrected for
	// all tests of all groups (see Holm). Both are 1 if one side has fewer than Least rows, so that
	// nothing is tested.
	CoverageTested, CostTested bool
	CoverageP, CostP           float64
	Beyond                     Difference // difference of the costs, with an uncorrected P
}

// Shift describes how a feature changes in the nearest counterfactuals.
type Shift struct {
	Changed        int     // rows in which it changes
	Up, Down       int     // rows in which it goes up or down; 0 if levels have no order
	Mean, MeanAbs  float64 // for numbers: mean change over the rows in which it goes up or down
	Told, Withheld int     // for numbers: rows in which a missing value becomes known, or a known one missing
	Moves          []Move  // for levels: the most frequent changes
}

// Move is a change between two levels.
type Move struct{ From, To, Rows int }

// maxMoves limits the length of Shift.Moves.
const maxMoves = 6

// Coverage returns the share of explained rows with a counterfactual.
func (g Group) Coverage() float64 { return share(g.Covered, g.Rows) }

// CoverageRange returns the 95 % interval of Coverage.
func (g Group) CoverageRange() (low, high float64) { return Wilson(g.Covered, g.Rows) }

// Undecided returns the number of explained rows that have neither a counterfactual nor a proof
// that none exists.
func (g Group) Undecided() int { return g.Rows - g.Covered - g.Fixed }

// FixedRange returns the 95 % interval of the share of fixed decisions among the decided rows.
func (g Group) FixedRange() (low, high float64) { return Wilson(g.Fixed, g.Covered+g.Fixed) }

// RefusedRange returns the 95 % interval of the share of refused rows.
func (g Group) RefusedRange() (low, high float64) { return Wilson(g.Refused, g.All) }

// ScoreGroups describes all rows together and each group, which it compares with the others. It does not keep the
// rows' slices.
//
//	of  rows: number of the group, or -1
func ScoreGroups(s data.Schema, rows iter.Seq[Found], of []int, groups int) (all Group, each []Group) {
	all, each, costs := countGroups(s, rows, of, groups)
	compare(each, costs)
	return all, each
}

// CountGroups is ScoreGroups without the comparisons, which take a while.
func CountGroups(s data.Schema, rows iter.Seq[Found], of []int, groups int) (all Group, each []Group) {
	all, each, _ = countGroups(s, rows, of, groups)
	return all, each
}

func countGroups(s data.Schema, rows iter.Seq[Found], of []int, groups int) (all Group, each []Group,
	costs [][]float64) {
	every, members := newTally(s), make([]tally, groups)
	costs = make([][]float64, groups)
	for g := range members {
		members[g] = newTally(s)
	}
	i := 0
	for r := range rows {
		every.add(r)
		if g := of[i]; g >= 0 && g < groups {
			if members[g].add(r); !r.Skipped && r.Nearest != nil {
				costs[g] = append(costs[g], r.Cost)
			}
		}
		i++
	}
	for _, m := range members {
		each = append(each, m.group())
	}
	return every.group(), each, costs
}

// compare tests every group against all other groups together, both for coverage and for mean cost.
// With two groups, one comparison is enough.
//
//	costs  groups: those of their rows with a counterfactual
func compare(each []Group, costs [][]float64) {
	var p []*float64
	var of []int // groups that have rows
	for g, one := range each {
		if one.Rows > 0 {
			of = append(of, g)
		}
	}
	for _, g := range of {
		one := &each[g]
		if len(of) == 2 && g == of[1] {
			break
		}
		rows, covered := 0, 0
		var others []float64
		for _, h := range of {
			if h != g {
				rows, covered = rows+each[h].Rows, covered+each[h].Covered
				others = append(others, costs[h]...)
			}
		}
		if one.CoverageTested = min(one.Rows, rows) >= Least; one.CoverageTested {
			one.CoverageP = Fisher(one.Covered, one.Rows, covered, rows)
			p = append(p, &one.CoverageP, &one.CostP) // two tests for each group, even if one was not made
		}
		if one.CostTested = min(one.Covered, covered) >= Least; one.CostTested {
			one.Beyond = Compare(costs[g], others, uint64(g))
			one.CostP = one.Beyond.P
		}
	}
	Holm(p)
	if len(of) == 2 {
		a, b := each[of[0]], &each[of[1]]
		b.CoverageTested, b.CostTested, b.CoverageP, b.CostP = a.CoverageTested, a.CostTested, a.CoverageP, a.CostP
		b.Beyond = Difference{By: -a.Beyond.By, Low: -a.Beyond.High, High: -a.Beyond.Low, P: a.Beyond.P}
	}
}

// Tests returns the number of comparisons that the correction of the groups' p-values counts.
func Tests(each []Group) int {
	of, n := 0, 0
	for _, g := range each {
		if g.Rows > 0 {
			of++
		}
		if g.CoverageTested {
			n += 2
		}
	}
	if of == 2 {
		return n / 2
	}
	return n
}

// tally adds up the results of a group row by row.
type tally struct {
	schema data.Schema
	of     Group
	moves  []map[Move]int
}

func newTally(s data.Schema) tally {
	return tally{s, Group{Features: make([]Shift, len(s.Features)), CoverageP: 1, CostP: 1},
		make([]map[Move]int, len(s.Features))}
}

func (t *tally) add(r Found) {
	g := &t.of
	g.All++
	if r.Refused {
		g.Refused++
	}
	if r.Skipped {
		return
	}
	g.Rows++
	if r.Nearest == nil {
		if r.None {
			g.Fixed++
		}
		return
	}
	g.Covered++
	g.Cost += r.Cost
	for j, f := range t.schema.Features {
		from, to := r.Factual[j], r.Nearest[j]
		if from == to {
			continue
		}
		g.Changed++
		w := &g.Features[j]
		w.Changed++
		if f.Kind.Numeric() && (from == data.Blank || to == data.Blank) {
			if from == data.Blank {
				w.Told++
			} else {
				w.Withheld++
			}
			continue
		}
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
		if t.moves[j] == nil {
			t.moves[j] = map[Move]int{}
		}
		t.moves[j][Move{From: int(from), To: int(to)}]++
	}
}

// group returns the means of a tally.
func (t tally) group() Group {
	g := t.of
	for j := range g.Features {
		w := &g.Features[j]
		n := float64(max(w.Changed-w.Told-w.Withheld, 1))
		w.Mean /= n
		w.MeanAbs /= n
		w.Moves = frequent(t.moves[j])
	}
	g.Cost /= float64(max(g.Covered, 1))
	g.Changed /= float64(max(g.Covered, 1))
	return g
}

// frequent lists the most frequent moves. Ties are sorted by level.
func frequent(counts map[Move]int) []Move {
	var list []Move
	for m, n := range counts {
		m.Rows = n
		list = append(list, m)
	}
	sorting.Stable(list, func(a, b Move) int {
		return cmp.Or(cmp.Compare(b.Rows, a.Rows), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return list[:min(len(list), maxMoves)]
}

// GroupBy divides rows into groups by one feature: one group per level, or up to four ranges of
// about equal size for a number. Each range starts at the upper end of the one below.
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
	lows := []float64{sorted[0]}
	for _, v := range sorted {
		if g := len(lows); g < len(tops) && v > tops[g-1] {
			lows = append(lows, v)
		}
	}
	f = f.Telling(append(lows, tops...)...)
	for g, top := range tops {
		low := lows[g]
		name := f.Format(low)
		if low != top {
			name += " to " + f.Format(top)
		}
		names = append(names, name)
	}
	return names, of
}

// GroupAt divides rows into groups by a number at ascending cut points. The first group lies
// below the first cut point, and each of the others begins at a cut point.
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
