package onnx

import "slices"

// identity also stands for Dropout, which does nothing in use.
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

// cast changes the type. A computed value may become whole only where it already
// is: as it was put in, or as what an encoder made of a code.
func (c *call) cast() ([]val, error) {
	to := c.integer("to", 0)
	if !c.given(0) {
		return []val{{}}, nil
	}
	whole := to == typeInt64 || to == typeInt32
	if !whole && to != typeFloat && to != typeDouble {
		return nil, c.refuse("makes values %s; float, double, int32 and int64 are supported", typeName(to))
	}
	v := c.in[0]
	if v.c != nil && v.c.texts != nil || v.f != nil && v.f.text {
		return nil, c.refuse("makes numbers of texts")
	}
	if !whole {
		return []val{v}, nil
	}
	if v.c != nil {
		out := &constant{dims: v.c.dims, vals: slices.Clone(v.c.vals)}
		for i, x := range out.vals {
			if x != batchDim {
				out.vals[i] = float64(int64(x))
			}
		}
		return []val{{c: out}}, c.take(8 * len(out.vals))
	}
	for _, r := range v.f.rows {
		if err := c.work(len(r.terms)); err != nil {
			return nil, err
		}
		if !c.isWhole(v.f, r) {
			return nil, c.refuse("cuts the decimals of a computed value, which is not supported")
		}
	}
	return []val{v}, nil
}

func (c *call) isWhole(f *form, r row) bool {
	if f.layer != c.inputs {
		return false
	}
	if _, ok := r.plain(); ok {
		return true
	}
	for _, t := range append([]term{{-1, r.bias}}, r.terms...) {
		if t.w != float64(int64(t.w)) || t.unit >= 0 && c.units[t.unit].code < 0 {
			return false
		}
	}
	return true
}

// literal is a Constant node.
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

// reshaped is a value with the same elements in another shape.
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
		return []val{{c: &constant{dims, v.c.vals, v.c.texts}}}, err
	}
	if len(to) == 0 || to[0] != -1 && to[0] != 0 && to[0] != openBatch && int64(to[0]) != c.batch {
		return nil, c.refuse("puts values of several examples together")
	}
	dims, err := c.fill(to[1:], len(v.f.rows), v.f.dims)
	return forms(reshaped(v.f, dims), err)
}

// fill resolves a shape for n elements: -1 is what is left, 0 what was there.
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

// axes are those of an attribute or, in newer versions, of input 1.
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

// dims are those of the whole tensor, openBatch where it depends on examples.
func (v val) dims() []int {
	if v.c != nil {
		return v.c.dims
	}
	return append([]int{openBatch}, v.f.dims...)
}

