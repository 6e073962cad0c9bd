package data

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Code is a number of a column that looks like a code, such as -9 for "no record".
type Code struct {
	Value   float64
	Rows    int `bound:"0.."` // number of rows of the column with this value
	Columns int `bound:"0.."` // number of columns in which it looks like a code
}

// ends holds the smallest and largest distinct numbers of a column, outermost first, each with its
// number of rows. Numbers at the upper end are negated, so that both ends can be treated alike.
type ends struct {
	low, high []pile
	all       []pile // all numbers in ascending order while they are few; low and high are then empty
}

type pile struct {
	v    float64
	rows int
}

// endSize is the largest number of distinct values at an end.
const endSize = 32

// add counts a number. Once a number drops out of a full end it never returns, so all counts are
// exact.
func (e *ends) add(v float64) {
	switch {
	case e.low == nil:
		if e.all = piled(e.all, v); len(e.all) > 2*endSize {
			e.part()
			e.all = nil
		}
	case v <= e.low[endSize-1].v:
		e.low = piled(e.low, v)[:endSize]
	case -v <= e.high[endSize-1].v:
		e.high = piled(e.high, -v)[:endSize]
	}
}

// part splits the numbers so far into the two ends.
func (e *ends) part() {
	n := min(len(e.all), endSize)
	e.low, e.high = make([]pile, n, endSize+1), make([]pile, n, endSize+1)
	copy(e.low, e.all)
	for k := range e.high {
		p := e.all[len(e.all)-1-k]
		e.high[k] = pile{-p.v, p.rows}
	}
}

// piled counts a number in an ascending list.
func piled(list []pile, v float64) []pile {
	at, to := 0, len(list)
	for at < to {
		if half := (at + to) / 2; list[half].v < v {
			at = half + 1
		} else {
			to = half
		}
	}
	if at < len(list) && list[at].v == v {
		list[at].rows++
		return list
	}
	return slices.Insert(list, at, pile{v, 1})
}

// knownCodes are numbers that machines and file formats use for missing values.
var knownCodes = []float64{-32768, 32767, 65535, -2147483648, 2147483647, 4294967295, -999.25}

// codeLike reports whether a number looks like a code: -1 to -9, 7 to 9, and numbers whose digits
// are all 7, all 8, or all 9 except perhaps the last, such as 98, -999 and 9999.9.
func codeLike(v float64) bool {
	if slices.Contains(knownCodes, v) {
		return true
	}
	text := strconv.FormatFloat(math.Abs(v), 'f', -1, 64)
	digits := strings.Replace(text, ".", "", 1)
	if len(digits) == 1 {
		return v < 0 || v >= 7
	}
	if !farCode(v) {
		return false
	}
	last := len(digits) - 1
	first := digits[0]
	return first >= '7' && strings.Trim(digits[:last], string(first)) == "" &&
		(digits[last] == first || first == '9' && digits[last] >= '6')
}

// farCode reports whether a code has enough digits to be outside the range on purpose.
func farCode(v float64) bool { return math.Abs(v) >= 77 }

// edge is one end of a column, on the assumption that its outermost numbers are codes.
type edge struct {
	codes, rest []pile  // numbers of the end: assumed codes, and the others
	inner       []pile  // the innermost codes of one kind: all of one digit, or all far away
	upper       bool    // whether this is the upper end
	gap         float64 // between codes and rest
	local       float64 // largest step between nearby numbers of the rest
	span        float64 // distance between the first and last number that is not a code
	others      int     // number of other distinct values
	rows        int     // rows with one of inner
	all         int     // number of rows of the column
}

// edgeOf returns the edge on the assumption that the first m numbers of an end are codes.
func edgeOf(end []pile, m int, far float64, distinct, all int, upper bool) edge {
	e := edge{codes: end[:m], rest: end[m:], upper: upper, others: distinct - m, all: all}
	near := e.rest
	if len(end) < endSize { // the end is the whole column; the other half has different steps
		near = near[:max(2, (len(near)+1)/2)]
	}
	for k := 1; k < len(near); k++ {
		if near[k-1].v != 0 || len(near) < 4 { // if many values are 0, the smallest positive one may be far from it
			e.local = max(e.local, near[k].v-near[k-1].v)
		}
	}
	e.gap, e.span = e.rest[0].v-end[m-1].v, far-e.rest[0].v
	e.inner = e.codes
	for k, c := range e.codes {
		if farCode(c.v) != farCode(end[m-1].v) {
			e.inner = e.codes[k+1:]
		}
	}
	for _, c := range e.inner {
		e.rows += c.rows
	}
	return e
}

