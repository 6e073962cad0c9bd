package form

import (
	"encoding/binary"
	"math"
	"slices"
)

// Floats is an array of numbers in row-major order: its shape and its
// little-endian float64 bytes. The zero Floats is an empty array of any number of
// dimensions.
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

// Rows unpacks a two-dimensional array.
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

// Row unpacks row i of a two-dimensional array into v, which may be nil.
func (f Floats) Row(i int, v []float64) []float64 {
	size := 8 * f.Shape[1]
	v = v[:0]
	for b := range slices.Chunk(f.Data[i*size:(i+1)*size], 8) {
		v = append(v, math.Float64frombits(binary.LittleEndian.Uint64(b)))
	}
	return v
}

// Size returns the length of dimension d, or 0 for the zero Floats.
func (f Floats) Size(d int) int {
	if d >= len(f.Shape) {
		return 0
	}
	return f.Shape[d]
}

// Fits reports whether a shape of numbers with size bytes each corresponds to n bytes.
func Fits(shape []int, n, size int) bool {
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
