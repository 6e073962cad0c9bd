package data

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// builder makes one column of the table out of the fields of the file.
type builder struct {
	plan     ColumnPlan
	column   int // of the prepared row
	ranks    []float64
	ownLevel bool // a missing level is MissingLevel; else its row is dropped
	comma    bool

	field string // of the current row
	num   number

	values   []float64
	codes    map[string]int
	levels   []string
	decimals int
	size     float64 // largest absolute number
	own      int     // values that became MissingLevel
	grouped  int
}

func (b *builder) numeric() bool { return b.plan.Kind.Numeric() }

// take reads a field and reports whether the row can be kept. What cannot be
// read is a problem, never a missing value.
func (b *builder) take(s string, missing bool, at place, ps *problems) (keep bool) {
	b.field = s
	switch {
	case missing:
		b.field = MissingLevel
		return b.ownLevel && !b.numeric()
	case !b.numeric():
		if len(s) > MaxName && utf8.RuneCountInString(s) > MaxName {
			ps.add("Column %s, %s: the text has more than %s characters.", quote(b.plan.Name), at, grouped(MaxName))
			return false
		}
		return true
	}
	n, ok := parseNumber(s, b.comma)
	if !ok {
		ps.add("Column %s, %s: %s is not a number.", quote(b.plan.Name), at, quote(s))
		return false
	}
	if b.plan.Kind == Integer && n.v != math.Trunc(n.v) {
		ps.add("Column %s, %s: %s is not a whole number.", quote(b.plan.Name), at, quote(s))
		return false
	}
	b.num = n
	return true
}

// keep adds the field that was taken last to the column.
func (b *builder) keep(at place, ps *problems) {
	if b.numeric() {
		b.values = append(b.values, b.num.v)
		b.decimals = max(b.decimals, b.num.decimals)
		b.size = max(b.size, math.Abs(b.num.v))
		if b.num.grouped {
			b.grouped++
		}
		return
	}
	if b.field == MissingLevel {
		b.own++
	}
	code, ok := b.codes[b.field]
	if !ok {
		if b.plan.Levels != nil {
			ps.add("Column %s, %s: %s is not one of the levels %s.", quote(b.plan.Name), at, quote(b.field), quoteAll(b.plan.Levels))
		}
		if code = len(b.levels); code <= MaxLevels {
			b.codes[b.field] = code
			b.levels = append(b.levels, strings.Clone(b.field))
		}
	}
	b.values = append(b.values, float64(code))
}

// feature finishes the column: the levels in order, the numbers rounded to the
// decimals that a table can hold.
func (b *builder) feature(ps *problems, notes *[]string) Feature {
	f := Feature{Name: b.plan.Name, Kind: b.plan.Kind, Ranks: b.ranks}
	if !b.numeric() {
		f.Levels = b.order()
		b.checkLevels(f, ps)
		if b.own > 0 {
			*notes = append(*notes, "Column "+quote(f.Name)+": "+plural(b.own, "missing value becomes", "missing values become")+
				" the category "+quote(MissingLevel)+".")
		}
		return f
	}
	if f.Kind == Continuous {
		f.Decimals = min(b.decimals, 6)
		for f.Decimals > 0 && b.size*math.Pow10(f.Decimals) > maxNumber {
			f.Decimals--
		}
	}
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
	if b.grouped > 0 {
		*notes = append(*notes, "Column "+quote(f.Name)+": "+plural(b.grouped, "number has", "numbers have")+" grouped thousands, which are read as one number.")
	}
	return f
}

// order sorts the levels, unless the plan gives their order, and renumbers the
// values.
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
		ps.add("Column %s has %s, and a boolean has two; read it as a category.", name, plural(n, "different value", "different values"))
	case f.Kind == Ordered && b.own > 0 && b.plan.Levels == nil:
		ps.add("Column %s is ordered and missing values have no place in its order; read it as a category, give the order, or drop the rows.", name)
	}
}

func newBuilder(plan ColumnPlan, column int, p *Plan) *builder {
	b := &builder{plan: plan, column: column, comma: p.Format.DecimalComma, ownLevel: p.Missing == OwnCategory}
	if !b.numeric() {
		b.codes = map[string]int{}
		for i, l := range plan.Levels {
			b.codes[l] = i
		}
		b.levels = slices.Clone(plan.Levels)
	}
	return b
}
