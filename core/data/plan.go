package data

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Format says how the text of a file is read.
type Format struct {
	// any character that CanDelimit; a space stands for runs of spaces and tabs; 0: all but Encoding, Sheet and Keep is
	// guessed
	Delimiter    rune     `msgpack:"delimiter"`
	DecimalComma bool     `msgpack:"decimalComma"` // 3,14 is a number and points may group thousands; else the reverse
	Header       bool     `msgpack:"header"`       // the first row names the columns
	Missing      []string `msgpack:"missing"`      // fields that mean "no value", compared after trimming

	// a name of Encodings; empty: as the bytes tell, or are likely to mean
	Encoding string `msgpack:"encoding,omitempty" since:"2" len:"..text"`
	// of a workbook that has several; empty: the first that holds a table
	Sheet string `msgpack:"sheet,omitempty" since:"2" len:"..text"`
	// what stands below the first row
	Below Below `msgpack:"below,omitempty" since:"2" bound:"0..below" is:"second row"`
	// lines that are rows although they look like none
	Keep Keep `msgpack:"keep,omitempty" since:"2" bound:"0..keep" is:"lines that are kept"`
}

// CanDelimit reports whether a character can separate fields: no letter or digit,
// which are what fields are made of, no quotation mark and no line end.
func CanDelimit(r rune) bool {
	return r != 0 && r != '"' && r != '\n' && r != '\r' && r != utf8.RuneError && utf8.ValidRune(r) &&
		!unicode.IsLetter(r) && !unicode.IsDigit(r)
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
	// of the feature; another one than the file's renames it
	Name string `msgpack:"name"`
	// false: the column is left out
	Use bool `msgpack:"use"`
	// of the feature; the outcome is Category or Boolean, or a number that is cut
	Kind Kind `msgpack:"kind" bound:"0..kind" is:"type"`
	// order of the levels; nil: as sorted
	Levels []string `msgpack:"levels"`
	// how the column writes decimals
	Sign Sign `msgpack:"sign" since:"2" bound:"0..sign" is:"decimal sign"`
	// what becomes of its missing values
	Gaps Gaps `msgpack:"gaps" since:"2" bound:"0..gaps" is:"treatment of missing values"`
	// of an outcome that is a number: its classes are below it, and from it on
	Cut string `msgpack:"cut,omitempty" since:"2" len:"..text"`

	// Codes are numbers of the column that stand for a missing value. Numbers says that somebody
	// has looked at what seems to be codes, and that those are numbers.
	Codes []float64 `msgpack:"codes,omitempty" since:"2" len:"..codes" bound:"-open..open" is:"codes of missing values"`

	Numbers bool `msgpack:"numbers,omitempty" since:"2"`
}

// MaxCodes bounds the codes of a column.
const MaxCodes = 16

// Gaps says what becomes of the missing values of a column.
type Gaps uint8

// PlanGaps is what Plan.Missing says of all columns. FillGaps takes the usual value: the median
// of the numbers that remain, or the most frequent level. FlagGaps does so for a number and
// adds a column that says in which rows, named by FlagName, and by which of several codes; a
// level becomes MissingLevel. The outcome has none of them: its rows are dropped.
const (
	PlanGaps Gaps = iota
	DropGaps
	FillGaps
	FlagGaps
)

// fills reports whether a missing value of the column becomes the usual one.
func (c ColumnPlan) fills() bool {
	return c.Gaps == FillGaps || c.Gaps == FlagGaps && c.Kind.Numeric()
}

// FlagName is the name of the column that says where a number was missing.
func FlagName(column string) string { return column + flagSuffix }

const flagSuffix = " is missing"

// FlagOf is the number of which feature j says where it was missing; -1 if it is not such a
// flag.
func (s Schema) FlagOf(j int) int {
	f := s.Features[j].Own()
	column, is := strings.CutSuffix(f.Name, flagSuffix)
	if !is || !f.Flags() {
		return -1
	}
	return slices.IndexFunc(s.Features, func(g Feature) bool { return g.Kind.Numeric() && g.Own().Name == column })
}

// Flags reports whether a feature can say that something is missing: its first level says
// that it is not, and each other one that it is, or why.
func (f Feature) Flags() bool {
	own := f.Own().Levels
	return f.Kind == Boolean && slices.Equal(own, flagLevels) || f.Kind == Category && len(own) > 2 &&
		own[0] == flagLevels[0]
}

// flagLevels are the levels of a column that says no more than that.
var flagLevels = []string{"no", "yes"}

// flag is the column that says where a column has no value, and by which of several codes.
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

// Sign says how a column writes decimals.
type Sign uint8

// The decimal signs of a column. The other one groups thousands.
const (
	FileSign Sign = iota // as Format says
	PointSign
	CommaSign
)

