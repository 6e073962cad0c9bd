//go:build goexperiment.simd

package kernel

import (
	"simd"
	"unsafe"
)

// Sums are over complete groups of Lanes examples. With vectors of v numbers, partial sum l is in
// vector l/v. Vectors of 4 lanes are summed in parallel, so that none waits for the previous sum;
// wider ones are summed one after the other.

// normReLU processes all units.
func normReLU(y, xhat, gamma, beta, stats []float32, eps float32, n int) int {
	var zero simd.Float32s
	var p [Lanes]float32
	v, whole := lanes(), n&^(Lanes-1)
	for o := 0; o < len(gamma); o++ {
		x, h, s := y[o*n:(o+1)*n], xhat[o*n:(o+1)*n], stats[3*o:3*o+3]
		sumParts(start(x), whole, &p)
		for e := whole; e < n; e++ {
			p[e-whole] += x[e]
		}
		mean := fold(&p) / float32(n)
		squareParts(start(x), whole, mean, &p)
		for e := whole; e < n; e++ {
			d := x[e] - mean
			p[e-whole] += float32(d * d)
		}
		s[0] = mean
		spread(s, fold(&p), eps, n)
		m, r := simd.BroadcastFloat32s(mean), simd.BroadcastFloat32s(s[2])
		k, c := simd.BroadcastFloat32s(gamma[o]), simd.BroadcastFloat32s(beta[o])
		e, xp, hp := 0, start(x), start(h)
		for ; e+4*v <= n; e += 4 * v {
			f, g := load(xp, e).Sub(m).Mul(r), load(xp, e+v).Sub(m).Mul(r)
			store(hp, e, f)
			store(hp, e+v, g)
			f, g = k.Mul(f).Add(c), k.Mul(g).Add(c)
			store(xp, e, zero.IfElse(f.Less(zero), f))
			store(xp, e+v, zero.IfElse(g.Less(zero), g))
			f, g = load(xp, e+2*v).Sub(m).Mul(r), load(xp, e+3*v).Sub(m).Mul(r)
			store(hp, e+2*v, f)
			store(hp, e+3*v, g)
			f, g = k.Mul(f).Add(c), k.Mul(g).Add(c)
			store(xp, e+2*v, zero.IfElse(f.Less(zero), f))
			store(xp, e+3*v, zero.IfElse(g.Less(zero), g))
		}
		for ; e+v <= n; e += v {
			g := load(xp, e).Sub(m).Mul(r)
			store(hp, e, g)
			g = k.Mul(g).Add(c)
			store(xp, e, zero.IfElse(g.Less(zero), g))
		}
		clearUpper()
		normalizeReLURef(x[e:], h[e:], mean, s[2], gamma[o], beta[o])
	}
	return len(gamma)
}

func sumParts(x unsafe.Pointer, whole int, p *[Lanes]float32) {
	v := lanes()
	if v == 4 {
		var a, b, c, d simd.Float32s
		for e := 0; e < whole; e += Lanes {
			a, b, c, d = a.Add(load(x, e)), b.Add(load(x, e+4)), c.Add(load(x, e+8)), d.Add(load(x, e+12))
		}
		a.Store(p[:])
		b.Store(p[4:])
		c.Store(p[8:])
		d.Store(p[12:])
		return
	}
	for l := 0; l < Lanes; l += v {
		var s simd.Float32s
		for e := l; e < whole; e += Lanes {
			s = s.Add(load(x, e))
		}
		s.Store(p[l:])
	}
	clearUpper()
}

func squareParts(x unsafe.Pointer, whole int, mean float32, p *[Lanes]float32) {
	m := simd.BroadcastFloat32s(mean)
	v := m.Len()
	if v == 4 {
		var a, b, c, d simd.Float32s
		for e := 0; e < whole; e += Lanes {
			g, h, i, j := load(x, e).Sub(m), load(x, e+4).Sub(m), load(x, e+8).Sub(m), load(x, e+12).Sub(m)
			a, b, c, d = a.Add(g.Mul(g)), b.Add(h.Mul(h)), c.Add(i.Mul(i)), d.Add(j.Mul(j))
		}
		a.Store(p[:])
		b.Store(p[4:])
		c.Store(p[8:])
		d.Store(p[12:])
		return
	}
	for l := 0; l < Lanes; l += v {
		var s simd.Float32s
		for e := l; e < whole; e += Lanes {
			d := load(x, e).Sub(m)
			s = s.Add(d.Mul(d))
		}
		s.Store(p[l:])
	}
	clearUpper()
}

