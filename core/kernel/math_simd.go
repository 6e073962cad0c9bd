//go:build goexperiment.simd

package kernel

import "simd"

func exp(x, y []float32) int {
	v, e := lanes(), 0
	for ; e+v <= len(x); e += v {
		expV(simd.LoadFloat32s(x[e:])).Store(y[e:])
	}
	return e
}

func sigmoid(x, y []float32) int {
	one := simd.BroadcastFloat32s(1)
	v, e := one.Len(), 0
	for ; e+v <= len(x); e += v {
		one.Div(one.Add(expV(simd.LoadFloat32s(x[e:]).Neg()))).Store(y[e:])
	}
	return e
}

func sigmoidGrad(y, dy, dx []float32) int {
	one := simd.BroadcastFloat32s(1)
	v, e := one.Len(), 0
	for ; e+v <= len(dx); e += v {
		h := simd.LoadFloat32s(y[e:])
		simd.LoadFloat32s(dy[e:]).Mul(h.Mul(one.Sub(h))).Store(dx[e:])
	}
	return e
}

func softmax(x, y []float32, rows, n int) int {
	v, e := lanes(), 0
	for ; e+v <= n; e += v {
		top := simd.LoadFloat32s(x[e:])
		for r := 1; r < rows; r++ {
			h := simd.LoadFloat32s(x[r*n+e:])
			top = h.IfElse(h.Greater(top), top)
		}
		var s simd.Float32s
		for r := range rows {
			h := expV(simd.LoadFloat32s(x[r*n+e:]).Sub(top))
			h.Store(y[r*n+e:])
			s = s.Add(h)
		}
		for r := range rows {
			simd.LoadFloat32s(y[r*n+e:]).Div(s).Store(y[r*n+e:])
		}
	}
	return e
}

func softmaxGrad(y, dy, dx []float32, rows, n int) int {
	v, e := lanes(), 0
	for ; e+v <= n; e += v {
		var s simd.Float32s
		for r := range rows {
			s = s.Add(simd.LoadFloat32s(dy[r*n+e:]).Mul(simd.LoadFloat32s(y[r*n+e:])))
		}
		for r := range rows {
			d := simd.LoadFloat32s(dy[r*n+e:]).Sub(s)
			simd.LoadFloat32s(y[r*n+e:]).Mul(d).Store(dx[r*n+e:])
		}
	}
	return e
}

// polyV is poly.
func polyV(c []float32, x simd.Float32s) simd.Float32s {
	s := simd.BroadcastFloat32s(c[0])
	for _, k := range c[1:] {
		s = s.Mul(x).Add(simd.BroadcastFloat32s(k))
	}
	return s
}

// expV is Exp1 of every lane.
func expV(x simd.Float32s) simd.Float32s {
	hi, lo := simd.BroadcastFloat32s(expMax), simd.BroadcastFloat32s(expMin)
	x = lo.IfElse(x.Less(lo), x)
	x = hi.IfElse(x.Greater(hi), x)
	round := simd.BroadcastFloat32s(rounder)
	t := x.Mul(simd.BroadcastFloat32s(log2e)).Add(round)
	k := t.ToBits().Sub(simd.BroadcastUint32s(rounderBits))
	f := t.Sub(round)
	r := x.Sub(f.Mul(simd.BroadcastFloat32s(ln2Hi))).Sub(f.Mul(simd.BroadcastFloat32s(ln2Lo)))
	y := polyV(expCoef[:], r).Mul(r).Mul(r).Add(r).Add(simd.BroadcastFloat32s(1))
	scale := k.Add(simd.BroadcastUint32s(127)).ShiftAllLeft(23).BitsToFloat32()
	return y.Mul(scale)
}

// logV is Log1 of every lane.
func logV(x simd.Float32s) simd.Float32s {
	base := simd.BroadcastInt32s(0x3f3504f3)
	b := x.ToBits().BitsToInt32().Sub(base)
	k := b.ShiftAllRight(23)
	m := b.Sub(k.ShiftAllLeft(23)).Add(base).ToBits().BitsToFloat32()
	r := m.Sub(simd.BroadcastFloat32s(1))
	f, z := k.ConvertToFloat32(), r.Mul(r)
	y := polyV(logCoef[:], r).Mul(r).Mul(z)
	y = y.Add(f.Mul(simd.BroadcastFloat32s(ln2Lo)))
	y = y.Sub(z.Mul(simd.BroadcastFloat32s(0.5)))
	return r.Add(y).Add(f.Mul(simd.BroadcastFloat32s(ln2Hi)))
}
