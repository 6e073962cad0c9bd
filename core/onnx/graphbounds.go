package onnx

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// bounds describes a value of a graph over many rows: its smallest and largest elements, or the
// texts that the elements may be. It is missing if it has no bounds.
type bounds struct{ low, high *constant }

// rising lists the operators whose results never fall when an input rises, including those that
// only move values. For other operators, senses gives the direction in which the result moves with
// each input.
var (
	rising = strings.Fields("Add Max Min Sum Mean And Or Floor Ceil Round Sign " +
		"Sqrt Exp Log Erf Sigmoid Tanh Softplus Softsign Relu Clip Binarizer " +
		"Selu Celu ReduceSum ReduceMean ReduceMax ReduceMin ReduceLogSum ReduceLogSumExp CumSum " +
		"QuantizeLinear DequantizeLinear " +
		"Identity Dropout Reshape Flatten Squeeze Unsqueeze Transpose Expand Tile Concat Split " +
		"Slice Gather GatherElements GatherND ArrayFeatureExtractor FeatureVectorizer ZipMap Shape " +
		"Size Imputer LeakyRelu " +
		"Elu ThresholdedRelu")
	senses = map[string]string{"Sub": "+-", "Neg": "-", "Not": "-", "Less": "-+", "LessOrEqual": "-+", "Greater": "+-",
		"GreaterOrEqual": "+-"}
)

// Operators whose direction depends on constants, operators that are monotone in each of two
// inputs, and monotone ones whose last digits may move the other way.
var (
	eitherWay = []string{"Scaler", "BatchNormalization", "HardSigmoid", "Reciprocal"}
	inCorners = []string{"Mul", "Div", "Xor", "Pow", "Mod"}
	inexactly = []string{"Exp", "Log", "Erf", "Sin", "Cos", "Sigmoid", "Tanh", "Softplus", "Selu", "Celu", "Elu", "Pow",
		"ReduceLogSum",
		"ReduceLogSumExp", "Gelu", "Mish", "Swish", "HardSwish"}
	dips = map[string]float64{"Gelu": -0.7518, "Mish": -1.1924, "Swish": -1.2785, "HardSwish": -1.5}
)

// bound bounds the output for bounds of the columns, and lists of the codes of texts.
func (e *evaluation) bound(w *boxBounds) (span, bool) {
	x, texts := w.x, w.texts
	a := e.begin()
	defer e.pool.Put(a)
	g := graphBounds{e: e, a: a, at: make([]bounds, len(e.slots))}
	for i, k := range e.slots {
		if k != nil {
			g.at[i] = bounds{k, k}
		}
	}
	for _, in := range e.inputs {
		b := bounds{a.array(in.elem, in.dims, width(in.dims)), nil}
		if b.high = b.low; in.elem != typeString {
			b.high = a.array(in.elem, in.dims, width(in.dims))
		}
		for i := range width(in.dims) {
			k := in.from + i
			if in.elem != typeString {
				e.fillIn(b.low, i, k, x.low[k])
				e.fillIn(b.high, i, k, x.high[k])
				continue
			}
			if len(texts[k]) == 0 {
				if x.low[k] != x.high[k] && x.low[k] == x.low[k] {
					return x, false
				}
				e.fillIn(b.low, i, k, x.low[k])
				continue
			}
			for v, code := range texts[k] {
				to := b.low
				for v > len(b.low.other) {
					own := a.array(in.elem, in.dims, width(in.dims))
					copy(own.texts, b.low.texts)
					b.low.other = append(b.low.other, own)
				}
				if v > 0 {
					to = b.low.other[v-1]
				}
				e.fillIn(to, i, k, code)
			}
			for v := len(texts[k]); v <= len(b.low.other); v++ { // shorter lists repeat their last text
				b.low.other[v-1].texts[i] = b.low.texts[i]
			}
		}
		g.at[in.slot] = b
	}
	for i := range e.steps {
		if !g.step(&e.steps[i]) || a.failed {
			w.why = e.steps[i].node.op
			return x, false
		}
	}
	y := g.at[e.out]
	if y.low == nil || e.labels == nil && len(y.low.vals) != e.outputs {
		return x, false
	}
	if e.labels != nil {
		return e.boundLabel(y), true
	}
	return span{slices.Clone(y.low.vals), slices.Clone(y.high.vals)}, true
}

