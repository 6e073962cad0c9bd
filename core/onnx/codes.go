package onnx

import (
	"fmt"
	"slices"
	"strconv"
)

// counted returns the keys 0 to n-1.
func (c *call) counted(n int) ([]string, error) {
	if n < 1 || n > maxColumns {
		return nil, c.refuse("has %d codes, which is not supported", n)
	}
	keys := make([]string, n)
	for i := range keys {
		keys[i] = strconv.Itoa(i)
	}
	return keys, c.take(24 * n)
}

// keys returns the codes in an attribute. They are texts or whole numbers.
func (c *call) keys(texts, ints string) ([]string, error) {
	var numbers []float64
	for _, v := range c.ints(ints) {
		if v < -1<<53 || v > 1<<53 {
			return nil, c.refuse("has a code that is too large")
		}
		numbers = append(numbers, float64(v))
	}
	return c.codes(c.texts(texts), numbers)
}

// codes converts texts and numbers to keys. Numbers use the shortest form that can be read back.
func (c *call) codes(texts []string, numbers []float64) ([]string, error) {
	keys := slices.Clone(texts)
	for _, v := range numbers {
		if v == float64(float32(v)) {
			keys = append(keys, strconv.FormatFloat(v, 'f', -1, 32))
		} else {
			keys = append(keys, formatCode(v))
		}
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

// checkText checks that an input holds texts if the codes are texts, and numbers otherwise.
func (c *call) checkText(f *form, attr string) error {
	if (f.holds == texts) != (c.attr(attr) != nil) {
		return c.refuse("looks texts up by numbers, or numbers by texts")
	}
	return nil
}

// oneHotEncoder implements the operator of ai.onnx.ml, which adds a dimension with a 1 at the
// code.
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
	return c.lookup(f, append(slices.Clone(f.dims), len(keys)),
		found{keys: keys, mayMiss: c.integer("zeros", 1) != 0, size: len(keys), reach: onlySelf,
			table: func(_, _ int) float64 { return 1 }})
}

// oneHot implements the standard operator, for codes from 0.
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
		return nil, c.refuse("needs two values, the first of them 0")
	}
	if a := c.integer("axis", -1); a != -1 && a != int64(len(f.dims))+1 {
		return nil, c.refuse("adds a dimension before the last, which is not supported")
	}
	keys, err := c.counted(depth[0])
	if err != nil {
		return nil, err
	}
	return c.lookup(f, append(slices.Clone(f.dims), depth[0]),
		found{keys: keys, list: true, size: depth[0], reach: onlySelf,
			table: func(_, _ int) float64 { return vals.vals[1] }})
}

// embed looks up rows of a constant table.
func (c *call) embed(data val, at *form) ([]val, error) {
	if data.f != nil {
		return nil, c.refuse("chooses values by computed places, which is not supported")
	}
	t := data.c
	if c.integer("axis", 0) != 0 || t.texts != nil || len(t.dims) < 1 || at.holds == texts {
		return nil, c.refuse("looks up texts, or along a dimension other than the first")
	}
	keys, err := c.counted(t.dims[0])
	if err != nil {
		return nil, err
	}
	size := len(t.vals) / t.dims[0]
	return c.lookup(at, append(slices.Clone(at.dims), t.dims[1:]...),
		found{keys: keys, list: true, size: size, reach: anywhere(size),
			table: func(k, d int) float64 { return t.vals[k*size+d] }})
}

// listed returns the texts or numbers of an attribute in any notation that programs use. of is keys
// or values.
func (c *call) listed(of string) (texts []string, numbers []float64, err error) {
	if a := c.attr(of + "_tensor"); a != nil && a.t != nil {
		k, err := a.t.decode(&c.purse)
		if err != nil {
			return nil, nil, err
		}
		return k.texts, k.vals, nil
	}
	ints := c.ints(of + "_int64s")
	if err := c.take(8 * len(ints)); err != nil {
		return nil, nil, err
	}
	numbers = make([]float64, 0, len(ints))
	for _, v := range ints {
		numbers = append(numbers, float64(v))
	}
	return c.texts(of + "_strings"), append(numbers, c.floats(of+"_floats")...), nil
}

