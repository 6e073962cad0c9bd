package onnx

import (
	"math"
	"slices"

	"causeway/core/blackbox"
)

// span holds bounds of values. A value whose bounds are both NaN is missing.
type span struct{ low, high []float64 }

// sound reports whether each value is missing in all rows or in none, and has finite bounds unless
// it is the same in all rows. Infinite bounds could hide missing values.
func (s span) sound() bool {
	for i, v := range s.low {
		if w := s.high[i]; v != w && !(finite(v) && finite(w)) && (v == v || w == w) {
			return false
		}
	}
	return true
}

// Bounds implements blackbox.Bounded. Every operation is applied to the ends of intervals
// (Moore 1966), in the same order and with the same rounding as for a row.
func (b *Box) Bounds() blackbox.Bounds {
	b.bounded.Do(func() {
		w := b.bounds()
		low, high, levels := make([]float64, len(b.schema.Features)), make([]float64, len(b.schema.Features)),
			make([][]bool, len(b.schema.Features))
		for j, f := range b.schema.Features {
			if low[j], high[j] = f.Min, f.Min; f.Kind.Numeric() {
				continue
			}
			if levels[j] = make([]bool, len(f.Levels)); len(f.Levels) == 0 {
				return
			}
			levels[j][0] = true
		}
		for j, f := range b.schema.Features { // widens one feature after another
			if high[j] = f.Max; levels[j] != nil {
				for l := range levels[j] {
					levels[j][l] = true
				}
			}
			if w.Within(low, high, levels); w.bounded {
				b.canBound = true
			} else if b.unproved = append(b.unproved, j); b.why == "" {
				b.why = w.why
			}
			if high[j] = f.Min; levels[j] != nil {
				clear(levels[j][1:])
			}
		}
	})
	if !b.canBound {
		return nil
	}
	return b.bounds()
}

// Unproved returns the features whose changes cannot be bounded, so that nothing is proved about
// them, and the operator that has no bounds, or "" for a column of codes. All features are among them
// if Bounds returns nil.
func (b *Box) Unproved() (features []int, operator string) {
	b.Bounds()
	return b.unproved, b.why
}

// boxBounds bounds the shares of a box.
type boxBounds struct {
	b         *Box
	row       []float64
	x         span        // the units
	texts     [][]float64 // for units that are texts: the possible indices
	levels    [][]bool
	at        [][]float64 // for units that depend on levels: their value for each
	flags     []int
	low, high []float64 // results
	bounded   bool      // whether the last call found bounds
	why       string    // the operator without bounds, if any
	work      int
}

func (b *Box) bounds() *boxBounds {
	n, classes := len(b.work), b.Model.Classes
	w := &boxBounds{b: b, row: make([]float64, len(b.schema.Features)), x: span{make([]float64, n), make([]float64, n)},
		texts: make([][]float64, n), at: make([][]float64, n), low: make([]float64, classes),
		high: make([]float64, classes), work: b.program.estimateWork()}
	for i := range b.work {
		s := &b.work[i]
		if s.flag >= 0 && !slices.Contains(w.flags, s.flag) {
			w.flags = append(w.flags, s.flag)
		}
		if f := b.schema.Features[max(s.Feature, 0)]; (s.Take == Level || s.Take == Code) && !f.Kind.Numeric() {
			for l := range f.Levels {
				w.row[s.Feature] = float64(l)
				w.at[i] = append(w.at[i], s.unitValue(w.row))
			}
			w.row[s.Feature] = 0
		}
	}
	return w
}

// Work implements blackbox.Bounds.
func (w *boxBounds) Work() int { return 2 * w.work }

// maxUnclear limits the features in a box for which it is unknown whether a number is missing.
const maxUnclear = 4

// Within implements blackbox.Bounds.
func (w *boxBounds) Within(low, high []float64, levels [][]bool) (leastOf, mostOf []float64) {
	var open []int
	for _, f := range w.flags {
		w.row[f] = 0
		if levels[f] != nil && slices.Contains(levels[f][1:], true) {
			if w.row[f] = 1; levels[f][0] {
				open = append(open, f)
			}
		}
	}
	w.levels, w.bounded = levels, len(open) <= maxUnclear
	for k := range w.low {
		w.low[k], w.high[k] = math.Inf(1), math.Inf(-1)
	}
	for set := 0; w.bounded && set < 1<<len(open); set++ {
		for i, f := range open {
			w.row[f] = float64(set >> i & 1)
		}
		if w.bounded = w.units(low, high) && w.shares(); !w.bounded {
			break
		}
	}
	for k := range w.low {
		if !w.bounded {
			w.low[k], w.high[k] = 0, 1
		}
		w.low[k], w.high[k] = float64(float32(max(w.low[k]-nudge, 0))), float64(float32(min(w.high[k]+nudge, 1)))
	}
	return w.low, w.high
}

