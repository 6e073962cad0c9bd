package peers

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/sorting"
)

func init() {
	const holds = "DiCE's features_to_vary and permitted_range, for each row; of its rows the next that keeps the " +
		"other rules"
	add(Method{Name: "dice-random", Holds: holds, make: newRandom})
	add(Method{Name: "dice-genetic", Holds: holds, make: newGenetic})
}

// diceRandom is the random search of DiCE (Mothilal, Sharma and Tan 2020, section 4.2,
// RandomInitCF without gradients; the method "random" of the tool, version 0.12). It draws a row
// uniformly from the permitted ranges. Each of many copies of the factual takes over this row's
// value for one randomly drawn feature, then for one more, and so on, until any copy reaches the
// target. One of the copies that do is drawn, and its small changes are undone (see thrift).
//
// The settings are those of the tool: 1,000 copies, one counterfactual. A copy that breaks a rule
// other than a range does not count as found. If one feature is enough, the tool still continues
// with a second one, and may return a row that changes both. This implementation stops there.
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

// DiceSets returns a function that answers a row by DiCE's random search with up to n different
// rows, the tool's total_CFs.
func DiceSets(p Problem) (func(row []float64, target, n int, key kernel.Key) [][]float64, error) {
	from, err := Method{Name: "dice-random", make: newRandom}.New(p)
	if err != nil {
		return nil, err
	}
	m := from.(checkedAnswerer).Answerer.(diceRandom)
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

// draw turns number i of a stream into a value of a feature, uniformly distributed in its domain.
// For a number, the values are those allowed by its decimals. An empty domain yields its upper
// end, or level 0.
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
	if f.Min >= f.Max { // the range is unknown
		return min(max(f.Min, d.Min), d.Max)
	}
	steps := math.Floor((d.Max-d.Min)/f.Step() + 1e-9)
	v := d.Min + float64(math.Floor(float64(k.Uniform1(i))*(steps+1))*f.Step())
	return min(max(f.Round(v), d.Min), d.Max)
}

// diceGenetic is the genetic search of DiCE (the method "genetic" of the tool, version 0.12,
// which follows Schleich, Geng, Zhang and Suciu 2021, GeCo) for one counterfactual. It minimises
//
//	hinge + proximityWeight * proximity + sparsityWeight * sparsity
//
// where the hinge is max(0, the largest other share - that of the target), without a margin.
// Proximity is the mean over the numbers of |difference| / range, weighted by 1 / MAD rounded to
// two decimals. Sparsity is the share of the features that differ. The first generation consists
// of the ten training rows of the target class that are nearest in the unscaled numbers and in
// indicators of the levels. Fixed features are set to the factual's values. A value outside its
// permitted range is replaced by the factual's, or by a random value if the factual's is outside
// too. The best row of every generation survives, and the rest are children of two rows in the
// better half. Each value comes from one parent with probability 0.4, from the other with
// probability 0.4, and otherwise from the permitted range at random. The search ends once the
// best row reaches the target and has not improved by geneticGain for geneticStill generations.
//
// This implementation deviates as follows. The tool's code selects the half for parents after
// sorting a generation by its values instead of its loss, and always draws the lower end of a
// number's range. Here both follow the tool's comments and GeCo. If too few distinct training
// rows exist, the tool draws rows of the target class without limit, and this implementation at
// most geneticDraws. The tool considers only the best row of the last generation, and this
// implementation the best one that reaches the target and keeps the rules.
type diceGenetic struct {
	*place
	weight []float64 // weight of each number in the proximity, one per feature
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
	good bool // belongs to the target class
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

// first returns the first generation.
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

// nearRows returns the training rows of a class that are nearest in their unscaled numbers and in
// indicators of their levels.
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
	sorting.Stable(list, func(a, b at) int { return cmp.Compare(a.dist, b.dist) })
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

// judge returns the distinct rows with their losses, best first.
func (m diceGenetic) judge(a *asker, x []float64, rows [][]float64, target int) (list []being) {
	n := len(rows)
	shares := a.shares(rows)
	for e, row := range rows {
		if contains(rows[:e], row) {
			continue
		}
		other := float32(0)
		good := true // because ties go to the first class
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
	sorting.Stable(list, func(a, b being) int { return cmp.Compare(a.loss, b.loss) })
	return list
}

// thrift undoes small changes of numbers. A change is small if it is at most the MAD and at most
// the tenth percentile of the distances between the column's distinct values and their median. It
// starts with the feature for which this limit is largest and moves step by step towards the
// factual, while the row reaches the target and keeps the rules (Mothilal, Sharma and Tan 2020,
// section 3.4 and the supplement). This is the tool's linear search with its percentile of 0.1
// and its limit of 10,000 steps of the column's last decimal.
type thrift struct {
	*place
	small []float64 // limit for each feature
	order []int     // indices of the numbers
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

// take returns the row after its small changes are undone.
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
