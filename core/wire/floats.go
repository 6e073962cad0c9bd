package wire

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Floats is an array of numbers in row-major order: its shape and its
// little-endian float64 bytes.
type Floats struct {
	Shape []int
	Data  []byte
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
// that every number is finite.
func (f Floats) check(what string, dims int) error {
	if len(f.Shape) != dims {
		return fmt.Errorf("wire: %s: %d dimensions, want %d", what, len(f.Shape), dims)
	}
	n := 1
	for _, s := range f.Shape {
		if s < 0 || s > 0 && n > len(f.Data)/s {
			return fmt.Errorf("wire: %s: shape %v does not fit %d bytes", what, f.Shape, len(f.Data))
		}
		n *= s
	}
	if 8*n != len(f.Data) {
		return fmt.Errorf("wire: %s: shape %v for %d bytes", what, f.Shape, len(f.Data))
	}
	for _, v := range f.Values() {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("wire: %s: a number is not finite", what)
		}
	}
	return nil
}
