package data

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"causeway/core/fault"
)

// Naming says how a column is displayed: its name, its levels, and the unit and decimals of its
// numbers. An empty or 0 field keeps what the table has. Namings affect only the display: the
// table, its hash and the models keep the names of the file.
type Naming struct {
	Name   string   `msgpack:"name" len:"..text"`
	Levels []string `msgpack:"levels" len:"..levels" each:"..text"` // for every level, or empty
	Unit   string   `msgpack:"unit" since:"2" len:"..text"`
	// 1 more than the number of decimals; see Feature
	Shown int `msgpack:"shown,omitempty" since:"2" bound:"0..7" is:"number of decimals shown"`
}

// IsNone reports whether the naming changes nothing.
func (n Naming) IsNone() bool {
	return n.Name == "" && n.Unit == "" && n.Shown == 0 && !slices.ContainsFunc(n.Levels, func(l string) bool {
		return l != ""
	})
}

// Said returns the schema as displayed, given the namings of its features and then of its
// outcome. Renamed features keep their original names in Was.
func (s Schema) Said(names []Naming) Schema {
	if len(names) != len(s.Features)+1 {
		return s
	}
	out := Schema{Features: slices.Clone(s.Features), Outcome: s.Outcome.withNaming(names[len(s.Features)])}
	for j, f := range out.Features {
		out.Features[j] = f.withNaming(names[j])
	}
	return out
}

func (f Feature) withNaming(n Naming) Feature {
	if n.IsNone() {
		return f
	}
	f.Was = append([]string{f.Name}, f.Levels...)
	if f.Unit, f.Shown = n.Unit, n.Shown; n.Name != "" {
		f.Name = n.Name
	}
	if len(n.Levels) == len(f.Levels) && len(n.Levels) > 0 {
		f.Levels = slices.Clone(f.Levels)
		for i, l := range n.Levels {
			if l != "" {
				f.Levels[i] = l
			}
		}
	}
	return f
}

// Own returns the feature with the names of the table.
func (f Feature) Own() Feature {
	if len(f.Was) == 1+len(f.Levels) {
		f.Name, f.Was = f.Was[0], f.Was[1:]
		if f.Levels != nil {
			f.Levels = f.Was
		}
		f.Was, f.Unit, f.Shown = nil, "", 0
	}
	return f
}

// ownNames returns the name and the levels of Own, without copying the feature.
func (f *Feature) ownNames() (name string, levels []string) {
	switch {
	case len(f.Was) != 1+len(f.Levels):
		return f.Name, f.Levels
	case f.Levels == nil:
		return f.Was[0], nil
	}
	return f.Was[0], f.Was[1:]
}

// Own returns the schema with the names of the table; it is the inverse of Said.
func (s Schema) Own() Schema {
	out := Schema{Features: slices.Clone(s.Features), Outcome: s.Outcome.Own()}
	for j, f := range out.Features {
		out.Features[j] = f.Own()
	}
	return out
}

// CheckNames returns an error if namings do not fit the schema or are ambiguous: two columns, or
// two levels of one column, have the same name.
func (s Schema) CheckNames(names []Naming) error {
	if len(names) == 0 {
		return nil
	}
	if len(names) != len(s.Features)+1 {
		return fault.Errorf("data: %d columns have readable names, but the table has %d "+
			"columns", len(names), len(s.Features)+1)
	}
	for j, f := range append(slices.Clone(s.Features), s.Outcome) {
		n := names[j]
		if len(n.Levels) != 0 && len(n.Levels) != len(f.Levels) {
			return fault.Errorf("data: %d levels of %q have readable names, but the column has %d "+
				"levels", len(n.Levels), f.Name, len(f.Levels))
		}
		if n.Unit != "" && !f.Kind.Numeric() {
			return fault.Errorf("data: %q is not a number, so it cannot have a unit", f.Name)
		}
		if n.Shown != 0 && !f.Kind.Numeric() {
			return fault.Errorf("data: %q is not a number, so it cannot have decimals", f.Name)
		}
		if n.Shown < 0 || n.Shown > MaxShown+1 {
			return fault.Errorf("data: the numbers of %q cannot be read with %d decimals; 0 to %d are possible", f.Name,
				n.Shown-1, MaxShown)
		}
		for _, text := range append([]string{n.Name, n.Unit}, n.Levels...) {
			if !utf8.ValidString(text) || utf8.RuneCountInString(text) > MaxName {
				return fault.Errorf("data: a readable name or the unit of %q is not valid text or is longer than %d "+
					"characters",
					f.Name, MaxName)
			}
		}
	}
	said := s.Said(names)
	seen := map[string]string{}
	for _, f := range append(said.Features, said.Outcome) {
		was := f.Own().Name
		if other, twice := seen[f.Name]; twice {
			return fault.Errorf("data: %q and %q would both be called %q", other, was, f.Name)
		}
		seen[f.Name] = was
		levels := map[string]bool{}
		for _, l := range f.Levels {
			if levels[l] {
				return fault.Errorf("data: two levels of %q would both be called %q", was, l)
			}
			levels[l] = true
		}
	}
	return nil
}

