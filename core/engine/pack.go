package engine

import (
	"causeway/core/wire"
)

// packRoom is the space a frame needs in addition to the table's columns.
const packRoom = 4 << 20

// pack sends the table, for use by the page's other engines.
func (e *Engine) pack() (wire.Message, error) {
	p := &e.project
	if err := p.ready(); err != nil {
		return nil, err
	}
	t := wire.NewTable(p.Name, p.Table.With(p.Schema), p.Seed, p.Hash)
	t.Plain = p.Plain
	if t.Bytes() > wire.MaxFrame-packRoom {
		return nil, refuse(wire.CodeBadInput, "The table is too large for several engines: it takes %d MB, and "+
			"at most %d are possible. Leave out columns or rows.",
			t.Bytes()>>20, (wire.MaxFrame-packRoom)>>20)
	}
	return wire.Packed{Table: t}, nil
}
