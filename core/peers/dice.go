package peers

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
)

func init() {
	const holds = "DiCE's features_to_vary and permitted_range, for each row; of its rows the next that keeps the " +
		"other rules"
	add(Method{Name: "dice-random", Holds: holds, make: newRandom})
	add(Method{Name: "dice-genetic", Holds: holds, make: newGenetic})
}

// diceRandom is the random search of DiCE (Mothilal, Sharma and Tan 2020, section 4.2,
// RandomInitCF without gradients; the method "random" of the tool, version 0.12). A row is
// drawn uniformly from the permitted ranges. Copies of the factual each take over its value of
// a feature drawn for each, then one more, and so on, until any copy reaches the target. One of
// these is drawn, and what it changes little is taken back (see thrift).
//
// The tool's settings: 1,000 copies, one counterfactual. A copy that breaks a rule beyond the
// ranges does not count as found. The tool goes on to a second feature where one was enough,
// and may then give a row that changes both; here it does not.
type diceRandom struct{ thrift }

const randomRows = 1000

func newRandom(p *place) (blackbox.Answerer, error) { return diceRandom{newThrift(p)}, nil }

// Answers implements blackbox.Answerer.
func (m diceRandom) Answers(rows [][]float64, target []int, key kernel.Key) [][]float64 {
	a := m.ask()
	return m.each(rows, func(i int, x []float64) []float64 { return m.answer(a, x, target[i], key.Sub(uint64(i))) })
}

func (m diceRandom) answer(a *asker, x []float64, target int, key kernel.Key) []float64 {
	if rows := m.several(a, x, target, 1, key); len(rows) > 0 {
		return rows[0]
	}
	return nil
}

// DiceSets answers a row by the random search of DiCE with up to n rows that differ, the tool's
// total_CFs.
func DiceSets(p Problem) (func(row []float64, target, n int, key kernel.Key) [][]float64, error) {
	from, err := Method{Name: "dice-random", make: newRandom}.New(p)
	if err != nil {
		return nil, err
	}
	m := from.(told).Answerer.(diceRandom)
	a := m.ask()
	return func(row []float64, target, n int, key kernel.Key) [][]float64 {
		return m.several(a, row, target, n, key)
	}, nil
}

func (m diceRandom) several(a *asker, x []float64, target, n int, key kernel.Key) (rows [][]float64) {
	free, domains := m.free(), m.Domains(x)
	copies := make([][]float64, randomRows)
	for r := range copies {
		copies[r] = slices.Clone(x)
	}
	var found [][]float64
	for vary := 1; vary <= len(free) && len(found) < n; vary++ {
		k := key.Sub(uint64(vary))
		for r, row := range copies {
			j := free[k.Intn(uint32(r), len(free))]
			row[j] = draw(&m.Schema.Features[j], domains[j], key.Sub(0).Sub(uint64(r)), uint32(j))
		}
		for r, y := range a.classes(copies) {
			if y == target && !slices.Equal(copies[r], x) && m.keeps(x, domains, copies[r]) &&
				!contains(found, copies[r]) {
				found = append(found, slices.Clone(copies[r]))
			}
		}
	}
	for i := uint32(0); len(rows) < n && len(found) > 0; i++ {
		at := key.Intn(i, len(found))
		if row := m.take(a, x, domains, found[at], target); !contains(rows, row) {
			rows = append(rows, row)
		}
		found = slices.Delete(found, at, at+1)
	}
	return rows
}

func contains(rows [][]float64, row []float64) bool {
	return slices.ContainsFunc(rows, func(r []float64) bool { return slices.Equal(r, row) })
}

// draw is number i of a stream as a value of a feature, uniform in its domain: of a number
// one of the steps that its decimals leave. An empty domain has its last end, or level 0.
func draw(f *data.Feature, d causal.Domain, k kernel.Key, i uint32) float64 {
	if !f.Kind.Numeric() {
		var left []float64
		for l, in := range d.Levels {
			if in {
				left = append(left, float64(l))
			}
		}
		if len(left) == 0 {
			return 0
		}
		return left[k.Intn(i, len(left))]
	}
	if f.Min >= f.Max { // no range is known
		return min(max(f.Min, d.Min), d.Max)
	}
	steps := math.Floor((d.Max-d.Min)/f.Step() + 1e-9)
	v := d.Min + float64(math.Floor(float64(k.Uniform1(i))*(steps+1))*f.Step())
	return min(max(f.Round(v), d.Min), d.Max)
}