// normReLUGrad processes all units.
func normReLUGrad(y, d, xhat, gamma, stats, sums []float32, k float32, fixed bool, n int) int {
	var p, q [Lanes]float32
	whole := n &^ (Lanes - 1)
	for o := 0; o < len(gamma); o++ {
		yp, gp, hp := unsafe.Add(start(y), 4*o*n), unsafe.Add(start(d), 4*o*n), unsafe.Add(start(xhat), 4*o*n)
		reluGradParts(yp, gp, hp, whole, k, &p, &q)
		for e := whole; e < n; e++ {
			g := float32(0)
			if number(yp, e) > 0 {
				g = k * number(gp, e)
			}
			d[o*n+e] = g
			p[e-whole] += g
			q[e-whole] += float32(g * number(hp, e))
		}
		db, dg := fold(&p), fold(&q)
		m0, m1 := means(db, dg, fixed, n)
		a := gamma[o] * stats[3*o+2]
		normGradParts(gp, hp, whole, a, m0, m1, &p)
		for e := whole; e < n; e++ {
			g := float32(a * (number(gp, e) - m0 - float32(number(hp, e)*m1)))
			d[o*n+e] = g
			p[e-whole] += g
		}
		sums[3*o], sums[3*o+1], sums[3*o+2] = fold(&p), dg, db
	}
	return len(gamma)
}

func reluGradParts(yp, gp, hp unsafe.Pointer, whole int, k float32, p, q *[Lanes]float32) {
	var zero simd.Float32s
	c := simd.BroadcastFloat32s(k)
	v := c.Len()
	if v == 4 {
		var s0, s1, s2, s3, t0, t1, t2, t3 simd.Float32s
		for e := 0; e < whole; e += Lanes {
			g := c.Mul(load(gp, e)).Masked(load(yp, e).Greater(zero))
			store(gp, e, g)
			s0, t0 = s0.Add(g), t0.Add(g.Mul(load(hp, e)))
			g = c.Mul(load(gp, e+4)).Masked(load(yp, e+4).Greater(zero))
			store(gp, e+4, g)
			s1, t1 = s1.Add(g), t1.Add(g.Mul(load(hp, e+4)))
			g = c.Mul(load(gp, e+8)).Masked(load(yp, e+8).Greater(zero))
			store(gp, e+8, g)
			s2, t2 = s2.Add(g), t2.Add(g.Mul(load(hp, e+8)))
			g = c.Mul(load(gp, e+12)).Masked(load(yp, e+12).Greater(zero))
			store(gp, e+12, g)
			s3, t3 = s3.Add(g), t3.Add(g.Mul(load(hp, e+12)))
		}
		s0.Store(p[:])
		s1.Store(p[4:])
		s2.Store(p[8:])
		s3.Store(p[12:])
		t0.Store(q[:])
		t1.Store(q[4:])
		t2.Store(q[8:])
		t3.Store(q[12:])
		return
	}
	for l := 0; l < Lanes; l += v {
		var s, t simd.Float32s
		for e := l; e < whole; e += Lanes {
			g := c.Mul(load(gp, e)).Masked(load(yp, e).Greater(zero))
			store(gp, e, g)
			s, t = s.Add(g), t.Add(g.Mul(load(hp, e)))
		}
		s.Store(p[l:])
		t.Store(q[l:])
	}
	clearUpper()
}

func normGradParts(gp, hp unsafe.Pointer, whole int, k, m0, m1 float32, p *[Lanes]float32) {
	c, a, b := simd.BroadcastFloat32s(k), simd.BroadcastFloat32s(m0), simd.BroadcastFloat32s(m1)
	v := c.Len()
	if v == 4 {
		var s0, s1, s2, s3 simd.Float32s
		for e := 0; e < whole; e += Lanes {
			g := c.Mul(load(gp, e).Sub(a).Sub(load(hp, e).Mul(b)))
			store(gp, e, g)
			s0 = s0.Add(g)
			g = c.Mul(load(gp, e+4).Sub(a).Sub(load(hp, e+4).Mul(b)))
			store(gp, e+4, g)
			s1 = s1.Add(g)
			g = c.Mul(load(gp, e+8).Sub(a).Sub(load(hp, e+8).Mul(b)))
			store(gp, e+8, g)
			s2 = s2.Add(g)
			g = c.Mul(load(gp, e+12).Sub(a).Sub(load(hp, e+12).Mul(b)))
			store(gp, e+12, g)
			s3 = s3.Add(g)
		}
		s0.Store(p[:])
		s1.Store(p[4:])
		s2.Store(p[8:])
		s3.Store(p[12:])
		return
	}
	for l := 0; l < Lanes; l += v {
		var s simd.Float32s
		for e := l; e < whole; e += Lanes {
			g := c.Mul(load(gp, e).Sub(a).Sub(load(hp, e).Mul(b)))
			store(gp, e, g)
			s = s.Add(g)
		}
		s.Store(p[l:])
	}
	clearUpper()
}
