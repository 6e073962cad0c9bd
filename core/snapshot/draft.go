package snapshot

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/fault"
	"causeway/core/model"
	"causeway/core/sketch"
)

// Draft is a file that another program wrote: a table, rules, and a model's file. Read derives
// everything else that a project needs, so that a writer needs neither hashes nor the ranges of the
// training rows. Write never writes drafts.
type Draft struct {
	Name    string        `msgpack:"name"`    // of the table
	Columns []draftColumn `msgpack:"columns"` // the features, then the outcome
	Rules   [][]string    `msgpack:"rules"`   // a kind as graph files name it, a feature, and what the kind needs
	Model   string        `msgpack:"model"`   // name of the model's file; empty: no model
	File    []byte        `msgpack:"file"`    // its bytes
}

// draftColumn is a column of numbers, or of levels by their places.
type draftColumn struct {
	Name    string   `msgpack:"name"`
	Levels  []string `msgpack:"levels"`
	Ordered bool     `msgpack:"ordered"` // the levels rise
	Cells   []byte   `msgpack:"cells"`   // float64, little-endian
}

const (
	draftSeed     = 1 // splits the rows, as the page splits a table
	draftDecimals = 6 // of numbers, at most, as in a table that is imported
)

// draft derives a project.
func (p *Project) draft(d Draft) error {
	var packed []data.Column
	n := len(d.Columns) - 1
	if n < 1 {
		return fault.Errorf("%w: its table has no features", ErrFormat)
	}
	for _, c := range d.Columns {
		f, err := c.feature()
		if err != nil {
			return err
		}
		p.Schema.Features = append(p.Schema.Features, f)
		packed = append(packed, data.Column{Size: 8, Data: c.Cells})
	}
	p.Schema.Features, p.Schema.Outcome = p.Schema.Features[:n:n], p.Schema.Features[n]
	t, err := data.Unpack(p.Schema, packed)
	if err != nil {
		return fault.Errorf("%w: its table: %v", ErrFormat, err)
	}
	if t.Rows() < data.MinRows {
		return fault.Errorf("%w: it has %d rows; at least %d are needed", ErrFormat, t.Rows(), data.MinRows)
	}
	for j, f := range p.Schema.Features {
		if f.Kind == data.Continuous {
			for i, v := range t.Cols[j] {
				t.Cols[j][i] = f.Round(v)
			}
		}
	}
	t.FitScale(t.Split(draftSeed, false).Train)
	p.Schema, p.Columns = t.Schema, t.Pack()
	p.Data = Data{Name: d.Name, Rows: t.Rows(), Hash: t.Hash(), Seed: draftSeed, Stratified: true,
		Source: Source{File: d.Name, Rows: t.Rows()}}
	p.Graph = sketch.New(p.Schema)
	for i, words := range d.Rules {
		r, err := draftRule(p.Schema, words)
		if err == nil {
			p.Graph, err = p.Graph.AddRule(p.Schema, r)
		}
		if err != nil {
			return fault.Errorf("%w: its rule %d (%.100s): %v", ErrFormat, i+1, strings.Join(words, ", "), err)
		}
	}
	size := model.Size{Rows: t.Rows(), Train: p.Data.trainRows()}
	p.Settings = document.Settings{Classifier: model.ClassifierFields.Default(),
		Generator: model.Preset(model.Other, model.BaseVAE, size), Batch: document.NewBatch(),
		Evaluation: document.NewEvaluation()}
	p.Explain = Explain{Part: data.TestRows, Find: Find{Search: document.SearchFields.Default()}}
	p.Draft = &d
	return nil
}

// feature describes the column. Numbers keep up to draftDecimals decimals.
func (c draftColumn) feature() (data.Feature, error) {
	f := data.Feature{Name: c.Name, Kind: data.Integer, Levels: orNil(c.Levels)}
	if len(c.Cells)%8 != 0 {
		return f, fault.Errorf("%w: the column %.60q has %d bytes; a cell has 8", ErrFormat, c.Name, len(c.Cells))
	}
	for i, v := range (data.Column{Size: 8, Data: c.Cells}).Values() {
		if v-v != 0 {
			return f, fault.Errorf("%w: row %d has no number in the column %.60q; fill its gaps first", ErrFormat, i+1,
				c.Name)
		}
		if v != math.Trunc(v) {
			_, decimals, _ := strings.Cut(strconv.FormatFloat(v, 'f', -1, 64), ".")
			f.Kind, f.Decimals = data.Continuous, min(max(f.Decimals, len(decimals)), draftDecimals)
		}
	}
	switch {
	case f.Levels != nil && c.Ordered:
		f.Kind, f.Decimals = data.Ordered, 0
	case f.Levels != nil:
		f.Kind, f.Decimals = data.Category, 0
	}
	return f, nil
}

// draftRule reads a rule like ["range", "age", "18", "70"]. An empty text is an open end.
func draftRule(s data.Schema, words []string) (r causal.Rule, err error) {
	if len(words) < 2 {
		return r, fault.Errorf("a rule is its kind, a column, and what the kind needs")
	}
	of := func(name string) int {
		j := slices.IndexFunc(s.Features, func(f data.Feature) bool { return f.Name == name })
		if j < 0 && err == nil {
			err = fault.Errorf("the table has no feature named %.60q", name)
		}
		return max(j, 0)
	}
	end := func(text string, open float64) float64 {
		v, wrong := strconv.ParseFloat(text, 64)
		if text == "" {
			return open
		} else if wrong != nil && err == nil {
			err = fault.Errorf("%.60q is not a number", text)
		}
		return v
	}
	r.Feature = of(words[1])
	kind, known := causal.KindNamed(words[0])
	switch r.Kind = kind; {
	case !known || kind == causal.ForbiddenTransitions || kind == causal.Computed || kind == causal.StaysMissing ||
		kind == causal.NeverSeen:
		err = fault.Errorf("no rule of this kind can be read here; state it in Causes")
	case kind == causal.Allowed:
		for _, level := range words[2:] {
			l := slices.Index(s.Features[r.Feature].Levels, level)
			if l < 0 {
				return r, fault.Errorf("%.60q has no level %.60q", words[1], level)
			}
			r.Levels = append(r.Levels, l)
		}
	case r.HasEnds() && len(words) == 4:
		open := [2]float64{-causal.Open, causal.Open}
		if kind == causal.MoveAtMost {
			open[0] = causal.Open
		}
		r.Min, r.Max = end(words[2], open[0]), end(words[3], open[1])
	case kind.Relates() && len(words) > 2:
		r.Other = of(words[2])
		for _, name := range words[3:] {
			r.Also = append(r.Also, causal.Member{Feature: of(name)})
		}
	case r.HasEnds() || kind.Relates() || len(words) > 2:
		err = fault.Errorf("it has %d words, which is not what its kind needs", len(words))
	}
	return r, err
}
