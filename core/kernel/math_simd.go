//go:build goexperiment.simd

package kernel

import "simd"

func exp(x, y []float32) int {
	v, e, xp, yp := lanes(), 0, start(x), start(y)
	for ; e+v <= len(x); e += v {
		store(yp, e, expV(load(xp, e)))
	}
	clearUpper()
	return e
}

func log(x, y []float32) int {
	v, e, xp, yp := lanes(), 0, start(x), start(y)
	for ; e+v <= len(x); e += v {
		store(yp, e, logV(load(xp, e)))
	}
	clearUpper()
	return e
}

func sigmoid(x, y []float32) int {
	one := simd.BroadcastFloat32s(1)
	v, e, xp, yp := one.Len(), 0, start(x), start(y)
	for ; e+v <= len(x); e += v {
		store(yp, e, one.Div(one.Add(expV(load(xp, e).Neg()))))
	}
	clearUpper()
	return e
}

func sigmoidGrad(y, dy, dx []float32) int {
	one := simd.BroadcastFloat32s(1)
	v, e, yp, gp, xp := one.Len(), 0, start(y), start(dy), start(dx)
	for ; e+v <= len(dx); e += v {
		h := load(yp, e)
		store(xp, e, load(gp, e).Mul(h.Mul(one.Sub(h))))
	}
	clearUpper()
	return e
}

func softmax(x, y []float32, rows, n int) int {
	v, e, xp, yp := lanes(), 0, start(x), start(y)
	for ; e+v <= n; e += v {
		top, end := load(xp, e), rows*n
		for i := e + n; i < end; i += n {
			h := load(xp, i)
			top = h.IfElse(h.Greater(top), top)
		}
		var s simd.Float32s
		for i := e; i < end; i += n {
			h := expV(load(xp, i).Sub(top))
			store(yp, i, h)
			s = s.Add(h)
		}
		for i := e; i < end; i += n {
			store(yp, i, load(yp, i).Div(s))
		}
	}
	clearUpper()
	return e
}

func softmaxGrad(y, dy, dx []float32, rows, n int) int {
	v, e, yp, gp, xp := lanes(), 0, start(y), start(dy), start(dx)
	for ; e+v <= n; e += v {
		var s simd.Float32s
		for i := e; i < rows*n; i += n {
			s = s.Add(load(gp, i).Mul(load(yp, i)))
		}
		for i := e; i < rows*n; i += n {
			store(xp, i, load(yp, i).Mul(load(gp, i).Sub(s)))
		}
	}
	clearUpper()
	return e
}

// expV computes Exp1 in every lane.
func expV(x simd.Float32s) simd.Float32s {
	hi, lo := simd.BroadcastFloat32s(expMax), simd.BroadcastFloat32s(expMin)
	x = lo.IfElse(x.Less(lo), x)
	x = hi.IfElse(x.Greater(hi), x)
	round := simd.BroadcastFloat32s(rounder)
	t := x.Mul(simd.BroadcastFloat32s(log2e)).Add(round)
	k := t.ToBits().Sub(simd.BroadcastUint32s(rounderBits))
	f := t.Sub(round)
	r := x.Sub(f.Mul(simd.BroadcastFloat32s(ln2Hi))).Sub(f.Mul(simd.BroadcastFloat32s(ln2Lo)))
	y := simd.BroadcastFloat32s(exp5).Mul(r).Add(simd.BroadcastFloat32s(exp4))
	y = y.Mul(r).Add(simd.BroadcastFloat32s(exp3)).Mul(r).Add(simd.BroadcastFloat32s(exp2))
	y = y.Mul(r).Add(simd.BroadcastFloat32s(exp1)).Mul(r).Add(simd.BroadcastFloat32s(exp0))
	y = y.Mul(r).Mul(r).Add(r).Add(simd.BroadcastFloat32s(1))
	scale := k.Add(simd.BroadcastUint32s(127)).ShiftAllLeft(23).BitsToFloat32()
	return y.Mul(scale)
}

// logV computes Log1 in every lane.
func logV(x simd.Float32s) simd.Float32s {
	base := simd.BroadcastInt32s(0x3f3504f3)
	b := x.ToBits().BitsToInt32().Sub(base)
	k := b.ShiftAllRight(23)
	m := b.Sub(k.ShiftAllLeft(23)).Add(base).ToBits().BitsToFloat32()
	r := m.Sub(simd.BroadcastFloat32s(1))
	f, z := k.ConvertToFloat32(), r.Mul(r)
	y := simd.BroadcastFloat32s(log8).Mul(r).Add(simd.BroadcastFloat32s(log7))
	y = y.Mul(r).Add(simd.BroadcastFloat32s(log6)).Mul(r).Add(simd.BroadcastFloat32s(log5))
	y = y.Mul(r).Add(simd.BroadcastFloat32s(log4)).Mul(r).Add(simd.BroadcastFloat32s(log3))
	y = y.Mul(r).Add(simd.BroadcastFloat32s(log2)).Mul(r).Add(simd.BroadcastFloat32s(log1))
	y = y.Mul(r).Add(simd.BroadcastFloat32s(log0)).Mul(r).Mul(z)
	y = y.Add(f.Mul(simd.BroadcastFloat32s(ln2Lo)))
	y = y.Sub(z.Mul(simd.BroadcastFloat32s(0.5)))
	return r.Add(y).Add(f.Mul(simd.BroadcastFloat32s(ln2Hi)))
}
