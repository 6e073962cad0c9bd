package main

import (
	"math"
	"slices"
)

// moves says in which directions a feature, or the causes of a rule, can move.
type moves uint8

const (
	falls moves = 1 << iota
	stays
	rises
)

func (m moves) turned(is bool) moves {
	if !is {
		return m
	}
	return m&stays | m&falls<<2 | m&rises>>2
}

// moves returns the directions in which a feature's score moves from x in the rows of a box.
func (p *problem) moves(x []float64, b box, j int) (m moves) {
	f := &p.features[j]
	at := f.score(x[j])
	add := func(v float64) {
		switch {
		case v < at:
			m |= falls
		case v > at:
			m |= rises
		default:
			m |= stays
		}
	}
	if f.number() {
		add(b[j].low)
		add(b[j].high)
		if b[j].has(at) {
			m |= stays
		}
		return m
	}
	for l, in := range b[j].levels {
		if in {
			add(f.score(float64(l)))
		}
	}
	return m
}

// extent returns how far a feature's score moves up (or down) from x in the rows that move that
// way.
func (p *problem) extent(x []float64, b box, j int, up bool) (least, most float64) {
	f, way := &p.features[j], 1.0
	if !up {
		way = -1
	}
	at := f.score(x[j])
	if f.number() {
		least, most = way*(b[j].low-at), way*(b[j].high-at)
		next := way*f.grid(way*at, true) - at // next value of the column in that direction
		return max(min(least, most), way*next), max(least, most, 0)
	}
	least = math.Inf(1)
	for l, in := range b[j].levels {
		if far := way * (f.score(float64(l)) - at); in && far > 0 {
			least, most = min(least, far), max(most, far)
		}
	}
	return min(least, most), most
}

// rounding returns the program's tolerance for the difference of two scores.
func rounding(a, b float64) float64 { return 1e-14 * (math.Abs(a) + math.Abs(b)) }

// lag returns the largest rounding error of a feature's change in a box.
func (p *problem) lag(x []float64, b box, j int) float64 {
	low, high := p.features[j].scores(b[j])
	return rounding(max(math.Abs(low), math.Abs(high)), p.features[j].score(x[j]))
}

// can reports whether some row of a box may keep a rule, and whether some row may break it. For a box
// of several rows, either may be true by mistake. For a single row exactly one is true, apart from
// rounding.
func (p *problem) can(r *rule, x []float64, b box) (keep, harm bool) {
	j, k := r.Feature, r.Other
	d := b[j]
	switch r.Kind {
	case "immutable":
		return d.has(x[j]), d.other(x[j])
	case "range":
		return d.low <= r.Max && d.high >= r.Min, d.low < r.Min || d.high > r.Max
	case "allowed":
		return among(d, r.Levels)
	case "only increase":
		m := p.moves(x, b, j)
		return m&(stays|rises) != 0, m&falls != 0
	case "only decrease":
		m := p.moves(x, b, j)
		return m&(stays|falls) != 0, m&rises != 0
	case "if rises":
		return p.canFollow(r, x, b)
	case "less or equal":
		low, high := p.features[j].scores(d)
		otherLow, otherHigh := p.features[k].scores(b[k])
		return low <= otherHigh, high > otherLow
	case "forbidden transitions":
		var to []int
		for _, t := range r.Transitions {
			if float64(t[0]) == x[j] {
				to = append(to, t[1])
			}
		}
		harm, keep = among(d, to)
		return keep, harm
	case "move together":
		return p.canTogether(r, x, b)
	case "move at most":
		return p.canMove(r, x, b)
	case "computed":
		low, high, slack := p.sum(r, b)
		return d.low <= high+slack && d.high >= low-slack, d.high > low+slack || d.low < high-slack
	case "stays missing":
		if x[k] == 0 {
			return true, false
		}
		return d.has(x[j]) || b[k].has(0), d.other(x[j]) && b[k].other(0)
	case "never seen":
		return p.canShow(r, x, b)
	case "not alone":
		some, all := b[k].other(x[k]), b[k].has(x[k]) // a cause may change; all may stay
		for _, m := range r.Also {
			some, all = some || b[m.Feature].other(x[m.Feature]), all && b[m.Feature].has(x[m.Feature])
		}
		return d.has(x[j]) || some, d.other(x[j]) && all
	case "inequality":
		return p.canSum(r, b)
	case "cardinality":
		sure, most := 0.0, 0.0 // conditions that hold in all rows, and in some
		for i, k := range r.list() {
			in, out := r.when(i).can(b[k], x[k])
			if in {
				most++
			}
			if !out {
				sure++
			}
		}
		return sure <= r.Max && most >= r.Min, most > r.Max || sure < r.Min
	}
	return true, true
}

