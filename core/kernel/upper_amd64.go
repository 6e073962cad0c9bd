//go:build goexperiment.simd

package kernel

import "simd/archsimd"

// clearUpper ends a vector loop. Scalar code is slow while the upper halves of vector registers are
// in use: on Intel processors it can spend 25 times as long waiting as computing. The compiler does
// not clear them (go1.27.4). Vectors of four floats have no upper half, and processors with only
// these may lack the instruction.
func clearUpper() {
	if lanes() > 4 {
		archsimd.ClearAVXUpperBits()
	}
}
