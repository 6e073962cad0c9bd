package causal

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/sorting"
)

// numbers compares every level with every number.
func (m *implying) numbers() {
	for _, g := range m.groups {
		for _, v := range m.values {
			if !v.filled {
				m.beside(g, v)
			}
		}
	}
}

// span holds the smallest and largest number in the rows of a level. Without rows, low is above
// high.
type span struct{ low, high float64 }

// spanOf returns the span of some rows.
func (v *valued) spanOf(rows []int32) span {
	s := span{math.Inf(1), math.Inf(-1)}
	for _, i := range rows {
		s.low, s.high = min(s.low, v.col[i]), max(s.high, v.col[i])
	}
	return s
}

// spans returns the span of each level in the sample, and says which levels may have bounds, and
// whether any may.
func (m *implying) spans(g *levelled, v *valued) (spans []span, maybe []bool, any bool) {
	spans, maybe = make([]span, len(g.count)), make([]bool, len(g.count))
	for l := range spans {
		spans[l] = span{math.Inf(1), math.Inf(-1)}
	}
	for _, i := range m.sample {
		s := &spans[g.code[i]]
		s.low, s.high = min(s.low, v.col[i]), max(s.high, v.col[i])
	}
	for l, s := range spans {
		if !v.mayBe(g.count[l], s) {
			continue
		}
		spans[l] = v.spanOf(g.rows[l])
		maybe[l] = v.mayBe(g.count[l], spans[l])
		any = any || maybe[l]
	}
	return spans, maybe, any
}

// mayBe estimates from the sample whether enough of n rows would lie outside a span.
func (v *valued) mayBe(n int, s span) bool {
	low, _ := slices.BinarySearch(v.some, s.low)
	high, _ := slices.BinarySearch(v.some, math.Nextafter(s.high, math.Inf(1)))
	size := float64(len(v.some))
	out := float64(low+len(v.some)-high) / size
	slack := 0.0
	if len(v.some) < len(v.col) {
		slack = 4 * math.Sqrt(max(out, seenBeyond)/size)
	}
	return out+slack >= seenBeyond && float64(n)*(out+slack) >= seenExpected
}

// beside looks for numbers that are bounded by a level.
func (m *implying) beside(g *levelled, v *valued) {
	spans, maybe, any := m.spans(g, v)
	if !any {
		return
	}
	v.sort()
	for l, is := range maybe {
		if !is { // ruled out by the sample
			spans[l] = v.spanOf(g.rows[l])
		}
	}
	var bounds []bound
	for l, s := range spans {
		switch {
		case !maybe[l]:
		case s.low == s.high:
			bounds = append(bounds, bound{s.low, s.high})
		default:
			for _, up := range []bool{false, true} {
				in := make([]bool, len(g.count))
				in[l] = true
				if b, sharp := m.edge(g, in, v, s, up); sharp && m.others(g, l, v, b, spans, up) {
					bounds = append(bounds, b)
				}
			}
		}
	}
	for k, b := range bounds {
		if !slices.Contains(bounds[:k], b) {
			m.bounded(g, v, b, spans)
		}
	}
}

// others reports whether the rows beyond a bound are evidence about the bounded level, instead of
// the work of a single other level. If several other levels have rows beyond the bound, these must
// be enough. If only one has, the bound must hold sharply for all levels except that one.
func (m *implying) others(g *levelled, l int, v *valued, b bound, spans []span, up bool) bool {
	beyond := make([]int, len(g.count))
	rows := v.order[:v.below(b.low)]
	if up {
		rows = v.order[v.upTo(b.high):]
	}
	for _, i := range rows {
		beyond[g.code[i]]++
	}
	rest, of := besides(g.count, l, func(k int) int { return beyond[k] })
	if rest > 0 {
		return float64(g.count[l])*float64(rest)/float64(of) >= eachExpected
	}
	in, all := make([]bool, len(g.count)), span{math.Inf(1), math.Inf(-1)}
	for k, n := range g.count {
		if in[k] = n > 0 && beyond[k] == 0; in[k] {
			all.low, all.high = min(all.low, spans[k].low), max(all.high, spans[k].high)
		}
	}
	_, sharp := m.edge(g, in, v, all, up)
	return sharp
}

// bound is the range to which levels restrict a number.
type bound struct{ low, high float64 }

