package snapshot

import (
	"encoding/binary"
	"fmt"
	"math"

	"causeway/core/fault"
	"causeway/core/form"
)

// array is how numbers stand in a file: little-endian, in row-major order.
type array struct {
	Type  string `msgpack:"type"` // of types
	Shape []int  `msgpack:"shape"`
	Data  []byte `msgpack:"data"`
}

// types are the types of the numbers of an array, and their bytes.
var types = map[string]int{"uint8": 1, "int32": 4, "float32": 4, "float64": 8}

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

// check proves that the numbers are of one of some types, that the shape has
// dims dimensions and explains every byte, and that all numbers are finite.
func (a array) check(what string, dims int, allowed ...string) error {
	size := 0
	for _, t := range allowed {
		if t == a.Type {
			size = types[t]
		}
	}
	switch {
	case size == 0:
		return fault.Errorf("%w: %s has numbers of the type %.20q", ErrFormat, what, a.Type)
	case len(a.Shape) != dims || !form.Fits(a.Shape, len(a.Data), size):
		return fault.Errorf("%w: %s has the shape %.60s for %d bytes", ErrFormat, what, fmt.Sprint(a.Shape), len(a.Data))
	}
	for b := a.Data; len(b) > 0; b = b[size:] {
		var x float64
		switch a.Type {
		case "float32":
			x = float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
		case "float64":
			x = math.Float64frombits(binary.LittleEndian.Uint64(b))
		}
		if x-x != 0 {
			return fault.Errorf("%w: %s has a number that is not finite", ErrFormat, what)
		}
	}
	return nil
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
