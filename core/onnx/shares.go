package onnx

import (
	"math"
	"slices"
)

// reduce adds the values of an example if the sum is always the same. This occurs for shares of
// classes, which some writers divide by their sum.
func (c *call) reduce() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	axes, err := c.axes()
	if err != nil {
		return nil, err
	}
	if len(f.dims) != 1 || len(axes) != 1 || axes[0] != 1 && axes[0] != -1 {
		return nil, c.refuse("sums values that are not the list of one example")
	}
	if !f.shares() {
		if c.node.op == "ReduceL1" {
			if f, err = c.made(f, magnitude, group{}, f.dims); err != nil {
				return nil, err
			}
		}
		return forms(c.summed(f, c.integer("keepdims", 1) != 0))
	}
	dims := []int{1}
	if c.integer("keepdims", 1) == 0 {
		dims = nil
	}
	return forms(c.fixed([]float64{1}, dims))
}

// normalizer divides shares by their sum. The sum is 1 for a softmax, and for one sigmoid with
// its complement.
func (c *call) normalizer() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	switch {
	case f.shares():
		return forms(f, nil)
	case c.text("norm", "MAX") == "L1" && len(f.dims) == 1 && f.positive():
		return forms(c.made(f, shared, group{}, f.dims)) // one against all others
	}
	norm := map[string]float64{"MAX": 0, "L1": 1, "L2": 2}
	k, ok := norm[c.text("norm", "MAX")]
	if !ok || len(f.dims) != 1 {
		return nil, c.refuse("normalizes by %s; MAX, L1 and L2 of the list of an example are supported",
			quote(c.text("norm", "MAX")))
	}
	return forms(c.made(f, scaledBy, group{k: [2]float64{k}}, f.dims))
}

// shares reports whether the values are nonnegative and always add up to 1.
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
		return f.layer.n == 1 && (a && f.rows[1].isComplement() || b && f.rows[0].isComplement())
	}
	return false
}

// addUp reports whether the values add up to 1 for every example.
func (f *form) addUp() bool {
	sum, all := 0.0, make([]float64, f.layer.n)
	for _, r := range f.rows {
		sum += r.bias
		for _, t := range r.terms {
			all[t.unit] += t.w
		}
	}
	near := func(v float64) bool { return math.Abs(v) <= 1e-6 }
	return near(sum-1) && !slices.ContainsFunc(all, func(v float64) bool { return !near(v) })
}

// isComplement reports whether a row is 1 minus unit 0.
func (r row) isComplement() bool {
	return r.bias == 1 && len(r.terms) == 1 && r.terms[0] == term{0, -1}
}

// positive reports whether no value can be negative.
func (f *form) positive() bool {
	if f.layer == nil {
		return false
	}
	switch f.layer.act {
	case relu, sigmoid, softmax, softmaxes, shared, exponential, magnitude:
	case trees:
		if !f.layer.group.of.positive() {
			return false
		}
	default:
		return false
	}
	for _, r := range f.rows {
		if r.isComplement() && f.layer.act == sigmoid {
			continue
		}
		if r.bias < 0 {
			return false
		}
		for _, t := range r.terms {
			if t.w < 0 {
				return false
			}
		}
	}
	return true
}
