//go:build goexperiment.simd

package kernel

import "simd"

func max4(a, b, c, d, y []float32) int {
	v, e, p, q, r, s, to := lanes(), 0, start(a), start(b), start(c), start(d), start(y)
	for ; e+v <= len(y); e += v {
		m, x := load(p, e), load(q, e)
		m = x.IfElse(m.Less(x), m)
		x = load(r, e)
		m = x.IfElse(m.Less(x), m)
		x = load(s, e)
		store(to, e, x.IfElse(m.Less(x), m))
	}
	clearUpper()
	return e
}

func max4Grad(a, b, c, d, dy, da, db, dc, dd []float32) int {
	var zero simd.Float32s
	v, e, g := lanes(), 0, start(dy)
	p, q, r, s := start(a), start(b), start(c), start(d)
	i, j, k, l := start(da), start(db), start(dc), start(dd)
	for ; e+v <= len(dy); e += v {
		gain := load(g, e)
		m, x := load(p, e), load(q, e)
		isB := m.Less(x)
		m = x.IfElse(isB, m)
		x = load(r, e)
		isC := m.Less(x)
		m = x.IfElse(isC, m)
		isD := m.Less(load(s, e))
		rest := zero.IfElse(isD, gain) // the gradient that is left after d
		store(l, e, gain.Masked(isD))
		store(k, e, rest.Masked(isC))
		rest = zero.IfElse(isC, rest)
		store(j, e, rest.Masked(isB))
		store(i, e, zero.IfElse(isB, rest))
	}
	clearUpper()
	return e
}

func sum4(a, b, c, d, y []float32, k float32) int {
	f := simd.BroadcastFloat32s(k)
	v, e, p, q, r, s, to := lanes(), 0, start(a), start(b), start(c), start(d), start(y)
	for ; e+v <= len(y); e += v {
		store(to, e, f.Mul(load(p, e).Add(load(q, e)).Add(load(r, e).Add(load(s, e)))))
	}
	clearUpper()
	return e
}
