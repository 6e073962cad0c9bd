package cf

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/kernel"
	"causeway/core/nn"
)

// Counterfactual is a row that reaches the target, with what proves it.
type Counterfactual struct {
	Row     []float64
	Shares  []float64 // of the classes, predicted from exactly this row
	Class   int       // the one with the largest share
	Changed int       // features that differ from the factual
	Cost    float64   // sum of |change| / MAD over the numbers and searchCost per changed level
}

// Found is the outcome of a search.
type Found struct {
	Factual Counterfactual
	Tried   int // latent samples
	Valid   int // of them, decoded rows that reach the target
	Rows    []Counterfactual
}

// Query asks for counterfactuals of one row.
type Query struct {
	Row    []float64
	Target int
	Count  int // how many to return at most
	Budget int // latent samples to try
	Key    kernel.Key
}

// maxPulled bounds the candidates that are pulled towards the factual, each in
// pullOrders orders, so that one candidate can end in several sets of changes.
const (
	maxPulled  = 64
	pullOrders = 4
)

// Search samples Budget counterfactuals, decodes them, predicts each decoded
// row again and drops those that miss the target. It pulls the nearest towards
// the factual while the class holds and returns the best ones (fewest changed
// features first, then distance) of different sets of changes. It always ends
// and gives the same rows for the same query.
func (g *Generator) Search(blackBox *nn.Classifier, q Query) Found {
	s := searcher{Generator: g, blackBox: blackBox, factual: q.Row, target: q.Target, lead: shownLead}
	found := Found{Factual: s.judge([][]float64{q.Row})[0], Tried: q.Budget}
	x := make([]float32, g.width)
	g.schema.Encode(q.Row, x)
	one := nn.Examples{X: x, Y: []int{0}, Width: g.width}
	var rows [][]float64
	for i, widen := range reach {
		n := q.Budget*(i+1)/len(reach) - q.Budget*i/len(reach)
		raw := g.sample(blackBox, one, []int{q.Target}, n, widen, q.Key.Sub(uint64(i)))
		for e, y := range raw.Y {
			if y == q.Target {
				found.Valid++
				rows = append(rows, raw.Rows[e])
			}
		}
	}
	near := s.diverse(s.rank(rows), maxPulled)
	if len(near) == 0 { // nothing leads so far: show what there is
		s.lead = 0
		near = s.diverse(s.rank(rows), maxPulled)
	}
	rows = rows[:0]
	for i, c := range near {
		for o := range pullOrders {
			rows = append(rows, s.pull(c, s.order(q.Key, i, o)).Row)
		}
	}
	pulled := s.rank(rows)
	rows = rows[:0]
	for _, c := range s.rank(s.vary(pulled)) {
		rows = append(rows, s.pull(c, nil).Row)
	}
	found.Rows = s.diverse(s.rank(rows), q.Count)
	return found
}

// vary adds to pulled rows those with another level in the place of a changed
// one: the generator settles on one level where several would do.
func (s *searcher) vary(cs []Counterfactual) [][]float64 {
	var rows [][]float64
	for _, c := range cs {
		rows = append(rows, c.Row)
		for j, f := range s.schema.Features {
			if c.Row[j] == s.factual[j] {
				continue
			}
			for l := range f.Levels {
				if v := float64(l); v != c.Row[j] && v != s.factual[j] {
					rows = append(rows, with(c.Row, j, v))
				}
			}
		}
	}
	return rows
}

// reach widens the latent noise for equal parts of the budget: samples of the
// encoder alone nearly agree with each other, and what is asked for is a choice.
var reach = [...]float32{1, 4, 16, 64}

type searcher struct {
	*Generator
	blackBox *nn.Classifier
	tape     nn.Tape
	factual  []float64
	target   int
	lead     float64 // see shownLead
}

// shownLead is how far the target's share leads the next one in what is shown,
// where a sample allows it: a row pulled to the very boundary would flip back
// at the least change of the black box.
const shownLead = 0.1

// reaches reports whether a row other than the factual is of the target class
// with the lead.
func (s *searcher) reaches(c Counterfactual) bool {
	if c.Class != s.target || c.Changed == 0 {
		return false
	}
	for k, v := range c.Shares {
		if k != s.target && c.Shares[s.target]-v < s.lead {
			return false
		}
	}
	return true
}

