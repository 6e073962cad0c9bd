package exact

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sorting"
)

// Range contains the intervals in which the changed numbers of an answer may vary together. Take
// any row between Low and High that the columns can show, with its computed features: it keeps the
// rules, and it belongs to the class by more than the rounding error. Features outside the range
// have the answer's value in both Low and High. Computed features do too, although their values
// vary with the row.
type Range struct{ Low, High []float64 }

// Widths returns the sum of the widths of a range, in MADs.
func (r Range) Widths(s data.Schema) float64 {
	sum := 0.0
	for j, f := range s.Features {
		if f.Kind.Numeric() && f.MAD > 0 {
			sum += (r.High[j] - r.Low[j]) / f.MAD
		}
	}
	return sum
}

// Widen looks for the widest range around an answer of the problem and proves it. It grows the
// range in several orders. For each size that it tries, it examines at most the given number of
// boxes, counted as in Search.Budget, and at most twenty times that number in total. A wider range
// may therefore exist. It ignores Lead, Least and the limits of the problem. No number crosses its
// factual value. ok is false if no number can vary. Widen calls tick regularly and stops if tick
// returns an error.
func Widen(p Problem, answer []float64, boxes int, tick func() error) (r Range, ok bool, err error) {
	w, err := newWidener(p, answer)
	if err != nil || w == nil {
		return Range{}, false, err
	}
	w.tick, w.boxes, w.left = tick, w.s.Budget(boxes), 20*w.s.Budget(boxes)
	r, err = w.widest()
	return r, err == nil && !slices.Equal(r.Low, r.High), err
}

// widener grows and proves boxes around an answer.
type widener struct {
	s       *Search       // with around set: it looks for rows of any other class
	p       Problem       // with only the rules that compute features
	rules   []causal.Rule // all other rules
	row     []float64     // the answer
	free    []int         // features that may vary
	outer   Range         // the limits set by rules and columns
	places  []int         // index of each feature in s; -1 if it is fixed there
	all     []int         // indices of all features in s
	certain float64       // a lead that rounding cannot cancel
	boxes   int           // limit for one proof
	left    int           // remaining in total
	tick    func() error
	ticks   int
}

// newWidener returns nil if no number can vary.
func newWidener(p Problem, answer []float64) (*widener, error) {
	w := &widener{row: answer}
	base := causal.NewBase(p.Schema, p.Rules, p.Factual).Of(answer, make([]float64, len(answer)))
	var computed []causal.Rule
	follows := make([]bool, len(answer))
	for _, r := range p.Rules {
		if r.Kind != causal.Computed {
			w.rules = append(w.rules, r)
			continue
		}
		if r.Law.Acted && answer[r.Feature] != base[r.Feature] { // a person set it
			continue
		}
		r.Law.Acted = false
		computed, follows[r.Feature] = append(computed, r), true
	}
	within := make([]causal.Domain, len(answer))
	for j, f := range p.Schema.Features {
		v, x := answer[j], p.Factual[j]
		switch {
		case !f.Kind.Numeric():
			within[j].Levels = make([]bool, len(f.Levels))
			for l := range within[j].Levels {
				within[j].Levels[l] = follows[j] || float64(l) == v
			}
			continue
		case follows[j]:
			within[j] = causal.Domain{Min: -causal.Open, Max: causal.Open}
			continue
		}
		within[j] = causal.Domain{Min: v, Max: v}
		c := columnOf(p, j)
		switch {
		case v > x && f.Max > v:
			w.free = append(w.free, j)
			within[j] = causal.Domain{Min: min(c.after1(), v), Max: c.down(f.Max)}
		case v > x:
			w.free = append(w.free, j)
			within[j].Min = min(c.after1(), v)
		case v < x:
			w.free = append(w.free, j)
			within[j] = causal.Domain{Min: min(c.up(f.Min), v), Max: max(c.before1(), v)}
		}
	}
	if len(w.free) == 0 {
		return nil, nil
	}
	bounds := clone(within) // rows outside these bounds break a rule
	if causal.Narrow(p.Schema, p.Rules, p.Factual, bounds) >= 0 {
		return nil, nil
	}
	w.outer = Range{slices.Clone(answer), slices.Clone(answer)}
	for _, j := range w.free {
		c := columnOf(p, j)
		w.outer.Low[j] = min(max(within[j].Min, c.up(bounds[j].Min)), answer[j])
		w.outer.High[j] = max(min(within[j].Max, c.down(bounds[j].Max)), answer[j])
		within[j].Min, within[j].Max = w.outer.Low[j], w.outer.High[j]
	}
	w.free = slices.DeleteFunc(w.free, func(j int) bool { return within[j].Single() })
	p.Rules, p.Within, p.Lead, p.Least, p.MaxChanged, p.MaxCost = computed, within, 0, 0, 0, 0
	var err error
	if w.s, err = begin(p, true, false); err != nil || len(w.free) == 0 || w.s.Done() {
		return nil, err
	}
	w.p, w.places = p, make([]int, len(answer))
	for j := range w.places {
		w.places[j] = slices.Index(w.s.open, j)
	}
	for i := range w.s.open {
		w.all = append(w.all, i)
	}
	w.certain = 2 * coarse
	if len(w.s.net.slack) > 0 {
		w.certain += slices.Max(w.s.net.slack)
	}
	return w, nil
}

