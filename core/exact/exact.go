// Package exact searches the counterfactuals of one row completely. It divides the rows that the rules
// leave into boxes and bounds what the black box can answer inside each. It goes on until a row is found,
// every box is ruled out or its budget is spent.
//
// What it proves holds for the network as it computes, in float32, or for trees as they add up. It holds
// for every row whose values the columns can show, inside the range of the training rows. It draws
// nothing at random and reads no clock. Begin at New and Search.Nearest.
package exact

import (
	"math"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/nn"
)

// Problem asks for the nearest row that the black box assigns to the target: the least effort,
// then the least cost.
type Problem struct {
	Schema   data.Schema
	BlackBox blackbox.BlackBox // of which CanBound
	Factual  []float64
	Target   int
	Rules    []causal.Rule

	// Lead is by how much the share of the target must exceed that of every other class. Least
	// is what the share itself must be. Both are as the black box reports them. That the target
	// leads at all must also be certain, see Clear.
	Lead, Least float64

	Clear *Clear // of the schema and the black box; nil: it is made

	Effort     []float64 // of changing each feature; nil: 1 everywhere
	LevelCost  float64   // cost of a changed level; a number costs its change in MADs
	MaxChanged int       // features that may change, besides those that follow; 0: any number

	Within []causal.Domain // where to look; nil: wherever the rules allow
}

// CanBound reports whether the answers of a black box can be bounded: it is a network or
// trees. The others cannot be searched completely.
func CanBound(b blackbox.BlackBox) bool { return NetworkOf(b) != nil || TreesOf(b) != nil }

// NetworkOf is the network that a black box is, or nil.
func NetworkOf(b blackbox.BlackBox) *nn.Classifier {
	if n, ok := b.(interface{ Network() *nn.Classifier }); ok {
		return n.Network()
	}
	return nil
}

// Row is a counterfactual with its effort and cost, which order rows.
type Row struct {
	Values       []float64
	Changed      int
	Effort, Cost float64
}

// Nearer compares two rows by effort, then cost. Differences below rounding
// count as equal.
func (r Row) Nearer(o Row) bool { return nearer(r.Effort, r.Cost, o.Effort, o.Cost) }

func nearer(effort, cost, thanEffort, thanCost float64) bool {
	if e := hair * (1 + math.Abs(thanEffort)); math.Abs(effort-thanEffort) > e {
		return effort < thanEffort
	}
	return cost < thanCost-hair*(1+math.Abs(thanCost))
}

// hair is the difference of two sums, relative to them, that rounding can make.
const hair = 1e-9

// Search is a running complete search. Its rows consist of the open features: the others have
// one value in all of them, see fixedPart.
type Search struct {
	p      Problem // of the open features
	open   []int   // by feature of the problem that was asked
	fixed  fixedPart
	net    network
	trees  *forest // instead of net
	follow bool    // some open features follow from others
	cols   []column
	base   *causal.Base    // of the open features
	linked []bool          // rules tie the feature to others
	within []causal.Domain // what the open features may be

	best  *Row // of the open features
	rest  []box
	boxes int

	pass  blackbox.Pass
	x     []float32 // a whole row as the black box reads it
	clear *Clear
	whole []float64 // room for a whole row
	view  view
	work  work
}

// New begins a search.
func New(p Problem) (*Search, error) { return begin(p, false, false) }

