package causal

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/data"
)

// Implied is what every row of a table keeps and chance does not explain: a NeverSeen rule, or
// one number that is at most another.
type Implied struct {
	Rule     Rule    `msgpack:"rule"`
	Rows     int     `msgpack:"rows" bound:"0.."`     // that have the first of a NeverSeen rule, else all
	Expected float64 `msgpack:"expected" bound:"0.."` // rows that would break it, if one side knew nothing of the other
	On       bool    `msgpack:"on"`                   // it holds until a person lifts it; else it is a suggestion
}

// What makes a rule convincing. Nothing is forbidden for being sparse: a level is named only if
// so many rows with it are expected among those of the first, by what the other levels share,
// and a bound of a number only if the rows of the level stand as densely on its inner side as
// farther in, and as many rows beyond it are due as that density says.
const (
	mostImplied   = 100   // that are listed
	onExpected    = 20    // rows that would break a rule that is on
	seenExpected  = 10    // and one that is suggested
	onChance      = 0.001 // of all that is looked at, that any such rule is one by chance
	seenChance    = 0.05
	eachExpected  = 7    // of every level that is named: e^-7 is below 0.001
	leastExpected = 3    // of it, by the level with which it is rarest: else it fades out from level to level
	edgeRows      = 20   // of a level that stand nearest to its bound
	edgeDue       = 10   // rows that their density lets one expect beyond it
	edgeDensity   = 0.6  // of theirs, by that of as many rows behind them
	edgeFew       = 5    // of theirs that must not stand apart from the others
	edgeThin      = 0.3  // density of these, by that of all of them
	onBeyond      = 0.05 // share of all rows that is beyond a bound which is on: extremes of a few are none
	seenBeyond    = 0.01 // and beyond one that is suggested
	sampledRows   = 4096 // that rule out most pairs
	manyColumns   = 100  // above which they are fewer
	mostWeighed   = 2000 // rules of which it is looked which follow from others
)

// Implications finds what all rows of a table imply, the rules that are on first. It leaves out
// what follows from others that it names. What sounds like a feature that nobody may change is
// suggested at most: that no row shows it is history and no rule.
func Implications(t *data.Table) []Implied {
	if t.Rows() < onExpected {
		return nil
	}
	m := newImplying(t)
	m.levels()
	m.numbers()
	m.orders()
	return m.chosen()
}

// implying looks for what rows imply.
type implying struct {
	t      *data.Table
	n      int
	groups []*levelled // of features with levels
	values []*valued   // of numbers
	tests  float64     // pairs of a level and a feature that are looked at
	sample []int
	found  []Implied
}

// levelled is a feature with levels: the level of every row, and the rows of every level.
type levelled struct {
	j     int
	code  []uint8
	count []int
	rows  [][]int32
}

// valued is a number: its rows in the order of its values.
type valued struct {
	j     int
	col   []float64
	order []int32   // nil until it is asked for
	some  []float64 // of the sample, in order

	filled bool // some were missing: what stands in their place follows nothing but order
}

func newImplying(t *data.Table) *implying {
	m := &implying{t: t, n: t.Rows()}
	most := sampledRows
	if len(t.Cols) > manyColumns {
		most /= 4 // pairs grow with the square of their number
	}
	for k := range min(m.n, most) {
		m.sample = append(m.sample, int(int64(k)*int64(m.n)/int64(min(m.n, most))))
	}
	flagged := make([]bool, len(t.Cols)) // with values that were made up where they were missing
	for j := range t.Cols {
		if of := t.Schema.FlagOf(j); of >= 0 {
			flagged[j], flagged[of] = true, true
		}
	}
	levels := 0.0
	for j, f := range t.Schema.Features {
		switch {
		case f.Kind.Numeric():
			v := &valued{j: j, col: t.Cols[j], filled: flagged[j]}
			for _, i := range m.sample {
				v.some = append(v.some, v.col[i])
			}
			if slices.Sort(v.some); v.some[0] < v.some[len(v.some)-1] || slices.Min(v.col) < slices.Max(v.col) {
				m.values = append(m.values, v)
			}
		case !flagged[j]:
			g := &levelled{j: j, code: make([]uint8, m.n), count: make([]int, len(f.Levels))}
			for i, v := range t.Cols[j] {
				g.code[i] = uint8(v)
				g.count[uint8(v)]++
			}
			for _, n := range g.count {
				g.rows = append(g.rows, make([]int32, 0, n))
				levels += float64(b2i(n > 0))
			}
			for i, l := range g.code {
				g.rows[l] = append(g.rows[l], int32(i))
			}
			m.groups = append(m.groups, g)
		}
	}
	m.tests = max(1, float64(levels*float64(len(m.groups)+len(m.values))))
	return m
}

