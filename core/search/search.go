// Package search finds counterfactuals of one row to show to a person. It repairs proposed rows
// until they keep the rules, pulls them towards the factual and removes unnecessary changes. It
// tries every change of a single feature. A complete search, see package exact, finds rows that
// these steps missed and proves what it can. The package works with any black box and any sampler,
// however they were trained. Begin at Finder.Search.
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
	"causeway/core/sorting"
)

// The types of a search's results are defined in core/document.
type (
	Counterfactual = document.Counterfactual
	Found          = document.Found
	Relaxation     = document.Relaxation
	Tally          = document.Tally
)

// Query is a request for counterfactuals of one row.
type Query struct {
	Row    []float64
	Target int
	Count  int // the most rows to return
	Budget int // number of latent samples to try
	Key    kernel.Key
	Rules  []causal.Rule // hard rules, including computed features; every row returned keeps them

	// Effort is how hard it is to change each feature, where 1 is usual; nil means 1 everywhere.
	// MaxChanged limits the number of changed features in a returned row; 0 means no limit.
	Effort     []float64
	MaxChanged int

	// MaxCost limits the Cost of a returned row. Features that follow cost nothing. 0 means no
	// limit.
	MaxCost float64

	// Lead and Least determine how clearly rows must reach the target. Lead is the least difference
	// between the target's share and any other share; Least is the target's least share. If both
	// are 0, the lead only has to exceed float32 rounding. If no row meets both, the search returns
	// rows that barely reach the target.
	Lead, Least float64

	// Under lists alternative black boxes that training might equally have produced. Rows must
	// reach the target class with the required lead, both under the black box and under the mean of
	// all black boxes. All black boxes together must be as sure as SteadyDoubt says. Nothing is
	// proved about such rows.
	Under []blackbox.BlackBox

	// Apart says how the returned rows must differ from each other.
	Apart model.Apart

	// Boxes is the budget of the complete search (see exact.Search.Budget); 0 disables it. The
	// complete search looks for any row if sampling found none, and otherwise for a row nearer than
	// the first.
	Boxes int

	// Looked, if set, is called with the rows that the black box is about to judge.
	Looked func(rows [][]float64)

	// Brief skips steps that take many times as long as one search: Relaxed, and trading changes,
	// see tradeChanges. It also skips sampling if the complete search has already proved that no
	// row exists; in that case Valid is 0.
	Brief bool
}

// ShownLead is the default lead of the target's share in shown rows. A row right at the boundary
// would flip back at the smallest change to the black box.
const ShownLead = 0.1

// Search samples Budget counterfactuals, decodes them, repairs broken rules, predicts each row
// again, and drops rows that miss the target or break a rule. It pulls the nearest rows towards
// the factual as long as they keep the class and the rules. It then looks for rows that avoid the
// changes of the best ones, tries every change of a single feature, and runs the complete search
// for rows that these steps missed.
//
// It returns the best rows with different sets of changes, as different as Query.Apart requires.
// They are sorted by effort, which is the number of changed features if all are equally hard,
// then by distance. No change in them can be undone, and no number can move closer to the
// factual. If the rules and the limit on changes exclude every row, Search suggests which
// constraints to give up. It terminates and is deterministic.
//
// It calls tick regularly and stops if tick returns an error.
func (f Finder) Search(q Query, tick func() error) (Found, error) {
	if wide, asked, a, ok := f.acting(q); ok {
		found, err := wide.Search(asked, tick)
		return a.withoutActions(found), err
	}
	if len(q.Under) > 0 {
		return f.steady(q, tick)
	}
	found, err := f.search(q, tick)
	if err == nil && !q.Brief && len(found.Rows) == 0 && (len(q.Rules) > 0 || q.limited()) {
		found.Relaxed, err = f.relax(q, tick)
	}
	return found, err
}

// Finder searches for counterfactuals of rows of one schema, for any black box and with any
// sampler.
type Finder struct {
	layout
	blackBox blackbox.BlackBox
	from     blackbox.Sampler
}

// NewFinder returns a Finder that explains blackBox with proposals of from.
func NewFinder(s data.Schema, blackBox blackbox.BlackBox, from blackbox.Sampler) Finder {
	return Finder{newLayout(s), blackBox, from}
}

// Binder is a Sampler that can be bound to a black box and rules. The bound sampler consults the
// black box while it draws, and its rows keep the rules.
type Binder interface {
	Bound(b blackbox.BlackBox, rules []causal.Rule) blackbox.Sampler
}

