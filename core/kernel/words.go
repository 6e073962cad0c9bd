package kernel

import "unsafe"

// Bytes are numbers as they lie in memory, for somebody else on this machine. Both are the
// same memory.
func Bytes[N uint32 | float32 | float64](x []N) []byte {
	var n N
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(x))), len(x)*int(unsafe.Sizeof(n)))
}