// negative reports whether the codes are below 0 although all other numbers are at least 0.
func (e *edge) negative() bool { return !e.upper && e.codes[len(e.codes)-1].v < 0 && e.rest[0].v >= 0 }

// beyond reports whether the codes have many digits and are far from the other numbers. If many of
// these end in 9 too, the distance must be larger.
func (e *edge) beyond() bool {
	least := 0.15 * e.span
	if e.upper && e.priced() {
		least = e.span
	}
	inner := e.codes[len(e.codes)-1]
	return !slices.ContainsFunc(e.codes, func(c pile) bool { return !farCode(c.v) }) && e.gap >= least &&
		(inner.rows > 1 || len(e.codes) == 1)
}

// apart reports whether the gap is larger than the steps between the other numbers can explain.
func (e *edge) apart() bool { return e.gap >= 2*e.local }

// lopsided reports whether the other numbers extend further above 0 than the nearest code lies
// below 0. On a scale around 0 they would not.
func (e *edge) lopsided() bool { return e.span >= -2*e.inner[0].v }

// priced reports whether many nearby numbers end in 9 at the same digit as the innermost code, as
// prices do.
func (e *edge) priced() bool {
	code := number64(e.codes[len(e.codes)-1].v)
	place := len(code) - strings.IndexByte(code+".", '.')
	nines, rows := 0, 0
	for _, p := range e.rest {
		rows += p.rows
		if text := number64(p.v); text[len(text)-1] == '9' && len(text)-strings.IndexByte(text+".", '.') == place {
			nines += p.rows
		}
	}
	return 10*nines > 4*rows
}

// repeated reports whether the codes occur much more often than nearby numbers.
func (e *edge) repeated() bool {
	near := e.rest[:min(len(e.rest), 16)]
	if near[0].v == 0 && len(near) > 1 { // 0 is often frequent
		near = near[1:]
	}
	return rowsEach(e.inner) >= 3*rowsEach(near)
}

// odd reports whether the codes do not fit the steps of the nearby numbers, such as -1 among
// multiples of 5.
func (e *edge) odd() bool {
	step := math.Inf(1)
	for k := 1; k < len(e.rest); k++ {
		step = min(step, e.rest[k].v-e.rest[k-1].v)
	}
	misses := func(p pile) bool { return math.Mod(p.v-e.rest[0].v, step) != 0 }
	return len(e.rest) >= 4 && step >= 2 && slices.ContainsFunc(e.inner, misses) &&
		!slices.ContainsFunc(e.rest, misses)
}

// rowsEach returns the average number of rows per value of a list.
func rowsEach(list []pile) float64 {
	rows := 0
	for _, p := range list {
		rows += p.rows
	}
	return float64(rows) / float64(len(list))
}

// abrupt reports whether the codes lie directly below 0 and are as frequent as the numbers above.
// The tail of a distribution would fade.
func (e *edge) abrupt() bool {
	if len(e.inner) > 3 || len(e.rest) < 4 {
		return false
	}
	for k, c := range e.inner {
		if c.rows < 5 || c.v != float64(k-len(e.inner)) {
			return false
		}
	}
	return rowsEach(e.inner) >= 0.5*rowsEach(e.rest[:3]) && float64(e.rest[0].rows) >= 0.5*rowsEach(e.rest[1:4])
}

// alone reports whether the codes are evident from their own column. In a fading tail, the
// probability that k equal numbers lie g steps beyond the others is below (0.37/(g+1))^k. If that
// is too small, the numbers look like a code.
func (e *edge) alone() bool {
	switch {
	case e.negative() && e.apart() && e.rows >= 3 && rowsEach(e.inner) >= 2:
		return e.others >= 3 || e.codes[len(e.codes)-1].v <= -2
	case e.negative() && e.lopsided() && (e.others >= 4 && e.rows >= 4 && (e.repeated() || e.odd()) || e.others >= 10 &&
		e.abrupt()):
		return true
	case e.beyond() && e.apart():
		return e.rows >= 4 || e.rows >= 3 && e.gap >= e.span || e.others >= 10 && e.gap >= 3*e.span &&
			math.Abs(e.codes[0].v) >= 777
	}
	return false
}

// among reports whether other columns support the codes: at least three columns share them or, if
// known is true, one of them is already a code of another column.
func (e *edge) among(sharing int, known bool) bool {
	switch {
	case (e.negative() || e.beyond()) && e.apart():
		return known || sharing >= 3
	case e.negative() && e.lopsided() && e.others >= 4:
		away := e.codes[len(e.codes)-1].v <= -2
		return sharing >= 3 && e.rows >= 2 && (away || rowsEach(e.inner) >= 0.5*rowsEach(e.rest[:3])) || known &&
			(away || e.abrupt())
	case e.upper && e.apart(): // 7, 8 and 9 on shorter scales
		return e.rows >= 2 && sharing >= 3
	}
	return false
}

