package peers

import (
	"cmp"
	"container/heap"
	"math"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/sorting"
)

func init() {
	add(Method{Name: "recourse", Holds: "its features that no action changes, step directions and bounds; of its " +
		"actions the next that keeps the other rules", make: newRecourse})
}

// recourse is actionable recourse of Ustun, Spangher and Liu (2019, section 3). It finds the
// cheapest action a on a grid with which a linear score reaches the target,
//
//	min cost(a) w·(x + a) + b >= 0, a in A(x)
//
// then the cheapest one that changes another set of inputs, and so on. These actions form the
// flip set. If the black box is not linear, w and b belong to a local linear stand-in, as in
// CARLA (Pawelczyk and others 2021). The answer is the first action of the flip set for which the
// black box itself predicts the target. With a stand-in, at most 100 actions are tried, as in
// CARLA.
//
// The grid of a number covers the range from its 1st to its 99th percentile in hundredths, as in
// the authors' program. Each level is an action. The cost is that of the authors' flip sets, the
// total log-percentile shift: the sum over the features of |log((1 - Q(x + a)) / (1 - Q(x)))|. A
// change of level sets one indicator and clears another. The authors' integer program is solved
// exactly here by branch and bound, with at most recourseNodes nodes and recourseLooks bounds. If
// these are exhausted before an answer is found, the method gives up on the row and calls
// Problem.GaveUp.
//
// The stand-in is that of LIME (Ribeiro, Singh and Guestrin 2016): a ridge regression on rows
// drawn around the factual. The weights are exp(-d^2 / w^2)^(1/2), where w is three quarters of
// the square root of the number of inputs. There are three deviations. It draws 1,000 rows
// instead of 5,000. Levels are drawn according to their frequency, not as numbers. It fits the
// log-odds of the target against the likeliest other class instead of the target's share, with
// almost no ridge penalty, so that a logistic regression is reproduced exactly. Q is the share of
// the training rows up to a value, with a weight of one hundredth given to the uniform
// distribution.
type recourse struct {
	*place
	columns []actionable
	inputs  []float64 // standard deviations of the inputs, width
	most    int       // maximum number of bounds computed for a row
}

const (
	recourseItems = 100
	recourseRows  = 1000
	recourseNodes = 10000
	recourseLooks = 5_000_000
	recourseRidge = 1e-3
	recourseEnd   = 1e-6 // percentiles are at least this far from 0 and 1
)

// actionable contains the data about a feature that actions on it need.
type actionable struct {
	grid      []float64 // for a number
	sorted    []float64 // training values of a number
	deviation float64
	share     []float64 // share of each level
	to        []float64 // cumulative shares of the levels
}

func newRecourse(p *place) (blackbox.Answerer, error) {
	m := recourse{place: p, most: recourseLooks}
	for j := range p.Schema.Features {
		f := &p.Schema.Features[j]
		v := make([]float64, len(p.Rows))
		for i, r := range p.Rows {
			v[i] = r[j]
		}
		if f.Kind.Numeric() {
			c := newActionable(v)
			low, high := f.Round(percentile(c.sorted, 0.01)), f.Round(percentile(c.sorted, 0.99))
			step := max(f.Round((high-low)/100), f.Step())
			for g := low; g <= high+float64(step/2) && len(c.grid) <= 200; g = f.Round(g + step) {
				c.grid = append(c.grid, g)
			}
			m.columns = append(m.columns, c)
			m.inputs = append(m.inputs, c.deviation/max(f.Max-f.Min, 1e-12))
			continue
		}
		c, sum := actionable{share: make([]float64, len(f.Levels))}, 0.0
		for _, l := range v {
			c.share[int(l)] += 1 / float64(len(v))
		}
		for _, s := range c.share {
			sum += s
			c.to = append(c.to, sum)
			m.inputs = append(m.inputs, math.Sqrt(max(float64(s*(1-s)), 0)))
		}
		m.columns = append(m.columns, c)
	}
	for i, d := range m.inputs {
		if d < 1e-9 {
			m.inputs[i] = 1 // as in LIME's scaler
		}
	}
	return m, nil
}

func newActionable(v []float64) actionable {
	mean, sum := 0.0, 0.0
	for _, x := range v {
		mean += x / float64(len(v))
	}
	for _, x := range v {
		sum += float64((x - mean) * (x - mean))
	}
	slices.Sort(v)
	return actionable{sorted: v, deviation: math.Sqrt(sum / float64(len(v)))}
}