// bounded adds the rule of a bound, for all levels that keep it and would not do so by chance.
func (m *implying) bounded(g *levelled, v *valued, b bound, spans []span) {
	inside := v.upTo(b.high) - v.below(b.low)
	share := 1 - float64(inside)/float64(m.n)
	if share < seenBeyond {
		return
	}
	r := Rule{Kind: NeverSeen, Feature: g.j, Other: v.j, Min: b.low, Max: b.high}
	rows, all, on := 0, 0, true
	for l, n := range g.count {
		all += b2i(n > 0)
		if n == 0 || spans[l].low < b.low || spans[l].high > b.high {
			continue
		}
		sure, seen := m.likely(float64(n)*share, float64(n)*math.Log1p(-share), math.Log(float64(m.n)))
		if seen {
			r.Levels, rows, on = append(r.Levels, l), rows+n, on && sure
		}
	}
	if r.Levels == nil || len(r.Levels) == all || r.Check(m.t.Schema) != nil {
		return
	}
	r.Reverse = inside == rows
	mirrored := func(i Implied) bool {
		return i.Rule.Feature == g.j && i.Rule.Other == v.j && i.Rule.Reverse &&
			len(i.Rule.Levels)+len(r.Levels) == all && i.Rows+rows == m.n
	}
	if !r.Reverse || !slices.ContainsFunc(m.found, mirrored) { // otherwise the rule for the complement is equivalent
		m.add(r, rows, float64(rows)*share, on && (share >= onBeyond || b.low == b.high))
	}
}

// edge finds where the numbers of a level end, if they end sharply: rows are as dense at the end as
// further in, and this density predicts many rows beyond. The result is the roundest number that
// excludes only values whose absence cannot be chance.
func (m *implying) edge(g *levelled, in []bool, v *valued, s span, up bool) (b bound, sharp bool) {
	last, beyond := s.low, v.below(s.low)
	row := func(k int) int32 { return v.order[k] } // from the outside in
	if up {
		last, beyond = s.high, m.n-v.upTo(s.high)
		row = func(k int) int32 { return v.order[m.n-1-k] }
	}
	n := 0
	for l, is := range in {
		n += g.count[l] * b2i(is)
	}
	if float64(n)*float64(beyond)/float64(m.n) < seenExpected {
		return b, false
	}
	// count moves inwards until it has seen enough rows of the level, including all with the same
	// value. before is the number of rows in front of the value that the first few reach; few is
	// how many of these belong to the level.
	count := func(from, most, enough int) (rows, with, before, few int) {
		start, had := 0, 0
		for k := from; k < m.n && rows < most; k++ {
			if k > from && v.col[row(k)] != v.col[row(k-1)] {
				if start, had = rows, with; with >= enough {
					break
				}
			}
			rows++
			if in[g.code[row(k)]] {
				if with++; with == edgeFew {
					before, few = start, had
				}
			}
		}
		return rows, with, before, few
	}
	rows, with, before, few := count(beyond, m.n, edgeRows)
	density := float64(with) / float64(rows)
	switch behind, also, _, _ := count(beyond+rows, rows, m.n); {
	case with < edgeRows || density*float64(beyond) < edgeDue:
		return b, false
	case before > 0 && float64(few) < float64(density*float64(before))*edgeThin: // the outermost rows are isolated
		return b, false
	case behind > 0 && density < edgeDensity*float64(also)/float64(behind):
		return b, false
	}
	b = bound{-Open, Open}
	near := v.col[row(beyond-int(math.Ceil(eachExpected/density)))] // the bound is between this and last
	switch step := m.t.Schema.Features[v.j].Step(); {
	case near == 0 && up:
		b.high = -step
	case near == 0:
		b.low = step
	case up:
		b.high = -roundest(-near, -last)
	default:
		b.low = roundest(near, last)
	}
	return b, true
}

// sort sorts the rows by value.
func (v *valued) sort() {
	if v.order != nil {
		return
	}
	type entry struct { // sorting values with their rows takes half the time of sorting indices
		v float64
		i int32
	}
	list := make([]entry, len(v.col))
	for i, x := range v.col {
		list[i] = entry{x, int32(i)}
	}
	slices.SortFunc(list, func(a, b entry) int { return cmp.Compare(a.v, b.v) })
	v.order = make([]int32, len(list))
	for k, e := range list {
		v.order[k] = e.i
	}
}

// below returns the number of rows with a value below x, and upTo those with a value of at most
// x.
func (v *valued) below(x float64) int {
	k, _ := slices.BinarySearchFunc(v.order, x, func(i int32, x float64) int { return cmp.Compare(v.col[i], x) })
	return k
}

func (v *valued) upTo(x float64) int { return v.below(math.Nextafter(x, math.Inf(1))) }

// orders looks for numbers that are never larger than another one. A pair is convincing if chance
// would often break it and the two numbers come close: many are equal, or their differences start
// sharply at 0.
func (m *implying) orders() {
	var list []Implied
	for _, a := range m.values {
		for _, b := range m.values {
			if a != b && m.atMost(a.col, b.col) {
				if share := above(a.some, b.some); float64(m.n)*share >= seenExpected {
					on, _ := m.likely(float64(m.n)*share, float64(m.n)*math.Log1p(-share), 0)
					r := Rule{Kind: LessOrEqual, Feature: a.j, Other: b.j}
					list = append(list, Implied{r, m.n, float64(m.n) * share, on && m.close(a.col, b.col)})
				}
			}
		}
	}
	has := func(a, b int) bool {
		return slices.ContainsFunc(list, func(i Implied) bool { return i.Rule.Feature == a && i.Rule.Other == b })
	}
	for _, i := range list {
		a, b := i.Rule.Feature, i.Rule.Other
		follows := slices.ContainsFunc(m.values, func(v *valued) bool {
			return has(a, v.j) && has(v.j, b) && !has(v.j, a) && !has(b, v.j)
		})
		if !follows && !has(b, a) && i.Rule.Check(m.t.Schema) == nil { // Relations already reports equal columns
			m.add(i.Rule, i.Rows, i.Expected, i.On)
		}
	}
}

