package onnx

// gather selects values of an example, or looks up rows of a table (an embedding).
func (c *call) gather() ([]val, error) {
	switch {
	case !c.hasInput(0) || !c.hasInput(1):
		return nil, c.refuse("has a missing input, or reads a label")
	case c.in[1].f != nil:
		return c.embed(c.in[0], c.in[1].f)
	}
	return c.moved()
}

// extract selects values along the last dimension.
func (c *call) extract() ([]val, error) {
	if c.hasInput(1) && c.in[1].f != nil || !c.hasInput(0) {
		return []val{{}}, nil // the label with the largest share
	}
	return c.moved()
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
