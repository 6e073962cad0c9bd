package model

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"causeway/core/form"
)

// Differ is a figure that differs from its claim.
type Differ struct {
	// the path of keys to the figure, separated by dots
	What  string  `msgpack:"what" len:"1..text" is:"name of the figure"`
	Said  float64 `msgpack:"said"`
	Found float64 `msgpack:"found"`
}

// unmeasurable lists the fields that Compare skips: bytes, which are compared separately; times;
// and whether a training was stopped early.
var unmeasurable = []string{"model", "trainMS", "perThousand", "tookMS", "canceled", "trainS", "per1000S"}

// Compare lists the figures that differ between two values of the same type. It visits all numbers,
// so that no field is forgotten.
func Compare[T any](said, found T) []Differ {
	a, b := figures{}, figures{}
	walk("", reflect.ValueOf(said), a.add)
	walk("", reflect.ValueOf(found), b.add)
	var list []Differ
	for _, what := range append(a.order, b.order...) {
		x, y := a.values[what], b.values[what]
		_, here := a.values[what]
		_, there := b.values[what]
		if (!same(what, x, y) || here != there) &&
			!slices.ContainsFunc(list, func(d Differ) bool { return d.What == what }) {
			list = append(list, Differ{what, x, y})
		}
	}
	return list[:min(len(list), maxDiffer)]
}

// Mended returns said with the listed figures replaced by those found.
func Mended[T any](said T, list []Differ) T {
	found := map[string]float64{}
	for _, d := range list {
		found[d.What] = d.Found
	}
	if len(found) > 0 {
		walk("", reflect.ValueOf(&said).Elem(), func(at string, v reflect.Value) { mend(at, v, found) })
	}
	return said
}

func mend(at string, v reflect.Value, found map[string]float64) {
	if x, is := v.Interface().(form.Floats); is {
		values := x.Values()
		for i := range values {
			if n, ok := found[fmt.Sprintf("%s.%d", at, i+1)]; ok {
				values[i] = n
			}
		}
		v.Set(reflect.ValueOf(form.NewFloats(values, x.Shape...)))
		return
	}
	switch n, ok := found[at]; {
	case !ok:
	case v.Kind() == reflect.Bool:
		v.SetBool(n != 0)
	case v.Kind() == reflect.Int:
		v.SetInt(int64(n))
	case v.Kind() == reflect.Float64:
		v.SetFloat(n)
	}
}

// same reports whether a figure equals its claim. Figures of the search may differ by a thousandth:
// its answers must now pass the boundary by more than float32 rounding, so a few of them move one
// step further than in earlier versions.
func same(what string, said, found float64) bool {
	if strings.HasPrefix(what, "answers.search") {
		return math.Abs(said-found) <= 1e-3*math.Abs(found)
	}
	return said == found
}

// retired lists figures of experiments that only earlier versions measured.
var retired = []string{"decoded.robust", "decoded.plausibility"}

// CompareRecords is Compare for the results of an experiment. It ignores figures that only earlier
// versions measured. If the claimed record has no figures on answers, it also ignores those that
// earlier versions did not measure.
func CompareRecords(said, found Record) []Differ {
	return Compare(said.measuredAs(found), found.measuredAs(said))
}

func (r Record) measuredAs(other Record) Record {
	answers := func(f Figure) bool { return strings.HasPrefix(f.Key, "answers.") }
	silent := !slices.ContainsFunc(other.Figures, answers)
	r.Figures = slices.DeleteFunc(slices.Clone(r.Figures), func(f Figure) bool {
		return silent && answers(f) || slices.Contains(retired, f.Key)
	})
	return r
}

// figures collects the numbers in a value under the path of keys that leads to each.
type figures struct {
	values map[string]float64
	order  []string
}

func (f *figures) put(at string, v float64) {
	if f.values == nil {
		f.values = map[string]float64{}
	}
	f.values[at] = v
	f.order = append(f.order, at)
}

func (f *figures) add(at string, v reflect.Value) {
	switch x := v.Interface().(type) {
	case form.Floats:
		for i, n := range x.Values() {
			f.put(fmt.Sprintf("%s.%d", at, i+1), n)
		}
		return
	case Figure:
		if !slices.Contains(unmeasurable, x.Key) {
			f.put(x.Key, x.Value)
		}
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		n := 0.0
		if v.Bool() {
			n = 1
		}
		f.put(at, n)
	case reflect.Int:
		f.put(at, float64(v.Int()))
	case reflect.Float64:
		f.put(at, v.Float())
	}
}

// walk visits each measurable number in a value with its path of keys. If the value can be set,
// walk first copies its lists.
func walk(at string, v reflect.Value, do func(at string, v reflect.Value)) {
	switch v.Interface().(type) {
	case form.Floats, Figure:
		do(at, v)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			key := v.Type().Field(i).Tag.Get("msgpack")
			if slices.Contains(unmeasurable, key) {
				continue
			}
			if at != "" {
				key = at + "." + key
			}
			walk(key, v.Field(i), do)
		}
	case reflect.Slice:
		if v.CanSet() {
			v.Set(reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()), v))
		}
		for i := range v.Len() {
			walk(fmt.Sprintf("%s.%d", at, i+1), v.Index(i), do)
		}
	default:
		do(at, v)
	}
}