// boundLabel bounds the shares of a graph that gives only a class: 1 for the class and 0 for others.
func (e *evaluation) boundLabel(y bounds) span {
	out := span{make([]float64, e.outputs), make([]float64, e.outputs)}
	for k, label := range e.labels {
		may, sure := false, true
		for _, c := range append([]*constant{y.low}, y.low.other...) {
			is, point := false, true
			if c.isText() {
				is = c.texts[0] == label
			} else if v, ok := numberOf(label); ok {
				low, high := c.vals[0], y.high.vals[0]
				is, point = low <= v && v <= high, low == high
			}
			may, sure = may || is, sure && is && point
		}
		out.low[k], out.high[k] = one(sure), one(may)
	}
	return out
}

type graphBounds struct {
	e  *evaluation
	a  *arena
	at []bounds // by slot
}

// step bounds the results of a node and reports whether it could.
func (g *graphBounds) step(s *evalStep) bool {
	in := make([]bounds, len(s.in))
	fixed, variants := true, 0
	for i, at := range s.in {
		if at < 0 {
			continue
		}
		if in[i] = g.at[at]; in[i].low == nil {
			return false
		}
		fixed = fixed && alike(in[i].low, in[i].high)
		variants = max(variants, len(in[i].low.other))
	}
	out, ok := g.results(s, in, fixed, variants)
	if !ok {
		return false
	}
	for k, at := range s.out {
		if at < 0 || k >= len(out) {
			continue
		}
		if b := out[k]; b.low != nil && !(span{b.low.vals, b.high.vals}).sound() {
			return false
		}
		g.at[at] = out[k]
	}
	return true
}

func alike(a, b *constant) bool {
	if a == b {
		return true
	}
	for i, v := range a.vals {
		if w := b.vals[i]; v != w && (v == v || w == w) {
			return false
		}
	}
	return true
}

// run evaluates a node for given inputs.
func (g *graphBounds) run(s *evalStep, in []*constant) ([]*constant, bool) {
	c := &g.a.call
	c.node, c.in = s.node, c.in[:0]
	for _, k := range in {
		c.in = append(c.in, val{c: k})
	}
	v, err := s.op(c)
	out := make([]*constant, len(v))
	for i := range v {
		out[i] = v[i].c
	}
	return out, err == nil
}

// ends selects one end of each input.
func ends(in []bounds, high func(i int) bool) []*constant {
	list := make([]*constant, len(in))
	for i, b := range in {
		if list[i] = b.low; high(i) {
			list[i] = b.high
		}
	}
	return list
}

