package exact

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
)

// forest holds the part of a tree ensemble that rows of the first box can reach. For class k
// against the target,
//
//	lead[k] = base[k] + sum over trees of top[k] at the leaf that a row reaches
//
// For any other node, top is the largest value of the leaves below it.
type forest struct {
	nodes  []split
	roots  []int32
	base   []float64
	top    [][]float64
	others []int // classes other than the target, by k
	sets   [][]uint64
	slack  float64
	shares bool
	least  float64 // bounds of the total of all classes, if the sums are shares
	most   float64
	end

	spent  int // nodes visited
	visits visits
	decode func(feature int, encoded float32) float64
}

// split is a node; a leaf has no feature.
type split struct {
	at      float64
	j       int32 // -1 for a leaf
	set     int32 // index of the set of levels that go to the yes side; -1 for a number
	yes, no int32
	flag    int32 // the feature that marks whether the number is missing; -1 if none does
	gap     bool  // a missing number goes to the yes side
}

// visits describes the rows of a box as the trees need them.
type visits struct {
	low, high []float64  // bounds of numbers, decoded
	levels    [][]uint64 // bit sets of the other features
	stays     []bool     // the factual is in the box
	count     int        // how many features may differ from the factual; -1: no limit
	lifts     []lift
}

// lift is a test on the way to the best leaf of a tree. If no row could take the chosen side, the
// tree's value would fall by drop.
type lift struct {
	*split
	yes  bool
	drop float64
}

// TreesOf returns the trees of a black box, or nil.
func TreesOf(b blackbox.BlackBox) *blackbox.Trees {
	if t, ok := b.(blackbox.Through); ok {
		b = t.BlackBox
	}
	if t, ok := b.(blackbox.Treed); ok {
		return t.Trees()
	}
	return nil
}

// newForest copies the part of the trees that rows of a box can reach. If around is true, the
// leads are those of each other class over the target.
func newForest(t *blackbox.Trees, target int, s *Search, d []causal.Domain, around bool) *forest {
	f := &forest{end: newEnd(t.Classes), shares: t.Shares, least: t.Least, most: t.Most, slack: 2 * t.Wrong,
		decode: t.See}
	sign := 1.0
	if around {
		sign = -1
	}
	for k := range t.Classes {
		if k != target {
			f.others = append(f.others, k)
			f.base = append(f.base, sign*(t.Base[target]-t.Base[k]))
		}
	}
	f.top = make([][]float64, len(f.others))
	for _, set := range t.Sets {
		f.sets = append(f.sets, wordsOf(set))
	}
	f.see(s, d)
	l := layout{forest: f, t: t, target: target, sign: sign, lead: make([]float64, len(f.others))}
	for _, root := range t.Roots {
		at := l.add(root)
		if f.nodes[at].j >= 0 {
			f.roots = append(f.roots, at)
			continue
		}
		for k := range f.base { // all rows reach the same leaf
			f.base[k] += f.top[k][at]
		}
	}
	return f
}

func wordsOf(in []bool) []uint64 {
	w := make([]uint64, (len(in)+63)/64)
	for l, has := range in {
		if has {
			w[l/64] |= 1 << (l % 64)
		}
	}
	return w
}

// layout copies trees.
type layout struct {
	*forest
	t      *blackbox.Trees
	target int
	sign   float64
	lead   []float64
}

// add copies the nodes below node i that rows can reach, and returns the index of the copy.
func (l *layout) add(i int32) int32 {
	n := &l.t.Nodes[i]
	for n.Feature >= 0 {
		yes, no := l.sides(&split{at: n.At, j: n.Feature, set: n.Set, flag: n.Flag, gap: n.GapGoes})
		if yes && no && n.Yes != n.No {
			break
		}
		if yes {
			n = &l.t.Nodes[n.Yes]
		} else {
			n = &l.t.Nodes[n.No]
		}
	}
	at := int32(len(l.nodes))
	l.nodes = append(l.nodes, split{at: n.At, j: n.Feature, set: n.Set, flag: n.Flag, gap: n.GapGoes})
	clear(l.lead)
	if n.Feature < 0 {
		for _, g := range l.t.Gives[n.Yes:n.No] {
			for k, other := range l.others {
				if int(g.Class) == l.target {
					l.lead[k] += l.sign * g.Add
				} else if int(g.Class) == other {
					l.lead[k] -= l.sign * g.Add
				}
			}
		}
	}
	for k, v := range l.lead {
		l.top[k] = append(l.top[k], v)
	}
	if n.Feature >= 0 {
		yes := l.add(n.Yes)
		no := l.add(n.No)
		l.nodes[at].yes, l.nodes[at].no = yes, no
		for k := range l.top {
			l.top[k][at] = max(l.top[k][yes], l.top[k][no])
		}
	}
	return at
}

