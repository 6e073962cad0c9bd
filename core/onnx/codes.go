package onnx

import (
	"slices"
	"strconv"
)

// lookup replaces every element of a form, which must be a code, by a vector of
// size numbers: table(k, d) for the k-th of the keys. A code that is no key gives
// zeros where it may.
func (c *call) lookup(f *form, keys []string, mayMiss bool, size int, dims []int, table func(k, d int) float64) ([]val, error) {
	if f.layer != c.inputs {
		return nil, c.refuse("looks a computed value up; only inputs can be codes")
	}
	out, err := c.form(c.inputs, dims)
	if err != nil {
		return nil, err
	}
	var place map[float64]int
	for i, r := range f.rows {
		units, at, err := c.codesOf(r, keys, &place, mayMiss)
		if err != nil {
			return nil, err
		}
		if err := c.work(size * len(units)); err != nil {
			return nil, err
		}
		for d := range size {
			weight := func(n int) float64 {
				if at[n] < 0 {
					return 0
				}
				return table(at[n], d)
			}
			if out.rows[i*size+d].terms, err = c.termsOf(units, weight); err != nil {
				return nil, err
			}
		}
	}
	return forms(out, nil)
}

// termsOf are the units with their weights, without those that have none.
func (c *call) termsOf(units []int, weight func(n int) float64) ([]term, error) {
	some := 0
	for n := range units {
		if weight(n) != 0 {
			some++
		}
	}
	if err := c.take(some * termBytes); err != nil {
		return nil, err
	}
	terms := make([]term, 0, some)
	for n, u := range units {
		if w := weight(n); w != 0 {
			terms = append(terms, term{u, w})
		}
	}
	return terms, nil
}

// codesOf lists the units of the codes that an element can be, and which of the
// keys each of them is, -1 for none. place is made when a number that another
// node gave to the codes is looked up.
func (c *call) codesOf(r row, keys []string, place *map[float64]int, mayMiss bool) (units, at []int, err error) {
	if u, ok := r.plain(); ok && c.units[u].code < 0 {
		return c.openCodes(c.units[u].column, keys, mayMiss)
	}
	if len(r.terms) == 0 {
		return nil, nil, c.refuse("looks up what is the same for all")
	}
	column := c.units[r.terms[0].unit].column
	if c.columns[column].Unknown {
		return nil, nil, c.refuse("looks up a code that may be none of those known")
	}
	if *place == nil {
		if *place, err = c.places(keys); err != nil {
			return nil, nil, err
		}
	}
	if units, err = c.unitsOf(column); err != nil {
		return nil, nil, err
	}
	at = make([]int, len(units))
	next := 0
	for i, u := range units {
		v := r.bias
		if next < len(r.terms) && r.terms[next].unit == u {
			v += r.terms[next].w
			next++
		}
		k, ok := (*place)[v]
		if !ok && !mayMiss {
			return nil, nil, c.refuse("cannot look up %v", v)
		}
		if at[i] = k; !ok {
			at[i] = -1
		}
	}
	if next < len(r.terms) {
		return nil, nil, c.refuse("looks a computed value up; only inputs can be codes")
	}
	return units, at, nil
}

// places are the keys as numbers.
func (c *call) places(keys []string) (map[float64]int, error) {
	if err := c.take(64 * len(keys)); err != nil {
		return nil, err
	}
	at := make(map[float64]int, len(keys))
	for k, key := range keys {
		if v, err := strconv.ParseFloat(key, 64); err == nil {
			at[v] = k
		}
	}
	return at, nil
}

// unitsOf are those of the codes of a column, in their order.
func (c *call) unitsOf(column int) ([]int, error) {
	n := len(c.columns[column].Codes)
	if err := c.take(32 * n); err != nil { // also for the places beside them
		return nil, err
	}
	if err := c.work(8 * len(c.units)); err != nil {
		return nil, err
	}
	units := make([]int, 0, n)
	for u, x := range c.units {
		if x.column == column && x.code >= 0 {
			units = append(units, u)
		}
	}
	return units, nil
}