// likely says whether what would be expected so often, by chance absent with the probability
// e^log, is on or suggested. Choices are how many such rules there are to choose from, as a
// logarithm.
func (m *implying) likely(expected, log, choices float64) (on, seen bool) {
	log += choices + math.Log(m.tests)
	return expected >= onExpected && log < math.Log(onChance), expected >= seenExpected && log < math.Log(seenChance)
}

func (m *implying) add(r Rule, rows int, expected float64, on bool) {
	for _, j := range r.Features() {
		on = on && !data.LikelyGiven(m.t.Schema.Features[j])
	}
	m.found = append(m.found, Implied{r, rows, expected, on})
}

// levels looks at all pairs of features with levels.
func (m *implying) levels() {
	var cells [data.MaxLevels * data.MaxLevels]int32
	for i, a := range m.groups {
		for _, b := range m.groups[i+1:] {
			k := len(b.count)
			table := cells[:len(a.count)*k]
			clear(table)
			for _, r := range m.sample {
				table[int(a.code[r])*k+int(b.code[r])]++
			}
			p := pair{m: m, a: a, b: b, cells: table}
			if p.judge(); len(p.weak) == 0 {
				continue
			}
			if len(m.sample) < m.n {
				clear(table)
				code := b.code[:len(a.code)]
				for r, x := range a.code {
					table[int(x)*k+int(code[r])]++
				}
				p.judge()
			}
			p.rules(p.on, true)
			p.rules(p.weak, false)
		}
	}
}

// pair are two features with levels and how often theirs come together.
type pair struct {
	m        *implying
	a, b     *levelled
	cells    []int32
	on, weak map[[2]int]bool // pairs of levels that are never seen together, surely and perhaps
}

// judge finds the levels that no row shows together, though many should. Each line of the table
// and each column is looked at by itself.
func (p *pair) judge() {
	p.on, p.weak = map[[2]int]bool{}, map[[2]int]bool{}
	for l, n := range p.a.count {
		p.line(n, p.a.count, p.b.count, func(k, m int) int { return int(p.cells[k*len(p.b.count)+m]) }, l, func(m int) [2]int { return [2]int{l, m} })
	}
	for l, n := range p.b.count {
		p.line(n, p.b.count, p.a.count, func(k, m int) int { return int(p.cells[m*len(p.b.count)+k]) }, l, func(m int) [2]int { return [2]int{m, l} })
	}
	for at := range p.on {
		p.weak[at] = true
	}
}

// line judges the n rows of level l, of own levels, by those of the levels of the other feature.
func (p *pair) line(n int, own, counts []int, seen func(k, m int) int, l int, cell func(m int) [2]int) {
	if n < seenExpected {
		return
	}
	total, with, all := float64(p.m.n), 0, 0 // with: rows of the levels that come with it
	for m, c := range counts {
		all += b2i(c > 0)
		if seen(l, m) > 0 {
			with += c
		}
	}
	var named []int
	without := 0
	for m, c := range counts {
		if c == 0 || seen(l, m) > 0 || float64(n)*float64(c)/float64(with+c) < eachExpected {
			continue
		}
		rest, of := besides(own, l, func(k int) int { return seen(k, m) })
		if rest > 0 && float64(n)*float64(rest)/float64(of) < eachExpected || float64(n)*rarest(own, func(k int) int { return seen(k, m) }) < leastExpected {
			continue
		}
		named, without = append(named, m), without+c
	}
	share := float64(without) / total
	on, perhaps := p.m.likely(float64(n)*share, float64(n)*math.Log1p(-share), choose(all, len(named)))
	for _, m := range named {
		if on {
			p.on[cell(m)] = true
		}
		if perhaps {
			p.weak[cell(m)] = true
		}
	}
}

