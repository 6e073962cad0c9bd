//go:build goexperiment.simd && !wasm

package kernel

import "unsafe"

// Outside WebAssembly, the Go loops already run at the machine's speed; see loops_wasm.go.

func productFast(w, b, x, y []float32, out, in, n, row, col int) bool { return false }

func dotsFast(dy, x0, x1, dw unsafe.Pointer, t *outer) bool { return false }

func convFast(w, b, x, y []float32, f filter) int { return 0 }

func lineTapsFast(dy, x unsafe.Pointer, p *[tapsOuts][Taps][Lanes]float32, first, plane, h, line, n int) bool {
	return false
}