// widest tries to grow the range in several orders.
func (w *widener) widest() (best Range, err error) {
	point := Range{slices.Clone(w.row), slices.Clone(w.row)}
	if ok, err := w.holds(point); err != nil || !ok {
		return point, err
	}
	var sides []side // each with the distance that it grows alone
	for _, j := range w.free {
		for _, up := range [2]bool{false, true} {
			r := point.clone()
			if err := w.extend(&r, side{j, up, 0}); err != nil {
				return point, err
			}
			by := (r.High[j] - r.Low[j]) / w.p.Schema.Features[j].MAD
			w.outer.set(j, up, r.end(j, up))
			if by > 0 {
				sides = append(sides, side{j, up, by})
			}
		}
	}
	sorting.Stable(sides, func(a, b side) int { return cmp.Compare(b.by, a.by) })
	best, most := point, 0.0
	try := func(r Range, order []side) error {
		for _, d := range order {
			if err := w.extend(&r, d); err != nil {
				return err
			}
		}
		if by := r.Widths(w.p.Schema); by > most {
			best, most = r, by
		}
		return nil
	}
	for first := range sides { // start with each side once, then take the others by descending distance
		order := append([]side{sides[first]}, slices.Delete(slices.Clone(sides), first, first+1)...)
		if err := try(point.clone(), order); err != nil {
			return best, err
		}
	}
	if len(sides) > 1 { // grow all sides together, then each as far as possible
		r, err := w.together(point)
		if err == nil {
			err = try(r, sides)
		}
		if err != nil {
			return best, err
		}
	}
	return best, nil
}

// side is one end of a number's interval, with the number of MADs that it can move if no other side
// moves.
type side struct {
	j  int
	up bool
	by float64
}

func (r Range) clone() Range { return Range{slices.Clone(r.Low), slices.Clone(r.High)} }

func (r Range) end(j int, up bool) float64 {
	if up {
		return r.High[j]
	}
	return r.Low[j]
}

func (r Range) set(j int, up bool, v float64) {
	if up {
		r.High[j] = v
	} else {
		r.Low[j] = v
	}
}

// halvings is how often a step is halved to find an end.
const halvings = 14

// extend moves an end as far as the range remains provable.
func (w *widener) extend(r *Range, d side) error {
	c, far := w.column(d.j), w.outer.end(d.j, d.up)
	for n := 0; n < halvings; n++ {
		from := r.end(d.j, d.up)
		if from == far {
			return nil
		}
		to := far
		if n > 0 {
			if to = c.between(from, far); to == from || to == far {
				return nil
			}
		}
		r.set(d.j, d.up, to)
		ok, err := w.holds(*r)
		if err != nil {
			return err
		}
		if !ok {
			r.set(d.j, d.up, from)
			far = to
		}
	}
	return nil
}

// between returns a value of the column halfway between two others.
func (c *column) between(from, to float64) float64 {
	mid := c.Round(from/2 + to/2)
	if (mid < from) != (to < from) && mid != from {
		return from
	}
	return mid
}

