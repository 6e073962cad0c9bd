package distill

import (
	"causeway/core/kernel"
	"causeway/core/mask"
)

// How far the numbers of a head go beyond its best guess, in scales of its errors: of the
// first head that changes what it does, and so much more for each that did before it. As
// many go farther; then one changes another feature as well.
const (
	beyond   = 0.75
	farther  = 4
	mostMore = 4
)

// wish turns the outputs of a head into the row that it wishes for.
//
//	o  outputs    dst  features
func (g *Generator) wish(o []float32, room *mask.Room, dst []float64, said *ways) {
	copy(dst, room.Row)
	way, numbers, next := uint64(0), false, -1
	change := func(j int) {
		dst[j] = g.value(o, room, j, beyond)
		way += wayOf(&g.schema.Features[j], j, room.Row[j], dst[j])
		numbers = numbers || g.schema.Features[j].Kind.Numeric()
	}
	for j := range g.schema.Features {
		if !g.free(room, j) {
			continue
		}
		if o[j] > 0 {
			change(j)
		} else if next < 0 || o[j] > o[next] {
			next = j
		}
	}
	if way == 0 && next >= 0 {
		change(next)
	}
	for range mostMore {
		before := said.add(way)
		switch {
		case before == 0:
			return
		case before < farther && numbers:
			for j, x := range room.Row {
				if dst[j] != x && g.schema.Features[j].Kind.Numeric() {
					dst[j] = g.value(o, room, j, beyond*float32(1+before))
				}
			}
			return
		}
		if next = g.next(o, room, dst); next < 0 {
			return
		}
		change(next)
	}
}

// next is the feature that a head would change next, or -1.
func (g *Generator) next(o []float32, room *mask.Room, dst []float64) int {
	next := -1
	for j, x := range room.Row {
		if dst[j] == x && (next < 0 || o[j] > o[next]) && g.free(room, j) {
			next = j
		}
	}
	return next
}

// draw turns the outputs of a head into a row that is drawn: gates, levels and amounts as
// likely as the head finds them, and less sure the farther it is to reach.
func (g *Generator) draw(o []float32, room *mask.Room, dst []float64, reach float32, key kernel.Key) {
	copy(dst, room.Row)
	cool := 1 / (1 + kernel.Log1(max(reach, 1))/2)
	some := false
	for j := range g.schema.Features {
		if !g.free(room, j) || key.Uniform1(uint32(2*j)) >= kernel.Sigmoid1(o[j]*cool) {
			continue
		}
		some = true
		u := key.Uniform1(uint32(2*j + 1))
		if g.schema.Features[j].Kind.Numeric() {
			dst[j] = g.value(o, room, j, float32(3*u*max(reach, 1)))
			continue
		}
		dst[j] = g.level(o, room, j, cool, u)
	}
	if !some {
		if next := g.next(o, room, dst); next >= 0 {
			dst[next] = g.value(o, room, next, beyond)
		}
	}
}

// level is one of those that feature j may change to, drawn by a uniform number.
func (g *Generator) level(o []float32, room *mask.Room, j int, cool, u float32) float64 {
	at, d, x := o[g.out[j]:], &room.Domains[j], room.Row[j]
	best := int(g.value(o, room, j, 0))
	total := float32(0)
	for l := range d.Levels {
		if open(d, l, x) {
			total += kernel.Exp1(kernel.AtLeast((at[l]-at[best])*cool, -60))
		}
	}
	u *= total
	for l := range d.Levels {
		if !open(d, l, x) {
			continue
		}
		if u -= kernel.Exp1(kernel.AtLeast((at[l]-at[best])*cool, -60)); u < 0 {
			return float64(l)
		}
	}
	return float64(best)
}

// mostHeads bounds the heads of a generator.
const mostHeads = 16

// ways counts what heads wish for one row.
type ways struct {
	n    int
	list [mostHeads * mostMore]uint64
}

// add returns how many wished for the same way before.
func (w *ways) add(way uint64) (before int) {
	for _, v := range w.list[:w.n] {
		if v == way {
			before++
		}
	}
	w.list[w.n] = way
	w.n++
	return before
}
