//go:build goexperiment.simd

package kernel

import "simd"

// Four vectors per iteration, because in WebAssembly an iteration costs as much as one vector.

func add(x, y []float32) int {
	v, e, xp, yp := lanes(), 0, start(x), start(y)
	for ; e+4*v <= len(x); e += 4 * v {
		store(yp, e, load(yp, e).Add(load(xp, e)))
		store(yp, e+v, load(yp, e+v).Add(load(xp, e+v)))
		store(yp, e+2*v, load(yp, e+2*v).Add(load(xp, e+2*v)))
		store(yp, e+3*v, load(yp, e+3*v).Add(load(xp, e+3*v)))
	}
	for ; e+v <= len(x); e += v {
		store(yp, e, load(yp, e).Add(load(xp, e)))
	}
	clearUpper()
	return e
}

func axpy(k float32, x, y []float32) int {
	a := simd.BroadcastFloat32s(k)
	v, e, xp, yp := a.Len(), 0, start(x), start(y)
	for ; e+4*v <= len(x); e += 4 * v {
		store(yp, e, load(yp, e).Add(a.Mul(load(xp, e))))
		store(yp, e+v, load(yp, e+v).Add(a.Mul(load(xp, e+v))))
		store(yp, e+2*v, load(yp, e+2*v).Add(a.Mul(load(xp, e+2*v))))
		store(yp, e+3*v, load(yp, e+3*v).Add(a.Mul(load(xp, e+3*v))))
	}
	for ; e+v <= len(x); e += v {
		store(yp, e, load(yp, e).Add(a.Mul(load(xp, e))))
	}
	clearUpper()
	return e
}

func mulAdd(a, x, y []float32) int {
	v, e, ap, xp, yp := lanes(), 0, start(a), start(x), start(y)
	for ; e+4*v <= len(a); e += 4 * v {
		store(yp, e, load(yp, e).Add(load(ap, e).Mul(load(xp, e))))
		store(yp, e+v, load(yp, e+v).Add(load(ap, e+v).Mul(load(xp, e+v))))
		store(yp, e+2*v, load(yp, e+2*v).Add(load(ap, e+2*v).Mul(load(xp, e+2*v))))
		store(yp, e+3*v, load(yp, e+3*v).Add(load(ap, e+3*v).Mul(load(xp, e+3*v))))
	}
	for ; e+v <= len(a); e += v {
		store(yp, e, load(yp, e).Add(load(ap, e).Mul(load(xp, e))))
	}
	clearUpper()
	return e
}

func scaleAdd(a, x, c, y []float32) int {
	v, e, ap, xp, cp, yp := lanes(), 0, start(a), start(x), start(c), start(y)
	for ; e+4*v <= len(a); e += 4 * v {
		store(yp, e, load(ap, e).Mul(load(xp, e)).Add(load(cp, e)))
		store(yp, e+v, load(ap, e+v).Mul(load(xp, e+v)).Add(load(cp, e+v)))
		store(yp, e+2*v, load(ap, e+2*v).Mul(load(xp, e+2*v)).Add(load(cp, e+2*v)))
		store(yp, e+3*v, load(ap, e+3*v).Mul(load(xp, e+3*v)).Add(load(cp, e+3*v)))
	}
	for ; e+v <= len(a); e += v {
		store(yp, e, load(ap, e).Mul(load(xp, e)).Add(load(cp, e)))
	}
	clearUpper()
	return e
}

func scaleShift(x, y []float32, a, c float32) int {
	k, s := simd.BroadcastFloat32s(a), simd.BroadcastFloat32s(c)
	v, e, xp, yp := k.Len(), 0, start(x), start(y)
	for ; e+v <= len(x); e += v {
		store(yp, e, k.Mul(load(xp, e)).Add(s))
	}
	clearUpper()
	return e
}

func scaleShiftReLU(x, y []float32, a, c float32) int {
	var zero simd.Float32s
	k, s := simd.BroadcastFloat32s(a), simd.BroadcastFloat32s(c)
	v, e, xp, yp := k.Len(), 0, start(x), start(y)
	for ; e+4*v <= len(x); e += 4 * v {
		h := k.Mul(load(xp, e)).Add(s)
		store(yp, e, zero.IfElse(h.Less(zero), h))
		h = k.Mul(load(xp, e+v)).Add(s)
		store(yp, e+v, zero.IfElse(h.Less(zero), h))
		h = k.Mul(load(xp, e+2*v)).Add(s)
		store(yp, e+2*v, zero.IfElse(h.Less(zero), h))
		h = k.Mul(load(xp, e+3*v)).Add(s)
		store(yp, e+3*v, zero.IfElse(h.Less(zero), h))
	}
	for ; e+v <= len(x); e += v {
		h := k.Mul(load(xp, e)).Add(s)
		store(yp, e, zero.IfElse(h.Less(zero), h))
	}
	clearUpper()
	return e
}

