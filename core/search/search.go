// Package search finds counterfactuals of one row that a person may be shown. It repairs
// proposed rows until they keep the rules, pulls them towards the factual and thins them. It
// tries every change of one feature. A complete search, see package exact, finds what these
// missed and proves what it can. It takes any black box and any sampler, and does not know how
// either was trained. Begin at Finder.Search.
package search

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/exact"
	"causeway/core/kernel"
	"causeway/core/model"
	"causeway/core/nn"
)

// What a search finds, as everything after it says it.
type (
	Counterfactual = document.Counterfactual
	Found          = document.Found
	Relaxation     = document.Relaxation
	Tally          = document.Tally
)

// Query asks for counterfactuals of one row.
type Query struct {
	Row    []float64
	Target int
	Count  int // how many to return at most
	Budget int // latent samples to try
	Key    kernel.Key
	Rules  []causal.Rule // hard, followers among them: every row that is returned keeps them

	// Effort says how hard the change of each feature is, 1 for a usual one; nil stands for 1
	// everywhere. MaxChanged bounds the changed features of a returned row; 0: any number.
	Effort     []float64
	MaxChanged int

	// Lead and Least say how clearly rows must reach the target: by how much its share exceeds
	// that of every other class, and what it is itself. 0 and 0 ask for just reaching it, by
	// more than float32 can round. If no row is so clear, rows that just reach it are returned.
	Lead, Least float64

	// Under are black boxes that might have been trained instead of the one that is explained.
	// Rows must reach the target class under it and in the mean of all, as clearly as asked
	// for, and all must be as sure as SteadyDoubt says. Nothing is proved of such rows.
	Under []blackbox.BlackBox

	// Apart says how different the rows must be from each other.
	Apart model.Apart

	// Boxes is the budget of the complete search, see exact.Search.Budget; 0: none. It looks
	// for a row if samples find none, and for one nearer than the first.
	Boxes int

	// Brief leaves out what takes many times as long as one search: Relaxed, and what goes further for fewer
	// changes, see spare. It also skips the samples of a row if the complete search has already proved
	// that none exists; Valid does not count these.
	Brief bool
}

// ShownLead is how far the target's share leads the next one in shown rows, unless something
// else is asked for. A row on the very boundary would flip back at the least change of the
// black box.
const ShownLead = 0.1

// Search samples Budget counterfactuals, decodes them, repairs what the rules forbid, predicts
// each row again, and drops those that miss the target or break a rule. It pulls the nearest
// towards the factual while class and rules hold. It looks for rows that leave alone what the
// best ones change, tries every change of a single feature, and lets the complete search find
// what these missed.
//
// It returns the best rows with different sets of changes, as different as Query.Apart asks.
// The best have the least effort first, which is the fewest changed features if all are equally
// hard; then the smallest distance. No change in them can be undone, and no number can move
// towards the factual. If rules and limit leave nothing, it says what to give up. It terminates
// and is deterministic.
//
// It calls tick regularly and stops with tick's error.
func (f Finder) Search(q Query, tick func() error) (Found, error) {
	if wide, asked, a, ok := f.acting(q); ok {
		found, err := wide.Search(asked, tick)
		return a.withoutActions(found), err
	}
	if len(q.Under) > 0 {
		return f.steady(q, tick)
	}
	found, err := f.search(q, tick)
	if err == nil && !q.Brief && len(found.Rows) == 0 && (len(q.Rules) > 0 || q.MaxChanged > 0) {
		found.Relaxed, err = f.relax(q, tick)
	}
	return found, err
}

// Finder searches counterfactuals of rows of a schema, for any black box and with any sampler.
type Finder struct {
	layout
	blackBox blackbox.BlackBox
	from     blackbox.Sampler
}

// NewFinder puts a Finder together.
func NewFinder(s data.Schema, blackBox blackbox.BlackBox, from blackbox.Sampler) Finder {
	return Finder{newLayout(s), blackBox, from}
}

// Binder is a Sampler that can be asked for one whose rows keep rules, and that asks the black
// box as it draws them.
type Binder interface {
	Bound(b blackbox.BlackBox, rules []causal.Rule) blackbox.Sampler
}

// sampler is who proposes rows for a query.
func (f Finder) sampler(q Query) blackbox.Sampler {
	if from, ok := f.from.(Binder); ok {
		return from.Bound(f.blackBox, q.Rules)
	}
	return f.from
}

