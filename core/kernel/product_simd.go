//go:build goexperiment.simd

package kernel

import (
	"simd"
	"unsafe"
)

// These block shapes of product are for few examples: a block of two vectors would be half empty.

// productRows4x1 computes four outputs, one vector of examples at a time.
func productRows4x1(w, x, y unsafe.Pointer, b []float32, in, n, row, col int) {
	b0, b1 := simd.BroadcastFloat32s(b[0]), simd.BroadcastFloat32s(b[1])
	b2, b3 := simd.BroadcastFloat32s(b[2]), simd.BroadcastFloat32s(b[3])
	v := b0.Len()
	for e := 0; e < n; e += v {
		e = min(e, n-v)
		a0, a1, a2, a3 := b0, b1, b2, b3
		p, q := e, 0
		for i := 0; i < in; i++ {
			xi := load(x, p)
			a0 = a0.Add(simd.BroadcastFloat32s(number(w, q)).Mul(xi))
			a1 = a1.Add(simd.BroadcastFloat32s(number(w, q+row)).Mul(xi))
			a2 = a2.Add(simd.BroadcastFloat32s(number(w, q+2*row)).Mul(xi))
			a3 = a3.Add(simd.BroadcastFloat32s(number(w, q+3*row)).Mul(xi))
			p += n
			q += col
		}
		store(y, e, a0)
		store(y, e+n, a1)
		store(y, e+2*n, a2)
		store(y, e+3*n, a3)
	}
	clearUpper()
}

// productRows2x3 computes two outputs for all examples, which must fill more than two and at most
// three vectors. The last vector ends at the last example. Each iteration handles two inputs,
// because in WebAssembly an iteration costs as much as several products.
func productRows2x3(w, x, y unsafe.Pointer, b []float32, in, n, row, col int) {
	b0, b1 := simd.BroadcastFloat32s(b[0]), simd.BroadcastFloat32s(b[1])
	v := b0.Len()
	last := n - v
	a0, a1, a2, c0, c1, c2 := b0, b0, b0, b1, b1, b1
	i, j, q := 0, 0, 0
	n, row, col = 4*n, 4*row, 4*col // in bytes, as j and q are
	for ; i+2 <= in; i += 2 {
		p, r := unsafe.Add(x, j), unsafe.Add(w, q)
		x0, x1, x2 := load(p, 0), load(p, v), load(p, last)
		k := simd.BroadcastFloat32s(number(r, 0))
		a0, a1, a2 = a0.Add(k.Mul(x0)), a1.Add(k.Mul(x1)), a2.Add(k.Mul(x2))
		k = simd.BroadcastFloat32s(number(unsafe.Add(r, row), 0))
		c0, c1, c2 = c0.Add(k.Mul(x0)), c1.Add(k.Mul(x1)), c2.Add(k.Mul(x2))
		p, r = unsafe.Add(p, n), unsafe.Add(r, col)
		x0, x1, x2 = load(p, 0), load(p, v), load(p, last)
		k = simd.BroadcastFloat32s(number(r, 0))
		a0, a1, a2 = a0.Add(k.Mul(x0)), a1.Add(k.Mul(x1)), a2.Add(k.Mul(x2))
		k = simd.BroadcastFloat32s(number(unsafe.Add(r, row), 0))
		c0, c1, c2 = c0.Add(k.Mul(x0)), c1.Add(k.Mul(x1)), c2.Add(k.Mul(x2))
		j, q = j+2*n, q+2*col
	}
	if i < in {
		p, r := unsafe.Add(x, j), unsafe.Add(w, q)
		x0, x1, x2 := load(p, 0), load(p, v), load(p, last)
		k := simd.BroadcastFloat32s(number(r, 0))
		a0, a1, a2 = a0.Add(k.Mul(x0)), a1.Add(k.Mul(x1)), a2.Add(k.Mul(x2))
		k = simd.BroadcastFloat32s(number(unsafe.Add(r, row), 0))
		c0, c1, c2 = c0.Add(k.Mul(x0)), c1.Add(k.Mul(x1)), c2.Add(k.Mul(x2))
	}
	store(y, 0, a0)
	store(y, v, a1)
	store(y, last, a2)
	y = unsafe.Add(y, n)
	store(y, 0, c0)
	store(y, v, c1)
	store(y, last, c2)
	clearUpper()
}
