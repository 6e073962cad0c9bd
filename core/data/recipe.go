package data

import (
	"slices"
	"strings"
)

// preparation is a recipe and its steps: it selects columns of a known file, groups their values
// and keeps some of the rows.
type preparation struct {
	Recipe
	header  []string // columns of the file if it has no header
	sources []source
	outcome int // index of the outcome in sources

	// keep reports whether a prepared row belongs to the table. rest says in words which rows do
	// not.
	keep func(row []string) bool
	rest string
}

// source is one prepared column and where it comes from in the file.
type source struct {
	plan   ColumnPlan
	ranks  []float64
	names  []string // names in the file, in the form of plainName
	groups map[string]string
	suffix string // dropped from the end of a value
}

var preparations = []preparation{adult}

// recipes returns the preparations that fit the file.
func (f *File) recipes(p *profile) (found []Recipe) {
	for i := range preparations {
		if at := preparations[i].places(p); at != nil && preparations[i].fits(f.tidy.text, p.format, at) {
			found = append(found, preparations[i].Recipe)
		}
	}
	return found
}

func preparationNamed(name string) *preparation {
	for i := range preparations {
		if preparations[i].Name == name {
			return &preparations[i]
		}
	}
	return nil
}

// places returns the column index of every source, or nil if one is missing.
func (r *preparation) places(p *profile) []int {
	names := p.names
	if !p.format.Header && len(names) == len(r.header) {
		names = r.header
	}
	var at []int
	for _, s := range r.sources {
		j := slices.IndexFunc(names, func(n string) bool { return oneOf(plainName(n), s.names) })
		if j < 0 {
			return nil
		}
		at = append(at, j)
	}
	return at
}

// nameColumns assigns the usual names to the columns of a known file without a header.
func (f *File) nameColumns(p *profile) {
	if p.err != nil || p.format.Header {
		return
	}
	for _, r := range f.recipes(p) {
		if h := preparationNamed(r.Name).header; len(h) == len(p.names) {
			p.names = h
			p.notes = append(p.notes, "The columns have their usual names, from the publisher's description.")
			return
		}
	}
}

var plainSigns = strings.NewReplacer(" ", "_", "-", "_", ".", "_", "'", "")

// plainName returns a column name in lower case, with underscores for spaces, points and hyphens,
// and without single quotes.
func plainName(s string) string {
	return plainSigns.Replace(strings.ToLower(s))
}

// fits reports whether the first rows contain only values that the preparation supports.
func (r *preparation) fits(text string, f Format, at []int) bool {
	in := newRecords(text, f.Delimiter)
	if f.Header {
		in.next()
	}
	row := make([]string, len(r.sources))
	n := 0
	for ; n < 100 && in.next(); n++ {
		r.prepare(in.fields, at, f, row)
		for j, s := range r.sources {
			if s.plan.Levels != nil && !oneOf(row[j], s.plan.Levels) {
				return false
			}
			if _, ok := parseNumber(row[j], f.DecimalComma); s.plan.Kind.Numeric() && !ok {
				return false
			}
		}
	}
	return n > 0
}

// prepare converts a row of the file to prepared texts. It leaves values unchanged that the
// preparation does not know.
func (r *preparation) prepare(fields []string, at []int, f Format, row []string) {
	for j, s := range r.sources {
		row[j] = s.group(fields[at[j]], f)
	}
}

// group returns the prepared form of a field.
func (s *source) group(v string, f Format) string {
	v = strings.TrimSuffix(v, s.suffix)
	if oneOf(v, f.Missing) {
		v = "?"
	}
	if g, ok := s.groups[v]; ok {
		v = g
	}
	return v
}

// columns returns the plans of the prepared columns.
func (r *preparation) columns() []ColumnPlan {
	var list []ColumnPlan
	for _, s := range r.sources {
		s.plan.Use = true
		list = append(list, s.plan)
	}
	return list
}
