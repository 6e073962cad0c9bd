package data

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Format describes how to read the text of a file.
type Format struct {
	// any character that CanDelimit accepts; a space means runs of spaces and tabs; 0: guess
	// everything except Encoding, Sheet and Keep
	Delimiter    rune     `msgpack:"delimiter"`
	DecimalComma bool     `msgpack:"decimalComma"` // 3,14 is a number; points group thousands
	Header       bool     `msgpack:"header"`       // the first row names the columns
	Missing      []string `msgpack:"missing"`      // fields that mean "no value", compared after trimming

	// a name in Encodings; empty: decide from the bytes
	Encoding string `msgpack:"encoding,omitempty" since:"2" len:"..text"`
	// for a workbook with several sheets; empty: the first one with a table
	Sheet string `msgpack:"sheet,omitempty" since:"2" len:"..text"`
	// what the row below the first one is
	Below Below `msgpack:"below,omitempty" since:"2" bound:"0..below" is:"second row"`
	// lines to keep as rows although they do not look like rows
	Keep Keep `msgpack:"keep,omitempty" since:"2" bound:"0..keep" is:"lines that are kept"`
}

// CanDelimit reports whether a character can separate fields. Letters, digits, quotation marks
// and line ends cannot.
func CanDelimit(r rune) bool {
	return r != 0 && r != '"' && r != '\n' && r != '\r' && r != utf8.RuneError && utf8.ValidRune(r) &&
		!unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// MissingPolicy says what to do with missing values.
type MissingPolicy uint8

// A missing level becomes a separate category, MissingLevel, or its row is dropped. Numbers have no
// such category, so both policies drop the row of a missing number.
const (
	OwnCategory MissingPolicy = iota
	DropRows
)

// MissingLevel is the category of missing levels under OwnCategory.
const MissingLevel = "(missing)"

// ColumnPlan says what to do with one column of the file.
type ColumnPlan struct {
	// name of the feature; it may differ from that in the file
	Name string `msgpack:"name"`
	// false leaves the column out
	Use bool `msgpack:"use"`
	// kind of the feature; an outcome is Category or Boolean, or a number that is cut
	Kind Kind `msgpack:"kind" bound:"0..kind" is:"type"`
	// order of the levels; nil: sorted
	Levels []string `msgpack:"levels"`
	// the column's decimal sign
	Sign Sign `msgpack:"sign" since:"2" bound:"0..sign" is:"decimal sign"`
	// what to do with missing values
	Gaps Gaps `msgpack:"gaps" since:"2" bound:"0..gaps" is:"treatment of missing values"`
	// for a numeric outcome: the classes are below this number, and from it on
	Cut string `msgpack:"cut,omitempty" since:"2" len:"..text"`
	// Number keeps the numbers of an outcome that is cut. Older plans lack it, and their tables
	// have no such numbers.
	Number bool `msgpack:"number,omitempty" since:"2"`

	// Codes are numbers of the column that stand for a missing value. Numbers means that a person
	// has confirmed that apparent codes are ordinary numbers.
	Codes []float64 `msgpack:"codes,omitempty" since:"2" len:"..codes" bound:"-open..open" is:"codes of missing values"`

	Numbers bool `msgpack:"numbers,omitempty" since:"2"`
}

// MaxCodes limits the codes of a column.
const MaxCodes = 16

// Gaps says what to do with the missing values of a column.
type Gaps uint8

// PlanGaps applies Plan.Missing. FillGaps replaces missing values by the usual one: the median of
// the numbers, or the most frequent level. FlagGaps fills a number in the same way and adds a
// column, named by FlagName, that marks these rows and, with several codes, names the code; a
// missing level becomes MissingLevel. A row without an outcome is dropped in any case.
const (
	PlanGaps Gaps = iota
	DropGaps
	FillGaps
	FlagGaps
)

// fills reports whether missing values of the column become the usual one.
func (c ColumnPlan) fills() bool {
	return c.Gaps == FillGaps || c.Gaps == FlagGaps && c.Kind.Numeric()
}

// FlagName returns the name of the column that marks where a number is missing.
func FlagName(column string) string { return column + flagSuffix }

const flagSuffix = " is missing"

// FlagOf returns the index of the feature for which feature j is the flag, or -1 if it is not a
// flag.
func (s Schema) FlagOf(j int) int {
	f := s.Features[j].Own()
	column, is := strings.CutSuffix(f.Name, flagSuffix)
	if !is || !f.Flags() {
		return -1
	}
	return slices.IndexFunc(s.Features, func(g Feature) bool { return g.Kind.Numeric() && g.Own().Name == column })
}

// Flags reports whether a feature can serve as a flag. The first level of a flag means that a value
// is present; the others mean that it is missing, or give the reason.
func (f Feature) Flags() bool {
	_, own := f.ownNames()
	return f.Kind == Boolean && slices.Equal(own, flagLevels) || f.Kind == Category && len(own) > 2 &&
		own[0] == flagLevels[0]
}

// flagLevels are the levels of a flag without reasons.
var flagLevels = []string{"no", "yes"}

// flag returns the plan for a column's flag, which marks where a value is missing and, with several
// codes, names the code.
func (c ColumnPlan) flag(empty bool) ColumnPlan {
	f := ColumnPlan{Name: FlagName(c.Name), Use: true, Kind: Boolean, Levels: flagLevels, Sign: c.Sign, Codes: c.Codes}
	if n := len(c.Codes); n > 1 || n == 1 && empty {
		f.Kind, f.Levels = Category, flagLevels[:1:1]
		if empty {
			f.Levels = flagLevels[:2:2]
		}
		for _, v := range c.Codes {
			if l := number64(v); !slices.Contains(f.Levels, l) {
				f.Levels = append(f.Levels, l)
			}
		}
	}
	return f
}

// Sign is the decimal sign of a column.
type Sign uint8

// The decimal signs. With one of point and comma as the decimal sign, the other groups thousands.
const (
	FileSign Sign = iota // as in Format
	PointSign
	CommaSign
)

// comma reports whether the decimal sign is a comma.
func (s Sign) comma(f Format) bool { return s == CommaSign || s == FileSign && f.DecimalComma }

// Plan holds all decisions on how a file becomes a table. Inspect guesses it, people see and
// change it, and Import follows it.
//
// A caller that changes Format leaves Columns nil: columns and outcome are then guessed again under
// the new format.
type Plan struct {
	Format  Format        `msgpack:"format"`
	Columns []ColumnPlan  `msgpack:"columns" is:"columns"` // one per column of the file; nil: guess them
	Outcome int           `msgpack:"outcome"`              // index of the outcome in Columns
	Missing MissingPolicy `msgpack:"missing" bound:"0..missing" is:"policy for missing values"`
	// name of a known preparation, or empty; a recipe replaces Columns
	Recipe string `msgpack:"recipe" len:"..text" is:"name of the recipe"`

	// Exact keeps all decimals of a number; otherwise at most six are kept.
	Exact bool `msgpack:"exact" since:"2"`

	// Names is a list of readable names, in the form that Schema.ReadNames reads.
	Names string `msgpack:"names,omitempty" since:"2" len:"..1000000" is:"list of names"`

	// Choices say what to do where a file of new rows differs from the table. They do not concern
	// the table's own file.
	Choices []Choice `msgpack:"-"`

	// Passes reports whether the model can read a level of feature j that the table does not have.
	Passes func(j int, level string) bool `msgpack:"-" json:"-"`
}

// clone returns a deep copy of a plan.
func (p Plan) clone() Plan {
	p.Format.Missing = slices.Clone(p.Format.Missing)
	p.Columns = slices.Clone(p.Columns)
	for j := range p.Columns {
		c := &p.Columns[j]
		c.Levels = append([]string(nil), c.Levels...) // an empty order becomes nil
		c.Codes = append([]float64(nil), c.Codes...)
	}
	return p
}

// ColumnInfo describes one column of the file.
type ColumnInfo struct {
	Missing  int      `bound:"0.."` // number of fields that mean "no value"
	Distinct int      `bound:"0.."` // number of distinct values, counted up to 1,000
	Examples []string // the first few distinct values
	Guess    Kind     // the kind guessed for a feature
	Why      string   // a sentence: why this kind was guessed, or why the column is left out

	// Alone is the number of rows that are dropped only because this column has no value.
	Alone int `bound:"0.."`

	// Order is an ascending order of the values, inferred from their names, for a column that is
	// guessed to be a category; otherwise it is nil.
	Order []string

	// CopyOf is one more than the index of an earlier column that this one duplicates in all
	// remaining rows, or 0. Recoded means that the values match under different names.
	CopyOf  int `bound:"0.."`
	Recoded bool

	// Tells is the share of unseen rows whose outcome this column alone predicts. It is 0 unless it
	// is so high that the column may be the outcome in another form.
	Tells float64

	// Codes lists numbers of the column that look like codes. Low and High are the smallest and
	// largest of the others.
	Codes     []Code `is:"codes"`
	Low, High float64

	// Unclear is a number of the column that would also be valid with the other decimal sign, such
	// as 1,863. It is empty unless this is true for all numbers of the column with a point or
	// comma.
	Unclear string

	// Either means that the values could be numbers or texts: the numbers look like codes, their
	// decimal sign is not the file's, or many numbers are mixed with words. Why explains how they
	// are read.
	Either bool
}

// Preview shows how a file would be read under a plan, before it is imported.
type Preview struct {
	Name    string
	Size    int `bound:"0.."`                     // in bytes, after decompression
	Rows    int `bound:"0.." is:"number of rows"` // data rows in the file
	Plan    Plan
	Columns []ColumnInfo `is:"columns"`
	Head    [][]string   // the first rows, with fields as in the file
	Dropped int          `bound:"0.."` // number of rows to be dropped
	Base    float64      // share of the most frequent class among the remaining rows

	// Sheets lists a workbook's sheets if there are several.
	Sheets []string

	// Doubts lists assumptions about the file that a person may correct.
	Doubts []Doubt

	// Recipes lists the known preparations that fit this file.
	Recipes []Recipe

	// Notes lists what was guessed, and what an import will change or leave out.
	Notes []string

	// Problems lists at most ten reasons why the file cannot be imported under this plan. It is
	// empty if it can.
	Problems []string
}

// Doubt is an assumption about how a file is read, together with the alternatives. Its text is one
// of the preview's notes.
type Doubt struct {
	Note string
	Else []Way
}

// Way is another way to read a file: the text of its button, and its format.
type Way struct {
	Text   string
	Format Format
}

// Recipe identifies a preparation for a well-known file.
type Recipe struct {
	Name  string // key, for Plan.Recipe
	Title string // one sentence about its effect
}

// Report describes an import.
type Report struct {
	Rows    int      // rows of the table
	Dropped int      // number of rows left out
	Notes   []string // what was changed, in words

	// Runs records where rows were left out: the number of rows kept, then left out, then kept,
	// and so on. It is empty if all rows were kept.
	Runs []int
}

// Place returns the index of row i of the table among the rows of its file.
func (r Report) Place(i int) int {
	place := 0
	for k, n := range r.Runs {
		kept := k%2 == 0
		if kept && i < n {
			break
		}
		if place += n; kept {
			i -= n
		}
	}
	return place + i
}

// note records whether the next row of the file is kept.
func (r *Report) note(keep bool) {
	if len(r.Runs) == 0 {
		r.Runs = []int{0}
	}
	if kept := len(r.Runs)%2 == 1; keep != kept {
		r.Runs = append(r.Runs, 0)
	}
	r.Runs[len(r.Runs)-1]++
}
