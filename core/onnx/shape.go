package onnx

import (
	"math"
	"slices"
)

// identity also handles Dropout, which does nothing in inference.
func (c *call) identity() ([]val, error) {
	if !c.given(0) {
		return []val{{}}, nil // a label
	}
	return c.in[:1], nil
}

func (c *call) dropout() ([]val, error) {
	if c.given(2) {
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
	if !c.given(0) {
		return []val{{}}, nil
	}
	whole := to == typeInt64 || to == typeInt32
	v := c.in[0]
	switch {
	case !whole && to != typeFloat && to != typeDouble:
		return nil, c.refuse("makes values %s; float, double, int32 and int64 are supported", typeName(to))
	case v.c != nil && v.c.texts != nil || v.f != nil && v.f.holds == texts:
		return nil, c.refuse("makes numbers of texts")
	case !whole && v.f != nil:
		return c.in[:1], c.countable(v.f)
	case !whole:
		return c.in[:1], nil
	case v.f != nil:
		return forms(c.cut(v.f))
	}
	out, most := &constant{dims: v.c.dims, vals: slices.Clone(v.c.vals)}, float64(1<<63)
	if to == typeInt32 {
		most = 1 << 31
	}
	for i, x := range out.vals {
		if x != batchDim {
			if !(math.Abs(x) < most) {
				return nil, c.refuse("makes a whole number of %v", x)
			}
			out.vals[i] = math.Trunc(x)
		}
	}
	return []val{{c: out}}, c.take(8 * len(out.vals))
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
			return nil, c.refuse("cuts the decimals of a computed value, which is not supported")
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
		return nil, c.refuse("has %d values", len(c.node.attrs))
	}
	a := &c.node.attrs[0]
	k := &constant{}
	switch a.name {
	case "value":
		if a.t == nil {
			return nil, c.refuse("has no value")
		}
		k, err := a.t.decode(&c.purse)
		return []val{{c: k}}, err
	case "value_float":
		k.vals = []float64{a.f}
	case "value_int":
		k.vals = []float64{float64(a.i)}
	case "value_floats":
		k.dims, k.vals = []int{len(a.floats)}, a.floats
	case "value_ints":
		k.dims, k.vals = []int{len(a.ints)}, make([]float64, len(a.ints))
		for i, v := range a.ints {
			k.vals[i] = float64(v)
		}
	default:
		return nil, c.refuse("has a value of a kind that is not supported")
	}
	if !allFinite(k.vals) {
		return nil, c.refuse("is a number that is not finite")
	}
	return []val{{c: k}}, c.take(8 * len(k.vals))
}

// reshaped returns a value with the same elements in another shape.
func reshaped(f *form, dims []int) *form {
	g := *f
	g.dims = dims
	return &g
}

func (c *call) reshape() ([]val, error) {
	if !c.given(0) {
		return []val{{}}, nil
	}
	to, err := c.whole(1)
	if err != nil {
		return nil, err
	}
	if len(to) > maxRank {
		return nil, c.refuse("asks for %d dimensions", len(to))
	}
	v := c.in[0]
	if v.c != nil {
		dims, err := c.fill(to, len(v.c.vals)+len(v.c.texts), v.c.dims)
		return []val{{c: &constant{kind: v.c.kind, dims: dims, vals: v.c.vals, texts: v.c.texts}}}, err
	}
	if len(to) == 0 || to[0] != -1 && to[0] != 0 && to[0] != openBatch && int64(to[0]) != c.batch {
		return nil, c.refuse("puts values of several examples together")
	}
	dims, err := c.fill(to[1:], len(v.f.rows), v.f.dims)
	return forms(reshaped(v.f, dims), err)
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
			return nil, c.refuse("asks for an impossible shape")
		}
		if rest *= dims[i]; rest > 1<<31 {
			return nil, c.refuse("asks for an impossible shape")
		}
	}
	if open >= 0 && rest > 0 {
		dims[open] = n / rest
		rest *= dims[open]
	}
	if rest != n {
		return nil, c.refuse("asks for the shape %v for %d values", to, n)
	}
	return dims, nil
}

func (c *call) flatten() ([]val, error) {
	f, err := c.any(0)
	if err != nil {
		return nil, err
	}
	if a := c.integer("axis", 1); a != 1 && a != -int64(len(f.dims)) {
		return nil, c.refuse("puts values of several examples together")
	}
	return forms(reshaped(f, []int{len(f.rows)}), nil)
}

// axes returns the axes from an attribute or, in newer versions, from input 1.
func (c *call) axes() ([]int64, error) {
	axes := slices.Clone(c.ints("axes"))
	if c.given(1) {
		w, err := c.whole(1)
		if err != nil {
			return nil, err
		}
		for _, v := range w {
			axes = append(axes, int64(v))
		}
	}
	if len(axes) > maxRank {
		return nil, c.refuse("names %d dimensions", len(axes))
	}
	return axes, nil
}

