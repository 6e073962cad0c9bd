// Package data represents typed tables: their schema and rows, splits, the scaling and one-hot
// encoding that models use, and the decoders for files that people open. It does not depend on
// models, and it never changes a value without reporting it.
package data

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"causeway/core/fault"
)

// Kind is the type of a feature.
type Kind uint8

// The kinds of a feature. A row stores a Continuous or Integer feature as its value in its own
// unit, and any other kind as the index of its level.
const (
	Continuous Kind = iota
	Integer
	Ordered
	Category
	Boolean
)

var kindNames = [...]string{"continuous", "integer", "ordered category", "category", "boolean"}

// String returns the kind as people read it.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "kind " + strconv.Itoa(int(k))
}

// Numeric reports whether the feature is a number.
func (k Kind) Numeric() bool { return k == Continuous || k == Integer }

// Feature describes one column.
type Feature struct {
	Name string `msgpack:"name"`
	Kind Kind   `msgpack:"kind"`

	// Was holds the table's name and levels if Name and Levels are those displayed; see Said.
	Was []string `msgpack:"was,omitempty" since:"2"`

	// Unit is the unit of the numbers, as displayed; see Said. It is empty if unknown.
	Unit string `msgpack:"unit,omitempty" since:"2"`

	// Shown is 1 more than the number of decimals displayed; see Said. 0 means those of the
	// table.
	Shown int `msgpack:"shown,omitempty" since:"2"`

	// Levels lists the categories, in rank order for Ordered. A Boolean has two, false first. It
	// is nil for numbers.
	Levels []string `msgpack:"levels"`

	// Ranks holds the ordinal scores of the levels of an Ordered feature, in nondecreasing order.
	// Levels may share a score. Nil means 0, 1, 2, ...
	Ranks []float64 `msgpack:"ranks"`

	// Min and Max are the range of the training rows, set by Table.FitScale. They scale the
	// feature to [0, 1] and limit decoded values.
	Min float64 `msgpack:"min"`
	Max float64 `msgpack:"max"`

	// MAD is the median absolute deviation in the training rows, the unit of continuous proximity
	// (paper, section 4.2). If that deviation is 0, MAD is 1.
	MAD float64 `msgpack:"mad"`

	// Decimals is the number of decimals in the column's values, up to MaxDecimals. Decoded
	// values are rounded to it. It is 0 for Integer.
	Decimals int `msgpack:"decimals"`

	// Cuts are the ascending numbers that divide a numeric outcome into its levels. Level k
	// contains the numbers from Cuts[k-1] up to, but not including, Cuts[k]. In this case Min,
	// Max, MAD and Decimals describe the numbers. For all other features, Cuts is nil.
	Cuts []float64 `msgpack:"cuts,omitempty" since:"2" len:"..levels"`
}

// Number returns a numeric outcome as a feature.
func (f Feature) Number() Feature {
	f.Kind, f.Levels, f.Cuts = Continuous, nil, nil
	return f
}

// Band returns the level of a numeric outcome that contains a number.
func (f *Feature) Band(v float64) int {
	k := 0
	for k < len(f.Cuts) && v >= f.Cuts[k] {
		k++
	}
	return k
}

// MaxDecimals is the largest number of decimals. Round keeps them as far as a float64 can: a
// number with too many digits before them keeps all that it has.
const MaxDecimals = 30

// exactDigits is the largest multiple of a step that Round distinguishes from its neighbours, for
// any step. Beyond it, a float64 has no digits to round.
const exactDigits = 1 << 50

// Width returns the number of encoded inputs of the feature: one for a number, and one per level
// otherwise.
func (f Feature) Width() int {
	if f.Kind.Numeric() {
		return 1
	}
	return len(f.Levels)
}

// Rank returns the ordinal score of a level of an Ordered feature.
func (f *Feature) Rank(level int) float64 {
	if f.Ranks == nil {
		return float64(level)
	}
	return f.Ranks[level]
}