// openCodes makes a column one of codes, with a unit for each.
func (c *call) openCodes(column int, keys []string, mayMiss bool) (units, at []int, err error) {
	col := &c.columns[column]
	if col.Codes == nil {
		if err := c.take(len(keys) * (rowBytes + 64)); err != nil {
			return nil, nil, err
		}
		if len(c.units)+len(keys) > maxColumns || len(keys) == 0 {
			return nil, nil, c.refuse("has %d codes", len(keys))
		}
		col.Codes, col.Unknown = keys, mayMiss
		for k := range keys {
			c.units = append(c.units, unit{column, k})
		}
		c.inputs.n = len(c.units)
	}
	if col.Unknown != mayMiss || !slices.Equal(col.Codes, keys) {
		return nil, nil, c.refuse("reads %s with other codes than another node does", quote(col.Name))
	}
	if units, err = c.unitsOf(column); err != nil {
		return nil, nil, err
	}
	return units, inPlace(len(units)), nil
}

func inPlace(n int) []int {
	at := make([]int, n)
	for i := range at {
		at[i] = i
	}
	return at
}

// formatCode writes a whole number as keys have it.
func formatCode(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// counted are the keys 0 to n-1.
func (c *call) counted(n int) ([]string, error) {
	if n < 1 || n > maxColumns {
		return nil, c.refuse("has %d codes", n)
	}
	keys := make([]string, n)
	for i := range keys {
		keys[i] = strconv.Itoa(i)
	}
	return keys, c.take(24 * n)
}

// keys are the codes that an attribute lists, as texts or whole numbers.
func (c *call) keys(texts, ints string) ([]string, error) {
	keys := slices.Clone(c.texts(texts))
	for _, v := range c.ints(ints) {
		if v < -1<<53 || v > 1<<53 {
			return nil, c.refuse("has a code that is too large")
		}
		keys = append(keys, strconv.FormatInt(v, 10))
	}
	if err := c.take(40 * len(keys)); err != nil {
		return nil, err
	}
	sorted := slices.Sorted(slices.Values(keys))
	if len(keys) == 0 || len(slices.Compact(sorted)) != len(keys) {
		return nil, c.refuse("has no codes, or one twice")
	}
	return keys, nil
}

// checkText compares what an input holds with the codes that it is looked up by.
func (c *call) checkText(f *form, texts string) error {
	if f.text != (c.attr(texts) != nil) {
		return c.refuse("looks texts up by numbers, or numbers by texts")
	}
	return nil
}

// oneHotEncoder of ai.onnx.ml adds a dimension with a 1 at the code.
func (c *call) oneHotEncoder() ([]val, error) {
	f, err := c.any(0)
	if err != nil {
		return nil, err
	}
	if err := c.checkText(f, "cats_strings"); err != nil {
		return nil, err
	}
	keys, err := c.keys("cats_strings", "cats_int64s")
	if err != nil {
		return nil, err
	}
	return c.lookup(f, keys, c.integer("zeros", 1) != 0, len(keys), append(slices.Clone(f.dims), len(keys)), hot)
}

func hot(k, d int) float64 {
	if k == d {
		return 1
	}
	return 0
}

// oneHot is that of the standard operators, for codes from 0.
func (c *call) oneHot() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	depth, err := c.whole(1)
	if err != nil {
		return nil, err
	}
	vals, err := c.constant(2)
	if err != nil {
		return nil, err
	}
	if len(depth) != 1 || len(vals.vals) != 2 || vals.vals[0] != 0 {
		return nil, c.refuse("has values other than 0 and one more")
	}
	if a := c.integer("axis", -1); a != -1 && a != int64(len(f.dims))+1 {
		return nil, c.refuse("adds a dimension before the last, which is not supported")
	}
	keys, err := c.counted(depth[0])
	if err != nil {
		return nil, err
	}
	return c.lookup(f, keys, false, depth[0], append(slices.Clone(f.dims), depth[0]),
		func(k, d int) float64 { return hot(k, d) * vals.vals[1] })
}

// embed looks rows of a constant table up.
func (c *call) embed(data val, at *form) ([]val, error) {
	if data.f != nil {
		return nil, c.refuse("chooses values by computed places, which is not supported")
	}
	t := data.c
	if c.integer("axis", 0) != 0 || t.texts != nil || len(t.dims) < 1 || at.text {
		return nil, c.refuse("looks up along another dimension than the first, or texts")
	}
	keys, err := c.counted(t.dims[0])
	if err != nil {
		return nil, err
	}
	size := len(t.vals) / t.dims[0]
	return c.lookup(at, keys, false, size, append(slices.Clone(at.dims), t.dims[1:]...),
		func(k, d int) float64 { return t.vals[k*size+d] })
}

