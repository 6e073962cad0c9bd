package wire

import "causeway/core/data"

// Pack asks for the whole table, for other engines. The answer is a Packed.
type Pack struct{}

// Packed answers Pack.
type Packed struct {
	Table Table
}

// Table is a table with all its rows.
type Table struct {
	Name    string
	Schema  data.Schema
	Rows    int
	Columns []data.Column // of the features, then of the outcome
	Seed    uint64        // of the split
	Plain   bool          // see Import
	Hash    string
}

// NewTable packs a table.
func NewTable(name string, t *data.Table, seed uint64, hash string) Table {
	out := Table{Name: name, Schema: t.Schema, Rows: t.Rows(), Seed: seed, Hash: hash}
	for _, c := range t.Cols {
		out.Columns = append(out.Columns, data.NewColumn(c))
	}
	y := make([]float64, t.Rows())
	for i, class := range t.Outcome {
		y[i] = float64(class)
	}
	out.Columns = append(out.Columns, data.NewColumn(y))
	return out
}

// Table unpacks the table. The error is about what no engine packs.
func (t Table) Table() (*data.Table, error) { return data.Unpack(t.Schema, t.Columns) }

// Bytes is about how long the frame of the table is.
func (t Table) Bytes() int {
	n := 0
	for _, c := range t.Columns {
		n += len(c.Data)
	}
	return n
}
