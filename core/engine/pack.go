package engine

import (
	"reflect"
	"slices"

	"causeway/core/data"
	"causeway/core/fault"
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
	t := wire.NewTable(p.name, p.table.With(p.schema), p.seed, p.hash)
	t.Plain = p.plain
	if t.Bytes() > wire.MaxFrame-packRoom {
		return nil, refuse(wire.CodeBadInput, "The table is too large to be given to several engines: it takes %d MB and at most %d are possible. Leave out columns or rows.",
			t.Bytes()>>20, (wire.MaxFrame-packRoom)>>20)
	}
	return wire.Packed{Table: t}, nil
}

// takeTable makes a table from a file of a project the table of a new one.
func (e *Engine) takeTable(m wire.TakeTable) (wire.Message, error) {
	t, err := m.Table.Table()
	switch {
	case err != nil:
		return nil, refuse(wire.CodeBadInput, "The rows in the file cannot be used: %s.", fault.Clause(err))
	case t.Rows() < data.MinRows:
		return nil, refuse(wire.CodeBadInput, "The file has %d rows; at least %d are needed.", t.Rows(), data.MinRows)
	case t.Hash() != m.Table.Hash:
		return nil, refuse(wire.CodeBadInput, "The rows in the file are not those of its project (their hash differs), so it was not opened.")
	}
	if !sameScale(t, m.Table.Seed, m.Table.Plain) {
		return nil, refuse(wire.CodeBadInput, "The ranges in the file are not those of its rows, so it was not opened.")
	}
	return e.adopt(m.Table.Name, t, data.Report{Rows: t.Rows()}, m.Table.Seed, m.Table.Plain), nil
}

// sameScale reports whether the schema has the scale of the training rows.
func sameScale(t *data.Table, seed uint64, plain bool) bool {
	said := slices.Clone(t.Schema.Features)
	t.FitScale(t.Split(seed, plain).Train)
	return reflect.DeepEqual(said, t.Schema.Features)
}

// resplit splits the table anew.
func (e *Engine) resplit(m wire.Resplit) (wire.Message, error) {
	p := &e.project
	if err := p.ready(); err != nil {
		return nil, err
	}
	return e.adopt(p.name, p.table.With(p.schema), data.Report{Rows: p.table.Rows()}, m.Seed, m.Plain), nil
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
	return wire.Unpacked{Hash: e.project.hash}, nil
}
