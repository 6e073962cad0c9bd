package cf

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/vae"
)

// Counterfactual is a row that reaches the target, with what proves it.
type Counterfactual struct {
	Row     []float64
	Shares  []float64 // of the classes, predicted from exactly this row
	Class   int       // the one with the largest share
	Changed int       // features that differ from the factual, without those that rules compute from others
	Effort  float64   // sum of Query.Effort over them
	Cost    float64   // sum of effort * |change| / MAD over the numbers and effort * searchCost per changed level
}

// Found is the outcome of a search.
type Found struct {
	Factual Counterfactual
	Tried   int // latent samples
	Valid   int // of them, decoded rows that reach the target
	Rows    []Counterfactual

	// Relaxed are the ways out where rules and limit leave no row: the fewest
	// to give up, nearest rows first. It is empty where even without them no row
	// was found.
	Relaxed []Relaxation
}

// Relaxation is a set of rules without which a row is found.
type Relaxation struct {
	Without []int // indices of rules of the query, rising
	Wider   bool  // the limit on changed features is given up, too
	Row     Counterfactual
}

// Query asks for counterfactuals of one row.
type Query struct {
	Row    []float64
	Target int
	Count  int // how many to return at most
	Budget int // latent samples to try
	Key    kernel.Key
	Rules  []causal.Rule // hard: every row that is returned keeps them

	// Effort says of every feature how hard its change is, 1 for a usual one; nil
	// stands for 1 everywhere. MaxChanged bounds the changed features of what is
	// returned; 0 leaves their number open.
	Effort     []float64
	MaxChanged int

	// Brief leaves out Relaxed, whose searches take many times as long as one.
	Brief bool
}

// Search samples Budget counterfactuals, decodes them, mends what the rules
// forbid, predicts each row again and drops those that miss the target or break a
// rule. It pulls the nearest towards the factual while class and rules hold,
// looks for rows that leave alone what the best ones change, and returns the best
// (least effort first, which is the fewest changed features where all are equally
// hard, then distance) of different sets of changes. Where rules and limit leave
// nothing it says what to give up. It always ends and gives the same rows for the
// same query.
func (g *Generator) Search(blackBox *nn.Classifier, q Query) Found {
	found := g.search(blackBox, q)
	if !q.Brief && len(found.Rows) == 0 && (len(q.Rules) > 0 || q.MaxChanged > 0) {
		found.Relaxed = g.relax(blackBox, q)
	}
	return found
}

func (g *Generator) search(blackBox *nn.Classifier, q Query) Found {
	s := searcher{Generator: g, blackBox: blackBox, factual: q.Row, target: q.Target, lead: shownLead, rules: q.Rules,
		effort: q.Effort, most: q.MaxChanged}
	s.follows = causal.Follows(g.schema, q.Rules)
	s.domains, _ = causal.Domains(g.schema, q.Rules, q.Row)
	found := Found{Factual: s.judge([][]float64{q.Row})[0], Tried: q.Budget}
	x := make([]float32, g.width)
	g.schema.Encode(q.Row, x)
	one := nn.Examples{X: x, Y: []int{0}, Width: g.width}
	var rows [][]float64
	for i, widen := range reach {
		n := q.Budget*(i+1)/len(reach) - q.Budget*i/len(reach)
		drawn, valid := s.draw(one, n, widen, q.Key.Sub(uint64(i)))
		found.Valid += valid
		for _, row := range drawn {
			rows = append(rows, s.mend(row))
		}
	}
	near := s.diverse(s.rank(rows), maxPulled)
	if len(near) == 0 {
		near = s.rank(s.climb(s.factual, make([]bool, len(q.Row))))
	}
	if len(near) == 0 { // nothing leads so far: show what there is
		s.lead = 0
		near = s.diverse(s.rank(append(rows, s.climb(s.factual, make([]bool, len(q.Row)))...)), maxPulled)
	}
	if len(near) == 0 {
		near = s.diverse(s.rank(s.last()), maxPulled)
	}
	best := s.nearest(near, q.Key)
	if len(near) > 0 && len(s.diverse(best, q.Count)) < q.Count {
		best = s.rank(append(rowsOf(best), s.avoid(s.diverse(best, q.Count), near)...))
	}
	found.Rows = s.diverse(s.limited(best, near, q.Count), q.Count)
	return found
}

