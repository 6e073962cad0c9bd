package onnx

import "slices"

type operator func(c *call) ([]val, error)

func (c *call) add() ([]val, error) { return c.pairwise(0, 1, plus) }
func (c *call) sub() ([]val, error) { return c.pairwise(0, 1, minus) }
func (c *call) mul() ([]val, error) {
	if c.hasInput(0) && c.hasInput(1) && c.varies(0) && c.varies(1) {
		return c.pairs(product)
	}
	return c.pairwise(0, 1, (*call).times)
}

func (c *call) div() ([]val, error) {
	if c.hasInput(0) && c.hasInput(1) && c.varies(1) {
		return c.pairs(quotient)
	}
	return c.pairwise(0, 1, (*call).over)
}

// varies reports whether an input depends on the examples.
func (c *call) varies(i int) bool {
	f := c.in[i].f
	return f != nil && f.layer != nil && slices.ContainsFunc(f.rows, func(r row) bool { return len(r.terms) > 0 })
}

func plus(c *call, a, b row) (row, error)  { return c.purse.sum(a, b, 1) }
func minus(c *call, a, b row) (row, error) { return c.purse.sum(a, b, -1) }

func (c *call) times(a, b row) (row, error) {
	switch {
	case len(b.terms) == 0:
		return c.scaled(a, b.bias, 0)
	case len(a.terms) == 0:
		return c.scaled(b, a.bias, 0)
	}
	return row{}, c.refuse("multiplies two computed values")
}

func (c *call) over(a, b row) (row, error) {
	switch {
	case len(b.terms) > 0:
		return row{}, c.refuse("divides by a computed value")
	case b.bias == 0:
		return row{}, c.refuse("divides by zero")
	}
	if len(a.terms) == 0 {
		return row{bias: a.bias / b.bias}, nil
	}
	return c.scaled(a, 1/b.bias, 0)
}

func (c *call) neg() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	return forms(c.each(f, func(r row) (row, error) { return c.scaled(r, -1, 0) }))
}

// total adds any number of values.
func (c *call) total() ([]val, error) {
	for i := 1; i < len(c.in); i++ {
		v, err := c.pairwise(0, i, plus)
		if err != nil {
			return nil, err
		}
		c.in[0] = v[0]
	}
	return c.in[:min(len(c.in), 1)], nil
}