func (g *graphBounds) results(s *evalStep, in []bounds, fixed bool, variants int) ([]bounds, bool) {
	op := s.node.op
	low := func(int) bool { return false }
	high := func(int) bool { return true }
	switch {
	case fixed && variants == 0:
		out, ok := g.run(s, ends(in, low))
		return paired(out, out, ok)
	case op == "Where":
		return g.choice(in)
	case in[0] == in[len(in)-1] && len(in) == 2 && (op == "Sub" || op == "Div" && !crossesZero(in[0])):
		out, ok := g.run(s, ends(in, low))
		return paired(out, out, ok && allFinite(in[0].low.vals) && allFinite(in[0].high.vals))
	case variants > 0:
		return g.variants(s, in, fixed, variants)
	case g.e.learnedAt(s) != nil:
		return g.learned(s, in[0])
	}
	for _, name := range []string{"alpha", "gamma"} {
		if a := s.node.attr(name); a != nil && a.f < 0 {
			return nil, false
		}
	}
	switch op {
	case "QuantizeLinear", "DequantizeLinear":
		if slices.Min(in[1].low.vals) <= 0 {
			return nil, false
		}
	case "Imputer":
		if a := s.node.attr("replaced_value_float"); a != nil && finite(a.f) ||
			s.node.attr("imputed_value_floats") == nil {
			return nil, false
		}
	}
	if way := senses[op]; way != "" || slices.Contains(rising, op) {
		if !onlyFirst(op) || g.restFixed(in) {
			up := func(i int) bool { return way == "" || way[min(i, len(way)-1)] == '+' }
			a, okA := g.run(s, ends(in, func(i int) bool { return !up(i) }))
			b, okB := g.run(s, ends(in, up))
			return g.checked(op, a, b, okA && okB)
		}
	}
	switch {
	case slices.Contains(eitherWay, op) && g.restFixed(in):
		if op == "Reciprocal" && crossesZero(in[0]) {
			return nil, false
		}
		a, okA := g.run(s, ends(in, low))
		b, okB := g.run(s, ends(in, high))
		return g.hulls(op, okA && okB, a, b)
	case slices.Contains(inCorners, op) && len(in) == 2:
		return g.corners(s, in)
	case op == "PRelu" && g.restFixed(in) && !slices.ContainsFunc(in[1].low.vals,
		func(v float64) bool { return v < 0 }):
		a, okA := g.run(s, ends(in, low))
		b, okB := g.run(s, ends(in, high))
		return g.checked(op, a, b, okA && okB)
	case op == "Sin" || op == "Cos":
		return g.wave(s, in[0])
	case dips[op] != 0 && s.node.attr("alpha") == nil:
		return g.dip(s, in[0])
	case op == "Abs", op == "ReduceL1", op == "ReduceL2", op == "ReduceSumSquare":
		b := bounds{g.copyOf(in[0].low), g.copyOf(in[0].high)}
		for i := range b.low.vals {
			b.low.vals[i], b.high.vals[i] = magnitudes(b.low.vals[i], b.high.vals[i])
		}
		in[0] = b
		a, okA := g.run(s, ends(in, low))
		c, okB := g.run(s, ends(in, high))
		return g.checked(op, a, c, okA && okB)
	case op == "Cast":
		return g.cast(s, in[0])
	case op == "MatMul" || op == "Gemm" || op == "CDist" || op == "Einsum":
		return g.sided(s, in)
	case op == "ReduceProd":
		return g.sided(s, in)
	case op == "Softmax" || op == "LogSoftmax":
		return g.softmax(s, in[0])
	case op == "Equal" && !in[0].low.isText():
		return g.equal(s, in)
	case op == "IsNaN" || op == "IsInf":
		a, okA := g.run(s, ends(in, low))
		b, okB := g.run(s, ends(in, high))
		if okA = okA && okB && alike(a[0], b[0]); op == "IsInf" {
			okA = okA && !slices.Contains(a[0].vals, 1)
		}
		return paired(a, b, okA)
	case op == "ArgMax" || op == "ArgMin":
		return g.argMax(s, in[0])
	case op == "TopK":
		a, okA := g.run(s, ends(in, low))
		b, okB := g.run(s, ends(in, high))
		if !okA || !okB {
			return nil, false
		}
		return []bounds{{a[0], b[0]}, {}}, true
	case op == "LabelEncoder" || op == "CategoryMapper" || op == "OneHotEncoder" || op == "OneHot":
		return g.codes(s, in)
	case op == "Gather" || op == "ArrayFeatureExtractor" || op == "GatherElements":
		return g.places(s, in)
	case op == "Normalizer" || op == "LpNormalization":
		return g.scaled(s, in[0])
	case op == "LayerNormalization":
		return g.normal(s, in)
	}
	return nil, false
}

// onlyFirst reports whether only the first input of an operator holds values and the others are
// parameters.
func onlyFirst(op string) bool {
	switch op {
	case "Gather", "GatherElements", "GatherND", "ArrayFeatureExtractor", "QuantizeLinear", "DequantizeLinear",
		"Imputer":
		return true
	}
	return false
}

func (g *graphBounds) restFixed(in []bounds) bool {
	for _, b := range in[1:] {
		if b.low != nil && !alike(b.low, b.high) {
			return false
		}
	}
	return true
}

func crossesZero(b bounds) bool {
	for i, v := range b.low.vals {
		if v <= 0 && b.high.vals[i] >= 0 {
			return true
		}
	}
	return false
}

func (g *graphBounds) copyOf(k *constant) *constant {
	out := g.a.array(k.kind, k.dims, k.len())
	copy(out.vals, k.vals)
	copy(out.texts, k.texts)
	return out
}

