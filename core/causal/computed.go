package causal

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"causeway/core/data"
	"causeway/core/fault"
)

// Law says how a Computed rule computes its feature from the features in Other and Also. With
// Weights, it is a sum of numbers, where a Boolean counts as 0 or 1:
//
//	x'_j = Shift + sum of Weights * x'_i, rounded as x_j is
//
// With Product, there is one weight and the inputs are multiplied:
//
//	x'_j = Shift + Weights[0] * product of x'_i, rounded
//
// With Own, a product holds only approximately, and each row keeps its own factor:
//
//	x'_j = x_j * product of x'_i / product of x_i, rounded
//
// and for a sum, which only followers have, x'_j = x_j + sum of Weights * (x'_i - x_i). If the
// factual's product is 0, then x'_j = x_j + Weights[0] * product of x'_i.
//
// Without weights, the law has one input and a list of values. If the input is a number, the list
// has a value for each interval between Cuts, starting below the first cut; otherwise it has one
// for each level. The values are in the rule's Levels if the feature has levels, and in Values
// otherwise.
type Law struct {
	Weights []float64 `msgpack:"weights"`
	Shift   float64   `msgpack:"shift"`
	Cuts    []float64 `msgpack:"cuts"`
	Values  []float64 `msgpack:"values"`
	Product bool      `msgpack:"product,omitempty" since:"2"`
	Own     bool      `msgpack:"own,omitempty" since:"2"`

	// Mechanism and Acted are for followers (see Follower): the mechanism of the effect, and
	// whether an action may add to it. Files do not store them.
	Mechanism Mechanism `msgpack:"-"`
	Acted     bool      `msgpack:"-"`
}

// maxInputs limits the terms of a sum, and maxParts the values of a list.
const (
	maxInputs  = 64
	maxParts   = 256
	maxFactors = 5 // besides the first factor
)

// inputs returns the inputs of a Computed rule.
func (r *Rule) inputs() []int { return r.Features()[1:] }

// input returns input i, without allocating a list for every row.
func (r *Rule) input(i int) int {
	if i == 0 {
		return r.Other
	}
	return r.Also[i-1].Feature
}

// Computes returns the value that a Computed rule assigns to its feature in a row. Only laws with
// Own use the factual.
func (r *Rule) Computes(s data.Schema, factual, row []float64) float64 {
	switch {
	case r.Follower():
		v, _ := r.follow(s, factual, row)
		return v
	case r.Law.Weights != nil:
		v, _ := r.total(factual, row)
		return s.Features[r.Feature].Round(v)
	}
	return r.part(r.partOf(s, row[r.Other]))
}

// total returns the value of a sum or product before rounding, and the sum of the absolute values
// of its terms.
func (r *Rule) total(factual, row []float64) (v, size float64) {
	v = r.Law.Shift
	if r.Law.Product {
		factor, shift := r.factor(factual)
		t := float64(factor * r.product(row))
		return shift + t, math.Abs(shift) + math.Abs(t)
	}
	if r.Law.Own {
		v = factual[r.Feature]
	}
	size = math.Abs(v)
	for i, w := range r.Law.Weights {
		x := row[r.input(i)]
		if r.Law.Own {
			x -= factual[r.input(i)]
		}
		t := float64(w * x)
		v += t
		size += math.Abs(t)
	}
	return v, size
}

// product returns the product of the inputs in a row.
func (r *Rule) product(row []float64) float64 {
	p := 1.0
	for i := range 1 + len(r.Also) {
		p *= row[r.input(i)]
	}
	return p
}

// factor returns what the product is multiplied by and what is added to it. With Own, both come
// from the factual.
func (r *Rule) factor(factual []float64) (factor, shift float64) {
	factor, shift = r.Law.Weights[0], r.Law.Shift
	if !r.Law.Own || factual == nil {
		return factor, shift
	}
	if p := r.product(factual); p != 0 {
		return factual[r.Feature] / p, 0
	}
	return factor, factual[r.Feature]
}

// partOf returns the index in the list of values that an input of v selects.
func (r *Rule) partOf(s data.Schema, v float64) int {
	if !s.Features[r.Other].Kind.Numeric() {
		return int(v)
	}
	return sort.Search(len(r.Law.Cuts), func(k int) bool { return r.Law.Cuts[k] > v })
}

// parts returns the length of the list of values, and part one of them.
func (r *Rule) parts() int { return max(len(r.Levels), len(r.Law.Values)) }

func (r *Rule) part(k int) float64 {
	if r.Levels != nil {
		return float64(r.Levels[k])
	}
	return r.Law.Values[k]
}

// sumSlack returns the tolerance of a sum: half a step of the feature, because it is rounded,
// plus the rounding error of the addition.
func sumSlack(f data.Feature, size float64) float64 {
	return float64(f.Step()/2) + float64(1e-9*f.Step()) + float64(1e-12*math.Abs(size))
}

