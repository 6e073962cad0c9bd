package data

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// Format says how the text of a file is read.
type Format struct {
	Delimiter    rune     // any character that CanDelimit; a space stands for runs of spaces and tabs
	DecimalComma bool     // 3,14 is a number and points may group thousands; else the reverse
	Header       bool     // the first row names the columns
	Missing      []string // fields that mean "no value", compared after trimming
}

// CanDelimit reports whether a character can separate fields: no letter or digit,
// which are what fields are made of, no quotation mark and no line end.
func CanDelimit(r rune) bool {
	return r != 0 && r != '"' && r != '\n' && r != '\r' && r != utf8.RuneError && utf8.ValidRune(r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// MissingPolicy says what becomes of a missing value.
type MissingPolicy uint8

// A missing level becomes a category of its own, named Missing, or its row is
// dropped. A number has no such category, so its row is dropped under both.
const (
	OwnCategory MissingPolicy = iota
	DropRows
)

// MissingLevel is the category that a missing level becomes under OwnCategory.
const MissingLevel = "(missing)"

// ColumnPlan says what becomes of one column of the file.
type ColumnPlan struct {
	Name   string   // of the feature; another one than the file's renames it
	Use    bool     // false: the column is left out
	Kind   Kind     // of the feature; the outcome is Category or Boolean
	Levels []string // order of the levels; nil: as sorted
}

// Plan is everything that decides how a file becomes a table. It is guessed by
// Inspect, shown, changed by people and obeyed by Import.
//
// Whoever changes Format sends no Columns: they are guessed anew from the file
// as it now reads, the outcome too.
type Plan struct {
	Format  Format
	Columns []ColumnPlan // one per column of the file; nil: guessed
	Outcome int          // index of the outcome in Columns
	Missing MissingPolicy
	Recipe  string // name of a known preparation, or empty; it replaces Columns
}

// clone copies a plan and everything in it.
func (p Plan) clone() Plan {
	p.Format.Missing = slices.Clone(p.Format.Missing)
	p.Columns = slices.Clone(p.Columns)
	for j := range p.Columns {
		c := &p.Columns[j]
		c.Levels = append([]string(nil), c.Levels...) // an empty order is none
	}
	return p
}

// ColumnInfo is what the file says about one column.
type ColumnInfo struct {
	Missing  int      // fields that mean "no value"
	Distinct int      // different values, counted up to 1,000
	Examples []string // the first few different values
	Guess    Kind     // the kind guessed for a feature
	Why      string   // one sentence: why, or why the column is left out
}

// Preview is a file as it would be read under a plan, before it is imported.
type Preview struct {
	Name    string
	Size    int // bytes, after decompression
	Rows    int // data rows in the file
	Plan    Plan
	Columns []ColumnInfo
	Head    [][]string // the first rows, fields as they stand in the file

	// Recipes names the known preparations that fit this file.
	Recipes []Recipe

	// Notes say what was guessed and what an import will change or leave out.
	Notes []string

	// Problems say why the file cannot be imported under this plan; none means
	// that it can. At most ten are listed.
	Problems []string
}

// Recipe names a preparation of a well-known file.
type Recipe struct {
	Name  string // key, for Plan.Recipe
	Title string // one sentence: what it does
}

// Report says what an import did.
type Report struct {
	Rows    int      // rows of the table
	Dropped int      // rows left out
	Notes   []string // what was changed, in words
}