// besides counts what is seen of all levels but l and the one of which most is seen, among how
// many rows: what is frequent with that one alone says nothing of the others.
func besides(own []int, l int, seen func(k int) int) (rest, of int) {
	top, most := -1, 0
	for k, n := range own {
		if c := seen(k); k != l {
			rest, of = rest+c, of+n
			if c > most {
				top, most = k, c
			}
		}
	}
	if top >= 0 {
		rest, of = rest-most, of-own[top]
	}
	return rest, of
}

// rarest is the least share of the rows of a level that show another one, of those that do.
func rarest(own []int, seen func(k int) int) float64 {
	least := 1.0
	for k, n := range own {
		if c := seen(k); c > 0 {
			least = min(least, float64(c)/float64(n))
		}
	}
	return least
}

// choose is the logarithm of the number of ways to choose k of n.
func choose(n, k int) float64 {
	lg := func(v int) float64 { l, _ := math.Lgamma(float64(v + 1)); return l }
	return lg(n) - lg(k) - lg(n-k)
}

// rules says a set of pairs of levels in as few rules as it can: by lines or by columns, lines
// that say the same as one, and where the features part into two, as one rule both ways. Without
// on it adds only those of which not all pairs are on.
func (p *pair) rules(cells map[[2]int]bool, on bool) {
	lines, columns := p.grouped(cells, 0), p.grouped(cells, 1)
	s, first, second, groups := p.m.t.Schema, p.a, p.b, lines
	if len(columns) < len(lines) {
		first, second, groups = p.b, p.a, columns
	}
	if len(groups) == 2 && !overlap(groups[0].then, groups[1].then) && len(groups[0].levels)+len(groups[1].levels) == seenLevels(first) {
		if len(groups[1].levels) < len(groups[0].levels) {
			groups[0], groups[1] = groups[1], groups[0]
		}
		groups = groups[:1]
		groups[0].both = true
	}
	for _, g := range groups {
		if !on && g.sure == len(g.cells) {
			continue
		}
		r := Rule{Kind: NeverSeen, Feature: first.j, Other: second.j, Levels: g.levels, Then: g.then, Reverse: g.both}
		if r.Check(s) == nil {
			rows, expected := p.counts(first, second, r)
			p.m.add(r, rows, expected, on)
		}
	}
}

// counts are the rows that have the first of a rule, and those that would break it.
func (p *pair) counts(first, second *levelled, r Rule) (rows int, expected float64) {
	then := 0
	for _, l := range r.Levels {
		rows += first.count[l]
	}
	for _, l := range r.Then {
		then += second.count[l]
	}
	expected = float64(rows) * float64(p.m.n-then) / float64(p.m.n)
	if r.Reverse {
		expected += float64(then) * float64(p.m.n-rows) / float64(p.m.n)
	}
	return rows, expected
}

// alike are levels that come with the same levels of the other feature.
type alike struct {
	levels, then []int
	cells        [][2]int
	sure         int
	both         bool
}