func (c *call) squeeze() ([]val, error) {
	if !c.given(0) {
		return []val{{}}, nil
	}
	axes, err := c.axes()
	if err != nil {
		return nil, err
	}
	v, dims := c.in[0], []int(nil)
	from := v.dims()
	drop := make([]bool, len(from))
	for _, a := range axes {
		if a < 0 {
			a += int64(len(from))
		}
		if a < 0 || a >= int64(len(from)) || from[a] != 1 {
			return nil, c.refuse("takes away a dimension that is not 1")
		}
		drop[a] = true
	}
	for i, d := range from {
		if !drop[i] && (len(axes) > 0 || d != 1) {
			dims = append(dims, d)
		}
	}
	return c.withDims(v, dims)
}

// dims returns the dimensions of the whole tensor, with openBatch if it depends on examples.
func (v val) dims() []int {
	if v.c != nil {
		return v.c.dims
	}
	return append([]int{openBatch}, v.f.dims...)
}

// withDims changes the dimensions of the whole tensor.
func (c *call) withDims(v val, dims []int) ([]val, error) {
	if len(dims) > maxRank {
		return nil, c.refuse("makes more than %d dimensions", maxRank)
	}
	if v.c != nil {
		return []val{{c: &constant{kind: v.c.kind, dims: dims, vals: v.c.vals, texts: v.c.texts}}}, nil
	}
	if len(dims) == 0 || dims[0] != openBatch {
		return nil, c.refuse("changes the dimension of the examples")
	}
	return forms(reshaped(v.f, dims[1:]), nil)
}

func (c *call) unsqueeze() ([]val, error) {
	if !c.given(0) {
		return []val{{}}, nil
	}
	axes, err := c.axes()
	if err != nil {
		return nil, err
	}
	v := c.in[0]
	from := v.dims()
	rank := len(from) + len(axes)
	dims := make([]int, rank)
	for _, a := range axes {
		if a < 0 {
			a += int64(rank)
		}
		if a < 0 || a >= int64(rank) || dims[a] != 0 {
			return nil, c.refuse("adds an impossible dimension")
		}
		dims[a] = 1
	}
	k := 0
	for i := range dims {
		if dims[i] == 0 {
			dims[i] = from[k]
			k++
		} else {
			dims[i] = 1
		}
	}
	return c.withDims(v, dims)
}

func (c *call) transpose() ([]val, error) {
	if !c.given(0) {
		return nil, c.refuse("lacks an input")
	}
	v := c.in[0]
	from := v.dims()
	perm := c.ints("perm")
	if perm == nil {
		for i := range from {
			perm = append(perm, int64(len(from)-1-i))
		}
	}
	sorted := slices.Sorted(slices.Values(perm))
	for i, p := range sorted {
		if len(perm) != len(from) || p != int64(i) {
			return nil, c.refuse("has an impossible order of dimensions")
		}
	}
	if slices.IsSorted(perm) {
		return []val{v}, nil
	}
	if v.f != nil || v.c.texts != nil {
		return nil, c.refuse("exchanges dimensions of a computed value, which is not supported")
	}
	return c.transposed(v.c, perm)
}

func (c *call) transposed(k *constant, perm []int64) ([]val, error) {
	if err := c.take(8 * len(k.vals)); err != nil {
		return nil, err
	}
	rank := len(perm)
	step, dims, by := make([]int, rank), make([]int, rank), make([]int, rank)
	for i, s := rank-1, 1; i >= 0; i-- {
		step[i] = s
		s *= k.dims[i]
	}
	for i, p := range perm {
		dims[i], by[i] = k.dims[p], step[p]
	}
	out := &constant{dims: dims, vals: make([]float64, len(k.vals))}
	for i := range out.vals {
		at, rest := 0, i
		for d := rank - 1; d >= 0; d-- {
			at += rest % dims[d] * by[d]
			rest /= dims[d]
		}
		out.vals[i] = k.vals[at]
	}
	return []val{{c: out}}, nil
}

func (c *call) shape() ([]val, error) {
	if !c.given(0) || c.attr("start") != nil || c.attr("end") != nil {
		return nil, c.refuse("asks for a part of a shape, which is not supported")
	}
	out := &constant{}
	for _, d := range c.in[0].dims() {
		v := float64(d)
		if d == openBatch {
			v = batchDim
		}
		out.vals = append(out.vals, v)
	}
	out.dims = []int{len(out.vals)}
	return []val{{c: out}}, nil
}
