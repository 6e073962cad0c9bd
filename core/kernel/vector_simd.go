//go:build goexperiment.simd

package kernel

import (
	"simd"
	"unsafe"
)

// The loops read and write through pointers: bounds checks at every vector
// would take longer than the arithmetic, in WebAssembly three times as long.
// Each kernel has cut its slices to their lengths before, each loop stays
// within them by its own condition, and no pointer beyond an end is ever made.
//
// A vector is read as the first of Lanes numbers, of which the last may lie behind
// the end: only the vector's own are touched. The check of unsafe pointers that
// comes with the race detector cannot know that, and is off in load and store; a
// slice of a vector's length instead would take 6 to 25 times as long in WebAssembly.

// start is where a slice begins.
func start(x []float32) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(x)) }

// load is the vector that begins at number i of those at p.
//
//go:nocheckptr
func load(p unsafe.Pointer, i int) simd.Float32s {
	return simd.LoadFloat32s((*[Lanes]float32)(unsafe.Add(p, 4*i))[:])
}

// store writes a vector there.
//
//go:nocheckptr
func store(p unsafe.Pointer, i int, v simd.Float32s) {
	v.Store((*[Lanes]float32)(unsafe.Add(p, 4*i))[:])
}

// number is number i of those at p.
func number(p unsafe.Pointer, i int) float32 { return *(*float32)(unsafe.Add(p, 4*i)) }

// addNumber adds to number i of those at p.
func addNumber(p unsafe.Pointer, i int, x float32) { *(*float32)(unsafe.Add(p, 4*i)) += x }

// lanes is the number of floats in a vector.
func lanes() int { return simd.VectorBitSize() / 32 }
