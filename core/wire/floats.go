package wire

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Floats is an array of numbers in row-major order: its shape and its
// little-endian float64 bytes.
type Floats struct {
	Shape []int  `msgpack:"shape"`
	Data  []byte `msgpack:"data"`
}

// NewFloats packs v, whose length is the product of the shape.
func NewFloats(v []float64, shape ...int) Floats {
	b := make([]byte, 8*len(v))
	for i, x := range v {
		binary.LittleEndian.PutUint64(b[8*i:], math.Float64bits(x))
	}
	return Floats{Shape: shape, Data: b}
}

// NewRows packs rows of equal length as rows × columns.
func NewRows(rows [][]float64) Floats {
	if len(rows) == 0 {
		return Floats{Shape: []int{0, 0}}
	}
	flat := make([]float64, 0, len(rows)*len(rows[0]))
	for _, r := range rows {
		flat = append(flat, r...)
	}
	return NewFloats(flat, len(rows), len(rows[0]))
}

// Values unpacks the numbers.
func (f Floats) Values() []float64 {
	v := make([]float64, len(f.Data)/8)
	for i := range v {
		v[i] = math.Float64frombits(binary.LittleEndian.Uint64(f.Data[8*i:]))
	}
	return v
}

// Rows unpacks an array of two dimensions.
func (f Floats) Rows() [][]float64 {
	if len(f.Shape) != 2 {
		return nil
	}
	v, n := f.Values(), f.Shape[1]
	rows := make([][]float64, f.Shape[0])
	for i := range rows {
		rows[i] = v[i*n : (i+1)*n : (i+1)*n]
	}
	return rows
}

// check proves that the shape has dims dimensions and explains every byte, and
// that every number is finite. The zero Floats is an empty array of any number
// of dimensions.
func (f Floats) check(what string, dims int) error {
	if len(f.Shape) == 0 && len(f.Data) == 0 {
		return nil
	}
	if len(f.Shape) != dims {
		return fmt.Errorf("%s: %d dimensions, want %d", what, len(f.Shape), dims)
	}
	if !fits(f.Shape, len(f.Data), 8) {
		return fmt.Errorf("%s: shape %v for %d bytes", what, f.Shape, len(f.Data))
	}
	for b := f.Data; len(b) > 0; b = b[8:] {
		if v := math.Float64frombits(binary.LittleEndian.Uint64(b)); math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%s: a number is not finite", what)
		}
	}
	return nil
}

// size is the length of dimension d, 0 of the zero Floats.
func (f Floats) size(d int) int {
	if d >= len(f.Shape) {
		return 0
	}
	return f.Shape[d]
}

// fits reports whether a shape of numbers of size bytes explains n bytes.
func fits(shape []int, n, size int) bool {
	if len(shape) == 0 {
		return false
	}
	items := 1
	for _, s := range shape {
		if s < 0 || s > 0 && items > n/size/s {
			return false
		}
		items *= s
	}
	return items*size == n
}