// see sets the current box.
func (f *forest) see(s *Search, d []causal.Domain) {
	v := &f.visits
	if v.low == nil {
		n := len(s.cols)
		v.low, v.high, v.levels, v.stays = make([]float64, n), make([]float64, n), make([][]uint64, n), make([]bool, n)
	}
	for j := range s.cols {
		c := &s.cols[j]
		v.stays[j] = d[j].Has(c.factual) && !c.follows && !c.forced
		if c.number {
			v.low[j], v.high[j] = f.sees(j, c, d[j].Min), f.sees(j, c, d[j].Max)
			continue
		}
		v.levels[j] = v.levels[j][:0]
		for l, in := range d[j].Levels {
			if l%64 == 0 {
				v.levels[j] = append(v.levels[j], 0)
			}
			if in {
				v.levels[j][l/64] |= 1 << (l % 64)
			}
		}
	}
	v.count = -1
}

// sees returns a number in the form in which the black box gets it.
func (f *forest) sees(j int, c *column, v float64) float64 { return f.decode(j, c.Scale(v)) }

// sides reports which sides of a node rows of the box can take.
func (f *forest) sides(n *split) (yes, no bool) {
	v := &f.visits
	if n.set >= 0 {
		for i, w := range f.sets[n.set] {
			in := v.levels[n.j][i]
			yes, no = yes || in&w != 0, no || in&^w != 0
		}
		return yes, no
	}
	yes, no = v.low[n.j] <= n.at, v.high[n.j] > n.at
	if n.flag >= 0 {
		switch in := v.levels[n.flag][0]; {
		case in&1 == 0: // missing in all rows
			return n.gap, !n.gap
		case in > 1:
			yes, no = yes || n.gap, no || !n.gap
		}
	}
	return yes, no
}

// options returns the sides of a node that rows of the box can take. If the number of changed
// features is limited, it also returns the set of changed features after each side. Only the
// first 64 features are tracked.
func (f *forest) options(s *Search, n *split, gone uint64) (yes, no bool, goneYes, goneNo uint64) {
	yes, no = f.sides(n)
	goneYes, goneNo = gone, gone
	v := &f.visits
	if v.count < 0 || !yes || !no || n.j >= 64 || n.flag >= 0 || !v.stays[n.j] || s.cols[n.j].joined {
		return yes, no, goneYes, goneNo
	}
	c, here := &s.cols[n.j], false // whether the factual goes to the yes side
	if n.set >= 0 {
		l := int(c.factual)
		here = f.sets[n.set][l/64]>>(l%64)&1 == 1
	} else {
		here = f.sees(int(n.j), c, c.factual) <= n.at
	}
	if here {
		goneNo |= 1 << n.j
		no = bits.OnesCount64(goneNo) <= v.count
	} else {
		goneYes |= 1 << n.j
		yes = bits.OnesCount64(goneYes) <= v.count
	}
	return yes, no, goneYes, goneNo
}

// value returns the largest top[k] of the leaves below node i that rows of the box can reach, or
// floor if that is larger.
func (f *forest) value(s *Search, k int, i int32, floor float64, gone uint64) float64 {
	for {
		f.spent++
		n := &f.nodes[i]
		if top := f.top[k][i]; top <= floor || n.j < 0 {
			return max(top, floor)
		}
		yes, no, goneYes, goneNo := f.options(s, n, gone)
		switch {
		case !no:
			i, gone = n.yes, goneYes
		case !yes:
			i, gone = n.no, goneNo
		case f.top[k][n.yes] >= f.top[k][n.no]:
			floor = f.value(s, k, n.yes, floor, goneYes)
			i, gone = n.no, goneNo
		default:
			floor = f.value(s, k, n.no, floor, goneNo)
			i, gone = n.yes, goneYes
		}
	}
}

// bound returns an upper bound of how far the target can lead class others[k]: the sum of the
// largest leaf of each tree. It may return any looser bound that is already below decides.
func (f *forest) bound(s *Search, k int, decides float64) float64 {
	sum := f.base[k] + f.slack
	for _, root := range f.roots {
		sum += f.top[k][root]
	}
	for _, root := range f.roots {
		if sum < decides {
			return sum
		}
		sum += f.value(s, k, root, math.Inf(-1), 0) - f.top[k][root]
	}
	return sum
}

// decides returns a lead below which the target certainly misses the required margin.
func (f *forest) decides(ahead float64) float64 {
	if f.shares {
		return min((ahead-2*f.share)*f.least, (ahead-2*f.share)*f.most)
	}
	e := 2 * f.share
	return -math.Log1p(e / (1/float64(f.classes) - e))
}

