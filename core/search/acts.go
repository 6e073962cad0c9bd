package search

import (
	"fmt"
	"math"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// A computed feature that a person can also change gets one more feature during the search, the
// action on it:
//
//	x'_v = r_v + f(x'_pa) + a_v    a_v = 0 in the factual
//
// An action on a number moves in the steps of its column; an action on a feature with levels counts
// ranks. It costs as much as a change of v. Because v then follows from its action, the code for
// computed features handles actions too. The black box does not see actions, and results omit them.

// actions lists the computed features that a person can also change.
type actions struct {
	schema data.Schema // schema of rows without actions
	rules  []int       // indices of the rules in the query
	of     []int       // the features that they compute
}

// acting returns a search whose rows have a feature for each of the query's actions. ok is false if
// the query has no actions. Immutable features get no action, because they only follow.
func (f Finder) acting(q Query) (wide Finder, asked Query, a actions, ok bool) {
	if !slices.ContainsFunc(q.Rules, func(r causal.Rule) bool { return r.Follower() && r.Law.Acted }) {
		return f, q, a, false
	}
	a.schema = f.schema
	locked := func(j int) bool {
		return slices.ContainsFunc(q.Rules, func(r causal.Rule) bool {
			return r.Kind == causal.Immutable && r.Feature == j && !r.Soft
		})
	}
	from := f.sampler(q)
	q.Rules, q.Row, q.Effort = slices.Clone(q.Rules), slices.Clone(q.Row), slices.Clone(q.Effort)
	for i, r := range q.Rules {
		if r.Follower() && r.Law.Acted {
			q.Rules[i].Law.Acted = false
			if !locked(r.Feature) {
				a.rules, a.of = append(a.rules, i), append(a.of, r.Feature)
			}
		}
	}
	s := f.schema
	s.Features = slices.Clone(s.Features)
	for n, j := range a.of {
		feature, none := action(s.Features[j], swing(f.schema, q.Rules[a.rules[n]]))
		s.Features, q.Row = append(s.Features, feature), append(q.Row, none)
		if len(q.Effort) > 0 {
			q.Effort = append(q.Effort, q.Effort[j])
		}
		r := &q.Rules[a.rules[n]]
		r.Also = append(slices.Clone(r.Also), causal.Member{Feature: len(s.Features) - 1})
		r.Law.Mechanism = withAction{r.Law.Mechanism}
		if r.Law.Weights != nil {
			r.Law.Weights = append(slices.Clone(r.Law.Weights), 1)
		}
	}
	under := q.Under
	q.Under = nil
	for _, b := range under {
		q.Under = append(q.Under, unseeing(b, f.schema, s))
	}
	return Finder{newLayout(s), unseeing(f.blackBox, f.schema, s), actingSampler{from, a, q.Rules, s}}, q, a, true
}

// swing returns an upper bound on how far a rule can move its computed feature within the ranges of
// a table.
func swing(s data.Schema, r causal.Rule) float64 {
	domains, _ := causal.Domains(s, nil, nil)
	a, b := r.Law.Mechanism.Bounds(causal.InputEnds(s, r.Features()[1:], domains))
	if !(b-a < causal.Open) { // NaN if the bounds are unknown
		return causal.Open
	}
	return b - a
}

// ranks returns the lowest and the highest score of a feature with levels.
func ranks(f data.Feature) (low, high float64) {
	low, high = causal.Score(f, 0), causal.Score(f, 0)
	for l := range f.Levels {
		low, high = min(low, causal.Score(f, float64(l))), max(high, causal.Score(f, float64(l)))
	}
	return low, high
}

// mostRanks is the largest number of ranks by which an action can move a feature with levels.
const mostRanks = 50

// action returns the feature for an action on f, and the value that means no action. Its range is
// wide enough to cancel all changes that follow and to cross the whole range of f.
func action(f data.Feature, swing float64) (_ data.Feature, none float64) {
	if f.Kind.Numeric() {
		out := data.Feature{Name: f.Name, Kind: data.Continuous, MAD: f.MAD, Decimals: f.Decimals}
		if far := f.Max - f.Min + swing; f.Max > f.Min && far < causal.Open {
			out.Min, out.Max = out.Round(-far), out.Round(far)
		}
		return out, 0
	}
	low, high := ranks(f)
	out := data.Feature{Name: f.Name, Kind: data.Ordered, MAD: f.MAD}
	most := int(min(high-low+math.Ceil(swing), mostRanks))
	for by := -most; by <= most; by++ {
		out.Levels, out.Ranks = append(out.Levels, fmt.Sprint(by)), append(out.Ranks, float64(by))
	}
	return out, float64(most)
}

// withAction is a mechanism whose last input is an action.
type withAction struct{ causal.Mechanism }

func (m withAction) Inputs() int { return m.Mechanism.Inputs() + 1 }

func (m withAction) Mean(p []float64) float64 {
	n := m.Mechanism.Inputs()
	return m.Mechanism.Mean(p[:n]) + p[n]
}

func (m withAction) Grad(p, dst []float64) float64 {
	n := m.Mechanism.Inputs()
	dst[n] = 1
	return m.Mechanism.Grad(p[:n], dst[:n]) + p[n]
}

func (m withAction) Bounds(low, high []float64) (least, most float64) {
	n := m.Mechanism.Inputs()
	least, most = m.Mechanism.Bounds(low[:n], high[:n])
	return least + low[n], most + high[n]
}

// withoutActions removes the actions from all rows found.
func (a actions) withoutActions(found Found) Found {
	n := len(a.schema.Features)
	cut := func(row []float64) []float64 {
		if len(row) > n {
			row = row[:n:n]
		}
		return row
	}
	found.Factual.Row = cut(found.Factual.Row)
	for i := range found.Rows {
		found.Rows[i].Row = cut(found.Rows[i].Row)
	}
	for i := range found.Relaxed {
		found.Relaxed[i].Row.Row = cut(found.Relaxed[i].Row.Row)
	}
	return found
}

// actingSampler adds actions to the rows that a sampler proposes.
type actingSampler struct {
	of     blackbox.Sampler
	acts   actions
	rules  []causal.Rule // with actions as inputs
	schema data.Schema
}

// Sample implements blackbox.Sampler.
func (s actingSampler) Sample(row []float64, target, n int, reach float32, key kernel.Key) (rows [][]float64) {
	features := len(s.acts.schema.Features)
	fine := causal.Fine(s.schema, s.rules)
	for _, proposed := range s.of.Sample(row[:features], target, n, reach, key) {
		out := append(slices.Clone(proposed), row[features:]...)
		causal.Compute(fine, s.rules, row, out)
		for i, j := range s.acts.of {
			f, a := s.acts.schema.Features[j], &s.schema.Features[features+i]
			by := causal.Score(f, proposed[j]) - causal.Score(fine.Features[j], out[j])
			out[features+i] = causal.Nearest(*a, causal.Score(*a, row[features+i])+by, row[features+i])
			causal.Compute(fine, s.rules, row, out)
		}
		rows = append(rows, out)
	}
	return rows
}

// unseeing adapts a black box to rows with actions. The adapted black box ignores them.
func unseeing(b blackbox.BlackBox, s, wide data.Schema) blackbox.BlackBox {
	u := unseen{b, s.Width(), wide.Width()}
	if t, ok := b.(blackbox.Through); ok {
		b = t.BlackBox
	}
	if t, ok := b.(blackbox.Treed); ok {
		if trees := t.Trees(); trees != nil {
			return unseenTrees{u, trees, len(s.Features)}
		}
	}
	if t, ok := b.(blackbox.Bounded); ok {
		return unseenBounded{u, t}
	}
	return u
}

type unseen struct {
	blackbox.BlackBox
	in, wide int // number of encoded inputs without and with actions
}

// Pass implements blackbox.BlackBox.
func (u unseen) Pass() blackbox.Pass {
	p := u.BlackBox.Pass()
	if scorer, ok := p.(blackbox.Scorer); ok {
		return unseenScorer{unseenPass{p, u.in}, scorer}
	}
	return unseenPass{p, u.in}
}

type unseenPass struct {
	of blackbox.Pass
	in int
}

// Shares implements blackbox.Pass.
func (p unseenPass) Shares(x []float32, n int) []float32 { return p.of.Shares(x[:p.in*n], n) }

type unseenScorer struct {
	unseenPass
	scorer blackbox.Scorer
}

// Logits implements blackbox.Scorer.
func (p unseenScorer) Logits(x []float32, n int) []float32 { return p.scorer.Logits(x[:p.in*n], n) }

// Network returns the black box's network with zero weights for actions, or nil. The complete
// search uses it to bound answers.
func (u unseen) Network() *nn.Classifier {
	of, ok := u.BlackBox.(interface{ Network() *nn.Classifier })
	if !ok {
		return nil
	}
	c := of.Network()
	if c == nil {
		return nil
	}
	first, ok := c.Net[0].(*nn.Block)
	if !ok {
		return nil
	}
	b := *first
	b.In, b.W = u.wide, make([]float32, u.wide*b.Out)
	for o := range b.Out {
		copy(b.W[o*u.wide:], first.W[o*u.in:(o+1)*u.in])
	}
	net := slices.Clone(c.Net)
	net[0] = &b
	return &nn.Classifier{Net: net}
}

// unseenBounded bounds the shares from the features other than actions, which come first.
type unseenBounded struct {
	unseen
	of blackbox.Bounded
}

// Bounds implements blackbox.Bounded.
func (u unseenBounded) Bounds() blackbox.Bounds { return u.of.Bounds() }

type unseenTrees struct {
	unseen
	trees    *blackbox.Trees
	features int
}

// Trees implements blackbox.Treed.
func (u unseenTrees) Trees() *blackbox.Trees {
	t := *u.trees
	t.See = func(j int, encoded float32) float64 {
		if j < u.features {
			return u.trees.See(j, encoded)
		}
		return float64(encoded)
	}
	return &t
}