// begin is New. The other way around, the bounds are for how far any class can lead the target. A
// whole search opens all features.
func begin(p Problem, around, whole bool) (*Search, error) {
	if len(p.Factual) != len(p.Schema.Features) {
		return nil, fault.Errorf("exact: a row of %d values for %d features", len(p.Factual), len(p.Schema.Features))
	}
	c, trees := NetworkOf(p.BlackBox), TreesOf(p.BlackBox)
	switch {
	case c != nil && c.Net.In() != p.Schema.Width():
		return nil, fault.Errorf("exact: a black box of %d inputs for rows of %d", c.Net.In(), p.Schema.Width())
	case c == nil && trees == nil:
		return nil, fault.Errorf("exact: a black box that cannot be bounded")
	}
	s := &Search{pass: p.BlackBox.Pass(), clear: p.Clear}
	if s.clear == nil {
		s.clear = NewClear(p.Schema, p.BlackBox)
	}
	domains, some := s.partFixed(p, c != nil && !whole)
	s.linked = make([]bool, len(s.cols))
	for _, r := range s.p.Rules {
		if list := r.Features(); len(list) > 1 {
			for _, j := range list {
				s.linked[j] = true
			}
		}
	}
	if c != nil {
		var err error
		if s.net, err = newNetwork(c, p.Target, s.inputs(), s.x, around); err != nil {
			return nil, err
		}
	}
	s.work.prepare(s, p.BlackBox.Classes())
	if !some {
		return s, nil
	}
	if trees != nil {
		s.trees = newForest(trees, p.Target, s, domains, around)
	} else {
		s.net.measure(s.cols, domains, s.x)
	}
	s.rest = []box{{domains: domains, share: 1, split: -1}}
	return s, nil
}

// Best is the nearest row so far, or nil.
func (s *Search) Best() *Row {
	if s.best == nil {
		return nil
	}
	r := *s.best
	r.Values = slices.Clone(s.fixed.row)
	for i, j := range s.open {
		r.Values[j] = s.best.Values[i]
	}
	return &r
}

// Budget converts boxes for Any and Nearest, counted for a network of 1,000 weights, to as many
// as take about the same time: fewer for a larger network. Trees count what their boxes take,
// see spent.
func (s *Search) Budget(boxes int) int {
	weights := 0
	if c := NetworkOf(s.p.BlackBox); c != nil {
		for _, l := range c.Net {
			in, out := l.Size()
			weights += in * out
		}
	}
	return max(boxes*1000/max(weights, 1000), min(boxes, 10))
}

// spent counts against the budget of a run: boxes, or for trees the work that takes as long.
func (s *Search) spent() int {
	if s.trees == nil {
		return s.boxes
	}
	return (s.trees.spent + 500*s.boxes) / 1000
}

// Boxes counts those that were looked at.
func (s *Search) Boxes() int { return s.boxes }

// Done reports whether nothing is left to look at. Then Best is the nearest row, and if it has
// none, no row exists.
func (s *Search) Done() bool { return len(s.rest) == 0 }

// Decided is the share of the rows within the rules that are proved not to be
// nearer than Best.
func (s *Search) Decided() float64 {
	share := 0.0
	for _, b := range s.rest {
		share += b.share
	}
	return min(max(1-share, 0), 1)
}

// Offer gives the search a known row. It counts if it is one of the rows searched, reaches the
// target, keeps the rules and is nearer than the best one.
func (s *Search) Offer(values []float64) bool {
	row := make([]float64, len(s.open))
	for i, j := range s.open {
		row[i] = values[j]
	}
	return s.fixed.agrees(values, s.open) && s.offer(row)
}

func (s *Search) offer(values []float64) bool {
	if s.follow { // followers get their values first
		values = slices.Clone(values)
		causal.Compute(s.p.Schema, s.p.Rules, s.p.Factual, values)
	}
	for j := range s.cols {
		if !s.within[j].Has(values[j]) {
			return false
		}
	}
	r, ok := s.judge(values)
	if ok && (s.best == nil || r.Nearer(*s.best)) {
		r.Values = slices.Clone(r.Values)
		s.best = &r
		return true
	}
	return false
}

// Any looks at up to so many more boxes for any row. It calls tick regularly and stops with
// tick's error.
func (s *Search) Any(boxes int, tick func() error) error {
	return s.run(boxes, tick, func() bool { return s.best != nil })
}

