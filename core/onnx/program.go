package onnx

import (
	"math"
	"slices"
	"sync"

	"causeway/core/blackbox"
	"causeway/core/data"
	"causeway/core/nn"
)

// program is a network that is not a chain of dense layers. Each step computes the units of a
// layer from earlier layers. It is evaluated row by row.
type program struct {
	steps []step
	out   affine
	in    int
}

// step computes the units of one layer by applying a function to affine combinations of earlier
// ones.
type step struct {
	parts []affine
	layer *layer
}

// affine holds values that are affine in the units of step of; -1 stands for the inputs. Row i has
// the terms from ends[i-1] to ends[i].
type affine struct {
	of    int
	bias  []float64
	ends  []int32
	units []int32
	w     []float64
	same  bool // value i is exactly unit i
}

// chain reports whether a form is a chain of dense layers.
func (f *form) chain() bool {
	for l := f.layer; l != nil; l = l.from.layer {
		switch l.act {
		case inputs:
			return true
		case relu, sigmoid:
		default:
			return false
		}
	}
	return true
}

// compile lists the layers that a form needs, each once and after those that it depends on.
func (x *machine) compile(f *form, r *Model) error {
	p, at := &program{}, map[*layer]int{}
	var reads []*form
	var lay func(l *layer) error
	lay = func(l *layer) error {
		if _, done := at[l]; done {
			return nil
		}
		if l.act == inputs {
			at[l] = -1
			return nil
		}
		parts := l.parts
		if parts == nil {
			parts = []*form{l.from}
		}
		for _, part := range parts {
			if part.layer == nil {
				return refuse("The output %s does not depend on the inputs.", quote(r.Output))
			}
			if err := lay(part.layer); err != nil {
				return err
			}
			if part.layer.act == inputs {
				reads = append(reads, part)
			}
		}
		s := step{layer: l}
		for _, part := range parts {
			a, err := x.affine(part, at[part.layer])
			if err != nil {
				return err
			}
			s.parts = append(s.parts, a)
		}
		at[l] = len(p.steps)
		p.steps = append(p.steps, s)
		return nil
	}
	if err := lay(f.layer); err != nil {
		return err
	}
	var err error
	if p.out, err = x.affine(f, at[f.layer]); err != nil {
		return err
	}
	if f.layer.act == inputs {
		reads = append(reads, f)
	}
	p.in = len(x.units)
	order, err := x.arrange(&form{rows: slices.Concat(rowsOf(reads)...)}, r)
	if err != nil {
		return err
	}
	p.in = len(r.units)
	for s := range p.steps {
		for i := range p.steps[s].parts {
			p.steps[s].parts[i].arrange(order)
		}
	}
	p.out.arrange(order)
	r.program = p
	return nil
}

func rowsOf(all []*form) (rows [][]row) {
	for _, f := range all {
		rows = append(rows, f.rows)
	}
	return rows
}

// affine stores a form in flat slices.
func (x *machine) affine(f *form, of int) (affine, error) {
	n := 0
	for _, r := range f.rows {
		n += len(r.terms)
	}
	if err := x.take(12*n + 12*len(f.rows)); err != nil {
		return affine{}, err
	}
	if err := x.spendSteps(n); err != nil {
		return affine{}, err
	}
	a := affine{of: of, bias: make([]float64, len(f.rows)), ends: make([]int32, len(f.rows)),
		units: make([]int32, 0, n), w: make([]float64, 0, n), same: len(f.rows) == f.layer.n}
	for i, r := range f.rows {
		a.bias[i] = r.bias
		for _, t := range r.terms {
			a.units, a.w = append(a.units, int32(t.unit)), append(a.w, t.w)
		}
		a.ends[i] = int32(len(a.w))
		u, plain := r.plain()
		a.same = a.same && plain && u == i
	}
	if !allFinite(a.bias) || !allFinite(a.w) {
		return a, refuse("The numbers of the network become infinite when its layers are joined.")
	}
	return a, nil
}

// arrange renumbers the units of the inputs.
func (a *affine) arrange(order []int) {
	if a.of >= 0 {
		return
	}
	a.same = false
	for i, u := range a.units {
		a.units[i] = int32(order[u])
	}
}