// computed returns the verdict of a Computed rule on one row, see Computes.
func (r *Rule) computed(s data.Schema, factual, row []float64) bool {
	v := row[r.Feature]
	if r.Follower() {
		return r.goesAlong(s, factual, row)
	}
	if r.Law.Weights == nil {
		return v == r.part(r.partOf(s, row[r.Other]))
	}
	want, size := r.total(factual, row)
	return math.Abs(v-want) <= sumSlack(s.Features[r.Feature], size)
}

// Compute sets, in place, the features of Computed rules from the other features of the row.
func Compute(s data.Schema, rules []Rule, factual, row []float64) {
	for range rules { // one rule may depend on another
		again := false
		for i := range rules {
			if r := &rules[i]; r.Kind == Computed && !r.Law.Acted && !r.computed(s, factual, row) {
				row[r.Feature], again = r.Computes(s, factual, row), true
			}
		}
		if !again {
			return
		}
	}
}

// Follows reports for each feature whether a hard Computed rule without an Acted law computes it.
func Follows(s data.Schema, rules []Rule) []bool {
	list := make([]bool, len(s.Features))
	for _, r := range rules {
		if r.Kind == Computed && !r.Soft && !r.Law.Acted {
			list[r.Feature] = true
		}
	}
	return list
}

func (r Rule) checkComputed(s data.Schema) error {
	f, law := s.Features[r.Feature], r.Law
	name := quote(f.Name)
	for _, list := range [][]float64{law.Weights, law.Cuts, law.Values, {law.Shift}} {
		if slices.ContainsFunc(list, func(v float64) bool { return !(math.Abs(v) <= Open) }) {
			return fault.Errorf("causal: %s is computed with a number that is infinite or NaN", name)
		}
	}
	if law.Product && (len(law.Weights) != 1 || r.Also == nil || len(r.Also) > maxFactors) || law.Own &&
		(!law.Product && law.Mechanism == nil || law.Shift != 0) {
		return fault.Errorf("causal: the product that gives %s has %d weights for %d features", name,
			len(law.Weights), len(r.inputs()))
	}
	if law.Mechanism != nil && law.Weights == nil {
		return nil // the node was checked before
	}
	if law.Weights != nil {
		n := len(r.inputs())
		if n != len(law.Weights) && !law.Product || n > maxInputs || !f.Kind.Numeric() || law.Cuts != nil ||
			law.Values != nil || r.Levels != nil {
			return fault.Errorf("causal: the sum that gives %s has %d weights for %d features", name,
				len(law.Weights), n)
		}
		for _, j := range r.inputs() {
			if k := s.Features[j].Kind; !k.Numeric() && k != data.Boolean {
				return fault.Errorf("causal: %s is not a number, so nothing can be computed from it",
					quote(s.Features[j].Name))
			}
		}
		return nil
	}
	in := s.Features[r.Other]
	parts := len(in.Levels)
	if in.Kind.Numeric() {
		parts = len(law.Cuts) + 1
	}
	switch {
	case r.Also != nil || r.parts() != parts || parts > maxParts || !in.Kind.Numeric() && law.Cuts != nil ||
		!slices.IsSorted(law.Cuts):
		return fault.Errorf("causal: the list that gives %s does not have one entry for each value of "+
			"%s", name, quote(in.Name))
	case f.Kind.Numeric() == (r.Levels != nil) || r.Levels != nil && law.Values != nil:
		return fault.Errorf("causal: the list that gives %s mixes up numbers and levels", name)
	}
	for k := range parts {
		if v := r.part(k); !f.Holds(v) {
			return fault.Errorf("causal: %s cannot have a value that its rule computes", name)
		}
	}
	return nil
}

// computedClause returns text such as: "total" is always "a" + "b".
func (r Rule) computedClause(s data.Schema) string {
	name := quote(s.Features[r.Feature].Name)
	switch {
	case r.Follower():
		return r.followClause(s)
	case r.Law.Own:
		return name + " always changes in proportion to " + r.formula(s, nil, nil)
	case r.Law.Weights != nil:
		return name + " is always " + r.formula(s, nil, nil)
	}
	in := s.Features[r.Other]
	if r.renames(s) {
		return name + " is always " + quote(in.Name)
	}
	var list []string
	for k := range r.parts() {
		list = append(list, r.partName(in, k)+": "+s.Features[r.Feature].Stating(r.part(k)).Say(r.part(k)))
	}
	if len(list) > 6 {
		list = append(list[:5:5], fmt.Sprintf("%d more", len(list)-5))
	}
	return name + " always follows from " + quote(in.Name) + " (" + strings.Join(list, "; ") + ")"
}

