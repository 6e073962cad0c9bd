package onnx

import (
	"fmt"
	"strings"
	"unicode"

	"causeway/core/data"
)

// Guess proposes a mapping from the names of a model's columns and classes: that
// of a feature, or of a feature and a level as one-hot encoders write them
// (workclass_Private, education=HS). Where the columns have no names it goes by
// their number and says so. The notes are sentences for the person who decides.
func Guess(m *Model, s data.Schema) (Mapping, []string) {
	p := Mapping{Columns: make([]Source, len(m.Columns))}
	names := newNames(s)
	open, coded := 0, false
	for i, c := range m.Columns {
		p.Columns[i] = names.source(c, s)
		if p.Columns[i].Take == Nothing {
			open++
		}
		coded = coded || p.Columns[i].guessed(c, s)
	}
	var notes []string
	if open == len(m.Columns) && open > 1 {
		if by, ok := byPlace(m, s); ok {
			p.Columns, open = by, 0
			notes = append(notes, "The columns of the model have no names; they are taken in the order of the table, which only who trained the model can confirm.")
			coded = len(m.Columns) == len(s.Features)
		}
	}
	if open > 0 {
		notes = append(notes, "Some columns of the model have no name of the table's; choose their sources.")
	}
	if coded {
		notes = append(notes, "Some columns take a whole number for a category; the levels are numbered in the order of the table, which may not be that of the model.")
	}
	if m.Number {
		notes = append(notes, fmt.Sprintf("The model gives one number; from %v on it is taken for the second class, unless you say another threshold.", m.Threshold))
	}
	var note string
	p.Classes, note = classes(m, s)
	if note != "" {
		notes = append(notes, note)
	}
	return p, notes
}

// guessed reports whether the numbers of levels are only a guess.
func (r Source) guessed(c Column, s data.Schema) bool {
	return r.Take == Code && c.Codes == nil && s.Features[r.Feature].Kind == data.Category
}

// names finds features and levels by how people and programs write them.
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
				add(n.exact, f.Name+sep+level, r)
			}
			add(n.loose, loosely(f.Name+level), r)
		}
	}
	return n
}

// loosely keeps the letters and digits of a name, in lower case.
func loosely(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// source finds where a column comes from, also behind the prefix that
// scikit-learn puts before names (num__age).
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

// fit completes a source for a column: codes for the levels of a category.
func (r Source) fit(c Column, s data.Schema) Source {
	f := s.Features[r.Feature]
	if c.Codes == nil {
		if r.Take == Code {
			r.Codes = inOrder(len(f.Levels))
		}
		return r
	}
	if r.Take != Code {
		return Source{}
	}
	if r.Codes = matches(f.Levels, c); r.Codes == nil {
		return Source{}
	}
	return r
}

func inOrder(n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = float64(i)
	}
	return v
}

// matches gives every level the place of its code: the one with its name, or the
// one with its number where the codes are 0 to n-1. It is nil where some level
// has none.
func matches(levels []string, c Column) []float64 {
	at := align(levels, c.Codes)
	v := make([]float64, len(levels))
	none := true
	for l, k := range at {
		none = none && k < 0
		if v[l] = float64(k); k < 0 && !c.Unknown {
			none = true
			break
		}
	}
	switch {
	case !none:
		return v
	case len(c.Codes) == len(levels) && !c.Text:
		return inOrder(len(levels))
	}
	return nil
}

// align finds the place of each name in a list: by equality, or else, where that
// is unique, by letters and digits. It gives -1 to those that have none.
func align(names, in []string) []int {
	for _, form := range []func(string) string{strings.TrimSpace, loosely} {
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

// byPlace takes nameless columns for the features in their order, or for the
// encoded inputs in theirs.
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

// classes finds the table's class of each of the model's.
func classes(m *Model, s data.Schema) ([]int, string) {
	levels := s.Outcome.Levels
	if m.Classes != len(levels) {
		return nil, "The model has another number of classes than the outcome of the table."
	}
	order := make([]int, len(levels))
	for i := range order {
		order[i] = i
	}
	if m.Labels == nil {
		return order, "The classes of the model have no names; they are taken in the order of the table."
	}
	found, seen := align(m.Labels, levels), map[int]bool{}
	for _, k := range found {
		if k < 0 || seen[k] {
			return order, "The classes of the model have other names than those of the table; they are taken in its order."
		}
		seen[k] = true
	}
	return found, ""
}
