package onnx

import (
	"slices"
	"strconv"
)

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
func (c *call) checkText(f *form, attr string) error {
	if (f.holds == texts) != (c.attr(attr) != nil) {
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
	return c.lookup(f, keys, c.integer("zeros", 1) != 0, len(keys), append(slices.Clone(f.dims), len(keys)), onlySelf,
		func(_, _ int) float64 { return 1 })
}

// oneHot is that of the standard operators, for codes from 0.
func (c *call) oneHot() ([]val, error) {
	f, err := c.any(0)
	if err != nil {
		return nil, err
	}
	if f.holds == texts {
		return nil, c.refuse("looks texts up by numbers")
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
	return c.lookup(f, keys, false, depth[0], append(slices.Clone(f.dims), depth[0]), onlySelf,
		func(_, _ int) float64 { return vals.vals[1] })
}

// embed looks rows of a constant table up.
func (c *call) embed(data val, at *form) ([]val, error) {
	if data.f != nil {
		return nil, c.refuse("chooses values by computed places, which is not supported")
	}
	t := data.c
	if c.integer("axis", 0) != 0 || t.texts != nil || len(t.dims) < 1 || at.holds == texts {
		return nil, c.refuse("looks up along another dimension than the first, or texts")
	}
	keys, err := c.counted(t.dims[0])
	if err != nil {
		return nil, err
	}
	size := len(t.vals) / t.dims[0]
	return c.lookup(at, keys, false, size, append(slices.Clone(at.dims), t.dims[1:]...), anywhere(size),
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
	return c.lookup(f, keys, false, 1, f.dims, anywhere(1), value)
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
	case p == "NONE":
		two, err := c.form(y.layer, []int{2})
		if err != nil {
			return nil, err
		}
		two.rows[1] = y.rows[0]
		two.rows[0], err = c.scaled(y.rows[0], -1, 0)
		return two, err
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