// renames reports whether a list gives a different level for every level of its input.
func (r Rule) renames(s data.Schema) bool {
	f, in := s.Features[r.Feature], s.Features[r.Other]
	if r.Levels == nil || in.Kind.Numeric() {
		return false
	}
	for k, l := range r.Levels {
		if f.Levels[l] != in.Levels[k] {
			return false
		}
	}
	return true
}

// partName returns the name of part k of a list's input.
func (r Rule) partName(in data.Feature, k int) string {
	cuts := r.Law.Cuts
	in = in.Stating(cuts...)
	switch {
	case !in.Kind.Numeric():
		return in.Levels[k]
	case len(cuts) == 0:
		return "any number"
	case k == 0:
		return "below " + in.Say(cuts[0])
	case k == len(cuts):
		return "from " + in.Say(cuts[k-1])
	}
	return in.Format(cuts[k-1]) + " to below " + in.Say(cuts[k])
}

// formula writes a sum or a product: with names if row is nil, otherwise with the row's numbers.
func (r Rule) formula(s data.Schema, factual, row []float64) string {
	var b strings.Builder
	if r.Law.Product {
		return r.productFormula(s, factual, row)
	}
	for i, j := range r.inputs() {
		w := r.Law.Weights[i]
		switch {
		case i > 0 && w < 0:
			b.WriteString(" − ")
		case i > 0:
			b.WriteString(" + ")
		case w < 0:
			b.WriteString("−")
		}
		if a := math.Abs(w); a != 1 {
			b.WriteString(plain(a) + " × ")
		}
		b.WriteString(inputText(s.Features[j], j, row))
	}
	return b.String() + shiftText(r.Law.Shift)
}

// inputText returns the name of an input, or its number in a row.
func inputText(f data.Feature, j int, row []float64) string {
	switch {
	case row == nil:
		return quote(f.Name)
	case f.Kind == data.Boolean:
		return plain(row[j])
	}
	return f.Format(row[j])
}

func shiftText(shift float64) string {
	switch {
	case shift > 0:
		return " + " + plain(shift)
	case shift < 0:
		return " − " + plain(-shift)
	}
	return ""
}

func (r Rule) productFormula(s data.Schema, factual, row []float64) string {
	var parts []string
	factor, shift := r.factor(factual)
	if factor != 1 && !(r.Law.Own && row == nil) {
		parts = append(parts, plain(factor))
	}
	for _, j := range r.inputs() {
		parts = append(parts, inputText(s.Features[j], j, row))
	}
	if r.Law.Own && row == nil {
		shift = 0
	}
	return strings.Join(parts, " × ") + shiftText(shift)
}

// saysComputed writes a Computed rule with the numbers of a row, such as 12 + 3 = 15.
func (r Rule) saysComputed(s data.Schema, factual, row []float64) string {
	f, in := s.Features[r.Feature], s.Features[r.Other]
	v := r.Computes(s, factual, row)
	want := f.Stating(v).Say(v)
	if r.Law.Weights != nil {
		return r.formula(s, factual, row) + " = " + want
	}
	return in.Say(row[r.Other]) + " gives " + want
}

// applyComputed narrows the feature by its inputs, and each input by the feature and the other
// inputs.
func (n *narrowing) applyComputed(r *Rule) {
	switch {
	case r.Follower() && (r.Law.Weights == nil || n.x == nil || r.Law.Acted):
		n.alongWith(r)
		return
	case r.Law.Weights == nil:
		n.applyList(r)
		return
	case r.Law.Product:
		n.applyProduct(r)
		return
	}
	shift := r.Law.Shift
	if r.Law.Own { // depends on the row's own residual
		shift = n.x[r.Feature]
		for i, w := range r.Law.Weights {
			shift -= float64(w * n.x[r.input(i)])
		}
	}
	low, high, size := shift, shift, math.Abs(shift)
	ends := n.ends[:0]
	for i, w := range r.Law.Weights {
		a, b := n.stored(r.input(i))
		a, b = w*a, w*b
		end := [2]float64{min(a, b), max(a, b)}
		ends, low, high = append(ends, end), low+end[0], high+end[1]
		size += max(math.Abs(a), math.Abs(b))
	}
	n.ends = ends
	slack := sumSlack(n.s.Features[r.Feature], size)
	n.between(r.Feature, low-slack, high+slack)
	least, most := n.stored(r.Feature)
	for i, w := range r.Law.Weights {
		if w == 0 {
			continue
		}
		j := r.input(i)
		// The range left for w*x when the other inputs are at their limits.
		a, b := (least-slack-(high-ends[i][1]))/w, (most+slack-(low-ends[i][0]))/w
		room := 1e-12 * (size + math.Abs(least) + math.Abs(most)) / math.Abs(w)
		n.between(j, min(a, b)-room, max(a, b)+room)
	}
}

