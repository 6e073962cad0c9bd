package onnx

// reduce sums along the values of an example where the sum is the same for all:
// the shares of classes, which some writers divide by it.
func (c *call) reduce() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	axes := c.ints("axes")
	if c.given(1) {
		w, err := c.whole(1)
		if err != nil {
			return nil, err
		}
		for _, v := range w {
			axes = append(axes, int64(v))
		}
	}
	if len(f.dims) != 1 || len(axes) != 1 || axes[0] != 1 && axes[0] != -1 || !f.shares() {
		return nil, c.refuse("sums values that are not shares of classes")
	}
	dims := []int{1}
	if c.integer("keepdims", 1) == 0 {
		dims = nil
	}
	return forms(c.fixed([]float64{1}, dims))
}

// normalizer divides shares by their sum, which is 1 for those of a softmax and
// of one sigmoid with its complement.
func (c *call) normalizer() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	if c.text("norm", "MAX") != "L1" || !f.shares() {
		return nil, c.refuse("makes shares of scores that are none, as one-against-the-rest does; only softmax and one sigmoid are supported")
	}
	return forms(f, nil)
}

// shares reports whether the values are not negative and always sum to 1.
func (f *form) shares() bool {
	if f.layer == nil || len(f.dims) != 1 {
		return false
	}
	switch f.layer.act {
	case softmax:
		seen := make([]bool, f.layer.n)
		for _, r := range f.rows {
			u, ok := r.plain()
			if !ok || seen[u] {
				return false
			}
			seen[u] = true
		}
		return len(f.rows) == f.layer.n
	case sigmoid:
		if len(f.rows) != 2 {
			return false
		}
		_, a := f.rows[0].plain()
		_, b := f.rows[1].plain()
		return f.layer.n == 1 && (a && f.rows[1].rest() || b && f.rows[0].rest())
	}
	return false
}

// rest reports whether a row is 1 minus unit 0.
func (r row) rest() bool {
	return r.bias == 1 && len(r.terms) == 1 && r.terms[0] == term{0, -1}
}
