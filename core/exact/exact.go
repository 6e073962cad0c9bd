// Package exact performs a complete search for the counterfactuals of one row. It divides the
// rows that the rules allow into boxes and bounds the black box's answers inside each box. It
// stops when it has found a row, ruled out every box or spent its budget.
//
// Its proofs hold for networks as computed in float32, and for trees as they are summed. They
// cover every row whose values the columns can show, inside the ranges of the training rows. The
// search uses no random numbers and reads no clock. Begin at New and Search.Nearest.
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

// Problem describes the row to find: the nearest one that the black box assigns to the target.
// Nearest means the least effort, then the least cost.
type Problem struct {
	Schema   data.Schema
	BlackBox blackbox.BlackBox // CanBound must be true for it
	Factual  []float64
	Target   int
	Rules    []causal.Rule

	// Lead is the least difference between the target's share and any other share. Least is the
	// target's least share. Both refer to the shares that the black box reports. In addition, the
	// target must lead for certain; see Clear.
	Lead, Least float64

	Clear *Clear // for the schema and the black box; if nil, New creates one

	Effort     []float64 // effort of changing each feature; nil: 1 for all
	LevelCost  float64   // cost of a changed level; the cost of a number is its change in MADs
	MaxChanged int       // how many features may change, without those that follow or are Joined; 0: no limit
	MaxCost    float64   // limit of the cost, without what follows; 0: no limit

	Within []causal.Domain // where to search; nil: wherever the rules allow
}

// CanBound reports whether a black box can be searched completely, because the search can bound its
// answers: it is a network, consists of trees, or bounds its own shares.
func CanBound(b blackbox.BlackBox) bool {
	return NetworkOf(b) != nil || TreesOf(b) != nil || BoundsOf(b) != nil
}

// NetworkOf returns the network of a black box, or nil if it has none.
func NetworkOf(b blackbox.BlackBox) *nn.Classifier {
	if n, ok := b.(interface{ Network() *nn.Classifier }); ok {
		return n.Network()
	}
	return nil
}

// affords reports whether a cost is within the limit, up to rounding.
func (p *Problem) affords(cost float64) bool {
	return p.MaxCost == 0 || cost <= p.MaxCost+float64(hair*(1+p.MaxCost))
}

// near narrows domains to the values that the limit of the cost allows for each feature alone. It
// skips features whose change may follow from others.
func (p *Problem) near(domains []causal.Domain) {
	base := causal.NewBase(p.Schema, p.Rules, p.Factual)
	for j := range domains {
		c, d := columnOf(*p, j), &domains[j]
		if base.Forced(j) || slices.ContainsFunc(p.Rules, func(r causal.Rule) bool {
			return r.Kind == causal.Computed && r.Feature == j
		}) {
			continue
		}
		if c.number {
			far := float64(p.MaxCost/c.price)*(1+hair) + hair
			d.Min, d.Max = max(d.Min, c.factual-far), min(d.Max, c.factual+far)
		}
		for l := range d.Levels {
			d.Levels[l] = d.Levels[l] && (l == int(c.factual) || p.affords(c.price))
		}
	}
}

// Row is a counterfactual with its effort and cost. Rows are ordered by these two.
type Row struct {
	Values       []float64
	Changed      int
	Effort, Cost float64
}

// Nearer reports whether r is nearer than o: by effort, then by cost. Differences that rounding
// can explain count as equal.
func (r Row) Nearer(o Row) bool { return nearer(r.Effort, r.Cost, o.Effort, o.Cost) }

func nearer(effort, cost, thanEffort, thanCost float64) bool {
	if e := hair * (1 + math.Abs(thanEffort)); math.Abs(effort-thanEffort) > e {
		return effort < thanEffort
	}
	return cost < thanCost-hair*(1+math.Abs(thanCost))
}

// hair is the largest relative difference that rounding can cause between two equal sums.
const hair = 1e-9

// Search is a complete search in progress. Its rows hold only the open features. All others have
// the same value in every row; see fixedPart.
type Search struct {
	p      Problem // restricted to the open features
	open   []int   // their indices in the original problem
	fixed  fixedPart
	net    network
	trees  *forest // used instead of net
	reach  *reach  // used instead of both
	follow bool    // some open features follow from others
	cols   []column
	base   *causal.Base    // for the open features
	linked []bool          // whether a rule ties the feature to others
	within []causal.Domain // allowed values of the open features

	best  *Row // values of the open features
	rest  []box
	boxes int

	pass  blackbox.Pass
	x     []float32 // a whole row, encoded for the black box
	clear *Clear
	whole []float64 // buffer for a whole row
	view  view
	work  work
}

// New starts a search.
func New(p Problem) (*Search, error) { return begin(p, false, false) }

