package notice

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"causeway/core/data"
	"causeway/core/document"
)

// numerals describes how a language writes numbers, as in CLDR, and which plural form a number
// requires.
type numerals struct {
	decimal, group, percent string
	plural                  func(n int) pluralForm
}

type pluralForm uint8

const (
	other pluralForm = iota
	zero
	one
	two
	few
	many
)

// The plural rules of CLDR for integers. A test compares them with golang.org/x/text, which would
// make the page 74 KB larger.
func oneIsSingular(n int) pluralForm {
	if n == 1 {
		return one
	}
	return other
}

func upToOneIsSingular(n int) pluralForm {
	if n == 0 || n == 1 {
		return one
	}
	return other
}

func arabicPlural(n int) pluralForm {
	switch tail := n % 100; {
	case n == 0:
		return zero
	case n == 1:
		return one
	case n == 2:
		return two
	case tail >= 3 && tail <= 10:
		return few
	case tail >= 11:
		return many
	}
	return other
}

// pluralText returns the form for a plural form p.
func (f forms) pluralText(p pluralForm) string {
	return [...]string{zero: f.zero, one: f.one, two: f.two, few: f.few, many: f.many, other: f.other}[p]
}

// count returns a text that contains a number n.
func (w *Words) count(f forms, n int, in with) []Phrase {
	all := with{"n": plain(w.number(strconv.Itoa(n)))}
	for name, list := range in {
		all[name] = list
	}
	return w.say(f.pluralText(w.numerals.plural(n)), all)
}

// with maps placeholders to their phrases.
type with map[string][]Phrase

func plain(text string) []Phrase   { return []Phrase{{Text: text}} }
func quoted(text string) []Phrase  { return []Phrase{{Text: text, Role: Quoted}} }
func changed(text string) []Phrase { return []Phrase{{Text: text, Role: Changed}} }
func decided(text string) []Phrase { return []Phrase{{Text: text, Role: Decided}} }
func ruled(text string) []Phrase   { return []Phrase{{Text: text, Role: Ruled}} }

// say replaces the placeholders in a text. It panics if one has no value.
func (w *Words) say(text string, in with) (out []Phrase) {
	for text != "" {
		before, rest, found := strings.Cut(text, "{")
		if before != "" {
			out = append(out, Phrase{Text: w.spaced(before)})
		}
		if !found {
			break
		}
		name, after, _ := strings.Cut(rest, "}")
		list, ok := in[name]
		if !ok {
			panic("notice: nothing is given for {" + name + "} in " + strconv.Quote(text))
		}
		out, text = append(out, list...), after
	}
	return out
}

// spaced inserts the non-breaking spaces of the language. French has one before some punctuation
// marks.
func (w *Words) spaced(text string) string {
	if w == french {
		return frenchSpaces.Replace(text)
	}
	return text
}

var frenchSpaces = strings.NewReplacer("« ", "«\u00a0", " »", "\u00a0»", " :", "\u00a0:", " ;", "\u202f;",
	" %", "\u202f%")

// Text returns the text of phrases.
func Text(list []Phrase) string {
	var b strings.Builder
	for _, p := range list {
		b.WriteString(p.Text)
	}
	return b.String()
}

// join joins a list into part of a sentence, with last before the last item.
func (w *Words) join(items [][]Phrase, last string) (out []Phrase) {
	for i, item := range items {
		switch {
		case i == 0:
		case i == len(items)-1:
			out = append(out, Phrase{Text: w.before(last, Text(item))})
		default:
			out = append(out, Phrase{Text: w.comma})
		}
		out = append(out, item...)
	}
	return out
}

// before returns a conjunction in the form required before the next word, because Spanish avoids
// two equal vowels.
func (w *Words) before(last, next string) string {
	if w != spanish {
		return last
	}
	next = strings.TrimPrefix(strings.ToLower(next), "h")
	switch {
	case last == w.and && strings.HasPrefix(next, "i") && !strings.HasPrefix(next, "ie"):
		return " e "
	case last == w.or && strings.HasPrefix(next, "o"):
		return " u "
	}
	return last
}

// leastGrouped is the smallest number of digits of an integer that are grouped. A number of four
// digits may be a year.
const leastGrouped = 5