// sampler returns the sampler that proposes rows for a query.
func (f Finder) sampler(q Query) blackbox.Sampler {
	if from, ok := f.from.(Binder); ok {
		return from.Bound(f.blackBox, q.Rules)
	}
	return f.from
}

// begin prepares a searcher for a query. The caller must call end when the search is done.
func (f Finder) begin(q Query, tick func() error) (s *searcher, end func()) {
	d := desks.Get().(*desk)
	s = &searcher{desk: *d, layout: f.layout.fine(q.Rules), from: f.from, blackBox: f.blackBox, pass: f.blackBox.Pass(),
		factual: q.Row, target: q.Target, lead: q.Lead, least: q.Least, rules: q.Rules,
		effort: q.Effort, most: q.MaxChanged, dearest: q.MaxCost,
		otherFeatures: q.Apart == model.OtherFeatures, boxes: q.Boxes, watch: q.Looked, tick: tick}
	s.follows, s.base = causal.Follows(s.schema, q.Rules), causal.NewBase(s.schema, q.Rules, q.Row)
	s.joined = causal.Joined(q.Rules, q.Row)
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
	found.Factual.Shares = slices.Clone(found.Factual.Shares) // the original shares are in a reused buffer
	for i, c := range found.Rows {
		found.Rows[i].Row, found.Rows[i].Shares = slices.Clone(c.Row), slices.Clone(c.Shares)
	}
	return found, err
}