// together grows all ends at the same time, each by the same fraction of its distance when it
// grows alone.
func (w *widener) together(point Range) (Range, error) {
	good, bad := 0.0, 1.0
	best := point
	for range 7 {
		mid := good/2 + bad/2
		r := point.clone()
		for _, j := range w.free {
			c := w.column(j)
			r.Low[j] = max(w.outer.Low[j], c.Round(w.row[j]+float64(mid*(w.outer.Low[j]-w.row[j]))))
			r.High[j] = min(w.outer.High[j], c.Round(w.row[j]+float64(mid*(w.outer.High[j]-w.row[j]))))
		}
		ok, err := w.holds(r)
		if err != nil {
			return best, err
		}
		if ok {
			good, best = mid, r
		} else {
			bad = mid
		}
	}
	return best, nil
}

func (w *widener) column(j int) *column { return &w.s.cols[w.places[j]] }

// holds tries to prove that every row of a range belongs to the class and keeps the rules. It
// returns false as soon as it finds a row for which this fails, or when it runs out of boxes.
func (w *widener) holds(r Range) (bool, error) {
	s := w.s
	list, looked := []box{w.first(r)}, 0
	for len(list) > 0 {
		if w.ticks++; w.ticks%tickBoxes == 0 {
			if err := w.tick(); err != nil {
				return false, err
			}
		}
		if looked, w.left = looked+1, w.left-1; looked > w.boxes || w.left < 0 {
			return false, nil
		}
		b := list[len(list)-1]
		list = list[:len(list)-1]
		switch w.look(&b) {
		case no:
			return false, nil
		case unknown:
			list = append(list, s.divide(b)...)
		}
	}
	return true, nil
}

// answer says what has been proved about all rows of a box.
type answer uint8

const (
	unknown answer = iota // the box must be divided
	yes
	no // some row is invalid
)

// look narrows a box, computes its dependent features and judges all of its rows at once. If the
// answer is unknown, it sets how to divide the box.
func (w *widener) look(b *box) answer {
	s := w.s
	if !s.narrow(b) {
		return yes // the box is empty
	}
	s.see(b)
	s.nearestOf(b)
	if w.broadest(b, w.all) < 0 {
		return w.point(s.work.row)
	}
	of, kept := w.doubtful(b.domains)
	if w.sure(b) && kept {
		return yes
	}
	if w.point(s.work.row) == no { // the row nearest to another class
		return no
	}
	if !kept {
		b.split, b.cut = w.broadest(b, of), false
	}
	if b.split < 0 || s.cols[b.split].follows || b.domains[b.split].Single() {
		b.split, b.cut = w.broadest(b, w.all), false
	}
	return unknown
}

// broadest returns the number among the given open features that spans the largest part of its
// range in a box, or -1.
func (w *widener) broadest(b *box, of []int) int {
	widest, at := 0.0, -1
	for _, i := range of {
		d, all := &b.domains[i], &w.s.within[i]
		if d.Levels != nil || w.s.cols[i].follows || d.Single() {
			continue
		}
		if part := (d.Max - d.Min) / (all.Max - all.Min); part > widest {
			widest, at = part, i
		}
	}
	return at
}

// point judges one row of the open features after computing its dependent features.
func (w *widener) point(values []float64) answer {
	s := w.s
	row := slices.Clone(s.fixed.row)
	for i, j := range s.open {
		row[j] = values[i]
	}
	causal.Compute(w.p.Schema, w.p.Rules, w.p.Factual, row)
	for j, v := range row {
		if !w.allows(j, v, v) {
			return no
		}
	}
	if !causal.AllHold(w.p.Schema, w.p.Rules, w.p.Factual, row) ||
		!causal.AllHold(w.p.Schema, w.rules, w.p.Factual, row) {
		return no
	}
	open := make([]float64, len(s.open))
	for i, j := range s.open {
		open[i] = row[j]
	}
	if !s.says(open) {
		return no
	}
	return yes
}

// allows reports whether an interval of a number lies inside the range of its column.
func (w *widener) allows(j int, low, high float64) bool {
	f, x := &w.p.Schema.Features[j], w.p.Factual[j]
	return !f.Kind.Numeric() || f.Min >= f.Max || low >= min(f.Min, x) && high <= max(f.Max, x)
}

