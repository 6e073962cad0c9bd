package data

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// builder builds one column of the table from the fields of the file.
type builder struct {
	plan     ColumnPlan
	column   int // index in the prepared row
	ranks    []float64
	ownLevel bool // a missing level becomes MissingLevel; otherwise its row is dropped
	fill     bool // a missing value becomes the usual one
	flag     bool // the column marks where another one is missing
	memo
	exact bool // keep all decimals

	said *reading // for the current row
	as   valueAs

	values   []float64
	codes    map[string]int
	levels   []string
	decimals int
	size     float64 // largest absolute number
	own      int     // number of values that became MissingLevel
	filled   []int   // indices of values to fill
	alone    int     // rows dropped only because of this column
	grouped  int
	mark     string // the mark that all numbers so far have
	rewrites int    // numbers that are written in an unusual way
	worn     string // the first of them, as written
	bare     float64
}

// valueAs says how a row's field is read.
type valueAs uint8

const (
	asRead  valueAs = iota // the field's own value
	asLevel                // MissingLevel
	asUsual                // the usual value of the column
	asFlag                 // whether the value is missing
)

func (b *builder) numeric() bool { return b.plan.Kind.Numeric() }

// take reads a field and reports whether the row can be kept. An unreadable
// field is a problem, never a missing value.
func (b *builder) take(s string, at place, ps *problems) (keep bool) {
	b.said, b.as = b.read(s), asRead
	switch missing := b.said.missing; {
	case b.flag:
		b.as = asFlag
		return true
	case missing && b.fill:
		b.as = asUsual
		return true
	case missing:
		b.as = asLevel
		return b.ownLevel && !b.numeric()
	case !b.numeric():
		if len(s) > MaxName && utf8.RuneCountInString(s) > MaxName {
			ps.add("Column %s, %s: the text has more than %s characters.", quote(b.plan.Name), at, grouped(MaxName))
			return false
		}
		return true
	}
	n, ok := b.said.n, b.said.number
	if !ok && math.Abs(n.v) > maxNumber {
		ps.add("Column %s, %s: %s is too large for a table; at most 10^15 is possible.", quote(b.plan.Name), at,
			quote(s))
		return false
	}
	if !ok {
		ps.add("Column %s, %s: %s is not a number.", quote(b.plan.Name), at, quote(s))
		return false
	}
	if len(b.values) > len(b.filled) && n.mark != b.mark {
		ps.add("Column %s, %s: %s is written %s, unlike the numbers before it.", quote(b.plan.Name), at, quote(s),
			withMark(n.mark))
		return false
	}
	if b.plan.Kind == Integer && n.v != math.Trunc(n.v) {
		ps.add("Column %s, %s: %s is not a whole number.", quote(b.plan.Name), at, quote(s))
		return false
	}
	return true
}

// keep adds the last taken field to the column.
func (b *builder) keep(s string, at place, ps *problems) {
	if b.as == asUsual {
		b.filled = append(b.filled, len(b.values))
		b.values = append(b.values, 0)
		return
	}
	if b.numeric() {
		n := &b.said.n
		b.mark = n.mark
		b.values = append(b.values, n.v)
		b.decimals = max(b.decimals, n.decimals)
		if size := math.Abs(n.v); size > b.size {
			b.size = size
		}
		if n.grouped {
			b.grouped++
		}
		if n.dress&rewritten != 0 {
			if b.rewrites++; b.rewrites == 1 {
				b.worn, b.bare = strings.Clone(s), n.v
			}
		}
		return
	}
	if b.said.mark > 0 {
		b.values = append(b.values, float64(b.said.mark-1))
		return
	}
	switch {
	case b.as == asLevel:
		s = MissingLevel
	case b.as == asFlag:
		s = flagLevel(b.said.missing, b.said.number, b.said.n.v, b.plan.Kind)
	}
	if s == MissingLevel {
		b.own++
	}
	code, ok := b.codes[s]
	if !ok {
		if b.plan.Levels != nil && (s != MissingLevel || b.plan.Kind != Category) { // a category has it last
			ps.add("Column %s, %s: %s is not one of the levels %s.", quote(b.plan.Name), at, quote(s),
				quoteAll(b.plan.Levels))
		}
		if code = len(b.levels); code <= MaxLevels {
			b.codes[s] = code
			b.levels = append(b.levels, strings.Clone(s))
		}
	} else if s != MissingLevel { // missing values are not cached, because they are counted above
		b.said.mark = code + 1
	}
	b.values = append(b.values, float64(code))
}

// flagLevel returns the level of a flag: no, yes, or the code that stands for a missing number.
func flagLevel(missing, code bool, v float64, kind Kind) string {
	switch {
	case !missing:
		return flagLevels[0]
	case code && kind == Category:
		return number64(v)
	}
	return flagLevels[1]
}

