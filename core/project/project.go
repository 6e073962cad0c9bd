// Package project uses trained models: it opens a saved project, searches for counterfactuals of
// rows, proves them, evaluates methods, and verifies what a file claims about its models. It knows
// nothing of messages or pages, reads no clock and starts no goroutines. Only measuring and
// training need the table's rows; a project without them can still explain rows.
package project

import (
	"reflect"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/model"
	"causeway/core/search"
)

// Project is a schema together with what was learned from a table.
type Project struct {
	Name   string
	Schema data.Schema // schema of the table as opened, with the scale of the training rows
	Seen   data.Schema // the same with the orders of the knowledge
	Names  []data.Naming
	Hash   string // hash of the table
	Seed   uint64 // seed of the split
	Plain  bool   // the split does not consider the outcome

	Table *data.Table // with the orders; nil if the rows are not available
	Split data.Split

	BlackBox *BlackBox
	Gen      *Generator
	other    *other // replaces black box and generator if not nil

	From    model.Provenance // origin of the black box, if another program trained it
	samples blackbox.Sampler // used instead of the generator; may be nil

	cuts []float64 // bounds of a goal's bands; see toward
	band int       // the band that reaches the goal
	of   int       // class+1 if the goal is the probability of class, otherwise 0
	from float64   // first cut of the table's outcome, if the goal is a number

	orders    []causal.Order
	fitted    fitted
	refitted  refitted
	judge     labelCache
	retrained *retrained
	bench     bench
	usual     *crowd
}

// New returns a project for a table. The table's scale must be that of the training rows of its
// split.
func New(name string, t *data.Table, seed uint64, plain bool) Project {
	split := t.Split(seed, plain)
	t.FitScale(split.Train)
	return Project{Name: name, Schema: t.Schema, Seen: t.Schema, Table: t, Seed: seed, Plain: plain, Split: split,
		Hash: t.Hash()}
}

// other holds a black box and a sampler that no file stores.
type other struct {
	blackbox.BlackBox
	blackbox.Sampler
}

// Of returns a project for any black box and sampler. The schema must have the scale for which
// they were made.
func Of(s data.Schema, b blackbox.BlackBox, from blackbox.Sampler) *Project {
	return &Project{Schema: s, Seen: s, other: &other{b, from}}
}

// asks returns the black box to predict with, and finder the search.
func (p *Project) asks() blackbox.BlackBox {
	if p.other != nil {
		return p.other.BlackBox
	}
	return p.BlackBox.Differentiable
}

func (p *Project) finder() search.Finder {
	return search.NewFinder(p.Seen, p.asks(), p.sampler())
}

// sampler returns what proposes rows, or nil.
func (p *Project) sampler() blackbox.Sampler {
	switch {
	case p.other != nil:
		return p.other.Sampler
	case p.samples == nil && p.Gen != nil:
		return p.Gen.Generator
	}
	return p.samples
}

// Said returns the schema as displayed.
func (p *Project) Said() data.Schema { return p.Seen.Said(p.Names) }

// Rank applies the orders of the knowledge, which must fit the schema, to the table and the
// generator.
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

// Know checks untrusted knowledge against the schema and applies its orders.
func (p *Project) Know(k causal.Knowledge) (*causal.Graph, error) {
	if err := k.Check(p.Schema); err != nil {
		return nil, Refuse(BadInput, "The graph does not fit the table: %s.", fault.Clause(err))
	}
	p.Rank(k)
	return k.Graph(p.Seen)
}

// Use sets the generator; nil removes it.
func (p *Project) Use(g *Generator) {
	if p.Gen = g; g != nil {
		p.Gen = &Generator{g.Seen(p.Seen), g.Bytes}
	}
}

// Trained returns what is missing before the black box can be used.
func (p *Project) Trained() error {
	if p.BlackBox == nil && p.other == nil {
		return Refuse(NotReady, "Train a classifier first.")
	}
	return nil
}

// Explains returns what is missing before counterfactuals can be searched.
func (p *Project) Explains() error {
	if err := p.Trained(); err != nil {
		return err
	}
	if p.sampler() == nil {
		return Refuse(NotReady, "Train a generator first.")
	}
	return nil
}

// HasRows returns what is missing before something can be measured on the table or fitted to it.
func (p *Project) HasRows() error {
	if p.Table == nil {
		return Refuse(NotReady, "The rows of the project's table are missing. Open the table first.")
	}
	return nil
}

// CheckRow returns the first reason why no row of the table can have these values, or levels that
// only rows of a file have.
func (p *Project) CheckRow(row []float64, unseen ...data.Unseen) error {
	return checkRow(p.Said().Wider(unseen), row)
}

func checkRow(s data.Schema, row []float64) error {
	features := s.Features
	if len(row) != len(features) {
		return Refuse(BadInput, "The row has %d values, but the table has %d features. Choose a row of this table.",
			len(row), len(features))
	}
	for j, v := range row {
		if !features[j].Holds(v) {
			return Refuse(BadInput, "%s cannot be %v; choose another value.", features[j].Name, v)
		}
	}
	return nil
}