func (m *implying) atMost(a, b []float64) bool {
	for _, i := range m.sample {
		if a[i] > b[i] {
			return false
		}
	}
	for i, v := range a {
		if v > b[i] {
			return false
		}
	}
	return true
}

// above returns the share of pairs of values from two sorted lists in which the first is larger.
func above(a, b []float64) float64 {
	k, sum := 0, 0.0
	for _, v := range a {
		for k < len(b) && b[k] < v {
			k++
		}
		sum += float64(k)
	}
	return sum / float64(len(a)) / float64(len(b))
}

// close reports whether differences b - a are as dense at 0 as further up.
func (m *implying) close(a, b []float64) bool {
	if m.n < 2*edgeRows {
		return false
	}
	d := make([]float64, m.n)
	for i := range d {
		d[i] = b[i] - a[i]
	}
	slices.Sort(d)
	first := d[edgeRows-1]
	return first*edgeDensity <= d[2*edgeRows-1]-first
}

// Limits for ratios: how many numbers are compared, how many rules are proposed, and how near to
// the bound the largest ratio must come.
const (
	mostCompared = 60
	mostRatios   = 8
	ratioNear    = 0.99
)

// ratios looks for numbers that are at most a round multiple of another one in every row, such as a
// debt of at most 0.4 times the income. Like an order, a ratio is convincing if chance would often
// break it and rows are as dense near it as below. Ratios are only suggested.
func (m *implying) ratios() {
	if len(m.values) > mostCompared {
		return
	}
	var list []Implied
	for _, a := range m.values {
		for _, b := range m.values {
			if a == b || a.filled || b.filled || a.some[0] < 0 || b.some[0] < 0 {
				continue
			}
			c := roundRatio(largestRatio(a.col, b.col, m.sample))
			if c == 0 || c >= 1 && m.atMost(a.col, b.col) {
				continue
			}
			if all := largestRatio(a.col, b.col, nil); all > c || all < ratioNear*c || !m.denseAt(a.col, b.col, c) {
				continue
			}
			scaled := make([]float64, len(b.some))
			for i, v := range b.some {
				scaled[i] = float64(c * v)
			}
			share := above(a.some, scaled)
			_, seen := m.likely(float64(m.n)*share, float64(m.n)*math.Log1p(-share), math.Log(float64(m.n)))
			r := Rule{Kind: Inequality, Feature: a.j, Other: b.j, Law: Law{Weights: []float64{1, -c}}}
			if seen && share >= seenBeyond && r.Check(m.t.Schema) == nil {
				list = append(list, Implied{r, m.n, float64(m.n) * share, false})
			}
		}
	}
	sorting.Stable(list, func(a, b Implied) int { return cmp.Compare(b.Expected, a.Expected) })
	m.found = append(m.found, list[:min(len(list), mostRatios)]...)
}

// largestRatio returns the largest a/b in some rows, or all, or 0 if it has no bound or no sign.
func largestRatio(a, b []float64, rows []int) (most float64) {
	n := len(a)
	if rows != nil {
		n = len(rows)
	}
	for k := range n {
		i := k
		if rows != nil {
			i = rows[k]
		}
		switch v, w := a[i], b[i]; {
		case v < 0 || w < 0 || w == 0 && v > 0:
			return 0
		case v > 0:
			most = max(most, v/w)
		}
	}
	return most
}

// roundRatio returns the round number just above a ratio, or 0 if none is near. Round numbers are
// those with a single digit, multiples of a quarter and, below 1, of a twentieth.
func roundRatio(v float64) float64 {
	if !(v > 0) {
		return 0
	}
	unit := math.Pow10(int(math.Floor(math.Log10(v))))
	next := math.Ceil(v/unit*(1-1e-12)) * unit
	for _, part := range []float64{4, 20} {
		if c := math.Ceil(v*part*(1-1e-12)) / part; part == 4 || v < 1 {
			next = min(next, c)
		}
	}
	if v < next*(2*ratioNear-1) {
		return 0
	}
	return significant(next, 3)
}

// denseAt reports whether the ratios of rows are as dense at c as below it.
func (m *implying) denseAt(a, b []float64, c float64) bool {
	var d []float64
	for i, w := range b {
		if w > 0 {
			d = append(d, c-a[i]/w)
		}
	}
	if len(d) < 4*edgeRows {
		return false
	}
	slices.Sort(d)
	first, second := d[2*edgeRows-1], d[4*edgeRows-1]
	return first*edgeDensity <= second-first && d[len(d)-1]-d[0] > 0.1*c
}
