package engine

import (
	"causeway/core/data"
	"causeway/core/wire"
)

// packRoom is what a frame needs beside the columns of its table.
const packRoom = 4 << 20

// pack hands the table out, for other engines of the page.
func (e *Engine) pack() (wire.Message, error) {
	p := &e.project
	if err := p.ready(); err != nil {
		return nil, err
	}
	t := wire.NewTable(p.name, p.table, p.seed, p.hash)
	if t.Bytes() > wire.MaxFrame-packRoom {
		return nil, refuse(wire.CodeBadInput, "The table is too large to be given to several engines: it takes %d MB and at most %d are possible. Leave out columns or rows.",
			t.Bytes()>>20, (wire.MaxFrame-packRoom)>>20)
	}
	return wire.Packed{Table: t}, nil
}

// unpack takes over the table of another engine, with its split and scale.
func (e *Engine) unpack(m wire.Unpack) (wire.Message, error) {
	t, err := m.Table.Table()
	if err != nil {
		return nil, refuse(wire.CodeProtocol, "The table of the page is damaged (%v); reload the page.", err)
	}
	if t.Rows() < data.MinRows || t.Hash() != m.Table.Hash {
		return nil, refuse(wire.CodeProtocol, "The table of the page is not the one that it is said to be; reload the page.")
	}
	e.adopt(m.Table.Name, t, data.Report{}, m.Table.Seed)
	return wire.Unpacked{Hash: e.project.hash}, nil
}
