package snapshot

import (
	"encoding/binary"
	"fmt"
	"math"

	"causeway/core/fault"
	"causeway/core/form"
)

// array holds numbers as files store them: little-endian, in row-major order.
type array struct {
	Type  string `msgpack:"type"` // a key of types
	Shape []int  `msgpack:"shape"`
	Data  []byte `msgpack:"data"`
}

// types maps the number types of an array to their size in bytes. A bfloat16 is the upper half of a
// float32.
var types = map[string]int{"uint8": 1, "bfloat16": 2, "int32": 4, "float32": 4, "float64": 8}

func newArray(v []float64, shape ...int) array {
	f := form.NewFloats(v, shape...)
	return array{"float64", f.Shape, f.Data}
}

// rowsArray packs rows of n numbers.
func rowsArray(rows [][]float64, n int) array {
	flat := make([]float64, 0, len(rows)*n)
	for _, r := range rows {
		flat = append(flat, r...)
	}
	return newArray(flat, len(rows), n)
}

// check verifies that the type is allowed, that the shape has dims dimensions and matches the
// number of bytes, and that every number is finite.
func (a array) check(what string, dims int, allowed ...string) error {
	size := 0
	for _, t := range allowed {
		if t == a.Type {
			size = types[t]
		}
	}
	switch {
	case size == 0:
		return fault.Errorf("%w: %s has the unknown number type %.20q", ErrFormat, what, a.Type)
	case len(a.Shape) != dims || !form.Fits(a.Shape, len(a.Data), size):
		return fault.Errorf("%w: %s has the shape %.60s, which does not fit its %d bytes", ErrFormat, what,
			fmt.Sprint(a.Shape),
			len(a.Data))
	}
	for b := a.Data; len(b) > 0; b = b[size:] {
		var x float64
		switch a.Type {
		case "bfloat16":
			x = float64(math.Float32frombits(uint32(binary.LittleEndian.Uint16(b)) << 16))
		case "float32":
			x = float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
		case "float64":
			x = math.Float64frombits(binary.LittleEndian.Uint64(b))
		}
		if x-x != 0 {
			return fault.Errorf("%w: %s contains a number that is infinite or NaN", ErrFormat, what)
		}
	}
	return nil
}

// singles packs float32 numbers. If the lower half of every number is 0, it stores them as
// bfloat16.
func singles(b []byte, shape []int) array {
	for i := 0; i < len(b); i += 4 {
		if b[i] != 0 || b[i+1] != 0 {
			return array{"float32", shape, b}
		}
	}
	half := make([]byte, len(b)/2)
	for i := 0; i < len(half); i += 2 {
		half[i], half[i+1] = b[2*i+2], b[2*i+3]
	}
	return array{"bfloat16", shape, half}
}

// singles unpacks numbers that the function singles packed.
func (a array) singles() []byte {
	if a.Type != "bfloat16" {
		return a.Data
	}
	b := make([]byte, 2*len(a.Data))
	for i := 0; i < len(a.Data); i += 2 {
		copy(b[2*i+2:], a.Data[i:i+2])
	}
	return b
}

// values unpacks the numbers of a float64 array.
func (a array) values() []float64 {
	v := make([]float64, len(a.Data)/8)
	for i := range v {
		v[i] = math.Float64frombits(binary.LittleEndian.Uint64(a.Data[8*i:]))
	}
	return v
}

// rows unpacks a float64 array of two dimensions.
func (a array) rows() [][]float64 {
	v, n := a.values(), a.Shape[1]
	list := make([][]float64, a.Shape[0])
	for i := range list {
		list[i] = v[i*n : (i+1)*n : (i+1)*n]
	}
	return list
}
