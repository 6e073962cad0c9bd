package onnx

import "slices"

// choose selects the elements of a form with the indices idx along one of its dimensions.
func (c *call) choose(f *form, axis int, idx []int) (*form, error) {
	dims := slices.Clone(f.dims)
	n := dims[axis]
	dims[axis] = len(idx)
	out, err := c.form(f.layer, dims)
	if err != nil {
		return nil, err
	}
	out.holds = f.holds
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

// along returns the indices for a selection from a one-dimensional constant.
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

// gather selects values of an example, or looks up rows of a table (an embedding).
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

// extract selects values along the last dimension.
func (c *call) extract() ([]val, error) {
	if c.given(1) && c.in[1].f != nil || !c.given(0) || c.in[0].f == nil {
		return []val{{}}, nil // the label with the largest share
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

// spread lists the indices from start to before end, of n. Negative ones count from the end.
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

// chain concatenates values along a dimension.
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
	if all, err = c.beside(all...); err != nil {
		return nil, err
	}
	first = all[0]
	dims, l, outer := slices.Clone(first.dims), first.layer, 1
	for _, f := range all[1:] {
		if l == nil {
			l = f.layer
		}
		if len(f.dims) != len(dims) || f.holds != first.holds {
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
	out.holds = first.holds
	rows := out.rows[:0]
	for o := range outer {
		for _, f := range all {
			n := len(f.rows) / max(outer, 1)
			rows = append(rows, f.rows[o*n:(o+1)*n]...)
		}
	}
	return forms(out, nil)
}

// chainConstants concatenates lists, such as parts of a shape.
func (c *call) chainConstants(axis int64) ([]val, error) {
	out := &constant{}
	for _, v := range c.in {
		if len(v.c.dims) != 1 || v.c.texts != nil || axis != 0 && axis != -1 {
			return nil, c.refuse("puts constants together that are not lists, which is not supported")
		}
		if err := c.take(16 * len(v.c.vals)); err != nil {
			return nil, err
		}
		out.vals = append(out.vals, v.c.vals...)
	}
	out.dims = []int{len(out.vals)}
	return []val{{c: out}}, nil
}
