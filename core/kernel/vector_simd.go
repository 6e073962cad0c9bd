//go:build goexperiment.simd

package kernel

import (
	"simd"
	"unsafe"
)

// The loops read and write through pointers, because checking bounds for every vector would take
// longer than the arithmetic, in WebAssembly three times as long. Each kernel first cuts its slices
// to length, the condition of each loop keeps it inside them, and no code creates a pointer beyond
// an end.
//
// load and store view memory as an array of Lanes numbers, which may extend beyond the end of the
// slice, but access only the numbers of the vector. The race detector's pointer check does not know
// this, so it is disabled in both. A slice of a vector's length instead would take 6 to 25 times as
// long in WebAssembly.

// start returns a pointer to the first element of a slice.
func start(x []float32) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(x)) }

// load returns the vector that starts at number i after p.
//
//go:nocheckptr
func load(p unsafe.Pointer, i int) simd.Float32s {
	return simd.LoadFloat32s((*[Lanes]float32)(unsafe.Add(p, 4*i))[:])
}

// store writes a vector at number i after p.
//
//go:nocheckptr
func store(p unsafe.Pointer, i int, v simd.Float32s) {
	v.Store((*[Lanes]float32)(unsafe.Add(p, 4*i))[:])
}

// number returns number i after p.
func number(p unsafe.Pointer, i int) float32 { return *(*float32)(unsafe.Add(p, 4*i)) }

// addNumber adds x to number i after p.
func addNumber(p unsafe.Pointer, i int, x float32) { *(*float32)(unsafe.Add(p, 4*i)) += x }

// lanes returns the number of floats in a vector.
func lanes() int { return simd.VectorBitSize() / 32 }