// number formats a number such as -12345.6 for the language.
func (w *Words) number(text string) string {
	sign, digits := "", text
	if rest, negative := strings.CutPrefix(text, "-"); negative {
		sign, digits = "−", rest
	}
	if strings.ContainsAny(digits, "eE?") {
		return text
	}
	whole, fraction, pointed := strings.Cut(digits, ".")
	if len(whole) >= leastGrouped || pointed && len(whole) == leastGrouped-1 && w != spanish {
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + w.numerals.group + whole[i:]
		}
	}
	if pointed {
		whole += w.numerals.decimal + fraction
	}
	return sign + whole
}

// value formats a value of a feature without its unit.
func (w *Words) value(f data.Feature, v float64) string {
	switch {
	case f.IsGap(v) && !w.asOnPage:
		return w.notGiven
	case w.asOnPage || !f.Kind.Numeric():
		return f.Format(v)
	}
	return w.number(f.Format(v))
}

// valued formats it with its unit, which comes from the table.
func (w *Words) valued(f data.Feature, v float64) string {
	switch {
	case f.IsGap(v) && !w.asOnPage:
		return w.notGiven
	case w.asOnPage || !f.Kind.Numeric():
		return f.Say(v)
	}
	return w.united(f.Say(v))
}

// united keeps a number and its unit, as features write them, on one line.
func (w *Words) united(text string) string {
	if w.asOnPage {
		return text
	}
	number, unit, has := strings.Cut(text, " ")
	if !has {
		return w.number(number)
	}
	return w.number(number) + "\u00a0" + unit
}

// banded names the bands of a numeric outcome or of a goal, and the probability that a goal is about.
func (w *Words) banded(f data.Feature, x document.Explained) data.Feature {
	if w.asOnPage || len(f.Cuts) == 0 || !slices.Equal(f.Levels, data.BandNames(f.Cuts)) {
		return f
	}
	at := func(k int) []Phrase {
		text := strconv.FormatFloat(f.Cuts[k], 'f', -1, 64)
		_, decimals, _ := strings.Cut(text, ".")
		n := f.Number()
		n.Decimals = max(n.Decimals, len(decimals))
		if x.Of > 0 {
			return plain(w.percent(f.Cuts[k], len(decimals)))
		}
		return plain(w.valued(n, f.Cuts[k]))
	}
	last := len(f.Cuts)
	names := []string{Text(w.say(w.below, with{"to": at(0)}))}
	for k := 1; k < last; k++ {
		names = append(names, Text(w.say(w.toBelow, with{"from": at(k - 1), "to": at(k)})))
	}
	f.Levels, f.Was = append(names, Text(w.say(w.orMore, with{"from": at(last - 1)}))), nil
	if class, is := strings.CutPrefix(f.Name, document.ChanceOf("")); is && x.Of > 0 {
		f.Name = Text(w.say(w.chanceOf, with{"class": plain(class)}))
	}
	return f
}

// Probability formats a probability as a percentage. Rounding never makes a model look certain.
func (w *Words) Probability(p float64) string {
	switch {
	case p < 0.001:
		return Text(w.say(w.under, with{"n": plain(w.percent(0.1, 1))}))
	case p > 0.999:
		return Text(w.say(w.over, with{"n": plain(w.percent(99.9, 1))}))
	}
	return w.percent(100*p, 1)
}

func (w *Words) percent(v float64, places int) string {
	return w.number(strconv.FormatFloat(v, 'f', places, 64)) + w.numerals.percent
}

// Decided formats a share that is not displayed as 100 % if anything remains.
func (w *Words) Decided(v float64) string {
	switch {
	case v < 0.01:
		return Text(w.say(w.under, with{"n": plain(w.percent(1, 0))}))
	case v > 0.99:
		return Text(w.say(w.over, with{"n": plain(w.percent(99, 0))}))
	}
	return w.percent(100*v, 0)
}

// day formats a date such as 2026-11-21, and returns any other text unchanged.
func (w *Words) day(date string) string {
	at, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	day := strconv.Itoa(at.Day())
	if w == french && at.Day() == 1 {
		day = "1er"
	}
	return Text(w.say(w.date, with{"day": plain(day), "month": plain(w.months[at.Month()-1]),
		"year": plain(strconv.Itoa(at.Year()))}))
}