// list returns the features of a rule.
func (r *rule) list() []int {
	list := []int{r.Feature, r.Other}
	for _, m := range r.Also {
		list = append(list, m.Feature)
	}
	return list
}

// when returns the condition on a feature. By default it is that the feature changes.
func (r *rule) when(i int) condition {
	if r.When == nil {
		return condition{Changes: true}
	}
	return r.When[i]
}

// can reports whether some value of a domain meets a condition, and whether some value does not.
func (c condition) can(d domain, x float64) (in, out bool) {
	switch {
	case c.Changes:
		in, out = d.other(x), d.has(x)
	case d.levels != nil:
		in, out = among(d, c.Levels)
	default:
		in, out = d.low <= c.Max && d.high >= c.Min, d.low < c.Min || d.high > c.Max
	}
	if c.Not {
		return out, in
	}
	return in, out
}

// canSum implements can for a sum of at most Max. The program allows for a rounding error of 1e-12
// times the sizes of all terms.
func (p *problem) canSum(r *rule, b box) (keep, harm bool) {
	low, high, least, most := 0.0, 0.0, math.Abs(r.Max), math.Abs(r.Max)
	for i, k := range r.list() {
		from, to := r.Weights[i]*b[k].low, r.Weights[i]*b[k].high
		low, high = low+min(from, to), high+max(from, to)
		least, most = least+max(math.Abs(from), math.Abs(to)), most+math.Abs(max(from, to))
	}
	return low <= r.Max+1.1e-12*least, high > r.Max+0.9e-12*most
}

// among reports whether some level of a domain is in a list, and whether some level is
// not.
func among(d domain, list []int) (in, out bool) {
	for l, has := range d.levels {
		if has && slices.Contains(list, l) {
			in = true
		} else if has {
			out = true
		}
	}
	return in, out
}

// premise returns the directions in which an "if rises" rule may require its effect to move: with the
// causes' signs, against them, or neither if the rule does not apply.
func (p *problem) premise(r *rule, x []float64, b box) (ways moves) {
	type state struct {
		way           moves // directions of the causes so far
		all, up, down bool  // whether all required causes move; quiet causes limit the direction
	}
	states := map[state]bool{{stays, true, true, true}: true}
	for i := -1; i < len(r.Also); i++ {
		c := member{Feature: r.Feature, Part: "moves"}
		if i >= 0 {
			c = r.Also[i]
		}
		next, may := map[state]bool{}, p.moves(x, b, c.Feature).turned(c.Falls)
		for s := range states {
			for _, m := range []moves{falls, stays, rises} {
				t := s
				switch {
				case may&m == 0:
					continue
				case m == stays:
					t.all = t.all && c.Part != "moves"
				case c.Part == "quiet":
					t.up, t.down = t.up && m == rises, t.down && m == falls
				case c.Part == "still" || s.way|m == falls|rises:
					ways |= stays
					continue
				default:
					t.way = m
				}
				next[t] = true
			}
		}
		states = next
	}
	for s := range states {
		if !s.all && !r.Any || s.way == rises && !s.up || s.way == falls && !(s.down && r.Reverse) {
			s.way = stays
		}
		ways |= s.way
	}
	return ways
}

// canFollow implements can for a rule that the effect rises (or falls) if the causes rise, by Least
// to Most for each unit.
func (p *problem) canFollow(r *rule, x []float64, b box) (keep, harm bool) {
	ways := p.premise(r, x, b)
	keep = ways&stays != 0
	for _, way := range []moves{rises, falls} {
		if ways&way == 0 {
			continue
		}
		up := (way == rises) != r.Falls
		m := p.moves(x, b, r.Other).turned(!up)
		right, wrong := m&rises != 0 || m&stays != 0 && !r.Strict, m&falls != 0 || m&stays != 0 && r.Strict
		harm = harm || wrong
		if !right {
			continue
		}
		least, most := p.extent(x, b, r.Other, up)
		causeLeast, causeMost := p.extent(x, b, r.Feature, way == rises)
		lag, slack := 2*p.lag(x, b, r.Feature), 2*p.lag(x, b, r.Other)
		fits := most >= r.Least*(causeLeast-lag)-slack
		fails := r.Least > 0 && least < r.Least*causeMost
		if r.Most > 0 {
			fits = fits && least <= r.Most*(causeMost+lag)+slack
			fails = fails || most > r.Most*causeLeast
		}
		if p.single(b, r.Feature, r.Other) { // the verdict equals the program's, which allows for rounding
			fails = r.Least > 0 && least < r.Least*(causeMost-lag/2)-slack/2 ||
				r.Most > 0 && most > r.Most*(causeLeast+lag/2)+slack/2
		}
		keep, harm = keep || fits, harm || fails
	}
	return keep, harm
}

