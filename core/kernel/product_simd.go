//go:build goexperiment.simd

package kernel

import (
	"simd"
	"sync"
	"unsafe"
)

// The blocks of product for few examples, where a block of two vectors would be half empty, and for
// many with vectors of four.

// productRows4x1 does four outputs, a vector of examples at a time.
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
}

// productRows2x3 does two outputs of all examples, which are more than two vectors and no more than three: the
// last ends with the last example. Two inputs are one turn, as a turn costs as much as some products in
// WebAssembly.
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
}

// Weights are spread where a weight is read for so many examples that it pays, and where there is room
// for them near the processor.
const (
	spreadFrom  = 24      // examples
	spreadMost  = 512     // inputs
	spreadLeast = 1 << 15 // products in all, beside which a table costs little
)

// table is room for the weights of four outputs that are spread, of a product or of a convolution. Tables are used
// again: a new one, or one on the stack, is cleared first, which takes longer than some products.
type table [4 * 4 * max(spreadMost, Taps*spreadIn)]float32

var tables = sync.Pool{New: func() any { return new(table) }}

// productSpread is product of as many outputs, four at a time, as it says.
func productSpread(w, b, x, y []float32, out, in, n, row, col int) int {
	t := tables.Get().(*table)
	wide, o := start(t[:]), 0
	for ; o+4 <= out; o += 4 {
		_ = w[(o+3)*row+(in-1)*col]
		spread4x4(wide, start(w[o*row:]), in, row, col)
		productWide4(wide, start(x), start(y[o*n:]), at(b, o), in, n)
	}
	tables.Put(t)
	return o
}

// spread4x4 writes the weights of four outputs input by input, each four times, a vector of them.
//
//	wide  in×4×4
func spread4x4(wide, w unsafe.Pointer, in, row, col int) {
	q := 0
	for i := 0; i < in; i++ {
		store(wide, 16*i, simd.BroadcastFloat32s(number(w, q)))
		store(wide, 16*i+4, simd.BroadcastFloat32s(number(w, q+row)))
		store(wide, 16*i+8, simd.BroadcastFloat32s(number(w, q+2*row)))
		store(wide, 16*i+12, simd.BroadcastFloat32s(number(w, q+3*row)))
		q += col
	}
}

// productWide4 does four outputs as productRows4 does, of weights that are spread. Four inputs are one
// turn.
func productWide4(wide, x, y unsafe.Pointer, b []float32, in, n int) {
	b0, b1 := simd.BroadcastFloat32s(b[0]), simd.BroadcastFloat32s(b[1])
	b2, b3 := simd.BroadcastFloat32s(b[2]), simd.BroadcastFloat32s(b[3])
	v := b0.Len()
	next := 4 * n // in bytes, as j and q are
	for e := 0; e < n; e += 2 * v {
		e = min(e, n-2*v)
		a00, a10, a20, a30 := b0, b1, b2, b3
		a01, a11, a21, a31 := b0, b1, b2, b3
		i, j, q := 0, 4*e, 0
		for ; i+4 <= in; i += 4 {
			p, w := unsafe.Add(x, j), unsafe.Add(wide, q)
			x0, x1 := load(p, 0), load(p, v)
			k := load(w, 0)
			a00, a01 = a00.Add(k.Mul(x0)), a01.Add(k.Mul(x1))
			k = load(w, v)
			a10, a11 = a10.Add(k.Mul(x0)), a11.Add(k.Mul(x1))
			k = load(w, 2*v)
			a20, a21 = a20.Add(k.Mul(x0)), a21.Add(k.Mul(x1))
			k = load(w, 3*v)
			a30, a31 = a30.Add(k.Mul(x0)), a31.Add(k.Mul(x1))

			p = unsafe.Add(p, next)
			x0, x1 = load(p, 0), load(p, v)
			k = load(w, 4*v)
			a00, a01 = a00.Add(k.Mul(x0)), a01.Add(k.Mul(x1))
			k = load(w, 5*v)
			a10, a11 = a10.Add(k.Mul(x0)), a11.Add(k.Mul(x1))
			k = load(w, 6*v)
			a20, a21 = a20.Add(k.Mul(x0)), a21.Add(k.Mul(x1))
			k = load(w, 7*v)
			a30, a31 = a30.Add(k.Mul(x0)), a31.Add(k.Mul(x1))

			p = unsafe.Add(p, next)
			x0, x1 = load(p, 0), load(p, v)
			k = load(w, 8*v)
			a00, a01 = a00.Add(k.Mul(x0)), a01.Add(k.Mul(x1))
			k = load(w, 9*v)
			a10, a11 = a10.Add(k.Mul(x0)), a11.Add(k.Mul(x1))
			k = load(w, 10*v)
			a20, a21 = a20.Add(k.Mul(x0)), a21.Add(k.Mul(x1))
			k = load(w, 11*v)
			a30, a31 = a30.Add(k.Mul(x0)), a31.Add(k.Mul(x1))

			p = unsafe.Add(p, next)
			x0, x1 = load(p, 0), load(p, v)
			k = load(w, 12*v)
			a00, a01 = a00.Add(k.Mul(x0)), a01.Add(k.Mul(x1))
			k = load(w, 13*v)
			a10, a11 = a10.Add(k.Mul(x0)), a11.Add(k.Mul(x1))
			k = load(w, 14*v)
			a20, a21 = a20.Add(k.Mul(x0)), a21.Add(k.Mul(x1))
			k = load(w, 15*v)
			a30, a31 = a30.Add(k.Mul(x0)), a31.Add(k.Mul(x1))
			j, q = j+4*next, q+4*4*4*v
		}
		for ; i < in; i++ {
			p, w := unsafe.Add(x, j), unsafe.Add(wide, q)
			x0, x1 := load(p, 0), load(p, v)
			k := load(w, 0)
			a00, a01 = a00.Add(k.Mul(x0)), a01.Add(k.Mul(x1))
			k = load(w, v)
			a10, a11 = a10.Add(k.Mul(x0)), a11.Add(k.Mul(x1))
			k = load(w, 2*v)
			a20, a21 = a20.Add(k.Mul(x0)), a21.Add(k.Mul(x1))
			k = load(w, 3*v)
			a30, a31 = a30.Add(k.Mul(x0)), a31.Add(k.Mul(x1))
			j, q = j+next, q+4*4*v
		}
		store(y, e, a00)
		store(y, e+v, a01)
		store(y, e+n, a10)
		store(y, e+n+v, a11)
		store(y, e+2*n, a20)
		store(y, e+2*n+v, a21)
		store(y, e+3*n, a30)
		store(y, e+3*n+v, a31)
	}
}