// judge predicts rows and measures them.
func (s *searcher) judge(rows [][]float64) []Counterfactual {
	n := len(rows)
	x, one := make([]float32, s.width*n), make([]float32, s.width)
	for e, r := range rows {
		s.schema.Encode(r, one)
		for i, v := range one {
			x[i*n+e] = v
		}
	}
	shares, best := s.blackBox.Shares(&s.tape, x, n, nn.Eval), make([]int, n)
	nn.Best(shares, best)
	cs := make([]Counterfactual, n)
	for e, r := range rows {
		c := Counterfactual{Row: r, Class: best[e], Shares: make([]float64, s.blackBox.Classes())}
		for k := range c.Shares {
			c.Shares[k] = float64(shares[k*n+e])
		}
		c.Changed, c.Cost = s.distance(r)
		cs[e] = c
	}
	return cs
}

// distance counts the changed features of a row and adds up its proximity.
func (s *searcher) distance(row []float64) (changed int, cost float64) {
	for j, f := range s.schema.Features {
		switch d := math.Abs(row[j] - s.factual[j]); {
		case d == 0:
			continue
		case f.Kind.Numeric():
			cost += d / f.MAD
		default:
			cost += searchCost
		}
		changed++
	}
	return changed, cost
}

// rank judges rows, drops repeated ones and those that miss the target or
// change nothing, and sorts by changed features, then cost.
func (s *searcher) rank(rows [][]float64) []Counterfactual {
	rows = slices.Clone(rows)
	slices.SortFunc(rows, slices.Compare)
	rows = slices.CompactFunc(rows, slices.Equal)
	cs := s.judge(rows)
	cs = slices.DeleteFunc(cs, func(c Counterfactual) bool { return !s.reaches(c) })
	slices.SortStableFunc(cs, func(a, b Counterfactual) int {
		return cmp.Or(cmp.Compare(a.Changed, b.Changed), cmp.Compare(a.Cost, b.Cost))
	})
	return cs
}

// order is the order in which pull tries to set features back: the dearest
// first for order 0, drawn at random for the others.
func (s *searcher) order(key kernel.Key, candidate, o int) []int {
	if o == 0 {
		return nil
	}
	p := make([]int, len(s.groups))
	key.Sub(streamPull).Sub(uint64(candidate)).Sub(uint64(o)).Perm(p)
	return p
}

// pull sets changed features back, in the given order or the dearest that the
// class allows first, until none can be, and then moves the changed numbers
// towards the factual.
func (s *searcher) pull(c Counterfactual, order []int) Counterfactual {
	for {
		var tries [][]float64
		for i := range s.factual {
			j := i
			if order != nil {
				j = order[i]
			}
			if c.Row[j] != s.factual[j] {
				tries = append(tries, with(c.Row, j, s.factual[j]))
			}
		}
		next, ok := s.better(tries, order == nil)
		if !ok {
			break
		}
		c = next
	}
	for j, f := range s.schema.Features {
		if f.Kind.Numeric() && c.Row[j] != s.factual[j] {
			c = s.approach(c, j)
		}
	}
	return c
}

// better is the first of the rows, or the one with the least cost, that reaches
// the target and differs from the factual.
func (s *searcher) better(rows [][]float64, cheapest bool) (best Counterfactual, ok bool) {
	if len(rows) == 0 {
		return best, false
	}
	for _, c := range s.judge(rows) {
		if !s.reaches(c) || ok && c.Cost >= best.Cost {
			continue
		}
		best, ok = c, true
		if !cheapest {
			break
		}
	}
	return best, ok
}

// approach moves number j towards the factual by bisection while the class
// holds.
func (s *searcher) approach(c Counterfactual, j int) Counterfactual {
	f := s.schema.Features[j]
	for lo := s.factual[j]; ; {
		mid := f.Round((lo + c.Row[j]) / 2)
		if mid == lo || mid == c.Row[j] {
			return c
		}
		if t := s.judge([][]float64{with(c.Row, j, mid)})[0]; s.reaches(t) {
			c = t
		} else {
			lo = mid
		}
	}
}

func with(row []float64, j int, v float64) []float64 {
	r := slices.Clone(row)
	r[j] = v
	return r
}

// diverse takes the first of every set of changed features, then fills up in
// order; the result is sorted as cs is.
func (s *searcher) diverse(cs []Counterfactual, count int) []Counterfactual {
	seen := map[string]bool{}
	var first, rest []Counterfactual
	for _, c := range cs {
		set := make([]byte, len(c.Row))
		for j, v := range c.Row {
			if v != s.factual[j] {
				set[j] = 1
			}
		}
		if seen[string(set)] {
			rest = append(rest, c)
			continue
		}
		seen[string(set)] = true
		first = append(first, c)
	}
	picked := append(first, rest...)
	picked = picked[:min(len(picked), count)]
	slices.SortStableFunc(picked, func(a, b Counterfactual) int {
		return cmp.Or(cmp.Compare(a.Changed, b.Changed), cmp.Compare(a.Cost, b.Cost))
	})
	return picked
}
