package model

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"causeway/core/fault"
)

// Field describes one setting of a training or of a search: how people read it, what it can be
// and what it is where nobody says. Forms, checks, flags and reports are made from it.
type Field struct {
	Of    string // the field of the recipe
	Label string
	Each  string // the label where it is asked for each of many rows; empty: Label
	Help  string
	Unit  string // empty for what its label counts, and for what has none
	Part  Part

	Choices []Choice // of a setting that is one of few; others have numbers, or are on or off
	Percent bool     // people read it in percent

	Min, Max float64
	Step     float64 // of the arrow keys of a form; 0 stands for 1
	Default  float64
}

// Choice is one that a setting can be; Help takes the place of the field's.
type Choice struct {
	Value      float64
	Text, Help string
}

// Chosen is the choice that a recipe has, that of the default where it has none of them.
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

// nearest is the value next to one that the setting can have: of choices, that or the default.
func (f Field) nearest(v float64) float64 {
	switch {
	case len(f.Choices) == 0:
		return min(max(v, f.Min), f.Max)
	case f.place(v) < 0:
		return f.Default
	}
	return v
}

// IsSwitch reports whether the setting is on or off.
func (f Field) IsSwitch(recipe any) bool {
	return reflect.Indirect(reflect.ValueOf(recipe)).FieldByName(f.Of).Kind() == reflect.Bool
}

// Part says which trainings a setting is of.
type Part uint8

// The parts of a recipe.
const (
	Always     Part = iota
	FromGraph       // only of methods that learn from the graph
	FromLabels      // only of trainings that learn from labels
	OfRows          // only of trainings whose decoder makes whole rows
)

// Fields is the table of the settings of a recipe R.
type Fields[R any] []Field

// Value is the setting in a recipe.
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

// Only are the fields with these names, in the order of the table.
func (t Fields[R]) Only(names ...string) Fields[R] {
	return slices.DeleteFunc(slices.Clone(t), func(f Field) bool { return !slices.Contains(names, f.Of) })
}

// Except are the fields without those of these names.
func (t Fields[R]) Except(names ...string) Fields[R] {
	return slices.DeleteFunc(slices.Clone(t), func(f Field) bool { return slices.Contains(names, f.Of) })
}

// With is the table with every field changed.
func (t Fields[R]) With(change func(f *Field)) Fields[R] {
	t = slices.Clone(t)
	for i := range t {
		change(&t[i])
	}
	return t
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
		if v := f.Value(r); v != f.nearest(v) {
			return fault.Errorf("model: %q is %s; %s to %s are possible", f.Label, f.Text(r), number(f.Min),
				number(f.Max))
		}
	}
	return nil
}

// Within is a recipe with every setting moved to the nearest bound; NaN keeps the old value.
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
