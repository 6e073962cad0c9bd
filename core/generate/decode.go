package generate

import (
	"cmp"
	"slices"

	"causeway/core/kernel"
	"causeway/core/mask"
	"causeway/core/nn"
)

// decoder runs the network on contexts and codes. It must not be shared between goroutines.
type decoder struct {
	*Generator
	deep, line nn.Tape
	x          []float32
	y          []float32
}

// forward decodes n columns of codes and contexts. The result, outputs×n, is valid until the next
// call.
//
//	in  (latent+inputs)×n, the code first
func (d *decoder) forward(in []float32, n int) []float32 {
	mode := nn.Eval // no layer of these networks depends on the mode
	deep, line := d.dec.Forward(&d.deep, in, n, mode, kernel.Key{}), d.skip.Forward(&d.line, in, n, mode, kernel.Key{})
	nn.Grow(&d.y, len(deep))
	for i, v := range deep {
		d.y[i] = v + line[i]
	}
	return d.y
}

// backward takes the gradient with respect to the outputs of the last forward. It accumulates the
// gradients of the parameters and returns the gradient with respect to the codes.
//
//	dy  outputs×n    result  latent×n
func (d *decoder) backward(dy []float32) []float32 {
	line := append(d.x[:0], dy...)
	d.x = line
	dz := d.dec.Backward(&d.deep, dy, latent)
	for i, v := range d.skip.Backward(&d.line, line, latent) {
		dz[i] += v
	}
	return dz
}

// column is the decoder's output for one row, stored as column e of n.
type column struct {
	*Generator
	room *mask.Room
	free []int
	y    []float32 // starts at the column's first element
	n    int
}

// gate returns the logit of the probability that feature j changes.
func (c *column) gate(j int) float32 { return c.y[j*c.n] }

// side returns the logit of the probability that a number rises if it changes.
func (c *column) side(j int) float32 { return c.y[c.out[j]*c.n] }

// far returns the size of a number's change, compressed. It is positive.
func (c *column) far(j int) float32 { return softplus(c.y[(c.out[j]+1)*c.n]) }

// level returns the logit of level l of feature j, if the feature changes.
func (c *column) level(j, l int) float32 { return c.y[(c.out[j]+l)*c.n] }

// sides reports whether the rules allow a number to fall and to rise.
func (c *column) sides(j int) (fall, rise bool) {
	d, x := &c.room.Domains[j], c.room.Row[j]
	return d.Min < x, d.Max > x
}

// rises reports whether a number rises if it changes. u is 1/2, or a random number.
func (c *column) rises(j int, u float32) bool {
	fall, rise := c.sides(j)
	return rise && (!fall || kernel.Sigmoid1(c.side(j)) > u)
}

// number returns the new value of a number that rises or falls. over multiplies the change. ended
// reports whether the rules cut the change short.
func (c *column) number(j int, rise bool, over float64) (v float64, ended bool) {
	f, d, x := &c.schema.Features[j], &c.room.Domains[j], c.room.Row[j]
	by := float64(f.MAD*expand(c.far(j))) * over
	if !rise {
		by = -by
	}
	v = f.Round(x + by)
	if v == x { // change by at least one step
		if v = x + f.Step(); !rise {
			v = x - f.Step()
		}
	}
	if v < d.Min {
		return d.Min, true
	}
	if v > d.Max {
		return d.Max, true
	}
	return v, false
}

// best returns the level to which feature j changes, or -1 if the rules allow none. If noise is not
// nil, best adds it to each logit.
func (c *column) best(j int, noise func(l int) float32) int {
	best, most, own := -1, float32(0), int(c.room.Row[j])
	for l, in := range c.room.Domains[j].Levels {
		if !in || l == own {
			continue
		}
		o := c.level(j, l)
		if noise != nil {
			o += noise(l)
		}
		if best < 0 || o > most {
			best, most = l, o
		}
	}
	return best
}

// change returns the value that feature j gets if it changes.
func (c *column) change(j int, over float64) float64 {
	if !c.schema.Features[j].Kind.Numeric() {
		return float64(c.best(j, nil))
	}
	v, _ := c.number(j, c.rises(j, 0.5), over)
	return v
}

// likeliest returns the features that can change, most likely first, and how many of them should:
// those with a probability above 1/2, but at least one.
func (c *column) likeliest(order []int) ([]int, int) {
	order = append(order[:0], c.free...)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(c.gate(b), c.gate(a)) })
	n := 0
	for n < len(order) && c.gate(order[n]) > 0 {
		n++
	}
	return order, min(max(n, 1), len(order))
}

// wish writes row to dst, with new values for the given features.
func wish(dst, row []float64, features []int, value func(j int) float64) {
	copy(dst, row)
	for _, j := range features {
		dst[j] = value(j)
	}
}

// softplus returns log(1 + e^v).
func softplus(v float32) float32 {
	return kernel.AtLeast(v, 0) + kernel.Log1(1+kernel.Exp1(-kernel.AtLeast(v, -v)))
}