// reachable reports whether the target can be reached with these leads, see end.possible. If the
// sums are shares with the total S, the target leads class k by lead[k]/S, and its own share is
//
//	(1 + sum lead/S) / classes
func (f *forest) reachable(lead []float64, ahead, least float64) bool {
	if !f.shares {
		return f.possible(lead, ahead, least)
	}
	all := 1.0
	for _, d := range lead {
		if d < f.decides(ahead) {
			return false
		}
		all += max(d/f.least, d/f.most)
	}
	return !(all/float64(f.classes)+2*f.share < least)
}

// lookTrees implements look for a forest and a box of more than one row.
func (s *Search) lookTrees(b *box) bool {
	f := s.trees
	f.see(s, b.domains)
	f.visits.count = s.mayLeave(b)
	worst, decides := 0, f.decides(s.p.Lead)
	for k := range f.others {
		if s.work.lead[k] = f.bound(s, k, decides); s.work.lead[k] < decides {
			return false
		}
		if s.work.lead[k] < s.work.lead[worst] {
			worst = k
		}
	}
	if !f.reachable(s.work.lead, s.p.Lead, s.p.Least) {
		return false
	}
	b.margin = s.work.lead[worst]
	open := f.climb(s, worst)
	s.nearestOf(b)
	if open == nil {
		// All rows reach the same leaves, so one prediction is enough.
		if !s.says(s.work.row) {
			return false
		}
		s.offerNear(s.work.row)
		s.chooseAny(b)
		return true
	}
	s.chooseTrees(b, open)
	s.offerNear(s.work.row)
	return true
}

// mayLeave returns how many features may change besides those that must; -1: no limit.
func (s *Search) mayLeave(b *box) int {
	most, least, forced := -1, math.Inf(1), s.fixed.changed
	for j := range s.cols {
		if c := &s.cols[j]; !c.follows && !c.forced {
			least = min(least, c.effort)
			forced += b2i(!b.domains[j].Has(c.factual) && !c.joined)
		}
	}
	if s.best != nil {
		if left := (s.best.Effort - b.effort + float64(2*hair*(1+s.best.Effort))) / least; left < 64 {
			most = max(int(left), 0)
		}
	}
	if left := max(s.p.MaxChanged-forced, 0); s.p.MaxChanged > 0 && (most < 0 || left < most) {
		most = left
	}
	return most
}

// climb goes to the best leaf of each tree and records the tests on the way there. It returns a
// node at which rows of the box take both sides, or nil.
func (f *forest) climb(s *Search, k int) (open *split) {
	v := &f.visits
	v.lifts = v.lifts[:0]
	for _, i := range f.roots {
		else_, gone := math.Inf(-1), uint64(0) // the best value among the sides not taken
		from := len(v.lifts)
		for f.nodes[i].j >= 0 {
			f.spent++
			n := &f.nodes[i]
			if yes, no := f.sides(n); yes && no && open == nil {
				open = n
			}
			yes, no, goneYes, goneNo := f.options(s, n, gone)
			if yes && no {
				a, b := f.value(s, k, n.yes, math.Inf(-1), goneYes), f.value(s, k, n.no, math.Inf(-1), goneNo)
				if yes = a >= b; !yes {
					a, b = b, a
				}
				else_ = max(else_, b)
				v.lifts = append(v.lifts, lift{split: n, yes: yes, drop: else_})
			}
			if i, gone = n.no, goneNo; yes {
				i, gone = n.yes, goneYes
			}
		}
		for l := from; l < len(v.lifts); l++ {
			v.lifts[l].drop = f.top[k][i] - v.lifts[l].drop
		}
	}
	return open
}

// nearestOf writes the row of a box that is nearest to the factual.
func (s *Search) nearestOf(b *box) {
	for j := range s.cols {
		c, d := &s.cols[j], b.domains[j]
		switch {
		case d.Has(c.factual):
			s.work.row[j] = c.factual
		case !c.number:
			s.work.row[j] = float64(slices.Index(d.Levels, true))
		case d.Max < c.factual:
			s.work.row[j] = d.Max
		default:
			s.work.row[j] = d.Min
		}
	}
}

// chooseAny picks the feature to divide a box by if all of its rows reach the same leaves.
// Features that rules tie to others come first.
func (s *Search) chooseAny(b *box) {
	b.split, b.levels, b.cut = -1, nil, false
	for j := range s.cols {
		if !b.domains[j].Single() && (b.split < 0 || s.linked[j] && !s.linked[b.split]) {
			b.split = j
		}
	}
	b.levels = slices.Clone(s.view.cols[b.split].levels)
	s.turn(b)
}