// nudge exceeds the rounding of the last sums and of shares.
const nudge = 1e-7

// units bounds the units. While flags are set, their numbers are missing in all rows.
func (w *boxBounds) units(low, high []float64) bool {
	for i := range w.b.work {
		s := &w.b.work[i]
		j := s.Feature
		w.texts[i] = nil
		switch {
		case w.at[i] != nil:
			l, h, gaps := math.Inf(1), math.Inf(-1), 0
			for k, v := range w.at[i] {
				switch in := w.levels[j][k]; {
				case in && v != v:
					gaps++
				case in:
					l, h = min(l, v), max(h, v)
				}
				if w.levels[j][k] {
					w.texts[i] = append(w.texts[i], v)
				}
			}
			if gaps > 0 {
				if h = math.NaN(); gaps == len(w.texts[i]) { // otherwise the number is known for some levels
					l = h
				}
			}
			w.x.low[i], w.x.high[i] = l, h
		case s.Take == Number || s.Take == Code:
			f := &w.b.schema.Features[j]
			var ends [2]float64
			for k, v := range [...]float64{low[j], high[j]} {
				w.row[j] = f.DecodeNumber(f.Scale(v))
				ends[k] = s.unitValue(w.row)
			}
			if s.Take == Code && low[j] != high[j] && !(s.flag >= 0 && w.row[s.flag] != 0) {
				return false // numbers that stand for categories
			}
			w.x.low[i], w.x.high[i] = min(ends[0], ends[1]), max(ends[0], ends[1])
		default:
			v := s.unitValue(w.row)
			w.x.low[i], w.x.high[i] = v, v
		}
	}
	return true
}

// shares widens the bounds of the shares to include those for the current units.
func (w *boxBounds) shares() bool {
	y, ok := w.b.program.bound(w)
	if !ok || !y.sound() || slices.ContainsFunc(y.low, func(v float64) bool { return v != v }) {
		return false
	}
	if w.b.Ends == Given {
		ok = boundShares(y)
	} else {
		boundSoftmax(y)
	}
	for k, to := range w.b.Mapping.Classes {
		w.low[to], w.high[to] = min(w.low[to], y.low[k]), max(w.high[to], y.high[k])
	}
	return ok
}

// bound bounds the output of a program.
func (p *program) bound(w *boxBounds) (y span, ok bool) {
	done := make([]span, len(p.steps))
	for i := range p.steps {
		s := &p.steps[i]
		var in span
		for k := range s.parts {
			part := s.parts[k].bound(w, done)
			in.low, in.high = append(in.low, part.low...), append(in.high, part.high...)
		}
		if s.layer.act == graphOf {
			done[i], ok = s.layer.group.eval.bound(w)
		} else if !in.sound() {
			return y, false
		} else if done[i], ok = s.layer.bound(in); !ok {
			w.why = unboundedNames[s.layer.act]
		}
		if !ok || !done[i].sound() {
			return y, false
		}
	}
	return p.out.bound(w, done), true
}

// unboundedNames lists the operators of functions that may have no bounds.
var unboundedNames = map[activation]string{quotient: "Div", power: "Pow", elu: "Elu", silu: "Swish",
	normal: "LayerNormalization", trees: "TreeEnsemble",
	vectors: "SVMClassifier"}

// slack bounds the relative rounding of a sum of float64 numbers whose order may differ, and of
// functions.
const slack = 1e-12

