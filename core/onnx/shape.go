package onnx

import (
	"math"
	"slices"
)

// identity also handles Dropout, which does nothing in inference.
func (c *call) identity() ([]val, error) {
	if !c.hasInput(0) {
		return []val{{}}, nil // a label
	}
	return c.in[:1], nil
}

func (c *call) dropout() ([]val, error) {
	if c.hasInput(2) {
		if k, err := c.constant(2); err != nil || len(k.vals) != 1 || k.vals[0] != 0 {
			return nil, c.refuse("is in its training mode; export the network for inference")
		}
	}
	return c.identity()
}

// cast changes the type. A computed value may become whole only if it already is: an unchanged
// input, or the result of an encoder. An input that need not be whole can afterwards only be
// looked up.
func (c *call) cast() ([]val, error) {
	to := c.integer("to", 0)
	if !c.hasInput(0) {
		return []val{{}}, nil
	}
	whole := to == typeInt64 || to == typeInt32
	v := c.in[0]
	switch {
	case !whole && to != typeFloat && to != typeDouble:
		return nil, c.refuse("converts values to %s; float, double, int32 and int64 are supported", typeName(to))
	case v.f.holds == texts:
		return nil, c.refuse("converts texts to numbers, which is not supported")
	case !whole:
		return c.in[:1], c.countable(v.f)
	}
	return forms(c.cut(v.f))
}

// cut truncates a computed value.
func (c *call) cut(f *form) (*form, error) {
	g := *f
	for _, r := range f.rows {
		if err := c.spendSteps(len(r.terms)); err != nil {
			return nil, err
		}
		switch u, ok := r.plain(); {
		case ok && f.layer == c.inputs && c.units[u].decimals:
			g.holds = cutNumbers
		case !c.isWhole(f, r):
			return nil, c.refuse("rounds a computed value, which is not supported")
		}
	}
	return &g, nil
}

func (c *call) isWhole(f *form, r row) bool {
	if f.layer != c.inputs {
		return false
	}
	if _, ok := r.plain(); ok {
		return true
	}
	for _, t := range r.terms {
		if t.w != math.Trunc(t.w) || c.units[t.unit].code < 0 {
			return false
		}
	}
	return r.bias == math.Trunc(r.bias)
}

// literal handles a Constant node.
func (c *call) literal() ([]val, error) {
	if len(c.node.attrs) != 1 {
		return nil, c.refuse("has %d values instead of one", len(c.node.attrs))
	}
	a := &c.node.attrs[0]
	k := &constant{kind: typeFloat}
	switch a.name {
	case "value":
		if a.t == nil {
			return nil, c.refuse("needs a value")
		}
		k, err := a.t.decode(&c.purse)
		return []val{{c: k}}, err
	case "value_float":
		k.vals = []float64{a.f}
	case "value_int":
		k.kind, k.vals = typeInt64, []float64{float64(a.i)}
	case "value_floats":
		k.dims, k.vals = []int{len(a.floats)}, a.floats
	case "value_ints":
		k.kind, k.dims, k.vals = typeInt64, []int{len(a.ints)}, make([]float64, len(a.ints))
		for i, v := range a.ints {
			k.vals[i] = float64(v)
		}
	default:
		return nil, c.refuse("has a value of an unsupported kind")
	}
	if !allFinite(k.vals) {
		return nil, c.refuse("has a number that is not finite")
	}
	return []val{{c: k}}, c.take(8 * len(k.vals))
}

// fill resolves a shape for n elements: -1 is replaced by the remaining size, and 0 by the
// original one.
func (c *call) fill(to []int, n int, from []int) ([]int, error) {
	dims, open, rest := slices.Clone(to), -1, 1
	for i, d := range dims {
		switch {
		case d == 0 && i < len(from):
			dims[i] = from[i]
		case d == -1 && open < 0:
			open = i
			continue
		case d < 0:
			return nil, c.refuse("has an impossible shape")
		}
		if rest *= dims[i]; rest > 1<<31 {
			return nil, c.refuse("has an impossible shape")
		}
	}
	if open >= 0 && rest > 0 {
		dims[open] = n / rest
		rest *= dims[open]
	}
	if rest != n {
		return nil, c.refuse("gives %d values the shape %v", to, n)
	}
	return dims, nil
}

// axes returns the axes from an attribute or, in newer versions, from input 1.
func (c *call) axes() ([]int64, error) {
	axes := slices.Clone(c.ints("axes"))
	if c.hasInput(1) {
		w, err := c.whole(1)
		if err != nil {
			return nil, err
		}
		for _, v := range w {
			axes = append(axes, int64(v))
		}
	}
	if len(axes) > maxRank {
		return nil, c.refuse("names %d dimensions, which is too many", len(axes))
	}
	return axes, nil
}

// moved applies an operator that only moves values. Its kernel moves their indices.
func (c *call) moved() ([]val, error) {
	if !c.hasInput(0) {
		return []val{{}}, nil // a label
	}
	joins := c.node.op == "Concat" || c.node.op == "FeatureVectorizer"
	then, n := *c, 0
	then.in = slices.Clone(c.in)
	var parts []*form
	for i, v := range c.in {
		f, dims := v.f, []int(nil)
		switch {
		case f != nil:
			dims = append([]int{1}, f.dims...)
		case !joins:
			continue
		case v.c == nil || v.c.isText():
			return nil, c.refuse("reads a label, or joins texts and computed values")
		default:
			var err error
			if f, err = c.fixed(v.c.vals, v.c.dims); err != nil {
				return nil, err
			}
			dims = v.c.dims
		}
		if err := c.take(8 * len(f.rows)); err != nil {
			return nil, err
		}
		places := &constant{kind: typeInt64, dims: dims, vals: make([]float64, len(f.rows)), live: true}
		for r := range places.vals {
			places.vals[r] = float64(n + r)
		}
		n += len(f.rows)
		parts, then.in[i] = append(parts, f), val{c: places}
	}
	if slices.ContainsFunc(parts, func(f *form) bool { return f.holds != parts[0].holds }) {
		return nil, c.refuse("joins values of different types")
	}
	out, err := operators[c.node.domain][c.node.op].eval(&then)
	if err != nil {
		return nil, err
	}
	holds := parts[0].holds
	if parts, err = c.beside(parts...); err != nil {
		return nil, err
	}
	var l *layer
	var rows [][]row
	for _, f := range parts {
		if rows = append(rows, f.rows); l == nil {
			l = f.layer
		}
	}
	all := rows[0]
	if len(rows) > 1 {
		if err := c.take(n * rowBytes); err != nil {
			return nil, err
		}
		all = slices.Concat(rows...)
	}
	for i, v := range out {
		if len(v.c.dims) == 0 || v.c.dims[0] != 1 {
			return nil, c.refuse("joins values of several examples")
		}
		f, err := c.form(l, v.c.dims[1:])
		if err != nil {
			return nil, err
		}
		f.holds = holds
		for r, at := range v.c.vals {
			f.rows[r] = all[int(at)]
		}
		out[i] = val{f: f}
	}
	return out, nil
}

// shape returns the shape of a value, as for a single example.
func (c *call) shape() ([]val, error) {
	f, err := c.any(0)
	if err != nil {
		return nil, err
	}
	then := *c
	then.in = single(&constant{kind: typeFloat, dims: append([]int{1}, f.dims...)})
	return then.evalShape()
}
