package onnx

import (
	"math"
	"slices"
)

// batchNorm computes the inference form (x - mean) / sqrt(var + epsilon) * scale + B.
func (c *call) batchNorm() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	var k [4]*constant // scale, B, mean, var
	for i := range k {
		if k[i], err = c.constant(i + 1); err != nil {
			return nil, err
		}
		if len(f.dims) == 0 || len(k[i].vals) != f.dims[0] {
			return nil, c.refuse("has statistics of %d features, which do not match values of shape "+
				"%v", len(k[i].vals), f.dims)
		}
	}
	eps, err := c.float("epsilon", 1e-5)
	switch {
	case err != nil:
		return nil, err
	case c.integer("training_mode", 0) != 0 || c.integer("is_test", 1) == 0:
		return nil, c.refuse("is in its training mode; export the network for inference")
	}
	out, err := c.form(f.layer, f.dims)
	if err != nil {
		return nil, err
	}
	per := len(f.rows) / max(f.dims[0], 1)
	for i, r := range f.rows {
		o := i / per
		v := k[3].vals[o] + eps
		if !(v > 0) {
			return nil, c.refuse("has a variance that is not positive")
		}
		s := k[0].vals[o] / math.Sqrt(v)
		if out.rows[i], err = c.scaled(r, s, k[1].vals[o]-float64(k[2].vals[o]*s)); err != nil {
			return nil, err
		}
	}
	return forms(out, nil)
}

// scaler computes (x - offset) * scale.
func (c *call) scaler() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	offset, scale := c.floats("offset"), c.floats("scale")
	width := dimFrom(f.dims, -1)
	for _, v := range [][]float64{offset, scale} {
		if len(v) != 0 && len(v) != 1 && len(v) != width || !allFinite(v) {
			return nil, c.refuse("has %d numbers for %d values, or one of them is not finite", len(v), width)
		}
	}
	out, err := c.form(f.layer, f.dims)
	if err != nil {
		return nil, err
	}
	for i, r := range f.rows {
		o, s := pick(offset, i%width, 0), pick(scale, i%width, 1)
		if out.rows[i], err = c.scaled(r, s, -float64(o*s)); err != nil {
			return nil, err
		}
	}
	return forms(out, nil)
}

// pick returns number i of a list. A list of one number applies to all, and an empty one gives
// otherwise.
func pick(v []float64, i int, otherwise float64) float64 {
	switch len(v) {
	case 0:
		return otherwise
	case 1:
		return v[0]
	}
	return v[i]
}

func allFinite(v []float64) bool {
	return !slices.ContainsFunc(v, func(x float64) bool { return !finite(x) })
}