// bound bounds affine values. The levels of one feature exclude each other.
func (a *affine) bound(w *boxBounds, done []span) span {
	x, levels := w.x, true
	if a.of >= 0 {
		x, levels = done[a.of], false
	}
	if a.same {
		return span{slices.Clone(x.low), slices.Clone(x.high)}
	}
	n := len(a.bias)
	y := span{make([]float64, n), make([]float64, n)}
	from := int32(0)
	var by []float64 // for the levels of one feature
	for i, b := range a.bias {
		low, high, size, feature := b, b, math.Abs(b), -1
		flush := func() {
			if feature < 0 {
				return
			}
			l, h := math.Inf(1), math.Inf(-1)
			for k, in := range w.levels[feature] {
				if in {
					l, h = min(l, by[k]), max(h, by[k])
				}
			}
			low, high, feature = low+l, high+h, -1
		}
		for t := from; t < a.ends[i]; t++ {
			u, k := a.units[t], a.w[t]
			if levels && w.b != nil && w.at[u] != nil {
				if j := w.b.work[u].Feature; j != feature {
					flush()
					feature, by = j, append(by[:0], make([]float64, len(w.at[u]))...)
				}
				for l, v := range w.at[u] {
					by[l] += float64(k * v)
				}
				size += float64(math.Abs(k) * max(math.Abs(x.low[u]), math.Abs(x.high[u])))
				continue
			}
			l, h := float64(k*x.low[u]), float64(k*x.high[u])
			if k < 0 {
				l, h = h, l
			}
			low, high, size = low+l, high+h, size+max(math.Abs(l), math.Abs(h))
		}
		flush()
		from = a.ends[i]
		if y.low[i], y.high[i] = low, high; a.ends[i] > 0 {
			y.low[i], y.high[i] = low-float64(slack*size), high+float64(slack*size)
		}
	}
	return y
}

// bound bounds the values of a layer. It may overwrite v.
func (l *layer) bound(v span) (span, bool) {
	switch l.act {
	case relu, sigmoid, erf, exponential, root, hyperbolic, softplus, signedSquare, elu:
		if l.act == elu && l.group.k[0] < 0 {
			return v, false
		}
		for i := range v.low {
			v.low[i], v.high[i] = widened(l.function(v.low[i]), l.function(v.high[i]), l.act != relu)
			if l.act == softplus { // whose last part is computed in float32
				v.low[i], v.high[i] = v.low[i]-2e-7, v.high[i]+2e-7
			}
		}
	case magnitude:
		for i := range v.low {
			v.low[i], v.high[i] = magnitudes(v.low[i], v.high[i])
		}
	case power:
		for i := range v.low {
			if v.low[i], v.high[i] = powers(v.low[i], v.high[i], l.group.k[0]); v.low[i] > v.high[i] {
				return v, false
			}
		}
	case silu, gelu, geluTanh:
		dip := -0.7518
		if l.act == silu {
			if dip = -1.2785 / l.group.k[0]; !(l.group.k[0] > 0) {
				return v, false
			}
		}
		for i := range v.low {
			v.low[i], v.high[i] = dipping(v.low[i], v.high[i], dip, l.function)
		}
	case joined:
	case product, quotient:
		return l.boundPairs(v)
	case normal:
		return boundNormal(v, l.group.size, l.group.k[0])
	case softmax:
		boundSoftmax(v)
	case softmaxes:
		for n := l.group.size; len(v.low) > 0; {
			part := span{v.low[:n], v.high[:n]}
			boundSoftmax(part)
			rest, ok := l.bound(span{v.low[n:], v.high[n:]})
			return span{append(part.low, rest.low...), append(part.high, rest.high...)}, ok
		}
	case shared:
		return v, boundShares(v)
	case scaledBy:
		return v, boundScaled(v, l.group.k[0])
	case trees:
		return l.group.of.bound(v)
	case vectors:
		return l.group.svm.bound(v)
	case combinations:
		row := v
		for i := range l.group.joint {
			low, high := l.group.joint[i].bound(row)
			v = span{append(v.low, low), append(v.high, high)}
		}
	default:
		return v, false
	}
	return v, v.sound()
}

// widened allows for the last digits of a function, which may fall where the function rises.
func widened(low, high float64, inexact bool) (float64, float64) {
	if !inexact || low == high && low == math.Trunc(low) {
		return low, high
	}
	const by = 4e-7 // also of functions that are computed in float32
	return low - float64(by*math.Abs(low)), high + float64(by*math.Abs(high))
}

func magnitudes(low, high float64) (float64, float64) {
	a, b := math.Abs(low), math.Abs(high)
	if low < 0 && high > 0 {
		return 0, max(a, b)
	}
	return min(a, b), max(a, b)
}

// powers bounds a power. If it has no bounds, the first result is larger.
func powers(low, high, k float64) (float64, float64) {
	a, b := powerOf(0, low, k), powerOf(0, high, k)
	if low != low {
		return low, high
	}
	if k < 0 && low <= 0 && high >= 0 || a != a || b != b {
		return 1, 0
	}
	if low < 0 && high > 0 && math.Mod(k, 2) == 0 {
		return widened(0, max(a, b), true)
	}
	return widened(min(a, b), max(a, b), true)
}