// sure reports whether all rows of a box belong to the class.
func (w *widener) sure(b *box) bool {
	s, lead := w.s, w.s.work.lead
	if s.trees != nil {
		return w.sureTrees(b)
	}
	if s.reach != nil {
		return w.sureReach(b)
	}
	s.bound(true)
	worst, last := slices.Index(lead, slices.Max(lead)), len(s.net.layers)-1
	if s.net.sure(lead, w.certain) {
		return true
	}
	l := &s.net.layers[last]
	s.top(s.work.a, s.back(last, l.row(max(worst, 0)), l.b[max(worst, 0)]), s.work.row)
	s.choose(b)
	return false
}

func (w *widener) sureTrees(b *box) bool {
	s, f, lead := w.s, w.s.trees, w.s.work.lead
	f.see(s, b.domains)
	worst, sure := 0, true
	for k := range f.others {
		lead[k] = f.bound(s, k, math.Inf(-1))
		sure = sure && (!f.shares || -lead[k]/f.most-2*f.share > w.certain)
		if lead[k] > lead[worst] {
			worst = k
		}
	}
	if sure && (f.shares || f.sure(lead, w.certain)) {
		return true
	}
	open := f.climb(s, worst)
	s.nearestOf(b)
	if open == nil { // all rows reach the same leaves, so one prediction is enough
		return s.says(s.work.row)
	}
	s.chooseTrees(b, open)
	return false
}

// mostCorners is the largest number of rows at which one rule is checked.
const mostCorners = 1 << 12

// doubtful returns the features of rules that may fail somewhere in a box; sure reports that no
// such rule exists. While each number stays on one side of its factual, a rule forbids a
// half-space, nothing or everything, so it holds everywhere if it holds at the corners. A computed
// number may cross its factual, so the values around the factual are corners too.
func (w *widener) doubtful(domains []causal.Domain) (features []int, sure bool) {
	for i, j := range w.s.open {
		if d := &domains[i]; d.Levels == nil && !w.allows(j, d.Min, d.Max) {
			return w.s.cols[i].causes, false
		}
	}
	row := slices.Clone(w.s.fixed.row)
	for i := range w.rules {
		r := &w.rules[i]
		of, corners := r.Features(), 1
		values := make([][]float64, len(of))
		for k, j := range of {
			values[k] = w.corners(r, j, domains)
			corners *= len(values[k])
			if corners > mostCorners {
				return w.opened(of), false
			}
		}
		for n := range corners {
			for k, j := range of {
				row[j] = values[k][n%len(values[k])]
				n /= len(values[k])
			}
			if !r.Holds(w.p.Schema, w.p.Factual, row) {
				return w.opened(of), false
			}
		}
	}
	return nil, true
}

// corners returns the values of a feature at which a rule is checked.
func (w *widener) corners(r *causal.Rule, j int, domains []causal.Domain) (list []float64) {
	i := w.places[j]
	if i < 0 {
		return []float64{w.s.fixed.row[j]}
	}
	c, d := &w.s.cols[i], &domains[i]
	if !c.number {
		for l, in := range d.Levels {
			if in {
				list = append(list, float64(l))
			}
		}
		return list
	}
	list = []float64{d.Min, d.Max}
	at := []float64{c.before1(), c.factual, c.after1(), r.Min, r.Max}
	k := slices.Index(r.Features(), j)
	switch {
	case r.Kind == causal.Inequality: // the end with the larger sum is enough
		return list[b2i(r.Law.Weights[k] > 0):][:1]
	case r.When != nil:
		at = append(at, r.When[k].Min, r.When[k].Max)
	}
	for _, v := range at {
		if d.Min < v && v < d.Max {
			list = append(list, v)
		}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	if r.Kind == causal.Cardinality { // one value for which the condition holds, and one for which it fails
		first := r.Meets(k, c.factual, list[0])
		other := slices.IndexFunc(list, func(v float64) bool { return r.Meets(k, c.factual, v) != first })
		if other < 0 {
			return list[:1]
		}
		return []float64{list[0], list[other]}
	}
	return list
}

// opened returns the indices of features in the search, leaving out those that are fixed.
func (w *widener) opened(features []int) (list []int) {
	for _, j := range features {
		if i := w.places[j]; i >= 0 {
			list = append(list, i)
		}
	}
	return list
}