// comma reports whether the decimal sign is a comma.
func (s Sign) comma(f Format) bool { return s == CommaSign || s == FileSign && f.DecimalComma }

// Plan is everything that decides how a file becomes a table. It is guessed by Inspect, shown,
// changed by people and obeyed by Import.
//
// A caller that changes Format sends no Columns: they are guessed anew from the file under the
// new format, and so is the outcome.
type Plan struct {
	Format  Format        `msgpack:"format"`
	Columns []ColumnPlan  `msgpack:"columns" is:"columns"` // one per column of the file; nil: guessed
	Outcome int           `msgpack:"outcome"`              // index of the outcome in Columns
	Missing MissingPolicy `msgpack:"missing" bound:"0..missing" is:"policy for missing values"`
	// name of a known preparation, or empty; it replaces Columns
	Recipe string `msgpack:"recipe" len:"..text" is:"name of the recipe"`

	// Exact keeps all decimals that a number is written with, else at most six.
	Exact bool `msgpack:"exact" since:"2"`

	// Names is a list of readable names for the table, as Schema.ReadNames takes it.
	Names string `msgpack:"names,omitempty" since:"2" len:"..1000000" is:"list of names"`
}

// clone copies a plan and everything in it.
func (p Plan) clone() Plan {
	p.Format.Missing = slices.Clone(p.Format.Missing)
	p.Columns = slices.Clone(p.Columns)
	for j := range p.Columns {
		c := &p.Columns[j]
		c.Levels = append([]string(nil), c.Levels...) // an empty order is nil
		c.Codes = append([]float64(nil), c.Codes...)
	}
	return p
}

// ColumnInfo is what the file says about one column.
type ColumnInfo struct {
	Missing  int      `bound:"0.."` // fields that mean "no value"
	Distinct int      `bound:"0.."` // different values, counted up to 1,000
	Examples []string // the first few different values
	Guess    Kind     // the kind guessed for a feature
	Why      string   // one sentence: why, or why the column is left out

	// Alone is the number of rows that are left out because this column, and no
	// other that is used, has no value there.
	Alone int `bound:"0.."`

	// Order is an order of the values that their names propose, the least first, of a
	// column that is guessed to be a category and could have one; else nil.
	Order []string

	// CopyOf is one more than the place of an earlier column that this one repeats in
	// every row that remains, under other names of values where Recoded says so; else 0.
	CopyOf  int `bound:"0.."`
	Recoded bool

	// Tells is the share of unseen rows whose outcome this column alone names, if it is so high
	// that the column may hold the outcome in other words; else 0.
	Tells float64

	// Codes are numbers of the column that look like codes, and Low and High the ends of
	// the others.
	Codes     []Code `is:"codes"`
	Low, High float64

	// Unclear is a number of the column that reads as well with the other decimal
	// sign, where all that have a sign do, as 1,863; else empty.
	Unclear string

	// Either says that its values may be meant as numbers and as texts: numbers that are
	// taken for codes or may be some, a decimal sign that is not the file's, or many numbers
	// with words among them. Why says what they are read as.
	Either bool
}

// Preview is a file as it would be read under a plan, before it is imported.
type Preview struct {
	Name    string
	Size    int `bound:"0.."`                     // bytes, after decompression
	Rows    int `bound:"0.." is:"number of rows"` // data rows in the file
	Plan    Plan
	Columns []ColumnInfo `is:"columns"`
	Head    [][]string   // the first rows, fields as they stand in the file
	Dropped int          `bound:"0.."` // rows that would be left out
	Base    float64      // share of the most frequent class among the rows that remain

	// Sheets are the names of a workbook's sheets, if it has several.
	Sheets []string

	// Doubts are what a person may know better of how the file is read.
	Doubts []Doubt

	// Recipes names the known preparations that fit this file.
	Recipes []Recipe

	// Notes say what was guessed and what an import will change or leave out.
	Notes []string

	// Problems say why the file cannot be imported under this plan; none means
	// that it can. At most ten are listed.
	Problems []string
}

// Doubt is what was assumed of how a file is read, one of the preview's notes, and what else
// it may be.
type Doubt struct {
	Note string
	Else []Way
}

// Way is another way to read a file: as a button says it, and its format.
type Way struct {
	Text   string
	Format Format
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

	// Runs say where the rows left out were: so many rows of the file were kept, then so many
	// left out, then so many kept, and so on. None were left out where it is empty.
	Runs []int
}

// Place is where row i of the table is among the rows of its file, both from 0.
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

// note notes of one more row of the file whether it is kept.
func (r *Report) note(keep bool) {
	if len(r.Runs) == 0 {
		r.Runs = []int{0}
	}
	if kept := len(r.Runs)%2 == 1; keep != kept {
		r.Runs = append(r.Runs, 0)
	}
	r.Runs[len(r.Runs)-1]++
}
