package model

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"causeway/core/fault"
)

// Field describes one setting of a training: how people read it, what it can be and
// what it is where nobody says. Forms, checks, flags and reports are made from it.
type Field struct {
	Of    string // the field of the recipe
	Label string
	Help  string
	Unit  string // empty for what its label counts, and for what has none
	Part  Part

	Min, Max float64
	Step     float64 // of the arrow keys of a form; 0 stands for 1
	Default  float64
}

// Part says which trainings a setting is of.
type Part uint8

// The parts of a recipe.
const (
	Always     Part = iota
	FromGraph       // only of methods that learn from the graph
	FromLabels      // only of trainings that learn from labels
	InParts         // only of trainings that others can compute parts of
)

// Fields is the table of the settings of a recipe R.
type Fields[R any] []Field

// Value is the setting in a recipe.
func (f Field) Value(recipe any) float64 {
	switch v := reflect.Indirect(reflect.ValueOf(recipe)).FieldByName(f.Of); v.Kind() {
	case reflect.Int:
		return float64(v.Int())
	case reflect.Uint64:
		return float64(v.Uint())
	default:
		return v.Float()
	}
}

// Text is the setting in a recipe, exactly.
func (f Field) Text(recipe any) string {
	if v := reflect.Indirect(reflect.ValueOf(recipe)).FieldByName(f.Of); v.Kind() == reflect.Uint64 {
		return strconv.FormatUint(v.Uint(), 10)
	}
	return number(f.Value(recipe))
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// Set changes the setting in the recipe behind a pointer.
func (f Field) Set(recipe any, v float64) {
	switch at := reflect.ValueOf(recipe).Elem().FieldByName(f.Of); at.Kind() {
	case reflect.Int:
		at.SetInt(int64(v))
	case reflect.Uint64:
		at.SetUint(uint64(v))
	default:
		at.SetFloat(v)
	}
}

// Whole reports whether the setting is a whole number.
func (f Field) Whole(recipe any) bool {
	return reflect.Indirect(reflect.ValueOf(recipe)).FieldByName(f.Of).Kind() != reflect.Float64
}

// Flag is the setting's name on a command line: learning-rate for LearningRate.
func (f Field) Flag() string {
	var b strings.Builder
	for i, c := range f.Of {
		if i > 0 && c >= 'A' && c <= 'Z' {
			b.WriteByte('-')
		}
		b.WriteRune(c)
	}
	return strings.ToLower(b.String())
}

// Named is the field of the table with a name.
func (t Fields[R]) Named(of string) Field {
	for _, f := range t {
		if f.Of == of {
			return f
		}
	}
	panic("model: Named: field = " + of + ", want one of the table")
}

// Of are the fields of some parts.
func (t Fields[R]) Of(parts ...Part) Fields[R] {
	return slices.DeleteFunc(slices.Clone(t), func(f Field) bool { return !slices.Contains(parts, f.Part) })
}

// Default is the recipe where nobody says anything.
func (t Fields[R]) Default() (r R) {
	for _, f := range t {
		f.Set(&r, f.Default)
	}
	return r
}

// Check reports the first setting that is outside its bounds or no number.
func (t Fields[R]) Check(r R) error {
	for _, f := range t {
		if v := f.Value(r); !(v >= f.Min && v <= f.Max) {
			return fault.Errorf("model: %q is %s; %s to %s are possible", f.Label, f.Text(r), number(f.Min), number(f.Max))
		}
	}
	return nil
}

// Within is a recipe with every setting moved to the nearest bound; one that is no
// number stays as it was.
func (t Fields[R]) Within(asked, old R) R {
	for _, f := range t {
		v := f.Value(asked)
		if math.IsNaN(v) {
			v = f.Value(old)
		}
		if v = min(max(v, f.Min), f.Max); v != f.Value(asked) {
			f.Set(&asked, v)
		}
	}
	return asked
}

// Follow is a recipe whose settings that are as one preset has them become
// another's; what a person has set stays.
func (t Fields[R]) Follow(r, preset, now R) R {
	for _, f := range t {
		if f.Value(r) == f.Value(preset) {
			f.Set(&r, f.Value(now))
		}
	}
	return r
}
