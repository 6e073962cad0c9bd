//go:build goexperiment.simd

package kernel

import (
	"simd"
	"sync"
	"unsafe"
)

// In WebAssembly, the hottest loops are written in loops_wasm.s, for two reasons. The Go compiler
// turns each iteration of a loop into a jump through a table, and it computes the address of every
// vector, because it folds constant offsets only into integer loads.

// table is a buffer for biases and weights, each repeated four times to form a vector. Tables are
// reused: clearing a new one, even on the stack, takes longer than some products.
type table [tableRoom]float32

const (
	tableRoom = 4 * 4 * (1 + Taps*spreadIn)
	spreadIn  = 64 // input channels; more would not fit into a near cache
	block     = 16 // input channels; more would exceed the nearest cache
)

var tables = sync.Pool{New: func() any { return new(table) }}

// productFast is product for all outputs, or does nothing and returns false.
//
// If rows of x are a multiple of 2 KB apart, the same examples of several rows compete for the
// same cache lines. In that case it first copies a block of them.
func productFast(w, b, x, y []float32, out, in, n, row, col int) bool {
	each := 4 * (in + 1) // numbers in the table for one output
	if out == 0 || n < block || 4*each > tableRoom {
		return false
	}
	_ = w[(out-1)*row+(in-1)*col]
	t := tables.Get().(*table)
	var packed *table // one block of every input
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

// spreadGroup writes the biases of a group of outputs, then their weights, input by input.
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

// wide computes outputs for blocks of 16 examples, at least one: groups of four outputs, then
// two, then one. The table holds these groups one after the other, each (1+in)×outputs×4.
//
//	x  in×n    y  out×n    packed  nil, or a buffer for in×16
//
//go:noescape
func wide(table, x, y, packed unsafe.Pointer, out, in, n int)

// dotsFast implements dots2x4.
func dotsFast(dy, x0, x1, dw unsafe.Pointer, t *outer) bool {
	dots2(dy, x0, x1, dw, t)
	return true
}

//go:noescape
func dots2(dy, x0, x1, dw unsafe.Pointer, t *outer)

// convFast computes outputs four at a time, unless there are too many input channels. It returns
// how many outputs it did.
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

// spreadTaps writes the biases of four outputs, then their weights in the order in which taps4
// reads them.
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

// taps4 computes a line of four outputs like convLines4. The line must have at least eight
// numbers.
//
//go:noescape
func taps4(table, x, y unsafe.Pointer, in, line, n, next, xPlane, yPlane int)

// lineTapsFast implements lineTaps3.
func lineTapsFast(dy, x unsafe.Pointer, p *[tapsOuts][Taps][Lanes]float32, first, plane, h, line, n int) bool {
	if h > 0 {
		lineSums(dy, x, unsafe.Pointer(&p[0][first]), plane, h, line, n)
	}
	return true
}

//go:noescape
func lineSums(dy, x, sums unsafe.Pointer, plane, h, line, n int)