func paired(a, b []*constant, ok bool) ([]bounds, bool) {
	var out []bounds
	for i := range a {
		out = append(out, bounds{a[i], b[i]})
	}
	return out, ok
}

// checked returns bounds after allowing for the last digits of a function.
func (g *graphBounds) checked(op string, a, b []*constant, ok bool) ([]bounds, bool) {
	for i := range a {
		if !ok || a[i] == nil || !(span{a[i].vals, b[i].vals}).sound() {
			return nil, false
		}
		if slices.Contains(inexactly, op) {
			a[i], b[i] = g.copyOf(a[i]), g.copyOf(b[i])
			for k := range a[i].vals {
				a[i].vals[k], b[i].vals[k] = widened(a[i].vals[k], b[i].vals[k], true)
			}
		}
	}
	return paired(a, b, ok)
}

// hulls returns bounds that contain several results.
func (g *graphBounds) hulls(op string, ok bool, lists ...[]*constant) ([]bounds, bool) {
	if !ok {
		return nil, false
	}
	var a, b []*constant
	for i, k := range lists[0] {
		if k == nil || k.isText() {
			return nil, false
		}
		a, b = append(a, g.copyOf(k)), append(b, g.copyOf(k))
		for _, l := range lists[1:] {
			for e, v := range l[i].vals {
				if (v != v) != (a[i].vals[e] != a[i].vals[e]) {
					return nil, false
				}
				a[i].vals[e], b[i].vals[e] = min(a[i].vals[e], v), max(b[i].vals[e], v)
			}
		}
	}
	return g.checked(op, a, b, true)
}

// variants evaluates a node for each list of texts that its inputs may be.
func (g *graphBounds) variants(s *evalStep, in []bounds, fixed bool, n int) ([]bounds, bool) {
	texts := 0
	for _, b := range in {
		texts += int(one(b.low != nil && len(b.low.other) > 0))
	}
	if !fixed || texts > 1 && s.node.op != "Concat" {
		return nil, false
	}
	var lists [][]*constant
	for v := range n + 1 {
		list := ends(in, func(int) bool { return false })
		for i, k := range list {
			if k != nil && v > 0 && len(k.other) > 0 {
				list[i] = k.other[min(v, len(k.other))-1]
			}
		}
		out, ok := g.run(s, list)
		if !ok || g.a.failed {
			return nil, false
		}
		lists = append(lists, out)
	}
	if len(lists[0]) > 0 && lists[0][0] != nil && lists[0][0].isText() {
		out := make([]bounds, len(lists[0]))
		for i := range out {
			k := g.copyOf(lists[0][i])
			for _, l := range lists[1:] {
				k.other = append(k.other, l[i])
			}
			out[i] = bounds{k, k}
		}
		return out, true
	}
	return g.hulls(s.node.op, true, lists...)
}

// choice bounds Where.
func (g *graphBounds) choice(in []bounds) ([]bounds, bool) {
	cond, a, b := in[0], in[1], in[2]
	c := &g.a.call
	dims, err := c.joint(a.low.dims, b.low.dims)
	if err == nil {
		dims, err = c.joint(dims, cond.low.dims)
	}
	if err != nil {
		return nil, false
	}
	n, text := width(dims), a.low.isText()
	var lists []*constant
	if text {
		lists = append([]*constant{}, slices.Concat([]*constant{a.low}, a.low.other, []*constant{b.low},
			b.low.other)...)
		out := g.a.array(typeString, dims, n)
		out.other = nil
		for v := range lists {
			to := out
			if v > 0 {
				to = g.a.array(typeString, dims, n)
				out.other = append(out.other, to)
			}
			for i := range n {
				yes, no := sidesOf(cond, i, dims)
				from := lists[v]
				if isA := v <= len(a.low.other); !yes && isA {
					from = b.low
				} else if !no && !isA {
					from = a.low
				}
				to.texts[i] = from.texts[at(i, dims, from)]
			}
		}
		return []bounds{{out, out}}, true
	}
	low, high := g.a.array(a.low.kind, dims, n), g.a.array(a.low.kind, dims, n)
	for i := range n {
		yes, no := sidesOf(cond, i, dims)
		ka, kb := at(i, dims, a.low), at(i, dims, b.low)
		la, ha, lb, hb := a.low.vals[ka], a.high.vals[ka], b.low.vals[kb], b.high.vals[kb]
		switch {
		case !no:
			low.vals[i], high.vals[i] = la, ha
		case !yes:
			low.vals[i], high.vals[i] = lb, hb
		case (la != la) != (lb != lb):
			return nil, false
		default:
			low.vals[i], high.vals[i] = min(la, lb), max(ha, hb)
		}
	}
	return []bounds{{low, high}}, true
}