// run computes the output for one row of units. buf holds the buffers of the same caller's
// previous run, or nil.
func (p *program) run(x []float64, buf *[][]float64) []float64 {
	if buf == nil {
		buf = new([][]float64)
	}
	if len(*buf) == 0 {
		*buf = make([][]float64, 2*len(p.steps)+1)
		for i, s := range p.steps { // trees append their sums to the row
			(*buf)[len(p.steps)+i] = make([]float64, 0, s.width(p.in)+s.layer.n)
		}
	}
	units := (*buf)[:len(p.steps)]
	for i := range p.steps {
		s := &p.steps[i]
		v := (*buf)[len(p.steps)+i][:0]
		for k := range s.parts {
			v = s.parts[k].values(v, x, units)
		}
		(*buf)[len(p.steps)+i] = v
		units[i] = s.layer.activate(v)
	}
	last := len(*buf) - 1
	(*buf)[last] = p.out.values((*buf)[last][:0], x, units)
	return (*buf)[last]
}

// width returns the number of values that a step uses, for a row with in inputs.
func (s *step) width(in int) (n int) {
	for _, a := range s.parts {
		if n += len(a.bias); a.same && a.of < 0 && a.bias == nil {
			n += in
		}
	}
	return n
}

func (a *affine) values(dst, x []float64, units [][]float64) []float64 {
	if a.of >= 0 {
		x = units[a.of]
	}
	if a.same {
		return append(dst, x...)
	}
	from := int32(0)
	for i, b := range a.bias {
		for t := from; t < a.ends[i]; t++ {
			if w := a.w[t]; w == 1 {
				b += x[a.units[t]]
			} else {
				b += float64(w * x[a.units[t]])
			}
		}
		from = a.ends[i]
		dst = append(dst, b)
	}
	return dst
}

// Box is a model as the black box of a table. It decodes each row, so the model is evaluated on
// exactly the displayed values.
type Box struct {
	*Model
	Mapping
	schema data.Schema
	work   []source

	once  sync.Once
	trees *blackbox.Trees // see Trees

	bounded  sync.Once
	canBound bool // see Bounds
	unproved []int
	why      string
}

// source describes how to compute one unit from a decoded row.
type source struct {
	Source
	code int

	// The value is missing if the flag feature marks it, or if the level is gap. -1 means never.
	flag, gap int
	fills     bool // the model then uses fill, or the code at index fill
	fill      float64

	category bool // a negative number means a missing value
}

// BlackBox converts any model to a black box for a table.
func (m *Model) BlackBox(p Mapping, s data.Schema) (blackbox.BlackBox, error) {
	stepped := false // whether some column is not affine in an encoded row
	for i, r := range p.Columns {
		if (r.Take == Code || r.Take == Number) && r.Feature >= 0 && r.Feature < len(s.Features) && i < len(m.Columns) {
			f := &s.Features[r.Feature]
			stepped = stepped || f.Kind.Numeric() && (r.Take == Code || m.Columns[i].Fills && f.Min == f.Max)
		}
	}
	if m.program == nil && !stepped {
		c, err := m.Classifier(p, s)
		if err != nil {
			return nil, err
		}
		return c, nil
	}
	if problems := p.Check(m, s); len(problems) > 0 {
		return nil, refusal(problems[0])
	}
	if m.program == nil {
		m = m.stepped()
	}
	b := &Box{Model: m, Mapping: p, schema: s}
	for _, u := range m.units {
		b.work = append(b.work, p.source(u, m.Columns[u.column], s))
	}
	return b, nil
}

// Part returns the box with the bands between other thresholds as classes, if its model returns a single number.
func (b *Box) Part(at ...float64) (*Box, error) {
	m, err := b.Model.Part(at...)
	if err != nil {
		return nil, err
	}
	parted := &Box{Model: m, Mapping: b.Mapping, schema: b.schema, work: b.work}
	parted.Mapping.Classes = nil
	for k := range m.Classes {
		parted.Mapping.Classes = append(parted.Mapping.Classes, k)
	}
	return parted, nil
}

// stepped converts a chain of layers to a program, which also accepts inputs that are not affine
// in a row.
func (m *Model) stepped() *Model {
	own, p := *m, &program{in: len(m.units)}
	for i, d := range m.layers {
		a := affine{of: i - 1, bias: d.b}
		for o := range d.out {
			for in := range d.in {
				a.units, a.w = append(a.units, int32(in)), append(a.w, d.w[o*d.in+in])
			}
			a.ends = append(a.ends, int32(len(a.w)))
		}
		if i == len(m.layers)-1 {
			p.out = a
			break
		}
		act := relu
		if d.act == nn.Sigmoid {
			act = sigmoid
		}
		p.steps = append(p.steps, step{parts: []affine{a}, layer: &layer{act: act, n: d.out}})
	}
	own.program, own.layers = p, nil
	return &own
}

