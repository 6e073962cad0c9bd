package form

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// bounds are the limits that the tags of a field set.
type bounds struct {
	is    string  // name of the field in error messages
	value *span   // limits of a number, or of every number
	len   *span   // bytes in a text, items in a list
	each  *span   // bytes in every text of a list
	shape []*span // sizes of the dimensions of Floats
	of    []string
}

// span is a range of numbers.
type span struct {
	low, high float64
	above     bool // whether low is excluded
}

var limits = map[string]float64{}

// Limits defines the values of names in tags. Packages call it during initialisation; the result
// has no meaning:
//
//	var _ = form.Limits(map[string]float64{"rows": MaxRows})
func Limits(all map[string]float64) bool {
	for name, v := range all {
		if old, known := limits[name]; known && old != v {
			panic(fmt.Sprintf("form: Limits: %s = %v, and it is %v", name, v, old))
		}
		limits[name] = v
	}
	return true
}

func boundsOf(f reflect.StructField, name string) bounds {
	b := bounds{is: f.Tag.Get("is"), value: spanOf(f.Tag.Get("bound")), len: spanOf(f.Tag.Get("len")),
		each: spanOf(f.Tag.Get("each"))}
	if b.is == "" {
		b.is = words(name)
	}
	leaf, list := f.Type, f.Type.Kind() == reflect.Slice
	for leaf.Kind() == reflect.Slice {
		leaf = leaf.Elem()
	}
	number := leaf == floatsType || leaf.Kind() != reflect.String && leaf.Kind() != reflect.Struct &&
		leaf.Kind() != reflect.Bool
	want := func(what string, ok bool, tags ...string) {
		for _, tag := range tags {
			if _, there := f.Tag.Lookup(tag); there && !ok {
				panic(fmt.Sprintf("form: the tag %q of %s = %v, want %s", tag, f.Name, f.Type, what))
			}
		}
	}
	want("a number", number, "bound")
	want("a text or a list", list || leaf.Kind() == reflect.String, "len")
	want("texts", leaf.Kind() == reflect.String, "of", "each")
	want("an array", leaf == floatsType, "shape")
	if s, ok := f.Tag.Lookup("of"); ok {
		b.of = strings.Split(s, ",")
	}
	if s, ok := f.Tag.Lookup("shape"); ok {
		for _, d := range strings.Split(s, ",") {
			b.shape = append(b.shape, spanOf(d))
		}
	}
	return b
}

// words splits a key into words.
func words(key string) string {
	var s strings.Builder
	small := false
	for _, r := range key {
		if unicode.IsUpper(r) && small {
			s.WriteByte(' ')
		}
		small = unicode.IsLower(r)
		s.WriteRune(unicode.ToLower(r))
	}
	return s.String()
}

func singular(s string) string {
	switch {
	case strings.HasSuffix(s, "sses"):
		return strings.TrimSuffix(s, "es")
	case strings.HasSuffix(s, "ss"):
		return s
	}
	return strings.TrimSuffix(s, "s")
}

// spanOf parses "low..high", where each end is a number or a name. "" means no limits.
func spanOf(s string) *span {
	if s == "" {
		return nil
	}
	low, high, ok := strings.Cut(s, "..")
	if !ok {
		panic(fmt.Sprintf("form: bound = %q, want two ends with points between", s))
	}
	low, above := strings.CutPrefix(low, ">")
	return &span{end(low, math.Inf(-1)), end(high, math.Inf(1)), above}
}

func end(s string, open float64) float64 {
	if s == "" {
		return open
	}
	if v, err := strconv.ParseFloat(s, 64); err == nil {
		return v
	}
	name, negative := strings.CutPrefix(s, "-")
	v, known := limits[name]
	if !known {
		panic(fmt.Sprintf("form: limit = %q, want one that Limits knows", s))
	}
	if negative {
		return -v
	}
	return v
}

func (s *span) holds(v float64) bool {
	return s == nil || v <= s.high && (v > s.low || v == s.low && !s.above)
}

