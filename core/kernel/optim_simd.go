//go:build goexperiment.simd

package kernel

import "simd"

func adam(s AdamStep, w, g, m, v []float32) int {
	decay, rate, eps := simd.BroadcastFloat32s(s.Decay), simd.BroadcastFloat32s(s.Rate), simd.BroadcastFloat32s(s.Eps)
	b1, c1 := simd.BroadcastFloat32s(s.Beta1), simd.BroadcastFloat32s(1-s.Beta1)
	b2, c2 := simd.BroadcastFloat32s(s.Beta2), simd.BroadcastFloat32s(1-s.Beta2)
	fix1, fix2 := simd.BroadcastFloat32s(s.Fix1), simd.BroadcastFloat32s(s.Fix2)
	n, e, wp, gp, mp, vp := rate.Len(), 0, start(w), start(g), start(m), start(v)
	for ; e+n <= len(w); e += n {
		we := load(wp, e)
		h := load(gp, e).Add(decay.Mul(we))
		me := b1.Mul(load(mp, e)).Add(c1.Mul(h))
		ve := b2.Mul(load(vp, e)).Add(c2.Mul(h).Mul(h))
		step := fix1.Mul(me).Div(fix2.Mul(ve).Sqrt().Add(eps))
		store(mp, e, me)
		store(vp, e, ve)
		store(wp, e, we.Sub(rate.Mul(step)))
	}
	clearUpper()
	return e
}

func sgd(rate, decay float32, w, g []float32) int {
	r, d := simd.BroadcastFloat32s(rate), simd.BroadcastFloat32s(decay)
	n, e := r.Len(), 0
	for ; e+n <= len(w); e += n {
		we := simd.LoadFloat32s(w[e:])
		we.Sub(r.Mul(simd.LoadFloat32s(g[e:]).Add(d.Mul(we)))).Store(w[e:])
	}
	clearUpper()
	return e
}
