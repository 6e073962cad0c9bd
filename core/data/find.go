package data

import (
	"strconv"
	"strings"
)

// Find returns, among the given rows, those that match every word of a search:
//
//	education=Masters   that value, ignoring case; also for the outcome
//	age>40  age<=65     a comparison with a number
//	mast                a level that contains the text, a number that begins
//	                    with it, in any column
//
// Quotation marks group words: "marital status"=Single.
func (t *Table) Find(search string, rows []int) []int {
	var tests []func(i int) bool
	for _, w := range searchWords(search) {
		tests = append(tests, t.test(w))
	}
	var found []int
next:
	for _, i := range rows {
		for _, holds := range tests {
			if !holds(i) {
				continue next
			}
		}
		found = append(found, i)
	}
	return found
}

// searchWords splits a search at spaces outside quotation marks, and removes the marks.
func searchWords(s string) (words []string) {
	var w strings.Builder
	quoted, some := false, false
	end := func() {
		if some {
			words = append(words, w.String())
		}
		w.Reset()
		some = false
	}
	for _, r := range s {
		switch {
		case r == '"':
			quoted, some = !quoted, true
		case r == ' ' && !quoted:
			end()
		default:
			w.WriteRune(r)
			some = true
		}
	}
	end()
	return words
}

// test returns the condition that a word imposes on a row.
func (t *Table) test(word string) func(i int) bool {
	if k := strings.IndexAny(word, "=<>"); k > 0 {
		op := word[k : k+1]
		if strings.HasPrefix(word[k+1:], "=") && op != "=" {
			op += "="
		}
		if j, ok := t.named(word[:k]); ok {
			return t.compare(j, op, word[k+len(op):])
		}
	}
	return t.contains(word)
}

// named returns the index of a column by its name, ignoring case. The outcome comes after the
// features.
func (t *Table) named(name string) (int, bool) {
	for j, f := range t.Schema.Features {
		if f.called(name) {
			return j, true
		}
	}
	return len(t.Cols), t.Schema.Outcome.called(name)
}

// called reports whether a name is that of the feature, either as displayed or as in the table,
// ignoring case.
func (f Feature) called(name string) bool {
	return strings.EqualFold(f.Name, name) || strings.EqualFold(f.Own().Name, name)
}

// column returns a column by its index as Find counts them.
func (t *Table) column(j int) (Feature, func(i int) float64) {
	if j == len(t.Cols) {
		return t.Schema.Outcome, func(i int) float64 { return float64(t.Outcome[i]) }
	}
	return t.Schema.Features[j], func(i int) float64 { return t.Cols[j][i] }
}

func (t *Table) compare(j int, op, text string) func(i int) bool {
	f, at := t.column(j)
	if !f.Kind.Numeric() {
		is, own := make([]bool, len(f.Levels)), f.Own().Levels
		for l, name := range f.Levels {
			is[l] = op == "=" && (strings.EqualFold(name, text) || strings.EqualFold(own[l], text))
		}
		return func(i int) bool { return is[int(at(i))] }
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return func(int) bool { return false }
	}
	switch op {
	case "<":
		return func(i int) bool { return at(i) < v }
	case "<=":
		return func(i int) bool { return at(i) <= v }
	case ">":
		return func(i int) bool { return at(i) > v }
	case ">=":
		return func(i int) bool { return at(i) >= v }
	}
	return func(i int) bool { return at(i) == v }
}

// contains searches all columns for a text.
func (t *Table) contains(word string) func(i int) bool {
	word = strings.ToLower(word)
	var any []func(i int) bool
	for j := range len(t.Cols) + 1 {
		f, at := t.column(j)
		if f.Kind.Numeric() {
			f = f.Own() // search the exact digits of a number, not its rounded form
			any = append(any, func(i int) bool { return strings.HasPrefix(f.Format(at(i)), word) })
			continue
		}
		is, own, some := make([]bool, len(f.Levels)), f.Own().Levels, false
		for l, name := range f.Levels {
			is[l] = strings.Contains(strings.ToLower(name), word) || strings.Contains(strings.ToLower(own[l]), word)
			some = some || is[l]
		}
		if some {
			any = append(any, func(i int) bool { return is[int(at(i))] })
		}
	}
	return func(i int) bool {
		for _, holds := range any {
			if holds(i) {
				return true
			}
		}
		return false
	}
}
