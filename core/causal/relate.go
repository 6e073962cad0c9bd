package causal

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"causeway/core/data"
)

// maxRelations limits the number of relations found.
const maxRelations = 40

// enoughBits says how unlikely it must be that a relation holds in all rows by chance: one in 2^40,
// divided by the number of possible inputs.
const enoughBits = 40

// Relations finds features that are an exact function of others in every row of a table, and
// returns each as a Computed rule. It finds copies, weighted sums of up to six numbers, products of
// two, recodings, and lists by a category or by intervals of a number. Approximate products become
// laws with Own. No computed feature is an input, so all rules can hold together. Flags for missing
// numbers are neither inputs nor results. Relations that could easily hold by chance are omitted;
// see enoughBits.
func Relations(t *data.Table) []Rule {
	r := relations{t: t, bits: make([]float64, len(t.Cols)), taken: make([]bool, len(t.Cols)),
		used: make([]bool, len(t.Cols))}
	if t.Rows() < 2 {
		return nil
	}
	for j, c := range t.Cols {
		if t.Schema.FlagOf(j) < 0 {
			r.bits[j] = surprise(c)
		}
	}
	r.lists()
	r.sums()
	r.products()
	return r.found
}

type relations struct {
	t     *data.Table
	bits  []float64 // bits needed to guess the value of one row; 0 for a constant
	taken []bool    // features that are computed
	used  []bool    // features used as inputs
	found []Rule
}

func (r *relations) add(rule Rule) {
	if len(r.found) == maxRelations || rule.Check(r.t.Schema) != nil {
		return
	}
	for i := range r.t.Outcome { // check all rows exactly
		if !r.holds(rule, i) {
			return
		}
	}
	r.found = append(r.found, rule)
	r.taken[rule.Feature] = true
	for _, j := range rule.inputs() {
		r.used[j] = true
	}
}

// holds checks a rule on one row of the table.
func (r *relations) holds(rule Rule, i int) bool {
	f, v := r.t.Schema.Features[rule.Feature], r.t.Cols[rule.Feature][i]
	if rule.Law.Weights == nil {
		return v == rule.part(rule.partOf(r.t.Schema, r.t.Cols[rule.Other][i]))
	}
	want, size := rule.Law.Shift, math.Abs(rule.Law.Shift)
	if rule.Law.Product {
		p := rule.Law.Weights[0]
		for _, j := range rule.inputs() {
			p *= r.t.Cols[j][i]
		}
		return math.Abs(v-want-p) <= sumSlack(f, size+math.Abs(p))
	}
	for k, j := range rule.inputs() {
		x := float64(rule.Law.Weights[k] * r.t.Cols[j][i])
		want += x
		size += math.Abs(x)
	}
	return math.Abs(v-want) <= sumSlack(f, size)
}

// surprise returns -log2 of the share of the most frequent value.
func surprise(col []float64) float64 {
	counts := map[float64]int{}
	most := 0
	for _, v := range col[:min(len(col), 20_000)] {
		counts[v]++
		most = max(most, counts[v])
	}
	return -math.Log2(float64(most) / float64(min(len(col), 20_000)))
}

// lists finds features with few values that a category, or the interval of a number, determines.
// Among several possible inputs, it takes the one with the fewest parts.
func (r *relations) lists() {
	rows := r.spread(400)
	sorted := make([][]int, len(r.t.Cols))
	for j, f := range r.t.Schema.Features {
		if f.Kind.Numeric() {
			sorted[j] = slices.Clone(rows)
			slices.SortFunc(sorted[j], func(a, b int) int { return cmp.Compare(r.t.Cols[j][a], r.t.Cols[j][b]) })
		}
	}
	for y := range slices.Backward(r.t.Schema.Features) { // of two that determine each other, the later is computed
		if r.bits[y] == 0 || r.used[y] || !fewValues(r.t.Cols[y]) {
			continue
		}
		var best Rule
		least := maxParts + 1
		for x := range r.t.Schema.Features {
			if x == y || r.taken[x] || r.bits[x] == 0 || !r.maybe(x, y, rows, sorted[x]) {
				continue
			}
			if rule, ok := r.list(x, y); ok && rule.parts() < least {
				best, least = rule, rule.parts()
			}
		}
		if least <= maxParts {
			r.add(best)
		}
	}
}