// begin turns a searcher to a query; end is called when it is done.
func (f Finder) begin(q Query, tick func() error) (s *searcher, end func()) {
	d := desks.Get().(*desk)
	s = &searcher{desk: *d, layout: f.layout.fine(q.Rules), from: f.from, blackBox: f.blackBox, pass: f.blackBox.Pass(),
		factual: q.Row, target: q.Target, lead: q.Lead, least: q.Least, rules: q.Rules,
		effort: q.Effort, most: q.MaxChanged, otherFeatures: q.Apart == model.OtherFeatures, boxes: q.Boxes, tick: tick}
	s.follows, s.base = causal.Follows(s.schema, q.Rules), causal.NewBase(s.schema, q.Rules, q.Row)
	s.domains, _ = causal.Domains(s.schema, s.rules, q.Row)
	return s, func() {
		*d = s.desk
		d.clear()
		desks.Put(d)
	}
}

func (f Finder) search(q Query, tick func() error) (Found, error) {
	if q.Apart == model.NothingShared {
		return f.apart(q, tick)
	}
	s, end := f.begin(q, tick)
	defer end()
	found, err := s.search(q)
	found.Factual.Shares = slices.Clone(found.Factual.Shares) // because these and later ones lie on the desk
	for i, c := range found.Rows {
		found.Rows[i].Row, found.Rows[i].Shares = slices.Clone(c.Row), slices.Clone(c.Shares)
	}
	return found, err
}

// search is Finder.Search before its results are copied.
func (s *searcher) search(q Query) (Found, error) {
	found := Found{Unbounded: !exact.CanBound(s.blackBox), Factual: s.judge([][]float64{q.Row})[0], Tried: q.Budget}
	if q.Brief { // if nothing can be found, nothing is sampled
		if none, err := s.nowhere(&found); err != nil || none {
			return found, err
		}
	}
	rows, valid := s.sample(q)
	found.Valid = valid
	list, err := s.find(rows, q, &found)
	if clear := q.Lead > 0 || q.Least > 0; err == nil && len(list) == 0 && clear { // show what there is
		found.NoClear, found.None = found.None, false
		s.lead, s.least = 0, 0
		list, err = s.find(rows, q, &found)
		found.Unclear = len(list) > 0
		found.NoClear = found.NoClear && found.Unclear
	}
	if err != nil || len(list) == 0 {
		return found, err
	}
	if list, err = s.prove(list, &found); err != nil {
		return found, err
	}
	list = s.different(list, 2*q.Count)
	for i, c := range list {
		if list[i], err = s.minimal(c); err != nil {
			return found, err
		}
		if q.Brief || i == 0 && found.Nearest {
			continue
		}
		if list[i], err = s.tradeChanges(list[i]); err != nil {
			return found, err
		}
	}
	found.Rows = s.different(s.rank(rowsOf(list)), q.Count)
	return found, nil
}

// sample draws and mends rows, and counts those that reached the target before.
func (s *searcher) sample(q Query) (rows [][]float64, valid int) {
	from := Finder{s.layout, s.blackBox, s.from}.sampler(q)
	rows = s.rows.list(max(q.Budget, 0))
	for i, widen := range Reach {
		n := q.Budget*(i+1)/len(Reach) - q.Budget*i/len(Reach)
		rows = append(rows, from.Sample(q.Row, s.target, n, widen, q.Key.Sub(uint64(i)))...)
	}
	if len(rows) == 0 {
		return nil, 0
	}
	place := s.ints.take(len(rows)) // many draws are one row
	each := s.unique(len(rows), func(i int) []float64 { return rows[i] }, place)
	some := s.rows.take(len(each))
	for n, i := range each {
		some[n] = rows[i]
	}
	reached := make([]bool, len(each))
	for from := 0; from < len(some); from += judgedAtOnce {
		part := some[from:min(from+judgedAtOnce, len(some))]
		n := whole(len(part))
		for e, class := range s.classes(s.pass.Shares(s.encodeInto(&s.x, part, n), n), n)[:len(part)] {
			reached[from+e] = class == s.target
		}
	}
	for _, n := range place {
		valid += b2i(reached[n])
	}
	for i, row := range some {
		some[i] = s.mend(row)
	}
	return some, valid
}

// classes are those with the largest shares of n examples, valid until the next call.
func (s *searcher) classes(shares []float32, n int) []int {
	if cap(s.best) < n {
		s.best = make([]int, n)
	}
	s.best = s.best[:n]
	nn.Best(shares, s.best)
	return s.best
}

// find makes counterfactuals of samples, or by other means if no sample is
// one.
func (s *searcher) find(samples [][]float64, q Query, found *Found) ([]Counterfactual, error) {
	near := s.diverse(s.rank(samples), maxPulled)
	if len(near) == 0 {
		near = s.rank(s.climb(s.factual, make([]bool, len(q.Row))))
	}
	if len(near) == 0 && s.lead == 0 && s.least == 0 {
		near = s.diverse(s.rank(s.searchOutwards()), maxPulled)
	}
	list := s.around(near, q)
	singles, err := s.singles()
	if err != nil {
		return nil, err
	}
	if list = s.rank(append(rowsOf(list), singles...)); len(list) > 0 {
		return list, nil
	}
	row, err := s.anyRow(found)
	if err != nil || row == nil {
		return nil, err
	}
	near = s.rank([][]float64{row})
	return s.rank(append(rowsOf(s.around(near, q)), row)), nil
}