// sidesOf reports whether a condition can be true, and whether it can be false.
func sidesOf(cond bounds, i int, dims []int) (yes, no bool) {
	k := at(i, dims, cond.low)
	return cond.high.vals[k] != 0, cond.low.vals[k] == 0
}

func (g *graphBounds) corners(s *evalStep, in []bounds) ([]bounds, bool) {
	switch s.node.op {
	case "Div":
		if crossesZero(in[1]) {
			return nil, false
		}
	case "Pow", "Mod":
		a, okA := g.run(s, ends(in, func(int) bool { return false }))
		b, okB := g.run(s, ends(in, func(int) bool { return true }))
		if !okA || !okB || !alike(in[1].low, in[1].high) || a[0].len() != in[0].low.len() {
			return nil, false
		}
		low, high := g.copyOf(a[0]), g.copyOf(b[0])
		fmod := s.node.attr("fmod")
		for i, l := range in[0].low.vals {
			h, k := in[0].high.vals[i], in[1].low.vals[at(i, low.dims, in[1].low)]
			if s.node.op == "Mod" {
				l, h = remainders(l, h, low.vals[i], high.vals[i], k, fmod != nil && fmod.i != 0)
			} else if l, h = powers(l, h, k); l <= h {
				l, h = fit(low.kind, l), fit(low.kind, h)
			}
			if low.vals[i], high.vals[i] = l, h; l > h {
				return nil, false
			}
		}
		return g.checked(s.node.op, []*constant{low}, []*constant{high}, true)
	}
	var lists [][]*constant
	for set := range 4 {
		out, ok := g.run(s, ends(in, func(i int) bool { return set>>i&1 == 1 }))
		if !ok {
			return nil, false
		}
		lists = append(lists, out)
	}
	return g.hulls(s.node.op, true, lists...)
}

// remainders bounds the remainders of division by k, which are a and b at the ends. Remainders rise
// except where they fall by the size of k, so in a short interval with such a fall, a is above b.
// Without bounds, the first result is larger.
func remainders(low, high, a, b, k float64, signed bool) (float64, float64) {
	size := math.Abs(k)
	switch {
	case !finite(low) || !finite(high) || !(size > 0) || !finite(k):
		return 1, 0
	case high-low < size/2 && a <= b:
		return a, b
	case signed: // like the dividend
		return min(max(low, -size), 0), max(min(high, size), 0)
	}
	return min(k, 0), max(k, 0)
}

// dip bounds a function that falls up to one point and rises from there.
func (g *graphBounds) dip(s *evalStep, in bounds) ([]bounds, bool) {
	op := s.node.op
	a, okA := g.run(s, []*constant{in.low})
	b, okB := g.run(s, []*constant{in.high})
	mid := g.copyOf(in.low)
	for i := range mid.vals {
		mid.vals[i] = min(max(dips[op], in.low.vals[i]), in.high.vals[i])
	}
	c, okC := g.run(s, []*constant{mid})
	out, ok := g.hulls(op, okA && okB && okC, a, b, c)
	if ok {
		for i, v := range mid.vals {
			if v == dips[op] {
				out[0].low.vals[i] -= 1e-6
			}
		}
	}
	return out, ok
}

