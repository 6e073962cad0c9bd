package distill

import (
	"causeway/core/kernel"
	"causeway/core/mask"
)

// view is what a head says of one row, bent to its probes. Outputs are read where the
// network left them, and only those that are asked for, as most features stay.
type view struct {
	*Generator
	y      []float32 // of the head, from the row's column on
	n      int       // columns of y
	by     [ofBend]float32
	probes *said
	gates  []float32 // of the features that can change, see wish
}

// look turns to column e of n of the head that stands at place k of the outputs.
func (v *view) look(y []float32, k, e, n int, probes *said) {
	v.y, v.n, v.probes = y[k*v.outputs*n+e:], n, probes
	if v.asks > 0 {
		for i := range v.by {
			v.by[i] = v.y[(v.outputs-ofBend+i)*n]
		}
	}
}

// gate says whether feature j changes.
func (v *view) gate(j int) float32 {
	o := v.y[j*v.n]
	if v.asks > 0 {
		sum := &v.probes.sums[j]
		o += float32(v.by[0]*sum.first) + float32(v.by[1]*sum.second)
	}
	return o
}

// level is how welcome a level of feature j is.
func (v *view) level(j, l int) float32 {
	o := v.y[(v.out[j]+l)*v.n]
	if v.asks > 0 {
		at := ofAnswer * (v.slots[j] + l)
		o += float32(v.by[2]*v.probes.all[at]) + float32(v.by[3]*v.probes.all[at+1])
	}
	return o
}

// far is how far number j goes, compressed.
func (v *view) far(j int) float32 {
	o := v.y[v.out[j]*v.n]
	if v.asks > 0 {
		o += float32(v.by[4] * v.probes.sums[j].side)
	}
	return o
}

// levels writes how welcome each level of feature j is.
func (v *view) levels(j int, dst []float32) []float32 {
	dst = grow(dst, len(v.schema.Features[j].Levels))
	for l := range dst {
		dst[l] = v.level(j, l)
	}
	return dst
}

// best is the level that feature j becomes where it changes.
func (v *view) best(room *mask.Room, j int) int {
	best, most, own := -1, float32(0), int(room.Row[j])
	for l, in := range room.Domains[j].Levels {
		if !in || l == own {
			continue
		}
		if o := v.level(j, l); best < 0 || o > most {
			best, most = l, o
		}
	}
	return best
}

// value is what feature j becomes where it changes. over is how far a number goes beyond
// its best guess, in scales of its errors.
func (v *view) value(room *mask.Room, j int, over float32) float64 {
	f := &v.schema.Features[j]
	if !f.Kind.Numeric() {
		return float64(v.best(room, j))
	}
	d, x := &room.Domains[j], room.Row[j]
	y, by := v.far(j), over*kernel.Exp1(kernel.AtMost(kernel.AtLeast(v.y[v.sure[j]*v.n], sharpest), dullest))
	far := kernel.AtLeast(y, -y) + by
	if d.Max <= x || d.Min < x && !(y > 0) {
		far = -far
	}
	c := f.Round(x + float64(f.MAD*expand(far)))
	if c == x { // a change is one
		if step := f.Step(); far < 0 {
			c = x - step
		} else {
			c = x + step
		}
	}
	if c < d.Min {
		c = d.Min
	}
	if c > d.Max {
		c = d.Max
	}
	return c
}
