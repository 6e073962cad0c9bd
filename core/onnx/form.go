package onnx

import "slices"

// A form is a computed value that is affine in the units of one layer. Every element is
//
//	bias + sum of w * unit
//
// Operations between two activations only change the form. Scaling, selecting, concatenating and
// affine layers therefore merge into one matrix, however a file divides them. An activation turns
// the form into a new layer.
type form struct {
	layer *layer // nil without units: the value is the same for all examples
	dims  []int  // dimensions of one example; the full tensor has the number of examples in front
	rows  []row
	holds content
}

// content is the kind of a form's elements. Texts and truncated inputs can only be selected and
// looked up.
type content uint8

const (
	anyNumbers content = iota
	texts
	cutNumbers
)

// row is one element of a form. Rows may share their terms, which are never changed.
type row struct {
	bias  float64
	terms []term
}

type term struct {
	unit int
	w    float64
}

// layer holds either the inputs, with from nil, or an activation applied to a form.
type layer struct {
	from  *form
	parts []*form // for a layer of several concatenated forms
	act   activation
	n     int // number of units
	depth int
	group group
}

type activation uint8

const (
	inputs activation = iota
	relu
	sigmoid
	softmax
)

// Memory charged for a form, in bytes.
const (
	rowBytes  = 32
	termBytes = 16
)

// form allocates a form with a shape, whose terms are added later.
func (p *purse) form(l *layer, dims []int) (*form, error) {
	n, ok := size(dims)
	if !ok {
		n = -1
	}
	if err := p.take(n*rowBytes + 128); err != nil || n < 0 {
		return nil, refuse("The network needs too much memory for a file of its size, so it cannot be evaluated.")
	}
	return &form{layer: l, dims: slices.Clone(dims), rows: make([]row, n)}, nil
}

// units returns the identity on a layer.
func (p *purse) units(l *layer, dims []int) (*form, error) {
	f, err := p.form(l, dims)
	if err != nil {
		return nil, err
	}
	if err := p.take(len(f.rows) * termBytes); err != nil {
		return nil, err
	}
	all := make([]term, len(f.rows))
	for i := range f.rows {
		all[i] = term{i, 1}
		f.rows[i].terms = all[i : i+1 : i+1]
	}
	return f, nil
}

// apply turns a form into a layer.
func (p *purse) apply(f *form, act activation) *layer {
	return &layer{from: f, act: act, n: len(f.rows), depth: f.layer.depth + 1}
}

// scaled returns k times a row, plus b.
func (p *purse) scaled(r row, k, b float64) (row, error) {
	out := row{bias: float64(r.bias*k) + b, terms: r.terms}
	switch k {
	case 1:
		return out, nil
	case 0:
		return row{bias: b}, nil
	}
	if err := p.take(len(r.terms) * termBytes); err != nil {
		return row{}, err
	}
	out.terms = slices.Clone(r.terms)
	for i := range out.terms {
		out.terms[i].w = float64(out.terms[i].w * k)
	}
	return out, nil
}

// sum returns a plus k times b, for two rows of one layer. Terms are in ascending order of units.
func (p *purse) sum(a, b row, k float64) (row, error) {
	if len(b.terms) == 0 {
		return row{a.bias + float64(b.bias*k), a.terms}, nil
	}
	if err := p.take((len(a.terms) + len(b.terms)) * termBytes); err != nil {
		return row{}, err
	}
	out := row{bias: a.bias + float64(b.bias*k), terms: make([]term, 0, len(a.terms)+len(b.terms))}
	i := 0
	for _, t := range b.terms {
		for ; i < len(a.terms) && a.terms[i].unit < t.unit; i++ {
			out.terms = append(out.terms, a.terms[i])
		}
		w := float64(t.w * k)
		if i < len(a.terms) && a.terms[i].unit == t.unit {
			w += a.terms[i].w
			i++
		}
		if w != 0 {
			out.terms = append(out.terms, term{t.unit, w})
		}
	}
	out.terms = append(out.terms, a.terms[i:]...)
	return out, nil
}

// combine computes bias + sum_i w[i] * rows[i], where w is taken from vals at a stride. scratch
// has an element for every unit of the layer and is left cleared.
func (p *purse) combine(rows []row, vals []float64, from, stride int, bias float64, scratch []float64) (row, error) {
	out, steps := row{bias: bias}, 0
	for i := range rows {
		steps += len(rows[i].terms) + 1
	}
	if err := p.spendSteps(steps); err != nil {
		return out, err
	}
	if len(rows) == 1 {
		return p.scaled(rows[0], vals[from], bias)
	}
	used := 0
	for i, r := range rows {
		w := vals[from+i*stride]
		out.bias += float64(w * r.bias)
		if w == 0 {
			continue
		}
		for _, t := range r.terms {
			if scratch[t.unit] == 0 {
				used++
			}
			scratch[t.unit] += float64(w * t.w)
		}
	}
	if err := p.spendSteps(len(scratch)); err != nil {
		return out, err
	}
	used = min(used, len(scratch)) // a unit that cancelled in between is listed twice
	if err := p.take(used * termBytes); err != nil {
		return out, err
	}
	out.terms = make([]term, 0, used)
	for u, w := range scratch {
		if w != 0 {
			out.terms = append(out.terms, term{u, w})
			scratch[u] = 0
		}
	}
	return out, nil
}

// plain reports whether a row is exactly one unit, and which one.
func (r row) plain() (unit int, ok bool) {
	if len(r.terms) != 1 || r.bias != 0 || r.terms[0].w != 1 {
		return 0, false
	}
	return r.terms[0].unit, true
}