// wave bounds a sine or cosine: it is 1 at top and after whole turns, -1 half a turn later.
func (g *graphBounds) wave(s *evalStep, in bounds) ([]bounds, bool) {
	top := 0.0
	if s.node.op == "Sin" {
		top = math.Pi / 2
	}
	a, okA := g.run(s, []*constant{in.low})
	b, okB := g.run(s, []*constant{in.high})
	out, ok := g.hulls(s.node.op, okA && okB, a, b)
	for i, l := range in.low.vals {
		h := in.high.vals[i]
		reaches := func(at float64) bool {
			const turn = 2 * math.Pi
			near := 1e-6 + float64(1e-12*max(math.Abs(l), math.Abs(h)))
			return float64(math.Ceil((l-near-at)/turn)*turn)+at <= h+near
		}
		if ok && l != h && reaches(top) {
			out[0].high.vals[i] = 1
		}
		if ok && l != h && reaches(top+math.Pi) {
			out[0].low.vals[i] = -1
		}
	}
	return out, ok
}

func (g *graphBounds) cast(s *evalStep, in bounds) ([]bounds, bool) {
	a, okA := g.run(s, []*constant{in.low})
	b, okB := g.run(s, []*constant{in.high})
	if !okA || !okB || a[0].isText() {
		return nil, false
	}
	if a[0].kind == typeBool {
		a[0] = g.copyOf(a[0])
		for i, v := range in.low.vals {
			a[0].vals[i] = one(v > 0 || in.high.vals[i] < 0)
		}
		return paired(a, b, true)
	}
	if !isFloat(a[0].kind) && a[0].kind != typeInt64 {
		for i, v := range in.low.vals {
			if h := in.high.vals[i]; v == v && (math.Trunc(v) != a[0].vals[i] || math.Trunc(h) != b[0].vals[i]) {
				return nil, false // the remainder wraps around
			}
		}
	}
	return g.checked("Cast", a, b, true)
}

// sided evaluates sums of products with the smallest and with the largest products.
func (g *graphBounds) sided(s *evalStep, in []bounds) ([]bounds, bool) {
	c := &g.a.call
	var ends_ [2][]*constant
	ok := true
	for k, side := range [...]int8{-1, 1} {
		c.side, c.far = side, nil
		for _, b := range in {
			c.far = append(c.far, b.high)
		}
		var okOne bool
		ends_[k], okOne = g.run(s, ends(in, func(int) bool { return false }))
		ok = ok && okOne
	}
	c.side, c.far = 0, nil
	return g.checked(s.node.op, ends_[0], ends_[1], ok)
}

// softmax bounds each share by its own score against the others.
func (g *graphBounds) softmax(s *evalStep, in bounds) ([]bounds, bool) {
	n := in.low.len()
	if n > 64 {
		return nil, false
	}
	low, high := g.copyOf(in.low), g.copyOf(in.low)
	for i := range n {
		for _, to := range []struct{ own, others, out *constant }{{in.low, in.high, low}, {in.high, in.low, high}} {
			k := g.copyOf(to.others)
			k.vals[i] = to.own.vals[i]
			y, ok := g.run(s, []*constant{k})
			if !ok {
				return nil, false
			}
			to.out.vals[i] = y[0].vals[i]
		}
	}
	return g.checked("Exp", []*constant{low}, []*constant{high}, true)
}

func (g *graphBounds) equal(s *evalStep, in []bounds) ([]bounds, bool) {
	out, ok := g.run(s, ends(in, func(int) bool { return false }))
	if !ok {
		return nil, false
	}
	low, high := g.copyOf(out[0]), g.copyOf(out[0])
	for i := range low.vals {
		a, b := at(i, low.dims, in[0].low), at(i, low.dims, in[1].low)
		la, ha, lb, hb := in[0].low.vals[a], in[0].high.vals[a], in[1].low.vals[b], in[1].high.vals[b]
		if la != la || lb != lb || la == ha && lb == hb {
			continue
		}
		low.vals[i], high.vals[i] = 0, one(la <= hb && lb <= ha)
	}
	return []bounds{{low, high}}, true
}