// other returns the number for codes that are not listed.
func (c *call) other() (float64, error) {
	if a := c.attr("default_tensor"); a != nil && a.t != nil {
		k, err := a.t.decode(&c.purse)
		if err != nil || len(k.vals) != 1 || !finite(k.vals[0]) {
			return 0, c.refuse("needs a single number for codes that are not listed")
		}
		return k.vals[0], nil
	}
	if len(c.floats("values_floats")) > 0 {
		return c.float("default_float", 0)
	}
	return float64(c.integer("default_int64", -1)), nil
}

// labelEncoder replaces codes by numbers, or in version 1 by their indices in a list.
func (c *call) labelEncoder() ([]val, error) {
	f, err := c.any(0)
	if err != nil {
		return nil, err
	}
	words, numbers, err := c.listed("keys")
	if err != nil {
		return nil, err
	}
	_, values, err := c.listed("values")
	if err != nil {
		return nil, err
	}
	switch c.node.op {
	case "CategoryMapper":
		words, numbers, values = c.texts("cats_strings"), nil, nil
		for _, v := range c.ints("cats_int64s") {
			values = append(values, float64(v))
		}
	case "LabelEncoder":
		if c.attr("classes_strings") != nil {
			words, numbers, values = c.texts("classes_strings"), nil, nil
			for k := range words {
				values = append(values, float64(k))
			}
		}
	}
	if (f.holds == texts) != (len(words) > 0) {
		return nil, c.refuse("looks texts up by numbers, or numbers by texts")
	}
	keys, err := c.codes(words, numbers)
	if err != nil {
		return nil, err
	}
	if len(values) != len(keys) || !allFinite(values) {
		return nil, c.refuse("needs one finite number for each code")
	}
	other, err := c.other()
	if err != nil {
		return nil, err
	}
	return c.lookup(f, f.dims, found{keys: keys, mayMiss: true, others: other,
		size: 1, reach: anywhere(1),
		table: func(k, _ int) float64 { return values[k] }})
}

// imputer records the values by which the model replaces missing ones.
func (c *call) imputer() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	if a := c.attr("replaced_value_float"); a != nil && finite(a.f) || c.attr("replaced_value_int64") != nil {
		return nil, c.refuse("replaces values that are not missing, which is not supported")
	}
	fill := c.floats("imputed_value_floats")
	for _, v := range c.ints("imputed_value_int64s") {
		fill = append(fill, float64(v))
	}
	if len(fill) != 1 && len(fill) != len(f.rows) || !allFinite(fill) {
		return nil, c.refuse("has %d values to fill %d columns, or one of them is not finite", len(fill),
			len(f.rows))
	}
	for i, r := range f.rows {
		if u, plain := r.plain(); plain && f.layer == c.inputs && c.units[u].code < 0 {
			col, v := &c.columns[c.units[u].column], fill[min(i, len(fill)-1)]
			if col.Fills && col.Fill != v {
				return nil, c.refuse("fills %s with another value than a node before it", quote(col.Name))
			}
			col.Gaps, col.Fills, col.Fill = true, true, v
		}
	}
	return forms(f, nil)
}

// zipMap names the shares by their classes.
func (c *call) zipMap() ([]val, error) {
	if !c.hasInput(0) {
		return nil, c.refuse("has a missing input")
	}
	return c.in[:1], c.name("classlabels_strings", "classlabels_int64s")
}

// name records the labels of the classes.
func (c *call) name(texts, ints string) error {
	if c.attr(texts) == nil && c.attr(ints) == nil {
		return nil
	}
	labels, err := c.keys(texts, ints)
	c.labels = labels
	return err
}