// begin implements New. If around is true, the search bounds how far any other class can lead the
// target instead. If whole is true, all features are open.
func begin(p Problem, around, whole bool) (*Search, error) {
	if len(p.Factual) != len(p.Schema.Features) {
		return nil, fault.Errorf("exact: the row has %d values, but the table has %d "+
			"features", len(p.Factual), len(p.Schema.Features))
	}
	c, trees := NetworkOf(p.BlackBox), TreesOf(p.BlackBox)
	var bounds blackbox.Bounds
	if c == nil && trees == nil {
		bounds = BoundsOf(p.BlackBox)
	}
	switch {
	case c != nil && c.Net.In() != p.Schema.Width():
		return nil, fault.Errorf("exact: the black box takes %d inputs, but a row gives "+
			"%d", c.Net.In(), p.Schema.Width())
	case c == nil && trees == nil && bounds == nil:
		return nil, fault.Errorf("exact: this black box has no bounds, so it cannot be searched completely")
	}
	if p.MaxCost > 0 && !whole {
		within := clone(p.Within)
		if p.Within == nil {
			within, _ = causal.Domains(p.Schema, nil, p.Factual)
		}
		p.near(within)
		p.Within = within
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
	switch {
	case trees != nil:
		s.trees = newForest(trees, p.Target, s, domains, around)
	case bounds != nil:
		s.reach = newReach(bounds, &p, s, around)
	default:
		s.net.measure(s.cols, domains, s.x)
	}
	s.rest = []box{{domains: domains, share: 1, split: -1}}
	return s, nil
}

// Best returns the nearest row so far, or nil.
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

// Budget converts a number of boxes, counted for a network of 1,000 weights, to the number that
// takes about as long for this black box. A larger network gets fewer boxes. For trees, the unit
// is the work per box; see spent.
func (s *Search) Budget(boxes int) int {
	weights := 0
	if s.reach != nil {
		weights = s.reach.of.Work()
	}
	if c := NetworkOf(s.p.BlackBox); c != nil {
		for _, l := range c.Net {
			in, out := l.Size()
			weights += in * out
		}
	}
	return max(boxes*1000/max(weights, 1000), min(boxes, 10))
}

// spent returns how much of a run's budget is used: in boxes or, for trees and other black boxes,
// in an equivalent amount of work.
func (s *Search) spent() int {
	if s.reach != nil {
		return s.reach.spent
	}
	if s.trees == nil {
		return s.boxes
	}
	return (s.trees.spent + 500*s.boxes) / 1000
}

// Boxes returns the number of boxes examined so far.
func (s *Search) Boxes() int { return s.boxes }

// Done reports whether no box is left to examine. In that case Best is the nearest row, or no row
// exists if Best is nil.
func (s *Search) Done() bool { return len(s.rest) == 0 }

// Decided returns, of the rows that the rules allow, the fraction that is proved not to be nearer
// than Best.
func (s *Search) Decided() float64 {
	share := 0.0
	for _, b := range s.rest {
		share += b.share
	}
	return min(max(1-share, 0), 1)
}

// Offer suggests a known row to the search and reports whether it becomes the best. It does if it
// belongs to the rows being searched, reaches the target, keeps the rules and is nearer than the
// best so far.
func (s *Search) Offer(values []float64) bool {
	row := make([]float64, len(s.open))
	for i, j := range s.open {
		row[i] = values[j]
	}
	return s.fixed.agrees(values, s.open) && s.offer(row)
}

func (s *Search) offer(values []float64) bool {
	if s.follow { // give computed features their values first
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

// Any examines at most the given number of further boxes and stops at the first row that it
// finds. It calls tick regularly and stops if tick returns an error.
func (s *Search) Any(boxes int, tick func() error) error {
	return s.run(boxes, tick, func() bool { return s.best != nil })
}

// Nearest examines at most the given number of further boxes to find the nearest row.
func (s *Search) Nearest(boxes int, tick func() error) error {
	return s.run(boxes, tick, func() bool { return false })
}

// tickBoxes is the number of boxes between two calls of tick.
const tickBoxes = 16

func (s *Search) run(boxes int, tick func() error, enough func() bool) error {
	if s.boxes == 0 && len(s.rest) == 1 { // the first box was not examined yet
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
		slices.SortStableFunc(s.rest[from:], func(a, b box) int { // the most promising box is examined first
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

// judge measures a row, using the actual black box and the rules.
func (s *Search) judge(values []float64) (r Row, ok bool) {
	r = Row{values, s.fixed.changed, s.fixed.effort, s.fixed.cost}
	acted := r.Changed > 0
	base := s.base.Of(values, s.work.based)
	for j := range s.cols {
		c := &s.cols[j]
		if values[j] == base[j] {
			continue
		}
		acted = true
		r.Changed += b2i(!c.joined)
		r.Effort += c.effort
		r.Cost += c.cost(values[j], base[j])
	}
	if !acted || s.p.MaxChanged > 0 && r.Changed > s.p.MaxChanged || !s.p.affords(r.Cost) {
		return r, false
	}
	return r, s.says(values) && causal.AllHold(s.p.Schema, s.p.Rules, s.p.Factual, values)
}

// says reports whether the black box assigns a row to the target by the required margin.
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

// offerNear offers a row. If the row is an answer, offerNear also undoes changes and moves numbers
// back as far as possible, and offers the result.
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