// each applies change to every element of a form.
func (c *call) each(f *form, change func(r row) (row, error)) (*form, error) {
	out, err := c.form(f.layer, f.dims)
	if err != nil {
		return nil, err
	}
	for i, r := range f.rows {
		if out.rows[i], err = change(r); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// pairwise combines inputs i and k element by element.
func (c *call) pairwise(i, k int, join func(c *call, a, b row) (row, error)) ([]val, error) {
	if !c.hasInput(i) || !c.hasInput(k) {
		return nil, c.refuse("has a missing input, or reads a label")
	}
	a, b := c.in[i], c.in[k]
	var fa, fb *form
	var err error
	if fa, err = c.lift(a, b.f); err != nil {
		return nil, err
	}
	if fb, err = c.lift(b, a.f); err != nil {
		return nil, err
	}
	return forms(c.join(fa, fb, join))
}

// lift converts a value to a form that can be combined with another one.
func (c *call) lift(v val, other *form) (*form, error) {
	if v.f != nil {
		return v.f, c.countable(v.f)
	}
	dims := v.c.dims
	if other == nil {
		other = &form{dims: dims[min(len(dims), 1):]}
	}
	if len(dims) == len(other.dims)+1 {
		if dims[0] != 1 {
			return nil, c.refuse("has a constant with %d rows; only one for all examples is supported", dims[0])
		}
		dims = dims[1:]
	}
	if len(dims) > len(other.dims) || v.c.texts != nil {
		return nil, c.refuse("has a constant of shape %v, which does not match the values of an example", v.c.dims)
	}
	return c.fixed(v.c.vals, dims)
}

// fixed returns a form that is the same for all examples.
func (c *call) fixed(vals []float64, dims []int) (*form, error) {
	f, err := c.form(nil, dims)
	if err != nil {
		return nil, err
	}
	for i, v := range vals {
		if !finite(v) {
			return nil, c.refuse("has a number that is not finite")
		}
		f.rows[i].bias = v
	}
	return f, nil
}

// join broadcasts two forms as NumPy does: starting from the last dimension, a size of 1 fits any
// size.
func (c *call) join(a, b *form, use func(c *call, a, b row) (row, error)) (*form, error) {
	both, err := c.beside(a, b)
	if err != nil {
		return nil, err
	}
	a, b = both[0], both[1]
	dims := make([]int, max(len(a.dims), len(b.dims)))
	for i := range dims {
		da, db := dimFrom(a.dims, i-len(dims)), dimFrom(b.dims, i-len(dims))
		if da != db && da != 1 && db != 1 {
			return nil, c.refuse("joins values of shapes %v and %v, which do not match", a.dims, b.dims)
		}
		if dims[i] = da; da == 1 {
			dims[i] = db
		}
	}
	out, err := c.form(a.layerOr(b), dims)
	if err != nil {
		return nil, err
	}
	for i := range out.rows {
		if out.rows[i], err = use(c, a.rows[place(i, dims, a.dims)], b.rows[place(i, dims, b.dims)]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// dimFrom returns dimension i, counted from the end, or 1 if it is missing.
func dimFrom(dims []int, i int) int {
	if i += len(dims); i >= 0 {
		return dims[i]
	}
	return 1
}

// place returns which element of a value with dimensions sub corresponds to element i of one with
// dimensions all.
func place(i int, all, sub []int) int {
	at, step := 0, 1
	for d := 1; d <= len(all); d++ {
		k := i % all[len(all)-d]
		i /= all[len(all)-d]
		if s := dimFrom(sub, -d); s > 1 {
			at += k * step
			step *= s
		}
	}
	return at
}

// product computes y = A w over the last dimension of a form. The weight for input i of output o
// is vals[from(o) + i*stride].
func (c *call) product(f *form, vals []float64, outs int, dims []int, from func(o int) int, stride int, bias []float64,
	scale float64) (*form, error) {
	in := f.dims[len(f.dims)-1]
	out, err := c.form(f.layer, dims)
	if err != nil {
		return nil, err
	}
	n := 0
	if f.layer != nil {
		n = f.layer.n
	}
	if err := c.take(8 * n); err != nil {
		return nil, err
	}
	scratch := make([]float64, n)
	for r := range len(f.rows) / max(in, 1) {
		rows := f.rows[r*in : (r+1)*in]
		for o := range outs {
			b := 0.0
			if bias != nil {
				b = bias[o]
			}
			y, err := c.combine(rows, vals, from(o), stride, 0, scratch)
			if err == nil {
				y, err = c.scaled(y, scale, b)
			}
			if err != nil {
				return nil, err
			}
			out.rows[r*outs+o] = y
		}
	}
	return out, nil
}

func (c *call) matMul() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	w, err := c.constant(1)
	if err != nil {
		return nil, err
	}
	if len(w.dims) < 1 || len(w.dims) > 2 || len(f.dims) < 1 || w.dims[0] != f.dims[len(f.dims)-1] || w.dims[0] == 0 {
		return nil, c.refuse("multiplies a value of shape %v with a matrix of shape %v, which do not match",
			f.dims, w.dims)
	}
	outs, dims := 1, f.dims[:len(f.dims)-1]
	if len(w.dims) == 2 {
		outs = w.dims[1]
		dims = append(slices.Clone(dims), outs)
	}
	return forms(c.product(f, w.vals, outs, dims, func(o int) int { return o }, outs, nil, 1))
}

// gemm computes alpha * A * B + beta * C.
func (c *call) gemm() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	w, err := c.constant(1)
	if err != nil {
		return nil, err
	}
	alpha, beta, err := c.factors()
	if err != nil {
		return nil, err
	}
	if c.integer("transA", 0) != 0 {
		return nil, c.refuse("transposes the examples, which is not supported")
	}
	trans := c.integer("transB", 0) != 0
	if len(f.dims) != 1 || len(w.dims) != 2 {
		return nil, c.refuse("multiplies values of shapes %v and %v; one row and a matrix are "+
			"supported", f.dims, w.dims)
	}
	in, outs := w.dims[0], w.dims[1]
	from, stride := func(o int) int { return o }, outs
	if trans {
		in, outs = outs, in
		from, stride = func(o int) int { return o * in }, 1
	}
	if in != f.dims[0] || in == 0 {
		return nil, c.refuse("multiplies %d values with a matrix of %d rows", f.dims[0], in)
	}
	y, err := c.product(f, w.vals, outs, []int{outs}, from, stride, nil, alpha)
	if err != nil || !c.hasInput(2) {
		return forms(y, err)
	}
	k, err := c.lift(c.in[2], y)
	if err != nil {
		return nil, err
	}
	out, err := c.join(y, k, func(c *call, a, b row) (row, error) { return c.purse.sum(a, b, beta) })
	if err == nil && !slices.Equal(out.dims, y.dims) {
		err = c.refuse("adds a value of shape %v to %d values", k.dims, outs)
	}
	return forms(out, err)
}