// around pulls candidates towards the factual and adds rows that change other features.
func (s *searcher) around(near []Counterfactual, q Query) []Counterfactual {
	best := s.nearest(near, q.Key)
	s.until = s.looked + climbInputs
	if len(near) > 0 && len(s.diverse(best, q.Count)) < q.Count {
		best = s.rank(append(rowsOf(best), s.avoid(s.diverse(best, q.Count), near)...))
	}
	return s.limited(best, near, q.Count)
}

func rowsOf(cs []Counterfactual) [][]float64 {
	rows := make([][]float64, len(cs))
	for i, c := range cs {
		rows[i] = c.Row
	}
	return rows
}

// LevelCost is the cost of a changed level, where a number costs 1 per MAD.
const LevelCost = 0.5

// streamPull names random numbers below the key of a query.
const streamPull = 7

// Reach widens the latent noise for equal parts of the budget: samples of the encoder alone
// nearly agree with each other, and people want a choice.
var Reach = [...]float32{1, 4, 16, 64}

type searcher struct {
	layout
	from     blackbox.Sampler
	blackBox blackbox.BlackBox
	pass     blackbox.Pass
	desk
	factual  []float64
	target   int
	lead     float64 // see Query
	least    float64
	rules    []causal.Rule
	watched  []watched       // of every rule, see holds
	on       [][]int         // the rules on every feature, see index
	suspects []bool          // the rules that may be broken, see repairAll
	domains  []causal.Domain // of every feature under the rules
	follows  []bool          // features that rules compute from others
	base     *causal.Base    // what a person does in a row, and what follows
	based    []float64       // room for the base of a row
	effort   []float64       // see Query
	most     int
	boxes    int
	clear    *exact.Clear // see clearly

	otherFeatures bool // see model.Apart

	looked int // encoded inputs of all rows that were judged
	until  int // what looked may come to before without begins no climb any more
	tick   func() error
}

// reaches reports whether a row other than the factual is of the target class as
// clearly as it must and keeps the rules.
func (s *searcher) reaches(c Counterfactual) bool {
	lead := leads(c, s.target)
	return c.Class == s.target && c.Changed > 0 && lead >= s.lead && c.Shares[s.target] >= s.least &&
		s.computedInside(c.Row) && s.allHold(c.Row) && s.clearly().Sure(c.Row, s.target, lead)
}

// clearly decides whether rows are of a class by more than rounding.
func (s *searcher) clearly() *exact.Clear {
	if s.clear == nil {
		s.clear = exact.NewClear(s.schema, s.blackBox)
	}
	return s.clear
}

// leads is how far the share of a class exceeds the largest of the others.
func leads(c Counterfactual, class int) float64 {
	other := 0.0
	for k, v := range c.Shares {
		if k != class {
			other = max(other, v)
		}
	}
	return c.Shares[class] - other
}

// judgedAtOnce is how many rows the black box is asked about at once: they stay in the
// processor's caches however many features they have.
const judgedAtOnce = 256

// judge predicts rows and measures them. The slice is valid until the next call; what a
// Counterfactual points to stays.
func (s *searcher) judge(rows [][]float64) []Counterfactual {
	cs := s.ask(rows)
	for i := range cs {
		s.measure(&cs[i])
	}
	return cs
}

// ask is judge without measures.
func (s *searcher) ask(rows [][]float64) []Counterfactual {
	if len(rows) == 0 {
		return nil
	}
	s.compute(rows)
	s.looked += len(rows) * s.width
	if cap(s.cs) < len(rows) {
		s.cs = make([]Counterfactual, 2*len(rows))
	}
	cs := s.cs[:len(rows)]
	for from := 0; from < len(rows); from += judgedAtOnce {
		to := min(from+judgedAtOnce, len(rows))
		s.askSome(rows[from:to], cs[from:to])
	}
	return cs
}

// askOnce is ask for rows many of which are equal. The result for row i is at number
// s.place[i].
func (s *searcher) askOnce(rows [][]float64) []Counterfactual {
	s.place = slices.Grow(s.place[:0], len(rows))[:len(rows)]
	each := s.unique(len(rows), func(i int) []float64 { return rows[i] }, s.place)
	s.looked += (len(rows) - len(each)) * s.width
	for n, i := range each { // i is not below n
		rows[n] = rows[i]
	}
	return s.ask(rows[:len(each)])
}

