//go:build goexperiment.simd

package kernel

import "simd/archsimd"

// clearUpper ends a vector loop: scalar code waits for the upper halves of
// vector registers while they are in use, on Intel's processors up to 25 times
// as long as it computes. The compiler does not clear them (go1.27.4). Vectors
// of four have no upper half, and their processor may lack the instruction.
func clearUpper() {
	if lanes() > 4 {
		archsimd.ClearAVXUpperBits()
	}
}