// dipping bounds a function that falls up to one point and rises from there.
func dipping(low, high, dip float64, f func(v float64) float64) (float64, float64) {
	a, b := f(low), f(high)
	l, h := min(a, b), max(a, b)
	if low < dip && high > dip {
		l = f(dip) - 1e-6
	}
	return widened(l, h, true)
}

// boundPairs bounds products or quotients of neighbours.
func (l *layer) boundPairs(v span) (span, bool) {
	y := span{make([]float64, l.n), make([]float64, l.n)}
	for i := range l.n {
		a, b := 2*i, 2*i+1
		if l.act == quotient && v.low[b] <= 0 && v.high[b] >= 0 {
			return y, false
		}
		y.low[i], y.high[i] = corners(v.low[a], v.high[a], v.low[b], v.high[b], func(a, b float64) float64 {
			if l.act == product {
				return a * b
			}
			return a / b
		})
	}
	return y, y.sound()
}

// corners bounds a function that is monotone in each of two numbers.
func corners(alow, ahigh, blow, bhigh float64, f func(a, b float64) float64) (low, high float64) {
	c := [...]float64{f(alow, blow), f(alow, bhigh), f(ahigh, blow), f(ahigh, bhigh)}
	return min(c[0], c[1], c[2], c[3]), max(c[0], c[1], c[2], c[3])
}

// boundNormal bounds values minus their mean, divided by their standard deviation, in groups of n.
func boundNormal(v span, n int, eps float64) (span, bool) {
	for from := 0; from+n <= len(v.low); from += n {
		low, high := v.low[from:from+n], v.high[from:from+n]
		a, b := 0.0, 0.0
		for i := range low {
			a, b = a+low[i]/float64(n), b+high[i]/float64(n)
		}
		squares, squaresTo := 0.0, 0.0
		for i := range low {
			// The value's own part of the mean counts once.
			own := 1 / float64(n)
			low[i], high[i] = low[i]-(b-float64(high[i]*own))-float64(low[i]*own),
				high[i]-(a-float64(low[i]*own))-float64(high[i]*own)
			l, h := magnitudes(low[i], high[i])
			squares, squaresTo = squares+float64(l*l), squaresTo+float64(h*h)
		}
		s, t := math.Sqrt(squares/float64(n)+eps), math.Sqrt(squaresTo/float64(n)+eps)
		if !(s > 0) {
			return v, false
		}
		for i := range low {
			l, h := corners(low[i], high[i], s, t, func(a, b float64) float64 { return a / b })
			low[i], high[i] = widened(l, h, true)
		}
	}
	return v, true
}

// boundSoftmax bounds the softmax of scores, in place. Its work grows with the square of their
// number, so very many shares only get the bounds 0 and 1.
func boundSoftmax(v span) {
	if len(v.low) > 1<<11 {
		for k := range v.low {
			v.low[k], v.high[k] = 0, 1
		}
		return
	}
	low, high := slices.Clone(v.low), slices.Clone(v.high)
	share := func(k int, own, others []float64) float64 {
		sum := 1.0
		for i, z := range others {
			if i != k {
				sum += exp(z - own[k])
			}
		}
		return 1 / sum
	}
	for k := range low {
		v.low[k], v.high[k] = share(k, low, high)-slack, share(k, high, low)+slack
	}
}

// boundShares bounds nonnegative numbers divided by their sum, in place.
func boundShares(v span) bool {
	low, high := 0.0, 0.0
	for k := range v.low {
		v.low[k], v.high[k] = max(v.low[k], 0), max(v.high[k], 0)
		low, high = low+v.low[k], high+v.high[k]
	}
	for k, a := range v.low {
		b := v.high[k]
		if low == 0 { // if all are 0, the shares are equal
			v.low[k], v.high[k] = 0, 1
			continue
		}
		v.low[k], v.high[k] = a/(a+max(high-b, 0))-slack, b/(b+max(low-a, 0))+slack
	}
	return !math.IsInf(high, 1)
}