// grouped are the lines of a set, side 0, or its columns.
func (p *pair) grouped(cells map[[2]int]bool, side int) (list []alike) {
	first, second := p.a, p.b
	if side == 1 {
		first, second = p.b, p.a
	}
	for l, n := range first.count {
		if n == 0 {
			continue
		}
		var g alike
		for m := range second.count {
			at := [2]int{l, m}
			if side == 1 {
				at = [2]int{m, l}
			}
			if cells[at] {
				g.cells = append(g.cells, at)
				g.sure += b2i(p.on[at])
			} else {
				g.then = append(g.then, m)
			}
		}
		if g.cells == nil {
			continue
		}
		if k := slices.IndexFunc(list, func(o alike) bool { return slices.Equal(o.then, g.then) }); k >= 0 {
			list[k].levels, list[k].cells, list[k].sure = append(list[k].levels, l), append(list[k].cells, g.cells...), list[k].sure+g.sure
			continue
		}
		g.levels = []int{l}
		list = append(list, g)
	}
	return list
}

func overlap(a, b []int) bool {
	return slices.ContainsFunc(a, func(v int) bool { return slices.Contains(b, v) })
}

func seenLevels(g *levelled) (n int) {
	for _, c := range g.count {
		n += b2i(c > 0)
	}
	return n
}

// numbers looks at all levels beside all numbers.
func (m *implying) numbers() {
	for _, g := range m.groups {
		for _, v := range m.values {
			if !v.filled {
				m.beside(g, v)
			}
		}
	}
}

// span are the least and the greatest number of the rows of a level, nothing above everything.
type span struct{ low, high float64 }

// of is the span of some rows.
func (v *valued) of(rows []int32) span {
	s := span{math.Inf(1), math.Inf(-1)}
	for _, i := range rows {
		s.low, s.high = min(s.low, v.col[i]), max(s.high, v.col[i])
	}
	return s
}

// spans reports of every level whether its numbers may be bounded, by the sample, and whether
// any may.
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
		spans[l] = v.of(g.rows[l])
		maybe[l] = v.mayBe(g.count[l], spans[l])
		any = any || maybe[l]
	}
	return spans, maybe, any
}

// mayBe reports whether enough of n rows would be out of a span, by the sample.
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

