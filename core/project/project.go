// Package project runs what was trained: it opens a saved project, searches
// counterfactuals of rows, proves them, evaluates methods and verifies what a file
// says of its models. It knows no messages and no page, reads no clock and starts no
// work that was not asked for. Rows of the table are needed only by what measures or
// trains; a file without them explains rows that it is given.
package project

import (
	"reflect"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/search"
)

// Project is a schema with what was learned from a table of it.
type Project struct {
	Name   string
	Schema data.Schema // of the table as it was opened, with the scale of the training rows
	Seen   data.Schema // the same through the orders of what is known
	Names  []data.Naming
	Hash   string // of the table
	Seed   uint64 // of the split
	Plain  bool   // the split does not heed the outcome

	Table *data.Table // seen through the orders; nil where its rows are not there
	Split data.Split

	BlackBox *BlackBox
	Gen      *Generator
	other    *other // in their place

	orders    []causal.Order
	fitted    fitted
	refitted  refitted
	judge     judged
	retrained *retrained
	bench     bench
	usual     *crowd
}

// New returns a project of a table whose scale is that of the training rows of its
// split.
func New(name string, t *data.Table, seed uint64, plain bool) Project {
	split := t.Split(seed, plain)
	t.FitScale(split.Train)
	return Project{Name: name, Schema: t.Schema, Seen: t.Schema, Table: t, Seed: seed, Plain: plain, Split: split,
		Hash: t.Hash()}
}

// other are a black box and a sampler that are not kept in a file.
type other struct {
	blackbox.BlackBox
	blackbox.Sampler
}

// Of returns a project of any black box and sampler of rows of a schema, which has the
// scale that they were made for.
func Of(s data.Schema, b blackbox.BlackBox, from blackbox.Sampler) *Project {
	return &Project{Schema: s, Seen: s, other: &other{b, from}}
}

// asks is the black box that is asked, and finder what searches.
func (p *Project) asks() blackbox.BlackBox {
	if p.other != nil {
		return p.other.BlackBox
	}
	return p.BlackBox.Differentiable
}

func (p *Project) finder() search.Finder {
	if p.other != nil {
		return search.NewFinder(p.Seen, p.other.BlackBox, p.other.Sampler)
	}
	return search.NewFinder(p.Seen, p.BlackBox.Differentiable, p.Gen.Generator)
}

// Said is the schema as people read it.
func (p *Project) Said() data.Schema { return p.Seen.Said(p.Names) }

// Rank has table and generator seen through the orders of what is known, which fit
// the schema.
func (p *Project) Rank(k causal.Knowledge) {
	if reflect.DeepEqual(k.Orders, p.orders) {
		return
	}
	p.orders, p.Seen = k.Orders, k.Schema(p.Schema)
	if p.Table != nil {
		p.Table = p.Table.With(p.Seen)
	}
	p.fitted, p.refitted, p.usual = fitted{}, refitted{}, nil
	p.Use(p.Gen)
}

// Know checks knowledge from outside against the schema, which is seen through its
// orders from then on.
func (p *Project) Know(k causal.Knowledge) (*causal.Graph, error) {
	if err := k.Check(p.Schema); err != nil {
		return nil, Refuse(BadInput, "The graph does not fit the table: %s.", fault.Clause(err))
	}
	p.Rank(k)
	return k.Graph(p.Seen)
}

// Use makes g the generator; nil removes it.
func (p *Project) Use(g *Generator) {
	if p.Gen = g; g != nil {
		p.Gen = &Generator{g.Seen(p.Seen), g.Bytes}
	}
}

// Trained reports what is missing before the black box can be asked.
func (p *Project) Trained() error {
	if p.BlackBox == nil && p.other == nil {
		return Refuse(NotReady, "No classifier yet; train it first.")
	}
	return nil
}

// Explains reports what is missing before counterfactuals can be searched.
func (p *Project) Explains() error {
	if err := p.Trained(); err != nil {
		return err
	}
	if p.Gen == nil && p.other == nil {
		return Refuse(NotReady, "No generator yet; train it first.")
	}
	return nil
}

// HasRows reports what is missing before anything is measured on the table or fitted
// to it.
func (p *Project) HasRows() error {
	if p.Table == nil {
		return Refuse(NotReady, "The project is there without the rows of its table; open the table first.")
	}
	return nil
}

// CheckRow reports the first value that no row of the table can have.
func (p *Project) CheckRow(row []float64) error { return checkRow(p.Said(), row) }

func checkRow(s data.Schema, row []float64) error {
	features := s.Features
	if len(row) != len(features) {
		return Refuse(BadInput, "The row has %d values and the table %d features; choose a row of this table.",
			len(row), len(features))
	}
	for j, v := range row {
		if !features[j].Holds(v) {
			return Refuse(BadInput, "%s cannot be %v; choose another value.", features[j].Name, v)
		}
	}
	return nil
}
