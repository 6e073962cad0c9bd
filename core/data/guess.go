package data

import (
	"maps"
	"slices"
	"strings"
)

// MaxClasses is the largest number of outcome levels in an import.
const MaxClasses = 20

// guessFormat guesses the layout of a text. The encoding, the sheet and the lines to keep are
// already known.
func guessFormat(text string, as Format) (Format, *tidy, *profile) {
	t := tidyTop(text, as)
	f := as
	f.Delimiter, f.Missing = t.delim, missingAlways
	f.DecimalComma = sniffDecimalComma(t.text, t.delim)
	f.Header, _ = sniffHeader(t.text, t.delim, f.DecimalComma)
	look := tidy{text: t.text}
	f.Below = BelowValues
	if look.secondRow(f); look.below != nil {
		f.Below, f.Header = look.guessed, true
	}
	t.under(f)
	f, p := guessMissing(t.text, f)
	return f, t, p
}

// guessMissing finds the texts that stand for missing values, given the layout of a text.
func guessMissing(text string, f Format) (Format, *profile) {
	p := profileOf(text, f)
	if p.err != nil {
		f.Missing = []string{""}
		p.format = f
		return f, p
	}
	f.Missing = nil
	for _, t := range missingAlways {
		if t == "" || p.tokens[t] > 0 {
			f.Missing = append(f.Missing, t)
		}
	}
	perhaps := p.perhapsMissing()
	p.format.Missing = f.Missing
	if perhaps == nil {
		return f, p
	}
	f.Missing = append(f.Missing, perhaps...)
	return f, profileOf(text, f)
}