// ReadNames reads namings from lines such as
//
//	credit_amount: Amount [DM]
//	duration: [months] [0 decimals]
//	A43: radio or television
//	purpose.A43: radio or television
//
// A tab, a comma, a semicolon or an equals sign may replace the colon, and lines may have three
// fields, as in "purpose,A43,radio or television". The unit of a numeric column follows its name,
// in brackets or after a tab. Its decimals come next, in brackets with the word, or after another
// tab: "Amount [DM] [1 decimal]" or, separated by tabs, "Amount", "DM", "1". Names are matched
// ignoring case. If several columns have a level, it is renamed in all of them. unread holds the
// lines that match nothing or ask for more decimals than MaxShown.
func (s Schema) ReadNames(text string, before []Naming) (names []Naming, unmatched []string) {
	names = make([]Naming, len(s.Features)+1)
	for j, n := range before[:min(len(before), len(names))] {
		n.Levels = slices.Clone(n.Levels)
		names[j] = n
	}
	columns := append(slices.Clone(s.Features), s.Outcome)
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
		if line != "" && !readName(columns, names, line) {
			unmatched = append(unmatched, shorten(line, 60))
		}
	}
	return names, unmatched
}

// separators are the characters between a name and its readable form.
const separators = "\t:=;,"

// readName applies a line. If the line can be split in several places, it uses the last one whose
// left side is a known name, so that "class,1,good" renames a level.
func readName(columns []Feature, names []Naming, line string) bool {
	for i := len(line) - 1; i > 0; i-- {
		if !strings.Contains(separators, line[i:i+1]) {
			continue
		}
		key, text := unquoted(line[:i]), unquoted(line[i+1:])
		if key == "" || text == "" {
			continue
		}
		named := false
		for j, f := range columns {
			if strings.EqualFold(f.Name, key) {
				if !names[j].read(f, text) {
					return false
				}
				named = true
			}
		}
		if named {
			return true
		}
		for j, f := range columns {
			for l, level := range f.Levels {
				if strings.EqualFold(level, key) || isLevelOf(key, f.Name, level) {
					if len(names[j].Levels) == 0 {
						names[j].Levels = make([]string, len(f.Levels))
					}
					names[j].Levels[l], named = text, true
				}
			}
		}
		if named {
			return true
		}
	}
	return false
}

// read sets the displayed name of a column and, for numbers, the unit and decimals at the end of
// the text. If there is nothing else, the name is unchanged. It reports whether the number of
// decimals is valid.
func (n *Naming) read(f Feature, text string) bool {
	parts := strings.Split(text, "\t") // name, unit, decimals
	if len(parts) == 1 {
		parts = bracketed(text)
	}
	if len(parts) == 1 || !f.Kind.Numeric() {
		n.Name = text
		return true
	}
	if len(parts) > 2 {
		places, err := strconv.Atoi(strings.TrimSpace(parts[2]))
		if err != nil || places < 0 || places > MaxShown {
			return false
		}
		n.Shown = places + 1
	}
	if unit := strings.TrimSpace(parts[1]); unit != "" || len(parts) == 2 {
		n.Unit = unit
	}
	if strings.TrimSpace(parts[0]) != "" {
		n.Name = unquoted(parts[0])
	}
	return true
}

// bracketed splits "Amount [DM] [1 decimal]" into name, unit and number of decimals, as far as
// present. Brackets without the word "decimal" hold a unit.
func bracketed(text string) []string {
	name, last, ok := cutBrackets(text)
	if !ok {
		return []string{text}
	}
	words := strings.Fields(last)
	if len(words) != 2 || !strings.EqualFold(words[1], "decimal") && !strings.EqualFold(words[1], "decimals") {
		return []string{name, last}
	}
	name, unit, _ := cutBrackets(name)
	return []string{name, unit, words[0]}
}

// cutBrackets splits off the contents of brackets at the end of a text.
func cutBrackets(text string) (before, in string, ok bool) {
	text = strings.TrimSpace(text)
	if open := strings.LastIndexByte(text, '['); open >= 0 && text[len(text)-1] == ']' {
		return text[:open], text[open+1 : len(text)-1], true
	}
	return text, "", false
}

// isLevelOf reports whether a key is "column.level" or has another separator in place of the dot.
func isLevelOf(key, column, level string) bool {
	if len(key) <= len(column) || !strings.EqualFold(key[:len(column)], column) {
		if q := strings.TrimPrefix(key, `"`); q == key || len(q) <= len(column) ||
			!strings.EqualFold(q[:len(column)], column) {
			return false
		}
		key = strings.TrimPrefix(key, `"`)
	}
	rest := strings.TrimLeft(key[len(column):], ` ".`+separators)
	return len(rest) < len(key)-len(column) && strings.EqualFold(strings.TrimRight(rest, ` "`), level)
}

// unquoted returns a field without surrounding white space and quotation marks.
func unquoted(s string) string {
	s = strings.TrimSpace(s)
	if n := len(s); n >= 2 && s[0] == '"' && s[n-1] == '"' {
		s = strings.ReplaceAll(s[1:n-1], `""`, `"`)
	}
	return strings.TrimSpace(s)
}