func normalizeReLU(x, xhat []float32, mean, inv, a, c float32) int {
	var zero simd.Float32s
	m, r := simd.BroadcastFloat32s(mean), simd.BroadcastFloat32s(inv)
	k, s := simd.BroadcastFloat32s(a), simd.BroadcastFloat32s(c)
	v, e, xp, hp := k.Len(), 0, start(x), start(xhat)
	for ; e+4*v <= len(x); e += 4 * v {
		h := load(xp, e).Sub(m).Mul(r)
		store(hp, e, h)
		h = k.Mul(h).Add(s)
		store(xp, e, zero.IfElse(h.Less(zero), h))
		h = load(xp, e+v).Sub(m).Mul(r)
		store(hp, e+v, h)
		h = k.Mul(h).Add(s)
		store(xp, e+v, zero.IfElse(h.Less(zero), h))
		h = load(xp, e+2*v).Sub(m).Mul(r)
		store(hp, e+2*v, h)
		h = k.Mul(h).Add(s)
		store(xp, e+2*v, zero.IfElse(h.Less(zero), h))
		h = load(xp, e+3*v).Sub(m).Mul(r)
		store(hp, e+3*v, h)
		h = k.Mul(h).Add(s)
		store(xp, e+3*v, zero.IfElse(h.Less(zero), h))
	}
	for ; e+v <= len(x); e += v {
		h := load(xp, e).Sub(m).Mul(r)
		store(hp, e, h)
		h = k.Mul(h).Add(s)
		store(xp, e, zero.IfElse(h.Less(zero), h))
	}
	clearUpper()
	return e
}

func reluGrad(y, dy, dx []float32, k float32) int {
	var zero simd.Float32s
	s := simd.BroadcastFloat32s(k)
	v, e, yp, gp, xp := s.Len(), 0, start(y), start(dy), start(dx)
	for ; e+4*v <= len(dx); e += 4 * v {
		store(xp, e, s.Mul(load(gp, e)).Masked(load(yp, e).Greater(zero)))
		store(xp, e+v, s.Mul(load(gp, e+v)).Masked(load(yp, e+v).Greater(zero)))
		store(xp, e+2*v, s.Mul(load(gp, e+2*v)).Masked(load(yp, e+2*v).Greater(zero)))
		store(xp, e+3*v, s.Mul(load(gp, e+3*v)).Masked(load(yp, e+3*v).Greater(zero)))
	}
	for ; e+v <= len(dx); e += v {
		store(xp, e, s.Mul(load(gp, e)).Masked(load(yp, e).Greater(zero)))
	}
	clearUpper()
	return e
}

func sum(x []float32, p *[Lanes]float32) int {
	whole := len(x) &^ (Lanes - 1)
	sumParts(start(x), whole, p)
	return whole
}

func distance(x, y, d []float32, k float32, p *[Lanes]float32) int {
	var zero simd.Float32s
	up, down := simd.BroadcastFloat32s(k), simd.BroadcastFloat32s(-k)
	v, xp, yp, dp, whole := up.Len(), start(x), start(y), start(d), len(x)&^(Lanes-1)
	for l := 0; l < Lanes; l += v {
		var s simd.Float32s
		e := l
		for ; e+3*Lanes < whole; e += 4 * Lanes {
			gap := load(xp, e).Sub(load(yp, e))
			store(dp, e, load(dp, e).Add(down.IfElse(gap.Less(zero), up.Masked(gap.Greater(zero)))))
			s = s.Add(gap.Abs())
			gap = load(xp, e+Lanes).Sub(load(yp, e+Lanes))
			store(dp, e+Lanes, load(dp, e+Lanes).Add(down.IfElse(gap.Less(zero), up.Masked(gap.Greater(zero)))))
			s = s.Add(gap.Abs())
			gap = load(xp, e+2*Lanes).Sub(load(yp, e+2*Lanes))
			store(dp, e+2*Lanes, load(dp, e+2*Lanes).Add(down.IfElse(gap.Less(zero), up.Masked(gap.Greater(zero)))))
			s = s.Add(gap.Abs())
			gap = load(xp, e+3*Lanes).Sub(load(yp, e+3*Lanes))
			store(dp, e+3*Lanes, load(dp, e+3*Lanes).Add(down.IfElse(gap.Less(zero), up.Masked(gap.Greater(zero)))))
			s = s.Add(gap.Abs())
		}
		for ; e < whole; e += Lanes {
			gap := load(xp, e).Sub(load(yp, e))
			store(dp, e, load(dp, e).Add(down.IfElse(gap.Less(zero), up.Masked(gap.Greater(zero)))))
			s = s.Add(gap.Abs())
		}
		s.Store(p[l:])
	}
	clearUpper()
	return whole
}
