package data

import (
	"encoding/binary"
	"math"

	"causeway/core/fault"
)

// Column is a column in the smallest format that holds its values, little-endian. Size 1 is for
// whole numbers from 0 to 255, which includes all levels; Size 4 is for int32, and Size 8 for any
// number.
type Column struct {
	Size int    `msgpack:"size"`
	Data []byte `msgpack:"data"`
}

// NewColumn packs numbers.
func NewColumn(v []float64) Column {
	size := 1
	for _, x := range v {
		switch {
		case x != math.Trunc(x) || x < math.MinInt32 || x > math.MaxInt32 || x == 0 && math.Signbit(x):
			size = 8
		case x < 0 || x > 255:
			size = max(size, 4)
		}
	}
	c := Column{Size: size, Data: make([]byte, 0, size*len(v))}
	for _, x := range v {
		switch size {
		case 1:
			c.Data = append(c.Data, byte(x))
		case 4:
			c.Data = binary.LittleEndian.AppendUint32(c.Data, uint32(int32(x)))
		default:
			c.Data = binary.LittleEndian.AppendUint64(c.Data, math.Float64bits(x))
		}
	}
	return c
}

// Values unpacks the numbers.
func (c Column) Values() []float64 {
	v := make([]float64, len(c.Data)/c.Size)
	for i := range v {
		switch b := c.Data[i*c.Size:]; c.Size {
		case 1:
			v[i] = float64(b[0])
		case 4:
			v[i] = float64(int32(binary.LittleEndian.Uint32(b)))
		default:
			v[i] = math.Float64frombits(binary.LittleEndian.Uint64(b))
		}
	}
	return v
}

// Packed returns the number of columns that Pack returns for a table of the schema.
func (s Schema) Packed() int { return len(s.Features) + 1 + b2i(len(s.Outcome.Cuts) > 0) }

// Pack is the inverse of Unpack.
func (t *Table) Pack() (columns []Column) {
	for _, c := range t.Cols {
		columns = append(columns, NewColumn(c))
	}
	y := make([]float64, t.Rows())
	for i, class := range t.Outcome {
		y[i] = float64(class)
	}
	if columns = append(columns, NewColumn(y)); t.Numbers != nil {
		columns = append(columns, NewColumn(t.Numbers))
	}
	return columns
}

// Unpack returns a table from packed columns: the features, then the classes of the outcome and,
// if the outcome is a number, its numbers. It returns an error for columns that cannot come from a
// table.
func Unpack(s Schema, columns []Column) (*Table, error) {
	t, last := &Table{Schema: s}, len(s.Features)
	if len(columns) != s.Packed() {
		return nil, fault.Errorf("data: the table has %d columns instead of %d", len(columns), s.Packed())
	}
	if len(columns) > last+1 {
		t.Numbers = columns[last+1].Values()
	}
	for _, c := range columns[:last] {
		t.Cols = append(t.Cols, c.Values())
	}
	for i, y := range columns[last].Values() {
		if !s.Outcome.Holds(y) {
			return nil, fault.Errorf("data: row %d has a class that the schema does not list", i+1)
		}
		t.Outcome = append(t.Outcome, int(y))
	}
	return t, t.Check()
}