// beside looks for numbers that a level bounds.
func (m *implying) beside(g *levelled, v *valued) {
	spans, maybe, any := m.spans(g, v)
	if !any {
		return
	}
	v.sort()
	for l, is := range maybe {
		if !is { // it was not looked at completely
			spans[l] = v.of(g.rows[l])
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

// others reports whether what is beyond a bound says something of the level that is bounded, and
// is not what one other level does alone: those of the others are many enough as well, or where there are none
// the bound is one of all but that level.
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

// bound is what levels let a number be.
type bound struct{ low, high float64 }

// bounded adds the rule of a bound, of all levels that keep it and would not by chance.
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
		return i.Rule.Feature == g.j && i.Rule.Other == v.j && i.Rule.Reverse && len(i.Rule.Levels)+len(r.Levels) == all && i.Rows+rows == m.n
	}
	if !r.Reverse || !slices.ContainsFunc(m.found, mirrored) { // else the other half says it
		m.add(r, rows, float64(rows)*share, on && (share >= onBeyond || b.low == b.high))
	}
}

// edge is where the numbers of a level end, if they do so sharply: from the last of them inwards
// its rows stand as densely among all as they do behind those, and by that density many are
// due beyond. The end is the roundest number that leaves only such rows out as are too
// many for chance.
func (m *implying) edge(g *levelled, in []bool, v *valued, s span, up bool) (b bound, sharp bool) {
	last, beyond := s.low, v.below(s.low)
	row := func(k int) int32 { return v.order[k] } // from outside inwards
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
	// count goes inwards until there are enough rows of the level, all of one value together;
	// before are those in front of the value that the first few reach into.
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
	case before > 0 && float64(few) < float64(density*float64(before))*edgeThin: // the last ones stand out
		return b, false
	case behind > 0 && density < edgeDensity*float64(also)/float64(behind):
		return b, false
	}
	b = bound{-Open, Open}
	near := v.col[row(beyond-int(math.Ceil(eachExpected/density)))] // between this and the last it may be anywhere
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

// sort puts the rows in the order of their values.
func (v *valued) sort() {
	if v.order != nil {
		return
	}
	type entry struct { // side by side, which takes half the time of sorting places
		v float64
		i int32
	}
	list := make([]entry, len(v.col))
	for i, x := range v.col {
		list[i] = entry{x, int32(i)}
	}
	slices.SortFunc(list, func(a, b entry) int { return compare(a.v, b.v) })
	v.order = make([]int32, len(list))
	for k, e := range list {
		v.order[k] = e.i
	}
}

// below counts the rows under a value, upTo those that are not above it.
func (v *valued) below(x float64) int {
	k, _ := slices.BinarySearchFunc(v.order, x, func(i int32, x float64) int { return compare(v.col[i], x) })
	return k
}

func (v *valued) upTo(x float64) int { return v.below(math.Nextafter(x, math.Inf(1))) }

// orders looks for numbers that are at most others. It is convincing where chance would break it
// often and the two come close: many are equal, or their differences begin sharply at 0.
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
		follows := slices.ContainsFunc(m.values, func(v *valued) bool { return has(a, v.j) && has(v.j, b) && !has(v.j, a) && !has(b, v.j) })
		if !follows && !has(b, a) && i.Rule.Check(m.t.Schema) == nil { // equal columns are told as such
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

// above is the share of pairs of values of two sorted lists of which the first is larger.
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

// close reports whether differences b - a of at least 0 are as dense at 0 as behind.
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

// chosen leaves out what follows from the others.
func (m *implying) chosen() (list []Implied) {
	s := m.t.Schema
	reach := func(r Rule) int { return 2*b2i(!r.Reverse) + 4*b2i(r.Then == nil && r.Kind == NeverSeen) }
	slices.SortStableFunc(m.found, func(a, b Implied) int {
		return cmp.Or(b2i(b.On)-b2i(a.On), reach(a.Rule)-reach(b.Rule), cmp.Compare(a.Rule.Feature, b.Rule.Feature), cmp.Compare(a.Rule.Other, b.Rule.Other))
	})
	var kept []Rule
	free, row := make([]Domain, len(s.Features)), m.t.Row(0, nil) // no row breaks any
	for j, f := range s.Features {
		free[j] = start(f, row, j)
	}
	for _, i := range m.found[:min(len(m.found), mostWeighed)] {
		if len(list) == mostImplied {
			break
		}
		if i.Rule.Kind == NeverSeen && i.Rule.entailed(s, kept, row, free) {
			continue
		}
		kept, list = append(kept, i.Rule), append(list, i)
	}
	return list
}

// entailed reports whether other rules leave nothing of what a NeverSeen rule forbids.
func (r *Rule) entailed(s data.Schema, rules []Rule, row []float64, free []Domain) bool {
	for _, l := range r.Levels {
		if !r.within(r.left(s, rules, row, free, r.Feature, l)[r.Other], r.second) {
			return false
		}
	}
	then := r.Then
	if then == nil {
		then = []int{0}
	}
	for _, l := range then {
		if r.Reverse && !r.within(r.left(s, rules, row, free, r.Other, l)[r.Feature], r.first) {
			return false
		}
	}
	return true
}

// left are the domains that rules leave where a feature has a level, or of a number what goes
// with the first.
func (r *Rule) left(s data.Schema, rules []Rule, row []float64, free []Domain, j, level int) []Domain {
	d := slices.Clone(free)
	for k := range d {
		d[k].Levels = slices.Clone(d[k].Levels)
	}
	for l := range d[j].Levels {
		d[j].Levels[l] = l == level
	}
	if d[j].Levels == nil {
		d[j].Min, d[j].Max = max(d[j].Min, r.Min), min(d[j].Max, r.Max)
	}
	Narrow(s, rules, row, d)
	return d
}

// within reports whether a domain holds nothing else than what goes with the other feature.
func (r *Rule) within(d Domain, is func(float64) bool) bool {
	if d.Levels == nil {
		return r.Min <= d.Min && d.Max <= r.Max
	}
	for l, in := range d.Levels {
		if in && !is(float64(l)) {
			return false
		}
	}
	return true
}