// argMax bounds the indices of the largest values.
func (g *graphBounds) argMax(s *evalStep, in bounds) ([]bounds, bool) {
	out, ok := g.run(s, []*constant{in.low})
	if !ok {
		return nil, false
	}
	c := &g.a.call
	d, err := c.dim(c.integer("axis", 0), len(in.low.dims))
	if err != nil {
		return nil, false
	}
	low, high := g.copyOf(out[0]), g.copyOf(out[0])
	outer, n, inner := around(in.low.dims, d)
	for o := range outer * inner {
		from := o/inner*n*inner + o%inner
		top := math.Inf(-1)
		values := func(i int) (float64, float64) {
			l, h := in.low.vals[from+i*inner], in.high.vals[from+i*inner]
			if s.node.op == "ArgMin" {
				return -h, -l
			}
			return l, h
		}
		for i := range n {
			l, _ := values(i)
			top = max(top, l)
		}
		if top != top {
			return nil, false
		}
		first, last := -1, 0
		for i := range n {
			if _, h := values(i); h >= top {
				if last = i; first < 0 {
					first = i
				}
			}
		}
		low.vals[o], high.vals[o] = float64(first), float64(last)
	}
	return []bounds{{low, high}}, true
}

// codes bounds the values that replace numeric codes.
func (g *graphBounds) codes(s *evalStep, in []bounds) ([]bounds, bool) {
	k := in[0]
	if k.low.isText() || !g.restFixed(in) {
		return nil, false
	}
	var lists [][]*constant
	try := func(v float64) bool {
		x := g.copyOf(k.low)
		for i := range x.vals {
			if k.low.vals[i] == k.low.vals[i] {
				x.vals[i] = fit(x.kind, min(max(v, k.low.vals[i]), k.high.vals[i]))
			}
		}
		list := ends(in, func(int) bool { return false })
		list[0] = x
		out, ok := g.run(s, list)
		lists = append(lists, out)
		return ok && !g.a.failed
	}
	least, most := math.Inf(1), math.Inf(-1)
	for i, v := range k.low.vals {
		if v == v {
			least, most = min(least, v), max(most, k.high.vals[i])
		}
	}
	ok := try(math.Inf(-1)) && try(math.Inf(1))
	tried := 0
	if e, is := s.node.state.(*encoder); is {
		for v := range e.numbers {
			if v >= least && v <= most && ok {
				ok = try(v)
				tried++
			}
		}
		if ok = ok && tried <= 256; ok && !isFloat(k.low.kind) && most-least < 256 { // whole numbers in between
			for v := least; v <= most && ok; v++ {
				ok = try(v)
			}
		} else if ok { // a number that is not listed
			ok = try(least + float64((most-least)*0.5))
			ok = ok && try(math.Nextafter(least, most))
		}
	} else { // OneHot
		if most-least > 256 {
			return nil, false
		}
		for v := math.Ceil(least); v <= most && ok; v++ {
			ok = try(v)
		}
		ok = ok && (!isFloat(k.low.kind) || try(least+float64((most-least)*0.5)))
	}
	if !ok || lists[0][0].isText() {
		return nil, false
	}
	return g.hulls(s.node.op, true, lists...)
}

// places bounds values at computed indices.
func (g *graphBounds) places(s *evalStep, in []bounds) ([]bounds, bool) {
	idx := in[1]
	if in[0].low.isText() {
		return nil, false
	}
	least, most := 0.0, 0.0
	for i, v := range idx.low.vals {
		least, most = min(least, v-idx.low.vals[i]), max(most, idx.high.vals[i]-v)
	}
	if most > 256 {
		return nil, false
	}
	var lists [][]*constant
	for by := 0.0; by <= most; by++ {
		x := g.copyOf(idx.low)
		for i := range x.vals {
			x.vals[i] = min(x.vals[i]+by, idx.high.vals[i])
		}
		for _, k := range []*constant{in[0].low, in[0].high} {
			out, ok := g.run(s, []*constant{k, x})
			if !ok || g.a.failed {
				return nil, false
			}
			lists = append(lists, out)
		}
	}
	return g.hulls(s.node.op, true, lists...)
}