// source returns how a unit is computed. If the table marks a value as missing, it is missing for
// a model that accepts missing values, unless the model reads the flag itself.
func (p Mapping) source(u unit, c Column, s data.Schema) source {
	r := source{Source: p.Columns[u.column].lookedUp(c), code: u.code, flag: -1, gap: -1, fills: c.Fills, fill: c.Fill,
		category: c.Category}
	if c.Codes != nil {
		r.Shift, r.Scale = 0, 0
		r.fill = float64(slices.Index(c.Codes, formatCode(c.Fill)))
	}
	if !c.Gaps {
		return r
	}
	switch r.Take {
	case Number:
		r.flag = p.flagOf(r.Feature, s)
	case Code:
		r.gap = slices.Index(s.Features[r.Feature].Levels, data.MissingLevel)
		if s.Features[r.Feature].Kind.Numeric() {
			r.flag = p.flagOf(r.Feature, s)
		}
	}
	return r
}

// flagOf returns the feature that marks whether another is missing, or -1 if there isn't one or
// the model reads it itself.
func (p Mapping) flagOf(feature int, s data.Schema) int {
	for j := range s.Features {
		if s.FlagOf(j) == feature && !slices.ContainsFunc(p.Columns, func(o Source) bool {
			return o.Take != Nothing &&
				o.Take != Fixed && o.Feature == j
		}) {
			return j
		}
	}
	return -1
}

// Classes implements blackbox.BlackBox.
func (b *Box) Classes() int { return b.Model.Classes }

// Pass implements blackbox.BlackBox.
func (b *Box) Pass() blackbox.Pass {
	return &boxPass{b: b, one: make([]float32, b.schema.Width()), row: make([]float64, len(b.schema.Features)),
		x: make([]float64, len(b.work))}
}

type boxPass struct {
	b      *Box
	buf    [][]float64
	one    []float32
	row    []float64
	x      []float64
	shares []float32
}

// Shares implements blackbox.Pass.
func (p *boxPass) Shares(x []float32, n int) []float32 {
	return p.ask(x, n, func(y []float64) {
		if p.b.Ends == Given {
			share(y)
		} else {
			softmaxOf(y)
		}
	})
}

// Logits implements blackbox.Scorer.
func (p *boxPass) Logits(x []float32, n int) []float32 {
	return p.ask(x, n, func(y []float64) {
		if p.b.Ends != Given {
			return
		}
		share(y)
		for i, v := range y {
			y[i] = logarithm(v)
		}
	})
}

// logarithm returns the logarithm of a share, with a lower limit.
func logarithm(v float64) float64 { return math.Max(-87, logOf(v)) }

func (p *boxPass) ask(x []float32, n int, end func(y []float64)) []float32 {
	classes := p.b.Model.Classes
	if cap(p.shares) < classes*n {
		p.shares = make([]float32, classes*n)
	}
	p.shares = p.shares[:classes*n]
	for e := range n {
		for i := range p.one {
			p.one[i] = x[i*n+e]
		}
		p.b.schema.Decode(p.one, p.row)
		for i := range p.b.work {
			p.x[i] = p.b.work[i].unitValue(p.row)
		}
		y := p.b.program.run(p.x, &p.buf)
		end(y)
		for k, to := range p.b.Mapping.Classes {
			p.shares[to*n+e] = float32(y[k])
		}
	}
	return p.shares
}

// unitValue returns the value of a unit for a decoded row.
func (s *source) unitValue(row []float64) float64 {
	v := s.Value
	missing := s.flag >= 0 && row[s.flag] != 0
	switch s.Take {
	case Number:
		v = row[s.Feature]
	case Level:
		v = one(row[s.Feature] == float64(s.Level))
	case Code:
		missing = missing || s.gap >= 0 && int(row[s.Feature]) == s.gap
		if !missing {
			v = s.Source.code(row[s.Feature])
			missing = s.category && v < 0
		}
	}
	if missing && s.fills {
		v = s.fill
	} else if missing {
		return math.NaN()
	}
	if s.code == placeOfCode && v < 0 {
		return math.NaN()
	}
	if s.code >= 0 {
		return one(v == float64(s.code))
	}
	if missing {
		return v
	}
	if v -= s.Shift; s.Scale != 0 {
		v /= s.Scale
	}
	return v
}