// diceGenetic is the genetic search of DiCE (the method "genetic" of the tool, version 0.12,
// which follows Schleich, Geng, Zhang and Suciu 2021, GeCo) for one counterfactual. Rows are
// better the less their
//
//	hinge + proximityWeight * proximity + sparsityWeight * sparsity
//
// where the hinge is max(0, the largest other share - that of the target), without a margin.
// Proximity is the mean over the numbers of |difference| / range, weighted by 1 / MAD to two
// decimals, and sparsity is the share of the features that differ. The first generation has the
// ten training rows of the target class that are nearest in the numbers as they stand and in
// indicators of the levels. Fixed features are patched into them. A value beyond its permitted
// range becomes the factual's, or is drawn if that is beyond it as well. The best of every
// generation stays, and children of two of the better half fill it up: each value is one
// parent's with probability 0.4, the other's with 0.4, and else drawn from the permitted range.
// It ends once the best reaches the target and has not improved by geneticGain for geneticStill
// generations.
//
// Deviations: the tool's code sorts a generation by its values and not by its loss before it
// takes the half that parents come from. It also draws the lower end of a number's range,
// always. Here both are as its comments and GeCo say. The tool draws rows of the target class without
// end where too few training rows are told apart; here at most geneticDraws. It looks at the
// best row of the last generation alone; here at the best of them that reaches the target and
// keeps the rules.
type diceGenetic struct {
	*place
	weight []float64 // of the numbers in proximity, features
	sum    float64
}

// The tool's settings.
const (
	geneticRows        = 10 // for each counterfactual
	geneticGenerations = 500
	geneticGain        = 0.01
	geneticStill       = 5
	geneticDraws       = 2000
	proximityWeight    = 0.2
	sparsityWeight     = 0.2
	fromOne, fromEach  = 0.4, 0.8
)

func newGenetic(p *place) (blackbox.Answerer, error) {
	m := diceGenetic{place: p, weight: make([]float64, len(p.Schema.Features))}
	for j := range p.Schema.Features {
		if f := &p.Schema.Features[j]; f.Kind.Numeric() && f.Max > f.Min {
			w := math.Round(100/unit(f)) / 100
			m.weight[j] = w / (f.Max - f.Min)
			m.sum += w
		}
	}
	return m, nil
}

// Answers implements blackbox.Answerer.
func (m diceGenetic) Answers(rows [][]float64, target []int, key kernel.Key) [][]float64 {
	a := m.ask()
	return m.each(rows, func(i int, x []float64) []float64 { return m.answer(a, x, target[i], key.Sub(uint64(i))) })
}

// being is a row of a generation.
type being struct {
	row  []float64
	loss float64
	good bool // of the target class
}

func (m diceGenetic) answer(a *asker, x []float64, target int, key kernel.Key) []float64 {
	domains := m.Domains(x)
	now := m.judge(a, x, m.first(a, x, domains, target, key.Sub(0)), target)
	for g, still := 1, 0; g <= geneticGenerations && still < geneticStill; g++ {
		was, k := now[0].loss, key.Sub(uint64(g))
		next, half := [][]float64{now[0].row}, max(len(now)/2, 1)
		for c := 1; c < geneticRows; c++ {
			k := k.Sub(uint64(c))
			next = append(next, m.child(x, domains, now[k.Intn(0, half)].row, now[k.Intn(1, half)].row, k.Sub(1)))
		}
		now = m.judge(a, x, next, target)
		if still++; was-now[0].loss > geneticGain || !now[0].good {
			still = 0
		}
	}
	for _, b := range now {
		if b.good && !slices.Equal(b.row, x) && m.keeps(x, domains, b.row) {
			return b.row
		}
	}
	return nil
}

// first is the first generation.
func (m diceGenetic) first(a *asker, x []float64, domains []causal.Domain, target int,
	key kernel.Key) (rows [][]float64) {
	for n, near := range m.nearRows(x, target) {
		row := slices.Clone(x)
		for _, j := range m.free() {
			switch {
			case domains[j].Has(near[j]):
				row[j] = near[j]
			case !domains[j].Has(x[j]):
				row[j] = draw(&m.Schema.Features[j], domains[j], key.Sub(uint64(n)), uint32(j))
			}
		}
		if !contains(rows, row) {
			rows = append(rows, row)
		}
	}
	var drawn [][]float64
	for r := 0; r < geneticDraws && len(rows) < geneticRows; r++ {
		row := slices.Clone(x)
		for _, j := range m.free() {
			row[j] = draw(&m.Schema.Features[j], domains[j], key.Sub(1<<32).Sub(uint64(r)), uint32(j))
		}
		drawn = append(drawn, row)
		if a.classes([][]float64{row})[0] == target {
			rows = append(rows, row)
		}
	}
	return append(rows, drawn[:min(len(drawn), geneticRows-len(rows))]...)
}