func (s *searcher) askSome(rows [][]float64, cs []Counterfactual) {
	n, classes := whole(len(rows)), s.blackBox.Classes()
	shares := s.pass.Shares(s.encodeInto(&s.x, rows, n), n)
	best := s.classes(shares, n)
	for e, r := range rows {
		c := &cs[e]
		c.Row, c.Class, c.Shares = r, best[e], s.numbers.take(classes)
		for k := range c.Shares {
			c.Shares[k] = float64(shares[k*n+e])
		}
	}
}

// changeCost is the cost of changing one feature, a number in its MADs or a level as LevelCost,
// times the effort.
func changeCost(f *data.Feature, effort, from, to float64) float64 {
	if f.Kind.Numeric() {
		return float64(effort * (math.Abs(to-from) / f.MAD))
	}
	return float64(effort * LevelCost)
}

// CostOf is the Cost of a Counterfactual with the values of row; see Measure.
func CostOf(s data.Schema, effort, base, row []float64) float64 {
	c := Counterfactual{Row: row}
	Measure(&c, s, effort, base)
	return c.Cost
}

// Measure counts the features of a row that are acted on and adds up their effort and its
// proximity.
//
//	effort  of every feature, or none: all are usual
//	base    what they would be otherwise, see causal.Base
func Measure(c *Counterfactual, s data.Schema, effort, base []float64) {
	c.Changed, c.Effort, c.Cost = 0, 0, 0
	for j, x := range base {
		if c.Row[j] == x {
			continue
		}
		by := effortOf(effort, j)
		c.Cost += changeCost(&s.Features[j], by, x, c.Row[j])
		c.Effort += by
		c.Changed++
	}
}

// effortOf is the effort of a feature; of none all are usual.
func effortOf(effort []float64, j int) float64 {
	if len(effort) > 0 {
		return effort[j]
	}
	return 1
}

func (s *searcher) measure(c *Counterfactual) { Measure(c, s.schema, s.effort, s.baseOf(c.Row)) }

// baseOf is the base of a row, valid until the next call.
func (s *searcher) baseOf(row []float64) []float64 {
	if s.base == nil {
		return s.factual
	}
	if s.based == nil {
		s.based = make([]float64, len(row))
	}
	return s.base.Of(row, s.based)
}

// nearer compares two rows by effort, then cost.
func nearer(a, b Counterfactual) int {
	return cmp.Or(cmp.Compare(a.Effort, b.Effort), cmp.Compare(a.Cost, b.Cost))
}

// rank judges rows, drops repeated ones and those that miss the target or
// change nothing, and sorts by nearer.
func (s *searcher) rank(rows [][]float64) []Counterfactual {
	rows = s.distinctRows(rows)
	slices.SortFunc(rows, slices.Compare)
	cs := s.found.list(len(rows))
	for _, c := range s.judge(rows) {
		if s.reaches(c) {
			cs = append(cs, c)
		}
	}
	slices.SortStableFunc(cs, nearer)
	return cs
}

// diverse takes the first of every set of changed features, then fills up in
// order; the result is sorted as cs is.
func (s *searcher) diverse(cs []Counterfactual, count int) []Counterfactual {
	seen := map[string]bool{}
	first, rest := s.found.list(len(cs)), s.found.list(len(cs))
	set := make([]byte, len(s.factual))
	for _, c := range cs {
		for j, v := range c.Row {
			set[j] = byte(b2i(v != s.factual[j]))
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

// different takes the nearest of every set of changed features first. Unless other features are asked for, it
// adds the nearest of those that move them another way or to another level. Rows that differ only in how far
// numbers move are one result. The list is sorted as cs is.
func (s *searcher) different(cs []Counterfactual, count int) []Counterfactual {
	sets, ways := map[string]bool{}, map[string]bool{}
	var first, rest []Counterfactual
	for _, c := range cs {
		var set, way []byte
		base := s.baseOf(c.Row)
		for j, v := range c.Row {
			x := s.factual[j]
			if v == base[j] || s.computed(j) {
				continue
			}
			set = binary.AppendUvarint(set, uint64(j))
			to := uint64(v)
			if s.schema.Features[j].Kind.Numeric() {
				to = uint64(b2i(v > x))
			}
			way = binary.AppendUvarint(binary.AppendUvarint(way, uint64(j)), to)
		}
		switch {
		case ways[string(way)]:
		case sets[string(set)]:
			if !s.otherFeatures {
				rest = append(rest, c)
			}
		default:
			first = append(first, c)
		}
		sets[string(set)], ways[string(way)] = true, true
	}
	picked := append(first, rest...)
	picked = picked[:min(len(picked), count)]
	slices.SortStableFunc(picked, nearer)
	return picked
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