// outlandish reports whether a single number, whatever its digits, occurs in many rows and lies too
// far from all others to be a measurement.
func (e *edge) outlandish() bool {
	return len(e.codes) == 1 && e.codes[0].v != 0 && e.others >= 10 && e.gap >= 3*e.span && e.rows >= max(20, e.all/200)
}

// edges lists the possible edges at one end of the column, those with most codes first.
func (c *column) edges(upper bool) (list []edge) {
	end, other := c.ends.low, c.ends.high
	if upper {
		end, other = other, end
	}
	looks := func(list []pile, upper bool) int {
		n := slices.IndexFunc(list, func(p pile) bool { return !looksCode(p.v, upper) })
		if n < 0 {
			n = len(list)
		}
		return n
	}
	far := -other[min(looks(other, !upper), len(other)-1)].v
	for m := max(min(looks(end, upper), 8), 1); m > 0; m-- {
		if len(end)-m >= 2 && far >= end[m].v {
			list = append(list, edgeOf(end, m, far, len(c.distinct), c.numbers, upper))
		}
	}
	return list
}

// signed returns a number of an end with the sign that it has in the column.
func signed(v float64, upper bool) float64 {
	if upper {
		return -v
	}
	return v
}

// looksCode reports whether a number of an end looks like a code outside the range.
func looksCode(v float64, upper bool) bool { return v < 0 && codeLike(signed(v, upper)) }

// findCodes finds numbers in all columns that look like codes: first those evident from one
// column, then those evident from several columns together. It only reports them.
func (p *profile) findCodes() {
	found := make([][2]*edge, len(p.columns)) // by column and end
	open := make([][2][]edge, len(p.columns))
	type key struct {
		v     float64
		upper bool
	}
	told := map[key]bool{}
	sharing := map[string]int{} // number of columns with the same codes at the same end
	name := func(e *edge) string {
		text := strconv.FormatBool(e.upper)
		for _, c := range e.codes {
			text += " " + number64(c.v)
		}
		return text
	}
	for j := range p.columns {
		c := &p.columns[j]
		if c.ends.low == nil {
			c.ends.part()
		}
		if c.numbers < 19*c.texts || len(c.ends.low) < 3 {
			continue
		}
		for s := range 2 {
			list := c.edges(s == 1)
			for k := range list {
				e := &list[k]
				looks := looksCode(e.codes[0].v, e.upper)
				if looks && e.alone() || e.outlandish() {
					found[j][s] = e
					for _, code := range e.codes {
						told[key{code.v, e.upper}] = true
					}
					break
				}
				if looks && e.among(3, true) {
					sharing[name(e)]++
				}
			}
			open[j][s] = list
		}
	}
	for j := range open {
		for s, list := range open[j] {
			for k := range list {
				e := &list[k]
				known := slices.ContainsFunc(e.codes, func(c pile) bool { return told[key{c.v, e.upper}] })
				if found[j][s] == nil && (known || looksCode(e.codes[0].v, e.upper)) &&
					e.among(sharing[name(e)], known) {
					found[j][s] = e
				}
			}
		}
	}
	columns := map[float64]int{}
	for j := range found {
		c := &p.columns[j]
		for s, e := range found[j] {
			if e == nil {
				continue
			}
			for _, code := range e.codes {
				v := signed(code.v, s == 1)
				c.codes = append(c.codes, Code{Value: v, Rows: code.rows})
				columns[v]++
			}
		}
		if c.codes != nil {
			c.restLow, c.restHigh = c.restOf(found[j])
		}
	}
	for j := range p.columns {
		for k := range p.columns[j].codes {
			code := &p.columns[j].codes[k]
			code.Columns = columns[code.Value]
		}
	}
}

// restOf returns the smallest and the largest number that is not a code.
func (c *column) restOf(found [2]*edge) (low, high float64) {
	low, high = c.low, c.high
	if e := found[0]; e != nil {
		low = e.rest[0].v
	}
	if e := found[1]; e != nil {
		high = -e.rest[0].v
	}
	return low, high
}

// rowsOf returns the number of rows of the column with one of the given codes.
func (c *column) rowsOf(codes []float64) (rows int) {
	for _, end := range []struct {
		list  []pile
		upper bool
	}{{c.ends.low, false}, {c.ends.high, true}} {
		for _, p := range end.list {
			v := signed(p.v, end.upper)
			if slices.Contains(codes, v) && !(end.upper &&
				slices.ContainsFunc(c.ends.low, func(p pile) bool { return p.v == v })) {
				rows += p.rows
			}
		}
	}
	return rows
}