// labelEncoder replaces codes by numbers.
func (c *call) labelEncoder() ([]val, error) {
	f, err := c.any(0)
	if err != nil {
		return nil, err
	}
	texts := "keys_strings"
	if c.attr("classes_strings") != nil { // version 1: the places in a list
		texts = "classes_strings"
	}
	if err := c.checkText(f, texts); err != nil {
		return nil, err
	}
	keys, err := c.keys(texts, "keys_int64s")
	if err != nil {
		return nil, err
	}
	value := func(k, _ int) float64 { return float64(k) }
	if texts != "classes_strings" {
		ints, floats := c.ints("values_int64s"), c.floats("values_floats")
		switch {
		case len(ints) == len(keys):
			value = func(k, _ int) float64 { return float64(ints[k]) }
		case len(floats) == len(keys) && allFinite(floats):
			value = func(k, _ int) float64 { return floats[k] }
		default:
			return nil, c.refuse("has values other than a number for each code")
		}
	}
	return c.lookup(f, keys, false, 1, f.dims, value)
}

// imputer fills gaps; the tables here have none.
func (c *call) imputer() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	if a := c.attr("replaced_value_float"); a != nil && finite(a.f) || c.attr("replaced_value_int64") != nil {
		return nil, c.refuse("replaces a value other than a gap, which is not supported")
	}
	return forms(f, nil)
}

// zipMap names the shares by their classes.
func (c *call) zipMap() ([]val, error) {
	if !c.given(0) {
		return nil, c.refuse("lacks an input")
	}
	return c.in[:1], c.name("classlabels_strings", "classlabels_int64s")
}

// name keeps the labels of the classes.
func (c *call) name(texts, ints string) error {
	if c.attr(texts) == nil && c.attr(ints) == nil {
		return nil
	}
	labels, err := c.keys(texts, ints)
	c.labels = labels
	return err
}

// linearClassifier gives a label, which nothing here needs, and scores.
func (c *call) linearClassifier() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	w, b := c.floats("coefficients"), c.floats("intercepts")
	if len(f.dims) != 1 || f.dims[0] == 0 || len(w)%f.dims[0] != 0 || !allFinite(w) || !allFinite(b) {
		return nil, c.refuse("has %d coefficients for %v values, or one that is not finite", len(w), f.dims)
	}
	outs := len(w) / f.dims[0]
	if err := c.name("classlabels_strings", "classlabels_ints"); err != nil {
		return nil, err
	}
	if len(b) != outs && len(b) != 0 || outs < 1 {
		return nil, c.refuse("has %d intercepts for %d scores", len(b), outs)
	}
	if len(b) == 0 {
		b = nil
	}
	y, err := c.product(f, w, outs, []int{outs}, func(o int) int { return o * f.dims[0] }, 1, b, 1)
	if err != nil {
		return nil, err
	}
	v, err := c.post(y, outs)
	return []val{{}, {f: v}}, err
}

// post is what a LinearClassifier makes of its scores.
func (c *call) post(y *form, outs int) (*form, error) {
	then := *c
	then.in = []val{{f: y}}
	var v []val
	var err error
	switch p := c.text("post_transform", "NONE"); {
	case p == "NONE" && outs > 1:
		return y, nil
	case p == "SOFTMAX" && outs > 1:
		return c.purse.units(c.apply(y, softmax), y.dims)
	case p == "LOGISTIC" && outs > 1:
		v, err = then.sigmoid()
	case p == "LOGISTIC":
		before := c.apply(y, sigmoid)
		one, err := c.form(before, []int{2})
		if err == nil {
			one.rows[0], one.rows[1] = row{1, []term{{0, -1}}}, row{0, []term{{0, 1}}}
		}
		return one, err
	default:
		return nil, c.refuse("makes shares of %d scores by %s; NONE, SOFTMAX and LOGISTIC are supported", outs, quote(p))
	}
	if err != nil {
		return nil, err
	}
	return v[0].f, nil
}