// fewValues reports whether a column has at most 64 different values, few enough for a list. It
// uses its own hash table, because Go's map takes ten times as long in WebAssembly.
func fewValues(col []float64) bool {
	const most, bits = 64, 8
	var seen [1 << bits]float64
	var has [1 << bits]bool
	n := 0
	for _, v := range col {
		if v == 0 {
			v = 0 // -0 becomes 0
		}
		at := math.Float64bits(v) * 0x9e3779b97f4a7c15 >> (64 - bits)
		for has[at] && seen[at] != v {
			at = (at + 1) % (1 << bits)
		}
		if has[at] {
			continue
		}
		if n++; n > most {
			return false
		}
		seen[at], has[at] = v, true
	}
	return true
}

// spread returns evenly spaced rows of the whole table.
func (r *relations) spread(most int) []int {
	n := r.t.Rows()
	rows := make([]int, min(n, most))
	for k := range rows {
		rows[k] = int(int64(k) * int64(n) / int64(len(rows)))
	}
	return rows
}

// maybe rules out pairs quickly, by looking at some rows.
func (r *relations) maybe(x, y int, rows, sorted []int) bool {
	a, b := r.t.Cols[x], r.t.Cols[y]
	if sorted == nil {
		var to [data.MaxLevels]float64
		var known [data.MaxLevels]bool
		for _, i := range rows {
			l := int(a[i])
			if known[l] && to[l] != b[i] {
				return false
			}
			to[l], known[l] = b[i], true
		}
		return true
	}
	runs := 1
	for k := 1; k < len(sorted); k++ {
		i, before := sorted[k], sorted[k-1]
		if b[i] == b[before] {
			continue
		}
		if runs++; a[i] == a[before] || runs > 64 {
			return false
		}
	}
	return true
}

// list returns the list by which x determines y in all rows, unless chance could explain it.
func (r *relations) list(x, y int) (rule Rule, ok bool) {
	f, in := r.t.Schema.Features[y], r.t.Schema.Features[x]
	a, b := r.t.Cols[x], r.t.Cols[y]
	rule = Rule{Kind: Computed, Feature: y, Other: x}
	to := map[float64]float64{}
	for i, v := range a {
		if w, known := to[v]; known && w != b[i] {
			return rule, false
		}
		to[v] = b[i]
	}
	var values []float64
	told := float64(len(a)) // rows whose value follows from others in the same part
	choices := math.Log2(float64(len(r.t.Cols)))
	if in.Kind.Numeric() {
		keys := make([]float64, 0, len(to))
		for v := range to {
			keys = append(keys, v)
		}
		slices.Sort(keys)
		for k, v := range keys {
			if k > 0 && to[v] == to[keys[k-1]] {
				continue
			}
			if k > 0 {
				rule.Law.Cuts = append(rule.Law.Cuts, roundest(keys[k-1], v))
			}
			if values = append(values, to[v]); len(values) > 64 {
				return rule, false
			}
		}
		choices += float64(float64(len(rule.Law.Cuts)) * math.Log2(float64(len(keys))))
	} else {
		values = make([]float64, len(in.Levels))
		for l := range values {
			v, known := to[float64(l)]
			if !known {
				return rule, false
			}
			values[l] = v
		}
	}
	told -= float64(len(values))
	if float64(told*r.bits[y])-choices < enoughBits {
		return rule, false
	}
	if f.Kind.Numeric() {
		rule.Law.Values = values
	} else {
		for _, v := range values {
			rule.Levels = append(rule.Levels, int(v))
		}
	}
	return rule, true
}

