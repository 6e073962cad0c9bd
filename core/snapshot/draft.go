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

// Draft is a simple file that another program wrote: a table, rules, and a model's file. Read
// derives the rest of the project, so the other program need not compute hashes or the ranges of
// the training rows. Write never writes drafts.
type Draft struct {
	Name    string        `msgpack:"name"`    // name of the table
	Columns []draftColumn `msgpack:"columns"` // the features, then the outcome
	Rules   [][]string    `msgpack:"rules"`   // a kind as graph files name it, a feature, and the values of the kind
	Model   string        `msgpack:"model"`   // name of the model's file; empty: no model
	File    []byte        `msgpack:"file"`    // its bytes
}

// draftColumn is a column of numbers, or of levels given by their indices.
type draftColumn struct {
	Name    string   `msgpack:"name"`
	Levels  []string `msgpack:"levels"`
	Ordered bool     `msgpack:"ordered"` // the levels are in ascending order
	Cells   []byte   `msgpack:"cells"`   // float64, little-endian; NaN for a missing number
}

const (
	draftSeed     = 1 // for the split, as on the page
	draftDecimals = 6 // largest number of decimals, as in an imported table
)

// draft derives a project.
func (p *Project) draft(d Draft) error {
	var packed []data.Column
	var all []data.Feature
	plan := data.Plan{Format: data.Format{Delimiter: ',', Header: true}, Outcome: len(d.Columns) - 1}
	if len(d.Columns) < 2 {
		return fault.Errorf("%w: its table has no features", ErrFormat)
	}
	for _, c := range d.Columns {
		f, values, gaps, err := c.feature()
		if err != nil {
			return err
		}
		column := data.ColumnPlan{Name: f.Name, Use: true, Kind: f.Kind, Levels: f.Levels}
		all, packed = append(all, f), append(packed, data.NewColumn(values))
		if gaps != nil {
			column.Gaps = data.FlagGaps
			flag := data.Feature{Name: data.FlagName(f.Name), Kind: data.Boolean, Levels: []string{"no", "yes"}}
			all = append(all, flag)
			packed = append(packed, data.NewColumn(gaps))
		}
		plan.Columns = append(plan.Columns, column)
	}
	n := len(all) - 1
	p.Schema.Features, p.Schema.Outcome = all[:n:n], all[n]
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
		Source: Source{File: d.Name, Rows: t.Rows(), Plan: plan}}
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
	for j, f := range p.Schema.Features {
		if f.Kind.Numeric() || p.Schema.GapOf(j) == j {
			p.Graph.Rules = causal.Tell(p.Schema, p.Graph.Rules, j, causal.Stays, 0)
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

// feature returns the column as a feature and its values. Numbers keep up to draftDecimals
// decimals. Missing numbers get the usual value, and gaps marks them; it is nil if none are
// missing.
func (c draftColumn) feature() (f data.Feature, values, gaps []float64, err error) {
	f = data.Feature{Name: c.Name, Kind: data.Integer, Levels: orNil(c.Levels)}
	if len(c.Cells)%8 != 0 {
		return f, nil, nil, fault.Errorf("%w: the column %.60q has %d bytes, which is not a multiple of 8", ErrFormat,
			c.Name, len(c.Cells))
	}
	values = data.Column{Size: 8, Data: c.Cells}.Values()
	var known []float64
	for i, v := range values {
		if math.IsInf(v, 0) || f.Levels != nil && v != v {
			return f, nil, nil, fault.Errorf("%w: row %d has no value in the column %.60q", ErrFormat, i+1, c.Name)
		}
		if v != v {
			continue
		}
		if known = append(known, v); v != math.Trunc(v) {
			_, decimals, _ := strings.Cut(strconv.FormatFloat(v, 'f', -1, 64), ".")
			f.Kind, f.Decimals = data.Continuous, min(max(f.Decimals, len(decimals)), draftDecimals)
		}
	}
	switch {
	case f.Levels != nil && c.Ordered:
		f.Kind, f.Decimals = data.Ordered, 0
	case f.Levels != nil:
		f.Kind, f.Decimals = data.Category, 0
	case len(known) < len(values):
		t := data.Table{Schema: data.Schema{Features: []data.Feature{f}}, Cols: [][]float64{known},
			Outcome: make([]int, len(known))}
		usual := t.Usual(0)
		gaps = make([]float64, len(values))
		for i, v := range values {
			if v != v {
				values[i], gaps[i] = usual, 1
			}
		}
	}
	return f, values, gaps, nil
}

// draftRule reads a rule like ["range", "age", "18", "70"]. An empty text leaves that end open.
func draftRule(s data.Schema, words []string) (r causal.Rule, err error) {
	if len(words) < 2 {
		return r, fault.Errorf("a rule needs a kind, a column and the values of that kind")
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
		err = fault.Errorf("this file cannot contain this kind of rule; add it in Causes")
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
		err = fault.Errorf("it has %d words, but its kind needs another number of words", len(words))
	}
	return r, err
}