// percentile returns the value below which a given share of sorted values lies, interpolated
// between neighbours.
func percentile(sorted []float64, share float64) float64 {
	at := float64(share * float64(len(sorted)-1))
	low := int(at)
	return sorted[low] + float64((at-float64(low))*(sorted[min(low+1, len(sorted)-1)]-sorted[low]))
}

// above returns 1 - Q(v) for a number.
func (c actionable) above(v float64) float64 {
	n, first, last := len(c.sorted), c.sorted[0], c.sorted[len(c.sorted)-1]
	at, _ := slices.BinarySearchFunc(c.sorted, v, func(s, v float64) int {
		if s <= v {
			return -1
		}
		return 1
	})
	up := float64(at) / float64(n)
	if last > first {
		up += float64(0.01 * (min(max((v-first)/(last-first), 0), 1) - up))
	}
	return min(max(1-up, recourseEnd), 1-recourseEnd)
}

func logOf(v float64) float64 { return float64(kernel.Log1(float32(v))) }

// Answers implements blackbox.Answerer.
func (m recourse) Answers(rows [][]float64, target []int, key kernel.Key) [][]float64 {
	a := m.ask()
	return m.each(rows, func(i int, x []float64) []float64 { return m.answer(a, x, target[i], key.Sub(uint64(i))) })
}

func (m recourse) answer(a *asker, x []float64, target int, key kernel.Key) (answer []float64) {
	domains := m.Domains(x)
	weights, score := m.standIn(a, x, target, key)
	features, options := m.actions(x, domains, weights)
	items, flips := 0, newFlips(options, -score)
	flips.most = m.most
	flips.each(func(picks []*action) bool {
		row := slices.Clone(x)
		for i, p := range picks {
			if p != nil {
				row[features[i]] = p.value
			}
		}
		if items++; m.keeps(x, domains, row) && a.classes([][]float64{row})[0] == target {
			answer = row
		}
		return answer == nil && items < recourseItems
	})
	if answer == nil && flips.looks >= flips.most && m.GaveUp != nil {
		m.GaveUp()
	}
	return answer
}

// action is a possible value of a feature, its contribution to the score, and its cost.
type action struct{ value, gain, cost float64 }

// actions returns the actions on the features that can help, most helpful feature first. It
// returns one list for every set of inputs that a feature can change, cheapest action first. A
// number is a single input and therefore has one list. Each level is a separate input with its
// own list.
func (m recourse) actions(x []float64, domains []causal.Domain, weights []float64) (features []int,
	options [][][]action) {
	o := 0
	best := make([]float64, len(x))
	for j := range m.Schema.Features {
		f, c := &m.Schema.Features[j], &m.columns[j]
		w := weights[o : o+f.Width()]
		o += f.Width()
		if m.Fixed[j] {
			continue
		}
		var lists [][]action
		add := func(list ...action) {
			if list = helpful(list, x[j]); len(list) > 0 {
				lists, best[j] = append(lists, list), max(best[j], list[len(list)-1].gain)
			}
		}
		if f.Kind.Numeric() {
			var list []action
			for _, g := range c.grid {
				v := m.within(j, domains[j], g)
				cost := logOf(c.above(x[j]) / c.above(v))
				list = append(list, action{v, float64(w[0] * float64(f.Scale(v)-f.Scale(x[j]))), math.Abs(cost)})
			}
			add(list...)
		}
		own := int(x[j])
		for l, in := range domains[j].Levels {
			if in {
				cost := logOf(max(c.share[l], 2*recourseEnd)/recourseEnd) + logOf(
					max(c.share[own], 2*recourseEnd)/recourseEnd)
				add(action{float64(l), w[l] - w[own], cost})
			}
		}
		if lists != nil {
			features = append(features, j)
			options = append(options, lists)
		}
	}
	order := make([]int, len(features))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(best[features[b]], best[features[a]]) })
	sorted, lists := make([]int, len(order)), make([][][]action, len(order))
	for i, k := range order {
		sorted[i], lists[i] = features[k], options[k]
	}
	return sorted, lists
}

// helpful returns the actions that no other action beats in both cost and gain.
func helpful(list []action, own float64) (kept []action) {
	sorting.Stable(list, func(a, b action) int {
		if c := cmp.Compare(a.cost, b.cost); c != 0 {
			return c
		}
		return cmp.Compare(b.gain, a.gain)
	})
	most := 0.0
	for _, a := range list {
		if a.value != own && a.gain > most {
			kept, most = append(kept, a), a.gain
		}
	}
	return kept
}

