package causal

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/data"
	"causeway/core/sorting"
)

// Implied is a pattern that every row of a table keeps and that chance does not explain: a
// NeverSeen rule, or one number that is at most another, or at most a multiple of it.
type Implied struct {
	Rule     Rule    `msgpack:"rule"`
	Rows     int     `msgpack:"rows" bound:"0.."`     // rows with NeverSeen's first condition; otherwise all
	Expected float64 `msgpack:"expected" bound:"0.."` // rows expected to break it if both sides were independent
	On       bool    `msgpack:"on"`                   // enforced unless a person removes it; if false, only suggested
}

// Thresholds for a convincing rule. A combination must not be forbidden only because it is rare. So
// a level is listed only if its share among the other levels predicts enough rows. A bound is
// listed only if rows are as dense just inside it as further in, and this density predicts enough
// rows beyond it.
const (
	mostImplied   = 100   // most rules listed
	onExpected    = 20    // by chance, at least this many rows would break an enforced rule
	seenExpected  = 10    // the same for a suggested rule
	onChance      = 0.001 // probability that any enforced rule among all candidates is due to chance
	seenChance    = 0.05
	eachExpected  = 7    // expected rows of each listed level; e^-7 is below 0.001
	leastExpected = 3    // in the level where it is rarest; with fewer, it may just fade out
	edgeRows      = 20   // rows of a level nearest to its bound
	edgeDue       = 10   // rows that their density predicts beyond it
	edgeDensity   = 0.6  // relative to the density of as many rows further in
	edgeFew       = 5    // the nearest rows, which must not be isolated from the rest
	edgeThin      = 0.3  // least density of these, relative to all nearest rows
	onBeyond      = 0.05 // share of all rows beyond an enforced bound; a few extremes are not enough
	seenBeyond    = 0.01 // share of all rows beyond a suggested bound
	sampledRows   = 4096 // rows used to rule out most pairs
	manyColumns   = 100  // with more columns, fewer rows are used
	mostWeighed   = 2000 // rules that are checked for redundancy
)

// Implications finds patterns that all rows of a table keep, enforced ones first. It omits patterns
// that follow from others in the list. Rules about features whose names suggest that nobody may
// change them are only suggested: there, a missing combination is history, not a rule.
func Implications(t *data.Table) []Implied {
	if t.Rows() < onExpected {
		return nil
	}
	m := newImplying(t)
	m.levels()
	m.numbers()
	m.orders()
	m.ratios()
	return m.chosen()
}

// implying searches for implied rules.
type implying struct {
	t      *data.Table
	n      int
	groups []*levelled // for features with levels
	values []*valued   // for numbers
	tests  float64     // number of pairs of a level and a feature examined
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

// valued is a number with its rows sorted by value.
type valued struct {
	j     int
	col   []float64
	order []int32   // nil until needed
	some  []float64 // values of the sample, sorted

	filled bool // missing values were filled in, so only the order is evidence
}

func newImplying(t *data.Table) *implying {
	m := &implying{t: t, n: t.Rows()}
	most := sampledRows
	if len(t.Cols) > manyColumns {
		most /= 4 // the number of pairs grows with the square of the number of columns
	}
	for k := range min(m.n, most) {
		m.sample = append(m.sample, int(int64(k)*int64(m.n)/int64(min(m.n, most))))
	}
	flagged := make([]bool, len(t.Cols)) // features whose missing values were filled in
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

// likely decides whether a missing combination is convincing (on) or worth a suggestion (seen).
// expected is how often it was expected, log is the log probability that it is absent by chance,
// and choices the logarithm of the number of competing rules.
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

// chosen returns the rules that do not follow from others.
func (m *implying) chosen() (list []Implied) {
	s := m.t.Schema
	reach := func(r Rule) int { return 2*b2i(!r.Reverse) + 4*b2i(r.Then == nil && r.Kind == NeverSeen) }
	sorting.Stable(m.found, func(a, b Implied) int {
		return cmp.Or(b2i(b.On)-b2i(a.On), reach(a.Rule)-reach(b.Rule), cmp.Compare(a.Rule.Feature, b.Rule.Feature),
			cmp.Compare(a.Rule.Other, b.Rule.Other))
	})
	var kept []Rule
	free, row := make([]Domain, len(s.Features)), m.t.Row(0, nil) // a row that breaks no rule
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
		if !r.within(r.domainsLeft(s, rules, row, free, r.Feature, l)[r.Other], r.second) {
			return false
		}
	}
	then := r.Then
	if then == nil {
		then = []int{0}
	}
	for _, l := range then {
		if r.Reverse && !r.within(r.domainsLeft(s, rules, row, free, r.Other, l)[r.Feature], r.first) {
			return false
		}
	}
	return true
}

// domainsLeft returns the domains that the rules leave when feature j has a certain level or, for a
// number, a value that goes with the first condition.
func (r *Rule) domainsLeft(s data.Schema, rules []Rule, row []float64, free []Domain, j, level int) []Domain {
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

// within reports whether all values of a domain go with the other condition.
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