// linearClassifier returns a label, which is not needed here, and scores.
func (c *call) linearClassifier() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	w, b := c.floats("coefficients"), c.floats("intercepts")
	if len(f.dims) != 1 || f.dims[0] == 0 || len(w)%f.dims[0] != 0 || !allFinite(w) {
		return nil, c.refuse("has %d coefficients for values of shape %v, or one of them is not finite", len(w), f.dims)
	}
	outs := len(w) / f.dims[0]
	if err := c.name("classlabels_strings", "classlabels_ints"); err != nil {
		return nil, err
	}
	if n := len(c.labels); n != 0 && n != max(outs, 2) {
		return nil, c.refuse("names %d classes for %d scores", n, outs)
	}
	y, err := c.weighted(f, w, b, outs)
	if err != nil {
		return nil, err
	}
	v, err := c.post(y, outs)
	return []val{{}, {f: v}}, err
}

// linearRegressor returns weighted sums.
func (c *call) linearRegressor() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	outs := c.integer("targets", 1)
	w := c.floats("coefficients")
	if len(f.dims) != 1 || outs < 1 || outs > maxColumns || len(w) != int(outs)*f.dims[0] || !allFinite(w) {
		return nil, c.refuse("has %d coefficients for values of shape %v and %d outputs, or one of them is not "+
			"finite", len(w),
			f.dims, outs)
	}
	y, err := c.weighted(f, w, c.floats("intercepts"), int(outs))
	if err != nil {
		return nil, err
	}
	return forms(c.numbers(y, int(outs)))
}

// weighted returns weighted sums of the values plus b. w is outs×inputs.
func (c *call) weighted(f *form, w, b []float64, outs int) (*form, error) {
	if len(b) != outs && len(b) != 0 || outs < 1 || !allFinite(b) {
		return nil, c.refuse("has %d intercepts for %d scores, or one of them is not finite", len(b), outs)
	}
	if len(b) == 0 {
		b = nil
	}
	return c.product(f, w, outs, []int{outs}, func(o int) int { return o * f.dims[0] }, 1, b, 1)
}

// numbers converts the sums of a regressor as ONNX Runtime does. A single sum stays as it is,
// whatever transform the file specifies.
func (c *call) numbers(y *form, outs int) (*form, error) {
	how := c.text("post_transform", "NONE")
	if outs > 1 || how == "PROBIT" {
		return c.post(y, outs)
	}
	if how != "NONE" {
		c.remark(fmt.Sprintf("The file asks for %s behind its one number. ONNX Runtime leaves that out, and so does "+
			"Causeway.", quote(how)))
	}
	return y, nil
}

// post converts several sums, or the single row of weights of a LinearClassifier, as ONNX Runtime
// does. That row determines the score of the second class; the first gets 1 minus it, unless the
// transform is LOGISTIC.
func (c *call) post(y *form, outs int) (*form, error) {
	return c.converted(y, outs, c.text("post_transform", "NONE"))
}

func (c *call) converted(y *form, outs int, how string) (*form, error) {
	switch {
	case outs > 1 && how == "NONE":
		return y, nil
	case outs > 1 && how == "SOFTMAX":
		return c.purse.units(c.apply(y, softmax), y.dims)
	case outs > 1 && how == "LOGISTIC":
		then := *c
		then.in = []val{{f: y}}
		v, err := then.sigmoid()
		if err != nil {
			return nil, err
		}
		return v[0].f, nil
	case outs == 1 && how == "LOGISTIC":
		return c.two(c.apply(y, sigmoid), 0, 1)
	case outs == 1 && (how == "NONE" || how == "SOFTMAX" || how == "SOFTMAX_ZERO"):
		two, err := c.form(y.layer, []int{2})
		if err != nil {
			return nil, err
		}
		two.rows[1] = y.rows[0]
		two.rows[0], err = c.scaled(y.rows[0], -1, 1)
		return two, err
	}
	return nil, c.refuse("converts %d scores by %s; NONE, SOFTMAX and LOGISTIC are supported", outs, quote(how))
}

// two returns from minus a unit of the layer for the first class, and the unit itself for the
// second.
func (c *call) two(l *layer, at int, from float64) (*form, error) {
	f, err := c.form(l, []int{2})
	if err == nil {
		f.rows[0], f.rows[1] = row{from, []term{{at, -1}}}, row{0, []term{{at, 1}}}
	}
	return f, err
}
