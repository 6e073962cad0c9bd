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

// wish is the row that a head wishes for, of whose room the features in free can change.
//
//	dst  features
func (v *view) wish(room *mask.Room, free []int, dst []float64, said *ways) {
	copy(dst, room.Row)
	v.gates = grow(v.gates, len(dst))
	way, numbers, next := uint64(0), false, -1
	for _, j := range free {
		o := v.gate(j)
		if v.gates[j] = o; o > 0 {
			way += v.change(room, j, dst, &numbers)
		} else if next < 0 || o > v.gates[next] {
			next = j
		}
	}
	if way == 0 && next >= 0 {
		way += v.change(room, next, dst, &numbers)
	}
	for range mostMore {
		before := said.add(way)
		switch {
		case before == 0:
			return
		case before < farther && numbers:
			for _, j := range free {
				if dst[j] != room.Row[j] && v.schema.Features[j].Kind.Numeric() {
					dst[j] = v.value(room, j, beyond*float32(1+before))
				}
			}
			return
		}
		if next = v.next(room, free, dst); next < 0 {
			return
		}
		way += v.change(room, next, dst, &numbers)
	}
}

// change changes feature j, notes where that is a number, and names what was done.
func (v *view) change(room *mask.Room, j int, dst []float64, numbers *bool) (way uint64) {
	f := &v.schema.Features[j]
	dst[j] = v.value(room, j, beyond)
	*numbers = *numbers || f.Kind.Numeric()
	return wayOf(f, j, room.Row[j], dst[j])
}

// next is the feature that a head would change next, or -1.
func (v *view) next(room *mask.Room, free []int, dst []float64) int {
	next := -1
	for _, j := range free {
		if dst[j] == room.Row[j] && (next < 0 || v.gates[j] > v.gates[next]) {
			next = j
		}
	}
	return next
}

// draw is a row that is drawn of a head: gates, levels and amounts as likely as the head
// finds them, and less sure the farther it is to reach.
func (v *view) draw(room *mask.Room, free []int, dst []float64, reach float32, key kernel.Key) {
	copy(dst, room.Row)
	v.gates = grow(v.gates, len(dst))
	cool := 1 / (1 + kernel.Log1(max(reach, 1))/2)
	some := false
	for _, j := range free {
		v.gates[j] = v.gate(j)
		if key.Uniform1(uint32(2*j)) >= kernel.Sigmoid1(v.gates[j]*cool) {
			continue
		}
		some = true
		u := key.Uniform1(uint32(2*j + 1))
		if v.schema.Features[j].Kind.Numeric() {
			dst[j] = v.value(room, j, float32(3*u*max(reach, 1)))
			continue
		}
		dst[j] = v.drawn(room, j, cool, u)
	}
	if !some {
		if next := v.next(room, free, dst); next >= 0 {
			dst[next] = v.value(room, next, beyond)
		}
	}
}

// drawn is one of the levels that feature j may change to, drawn by a uniform number.
func (v *view) drawn(room *mask.Room, j int, cool, u float32) float64 {
	best := v.best(room, j)
	top, own := v.level(j, best), int(room.Row[j])
	odds := func(l int) float32 { return kernel.Exp1(kernel.AtLeast((v.level(j, l)-top)*cool, -60)) }
	total := float32(0)
	for l, in := range room.Domains[j].Levels {
		if in && l != own {
			total += odds(l)
		}
	}
	u *= total
	for l, in := range room.Domains[j].Levels {
		if !in || l == own {
			continue
		}
		if u -= odds(l); u < 0 {
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
