//go:build goexperiment.simd

package kernel

import "simd"

func add(x, y []float32) int {
	v, e := lanes(), 0
	for ; e+v <= len(x); e += v {
		simd.LoadFloat32s(y[e:]).Add(simd.LoadFloat32s(x[e:])).Store(y[e:])
	}
	return e
}

func mulAdd(a, x, y []float32) int {
	v, e := lanes(), 0
	for ; e+v <= len(a); e += v {
		p := simd.LoadFloat32s(a[e:]).Mul(simd.LoadFloat32s(x[e:]))
		simd.LoadFloat32s(y[e:]).Add(p).Store(y[e:])
	}
	return e
}

func scaleAdd(a, x, c, y []float32) int {
	v, e := lanes(), 0
	for ; e+v <= len(a); e += v {
		p := simd.LoadFloat32s(a[e:]).Mul(simd.LoadFloat32s(x[e:]))
		p.Add(simd.LoadFloat32s(c[e:])).Store(y[e:])
	}
	return e
}

func normalize(x, y []float32, mean, inv float32) int {
	m, k := simd.BroadcastFloat32s(mean), simd.BroadcastFloat32s(inv)
	v, e := m.Len(), 0
	for ; e+v <= len(x); e += v {
		simd.LoadFloat32s(x[e:]).Sub(m).Mul(k).Store(y[e:])
	}
	return e
}

func scaleShiftReLU(x, y []float32, a, c float32) int {
	var zero simd.Float32s
	k, s := simd.BroadcastFloat32s(a), simd.BroadcastFloat32s(c)
	v, e := k.Len(), 0
	for ; e+v <= len(x); e += v {
		h := k.Mul(simd.LoadFloat32s(x[e:])).Add(s)
		zero.IfElse(h.Less(zero), h).Store(y[e:])
	}
	return e
}

func reluGrad(y, dy, dx []float32, k float32) int {
	var zero simd.Float32s
	s := simd.BroadcastFloat32s(k)
	v, e := s.Len(), 0
	for ; e+v <= len(dx); e += v {
		on := simd.LoadFloat32s(y[e:]).Greater(zero)
		s.Mul(simd.LoadFloat32s(dy[e:])).Masked(on).Store(dx[e:])
	}
	return e
}

func batchNormGrad(xhat, dy, dx []float32, k, m0, m1 float32) int {
	s, a, b := simd.BroadcastFloat32s(k), simd.BroadcastFloat32s(m0), simd.BroadcastFloat32s(m1)
	v, e := s.Len(), 0
	for ; e+v <= len(dx); e += v {
		h := simd.LoadFloat32s(xhat[e:]).Mul(b)
		s.Mul(simd.LoadFloat32s(dy[e:]).Sub(a).Sub(h)).Store(dx[e:])
	}
	return e
}

func distance(x, y, d []float32, k float32, p *[Lanes]float32) int {
	var zero simd.Float32s
	up, down := simd.BroadcastFloat32s(k), simd.BroadcastFloat32s(-k)
	v, e := up.Len(), 0
	for l := 0; l < Lanes; l += v {
		var s simd.Float32s
		for e = 0; e+Lanes <= len(x); e += Lanes {
			diff := simd.LoadFloat32s(x[e+l:]).Sub(simd.LoadFloat32s(y[e+l:]))
			g := down.IfElse(diff.Less(zero), up.Masked(diff.Greater(zero)))
			simd.LoadFloat32s(d[e+l:]).Add(g).Store(d[e+l:])
			s = s.Add(diff.Abs())
		}
		s.StorePart(p[l:])
	}
	return e
}

// sum adds whole groups of Lanes examples to p; part l of vector width v is
// kept in vector l/v.
func sum(x []float32, p *[Lanes]float32) int {
	v, e := lanes(), 0
	for l := 0; l < Lanes; l += v {
		var s simd.Float32s
		for e = 0; e+Lanes <= len(x); e += Lanes {
			s = s.Add(simd.LoadFloat32s(x[e+l:]))
		}
		s.StorePart(p[l:])
	}
	return e
}

func sumSquares(x []float32, mean float32, p *[Lanes]float32) int {
	m := simd.BroadcastFloat32s(mean)
	v, e := m.Len(), 0
	for l := 0; l < Lanes; l += v {
		var s simd.Float32s
		for e = 0; e+Lanes <= len(x); e += Lanes {
			d := simd.LoadFloat32s(x[e+l:]).Sub(m)
			s = s.Add(d.Mul(d))
		}
		s.StorePart(p[l:])
	}
	return e
}
