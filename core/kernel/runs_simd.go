//go:build goexperiment.simd

package kernel

import "simd"

func noiseGrad(dz, eps, sd, dm, dv []float32) int {
	half := simd.BroadcastFloat32s(0.5)
	v, e, n, xp, yp, dp, mp, vp := half.Len(), 0, len(sd), start(dz), start(eps), start(sd), start(dm), start(dv)
	for ; e+2*v <= n; e += 2 * v {
		var s0, s1, t0, t1 simd.Float32s
		for i := e; i < len(dz); i += n {
			g, h := load(xp, i), load(xp, i+v)
			s0, t0 = s0.Add(g), t0.Add(g.Mul(load(yp, i)))
			s1, t1 = s1.Add(h), t1.Add(h.Mul(load(yp, i+v)))
		}
		store(mp, e, s0)
		store(mp, e+v, s1)
		store(vp, e, t0.Mul(half).Div(load(dp, e)))
		store(vp, e+v, t1.Mul(half).Div(load(dp, e+v)))
	}
	for ; e+v <= n; e += v {
		var s, t simd.Float32s
		for i := e; i < len(dz); i += n {
			g := load(xp, i)
			s, t = s.Add(g), t.Add(g.Mul(load(yp, i)))
		}
		store(mp, e, s)
		store(vp, e, t.Mul(half).Div(load(dp, e)))
	}
	clearUpper()
	return e
}

// hardest counts rows in floats, which are exact up to 2^24.
func hardest(x, y []float32, rows, n int) int {
	one := simd.BroadcastFloat32s(1)
	v, e, xp, yp := one.Len(), 0, start(x), start(y)
	if rows > 1<<24 {
		return 0
	}
	for ; e+v <= n; e += v {
		var at, r simd.Float32s
		top := load(xp, e)
		for i := e + n; i < rows*n; i += n {
			r = r.Add(one)
			h := load(xp, i)
			more := h.Greater(top)
			top, at = h.IfElse(more, top), r.IfElse(more, at)
		}
		r = r.Sub(r)
		for i := e; i < rows*n; i += n {
			store(yp, i, one.Masked(at.Equal(r)))
			r = r.Add(one)
		}
	}
	clearUpper()
	return e
}