// applyProduct is applyComputed for a product. With Own, it needs a factual.
func (n *narrowing) applyProduct(r *Rule) {
	if r.Law.Own && n.x == nil {
		return
	}
	factor, shift := r.factor(n.x)
	in := r.inputs()
	ends := make([][2]float64, len(in))
	for i, j := range in {
		ends[i][0], ends[i][1] = n.stored(j)
	}
	all := times([2]float64{factor, factor}, ends, -1)
	size := math.Abs(shift) + max(math.Abs(all[0]), math.Abs(all[1]))
	slack := sumSlack(n.s.Features[r.Feature], size)
	n.between(r.Feature, shift+all[0]-slack, shift+all[1]+slack)
	low, high := n.stored(r.Feature)
	for i, j := range in {
		rest := times([2]float64{factor, factor}, ends, i)
		if rest[0] <= 0 && rest[1] >= 0 {
			continue // any value is possible if another factor is 0
		}
		a, b := low-shift-slack, high-shift+slack
		least, most := math.Inf(1), math.Inf(-1)
		for _, q := range rest {
			least, most = min(least, a/q, b/q), max(most, a/q, b/q)
		}
		room := float64(1e-9 * (math.Abs(least) + math.Abs(most)))
		n.between(j, least-room, most+room)
	}
}

// times multiplies an interval by all ends except the one at index without.
func times(p [2]float64, ends [][2]float64, without int) [2]float64 {
	for i, e := range ends {
		if i != without {
			a, b, c, d := p[0]*e[0], p[0]*e[1], p[1]*e[0], p[1]*e[1]
			p = [2]float64{min(a, b, c, d), max(a, b, c, d)}
		}
	}
	return p
}

// applyList narrows a feature to the values that its possible inputs give, and the input to the
// parts whose values remain.
func (n *narrowing) applyList(r *Rule) {
	in, f := n.s.Features[r.Other], n.s.Features[r.Feature]
	open := make([]bool, r.parts())
	for k := range open {
		if open[k] = n.d[r.Feature].Has(r.part(k)); !open[k] {
			continue
		}
		if in.Kind.Numeric() {
			low, high := r.ends(k)
			d := n.d[r.Other]
			open[k] = d.Min < high && d.Max >= low
		} else {
			open[k] = n.d[r.Other].Levels[k]
		}
	}
	first, last := slices.Index(open, true), len(open)-1
	if first < 0 {
		n.empty(r.Feature)
		return
	}
	for !open[last] {
		last--
	}
	if in.Kind.Numeric() {
		low, _ := r.ends(first)
		_, high := r.ends(last)
		n.between(r.Other, low, high)
	} else {
		n.keep(r.Other, func(l int) bool { return open[l] })
	}
	least, most := math.Inf(1), math.Inf(-1)
	has := map[float64]bool{}
	for k, is := range open {
		if is {
			v := r.part(k)
			has[v], least, most = true, min(least, v), max(most, v)
		}
	}
	if f.Kind.Numeric() {
		n.between(r.Feature, least, most)
	} else {
		n.keep(r.Feature, func(l int) bool { return has[float64(l)] })
	}
}

// ends returns the bounds of part k of a number. The upper bound is exclusive.
func (r *Rule) ends(k int) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	if k > 0 {
		low = r.Law.Cuts[k-1]
	}
	if k < len(r.Law.Cuts) {
		high = r.Law.Cuts[k]
	}
	return low, high
}

// stored returns the range of the stored values of a domain.
func (n *narrowing) stored(j int) (low, high float64) {
	d := &n.d[j]
	if d.Levels == nil {
		return d.Min, d.Max
	}
	low, high = math.Inf(1), math.Inf(-1)
	for l, in := range d.Levels {
		if in {
			low, high = min(low, float64(l)), max(high, float64(l))
		}
	}
	return low, high
}

// between keeps only the stored values inside a range.
func (n *narrowing) between(j int, low, high float64) {
	d := &n.d[j]
	if d.Levels != nil {
		n.keep(j, func(l int) bool { return low <= float64(l) && float64(l) <= high })
		return
	}
	// Ignore tiny changes: they are not worth another round.
	if hair := float64(1e-9 * (d.Max - d.Min)); low > d.Min+hair || high < d.Min {
		d.Min, n.changed = max(low, d.Min), true
	}
	if hair := float64(1e-9 * (d.Max - d.Min)); high < d.Max-hair || low > d.Max {
		d.Max, n.changed = min(high, d.Max), true
	}
}

// plain writes a weight with all of its digits.
func plain(v float64) string { return strings.Replace(fmt.Sprintf("%.10g", v), "e+0", "e", 1) }
