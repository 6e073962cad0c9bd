package engine

import (
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/project"
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
	t := wire.NewTable(p.Name, p.Table.With(p.Schema), p.Seed, p.Hash)
	t.Plain = p.Plain
	if t.Bytes() > wire.MaxFrame-packRoom {
		return nil, refuse(wire.CodeBadInput, "The table is too large to be given to several engines: it takes %d MB and at most %d are possible. Leave out columns or rows.",
			t.Bytes()>>20, (wire.MaxFrame-packRoom)>>20)
	}
	return wire.Packed{Table: t}, nil
}

// takeTable makes a table from a file of a project the table of a new one.
func (e *Engine) takeTable(m wire.TakeTable) (wire.Message, error) {
	t, err := m.Table.Table()
	if err != nil {
		return nil, refuse(wire.CodeBadInput, "The rows in the file cannot be used: %s.", fault.Clause(err))
	}
	if err := project.CheckTable(t, m.Table.Hash, m.Table.Seed, m.Table.Plain); err != nil {
		return nil, err
	}
	return e.adopt(m.Table.Name, t, data.Report{Rows: t.Rows()}, m.Table.Seed, m.Table.Plain), nil
}

// resplit splits the table anew.
func (e *Engine) resplit(m wire.Resplit) (wire.Message, error) {
	p := &e.project
	if err := p.ready(); err != nil {
		return nil, err
	}
	return e.adopt(p.Name, p.Table.With(p.Schema), data.Report{Rows: p.Table.Rows()}, m.Seed, m.Plain), nil
}

// unpack takes over the table of another engine, with its split and scale.
func (e *Engine) unpack(m wire.Unpack) (wire.Message, error) {
	t, err := m.Table.Table()
	if err != nil {
		return nil, refuse(wire.CodeProtocol, "The table of the page is damaged (%s); reload the page.", fault.Text(err))
	}
	if t.Rows() < data.MinRows || t.Hash() != m.Table.Hash {
		return nil, refuse(wire.CodeProtocol, "The table of the page is not the one that it is said to be; reload the page.")
	}
	e.adopt(m.Table.Name, t, data.Report{}, m.Table.Seed, m.Table.Plain)
	return wire.Unpacked{Hash: e.project.Hash}, nil
}
