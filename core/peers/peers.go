// Package peers holds other methods that find counterfactuals, each from its own paper and with
// its own settings, so that Causeway can be compared with them on the same rows. A method gets
// what its interface takes: the rows, the black box, the fixed features and, for each row, what
// rules leave of every feature. Rules that its interface cannot express are checked on its
// rows: one that breaks a rule does not count, and a method that has several takes the next. No
// method shares code with the search or with the generators. Begin at Method.New.
package peers

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// Problem is what the methods are given.
type Problem struct {
	Schema   data.Schema
	BlackBox blackbox.BlackBox
	Rows     [][]float64 // for training, decoded
	Fixed    []bool      // features × whether it stays as it is; nil: none does
	Seed     uint64      // of what a method draws or trains before it is asked

	// Domains are what hard rules leave of every feature of a row's counterfactuals: ranges,
	// ways and levels, one feature at a time. Nil: the range and the levels of the rows.
	Domains func(factual []float64) []causal.Domain

	// Keeps reports whether a counterfactual keeps every hard rule, also those that join
	// features. Nil: each does.
	Keeps func(factual, row []float64) bool

	// Tick is called regularly while a method is prepared, which its error stops, and while it
	// answers, which its error ends without the missing answers. Nil is never called.
	Tick func() error

	// GaveUp is called for every row that a method has no answer for because it spent what it
	// may spend on one. Nil is never called.
	GaveUp func()
}

// Method is one of them.
type Method struct {
	Name string // in commands, records and messages

	// Holds says by whose means the method keeps rules: what its own interface takes, and
	// what is asked of its rows.
	Holds string

	// Gradient reports whether the black box must be blackbox.Differentiable.
	Gradient bool

	make func(*place) (blackbox.Answerer, error)
}

// Methods are all of them: each file adds its own, under the name that the registry of
// core/model has for it.
var Methods []Method

func add(m Method) { Methods = append(Methods, m) }

// New makes the method ready. Its answers reach the target, differ from the factual, keep the rules
// and consist of values that the features can have; without such a row the answer is nil. It does
// not depend on the other rows, except by the row's place, which its key is drawn from.
func (m Method) New(p Problem) (blackbox.Answerer, error) {
	if _, ok := p.BlackBox.(blackbox.Differentiable); m.Gradient && !ok {
		return nil,
			fault.Errorf("peers: %s needs a black box with a gradient, and this one has none: leave the method out",
				m.Name)
	}
	if len(p.Rows) == 0 {
		return nil, fault.Errorf("peers: %s needs training rows", m.Name)
	}
	at := &place{Problem: p, width: p.Schema.Width()}
	if at.Fixed == nil {
		at.Fixed = make([]bool, len(p.Schema.Features))
	}
	if at.Tick == nil {
		at.Tick = func() error { return nil }
	}
	if at.Keeps == nil {
		at.Keeps = func(_, _ []float64) bool { return true }
	}
	if at.Domains == nil {
		at.Domains = func(row []float64) []causal.Domain {
			d, _ := causal.Domains(at.Schema, nil, row)
			return d
		}
	}
	from, err := m.make(at)
	return told{from, at}, err
}

// told is a method without the answers that break a rule.
type told struct {
	blackbox.Answerer
	*place
}

// Answers implements blackbox.Answerer.
func (t told) Answers(rows [][]float64, target []int, key kernel.Key) [][]float64 {
	all := t.Answerer.Answers(rows, target, key)
	for i, row := range all {
		if row != nil && !t.keeps(rows[i], t.Domains(rows[i]), row) {
			all[i] = nil
		}
	}
	return all
}

// stopped reports whether a method is to end.
func (p *place) stopped() bool { return p.Tick() != nil }

// each has every row answered until the method is to end.
func (p *place) each(rows [][]float64, answer func(i int, x []float64) []float64) [][]float64 {
	all := make([][]float64, len(rows))
	for i, x := range rows {
		if p.stopped() {
			break
		}
		all[i] = answer(i, x)
	}
	return all
}

// place is a problem with what the methods share.
type place struct {
	Problem
	width   int
	classes []int // of Rows, by the black box, once they are needed
}

// predicted are the classes that the black box gives to the rows.
func (p *place) predicted() []int {
	if p.classes == nil {
		p.classes = p.ask().classes(p.Rows)
	}
	return p.classes
}