// standIn returns a linear score of the target around a factual: the weights of its inputs, and
// the score of the factual.
func (m recourse) standIn(a *asker, x []float64, target int, key kernel.Key) (weights []float64, score float64) {
	rows := make([][]float64, recourseRows)
	for r := range rows {
		row, k := slices.Clone(x), key.Sub(uint64(r))
		for j := range row {
			f, c := &m.Schema.Features[j], &m.columns[j]
			switch {
			case r == 0: // the factual itself
			case f.Kind.Numeric():
				row[j] = min(max(x[j]+float64(c.deviation*float64(k.Normal1(uint32(j)))), f.Min), f.Max)
			default:
				u := float64(k.Uniform1(uint32(j)))
				row[j] = float64(len(c.to) - 1)
				if l := slices.IndexFunc(c.to, func(to float64) bool { return u < to }); l >= 0 {
					row[j] = float64(l)
				}
			}
		}
		rows[r] = row
	}
	n, w := len(rows), m.width
	in := slices.Clone(a.encode(rows))
	shares := a.shares(rows)
	y, weight := make([]float64, n), make([]float64, n)
	for e := range n {
		other, own := float32(recourseEnd), max(shares[target*n+e], recourseEnd)
		for c := range len(shares) / n {
			if c != target {
				other = max(other, shares[c*n+e])
			}
		}
		y[e] = logOf(float64(own)) - logOf(float64(other))
		sum := 0.0
		for i := range w {
			d := float64(in[i*n+e]-in[i*n]) / m.inputs[i]
			sum += float64(d * d)
		}
		weight[e] = float64(kernel.Exp1(float32(-sum / (2 * 0.5625 * float64(w)))))
	}
	weights, base := ridge(in, y, weight, m.inputs)
	score = base
	for i, v := range weights {
		score += float64(v * float64(in[i*n]))
	}
	return weights, score
}

// ridge performs a weighted regression of y on the inputs, with a penalty in units of their
// deviations, and on a constant without a penalty. It solves
//
//	(X'WX + R) (w, b) = X'Wy
//
//	x  inputs×n    y, weight  n
func ridge(x []float32, y, weight, deviation []float64) (w []float64, base float64) {
	n, d := len(y), len(deviation)
	at := func(i, e int) float64 {
		if i == d {
			return 1
		}
		return float64(x[i*n+e])
	}
	a, b := make([][]float64, d+1), make([]float64, d+1)
	for i := range a {
		a[i] = make([]float64, d+1)
		wx := make([]float64, n)
		for e := range wx {
			wx[e] = float64(weight[e] * at(i, e))
			b[i] += float64(wx[e] * y[e])
		}
		for k := range i + 1 {
			for e := range wx {
				a[i][k] += float64(wx[e] * at(k, e))
			}
		}
		if i < d {
			a[i][i] += float64(recourseRidge * float64(deviation[i]*deviation[i]))
		}
	}
	cholesky(a, b)
	return b[:d], b[d]
}

// cholesky solves a x = b in place for a positive definite matrix whose lower half is given.
func cholesky(a [][]float64, b []float64) {
	for i := range a {
		for k := range i + 1 {
			sum := a[i][k]
			for l := range k {
				sum -= float64(a[i][l] * a[k][l])
			}
			if i == k {
				a[i][i] = math.Sqrt(max(sum, 1e-12))
			} else {
				a[i][k] = sum / a[k][k]
			}
		}
	}
	for i := range b {
		for k := range i {
			b[i] -= float64(a[i][k] * b[k])
		}
		b[i] /= a[i][i]
	}
	for i := len(b) - 1; i >= 0; i-- {
		for k := i + 1; k < len(b); k++ {
			b[i] -= float64(a[k][i] * b[k])
		}
		b[i] /= a[i][i]
	}
}

// flips lists the sets of inputs that can raise a score by need, each with its cheapest actions. It
// uses branch and bound over sets and, within a set, over actions. Its bounds come from the linear
// relaxation, in which a feature may combine fractions of two of its actions.
type flips struct {
	options [][][]action // features × sets of their inputs × actions
	need    float64
	pieces  []piece // best ratio first
	looks   int     // number of bounds computed
	most    int     // maximum number of bounds
}

// piece is a segment between two neighbouring corners of the lower convex hull of cost against
// gain for a feature's actions. It starts from no action (list undecided), or from the cheapest
// action of a list.
type piece struct {
	feature, list int
	gain, cost    float64
}

// Decisions about a feature other than indices of its lists.
const undecided, unchanged = -2, -1