// Nearest looks at up to so many more boxes for the nearest row.
func (s *Search) Nearest(boxes int, tick func() error) error {
	return s.run(boxes, tick, func() bool { return false })
}

// tickBoxes are looked at between two calls of tick.
const tickBoxes = 16

func (s *Search) run(boxes int, tick func() error, enough func() bool) error {
	if s.boxes == 0 && len(s.rest) == 1 { // the first box was not looked at yet
		s.boxes++
		if !s.look(&s.rest[0]) {
			s.rest = s.rest[:0]
		}
	}
	until := s.spent() + boxes
	for n := 0; len(s.rest) > 0 && s.spent() < until && !enough(); n++ {
		if n%tickBoxes == 0 {
			if err := tick(); err != nil {
				return err
			}
		}
		last := len(s.rest) - 1
		b := s.rest[last]
		s.rest[last] = box{}
		s.rest = s.rest[:last]
		if s.best != nil && !nearer(b.effort, b.cost, s.best.Effort, s.best.Cost) {
			continue
		}
		from := len(s.rest)
		for _, child := range s.divide(b) {
			s.boxes++
			if s.look(&child) {
				s.rest = append(s.rest, child)
			}
		}
		slices.SortStableFunc(s.rest[from:], func(a, b box) int { // the likeliest is looked at first
			switch {
			case a.margin < b.margin:
				return -1
			case a.margin > b.margin:
				return 1
			}
			return 0
		})
	}
	return nil
}

// judge measures a row with the real network and the rules.
func (s *Search) judge(values []float64) (r Row, ok bool) {
	r = Row{values, s.fixed.changed, s.fixed.effort, s.fixed.cost}
	base := s.base.Of(values, s.work.based)
	for j := range s.cols {
		c := &s.cols[j]
		if values[j] == base[j] {
			continue
		}
		r.Changed++
		r.Effort += c.effort
		r.Cost += c.cost(values[j], base[j])
	}
	if r.Changed == 0 || s.p.MaxChanged > 0 && r.Changed > s.p.MaxChanged {
		return r, false
	}
	return r, s.says(values) && causal.AllHold(s.p.Schema, s.p.Rules, s.p.Factual, values)
}

// says reports whether the black box assigns a row to the target as clearly as it must.
func (s *Search) says(values []float64) bool {
	for j := range s.cols {
		c, part := &s.cols[j], s.x[s.cols[j].input:]
		if c.number {
			part[0] = c.Scale(values[j])
			continue
		}
		clear(part[:len(c.Levels)])
		part[int(values[j])] = 1
	}
	shares, target := s.pass.Shares(s.x, 1), s.p.Target
	class := [1]int{}
	nn.Best(shares, class[:])
	if class[0] != target || float64(shares[target]) < s.p.Least {
		return false
	}
	lead := math.Inf(1)
	for k, v := range shares {
		if k != target {
			lead = min(lead, float64(shares[target])-float64(v))
		}
	}
	if lead < s.p.Lead {
		return false
	}
	s.whole = append(s.whole[:0], s.fixed.row...)
	for i, j := range s.open {
		s.whole[j] = values[i]
	}
	return s.clear.Sure(s.whole, target, lead)
}

// offerNear offers a row and, if it counts, the row after undoing changes and moving numbers
// back as far as they can go.
func (s *Search) offerNear(values []float64) {
	if !s.offer(values) {
		return
	}
	for again := true; again; {
		again = false
		for j := range s.cols {
			row, c := slices.Clone(s.best.Values), &s.cols[j]
			if row[j] == c.factual {
				continue
			}
			kept := row[j]
			row[j] = c.factual
			if s.offer(row) {
				again = true
				continue
			}
			for from := c.factual; c.number; {
				mid := c.Round(from/2 + kept/2)
				if mid == from || mid == kept || (mid < kept) != (from < kept) {
					break
				}
				if row[j] = mid; s.offer(row) {
					kept, again = mid, true
				} else {
					from = mid
				}
			}
		}
	}
}