// withDims gives a value another shape of the whole tensor.
func (c *call) withDims(v val, dims []int) ([]val, error) {
	if len(dims) > maxRank {
		return nil, c.refuse("makes more than %d dimensions", maxRank)
	}
	if v.c != nil {
		return []val{{c: &constant{dims, v.c.vals, v.c.texts}}}, nil
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

// choose takes the elements of a form at idx along one of its dimensions.
func (c *call) choose(f *form, axis int, idx []int) (*form, error) {
	dims := slices.Clone(f.dims)
	n := dims[axis]
	dims[axis] = len(idx)
	out, err := c.form(f.layer, dims)
	if err != nil {
		return nil, err
	}
	out.text = f.text
	inner := 1
	for _, d := range dims[axis+1:] {
		inner *= d
	}
	for i := range out.rows {
		at := idx[i/inner%len(idx)]
		if at < 0 {
			at += n
		}
		if at < 0 || at >= n {
			return nil, c.refuse("asks for value %d of %d", at, n)
		}
		out.rows[i] = f.rows[(i/inner/len(idx)*n+at)*inner+i%inner]
	}
	return out, nil
}

// along are the indices that a constant of one dimension is chosen at.
func (c *call) along(k *constant, idx []int) (*constant, error) {
	if len(k.dims) != 1 || k.texts != nil {
		return nil, c.refuse("takes a part of a constant with %d dimensions, which is not supported", len(k.dims))
	}
	out := &constant{dims: []int{len(idx)}}
	for _, i := range idx {
		if i < 0 {
			i += len(k.vals)
		}
		if i < 0 || i >= len(k.vals) {
			return nil, c.refuse("asks for value %d of %d", i, len(k.vals))
		}
		out.vals = append(out.vals, k.vals[i])
	}
	return out, c.take(16 * len(idx))
}

// gather chooses values of an example, or looks rows of a table up (an embedding).
func (c *call) gather() ([]val, error) {
	if !c.given(0) || !c.given(1) {
		return nil, c.refuse("lacks an input, or reads a label")
	}
	data, at := c.in[0], c.in[1]
	if at.f != nil {
		return c.embed(data, at.f)
	}
	idx, err := c.whole(1)
	if err != nil {
		return nil, err
	}
	if len(at.c.dims) > 1 {
		return nil, c.refuse("has places of shape %v; one number or a list is supported", at.c.dims)
	}
	axis := c.integer("axis", 0)
	if data.c != nil {
		k, err := c.along(data.c, idx)
		if err == nil && len(at.c.dims) == 0 {
			k.dims = nil
		}
		return []val{{c: k}}, err
	}
	a, err := c.axis(axis, len(data.f.dims))
	if err != nil {
		return nil, err
	}
	f, err := c.choose(data.f, a, idx)
	if err == nil && len(at.c.dims) == 0 {
		f = reshaped(f, slices.Delete(slices.Clone(f.dims), a, a+1))
	}
	return forms(f, err)
}

// extract chooses values along the last dimension.
func (c *call) extract() ([]val, error) {
	if c.given(1) && c.in[1].f != nil || !c.given(0) || c.in[0].f == nil {
		return []val{{}}, nil // the label that has the largest share
	}
	f := c.in[0].f
	idx, err := c.whole(1)
	if err != nil {
		return nil, err
	}
	a, err := c.axis(-1, len(f.dims))
	if err != nil {
		return nil, err
	}
	return forms(c.choose(f, a, idx))
}

func (c *call) slice() ([]val, error) {
	if !c.given(0) {
		return nil, c.refuse("lacks an input, or reads a label")
	}
	get := func(name string, i int) ([]int, error) {
		if c.given(i) {
			return c.whole(i)
		}
		var w []int
		for _, v := range c.ints(name) {
			w = append(w, clampInt(float64(v)))
		}
		return w, nil
	}
	var part [4][]int
	for i, name := range []string{"starts", "ends", "axes", "steps"} {
		var err error
		if part[i], err = get(name, i+1); err != nil {
			return nil, err
		}
	}
	starts, ends, axes, steps := part[0], part[1], part[2], part[3]
	if len(starts) != 1 || len(ends) != 1 || len(axes) > 1 || len(steps) > 1 {
		return nil, c.refuse("takes parts along several dimensions, which is not supported")
	}
	axis, step := 0, 1
	if len(axes) == 1 {
		axis = axes[0]
	}
	if len(steps) == 1 {
		step = steps[0]
	}
	if step == 0 {
		return nil, c.refuse("takes steps of 0")
	}
	v := c.in[0]
	if v.c != nil {
		k, err := c.along(v.c, spread(starts[0], ends[0], step, len(v.c.vals)))
		return []val{{c: k}}, err
	}
	a, err := c.axis(int64(axis), len(v.f.dims))
	if err != nil {
		return nil, err
	}
	return forms(c.choose(v.f, a, spread(starts[0], ends[0], step, v.f.dims[a])))
}

// spread lists the places from start to before end of n, counted from the end
// where they are negative.
func spread(start, end, step, n int) []int {
	if start < 0 {
		start += n
	}
	if end < 0 {
		end += n
	}
	var idx []int
	if step > 0 {
		for i := max(start, 0); i < min(end, n); i += step {
			idx = append(idx, i)
		}
		return idx
	}
	for i := min(start, n-1); i > max(end, -1); i += step {
		idx = append(idx, i)
	}
	return idx
}

func (c *call) split() ([]val, error) {
	f, err := c.any(0)
	if err != nil {
		return nil, err
	}
	a, err := c.axis(c.integer("axis", 0), len(f.dims))
	if err != nil {
		return nil, err
	}
	var sizes []int
	for _, v := range c.ints("split") {
		sizes = append(sizes, clampInt(float64(v)))
	}
	if c.given(1) {
		if sizes, err = c.whole(1); err != nil {
			return nil, err
		}
	}
	if n := len(c.node.out); sizes == nil && n > 0 {
		each := (f.dims[a] + n - 1) / n
		for i := range n {
			sizes = append(sizes, max(min(each, f.dims[a]-i*each), 0))
		}
	}
	var out []val
	at := 0
	for _, s := range sizes {
		if s < 0 || s > f.dims[a]-at {
			return nil, c.refuse("cuts %d values into parts of %v", f.dims[a], sizes)
		}
		v, err := forms(c.choose(f, a, spread(at, at+s, 1, f.dims[a])))
		if err != nil {
			return nil, err
		}
		out = append(out, v...)
		at += s
	}
	if at != f.dims[a] || len(out) > maxNodes {
		return nil, c.refuse("cuts %d values into parts of %v", f.dims[a], sizes)
	}
	return out, nil
}

func (c *call) concat() ([]val, error) { return c.chain(c.integer("axis", 1)) }

func (c *call) vectorize() ([]val, error) { return c.chain(1) }

// chain joins values along a dimension.
func (c *call) chain(axis int64) ([]val, error) {
	var all []*form
	for i := range c.in {
		if !c.given(i) {
			return nil, c.refuse("reads a label")
		}
		if c.in[i].f != nil {
			all = append(all, c.in[i].f)
		}
	}
	if len(all) == 0 {
		return c.chainConstants(axis)
	}
	if len(all) < len(c.in) {
		return nil, c.refuse("puts constants beside computed values, which is not supported")
	}
	first := all[0]
	a, err := c.axis(axis, len(first.dims))
	if err != nil {
		return nil, err
	}
	dims, l, outer := slices.Clone(first.dims), first.layer, 1
	for _, f := range all[1:] {
		var ok bool
		if l, ok = same(&form{layer: l}, f); !ok {
			return nil, c.refuse("puts values from both sides of an activation together (a shortcut or a side branch); only chains of layers are supported")
		}
		if len(f.dims) != len(dims) || f.text != first.text {
			return nil, c.refuse("puts values of shapes %v and %v or of different types together", first.dims, f.dims)
		}
		for d := range dims {
			if d != a && f.dims[d] != dims[d] {
				return nil, c.refuse("puts values of shapes %v and %v together", first.dims, f.dims)
			}
		}
		dims[a] += f.dims[a]
	}
	for _, d := range dims[:a] {
		outer *= d
	}
	out, err := c.form(l, dims)
	if err != nil {
		return nil, err
	}
	out.text = first.text
	rows := out.rows[:0]
	for o := range outer {
		for _, f := range all {
			n := len(f.rows) / max(outer, 1)
			rows = append(rows, f.rows[o*n:(o+1)*n]...)
		}
	}
	return forms(out, nil)
}

// chainConstants joins lists, such as those that shapes are made of.
func (c *call) chainConstants(axis int64) ([]val, error) {
	out := &constant{}
	for _, v := range c.in {
		if len(v.c.dims) != 1 || v.c.texts != nil || axis != 0 && axis != -1 {
			return nil, c.refuse("puts constants together that are no lists, which is not supported")
		}
		if err := c.take(16 * len(v.c.vals)); err != nil {
			return nil, err
		}
		out.vals = append(out.vals, v.c.vals...)
	}
	out.dims = []int{len(out.vals)}
	return []val{{c: out}}, nil
}
