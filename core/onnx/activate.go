package onnx

// A piece is one term in the decomposition of an activation:
//
//	y = slope*x + offset + sum over pieces of weight * act(scale*x + shift)
//
// The decomposition is exact, so a chain of layers needs only ReLU and sigmoid.
type piece struct{ scale, shift, weight float64 }

// pieces applies such an activation to every element of input 0. of returns the decomposition for
// each element; the number of pieces must be the same for all.
func (c *call) pieces(act activation, of func(i int) (offset float64, p []piece)) ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	if f.layer == nil {
		return nil, c.refuse("takes a constant as input 1, which is not supported")
	}
	if len(f.rows) == 0 {
		return nil, c.refuse("has no values")
	}
	_, first := of(0)
	k := len(first)
	before, err := c.form(f.layer, []int{len(f.rows) * k})
	if err != nil {
		return nil, err
	}
	l := c.apply(before, act)
	out, err := c.form(l, f.dims)
	if err != nil {
		return nil, err
	}
	if err := c.take(k * len(f.rows) * termBytes); err != nil {
		return nil, err
	}
	for i, r := range f.rows {
		offset, ps := of(i)
		out.rows[i].bias = offset
		for j, p := range ps {
			if before.rows[i*k+j], err = c.scaled(r, p.scale, p.shift); err != nil {
				return nil, err
			}
			if p.weight != 0 {
				out.rows[i].terms = append(out.rows[i].terms, term{i*k + j, p.weight})
			}
		}
	}
	return forms(out, nil)
}

func same1(p ...piece) func(i int) (float64, []piece) {
	return func(int) (float64, []piece) { return 0, p }
}

func (c *call) relu() ([]val, error) { return c.pieces(relu, same1(piece{1, 0, 1})) }

// leakyRelu computes relu(x) - alpha*relu(-x).
func (c *call) leakyRelu() ([]val, error) {
	alpha, err := c.float("alpha", 0.01)
	if err != nil {
		return nil, err
	}
	return c.pieces(relu, same1(piece{1, 0, 1}, piece{-1, 0, -alpha}))
}

// pRelu is leakyRelu with a separate slope for each element.
func (c *call) pRelu() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	slope, err := c.constant(1)
	if err != nil {
		return nil, err
	}
	s, err := c.lift(val{c: slope}, f)
	if err != nil {
		return nil, err
	}
	for i := range s.dims {
		if a, b := dimFrom(s.dims, -i-1), dimFrom(f.dims, -i-1); a != 1 && a != b {
			return nil, c.refuse("has slopes of shape %v, which do not match values of shape %v", s.dims, f.dims)
		}
	}
	return c.pieces(relu, func(i int) (float64, []piece) {
		return 0, []piece{{1, 0, 1}, {-1, 0, -s.rows[place(i, f.dims, s.dims)].bias}}
	})
}

// clip computes lo + relu(x - lo) - relu(x - hi).
func (c *call) clip() ([]val, error) {
	bound := func(name string, i int) (v float64, ok bool, err error) {
		if a := c.attr(name); a != nil {
			return a.f, true, nil
		}
		if !c.hasInput(i) {
			return 0, false, nil
		}
		k, err := c.constant(i)
		if err != nil || len(k.vals) != 1 {
			return 0, false, c.refuse("has bounds that are not single numbers")
		}
		return k.vals[0], true, nil
	}
	lo, hasLo, err := bound("min", 1)
	if err != nil {
		return nil, err
	}
	hi, hasHi, err := bound("max", 2)
	if err != nil {
		return nil, err
	}
	const none = 1e30 // programs write this for a missing bound
	hasLo, hasHi = hasLo && lo > -none, hasHi && hi < none
	switch {
	case !finite(lo) || !finite(hi) || hasLo && hasHi && hi < lo:
		return nil, c.refuse("has impossible bounds")
	case hasLo && hasHi:
		return c.pieces(relu, func(int) (float64, []piece) { return lo, []piece{{1, -lo, 1}, {1, -hi, -1}} })
	case hasLo:
		return c.pieces(relu, func(int) (float64, []piece) { return lo, []piece{{1, -lo, 1}} })
	case hasHi:
		return c.pieces(relu, func(int) (float64, []piece) { return hi, []piece{{-1, hi, -1}} })
	}
	return c.identity()
}

// hardSigmoid computes alpha*x + beta, clipped to [0, 1].
func (c *call) hardSigmoid() ([]val, error) {
	alpha, err := c.float("alpha", 0.2)
	if err != nil {
		return nil, err
	}
	beta, err := c.float("beta", 0.5)
	if err != nil {
		return nil, err
	}
	return c.pieces(relu, same1(piece{alpha, beta, 1}, piece{alpha, beta - 1, -1}))
}

// sigmoid uses one unit and its complement for a score and its negation.
func (c *call) sigmoid() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	if f.layer != nil && len(f.rows) == 2 && f.rows[0].opposes(f.rows[1]) {
		before, err := c.form(f.layer, []int{1})
		if err != nil {
			return nil, err
		}
		before.rows[0] = f.rows[1]
		out, err := c.form(c.apply(before, sigmoid), f.dims)
		if err != nil {
			return nil, err
		}
		out.rows[0] = row{1, []term{{0, -1}}}
		out.rows[1] = row{0, []term{{0, 1}}}
		return forms(out, nil)
	}
	return c.pieces(sigmoid, same1(piece{1, 0, 1}))
}

// opposes reports whether one row is exactly minus the other.
func (r row) opposes(o row) bool {
	if r.bias != -o.bias || len(r.terms) != len(o.terms) {
		return false
	}
	for i, t := range r.terms {
		if o.terms[i] != (term{t.unit, -t.w}) {
			return false
		}
	}
	return true
}

// tanh computes 2*sigmoid(2x) - 1.
func (c *call) tanh() ([]val, error) {
	return c.pieces(sigmoid, func(int) (float64, []piece) { return -1, []piece{{2, 0, 2}} })
}

// softmax also handles LogSoftmax, because both lead to the same shares at the end of a network.
func (c *call) softmax() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	otherwise := int64(-1)
	if c.version() < 13 {
		otherwise = 1
	}
	a, err := c.axis(c.integer("axis", otherwise), len(f.dims))
	if err != nil {
		return nil, err
	}
	if f.layer != nil && len(f.rows) > 1 && a == len(f.dims)-1 && f.dims[a] > 1 && f.dims[a] < len(f.rows) &&
		c.node.op == "Softmax" {
		return forms(c.made(f, softmaxes, group{size: f.dims[a]}, f.dims))
	}
	if f.layer == nil || len(f.rows) < 2 || f.dims[a] != len(f.rows) {
		return nil, c.refuse("computes shares along a dimension of %d, but there are %v values", f.dims[a], f.dims)
	}
	return forms(c.purse.units(c.apply(f, softmax), f.dims))
}