// boundScaled bounds values divided by the sum of their absolute values (1) or their length (2).
func boundScaled(v span, by float64) bool {
	if by == 0 {
		return false
	}
	size := func(x float64) float64 {
		if by == 1 {
			return math.Abs(x)
		}
		return x * x
	}
	low, high := 0.0, 0.0
	parts := make([][2]float64, len(v.low))
	for k := range v.low {
		a, b := magnitudes(v.low[k], v.high[k])
		parts[k] = [2]float64{size(a), size(b)}
		low, high = low+parts[k][0], high+parts[k][1]
	}
	share := func(x, rest float64) float64 {
		d := size(x) + max(rest, 0)
		if by == 2 {
			d = math.Sqrt(d)
		}
		if d == 0 {
			return 0
		}
		return x / d
	}
	for k := range v.low {
		a, b := v.low[k], v.high[k]
		few, many := low-parts[k][0], high-parts[k][1]
		if a < 0 {
			v.low[k] = share(a, few) - slack
		} else {
			v.low[k] = share(a, many) - slack
		}
		if b < 0 {
			v.high[k] = share(b, many) + slack
		} else {
			v.high[k] = share(b, few) + slack
		}
	}
	return !math.IsInf(high, 1)
}

// bound bounds the sums of a forest: for each tree, those of the leaves that rows can reach.
func (f *forest) bound(v span) (span, bool) {
	if f.pick != 0 {
		return v, false
	}
	if f.single {
		for i := range v.low {
			v.low[i], v.high[i] = float64(float32(v.low[i])), float64(float32(v.high[i]))
		}
	}
	n := len(f.base)
	y := span{slices.Clone(f.base), slices.Clone(f.base)}
	low, high := make([]float64, n), make([]float64, n)
	own, ownTo := make([]float64, n), make([]float64, n)
	var open []int32
	for _, root := range f.roots {
		for o := range low {
			low[o], high[o] = math.Inf(1), math.Inf(-1)
		}
		for open = append(open[:0], root); len(open) > 0; {
			b := &f.nodes[open[len(open)-1]]
			open = open[:len(open)-1]
			if b.mode != leaf {
				yes, no := f.sides(b, v.low[b.feature], v.high[b.feature])
				if no {
					open = append(open, b.no)
				}
				if yes {
					open = append(open, b.yes)
				}
				continue
			}
			clear(own)
			clear(ownTo)
			for _, g := range f.gives[b.yes:b.no] {
				l, h := g.add, g.add
				if b.feature > 0 {
					l, h = f.lines[b.feature-1].bound(v, g.add)
				}
				own[g.to], ownTo[g.to] = own[g.to]+l, ownTo[g.to]+h
			}
			for o, a := range own {
				low[o], high[o] = min(low[o], a), max(high[o], ownTo[o])
			}
		}
		for o := range low {
			y.low[o], y.high[o] = y.low[o]+low[o], y.high[o]+high[o]
		}
	}
	unit := slack
	if f.narrow {
		unit = float64(len(f.roots)+2) / (1 << 23)
	}
	for o, b := range f.base {
		if f.mean {
			trees := float64(len(f.roots))
			y.low[o], y.high[o] = b+(y.low[o]-b)/trees, b+(y.high[o]-b)/trees
		}
		size := float64(unit * max(math.Abs(y.low[o]), math.Abs(y.high[o]), math.Abs(b),
			float64(float64(len(f.roots))*f.largest())))
		y.low[o], y.high[o] = y.low[o]-size, y.high[o]+size
	}
	return y, true
}

// bound bounds the value of a linear leaf.
func (l *line) bound(v span, otherwise float64) (low, high float64) {
	low, high = l.add, l.add
	for i, j := range l.features {
		if v.low[j] != v.low[j] {
			return otherwise, otherwise
		}
		a, b := float64(l.w[i]*v.low[j]), float64(l.w[i]*v.high[j])
		low, high = low+min(a, b), high+max(a, b)
	}
	return low, high
}

// largest returns the largest absolute contribution of a leaf.
func (f *forest) largest() float64 {
	if f.top == 0 {
		for _, g := range f.gives {
			f.top = max(f.top, math.Abs(g.add))
		}
	}
	return f.top
}

// sides reports which sides of a node values of an interval can take.
func (f *forest) sides(n *branch, low, high float64) (yes, no bool) {
	if low == high || low != low {
		yes = f.goesYes(n, low)
		return yes, !yes
	}
	switch {
	case n.gaps && low-f.gap <= 1e-35 && high-f.gap >= -1e-35, n.mode == equal, n.mode == unequal, n.mode == member,
		n.mode == among:
		return true, true
	}
	a, b := f.goesYes(n, low), f.goesYes(n, high)
	return a || b, !a || !b
}
