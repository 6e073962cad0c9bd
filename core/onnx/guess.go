package onnx

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"causeway/core/data"
)

// Guess proposes a mapping from the names of a model's columns and classes. A name may be that of a
// feature, or of a feature and a level as one-hot encoders write them (workclass_Private,
// education=HS). If the columns have no names, it maps them by position and reports this. Codes
// that the file does not contain are guessed in the order Likeliest. The notes are sentences for
// the person who decides.
func Guess(m *Model, t *data.Table) (Mapping, []string) {
	s := t.Schema
	p := Mapping{Columns: make([]Source, len(m.Columns))}
	names := newNames(s)
	open := 0
	for i, c := range m.Columns {
		p.Columns[i] = names.source(c, s)
		if p.Columns[i].Take == Nothing {
			open++
		}
	}
	notes := slices.Clone(m.Remarks)
	if open == len(m.Columns) && open > 1 {
		if by, ok := byPlace(m, s); ok {
			p.Columns, open = by, 0
			notes = append(notes, "The columns of the model have no names, so they are taken in the order of "+
				"the table. Ask the person who trained the model whether that is right.")
		}
	}
	if open > 0 {
		notes = append(notes, "Some columns of the model match no name in the table. Choose their sources.")
	}
	if p.Number(m, t, Likeliest) != nil {
		notes = append(notes, "Some columns take a number for each category, but the file does not say which. "+
			"Compare the five rows below before you use the model.")
	}
	notes = append(notes, p.strangers(m, s)...)
	if m.Number {
		notes = append(notes, fmt.Sprintf("The model gives one number. From %v up, it means the second class, "+
			"unless you set another threshold.", m.Threshold))
	}
	var note string
	p.Classes, note = classes(m, s)
	if note != "" {
		notes = append(notes, note)
	}
	return p, notes
}

// strangers lists the features with levels that are unknown to the model, those that are numbers
// in one and categories in the other, and those whose missing values become numbers.
func (p Mapping) strangers(m *Model, s data.Schema) (notes []string) {
	for i, r := range p.Columns {
		if j := p.flagOf(r.Feature, s); r.Take == Number && !m.Columns[i].Gaps && j >= 0 {
			notes = append(notes, fmt.Sprintf("If %s says that %s is missing, the model gets the number that "+
				"the table has instead, and does not fill in its own.", quote(s.Features[j].Name),
				quote(s.Features[r.Feature].Name)))
		}
		if r.Take != Code && (r.Take != Number || !m.Columns[i].Category) {
			continue
		}
		f, c := s.Features[r.Feature], m.Columns[i]
		if f.Kind.Numeric() {
			notes = append(notes, fmt.Sprintf("%s is a category for the model but a number in the table. Read "+
				"it as a category in Table; otherwise values between its categories may be proposed.", quote(f.Name)))
			continue
		}
		if known := len(categories{levels: f.Levels,
			missing: slices.Index(f.Levels, data.MissingLevel)}.all()); c.Codes == nil && c.Category &&
			c.Most >= float64(known) && known > 0 && slices.Max(r.Codes) < float64(known) {
			notes = append(notes, fmt.Sprintf("The model has at least %.0f categories of %s but the table has "+
				"%d, so no order of these can be the model's. Set their "+
				"codes by hand.", c.Most+1, quote(f.Name), known))
		}
		var not []string
		for l, v := range r.Codes {
			if v < 0 && c.Codes != nil && (f.Levels[l] != data.MissingLevel || !c.Gaps) {
				not = append(not, f.Levels[l])
			}
		}
		if len(not) > 0 && !c.Unknown {
			notes = append(notes, fmt.Sprintf("The model does not know %s of %s. Choose one of its codes for it.",
				list(not), quote(f.Name)))
		} else if len(not) > 0 {
			notes = append(notes,
				fmt.Sprintf("The model does not know %s of %s and treats it like any unknown category.",
					list(not), quote(f.Name)))
		}
	}
	return notes[:min(len(notes), maxProblems)]
}

// names finds features and levels by the spellings that people and programs use.
type names struct {
	exact, loose map[string]Source
}

func newNames(s data.Schema) names {
	n := names{map[string]Source{}, map[string]Source{}}
	add := func(at map[string]Source, key string, r Source) {
		if old, twice := at[key]; twice && (old.Feature != r.Feature || old.Level != r.Level || old.Take != r.Take) {
			r = Source{}
		}
		at[key] = r
	}
	for j, f := range s.Features {
		whole := Source{Take: Number, Feature: j}
		if !f.Kind.Numeric() {
			whole = Source{Take: Code, Feature: j}
		}
		add(n.exact, f.Name, whole)
		add(n.loose, loosely(f.Name), whole)
		for l, level := range f.Levels {
			r := Source{Take: Level, Feature: j, Level: l}
			for _, sep := range []string{"_", "=", ":", ".", " ", "-", ": ", " = "} {
				for _, text := range spellings(level) {
					add(n.exact, f.Name+sep+text, r)
				}
			}
			add(n.loose, loosely(f.Name+"_"+level), r)
		}
	}
	return n
}

// spellings returns a level as it is and, for a whole number, as a decimal number. Missing values
// are spelled as in pandas.
func spellings(level string) []string {
	if level == data.MissingLevel {
		return append([]string{level}, missingWords...)
	}
	v, ok := numberOf(level)
	if whole := formatCode(v); ok && strings.ContainsAny(level, "0123456789") && !strings.Contains(whole, ".") {
		return slices.Compact([]string{level, whole, whole + ".0"})
	}
	return []string{level}
}

