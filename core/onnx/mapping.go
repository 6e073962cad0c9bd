package onnx

import (
	"fmt"
	"math"
	"slices"

	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// Take says what a column reads from a row.
type Take uint8

// The kinds of values.
const (
	Nothing Take = iota // not chosen yet
	Number              // the number of a feature, in its unit
	Level               // 1 if a feature has the level, otherwise 0
	Code                // for every level of a feature, a number or the index of a code
	Fixed               // the same value in every row
)

// Source describes how a column is computed.
type Source struct {
	Take    Take
	Feature int
	Level   int       // for Level
	Codes   []float64 // for Code, by level; in a column with codes, -1 means none of them
	// for Code of a numeric feature: the numbers that have Codes, ascending; if both are nil, the
	// column's own
	Values []float64
	Value  float64 // for Fixed

	// Shift and Scale are the scaling that the model expects but does not perform: a numeric
	// column gets (v - Shift) / Scale. A Scale of 0 means 1.
	Shift, Scale float64
}

// Mapping describes how the rows of a table become a model's inputs, and to which class of the
// table each of the model's classes corresponds.
type Mapping struct {
	Columns []Source
	Classes []int
}

// maxProblems limits the length of Check's list.
const maxProblems = 10

// Check lists, in sentences, why the mapping cannot be used.
func (p Mapping) Check(m *Model, s data.Schema) []string {
	var problems []string
	add := func(format string, args ...any) {
		if len(problems) < maxProblems {
			problems = append(problems, fmt.Sprintf(format, args...))
		}
	}
	if m.Classes != s.Classes() {
		add("The model has %d classes and the outcome of the table %d.", m.Classes, s.Classes())
	}
	if len(p.Columns) != len(m.Columns) || len(p.Classes) != m.Classes {
		add("The mapping has %d columns and %d classes, the model %d and %d.", len(p.Columns), len(p.Classes),
			len(m.Columns), m.Classes)
		return problems
	}
	seen := map[int]bool{}
	for _, k := range p.Classes {
		if k < 0 || k >= s.Classes() || seen[k] {
			add("Each class of the model must be another class of the table.")
			break
		}
		seen[k] = true
	}
	reads := false
	for i, c := range m.Columns {
		if why := p.Columns[i].check(c, s); why != "" {
			add("Column %s %s.", quote(c.Name), why)
		}
		reads = reads || p.Columns[i].Take != Fixed
	}
	if !reads {
		add("No column of the model comes from the table.")
	}
	return problems
}

// check explains why a source does not fit a column. The result is empty if it fits.
func (r Source) check(c Column, s data.Schema) string {
	codes := len(c.Codes)
	if !finite(r.Shift) || !finite(r.Scale) || !finite(r.Value) {
		return "has a scaling or value that is not finite"
	}
	switch r.Take {
	case Nothing:
		return "has no source yet"
	case Fixed:
		if codes > 0 && !isCode(r.Value, c) {
			return "has no such code"
		}
		return ""
	case Number, Level, Code:
	default:
		return "has a source of an unknown kind"
	}
	if r.Feature < 0 || r.Feature >= len(s.Features) {
		return "comes from a feature that is not there"
	}
	f := s.Features[r.Feature]
	switch {
	case r.Take == Code && f.Kind.Numeric():
		return r.checkValues(c, f)
	case codes > 0 && r.Take != Code:
		return fmt.Sprintf("takes codes; say which code each level of %s is", quote(f.Name))
	case r.Take == Number && !f.Kind.Numeric():
		return fmt.Sprintf("takes a number, and %s has none", quote(f.Name))
	case r.Take != Number && f.Kind.Numeric():
		return fmt.Sprintf("takes levels, and %s has none", quote(f.Name))
	case r.Take == Level && (r.Level < 0 || r.Level >= len(f.Levels)):
		return fmt.Sprintf("takes a level that %s has not", quote(f.Name))
	case r.Take == Code && len(r.Codes) != len(f.Levels):
		return fmt.Sprintf("needs a code for every level of %s", quote(f.Name))
	}
	if codes > 0 && r.Take == Code && !slices.ContainsFunc(r.Codes, func(v float64) bool { return v >= 0 }) {
		return fmt.Sprintf("knows none of the levels of %s; say which of its codes each is", quote(f.Name))
	}
	for _, v := range r.Codes {
		if !finite(v) || r.Take == Code && codes > 0 && !isCode(v, c) {
			return fmt.Sprintf("needs one of its codes for every level of %s", quote(f.Name))
		}
	}
	return ""
}

// checkValues does the same for a feature whose numbers are categories.
func (r Source) checkValues(c Column, f data.Feature) string {
	if r = r.lookedUp(c); len(r.Values) == 0 || len(r.Values) != len(r.Codes) {
		return fmt.Sprintf("takes categories, and %s is a number; read it as a category in Table", quote(f.Name))
	}
	for i, v := range r.Values {
		if !finite(v) || i > 0 && v <= r.Values[i-1] || !finite(r.Codes[i]) || len(c.Codes) > 0 &&
			!isCode(r.Codes[i], c) {
			return fmt.Sprintf("needs one of its codes for every number of %s", quote(f.Name))
		}
	}
	return ""
}

// isCode reports whether v is the index of a code of a column.
func isCode(v float64, c Column) bool {
	return v == math.Trunc(v) && v < float64(len(c.Codes)) && (v >= 0 || v == -1 && c.Unknown)
}

// spread expresses a unit of the column as a sum over the encoded inputs of a row.
//
//	unit = bias + sum of add(input, weight)
func (r Source) spread(code int, s data.Schema, add func(input int, w float64)) (bias float64) {
	scale := r.Scale
	if scale == 0 || code >= 0 {
		scale = 1
	}
	shift := r.Shift
	if code >= 0 {
		shift = 0
	}
	if r.Take == Fixed {
		if code >= 0 {
			return one(r.Value == float64(code))
		}
		return (r.Value - shift) / scale
	}
	f, o := s.Features[r.Feature], s.Offset(r.Feature)
	switch r.Take {
	case Number:
		add(o, (f.Max-f.Min)/scale)
		return (f.Min - shift) / scale
	case Level:
		add(o+r.Level, 1/scale)
	case Code:
		for l, v := range r.Codes {
			if code >= 0 {
				v = one(v == float64(code))
			}
			if v != 0 {
				add(o+l, v/scale)
			}
		}
	}
	return -shift / scale
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// Classifier converts the model to a black box for a table. Scaling, codes and the model's first
// layer are affine in an encoded row, so the mapping is merged with that layer. The result
// differs from Model.Shares only by rounding.
func (m *Model) Classifier(p Mapping, s data.Schema) (*nn.Classifier, error) {
	if problems := p.Check(m, s); len(problems) > 0 {
		return nil, refusal(problems[0])
	}
	if m.program != nil {
		return nil, refuse("The model is not a chain of dense layers.")
	}
	if n := s.Width() * m.layers[0].out; n > maxFirst {
		return nil, refuse("The first layer would have %d numbers for this table; at most %d are "+
			"supported.", n, maxFirst)
	}
	layers := append([]dense{m.first(p, s)}, m.layers[1:]...)
	if in := m.filled(p, s); len(in) > 0 {
		layers = append(fillLayers(in, layers[0], s), layers[1:]...)
	}
	if n := len(layers); n > nn.MaxLayers || layers[0].out > nn.MaxWidth {
		return nil, refuse("For this table, the network needs %d layers of up to %d units; at most %d and %d are "+
			"supported.", n, layers[0].out, nn.MaxLayers, nn.MaxWidth)
	}
	var hidden []nn.Hidden
	for _, d := range layers[:len(layers)-1] {
		hidden = append(hidden, nn.Hidden{Units: d.out, Act: d.act})
	}
	c := nn.NewDeepClassifier(s.Width(), hidden, m.Classes, kernel.Key{})
	blocks := c.Net.Blocks()
	for i, d := range layers {
		if i == len(layers)-1 {
			d = d.permuted(p.Classes)
		}
		if !narrow(d.w, blocks[i].W) || !narrow(d.b, blocks[i].B) {
			return nil, refuse("The numbers of the network are too large.")
		}
	}
	return c, nil
}

// maxFirst limits the number of weights in the first layer, which grows with the table.
const maxFirst = 1 << 22

// first returns the first layer with the encoded row as its input.
func (m *Model) first(p Mapping, s data.Schema) dense {
	d, width := m.layers[0], s.Width()
	out := dense{in: width, out: d.out, act: d.act, w: make([]float64, width*d.out), b: make([]float64, d.out)}
	copy(out.b, d.b)
	for i, u := range m.units {
		bias := p.Columns[u.column].spread(u.code, s, func(input int, k float64) {
			for o := range d.out {
				out.w[o*width+input] += float64(d.w[o*d.in+i] * k)
			}
		})
		for o := range d.out {
			out.b[o] += float64(d.w[o*d.in+i] * bias)
		}
	}
	return out
}

// permuted moves output i to to[i].
func (d dense) permuted(to []int) dense {
	out := dense{in: d.in, out: d.out, act: d.act, w: make([]float64, len(d.w)), b: make([]float64, d.out)}
	for i, k := range to {
		copy(out.w[k*d.in:(k+1)*d.in], d.w[i*d.in:(i+1)*d.in])
		out.b[k] = d.b[i]
	}
	return out
}

// narrow rounds numbers to float32 and reports whether all are finite.
func narrow(from []float64, to []float32) bool {
	for i, v := range from {
		to[i] = float32(v)
		if !finite(float64(to[i])) {
			return false
		}
	}
	return true
}

// Values returns the columns' values for a row of the table.
func (p Mapping) Values(m *Model, row []float64) []float64 {
	x := make([]float64, len(p.Columns))
	for i, r := range p.Columns {
		v := r.Value
		switch r.Take {
		case Number:
			v = row[r.Feature]
		case Level:
			v = one(row[r.Feature] == float64(r.Level))
		case Code:
			r = r.lookedUp(m.Columns[i])
			v = r.code(row[r.Feature])
		}
		if m.Columns[i].Codes == nil {
			if v -= r.Shift; r.Scale != 0 {
				v /= r.Scale
			}
		}
		x[i] = v
	}
	return x
}