// feature finishes the column: it orders the levels, and rounds numbers to the decimals that a
// table can hold.
func (b *builder) feature(ps *problems, notes *[]string) Feature {
	f := Feature{Name: b.plan.Name, Kind: b.plan.Kind, Ranks: b.ranks}
	if !b.numeric() {
		f.Levels = b.order()
		b.fillGaps(f, ps, notes)
		b.checkLevels(f, ps)
		if b.own > 0 {
			*notes = append(*notes, "Column "+quote(f.Name)+": "+plural(b.own, "missing value becomes",
				"missing values become")+
				" the category "+quote(MissingLevel)+".")
		}
		return f
	}
	if f.Kind == Continuous {
		f.Decimals = b.decimalsOf()
	}
	b.fillGaps(f, ps, notes)
	changed := 0
	for i, v := range b.values {
		if b.values[i] = f.Round(v); b.values[i] != v {
			changed++
		}
	}
	if changed > 0 {
		*notes = append(*notes, "Column "+quote(f.Name)+": "+plural(changed, "value is", "values are")+" rounded to "+
			plural(f.Decimals, "decimal.", "decimals."))
	}
	if b.mark != "" {
		*notes = append(*notes,
			"Column "+quote(f.Name)+": every number is written "+withMark(b.mark)+"; the number alone is read.")
	}
	if b.rewrites > 0 {
		*notes = append(*notes, "Column "+quote(f.Name)+": "+plural(b.rewrites, "number is",
			"numbers are")+" written in another way: "+quote(b.worn)+" is read as "+f.Format(b.bare)+".")
	}
	if b.grouped > 0 {
		*notes = append(*notes, "Column "+quote(f.Name)+": "+plural(b.grouped, "number has",
			"numbers have")+" grouped thousands, which are read as one number.")
	}
	return f
}

// withMark describes what a number is written with besides its digits.
func withMark(mark string) string {
	if mark == "" {
		return "without a sign"
	}
	return "with " + quote(mark)
}

// fillGaps replaces missing values by the usual one of the column.
func (b *builder) fillGaps(f Feature, ps *problems, notes *[]string) {
	switch n := len(b.filled); {
	case n == 0:
		return
	case n == len(b.values):
		ps.add("Column %s has no values in the rows that remain; leave it out.", quote(f.Name))
		return
	}
	rest := make([]float64, 0, len(b.values)-len(b.filled))
	at := 0
	for i, v := range b.values {
		if at < len(b.filled) && b.filled[at] == i {
			at++
			continue
		}
		rest = append(rest, v)
	}
	v := f.usual(rest)
	for _, i := range b.filled {
		b.values[i] = v
	}
	if b.plan.Gaps == FlagGaps {
		*notes = append(*notes, "Column "+quote(f.Name)+": "+plural(len(b.filled), "missing value is",
			"missing values are")+
			" kept; models trained here read "+quote(f.Format(v))+", the median of the others, in its place.")
		return
	}
	what := "most frequent category"
	if b.numeric() {
		what = "median"
	}
	*notes = append(*notes, "Column "+quote(f.Name)+": "+plural(len(b.filled), "missing value becomes",
		"missing values become")+
		" "+quote(f.Format(v))+", the "+what+" of the others.")
}

// usual returns the rounded median of numbers, or the most frequent level; in a tie, the first.
// Filling gaps with it does not change it. It reorders numeric values.
func (f Feature) usual(values []float64) float64 {
	if f.Kind.Numeric() {
		return f.Round(median(values))
	}
	counts := make([]int, len(f.Levels))
	best := 0
	for _, v := range values {
		counts[int(v)]++
	}
	for l, n := range counts {
		if n > counts[best] {
			best = l
		}
	}
	return float64(best)
}

// Usual returns the value that replaces missing values of feature j.
func (t *Table) Usual(j int) float64 {
	if t.Rows() == 0 {
		return 0
	}
	return t.Schema.Features[j].usual(slices.Clone(t.Cols[j]))
}

// decimalsOf returns the number of decimals of the column: the most with which any of its numbers
// is written, so that no number changes.
func (b *builder) decimalsOf() int {
	if b.exact {
		return min(b.decimals, MaxDecimals)
	}
	d := min(b.decimals, 6)
	for d > 0 && b.size*math.Pow10(d) > maxNumber {
		d--
	}
	return d
}

// order sorts the levels, unless the plan specifies their order, and renumbers the values.
func (b *builder) order() []string {
	if b.plan.Levels != nil {
		return b.levels
	}
	sorted := slices.Clone(b.levels)
	sortLevels(sorted, b.comma)
	to := make([]float64, len(sorted)+1)
	for code, l := range b.levels {
		to[code] = float64(slices.Index(sorted, l))
	}
	for i, v := range b.values {
		b.values[i] = to[min(int(v), len(sorted))]
	}
	return sorted
}

func (b *builder) checkLevels(f Feature, ps *problems) {
	n := len(f.Levels)
	name := quote(f.Name)
	switch {
	case n > MaxLevels:
		ps.add("Column %s has more than %d different values; leave it out, or read it as a number.", name, MaxLevels)
	case f.Kind == Boolean && n != 2:
		ps.add("Column %s has %s, but a boolean has two; read it as a category.", name,
			plural(n, "different value", "different values"))
	case f.Kind == Ordered && b.own > 0 && b.plan.Levels == nil:
		ps.add("Column %s is ordered, but missing values have no place in its order; read it as a category, give the "+
			"order, or drop the rows.", name)
	}
}

func newBuilder(plan ColumnPlan, column int, p *Plan) *builder {
	own := p.Missing == OwnCategory && plan.Gaps == PlanGaps || plan.Gaps == FlagGaps
	b := &builder{plan: plan, column: column, exact: p.Exact, ownLevel: own, fill: plan.fills(),
		memo: memo{missing: p.Format.Missing, codes: plan.Codes, comma: plan.Sign.comma(p.Format),
			texts: !plan.Kind.Numeric()}}
	if !b.numeric() {
		b.codes = map[string]int{}
		for i, l := range plan.Levels {
			b.codes[l] = i
		}
		b.levels = slices.Clone(plan.Levels)
	}
	return b
}