// roundest returns the number in (low, high] with the fewest digits.
func roundest(low, high float64) float64 {
	for exp := 15; exp >= -30; exp-- {
		unit := math.Pow10(exp)
		if v := math.Ceil(high/unit) * unit; v > low && v <= high {
			return v
		}
		if exp < 0 {
			unit = math.Pow10(-exp)
			if v := math.Floor(high*unit) / unit; v > low && v <= high {
				return v
			}
		} else if v := math.Floor(high/unit) * unit; v > low && v <= high {
			return v
		}
	}
	return high
}

// maxTerms limits the terms of a sum. The search tries at most twice as many before dropping
// unnecessary ones.
const maxTerms = 6

// leastShare is the least correlation that the next term of a sum must have with the remainder. The
// largest of six equal independent terms has 0.4. Among 500 columns that are independent of the
// sum, chance alone reaches 0.08 on 2,000 rows.
const leastShare = 0.12

// sums finds numbers that are weighted sums of others. It adds terms one by one, each time the
// one that explains most of the remainder, and then drops unnecessary ones. It computes the
// weights from some rows and checks them on all rows.
func (r *relations) sums() {
	var cols []int
	for j, f := range r.t.Schema.Features {
		if (f.Kind.Numeric() || f.Kind == data.Boolean) && r.bits[j] > 0 && !r.taken[j] {
			cols = append(cols, j)
		}
	}
	rows := r.spread(2000)
	if len(rows) < 30 || len(cols) < 2 {
		return
	}
	z := make([]*standard, len(r.t.Cols))
	for _, j := range cols {
		z[j] = newStandard(r.t.Cols[j], rows)
	}
	for _, y := range slices.Backward(cols) {
		if f := r.t.Schema.Features[y]; !f.Kind.Numeric() || r.taken[y] {
			continue
		}
		if rule, ok := r.sum(y, cols, z, rows); ok {
			if rule = r.turned(rule); !r.taken[rule.Feature] {
				r.add(rule)
			}
		}
	}
}

// turned solves a sum with weights of 1 for its largest feature: a difference a - b = c becomes a
// = b + c.
func (r *relations) turned(rule Rule) Rule {
	in, w := rule.inputs(), rule.Law.Weights
	plus := -1
	minus := false
	for i := range in {
		switch {
		case w[i] == 1 && plus < 0:
			plus = i
		case w[i] < 0:
			minus = true
		default:
			return rule // two positive weights
		}
	}
	if !minus || plus < 0 || r.used[in[plus]] || !r.t.Schema.Features[in[plus]].Kind.Numeric() {
		return rule
	}
	out := Rule{Kind: Computed, Feature: in[plus], Law: Law{Shift: -rule.Law.Shift + 0}}
	features := []int{rule.Feature}
	out.Law.Weights = []float64{1}
	for i, j := range in {
		if i != plus {
			features, out.Law.Weights = append(features, j), append(out.Law.Weights, -w[i])
		}
	}
	out.setInputs(features)
	for i := range r.t.Outcome {
		if !r.holds(out, i) {
			return rule
		}
	}
	return out
}

func (r *Rule) setInputs(features []int) {
	r.Other, r.Also = features[0], nil
	for _, j := range features[1:] {
		r.Also = append(r.Also, Member{Feature: j})
	}
}

// standard is a column on some rows, with mean 0 and length 1.
type standard struct {
	mean, dev float64
	v         []float64
}

func newStandard(col []float64, rows []int) *standard {
	s := &standard{v: make([]float64, len(rows))}
	for k, i := range rows {
		s.v[k] = col[i]
		s.mean += col[i]
	}
	s.mean /= float64(len(rows))
	for k := range s.v {
		s.v[k] -= s.mean
		s.dev += float64(s.v[k] * s.v[k])
	}
	if s.dev = math.Sqrt(s.dev); s.dev > 0 {
		for k := range s.v {
			s.v[k] /= s.dev
		}
	}
	return s
}

