// Package peers contains other methods that find counterfactuals, each implemented from its own
// paper with its own settings, so that Causeway can be compared with them on the same rows. A
// method receives what its interface accepts: the rows, the black box, the fixed features and,
// for each row, the values that rules allow for every feature. Rules that its interface cannot
// express are checked on its results. A row that breaks one does not count, and a method with
// several candidates takes the next. No method shares code with the search or with the
// generators. Start reading at Method.New.
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

// Problem is the input of a method.
type Problem struct {
	Schema   data.Schema
	BlackBox blackbox.BlackBox
	Rows     [][]float64 // decoded training rows
	Fixed    []bool      // whether each feature is fixed; nil if none is
	Seed     uint64      // for random draws and training before the first answer

	// Domains returns the values that hard rules allow for every feature of a row's
	// counterfactuals: ranges, directions and levels, each feature separately. If it is nil, the
	// range and the levels of the rows apply.
	Domains func(factual []float64) []causal.Domain

	// Keeps reports whether a counterfactual keeps every hard rule, including those that involve
	// several features. If it is nil, every counterfactual does.
	Keeps func(factual, row []float64) bool

	// Tick is called regularly. An error stops the preparation of a method, or ends its answers
	// without the missing ones. Tick may be nil.
	Tick func() error

	// GaveUp is called for every row without an answer because the method reached its limit for
	// one row. It may be nil.
	GaveUp func()
}

// Method is one of the methods.
type Method struct {
	Name string // name in commands, records and messages

	// Holds describes which rules the method keeps through its own interface and which are
	// checked on its rows.
	Holds string

	// Gradient reports whether the black box must be blackbox.Differentiable.
	Gradient bool

	make func(*place) (blackbox.Answerer, error)
}

// Methods lists all methods. Each file registers its own, under the name in the registry of
// core/model.
var Methods []Method

func add(m Method) { Methods = append(Methods, m) }

// New prepares the method. Its answers reach the target, differ from the factual, keep the rules
// and consist of values that the features can have. If no such row is found, the answer is nil.
// The answer for a row does not depend on the other rows, but its key depends on the row's index.
func (m Method) New(p Problem) (blackbox.Answerer, error) {
	if _, ok := p.BlackBox.(blackbox.Differentiable); m.Gradient && !ok {
		return nil,
			fault.Errorf("peers: %s needs a black box with a gradient, but this one has none; leave the method out",
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
	return checkedAnswerer{from, at}, err
}

// checkedAnswerer removes answers of a method that break a rule.
type checkedAnswerer struct {
	blackbox.Answerer
	*place
}

// Answers implements blackbox.Answerer.
func (t checkedAnswerer) Answers(rows [][]float64, target []int, key kernel.Key) [][]float64 {
	all := t.Answerer.Answers(rows, target, key)
	for i, row := range all {
		if row != nil && !t.keeps(rows[i], t.Domains(rows[i]), row) {
			all[i] = nil
		}
	}
	return all
}

// stopped reports whether a method must stop.
func (p *place) stopped() bool { return p.Tick() != nil }

// each answers the rows one by one until the method must stop.
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

// place is a problem together with what all methods need.
type place struct {
	Problem
	width   int
	classes []int // predicted classes of Rows, computed when first needed
}

// predicted returns the classes that the black box predicts for the rows.
func (p *place) predicted() []int {
	if p.classes == nil {
		p.classes = p.ask().classes(p.Rows)
	}
	return p.classes
}

// free returns the features that may change.
func (p *place) free() (list []int) {
	for j, fixed := range p.Fixed {
		if !fixed {
			list = append(list, j)
		}
	}
	return list
}

// agrees reports whether two rows have the same values for the fixed features.
func (p *place) agrees(a, b []float64) bool {
	for j, fixed := range p.Fixed {
		if fixed && a[j] != b[j] {
			return false
		}
	}
	return true
}

// keeps reports whether a row keeps the rules for a factual whose domains are given.
func (p *place) keeps(factual []float64, domains []causal.Domain, row []float64) bool {
	for j, v := range row {
		if !domains[j].Has(v) {
			return false
		}
	}
	return p.agrees(factual, row) && p.Keeps(factual, row)
}

// within moves a value of feature j into its domain. It returns the nearest possible number, or
// the first allowed level.
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

// far returns the distance of two rows that most of the methods use: the sum over the numbers of
// |difference| / MAD plus the number of levels that differ (Wachter, Mittelstadt and Russell
// 2017; Mothilal, Sharma and Tan 2020, section 3.3).
func (p *place) far(a, b []float64) float64 {
	sum := 0.0
	for j := range p.Schema.Features {
		sum += p.apart(j, a[j], b[j])
	}
	return sum
}

// apart returns the contribution of feature j to far.
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

// unit returns the MAD of a number, or 1 if it is 0.
func unit(f *data.Feature) float64 {
	if f.MAD > 0 {
		return f.MAD
	}
	return 1
}

// sparser resets changed features of a row to the factual's value, beginning with the smallest
// change. It accepts a reset if the row still reaches the target and keeps every rule. This is
// the second part of Growing Spheres (Laugel and others 2018, section 3.3, algorithm 3).
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

// asker classifies decoded rows with the black box. Only one goroutine may use it.
type asker struct {
	schema data.Schema
	width  int
	pass   blackbox.Pass
	x, one []float32
}

func (p *place) ask() *asker {
	return &asker{schema: p.Schema, width: p.width, pass: p.BlackBox.Pass(), one: make([]float32, p.width)}
}

// shares returns the shares of the classes, classes×len(rows), valid until the next call.
func (a *asker) shares(rows [][]float64) []float32 {
	return a.pass.Shares(a.encode(rows), len(rows))
}

// encode returns encoded rows feature by feature, width×len(rows).
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

// classes returns the classes with the largest share.
func (a *asker) classes(rows [][]float64) []int {
	const part = 1024
	y := make([]int, len(rows))
	for from := 0; from < len(rows); from += part {
		to := min(from+part, len(rows))
		nn.Best(a.shares(rows[from:to]), y[from:to])
	}
	return y
}