func newFlips(options [][][]action, need float64) *flips {
	s := &flips{options: options, need: need, most: recourseLooks}
	for i, lists := range options {
		s.add(i, undecided, action{}, helpful(slices.Concat(lists...), math.NaN())) // no choice excludes any action
		for l, list := range lists {
			s.add(i, l, list[0], list[1:])
		}
	}
	sorting.Stable(s.pieces, func(a, b piece) int { return cmp.Compare(a.cost/a.gain, b.cost/b.gain) })
	return s
}

// add adds the pieces of a list.
func (s *flips) add(feature, place int, at action, list []action) {
	for len(list) > 0 {
		best := 0
		for k, a := range list {
			if (a.cost-at.cost)/(a.gain-at.gain) <= (list[best].cost-at.cost)/(list[best].gain-at.gain) {
				best = k
			}
		}
		s.pieces = append(s.pieces, piece{feature, place, list[best].gain - at.gain, list[best].cost - at.cost})
		at, list = list[best], list[best+1:]
	}
}

// lowerCost returns a lower bound of the cost of raising the score by need. decided holds the choices
// for the first features, and only features from index from on add cost.
func (s *flips) lowerCost(decided []int, from int, need float64) float64 {
	s.looks++
	cost, got := 0.0, 0.0
	for i, l := range decided {
		if i >= from && l >= 0 {
			cost, got = cost+s.options[i][l][0].cost, got+s.options[i][l][0].gain
		}
	}
	for _, p := range s.pieces {
		if got >= need {
			return cost
		}
		at := undecided
		if p.feature < len(decided) {
			at = decided[p.feature]
		}
		if p.feature >= from && p.list == at {
			part := min((need-got)/p.gain, 1)
			cost, got = cost+float64(part*p.cost), got+float64(part*p.gain)
		}
	}
	if got < need-1e-9 {
		return math.Inf(1)
	}
	return cost
}

// each calls use with the cheapest actions of each set, cheapest set first, until use returns
// false. The argument contains the action on each feature, or nil.
func (s *flips) each(use func(picks []*action) bool) {
	queue, number := branches{{}}, 0
	push := func(b branch) {
		if !math.IsInf(b.bound, 1) {
			number++
			b.number = number
			heap.Push(&queue, b)
		}
	}
	for nodes := 0; queue.Len() > 0 && nodes < recourseNodes && s.looks < s.most; nodes++ {
		b := heap.Pop(&queue).(branch)
		k := len(b.decided)
		switch {
		case b.picks != nil:
			if !use(b.picks) {
				return
			}
		case k < len(s.options):
			for l := unchanged; l < len(s.options[k]); l++ {
				next := append(slices.Clone(b.decided), l)
				push(branch{decided: next, bound: s.lowerCost(next, 0, s.need)})
			}
		case k > 0 && slices.Max(b.decided) >= 0:
			picks, cost := s.cheapest(b.decided)
			if s.looks >= s.most { // there may be cheaper ones
				return
			}
			push(branch{picks: picks, decided: b.decided, bound: cost})
		}
	}
}

// cheapest returns the cheapest actions that change all inputs of a set and no others.
func (s *flips) cheapest(set []int) (best []*action, cost float64) {
	picks := make([]*action, len(set))
	cost = math.Inf(1)
	var choose func(i int, need, so float64)
	choose = func(i int, need, so float64) {
		switch {
		case s.looks >= s.most || so+s.lowerCost(set, i, need) >= cost-1e-12:
		case i == len(set):
			best, cost = slices.Clone(picks), so
		case set[i] < 0:
			choose(i+1, need, so)
		default:
			for p := range s.options[i][set[i]] {
				picks[i] = &s.options[i][set[i]][p]
				choose(i+1, need-picks[i].gain, so+picks[i].cost)
			}
		}
	}
	choose(0, s.need, 0)
	return best, cost
}

// branch contains the decisions about the first features, or a set with its actions.
type branch struct {
	decided []int
	bound   float64
	number  int // ties go to the smaller number
	picks   []*action
}

type branches []branch

func (b branches) Len() int { return len(b) }
func (b branches) Less(i, j int) bool {
	return b[i].bound < b[j].bound || b[i].bound == b[j].bound && b[i].number < b[j].number
}
func (b branches) Swap(i, j int) { b[i], b[j] = b[j], b[i] }
func (b *branches) Push(x any)   { *b = append(*b, x.(branch)) }
func (b *branches) Pop() any {
	last := len(*b) - 1
	x := (*b)[last]
	*b = (*b)[:last]
	return x
}