// sum searches for the terms of y among features that are not computed.
func (r *relations) sum(y int, cols []int, z []*standard, rows []int) (Rule, bool) {
	if r.used[y] || z[y].dev == 0 {
		return Rule{}, false
	}
	f := r.t.Schema.Features[y]
	tol := float64(f.Step()/2) + float64(1e-9*f.Step()) + float64(1e-11*(math.Abs(z[y].mean)+z[y].dev))
	var terms []int
	var basis [][]float64 // orthonormal basis of the terms
	rest := slices.Clone(z[y].v)
	for len(terms) < 2*maxTerms && len(terms) < len(rows)/10 {
		best, most := -1, 1e-7
		for _, x := range cols {
			if x == y || r.taken[x] || z[x].dev == 0 || slices.Contains(terms, x) {
				continue
			}
			if c := math.Abs(inner(rest, z[x].v)); c > most {
				best, most = x, c
			}
		}
		if best < 0 || most < leastShare*math.Sqrt(inner(rest, rest)) {
			return Rule{}, false
		}
		q := slices.Clone(z[best].v)
		for range 2 {
			for _, b := range basis {
				axpy(-inner(q, b), b, q)
			}
		}
		n := math.Sqrt(inner(q, q))
		terms = append(terms, best)
		if n > 1e-7 {
			for k := range q {
				q[k] /= n
			}
			basis = append(basis, q)
			axpy(-inner(rest, q), q, rest)
		} else {
			return Rule{}, false
		}
		if largest(rest)*z[y].dev <= 2*tol {
			return r.settle(y, terms, z, rows, tol)
		}
	}
	return Rule{}, false
}

func inner(a, b []float64) float64 {
	s := 0.0
	for i, v := range a {
		s += float64(v * b[i])
	}
	return s
}

func axpy(c float64, x, y []float64) {
	for i, v := range x {
		y[i] += float64(c * v)
	}
}

func largest(v []float64) float64 {
	m := 0.0
	for _, x := range v {
		m = max(m, math.Abs(x))
	}
	return m
}

// settle drops unnecessary terms, rounds the weights to few digits if possible, and checks that
// chance does not explain the sum.
func (r *relations) settle(y int, terms []int, z []*standard, rows []int, tol float64) (Rule, bool) {
	fits := func(terms []int) (Law, bool) {
		w := solve(y, terms, z)
		if w == nil {
			return Law{}, false
		}
		law := Law{Weights: make([]float64, len(terms))}
		law.Shift = z[y].mean
		for i, x := range terms {
			law.Weights[i] = w[i] * z[y].dev / z[x].dev
			law.Shift -= float64(law.Weights[i] * z[x].mean)
		}
		return r.tidy(y, terms, law, rows)
	}
	law, ok := fits(terms)
	for i := 0; i < len(terms) && len(terms) > 1; {
		fewer := slices.Delete(slices.Clone(terms), i, i+1)
		if l, good := fits(fewer); good {
			terms, law, ok, i = fewer, l, true, 0
			continue
		}
		i++
	}
	if !ok || len(terms) > maxTerms || slices.Contains(law.Weights, 0) {
		return Rule{}, false
	}
	order := make([]int, len(terms))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(a, b int) bool { return terms[order[a]] < terms[order[b]] })
	rule := Rule{Kind: Computed, Feature: y, Law: Law{Shift: law.Shift}}
	var features []int
	for _, i := range order {
		features, rule.Law.Weights = append(features, terms[i]), append(rule.Law.Weights, law.Weights[i])
	}
	rule.setInputs(features)
	// Each row beyond those needed to fit the weights is a correct prediction. Rows with equal
	// inputs count only once.
	told := float64(r.different(features) - len(features) - 1)
	choices := float64(float64(len(features)) * math.Log2(float64(len(r.t.Cols)*1000)))
	return rule, float64(told*min(r.bits[y], 8))-choices >= enoughBits
}