// Format returns a stored value as displayed: the name of a level, or a number with the feature's
// decimals, or with its own digits if the decimals are many. Parse reads the same value back
// unless it is displayed with fewer decimals. Telling and Stating add decimals if needed, and Own
// restores all of them.
func (f Feature) Format(v float64) string {
	if !f.Kind.Numeric() {
		if i := int(v); float64(i) == v && i >= 0 && i < len(f.Levels) {
			return f.Levels[i]
		}
		return "?"
	}
	if v == Blank {
		return NotGiven
	}
	if f.Shown > 0 {
		return f.formatShown(v)
	}
	if f.Decimals <= 6 {
		return strconv.FormatFloat(v, 'f', f.Decimals, 64)
	}
	if a := math.Abs(v); a != 0 && a < 1e-6 {
		return strconv.FormatFloat(v, 'e', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// Brief does the same as Format, but limits a number with many digits to about six. It is for
// statements about a column, not about a row. Decimals chosen by people are kept.
func (f Feature) Brief(v float64) string {
	if !f.Kind.Numeric() || f.Shown > 0 || f.Decimals <= 6 || math.Abs(v) < 1e-3 {
		return f.Format(v)
	}
	digits := 5 - int(math.Floor(math.Log10(math.Abs(v))))
	text := strconv.FormatFloat(v, 'f', max(digits, 0), 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// Say returns Format with the feature's unit.
func (f Feature) Say(v float64) string {
	if v == Blank {
		return NotGiven
	}
	return f.With(f.Format(v))
}

// With appends the feature's unit to a written number.
func (f Feature) With(number string) string {
	if f.Unit == "" {
		return number
	}
	return number + " " + unitOf(number, f.Unit)
}

// unitOf returns the unit for a number. For 1, it turns a plain English plural into the singular:
// 1 year.
func unitOf(number, unit string) string {
	word, _ := strings.CutSuffix(unit, "s")
	switch strings.TrimLeft(number, "+-−") {
	case "1":
	default:
		return unit
	}
	plain := len(word) > 2 && !strings.ContainsFunc(unit, func(r rune) bool { return r < 'a' || r > 'z' })
	switch last := word[max(len(word)-1, 0):]; {
	case word == unit || !plain || last == "s" || last == "u" || last == "i": // mass, celsius, axis
		return unit
	case strings.HasSuffix(word, "ie"):
		return strings.TrimSuffix(word, "ie") + "y"
	case strings.HasSuffix(word, "che") || strings.HasSuffix(word, "she") || strings.HasSuffix(word, "xe"):
		return strings.TrimSuffix(word, "e")
	}
	return word
}

// Title returns the feature's name with its unit, to be used above values without units.
func (f Feature) Title() string {
	if f.Unit == "" {
		return f.Name
	}
	return f.Name + " [" + f.Unit + "]"
}

// Parse is the inverse of Format. It reads the name of a level, or a number that the feature can
// hold.
func (f Feature) Parse(s string) (float64, error) {
	if !f.Kind.Numeric() {
		for i, l := range f.Levels {
			if l == s {
				return float64(i), nil
			}
		}
		return 0, fmt.Errorf("%q is not a value of %s", s, f.Name)
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("%q is not a number", s)
	}
	if f.Kind == Integer && v != math.Trunc(v) {
		return 0, fmt.Errorf("%s must be a whole number, not %s", f.Name, s)
	}
	if !f.Holds(v) {
		return 0, fmt.Errorf("%s is too large for %s", s, f.Name)
	}
	return v, nil
}

// Round returns v as the feature would store it: a number rounded to its decimals. Halves are
// rounded away from zero, and zero has no sign.
func (f *Feature) Round(v float64) float64 {
	p := tens(f.Decimals)
	scaled := float64(v * p)
	n := math.Trunc(scaled)
	if math.Abs(scaled-n) >= 0.5 { // as math.Round, for which WebAssembly has no instruction
		n += math.Copysign(1, v)
	}
	switch {
	case n == 0:
		return 0
	case math.Abs(n) > exactDigits:
		return v
	case f.Decimals > 22: // p is not exact
		v, _ = strconv.ParseFloat(strconv.FormatFloat(n, 'f', 0, 64)+"e-"+strconv.Itoa(f.Decimals), 64)
		return v
	}
	return n / p
}

// tens returns math.Pow10(n). It is faster for the few powers that most numbers need.
func tens(n int) float64 {
	if uint(n) < uint(len(powers)) {
		return powers[n]
	}
	return math.Pow10(n)
}

var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9}

// Step returns the smallest change of a number that its column can show and that rounding preserves
// anywhere in the range.
func (f *Feature) Step() float64 {
	return max(1/tens(f.Decimals), max(math.Abs(f.Min), math.Abs(f.Max))/exactDigits)
}

// Schema describes the features of a table and its outcome.
type Schema struct {
	Features []Feature `msgpack:"features"`
	Outcome  Feature   `msgpack:"outcome"` // a Category or Boolean whose levels are the classes
}

// Limits of a schema. A file beyond a limit is rejected with an explanation.
const (
	MaxFeatures = 512
	MaxLevels   = 256
	MaxName     = 256 // longest name of a column or level, in runes
)

// Width returns the number of inputs of an encoded row.
func (s Schema) Width() int {
	w := 0
	for _, f := range s.Features {
		w += f.Width()
	}
	return w
}

// Offset returns the index of feature j in an encoded row.
func (s Schema) Offset(j int) int {
	w := 0
	for _, f := range s.Features[:j] {
		w += f.Width()
	}
	return w
}

// Classes returns the number of outcome levels.
func (s Schema) Classes() int { return len(s.Outcome.Levels) }

// Index returns the index of the feature with that name, or -1.
func (s Schema) Index(name string) int {
	for j, f := range s.Features {
		if f.Name == name {
			return j
		}
	}
	return -1
}

// Check returns an error if the schema cannot be used.
func (s Schema) Check() error {
	if n := len(s.Features); n == 0 || n > MaxFeatures {
		return fault.Errorf("data: the table has %d features; 1 to %d are possible", n, MaxFeatures)
	}
	seen := map[string]bool{s.Outcome.Name: true}
	for _, f := range s.Features {
		if seen[f.Name] {
			return fault.Errorf("data: two columns are named %q", f.Name)
		}
		seen[f.Name] = true
		if err := f.check(); err != nil {
			return err
		}
	}
	if s.Outcome.Kind.Numeric() || len(s.Outcome.Levels) < 2 {
		return fault.Errorf("data: the outcome %q needs at least two classes", s.Outcome.Name)
	}
	return s.Outcome.check()
}

func (f Feature) check() error {
	if n := utf8.RuneCountInString(f.Name); n == 0 || n > MaxName {
		return fault.Errorf("data: the name of a column has %d characters; it can have 1 to %d", n, MaxName)
	}
	if !utf8.ValidString(f.Name) {
		return fault.Errorf("data: the name of a column is not valid text")
	}
	if f.Kind > Boolean {
		return fault.Errorf("data: column %q has an unknown type", f.Name)
	}
	if f.Kind.Numeric() {
		return f.checkNumber()
	}
	return f.checkLevels()
}

func (f Feature) checkNumber() error {
	if f.Levels != nil || f.Ranks != nil {
		return fault.Errorf("data: column %q is a number, so it cannot have levels", f.Name)
	}
	if f.Decimals < 0 || f.Decimals > MaxDecimals || f.Kind == Integer && f.Decimals != 0 {
		return fault.Errorf("data: column %q cannot have %d decimals", f.Name, f.Decimals)
	}
	for _, v := range []float64{f.Min, f.Max, f.MAD / 2} {
		if !(math.Abs(v) <= maxNumber) {
			return fault.Errorf("data: column %q has a range beyond ±10^15", f.Name)
		}
	}
	if f.Max < f.Min || f.MAD < 0 {
		return fault.Errorf("data: column %q has an empty range", f.Name)
	}
	return nil
}

func (f Feature) checkLevels() error {
	n := len(f.Levels)
	if n == 0 || n > MaxLevels || f.Kind == Boolean && n != 2 {
		return fault.Errorf("data: column %q has %d levels; at most %d are possible", f.Name, n, MaxLevels)
	}
	seen := map[string]bool{}
	for _, l := range f.Levels {
		if !utf8.ValidString(l) {
			return fault.Errorf("data: a level of column %q is not valid text", f.Name)
		}
		if seen[l] || utf8.RuneCountInString(l) > MaxName {
			return fault.Errorf("data: column %q has a repeated level or one that is too long", f.Name)
		}
		seen[l] = true
	}
	if n := len(f.Cuts); n > 0 && (n != len(f.Levels)-1 || !rise(f.Cuts)) {
		return fault.Errorf("data: column %q has %d limits between %d levels, or they are not in ascending "+
			"order", f.Name, n,
			len(f.Levels))
	}
	if f.Ranks == nil {
		return nil
	}
	if f.Kind != Ordered || len(f.Ranks) != n {
		return fault.Errorf("data: column %q has %d ranks for %d levels", f.Name, len(f.Ranks), n)
	}
	for i, r := range f.Ranks {
		if math.IsNaN(r) || math.IsInf(r, 0) || i > 0 && r < f.Ranks[i-1] {
			return fault.Errorf("data: the ranks of column %q are not in ascending order", f.Name)
		}
	}
	return nil
}
