package data

import (
	"slices"
	"strings"
)

// Differ is a way in which a file of new rows can differ from the table.
type Differ uint8

// The ways.
const (
	UnknownLevel Differ = iota // a level that the table does not have
	OutOfRange                 // a number outside of the training rows' range
	NoColumn                   // a feature without a column in the file
)

// Remedy says how to deal with a difference.
type Remedy uint8

// The remedies.
const (
	// Default leaves out rows with an unknown level, rejects a file without the column, and keeps a
	// number outside the range.
	Default  Remedy = iota
	TakeAs          // use another level, or the column with that name
	FillWith        // use this value in every row
	Clamp           // move the number to the nearest end of the range
	LeaveOut        // leave out the row
	PassOn          // let the model read every unknown level of the column itself, see Plan.Passes
)

// Choice is a person's decision about one difference, for every file of new rows.
type Choice struct {
	By     Differ `msgpack:"by" bound:"0..2" is:"difference"`
	Column string `msgpack:"column"` // name of the table's column
	Value  string `msgpack:"value"`  // the unknown level; empty for PassOn
	Do     Remedy `msgpack:"do" bound:"0..5" is:"remedy"`
	As     string `msgpack:"as"` // for TakeAs and FillWith
}

// About reports whether two choices are about the same difference.
func (c Choice) About(o Choice) bool {
	return c.By == o.By && c.Column == o.Column && c.Value == o.Value
}

// Choose adds a choice to the list and removes an earlier one about the same difference. It ignores
// an impossible choice, and drops the first if there are more than MaxChoices.
func Choose(list []Choice, c Choice) []Choice {
	list = slices.DeleteFunc(slices.Clone(list), c.About)
	long := max(len(c.Column), len(c.Value), len(c.As)) > maxChoice
	if c.Do == Default || c.By > NoColumn || c.Do > PassOn || long {
		return list
	}
	return append(list[max(0, len(list)+1-MaxChoices):], c)
}

// maxChoice limits the names in a choice, in bytes. Longer levels have no choice.
const maxChoice = 1000

// MaxChoices limits the choices of a project, and the differences of a file that are listed.
const MaxChoices = 100

// Difference describes one way in which a file of new rows differs from the table, and how it is
// dealt with.
type Difference struct {
	Choice
	Rows  int     `msgpack:"rows"`  // number of affected rows; 0 for NoColumn
	First int     `msgpack:"first"` // the first affected row, from 1
	Low   float64 `msgpack:"low"`   // smallest and largest number outside the range
	High  float64 `msgpack:"high"`
	Min   float64 `msgpack:"min"` // the range
	Max   float64 `msgpack:"max"`
	Guess string  `msgpack:"guess"` // a level, or a column of the file, with a similar name; may be empty
	Usual string  `msgpack:"usual"` // for FillWith; empty: unknown

	Passes bool `msgpack:"passes,omitempty" since:"2"` // PassOn is possible
}

// Sentence describes the difference and how it is dealt with.
func (d Difference) Sentence() string {
	name := "Column " + quote(d.Column) + ": "
	rows := plural(d.Rows, "row", "rows") + ", first row " + grouped(d.First)
	switch {
	case d.By == NoColumn && d.Do == TakeAs:
		return name + "the file's column " + quote(d.As) + " is used for it."
	case d.By == NoColumn && d.Do == FillWith:
		return name + "the file does not have it, so every row gets " + quote(d.As) + "."
	case d.By == NoColumn && d.Guess != "":
		return name + "the file does not have it. It may be " + quote(d.Guess) +
			". Say which column it is, or which value every row gets."
	case d.By == NoColumn:
		return name + "the file does not have it. Say which column it is, or which value every row gets."
	case d.By == UnknownLevel && d.Do == TakeAs:
		return name + quote(d.Value) + " (" + rows + ") counts as " + quote(d.As) + "."
	case d.By == UnknownLevel && d.Do == PassOn:
		return name + "levels that the table does not have (" + rows + ") are passed on to the model."
	case d.By == UnknownLevel:
		name += "the table has no level " + quote(d.Value) + " (" + rows +
			"). These rows are left out, unless you say which level it counts as"
		if d.Passes {
			return name + " or pass it on to the model."
		}
		return name + "."
	}
	numbers, are := "numbers from "+number64(d.Low)+" to "+number64(d.High), "are"
	if d.Low == d.High {
		numbers, are = "the number "+number64(d.Low), "is"
	}
	name += numbers + " (" + rows + ") " + are + " outside the range of the training rows, " + number64(d.Min) +
		" to " + number64(d.Max) + ". "
	switch d.Do {
	case Clamp:
		return name + "Such numbers are moved to the nearest end of this range."
	case LeaveOut:
		return name + "These rows are left out."
	}
	return name + "Such numbers are not changed, but answers about these rows are guesses."
}

// differs records that a row has a difference.
func (r *rowReader) differs(c Choice, row int) *Difference {
	at := slices.IndexFunc(r.out.Differences, func(d Difference) bool { return d.About(c) })
	if at < 0 {
		if len(r.out.Differences) >= MaxChoices {
			return &Difference{}
		}
		at = len(r.out.Differences)
		r.out.Differences = append(r.out.Differences, Difference{Choice: c, First: row})
	}
	d := &r.out.Differences[at]
	d.Rows++
	return d
}

// chosen returns the person's choice about a difference, if this table allows it.
func (r *rowReader) chosen(c Choice) Choice {
	for _, x := range r.plan.Choices {
		if x.About(c) {
			return x
		}
	}
	return c
}

// likest returns the name among names that is most similar to name, or "" if none is similar.
func likest(name string, names []string) (best string) {
	name = plainName(name)
	least := (1 + len([]rune(name))) / 2
	for _, n := range names {
		if d := distance(name, plainName(n)); d < least {
			best, least = n, d
		}
	}
	return best
}

// maxLike is the length of the longest names that likest compares.
const maxLike = 40

// distance returns the number of characters to insert, delete or replace to turn one name into the
// other, and 0 if one contains the other.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	if len(x) > maxLike || len(y) > maxLike || len(x)*len(y) == 0 {
		return maxLike
	}
	last := make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i, c := range x {
		before := last[0]
		last[0] = i + 1
		for j, d := range y {
			change := before + b2i(c != d)
			before = last[j+1]
			last[j+1] = min(change, last[j]+1, last[j+1]+1)
		}
	}
	if min(len(x), len(y)) > 1 && (strings.Contains(a, b) || strings.Contains(b, a)) {
		return 0
	}
	return last[len(y)]
}
