//go:build goexperiment.simd

package kernel

import "simd"

// count holds 0, 1, 2, ... for the lanes of the widest vector.
var count = [Lanes]uint32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}

// bitsV computes Key.Bits in every lane.
func bitsV(k Key, i simd.Uint32s) simd.Uint32s {
	x := i.Xor(simd.BroadcastUint32s(k.A))
	x = x.Xor(x.ShiftAllRight(16)).Mul(simd.BroadcastUint32s(0x7feb352d))
	x = x.Xor(simd.BroadcastUint32s(k.B))
	x = x.Xor(x.ShiftAllRight(15)).Mul(simd.BroadcastUint32s(0x846ca68b))
	return x.Xor(x.ShiftAllRight(16))
}

// unitV computes unit in every lane.
func unitV(b simd.Uint32s) simd.Float32s {
	f := b.ShiftAllRight(8).BitsToInt32().ConvertToFloat32()
	return f.Mul(simd.BroadcastFloat32s(0x1p-24)).Add(simd.BroadcastFloat32s(0x1p-25))
}

func normal(k Key, from uint32, y []float32) int {
	idx := simd.LoadUint32s(count[:])
	one := simd.BroadcastUint32s(1)
	half, quarter := simd.BroadcastFloat32s(0.5), simd.BroadcastFloat32s(0.25)
	turn, minus2 := simd.BroadcastFloat32s(2*3.14159265358979), simd.BroadcastFloat32s(-2)
	v, e, yp := idx.Len(), 0, start(y)
	for ; e+v <= len(y); e += v {
		i := idx.Add(simd.BroadcastUint32s(from + uint32(e))).ShiftAllLeft(1)
		u, w := unitV(bitsV(k, i)), unitV(bitsV(k, i.Add(one)))
		r := minus2.Mul(logV(u)).Sqrt()
		a := quarter.Sub(w.Sub(half).Abs()).Mul(turn)
		z := a.Mul(a)
		s := simd.BroadcastFloat32s(sin4).Mul(z).Add(simd.BroadcastFloat32s(sin3))
		s = s.Mul(z).Add(simd.BroadcastFloat32s(sin2)).Mul(z).Add(simd.BroadcastFloat32s(sin1))
		s = s.Mul(z).Add(simd.BroadcastFloat32s(sin0)).Mul(z).Mul(a).Add(a)
		store(yp, e, r.Mul(s))
	}
	clearUpper()
	return e
}

func dropout(k Key, from, limit uint32, scale float32, y []float32) int {
	idx := simd.LoadUint32s(count[:])
	l, s := simd.BroadcastUint32s(limit), simd.BroadcastFloat32s(scale)
	v, e, yp := idx.Len(), 0, start(y)
	for ; e+v <= len(y); e += v {
		keep := bitsV(k, idx.Add(simd.BroadcastUint32s(from+uint32(e)))).GreaterEqual(l)
		store(yp, e, load(yp, e).Mul(s).Masked(keep))
	}
	clearUpper()
	return e
}