// search implements Finder.Search before the results are copied.
func (s *searcher) search(q Query) (Found, error) {
	found := Found{Unbounded: !exact.CanBound(s.blackBox), Factual: s.judge([][]float64{q.Row})[0], Tried: q.Budget}
	if q.Brief { // skip sampling if a short proof shows that no row exists
		if none, err := s.nowhere(&found); err != nil || none {
			return found, err
		}
	}
	rows, valid := s.sample(q)
	found.Valid = valid
	list, err := s.find(rows, q, &found)
	if clear := q.Lead > 0 || q.Least > 0; err == nil && len(list) == 0 && clear { // fall back to lower leads
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

// sample draws rows and repairs them. valid is how many reached the target before the repair.
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
	place := s.ints.take(len(rows)) // many draws are equal
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

// classes returns the class with the largest share for each of n examples. The result is valid
// until the next call.
func (s *searcher) classes(shares []float32, n int) []int {
	if cap(s.best) < n {
		s.best = make([]int, n)
	}
	s.best = s.best[:n]
	nn.Best(shares, s.best)
	return s.best
}

// find turns samples into counterfactuals. If no sample is one, it searches by other means.
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
	if list = s.allowedOnly(s.rank(append(rowsOf(list), singles...))); len(list) > 0 {
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

// LevelCost is the cost of a changed level, on a scale where changing a number by one MAD costs
// 1.
const LevelCost = 0.5

// streamPull identifies a stream of random numbers derived from the query's key.
const streamPull = 7

// Reach lists the factors that widen the latent noise, each for an equal part of the budget.
// Without widening, the encoder's samples are nearly identical, but people want a choice.
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
	watched  []watched       // for every rule, see holds
	on       [][]int         // for every feature, the rules that involve it; see index
	suspects []bool          // the rules that may be broken, see repairAll
	domains  []causal.Domain // values of every feature that the rules allow
	follows  []bool          // features that rules compute from others
	base     *causal.Base    // separates what a person changes from what follows
	based    []float64       // buffer for the base of a row
	joined   []bool          // see causal.Joined
	effort   []float64       // see Query
	most     int
	dearest  float64 // see Query.MaxCost
	boxes    int
	clear    *exact.Clear // created by clearly

	otherFeatures bool // see model.Apart

	watch  func(rows [][]float64) // see Query.Looked
	looked int                    // encoded inputs of all rows judged so far
	until  int                    // when looked exceeds this, without starts no further climb
	tick   func() error
}

// reaches reports whether a row differs from the factual, belongs to the target class with the
// required lead, and keeps the rules.
func (s *searcher) reaches(c Counterfactual) bool {
	lead := leads(c, s.target)
	return c.Class == s.target && c.Changed > 0 && lead >= s.lead && c.Shares[s.target] >= s.least &&
		s.computedInside(c.Row) && s.allHold(c.Row) && s.clearly().Sure(c.Row, s.target, lead)
}

// clearly returns the judge of whether a row's class is certain despite rounding.
func (s *searcher) clearly() *exact.Clear {
	if s.clear == nil {
		s.clear = exact.NewClear(s.schema, s.blackBox)
	}
	return s.clear
}

// leads returns by how much the share of a class exceeds the largest other share.
func leads(c Counterfactual, class int) float64 {
	other := 0.0
	for k, v := range c.Shares {
		if k != class {
			other = max(other, v)
		}
	}
	return c.Shares[class] - other
}

// judgedAtOnce is the number of rows that the black box predicts in one call. They fit into the
// processor's caches even if they have many features.
const judgedAtOnce = 256

// judge predicts rows and measures them. The returned slice is valid until the next call; the
// data that its elements refer to remains valid.
func (s *searcher) judge(rows [][]float64) []Counterfactual {
	cs := s.ask(rows)
	for i := range cs {
		s.measure(&cs[i])
	}
	return cs
}

// ask is judge without measuring.
func (s *searcher) ask(rows [][]float64) []Counterfactual {
	if len(rows) == 0 {
		return nil
	}
	s.compute(rows)
	s.looked += len(rows) * s.width
	if s.watch != nil {
		s.watch(rows)
	}
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

// askOnce is ask for lists with many equal rows. The result for row i is at index s.place[i].
func (s *searcher) askOnce(rows [][]float64) []Counterfactual {
	s.place = slices.Grow(s.place[:0], len(rows))[:len(rows)]
	each := s.unique(len(rows), func(i int) []float64 { return rows[i] }, s.place)
	s.looked += (len(rows) - len(each)) * s.width
	for n, i := range each { // i is at least n
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

// changeCost returns the effort times the cost of changing one feature: the change of a number in
// MADs, or LevelCost for a level.
func changeCost(f *data.Feature, effort, from, to float64) float64 {
	if f.Kind.Numeric() {
		return float64(effort * (math.Abs(to-from) / f.MAD))
	}
	return float64(effort * LevelCost)
}

// CostOf returns the Cost of a Counterfactual with the values of row; see Measure.
func CostOf(s data.Schema, effort, base, row []float64) float64 {
	c := Counterfactual{Row: row}
	Measure(&c, s, effort, base)
	return c.Cost
}

// Measure counts the features that a row acts on, and sums their efforts and costs.
//
//	effort  for every feature; if empty, 1 for all
//	base    values without any action, see causal.Base
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

// effortOf returns the effort of a feature; if effort is empty, that is 1.
func effortOf(effort []float64, j int) float64 {
	if len(effort) > 0 {
		return effort[j]
	}
	return 1
}

func (s *searcher) measure(c *Counterfactual) { Measure(c, s.schema, s.effort, s.baseOf(c.Row)) }

// counted returns how many changes of a counterfactual count towards the limit. Supplying a missing
// number counts as one.
func (s *searcher) counted(c Counterfactual) int {
	n := c.Changed
	for j, is := range s.joined {
		n -= b2i(is && c.Row[j] != s.factual[j])
	}
	return n
}

// baseOf returns the base of a row. The result is valid until the next call.
func (s *searcher) baseOf(row []float64) []float64 {
	if s.base == nil {
		return s.factual
	}
	if s.based == nil {
		s.based = make([]float64, len(row))
	}
	return s.base.Of(row, s.based)
}

// nearer compares two rows by effort, then by cost.
func nearer(a, b Counterfactual) int {
	return cmp.Or(cmp.Compare(a.Effort, b.Effort), cmp.Compare(a.Cost, b.Cost))
}

// rank judges rows, drops duplicates and rows that are not counterfactuals, and sorts the rest by
// nearer.
func (s *searcher) rank(rows [][]float64) []Counterfactual {
	rows = s.distinctRows(rows)
	slices.SortFunc(rows, slices.Compare)
	cs := s.found.list(len(rows))
	for _, c := range s.judge(rows) {
		if s.reaches(c) {
			cs = append(cs, c)
		}
	}
	sorting.Stable(cs, nearer)
	return cs
}

// diverse takes the first row of every set of changed features, then fills up with others in
// order. The result keeps the order of cs.
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
	sorting.Stable(picked, nearer)
	return picked
}

// different takes the nearest row of every set of changed features first. Unless Apart is
// OtherFeatures, it also adds the nearest rows that change the same features in another direction
// or to another level. Rows that differ only in how far numbers move count as one result. The
// list keeps the order of cs.
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
	sorting.Stable(picked, nearer)
	return picked
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