func (g *graphBounds) scaled(s *evalStep, in bounds) ([]bounds, bool) {
	c := &g.a.call
	c.node = s.node
	by := float64(slices.Index([]string{"MAX", "L1", "L2"}, c.text("norm", "MAX")))
	n := dimFrom(in.low.dims, -1)
	if s.node.op == "LpNormalization" {
		if by = float64(c.integer("p", 2)); c.integer("axis", -1) != -1 && c.integer("axis",
			-1) != int64(len(in.low.dims)-1) {
			return nil, false
		}
	}
	low, high := g.a.array(typeFloat, in.low.dims, in.low.len()), g.a.array(typeFloat, in.low.dims, in.low.len())
	copy(low.vals, in.low.vals)
	copy(high.vals, in.high.vals)
	for from := 0; n > 0 && from+n <= low.len(); from += n {
		if !boundScaled(span{low.vals[from : from+n], high.vals[from : from+n]}, by) {
			return nil, false
		}
	}
	return g.checked("Exp", []*constant{low}, []*constant{high}, true)
}

func (g *graphBounds) normal(s *evalStep, in []bounds) ([]bounds, bool) {
	c := &g.a.call
	c.node = s.node
	d, err := c.dim(c.integer("axis", -1), len(in[0].low.dims))
	eps, err2 := c.float("epsilon", 1e-5)
	if err != nil || err2 != nil || !g.restFixed(in) {
		return nil, false
	}
	low, high := g.copyOf(in[0].low), g.copyOf(in[0].high)
	if _, ok := boundNormal(span{low.vals, high.vals}, width(low.dims[d:]), eps); !ok {
		return nil, false
	}
	for i := range low.vals {
		a, b := low.vals[i], high.vals[i]
		if len(in) > 1 && in[1].low != nil {
			k := in[1].low.vals[at(i, low.dims, in[1].low)]
			a, b = min(a*k, b*k), max(a*k, b*k)
		}
		if len(in) > 2 && in[2].low != nil {
			k := in[2].low.vals[at(i, low.dims, in[2].low)]
			a, b = a+k, b+k
		}
		low.vals[i], high.vals[i] = a, b
	}
	return g.checked("Exp", []*constant{low}, []*constant{high}, true)
}

// learnedAt returns the classifier or regressor of a node, or nil.
func (e *evaluation) learnedAt(s *evalStep) *learned {
	l, _ := s.node.state.(*learned)
	return l
}

// learned bounds the scores of a classifier or regressor, and its label.
func (g *graphBounds) learned(s *evalStep, in bounds) ([]bounds, bool) {
	l := g.e.learnedAt(s)
	n := l.program.in
	rows := in.low.len() / n
	low, high := g.a.array(typeFloat, []int{rows, l.outputs}, rows*l.outputs), g.a.array(typeFloat, []int{rows,
		l.outputs},
		rows*l.outputs)
	for r := range rows {
		w := &boxBounds{x: span{in.low.vals[r*n:][:n], in.high.vals[r*n:][:n]}}
		y, ok := l.program.bound(w)
		if !ok {
			return nil, false
		}
		for o := range y.low {
			low.vals[r*l.outputs+o], high.vals[r*l.outputs+o] = fit(typeFloat, y.low[o]), fit(typeFloat, y.high[o])
		}
	}
	out, ok := g.checked("Exp", []*constant{low}, []*constant{high}, true)
	if !ok || len(l.labels) == 0 {
		return out, ok
	}
	if l.sign || rows != 1 || s.node.op == "SVMClassifier" {
		return []bounds{{}, out[0]}, true
	}
	top := slices.Max(out[0].low.vals)
	var may []int
	for o, h := range out[0].high.vals {
		if h >= top && o < len(l.labels) {
			may = append(may, o)
		}
	}
	if l.text {
		k := g.a.array(typeString, []int{1}, 1)
		for i, o := range may {
			to := k
			if i > 0 {
				to = g.a.array(typeString, []int{1}, 1)
				k.other = append(k.other, to)
			}
			to.texts[0] = l.labels[o]
		}
		return []bounds{{k, k}, out[0]}, true
	}
	a, b := g.a.array(typeInt64, []int{1}, 1), g.a.array(typeInt64, []int{1}, 1)
	a.vals[0], b.vals[0] = math.Inf(1), math.Inf(-1)
	for _, o := range may {
		v, err := strconv.ParseFloat(l.labels[o], 64)
		if err != nil {
			return nil, false
		}
		a.vals[0], b.vals[0] = min(a.vals[0], v), max(b.vals[0], v)
	}
	return []bounds{{a, b}, out[0]}, true
}