// chooseTrees picks the test to divide a box by: the one that lowers the trees' best values most
// on both sides. It also moves the row towards as many of the best leaves as possible.
func (s *Search) chooseTrees(b *box, open *split) {
	lifts := s.trees.visits.lifts
	slices.SortStableFunc(lifts, func(x, y lift) int {
		return cmp.Or(cmp.Compare(x.j, y.j), cmp.Compare(x.at, y.at))
	})
	b.split, b.levels, b.cut, b.at = int(open.j), nil, true, open.at
	if open.flag >= 0 {
		if in := s.trees.visits.levels[open.flag][0]; in&1 != 0 && in > 1 {
			b.split = int(open.flag)
		}
	}
	best := 0.0
	var wishes []item
	for len(lifts) > 0 {
		n := 1
		for n < len(lifts) && lifts[n].j == lifts[0].j {
			n++
		}
		j, some := int(lifts[0].j), lifts[:n]
		lifts = lifts[n:]
		var gain, worth, at, value float64
		if s.cols[j].number {
			value, gain, at, worth = s.weighNumber(j, b.domains[j], some)
		} else {
			value, gain, worth = s.weighLevels(j, some)
		}
		if worth > best && !b.domains[j].Single() {
			best, b.split, b.at = worth, j, at
		}
		if gain > 0 && value != s.work.row[j] {
			wishes = append(wishes, item{j: j, gain: gain, value: value})
		}
	}
	if c := &s.cols[b.split]; !s.turn(b) && !c.number {
		b.levels = slices.Clone(s.view.cols[b.split].levels)
		s.weighLevels(b.split, slices.Collect(func(yield func(lift) bool) {
			for _, l := range s.trees.visits.lifts {
				if int(l.j) == b.split && !yield(l) {
					return
				}
			}
		}))
		byGain(b.levels, s.work.a)
	}
	slices.SortStableFunc(wishes, func(x, y item) int { return cmp.Compare(y.gain, x.gain) })
	left := s.trees.visits.count
	for _, w := range wishes {
		if s.trees.visits.stays[w.j] {
			if left == 0 {
				continue
			}
			left--
		}
		s.work.row[w.j] = w.value
	}
}

// weighNumber evaluates the lifts of a number, sorted by threshold. It returns the value that
// satisfies the heaviest lifts and is nearest to the current one, and the gain of that value. It
// also returns the cut that lowers both sides most, and how much it lowers them.
func (s *Search) weighNumber(j int, d causal.Domain, lifts []lift) (value, gain, cut, worth float64) {
	c := &s.cols[j]
	value = s.work.row[j]
	weight, low := 0.0, 0.0 // weight of the values up to the first threshold; loss of a cut there
	for _, l := range lifts {
		if l.yes {
			weight += l.drop
		} else {
			low += l.drop
		}
	}
	here, top, high := math.Inf(-1), math.Inf(-1), 0.0
	from := d.Min
	for i := 0; ; i++ {
		to := d.Max
		if i < len(lifts) {
			to = min(to, c.down(lifts[i].at))
		}
		if from <= to { // values between two thresholds
			v := min(max(s.work.row[j], from), to)
			if v == s.work.row[j] {
				here = weight
			}
			if weight > top {
				top, value = weight, v
			}
		}
		if i == len(lifts) {
			break
		}
		l := lifts[i]
		if l.yes {
			high += l.drop
			weight -= l.drop
		} else {
			weight += l.drop
		}
		if w := min(low, high) + float64(0.25*max(low, high)); w > worth && d.Min <= to && to < d.Max {
			worth, cut = w, l.at
		}
		if !l.yes {
			low -= l.drop
		}
		if from <= to {
			from = c.after(to)
		}
	}
	return value, top - here, cut, worth
}

// weighLevels is weighNumber for a feature with levels. It leaves the weight of each level in
// work.a.
func (s *Search) weighLevels(j int, lifts []lift) (value, gain, worth float64) {
	c := &s.cols[j]
	w := s.work.a[:len(c.Levels)]
	clear(w)
	for _, l := range lifts {
		set := s.trees.sets[l.set]
		for i := range w {
			if (set[i/64]>>(i%64)&1 == 1) == l.yes {
				w[i] += l.drop
			}
		}
	}
	value = s.work.row[j]
	top, low := w[int(value)], math.Inf(1)
	here := top
	for _, i := range s.view.cols[j].levels {
		if w[i] > top {
			top, value = w[i], float64(i)
		}
		low = min(low, w[i])
	}
	return value, top - here, (top - low) / 2
}
