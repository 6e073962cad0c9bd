//go:build goexperiment.simd

package kernel

import (
	"simd"
	"unsafe"
)

// affineRow computes all units if they fill at least one vector, and none otherwise. The last
// vectors end at the last unit, so they may overlap with earlier ones.
func affineRow(w, b, x, y []float32) int {
	v, out := lanes(), len(y)
	if out < v || len(x) == 0 {
		return 0
	}
	if out < 2*v {
		for o := 0; o < out; o += v {
			o = min(o, out-v)
			affineRow1(start(w[o:]), start(x), load(start(b), o), unsafe.Add(start(y), 4*o), len(x), out)
		}
		return out
	}
	for o := 0; o < out; o += 2 * v {
		o = min(o, out-2*v)
		affineRow2(start(w[o:]), start(x), load(start(b), o), load(start(b), o+v), unsafe.Add(start(y), 4*o),
			len(x), out)
	}
	return out
}

// affineRow1 computes one vector of units.
func affineRow1(w, x unsafe.Pointer, s simd.Float32s, y unsafe.Pointer, in, out int) {
	q := 0
	for i := 0; i < in; i++ {
		s = s.Add(load(w, q).Mul(simd.BroadcastFloat32s(number(x, i))))
		q += out
	}
	store(y, 0, s)
	clearUpper()
}

// affineRow2 computes two vectors of units.
func affineRow2(w, x unsafe.Pointer, s, t simd.Float32s, y unsafe.Pointer, in, out int) {
	v, q := s.Len(), 0
	for i := 0; i < in; i++ {
		c := simd.BroadcastFloat32s(number(x, i))
		s, t = s.Add(load(w, q).Mul(c)), t.Add(load(w, q+v).Mul(c))
		q += out
	}
	store(y, 0, s)
	store(y, v, t)
	clearUpper()
}

func normalizeReLURow(x, mean, inv, a, c []float32) int {
	var zero simd.Float32s
	v, o, xp, mp, rp, ap, cp := lanes(), 0, start(x), start(mean), start(inv), start(a), start(c)
	for ; o+v <= len(x); o += v {
		h := load(xp, o).Sub(load(mp, o)).Mul(load(rp, o))
		h = load(ap, o).Mul(h).Add(load(cp, o))
		store(xp, o, zero.IfElse(h.Less(zero), h))
	}
	clearUpper()
	return o
}