// loosely reduces a name to the characters that distinguish values, in lower case: letters,
// digits and some signs. "<5" differs from ">5", "10.0" from "100" and "_-1" from "_1". Numbers
// stay intact.
func loosely(s string) string {
	if _, ok := numberOf(s); ok {
		return canonical(s)
	}
	digit := func(r rune) bool { return r >= '0' && r <= '9' }
	var out []rune
	all := []rune(s)
	for i, r := range all {
		before, after := ' ', ' '
		if i > 0 {
			before = all[i-1]
		}
		if i+1 < len(all) {
			after = all[i+1]
		}
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			out = append(out, unicode.ToLower(r))
		case strings.ContainsRune("<>≤≥+", r),
			r == '.' && digit(before) && digit(after),
			r == '-' && digit(after) && strings.ContainsRune("_=:. ", before):
			out = append(out, r)
		}
	}
	return string(out)
}

// source finds the source of a column, even if its name has a scikit-learn prefix (num__age).
func (n names) source(c Column, s data.Schema) Source {
	keys := []string{c.Name}
	if _, rest, ok := strings.Cut(c.Name, "__"); ok {
		keys = append(keys, rest)
	}
	for _, k := range keys {
		if r := n.exact[k]; r.Take != Nothing {
			return r.fit(c, s)
		}
	}
	for _, k := range keys {
		if r := n.loose[loosely(k)]; r.Take != Nothing {
			return r.fit(c, s)
		}
	}
	return Source{}
}

// fit makes a source use codes if the column or the feature has categories. Number chooses the
// codes.
func (r Source) fit(c Column, s data.Schema) Source {
	switch {
	case r.Take == Number && (c.Codes != nil || c.Category):
		r.Take = Code
	case r.Take == Level && c.Codes != nil:
		return Source{}
	}
	return r
}

// missingWords lists programs' names for the category of missing values.
var missingWords = []string{"nan", "NaN", "missing", "None", "<NA>", "NA"}

// matches returns for every level the index of the code with its name, or nil if some level has
// none.
func matches(levels []string, c Column) []float64 {
	v := make([]float64, len(levels))
	some := false
	for l, k := range places(levels, c) {
		if v[l] = float64(k); k < 0 && !c.Unknown {
			return nil
		}
		some = some || k >= 0
	}
	if !some {
		return nil
	}
	return v
}

// places returns for every level the index of the code with its name, or with a word for missing
// values or an empty text; -1 if no code matches.
func places(levels []string, c Column) []int {
	at := align(levels, c.Codes)
	if l := slices.Index(levels, data.MissingLevel); l >= 0 && at[l] < 0 {
		at[l] = slices.IndexFunc(c.Codes, func(s string) bool {
			return (s == "" || slices.Contains(missingWords, s)) && !slices.Contains(levels, s)
		})
	}
	return at
}

// canonical rewrites a text so that equal numbers look the same.
func canonical(s string) string {
	if v, ok := numberOf(s); ok {
		return "#" + formatCode(v)
	}
	return strings.TrimSpace(s)
}

// align returns the index of each name in a list. It compares exactly, then as numbers and then,
// if the match is unique, by letters and digits. Names without a match get -1.
func align(names, in []string) []int {
	for _, form := range []func(string) string{strings.TrimSpace, canonical, loosely} {
		at := map[string]int{}
		for k, s := range in {
			if _, twice := at[form(s)]; twice {
				k = -1
			}
			at[form(s)] = k
		}
		out, some := make([]int, len(names)), false
		for i, s := range names {
			k, ok := at[form(s)]
			if !ok {
				k = -1
			}
			out[i], some = k, some || k >= 0
		}
		if some {
			return out
		}
	}
	out := make([]int, len(names))
	for i := range out {
		out[i] = -1
	}
	return out
}

// byPlace maps columns without names to the features, or to the encoded inputs, in order.
func byPlace(m *Model, s data.Schema) ([]Source, bool) {
	p := make([]Source, 0, len(m.Columns))
	for j, f := range s.Features {
		switch {
		case len(m.Columns) == len(s.Features) && f.Kind.Numeric():
			p = append(p, Source{Take: Number, Feature: j})
		case len(m.Columns) == len(s.Features):
			p = append(p, Source{Take: Code, Feature: j}.fit(m.Columns[j], s))
		case len(m.Columns) != s.Width():
			return nil, false
		case f.Kind.Numeric():
			p = append(p, Source{Take: Number, Feature: j})
		default:
			for l := range f.Levels {
				p = append(p, Source{Take: Level, Feature: j, Level: l})
			}
		}
	}
	for i, r := range p {
		if m.Columns[i].Codes != nil && r.Take != Code {
			return nil, false
		}
	}
	return p, true
}

// classes returns the table's class for each of the model's.
func classes(m *Model, s data.Schema) ([]int, string) {
	levels := s.Outcome.Levels
	if m.Classes != len(levels) {
		return nil, "The model and the outcome of the table have different numbers of classes."
	}
	if m.Number && len(s.Outcome.Cuts) > 0 {
		return []int{0, 1}, "" // the number is that of the outcome, and its bands ascend
	}
	k := categories{levels: levels, missing: -1}
	for _, l := range levels {
		if v, ok := numberOf(l); ok {
			k.numbers = append(k.numbers, v)
		}
	}
	if len(k.numbers) != len(levels) {
		k.numbers = nil
	}
	order := k.sorted(false)
	if m.Labels == nil {
		return order, "The classes of the model have no names; they are taken in sorted order, as Python numbers them."
	}
	found, seen := align(m.Labels, levels), map[int]bool{}
	for _, k := range found {
		if k < 0 || seen[k] {
			return order, "The classes of the model and of the table have different names; they are taken in " +
				"sorted order."
		}
		seen[k] = true
	}
	return found, ""
}