// perhapsMissing returns texts that may stand for missing values: without them, all or nearly all
// values of some column would be numbers.
func (p *profile) perhapsMissing() (found []string) {
	for j := range p.columns {
		c := &p.columns[j]
		rest, sure := c.texts-c.empties(), true
		for t := range c.perhaps {
			_, surely := noValue(t)
			sure = sure && surely
		}
		if rest > 0 && (c.numbers < 19*rest || len(c.distinct) <= fewValues) || c.numbers <= c.texts &&
			!(sure && c.numbers > 0) {
			continue
		}
		found = slices.AppendSeq(found, maps.Keys(c.perhaps))
	}
	ofStata := func(t string) bool { return len(t) == 2 && t[0] == '.' } // .a to .z, also in columns of labels
	if slices.ContainsFunc(found, ofStata) {
		for j := range p.columns {
			for t := range p.columns[j].perhaps {
				if ofStata(t) {
					found = append(found, t)
				}
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// guessPlan proposes what to do with every column.
func guessPlan(p *profile) (Plan, []ColumnInfo) {
	plan := Plan{Format: p.format, Outcome: -1, Exact: true}
	var infos []ColumnInfo
	for j := range p.columns {
		c := &p.columns[j]
		kind, use, why := c.guess(p.names[j], p.rows)
		column := ColumnPlan{Name: p.names[j], Use: use, Kind: kind, Levels: c.guessOrder(kind)}
		if p.signs != nil {
			column.Sign = p.signs[j]
		}
		plan.Columns = append(plan.Columns, column)
		var order []string
		if kind == Category && c.texts > 0 && use && !namesCodes(p.names[j]) {
			order, _ = ProposeOrder(c.levels())
		}
		infos = append(infos, ColumnInfo{Order: order, Missing: c.missing, Distinct: len(c.distinct),
			Examples: c.examples, Guess: kind, Why: why, Unclear: p.unclear(c), Either: c.either(p.names[j])})
		if info := &infos[j]; kind.Numeric() {
			info.Codes, info.Low, info.High = c.codes, c.restLow, c.restHigh
		}
	}
	plan.Outcome = guessOutcome(p, plan.Columns)
	y := &plan.Columns[plan.Outcome]
	y.Use, y.Levels = true, nil
	if y.Kind != Boolean && !(y.Kind.Numeric() && p.columns[plan.Outcome].cuts()) {
		y.Kind = Category
	}
	return plan, infos
}

// guess returns the kind of a column, whether the table uses it, and why.
func (c *column) guess(name string, rows int) (k Kind, use bool, why string) {
	k, why = c.guessKind()
	id, code := "", ""
	if k == Integer {
		id, code = c.identifies(name), c.whyText(name)
	}
	n := len(c.distinct)
	switch when := c.moments(name); {
	case c.values() == 0 && c.uncomputed > 0:
		return Category, false, "Left out: " + notComputed(c.uncomputed)
	case c.values() == 0:
		return Category, false, "Left out: it has no values."
	case n == 1:
		return k, false, "Left out: it has the same value, " + quote(c.examples[0]) + ", in every row" +
			map[bool]string{true: " that has one"}[c.missing > 0] + "."
	case k == Integer && c.steps == rows-1 && rows >= MinRows:
		return k, false, "Left out: it counts the rows and says nothing about them."
	case when != "":
		return k, false, "Left out: " + when
	case id != "":
		return k, false, id
	case k == Category && c.signed && c.swapped > 0 && 19*(c.texts-c.swapped) <= c.values():
		return k, false, "Left out: some of its numbers have a decimal " + c.signName() + " and others, such as " +
			quote(c.text) + ", do not. Write them all in the same way."
	case code != "" && n <= MaxLevels && !(n == c.fresh && n >= MinRows):
		return Category, true, code
	case k == Integer && code == "" && c.mayBeCodes(name):
		return k, true, why + " They repeat, and all have " + grouped(length(c.low)) + " digits, as codes do."
	case k.Numeric() && code == "":
		return k, true, why
	case n == c.fresh && n >= MinRows:
		return k, false, c.everyDiffers() + ", like a name or a number of the row."
	case n > MaxLevels && code != "":
		return Category, false, "Left out: it has " + c.counted() + " different codes; at most " + grouped(MaxLevels) +
			" are possible. " + code
	case n > MaxLevels:
		return k, false, "Left out: it has " + c.counted() + " different texts; at most " + grouped(MaxLevels) +
			" are possible."
	}
	return k, true, why
}

// either reports whether the values of a column could be numbers or texts, so that a person should
// decide. They could if the numbers look like codes, if their decimal sign is not the file's (as in
// lists), or if many numbers are mixed with words.
func (c *column) either(name string) bool {
	k, _ := c.guessKind()
	mixed := k == Category && c.numbers > c.texts && c.texts > 0 && c.zeros == 0 && len(c.distinct) > 2*fewValues
	// Hours or days, such as 09.
	padded := k == Category && c.zeros > 0 && c.texts == 0 && c.high < 100 && len(c.distinct) > fewValues
	return (mixed || padded || k == Integer && (c.whyText(name) != "" || c.mayBeCodes(name)) || k.Numeric() &&
		c.other) && c.moments(name) == ""
}

// counted writes the number of distinct values.
func (c *column) counted() string {
	if n := len(c.distinct); n < maxDistinct {
		return grouped(n)
	}
	return grouped(maxDistinct) + " or more"
}

// A numeric column with at most fewValues distinct values becomes a category because of a single
// text. For example, 3, 4, 5, 6, 8 and rotary are kinds of engines.
const fewValues = 12

func (c *column) guessKind() (Kind, string) {
	levels := c.levels()
	_, isPair := booleanPair(levels)
	_, isScale := orderedLevels(levels)
	switch {
	case isPair && c.missing == 0:
		return Boolean, "The two values are " + quoteAll(levels) + "."
	case isPair:
		return Category, "The values are " + quoteAll(levels) + ", and some are missing."
	case c.zeros > 0:
		return Category, "Some values begin with a zero, such as a code or a postcode, so they stay text."
	case c.numbers > 0 && c.texts == 0:
		return c.guessNumber()
	case c.numbers >= 19*c.texts && len(c.distinct) > fewValues:
		k, why := c.guessNumber()
		return k, why + " " + plural(c.texts, "value is", "values are") + " no number: " + quote(c.text) + " in " +
			c.textAt.String() + "."
	case isScale && c.missing == 0:
		return Ordered, "The values " + quoteAll(levels) + " have a known order."
	case isScale:
		return Category, "The values have a known order, but missing values have no place in it."
	case c.numbers > 0:
		return Category, c.counted() + " different values, of which some are not numbers: " + quote(c.text) + " in " +
			c.textAt.String() + "."
	}
	return Category, plural(len(c.distinct), "different text.", "different texts.")
}

func (c *column) guessNumber() (Kind, string) {
	end := "."
	if c.mark != "" {
		end = ", each with " + quote(c.mark) + "."
	}
	if c.other {
		end += " They have a decimal " + c.signName() + "."
	}
	switch {
	case c.whole < c.numbers:
		return Continuous, "Numbers with up to " + plural(min(c.decimals, MaxDecimals), "decimal", "decimals") + end
	case c.decimals > 0:
		return Integer, "Whole numbers, written with decimals that are zero" + end
	}
	return Integer, "Whole numbers" + end
}

// levels returns the distinct values of a possible category in their usual order.
func (c *column) levels() []string {
	if len(c.distinct) > MaxLevels {
		return nil
	}
	var l []string
	for s := range c.distinct {
		l = append(l, s)
	}
	slices.Sort(l)
	sortLevels(l, false)
	return l
}

// guessOrder returns the order of levels if it differs from the sorted one: that of a scale, or
// of months or weekdays. The latter are categories, because the last is next to the first.
func (c *column) guessOrder(k Kind) []string {
	switch k {
	case Ordered:
		l, _ := orderedLevels(c.levels())
		return l
	case Category:
		return calendarLevels(c.levels())
	}
	return nil
}

// outcomeNames lists usual names of outcomes, in lower case.
var outcomeNames = []string{"outcome", "class", "label", "target", "y", "income", "salary", "approved", "approval",
	"default", "churn", "churned", "survived", "diagnosis", "decision", "result", "risk", "credit_risk", "species",
	"admitted", "accepted", "status", "loan_status", "response", "deposit", "quality"}

// anyOutcome lists names that only an outcome would have.
var anyOutcome = []string{"outcome", "target", "y", "response", "label"}

// rowsOfAClass is the least average number of rows in a class of an outcome. A column with fewer is
// more likely a number or a name.
const rowsOfAClass = 10

// guessOutcome chooses the outcome by the following preferences. A usual name comes first, then the
// last column if its classes have enough rows, then the first used column if it has two classes.
// Next is a last column of decimal numbers, which are probably measured, as in regression tables.
// After that, it prefers two classes to more, and later columns to earlier ones; columns that
// nobody can change come last. If the outcome would be a number to cut in two, most usual names
// count only in the last column. A constant column with a usual name counts too, because the
// preview then explains what is wrong with it.
func guessOutcome(p *profile, plans []ColumnPlan) int {
	best, score := len(p.columns)-1, -1
	front := slices.IndexFunc(plans, func(c ColumnPlan) bool { return c.Use })
	for j := range p.columns {
		c := &p.columns[j]
		name := strings.ToLower(strings.ReplaceAll(p.names[j], " ", "_"))
		n, s := len(c.distinct), 0
		known := slices.Contains(outcomeNames, name)
		last := j == len(p.columns)-1
		lost := n == 0 && c.uncomputed > 0 // report this instead of choosing another column
		cut := plans[j].Use && c.cuts()
		switch {
		case lost && (known || last):
			s = 6 + b2i(known)
		case known && n == 1, cut && known && (last || slices.Contains(anyOutcome, name)):
			s = 5
		case cut && last && c.whole < c.numbers && !LikelyGiven(Feature{Name: p.names[j]}):
			s = 3
		case n < 2 || n > MaxClasses || !plans[j].Use:
			continue
		case known:
			s = 7
		case last && p.rows >= rowsOfAClass*n:
			s = 6
		case LikelyGiven(Feature{Name: p.names[j]}):
			s = 0
		case n == 2 && j == front:
			s = 4
		case n == 2:
			s = 2
		default:
			s = 1
		}
		if s >= score {
			best, score = j, s
		}
	}
	return best
}
