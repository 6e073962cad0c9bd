//go:build goexperiment.simd

package kernel

import (
	"simd"
	"sync"
	"unsafe"
)

// In WebAssembly the loops with the most arithmetic are in loops_wasm.s, for two reasons. The Go compiler
// makes each turn of a loop a jump through a table. It also computes the address of every vector, as it folds
// a constant distance into loads of integers alone.

// table is room for biases and weights, each four times, a vector of them. Tables are used again: a new one,
// or one on the stack, is cleared first, which takes longer than some products.
type table [tableRoom]float32

const (
	tableRoom = 4 * 4 * (1 + Taps*spreadIn)
	spreadIn  = 64 // input channels, as more would be too far from the processor
	block     = 16 // examples
)

var tables = sync.Pool{New: func() any { return new(table) }}

// productFast is product of all outputs, or does nothing.
//
// If rows of x are a multiple of 2 KB apart, the same examples of several rows would compete for the same
// places of the nearest cache. So a block of them is copied first.
func productFast(w, b, x, y []float32, out, in, n, row, col int) bool {
	each := 4 * (in + 1) // numbers of the table for an output
	if out == 0 || n < block || 4*each > tableRoom {
		return false
	}
	_ = w[(out-1)*row+(in-1)*col]
	t := tables.Get().(*table)
	var packed *table // a block of every input
	if n%512 == 0 && in > 8 {
		packed = tables.Get().(*table)
	}
	for o := 0; o < out; {
		some := min(out-o, tableRoom/(4*each)*4)
		for k := 0; k < some; {
			group := min(4, some-k)
			if group == 3 {
				group = 2
			}
			spreadGroup(start(t[k*each:]), start(w[(o+k)*row:]), b, o+k, group, in, row, col)
			k += group
		}
		wide(start(t[:]), start(x), start(y[o*n:]), unsafe.Pointer(packed), some, in, n)
		o += some
	}
	if packed != nil {
		tables.Put(packed)
	}
	tables.Put(t)
	return true
}

// spreadGroup writes the biases of a group of outputs, and their weights input by input.
//
//	to  (1+in)×group×4
func spreadGroup(to, w unsafe.Pointer, b []float32, o, group, in, row, col int) {
	for k := 0; k < group; k++ {
		var bias simd.Float32s
		if b != nil {
			bias = simd.BroadcastFloat32s(b[o+k])
		}
		store(to, 4*k, bias)
	}
	to, q := unsafe.Add(to, 16*group), 0
	if group == 4 {
		for i := 0; i < in; i++ {
			store(to, 16*i, simd.BroadcastFloat32s(number(w, q)))
			store(to, 16*i+4, simd.BroadcastFloat32s(number(w, q+row)))
			store(to, 16*i+8, simd.BroadcastFloat32s(number(w, q+2*row)))
			store(to, 16*i+12, simd.BroadcastFloat32s(number(w, q+3*row)))
			q += col
		}
		return
	}
	for i := 0; i < in; i++ {
		for k := 0; k < group; k++ {
			store(to, 4*(i*group+k), simd.BroadcastFloat32s(number(w, q+k*row)))
		}
		q += col
	}
}

// wide does outputs of blocks of 16 examples, of at least one: fours of them, then two and then one. The
// table holds their groups one after the other, each of (1+in)×outputs×4.
//
//	x  in×n    y  out×n    packed  nil, or room for in×16
//
//go:noescape
func wide(table, x, y, packed unsafe.Pointer, out, in, n int)

// dotsFast is dots2x4.
func dotsFast(dy, x0, x1, dw unsafe.Pointer, t *outer) bool {
	dots2(dy, x0, x1, dw, t)
	return true
}

//go:noescape
func dots2(dy, x0, x1, dw unsafe.Pointer, t *outer)

// convFast does as many outputs as it says, four at a time, where not too many channels are read.
func convFast(w, b, x, y []float32, f filter) int {
	o, next, plane := 0, f.line+2*f.n, f.h*f.line
	if f.in > spreadIn {
		return 0
	}
	t := tables.Get().(*table)
	for ; o+4 <= f.out; o += 4 {
		spreadTaps(w, b, t, f, o)
		for r := 0; r < f.h; r++ {
			taps4(start(t[:]), start(x[r*next:]), start(y[o*plane+r*f.line:]), f.in, f.line, f.n, next,
				(f.h+2)*next, plane)
		}
	}
	tables.Put(t)
	return o
}

// spreadTaps writes the biases of four outputs and their weights in the order in which taps4 takes them.
//
//	to  (1+in×9)×4×4
func spreadTaps(w, b []float32, to *table, f filter, o int) {
	p := start(to[:])
	for k := 0; k < 4; k++ {
		store(p, 4*k, simd.BroadcastFloat32s(at(b, o)[k]))
	}
	at := 16
	for c := 0; c < f.in; c++ {
		for t := 0; t < Taps; t++ {
			for k := 0; k < 4; k++ {
				store(p, at, simd.BroadcastFloat32s(w[f.weight(o+k, c)+t*f.step]))
				at += 4
			}
		}
	}
}

// taps4 does a line of four outputs as convLines4 does, of at least eight numbers.
//
//go:noescape
func taps4(table, x, y unsafe.Pointer, in, line, n, next, xPlane, yPlane int)

// lineTapsFast is lineTaps3.
func lineTapsFast(dy, x unsafe.Pointer, p *[tapsOuts][Taps][Lanes]float32, first, plane, h, line, n int) bool {
	if h > 0 {
		lineSums(dy, x, unsafe.Pointer(&p[0][first]), plane, h, line, n)
	}
	return true
}

//go:noescape
func lineSums(dy, x, sums unsafe.Pointer, plane, h, line, n int)
