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
	Rows     int     `msgpack:"rows" bound:"0.."`     // those with the first of a NeverSeen rule, else all
	Expected float64 `msgpack:"expected" bound:"0.."` // rows expected to break it if both sides were independent
	On       bool    `msgpack:"on"`                   // it holds until a person lifts it; else a suggestion
}

// Thresholds for a convincing rule. Rare combinations are not forbidden for being rare. A level
// is named only if, by the shares of the other levels, so many rows with it are expected among
// those of the first. A bound is named only if the rows of the level are as dense just inside
// it as farther in, and that density predicts as many rows beyond it.
const (
	mostImplied   = 100   // that are listed
	onExpected    = 20    // rows that would break a rule that is on
	seenExpected  = 10    // and one that is suggested
	onChance      = 0.001 // of all that is looked at, that any such rule is one by chance
	seenChance    = 0.05
	eachExpected  = 7    // of every level that is named: e^-7 is below 0.001
	leastExpected = 3    // expected with the level that it is rarest with, or it fades out from level to level
	edgeRows      = 20   // of a level nearest to its bound
	edgeDue       = 10   // rows that their density lets one expect beyond it
	edgeDensity   = 0.6  // of theirs, by that of as many rows behind them
	edgeFew       = 5    // of these that must not be apart from the others
	edgeThin      = 0.3  // least density of these, relative to all of them
	onBeyond      = 0.05 // share of all rows beyond a bound that is on, so that a few extremes are not enough
	seenBeyond    = 0.01 // and beyond one that is suggested
	sampledRows   = 4096 // that rule out most pairs
	manyColumns   = 100  // above which they are fewer
	mostWeighed   = 2000 // rules that are checked for following from others
)

// Implications finds what all rows of a table imply, the rules that are on first. It leaves out
// what follows from others that it names. Rules about a feature whose name says that nobody may
// change it are only suggested: a missing combination there is history, not a rule.
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

	filled bool // some were missing: their replacements follow nothing but order
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
	flagged := make([]bool, len(t.Cols)) // with values filled in where they were missing
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

// likely decides whether a missing combination is convincing (on) or worth a suggestion (seen),
// by how often it was expected and the logarithm of the probability of its absence by chance.
// choices is the logarithm of how many such rules compete.
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

// chosen leaves out rules that follow from the others.
func (m *implying) chosen() (list []Implied) {
	s := m.t.Schema
	reach := func(r Rule) int { return 2*b2i(!r.Reverse) + 4*b2i(r.Then == nil && r.Kind == NeverSeen) }
	slices.SortStableFunc(m.found, func(a, b Implied) int {
		return cmp.Or(b2i(b.On)-b2i(a.On), reach(a.Rule)-reach(b.Rule), cmp.Compare(a.Rule.Feature, b.Rule.Feature),
			cmp.Compare(a.Rule.Other, b.Rule.Other))
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

// entailed reports whether other rules already exclude everything that a NeverSeen rule
// forbids.
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

// left are the domains that rules leave if a feature has a level, or for a number the values
// that go with the first.
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

// within reports whether a domain has only values that go with the other feature.
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