// possible describes the values in the span.
func (s *span) possible() string {
	switch low, high := plain(s.low), plain(s.high); {
	case s.above && math.IsInf(s.high, 1):
		return "it must be above " + low
	case s.above:
		return "it must be above " + low + " and at most " + high
	case math.IsInf(s.high, 1):
		return "at least " + low + " is possible"
	case math.IsInf(s.low, -1):
		return "at most " + high + " is possible"
	default:
		return low + " to " + high + " are possible"
	}
}

func plain(v float64) string {
	if math.Abs(v) < 1e15 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// Refusal is an error about a value outside its limits. It contains the value's name, its
// position, and the possible values.
type Refusal struct{ text string }

func (r Refusal) Error() string { return r.text }

// Text returns the same text as Error, because a Refusal has no prefix.
func (r Refusal) Text() string { return r.text }

func refuse(format string, args ...any) error { return Refusal{fmt.Sprintf(format, args...)} }

// in adds the name of the field to a refusal.
func (b *bounds) in(err error) error {
	if r, ok := err.(Refusal); ok {
		return refuse("%s: %s", b.is, r.text)
	}
	return err
}

// inItem adds the number of the list item, from 1, to a refusal.
func (b *bounds) inItem(err error, item int, whole bool) error {
	r, ok := err.(Refusal)
	if !ok || b == nil {
		return err
	}
	is := singular(b.is)
	name := fmt.Sprintf("%s %d", is, item)
	if whole {
		return Refusal{name + ": " + r.text}
	}
	return Refusal{strings.Replace(r.text, is, name, 1)}
}

func (b *bounds) number(v float64) error {
	switch {
	case v-v != 0:
		return refuse("%s is not finite", b.is)
	case !b.value.holds(v):
		return refuse("%s is %s; %s", b.is, plain(v), b.value.possible())
	}
	return nil
}

func (b *bounds) text(raw []byte) error {
	if !b.len.holds(float64(len(raw))) {
		return b.lengthOf("length", len(raw), b.len)
	}
	if b.of != nil && !slices.Contains(b.of, string(raw)) {
		return refuse("unknown %s %.40q; %s", b.is, raw, choices(b.of))
	}
	return nil
}

func choices(of []string) string {
	var list []string
	for _, s := range of {
		list = append(list, strconv.Quote(s))
	}
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + " and " + list[n-1] + " are known"
	}
	return list[0] + " is known"
}

// size checks the number of items in a list.
func (b *bounds) size(n int) error {
	if b != nil && !b.len.holds(float64(n)) {
		return b.lengthOf("number", n, b.len)
	}
	return nil
}

func (b *bounds) lengthOf(what string, n int, s *span) error {
	if n == 0 {
		return refuse("%s is empty; %s", b.is, s.possible())
	}
	return refuse("%s of %s is %d; %s", what, b.is, n, s.possible())
}

// ofItems returns the limits for every item of a list.
func (b *bounds) ofItems() *bounds {
	if b == nil || b.value == nil && b.of == nil && b.each == nil && b.shape == nil {
		return nil
	}
	items := *b
	items.is, items.len, items.each = singular(b.is), b.each, nil
	return &items
}

func (b *bounds) floats(shape []int, data []byte) error {
	empty := len(shape) == 0 && len(data) == 0
	if !empty && (b.shape != nil && len(shape) != len(b.shape)) {
		return refuse("%s has %d dimensions instead of %d", b.is, len(shape), len(b.shape))
	}
	if !empty && !Fits(shape, len(data), 8) {
		return refuse("%s has the shape %v for %d bytes", b.is, shape, len(data))
	}
	for d, s := range b.shape {
		n := Floats{Shape: shape}.Size(d)
		if s.holds(float64(n)) {
			continue
		}
		if d == 0 {
			return b.lengthOf("number", n, s)
		}
		return b.lengthOf("width", n, s)
	}
	for ; len(data) > 0; data = data[8:] {
		v := math.Float64frombits(binary.LittleEndian.Uint64(data))
		if v-v != 0 || b.value != nil && !b.value.holds(v) {
			return b.number(v)
		}
	}
	return nil
}
