package causal

import (
	"math"
	"slices"

	"causeway/core/data"
)

// levels examines all pairs of features with levels.
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

// pair counts how often the levels of two features occur together.
type pair struct {
	m        *implying
	a, b     *levelled
	cells    []int32
	on, weak map[[2]int]bool // pairs of levels that never occur together: convincing ones, and all worth suggesting
}

// judge finds pairs of levels that no row combines although many rows would be expected to. It
// examines each row and each column of the contingency table separately.
func (p *pair) judge() {
	p.on, p.weak = map[[2]int]bool{}, map[[2]int]bool{}
	for l, n := range p.a.count {
		p.line(n, p.a.count, p.b.count, func(k, m int) int { return int(p.cells[k*len(p.b.count)+m]) }, l,
			func(m int) [2]int { return [2]int{l, m} })
	}
	for l, n := range p.b.count {
		p.line(n, p.b.count, p.a.count, func(k, m int) int { return int(p.cells[m*len(p.b.count)+k]) }, l,
			func(m int) [2]int { return [2]int{m, l} })
	}
	for at := range p.on {
		p.weak[at] = true
	}
}

// line judges level l, with its n rows, by the levels of the other feature.
func (p *pair) line(n int, own, counts []int, seen func(k, m int) int, l int, cell func(m int) [2]int) {
	if n < seenExpected {
		return
	}
	total, with, all := float64(p.m.n), 0, 0 // with: rows of the levels that occur with l
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
		if rest > 0 && float64(n)*float64(rest)/float64(of) < eachExpected ||
			float64(n)*rarest(own, func(k int) int { return seen(k, m) }) < leastExpected {
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

// besides counts the rows with a level in all groups except l and the group where the level is most
// frequent, and the size of these groups. A level that is frequent in a single group says nothing
// about the others.
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

// rarest returns the smallest nonzero share that a level has in any group.
func rarest(own []int, seen func(k int) int) float64 {
	least := 1.0
	for k, n := range own {
		if c := seen(k); c > 0 {
			least = min(least, float64(c)/float64(n))
		}
	}
	return least
}

// choose returns the logarithm of the number of ways to choose k of n items.
func choose(n, k int) float64 {
	lg := func(v int) float64 { l, _ := math.Lgamma(float64(v + 1)); return l }
	return lg(n) - lg(k) - lg(n-k)
}

// rules expresses a set of level pairs in as few rules as it can, by rows or by columns of the
// table, merging equal ones. If both features split into two parts, one rule covers both
// directions. If on is false, it adds only rules with some pairs that are not enforced.
func (p *pair) rules(cells map[[2]int]bool, on bool) {
	lines, columns := p.grouped(cells, 0), p.grouped(cells, 1)
	s, first, second, groups := p.m.t.Schema, p.a, p.b, lines
	if len(columns) < len(lines) {
		first, second, groups = p.b, p.a, columns
	}
	if len(groups) == 2 && !overlap(groups[0].then, groups[1].then) &&
		len(groups[0].levels)+len(groups[1].levels) == seenLevels(first) {
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

// counts returns the number of rows that match the first condition of a rule, and the expected
// number that would break it.
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

// alike holds the levels that occur with the same levels of the other feature.
type alike struct {
	levels, then []int
	cells        [][2]int
	sure         int
	both         bool
}

// grouped returns the rows of the contingency table, grouped by their cells, or its columns if
// side is 1.
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
			list[k].levels, list[k].cells, list[k].sure = append(list[k].levels, l), append(list[k].cells, g.cells...),
				list[k].sure+g.sure
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