// free are the features that may change.
func (p *place) free() (list []int) {
	for j, fixed := range p.Fixed {
		if !fixed {
			list = append(list, j)
		}
	}
	return list
}

// agrees reports whether two rows are the same in what stays.
func (p *place) agrees(a, b []float64) bool {
	for j, fixed := range p.Fixed {
		if fixed && a[j] != b[j] {
			return false
		}
	}
	return true
}

// keeps reports whether a row keeps the rules of a factual, whose domains are at hand.
func (p *place) keeps(factual []float64, domains []causal.Domain, row []float64) bool {
	for j, v := range row {
		if !domains[j].Has(v) {
			return false
		}
	}
	return p.agrees(factual, row) && p.Keeps(factual, row)
}

// within is a value of feature j that has to be in its domain: the nearest that the
// feature can hold, and of levels the first.
func (p *place) within(j int, d causal.Domain, v float64) float64 {
	f := &p.Schema.Features[j]
	switch {
	case d.Has(v):
		return v
	case !f.Kind.Numeric():
		return max(float64(slices.Index(d.Levels, true)), 0)
	case v < d.Min:
		if v = f.Round(d.Min); v < d.Min {
			v = f.Round(v + f.Step())
		}
	default:
		if v = f.Round(d.Max); v > d.Max {
			v = f.Round(v - f.Step())
		}
	}
	return v
}

// far is the distance of two rows in which most of the methods measure: the sum over
// the numbers of |difference| / MAD and the number of levels that differ (Wachter,
// Mittelstadt and Russell 2017; Mothilal, Sharma and Tan 2020, section 3.3).
func (p *place) far(a, b []float64) float64 {
	sum := 0.0
	for j := range p.Schema.Features {
		sum += p.apart(j, a[j], b[j])
	}
	return sum
}

// apart is the part of feature j in far.
func (p *place) apart(j int, a, b float64) float64 {
	f := &p.Schema.Features[j]
	switch {
	case a == b:
		return 0
	case f.Kind.Numeric():
		return math.Abs(a-b) / unit(f)
	}
	return 1
}

// unit is the MAD of a number, 1 if it is 0.
func unit(f *data.Feature) float64 {
	if f.MAD > 0 {
		return f.MAD
	}
	return 1
}

// sparser sets changed features of a row back to the factual's value, those first that changed
// least. It keeps a row while it reaches the target and keeps every rule: the second part of
// Growing Spheres (Laugel and others 2018, section 3.3, algorithm 3).
func (p *place) sparser(a *asker, factual, row []float64, target int) []float64 {
	row = slices.Clone(row)
	domains := p.Domains(factual)
	var changed []int
	for j, v := range row {
		if v != factual[j] {
			changed = append(changed, j)
		}
	}
	slices.SortStableFunc(changed, func(i, j int) int {
		return cmp.Compare(p.apart(i, row[i], factual[i]), p.apart(j, row[j], factual[j]))
	})
	for _, j := range changed {
		was := row[j]
		if row[j] = factual[j]; !p.keeps(factual, domains, row) || a.classes([][]float64{row})[0] != target {
			row[j] = was
		}
	}
	return row
}

// asker asks the black box about decoded rows; it belongs to one goroutine.
type asker struct {
	schema data.Schema
	width  int
	pass   blackbox.Pass
	x, one []float32
}

func (p *place) ask() *asker {
	return &asker{schema: p.Schema, width: p.width, pass: p.BlackBox.Pass(), one: make([]float32, p.width)}
}

// shares are those of the classes, classes×len(rows), valid until the next call.
func (a *asker) shares(rows [][]float64) []float32 {
	return a.pass.Shares(a.encode(rows), len(rows))
}

// encode lays rows out feature by feature, width×len(rows).
func (a *asker) encode(rows [][]float64) []float32 {
	n := len(rows)
	x := nn.Grow(&a.x, a.width*n)
	for e, r := range rows {
		a.schema.Encode(r, a.one)
		for i, v := range a.one {
			x[i*n+e] = v
		}
	}
	return x
}

// classes are those with the largest share.
func (a *asker) classes(rows [][]float64) []int {
	const part = 1024
	y := make([]int, len(rows))
	for from := 0; from < len(rows); from += part {
		to := min(from+part, len(rows))
		nn.Best(a.shares(rows[from:to]), y[from:to])
	}
	return y
}