// different counts the distinct combinations of the features' values, up to a thousand.
func (r *relations) different(features []int) int {
	seen := map[uint64]bool{}
	for i := range r.t.Outcome {
		h := uint64(14695981039346656037)
		for _, j := range features {
			h = (h ^ math.Float64bits(r.t.Cols[j][i])) * 1099511628211
			h ^= h >> 29
		}
		if seen[h] = true; len(seen) >= 1000 {
			break
		}
	}
	return len(seen)
}

// tidy rounds weights to the fewest digits with which the sum stays exact on the given rows. It
// then takes the middle of the possible shifts.
func (r *relations) tidy(y int, terms []int, law Law, rows []int) (Law, bool) {
	f := r.t.Schema.Features[y]
	for digits := 1; digits <= 12; digits++ {
		try := Law{Weights: make([]float64, len(terms))}
		for i, w := range law.Weights {
			try.Weights[i] = significant(w, digits)
		}
		low, high := math.Inf(1), math.Inf(-1)
		size := 0.0
		for _, i := range rows {
			rest := r.t.Cols[y][i]
			for k, x := range terms {
				t := float64(try.Weights[k] * r.t.Cols[x][i])
				rest -= t
				size = max(size, math.Abs(t))
			}
			low, high = min(low, rest), max(high, rest)
		}
		slack := sumSlack(f, size)
		if high-low > 2*slack {
			continue
		}
		a, b := high-slack, low+slack // range of possible shifts
		switch {
		case a <= 0 && 0 <= b:
		case a < b:
			try.Shift = between(a, b)
		default:
			try.Shift = (a + b) / 2
		}
		return try, true
	}
	return law, false
}

// between returns the number with the fewest digits in a range.
func between(a, b float64) float64 {
	for digits := 1; digits <= 15; digits++ {
		if v := significant((a+b)/2, digits); a <= v && v <= b {
			return v
		}
	}
	return (a + b) / 2
}

// significant rounds to the given number of significant digits.
func significant(v float64, digits int) float64 {
	if v == 0 {
		return 0
	}
	exp := digits - 1 - int(math.Floor(math.Log10(math.Abs(v))))
	if exp < 0 {
		unit := math.Pow10(-exp)
		return math.Round(v/unit) * unit
	}
	unit := math.Pow10(exp)
	return math.Round(v*unit) / unit
}

// solve fits y to terms by least squares, on standardised columns. It returns nil if the terms
// are linearly dependent.
func solve(y int, terms []int, z []*standard) []float64 {
	n := len(terms)
	a := make([][]float64, n)
	for i, x := range terms {
		a[i] = make([]float64, n+1)
		for k, w := range terms {
			a[i][k] = inner(z[x].v, z[w].v)
		}
		a[i][n] = inner(z[x].v, z[y].v)
	}
	for c := range n {
		p := c
		for i := c; i < n; i++ {
			if math.Abs(a[i][c]) > math.Abs(a[p][c]) {
				p = i
			}
		}
		if math.Abs(a[p][c]) < 1e-10 {
			return nil
		}
		a[c], a[p] = a[p], a[c]
		for i := range n {
			if i == c {
				continue
			}
			m := a[i][c] / a[c][c]
			for k := c; k <= n; k++ {
				a[i][k] -= float64(m * a[c][k])
			}
		}
	}
	w := make([]float64, n)
	for i := range w {
		w[i] = a[i][n] / a[i][i]
	}
	return w
}

// FlagRules returns rules that fix the flag of a number, which says whether or why the number is
// missing, and that fix the number while it is missing.
func FlagRules(number, flag int) []Rule {
	return []Rule{{Kind: Immutable, Feature: flag}, {Kind: StaysMissing, Feature: number, Other: flag}}
}