// nearRows are the training rows of a class that are nearest in their numbers as they
// stand and in indicators of their levels.
func (m diceGenetic) nearRows(x []float64, class int) (rows [][]float64) {
	type at struct {
		row  int
		dist float64
	}
	var list []at
	for i, y := range m.predicted() {
		if y != class {
			continue
		}
		sum := 0.0
		for j, v := range m.Rows[i] {
			switch d := v - x[j]; {
			case m.Schema.Features[j].Kind.Numeric():
				sum += float64(d * d)
			case d != 0:
				sum += 2
			}
		}
		list = append(list, at{i, sum})
	}
	slices.SortStableFunc(list, func(a, b at) int { return cmp.Compare(a.dist, b.dist) })
	for _, a := range list[:min(len(list), geneticRows)] {
		rows = append(rows, m.Rows[a.row])
	}
	return rows
}

func (m diceGenetic) child(x []float64, domains []causal.Domain, a, b []float64, k kernel.Key) []float64 {
	row := slices.Clone(x)
	for _, j := range m.free() {
		switch u := k.Uniform1(uint32(j)); {
		case u < fromOne:
			row[j] = a[j]
		case u < fromEach:
			row[j] = b[j]
		default:
			row[j] = draw(&m.Schema.Features[j], domains[j], k.Sub(0), uint32(j))
		}
	}
	return row
}

// judge returns the rows that differ from each other with their losses, the best first.
func (m diceGenetic) judge(a *asker, x []float64, rows [][]float64, target int) (list []being) {
	n := len(rows)
	shares := a.shares(rows)
	for e, row := range rows {
		if contains(rows[:e], row) {
			continue
		}
		other := float32(0)
		good := true // as the class of equal shares is the first
		for c := range len(shares) / n {
			if p := shares[c*n+e]; c != target {
				other = max(other, p)
				good = good && (p < shares[target*n+e] || p == shares[target*n+e] && c > target)
			}
		}
		far, changed := 0.0, 0
		for j, v := range row {
			if v != x[j] {
				changed++
			}
			far += float64(m.weight[j] * math.Abs(v-x[j]))
		}
		loss := max(0, float64(other-shares[target*n+e]))
		loss += float64(proximityWeight * far / max(m.sum, 0.01))
		loss += float64(sparsityWeight * float64(changed) / float64(len(x)))
		list = append(list, being{row, loss, good})
	}
	slices.SortStableFunc(list, func(a, b being) int { return cmp.Compare(a.loss, b.loss) })
	return list
}

// thrift takes back small changes of numbers, those of at most a tenth of the distances of the
// column's values from their median, and of at most its MAD. It starts with the largest such
// feature and goes step by step towards the factual, within target and rules (Mothilal, Sharma
// and Tan 2020, section 3.4 and the supplement). It is the tool's linear search with its 0.1
// and 10,000 steps of the column's last decimal.
type thrift struct {
	*place
	small []float64 // features
	order []int     // of the numbers
}

const thriftShare, thriftSteps, thriftPart = 0.1, 10000, 250

func newThrift(p *place) thrift {
	t := thrift{place: p, small: make([]float64, len(p.Schema.Features))}
	for j := range p.Schema.Features {
		f := &p.Schema.Features[j]
		if !f.Kind.Numeric() {
			continue
		}
		v := make([]float64, len(p.Rows))
		for i, r := range p.Rows {
			v[i] = r[j]
		}
		slices.Sort(v)
		v = slices.Compact(v)
		middle := float64((v[(len(v)-1)/2] + v[len(v)/2]) / 2)
		for i := range v {
			v[i] = math.Abs(v[i] - middle)
		}
		slices.Sort(v)
		at := float64(thriftShare * float64(len(v)-1))
		low := int(at)
		part := v[low] + float64((at-float64(low))*(v[min(low+1, len(v)-1)]-v[low]))
		t.small[j] = min(part, unit(f))
		t.order = append(t.order, j)
	}
	slices.SortStableFunc(t.order, func(a, b int) int { return cmp.Compare(t.small[b], t.small[a]) })
	return t
}

// take is the row without the changes that are taken back.
func (t thrift) take(a *asker, x []float64, domains []causal.Domain, row []float64, target int) []float64 {
	row = slices.Clone(row)
	for _, j := range t.order {
		f := &t.Schema.Features[j]
		d, from := x[j]-row[j], row[j]
		if d == 0 || math.Abs(d) > t.small[j] {
			continue
		}
		all := int(math.Ceil(math.Abs(d) / f.Step()))
		for s, going := 1, true; going && s <= min(all, thriftSteps); {
			var next [][]float64
			for ; s <= min(all, thriftSteps) && len(next) < thriftPart; s++ {
				one := slices.Clone(row)
				if one[j] = f.Round(from + float64(math.Copysign(f.Step(), d)*float64(s))); s == all {
					one[j] = x[j]
				}
				next = append(next, one)
			}
			for i, y := range a.classes(next) {
				if y != target || slices.Equal(next[i], x) || !t.keeps(x, domains, next[i]) {
					going = false
					break
				}
				row = next[i]
			}
		}
	}
	return row
}