func rowsOf(cs []Counterfactual) [][]float64 {
	rows := make([][]float64, len(cs))
	for i, c := range cs {
		rows[i] = c.Row
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
	x        []float32 // encoded rows
	spare    []float64 // see with
	latent   vae.Tape
	factual  []float64
	target   int
	lead     float64 // see shownLead
	rules    []causal.Rule
	domains  []causal.Domain // of every feature under the rules
	follows  []bool          // features that rules compute from others
	effort   []float64       // see Query
	most     int
}

// shownLead is how far the target's share leads the next one in what is shown,
// where a sample allows it: a row pulled to the very boundary would flip back
// at the least change of the black box.
const shownLead = 0.1

// reaches reports whether a row other than the factual is of the target class
// with the lead and keeps the rules.
func (s *searcher) reaches(c Counterfactual) bool {
	return c.Class == s.target && c.Changed > 0 && c.leads(s.target) >= s.lead &&
		s.computedInside(c.Row) && causal.AllHold(s.schema, s.rules, s.factual, c.Row)
}

// leads is how far the share of a class is above the largest of the others.
func (c Counterfactual) leads(class int) float64 {
	other := 0.0
	for k, v := range c.Shares {
		if k != class {
			other = max(other, v)
		}
	}
	return c.Shares[class] - other
}

// judge predicts rows and measures them.
func (s *searcher) judge(rows [][]float64) []Counterfactual {
	if len(rows) == 0 {
		return nil
	}
	s.compute(rows)
	n, classes := whole(len(rows)), s.blackBox.Classes()
	shares, best := s.blackBox.Shares(&s.tape, s.encodeInto(&s.x, rows, n), n, nn.Eval), make([]int, n)
	nn.Best(shares, best)
	cs, all := make([]Counterfactual, len(rows)), make([]float64, len(rows)*classes)
	for e, r := range rows {
		c := &cs[e]
		c.Row, c.Class, c.Shares = r, best[e], all[e*classes:(e+1)*classes:(e+1)*classes]
		for k := range c.Shares {
			c.Shares[k] = float64(shares[k*n+e])
		}
		s.measure(c)
	}
	return cs
}

// measure counts the changed features of a row and adds up their effort and its
// proximity.
func (s *searcher) measure(c *Counterfactual) {
	for j, f := range s.schema.Features {
		d := math.Abs(c.Row[j] - s.factual[j])
		if d == 0 || s.computed(j) {
			continue
		}
		effort := 1.0
		if s.effort != nil {
			effort = s.effort[j]
		}
		if f.Kind.Numeric() {
			c.Cost += float64(effort * (d / f.MAD))
		} else {
			c.Cost += float64(effort * searchCost)
		}
		c.Effort += effort
		c.Changed++
	}
}

// nearer compares two rows by effort, then cost.
func nearer(a, b Counterfactual) int {
	return cmp.Or(cmp.Compare(a.Effort, b.Effort), cmp.Compare(a.Cost, b.Cost))
}

// rank judges rows, drops repeated ones and those that miss the target or
// change nothing, and sorts by nearer.
func (s *searcher) rank(rows [][]float64) []Counterfactual {
	rows = slices.Clone(rows)
	slices.SortFunc(rows, slices.Compare)
	rows = slices.CompactFunc(rows, slices.Equal)
	cs := s.judge(rows)
	cs = slices.DeleteFunc(cs, func(c Counterfactual) bool { return !s.reaches(c) })
	slices.SortStableFunc(cs, nearer)
	return cs
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
	slices.SortStableFunc(picked, nearer)
	return picked
}
