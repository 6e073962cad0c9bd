package model

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"causeway/core/fault"
)

// Field describes one setting of a training or a search: how it is displayed, its possible values,
// and its default. Forms, checks, flags and reports come from this description.
type Field struct {
	Of    string // name of the recipe's field
	Label string
	Each  string // label in questions about many rows; empty: Label
	Help  string
	Unit  string // empty for plain counts, or if the label already names it
	Part  Part

	Choices []Choice // for a setting with few possible values; others are numbers or switches
	Percent bool     // displayed in percent

	Min, Max float64
	Step     float64 // for the arrow keys in a form; 0 means 1
	Default  float64
}

// Choice is one possible value of a setting. Its Help replaces the field's.
type Choice struct {
	Value      float64
	Text, Help string
}

// Chosen returns the choice that matches a recipe's value, or the default choice if none matches.
func (f Field) Chosen(recipe any) Choice {
	for _, v := range []float64{f.Value(recipe), f.Default} {
		if i := f.place(v); i >= 0 {
			return f.Choices[i]
		}
	}
	panic("model: Chosen: " + f.Of + " has no choice for its default")
}

func (f Field) place(v float64) int {
	return slices.IndexFunc(f.Choices, func(c Choice) bool { return c.Value == v })
}

// nearest returns the possible value nearest to v. For a setting with choices, it returns v if
// that is one of them, and the default otherwise.
func (f Field) nearest(v float64) float64 {
	switch {
	case len(f.Choices) == 0:
		return min(max(v, f.Min), f.Max)
	case f.place(v) < 0:
		return f.Default
	}
	return v
}

// IsSwitch reports whether the setting is either on or off.
func (f Field) IsSwitch(recipe any) bool {
	return reflect.Indirect(reflect.ValueOf(recipe)).FieldByName(f.Of).Kind() == reflect.Bool
}

// Part names the trainings to which a setting applies.
type Part uint8

// The parts of a recipe.
const (
	Always     Part = iota
	FromGraph       // only methods that learn from the graph
	FromLabels      // only trainings that learn from labels
	OfRows          // only generators whose decoder produces whole rows
)

// Fields is the table of settings in a recipe of type R.
type Fields[R any] []Field

// Value returns the value of the setting in a recipe.
func (f Field) Value(recipe any) float64 {
	switch v := reflect.Indirect(reflect.ValueOf(recipe)).FieldByName(f.Of); v.Kind() {
	case reflect.Int:
		return float64(v.Int())
	case reflect.Uint8, reflect.Uint64:
		return float64(v.Uint())
	case reflect.Bool:
		if v.Bool() {
			return 1
		}
		return 0
	default:
		return v.Float()
	}
}

// Text returns the value of the setting in a recipe as exact text.
func (f Field) Text(recipe any) string {
	if v := reflect.Indirect(reflect.ValueOf(recipe)).FieldByName(f.Of); v.Kind() == reflect.Uint64 {
		return strconv.FormatUint(v.Uint(), 10)
	}
	return number(f.Value(recipe))
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// Set changes the setting in a recipe, given a pointer to it.
func (f Field) Set(recipe any, v float64) {
	switch at := reflect.ValueOf(recipe).Elem().FieldByName(f.Of); at.Kind() {
	case reflect.Int:
		at.SetInt(int64(v))
	case reflect.Uint8, reflect.Uint64:
		at.SetUint(uint64(v))
	case reflect.Bool:
		at.SetBool(v != 0)
	default:
		at.SetFloat(v)
	}
}

// Whole reports whether the setting is a whole number.
func (f Field) Whole(recipe any) bool {
	return reflect.Indirect(reflect.ValueOf(recipe)).FieldByName(f.Of).Kind() != reflect.Float64
}

// Flag returns the name of the command-line flag, such as learning-rate for LearningRate.
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

// Named returns the field with the given name.
func (t Fields[R]) Named(of string) Field {
	for _, f := range t {
		if f.Of == of {
			return f
		}
	}
	panic("model: Named: field = " + of + ", want one of the table")
}

// Of returns the fields of the given parts.
func (t Fields[R]) Of(parts ...Part) Fields[R] {
	return slices.DeleteFunc(slices.Clone(t), func(f Field) bool { return !slices.Contains(parts, f.Part) })
}

// Only returns the named fields, in the order of the table.
func (t Fields[R]) Only(names ...string) Fields[R] {
	return slices.DeleteFunc(slices.Clone(t), func(f Field) bool { return !slices.Contains(names, f.Of) })
}

// Except returns all fields except the named ones.
func (t Fields[R]) Except(names ...string) Fields[R] {
	return slices.DeleteFunc(slices.Clone(t), func(f Field) bool { return slices.Contains(names, f.Of) })
}

// With returns the table after applying change to every field.
func (t Fields[R]) With(change func(f *Field)) Fields[R] {
	t = slices.Clone(t)
	for i := range t {
		change(&t[i])
	}
	return t
}

// Default returns the recipe with all defaults.
func (t Fields[R]) Default() (r R) {
	for _, f := range t {
		f.Set(&r, f.Default)
	}
	return r
}

// Check returns an error for the first setting that is not a number or is out of bounds.
func (t Fields[R]) Check(r R) error {
	for _, f := range t {
		if v := f.Value(r); v != f.nearest(v) {
			return fault.Errorf("model: %q is %s, but must be from %s to %s", f.Label, f.Text(r), number(f.Min),
				number(f.Max))
		}
	}
	return nil
}

// Within moves every setting to the nearest valid value. NaN keeps the old value.
func (t Fields[R]) Within(asked, old R) R {
	for _, f := range t {
		v := f.Value(asked)
		if math.IsNaN(v) {
			v = f.Value(old)
		}
		if v = f.nearest(v); v != f.Value(asked) {
			f.Set(&asked, v)
		}
	}
	return asked
}

// Follow moves a recipe from one preset to another. Settings that still equal the old preset take
// the new value; those that a person changed stay.
func (t Fields[R]) Follow(r, preset, now R) R {
	for _, f := range t {
		if f.Value(r) == f.Value(preset) {
			f.Set(&r, f.Value(now))
		}
	}
	return r
}