func (p *problem) single(b box, features ...int) bool {
	return !slices.ContainsFunc(features, func(j int) bool { return !b[j].single() })
}

// canTogether implements can for a rule that all members rise, all fall or all stay. If one has no
// order, all change or none does.
func (p *problem) canTogether(r *rule, x []float64, b box) (keep, harm bool) {
	list := append([]member{{Feature: r.Feature}, {Feature: r.Other, Falls: r.Falls}}, r.Also...)
	ordered := !slices.ContainsFunc(list, func(m member) bool { return !p.features[m.Feature].scored() })
	all, some := falls|stays|rises, moves(0)
	for _, m := range list {
		var may moves
		if ordered {
			may = p.moves(x, b, m.Feature).turned(m.Falls)
		} else {
			if b[m.Feature].has(x[m.Feature]) {
				may = stays
			}
			if b[m.Feature].other(x[m.Feature]) {
				may |= rises
			}
		}
		all, some = all&may, some|may
	}
	return all != 0, some != falls && some != stays && some != rises
}

// canMove implements can for a rule that a feature falls by at most Min and rises by at most Max,
// or as far as a cause forces it up.
func (p *problem) canMove(r *rule, x []float64, b box) (keep, harm bool) {
	f, d := &p.features[r.Feature], b[r.Feature]
	if d.levels != nil && !d.single() { // one by one
		for l, in := range d.levels {
			if in {
				one := domain{levels: make([]bool, len(d.levels))}
				one.levels[l] = true
				may, not := p.canMove(r, x, b.with(r.Feature, one))
				keep, harm = keep || may, harm || not
			}
		}
		return keep, harm
	}
	low, high := f.scores(d)
	at, slack := f.score(x[r.Feature]), p.lag(x, b, r.Feature)
	least, most := at+r.Max, at+r.Max // the range that the rule allows
	for _, m := range r.Also {
		a, c := p.extent(x, b, m.Feature, !m.Falls)
		if lag := p.lag(x, b, m.Feature); c > 0 {
			most = max(most, f.upTo(at+m.Least*(c+2*lag))+f.step()*1e-9)
			if a > 0 {
				least = max(least, f.upTo(at+m.Least*a))
			}
		}
	}
	return high >= at-r.Min-2*slack && low <= most+2*slack, low < at-r.Min-slack/2 || high > least+slack/2
}

// upTo returns the smallest number of a column from v on, apart from rounding.
func (f *feature) upTo(v float64) float64 { return f.grid(v-rounding(v, v), false) }

// sum bounds the result of a "computed" rule for the rows of a box; the feature is within slack of
// it.
func (p *problem) sum(r *rule, b box) (low, high, slack float64) {
	low, high = r.Shift, r.Shift
	size := math.Abs(r.Shift)
	for i, w := range r.Weights {
		j := r.Other
		if i > 0 {
			j = r.Also[i-1].Feature
		}
		from, to := p.features[j].scores(b[j])
		low, high = low+min(w*from, w*to), high+max(w*from, w*to)
		size += math.Abs(w) * max(math.Abs(from), math.Abs(to))
	}
	step := p.features[r.Feature].step()
	return low, high, step/2 + 1e-9*step + 1e-12*size
}

// canShow implements can for a rule that Levels never occur with values outside Then, unless they do
// so in x.
func (p *problem) canShow(r *rule, x []float64, b box) (keep, harm bool) {
	shows := func(b box) (seen, unseen bool) {
		in, out := among(b[r.Feature], r.Levels)
		d := b[r.Other]
		goes, not := among(d, r.Then)
		if r.Then == nil {
			goes, not = d.low <= r.Max && d.high >= r.Min, d.low < r.Min || d.high > r.Max
		}
		return in && goes || out && (!r.Reverse || not), in && not || r.Reverse && out && goes
	}
	if _, was := shows(p.point(x)); was {
		return true, false
	}
	return shows(b)
}
