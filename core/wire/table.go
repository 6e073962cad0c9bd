package wire

import "causeway/core/data"

// Pack asks for the whole table, for other engines. The answer is a Packed.
type Pack struct{}

// Packed answers Pack.
type Packed struct {
	Table Table `msgpack:"table"`
}

// Table is a table with all its rows.
type Table struct {
	Name    string      `msgpack:"name" len:"..text"`
	Schema  data.Schema `msgpack:"schema"`
	Rows    int         `msgpack:"rows" bound:"0..rows" is:"number of rows"`
	Columns []Column    `msgpack:"columns"` // of the features, then of the outcome
	Seed    uint64      `msgpack:"seed"`    // of the split
	Plain   bool        `msgpack:"plain"`   // see Import
	Hash    string      `msgpack:"hash" len:"..text"`
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

func (m Packed) relate(c *checks) { m.Table.relate(c) }

func (m Restore) relate(c *checks) {
	if t := m.Table; t.Rows > 0 || len(t.Columns)+len(t.Schema.Features) > 0 {
		t.relate(c)
	}
	c.that(!m.Show || m.Table.Hash != "", "no table to show")
}

// relate holds that every column has a value of every row; what the values are is
// checked where the table is unpacked.
func (t Table) relate(c *checks) {
	c.fine(t.Schema.Check())
	c.that(t.Hash != "", "the hash is missing")
	c.that(len(t.Columns) == len(t.Schema.Features)+1, "%d columns for %d features and an outcome",
		len(t.Columns), len(t.Schema.Features))
	for i, col := range t.Columns {
		c.that((col.Size == 1 || col.Size == 4 || col.Size == 8) && len(col.Data) == col.Size*t.Rows,
			"column %d has %d bytes of size %d for %d rows", i, len(col.Data), col.Size, t.Rows)
	}
}
