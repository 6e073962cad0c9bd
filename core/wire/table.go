package wire

import "causeway/core/data"

// Pack requests the whole table for other engines. The answer is a Packed.
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
	Columns []data.Column // see data.Unpack
	Seed    uint64        // for the split
	Plain   bool          // see Import
	Hash    string
}

// NewTable packs a table.
func NewTable(name string, t *data.Table, seed uint64, hash string) Table {
	return Table{Name: name, Schema: t.Schema, Rows: t.Rows(), Columns: t.Pack(), Seed: seed, Hash: hash}
}

// Table unpacks the table. It returns an error if the contents are not valid.
func (t Table) Table() (*data.Table, error) { return data.Unpack(t.Schema, t.Columns) }

// Bytes returns the approximate length of the table's frame.
func (t Table) Bytes() int {
	n := 0
	for _, c := range t.Columns {
		n += len(c.Data)
	}
	return n
}
