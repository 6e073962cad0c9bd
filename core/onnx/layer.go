package onnx

import (
	"math"

	"causeway/core/kernel"
)

// Functions that chains of dense layers do not have. A network with one of them is evaluated layer
// by layer, see program.
const (
	joined activation = iota + 100 // the values of two forms, possibly of different layers, one after the other
	product
	quotient
	erf
	exponential
	root
	power
	hyperbolic
	softplus
	elu
	silu
	gelu
	geluTanh
	magnitude
	normal   // LayerNormalization, in groups
	shared   // divided by their sum
	scaledBy // divided by the largest value (0), the sum of absolute values (1) or the length (2)
	softmaxes
	signedSquare
	trees
	vectors
	graphOf      // a whole graph, see evaluation
	combinations // combinations of features, appended to the features
)

// group describes the elements that a function processes together, and its parameters.
type group struct {
	size int
	k    [2]float64 // slope, eps, exponent
	of   *forest
	svm  *machineOfVectors
	eval *evaluation

	joint []combination
}

// beside combines several forms into one layer. The returned forms are affine in it.
func (c *call) beside(all ...*form) ([]*form, error) {
	var l *layer
	several, n, deepest := false, 0, 0
	for _, f := range all {
		if f.layer != nil {
			several = several || l != nil && l != f.layer
			l, n, deepest = f.layer, n+len(f.rows), max(deepest, f.layer.depth)
		}
	}
	if !several {
		return all, nil
	}
	l = &layer{act: joined, n: n, depth: deepest + 1}
	if l.depth > maxDepth {
		return nil, c.refuse("comes after more than %d layers", maxDepth)
	}
	if err := c.take(n * termBytes); err != nil {
		return nil, err
	}
	out, n := make([]*form, len(all)), 0
	for k, f := range all {
		if out[k] = f; f.layer == nil {
			continue
		}
		own, err := c.form(l, f.dims)
		if err != nil {
			return nil, err
		}
		own.holds = f.holds
		for i := range own.rows {
			own.rows[i].terms = []term{{n, 1}}
			n++
		}
		l.parts, out[k] = append(l.parts, f), own
	}
	l.from = l.parts[0]
	return out, nil
}

// made applies a function to the elements of a form and returns the result as a form.
func (c *call) made(f *form, act activation, g group, dims []int) (*form, error) {
	if f.layer == nil {
		return nil, c.refuse("takes a constant as input 1, which is not supported")
	}
	n, ok := size(dims)
	if !ok || len(f.rows) == 0 {
		return nil, c.refuse("has no values")
	}
	l := &layer{from: f, act: act, n: n, group: g, depth: f.layer.depth + 1}
	if l.depth > maxDepth {
		return nil, c.refuse("comes after more than %d layers", maxDepth)
	}
	return c.purse.units(l, dims)
}

// alone applies a function to every element.
func alone(act activation) operator {
	return func(c *call) ([]val, error) { return c.alone(act, group{}) }
}

func (c *call) alone(act activation, g group) ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	return forms(c.made(f, act, g, f.dims))
}

func (c *call) elu() ([]val, error) {
	alpha, err := c.float("alpha", 1)
	if err != nil {
		return nil, err
	}
	return c.alone(elu, group{k: [2]float64{alpha}})
}

func (c *call) gelu() ([]val, error) {
	if c.text("approximate", "none") == "tanh" {
		return c.alone(geluTanh, group{})
	}
	return c.alone(gelu, group{})
}

// swish computes x * sigmoid(alpha*x).
func (c *call) swish() ([]val, error) {
	alpha, err := c.float("alpha", 1)
	if err != nil {
		return nil, err
	}
	return c.alone(silu, group{k: [2]float64{alpha}})
}

// pow raises computed values to a constant power.
func (c *call) pow() ([]val, error) {
	k, err := c.constant(1)
	if err != nil {
		return nil, err
	}
	if len(k.vals) != 1 {
		return nil, c.refuse("has an exponent for each value; only one for all values is supported")
	}
	if e := math.Abs(k.vals[0]); e != 0.5 && (e > 16 || e != math.Trunc(e)) {
		return nil, c.refuse("raises to the power %v; whole numbers up to 16 and 0.5 are supported", k.vals[0])
	}
	return c.alone(power, group{k: [2]float64{k.vals[0]}})
}

// pairs returns the product or quotient of two computed values.
func (c *call) pairs(act activation) ([]val, error) {
	if !c.hasInput(0) || !c.hasInput(1) {
		return nil, c.refuse("has a missing input, or reads a label")
	}
	a, err := c.lift(c.in[0], c.in[1].f)
	if err != nil {
		return nil, err
	}
	b, err := c.lift(c.in[1], c.in[0].f)
	if err != nil {
		return nil, err
	}
	same, err := c.beside(a, b)
	if err != nil {
		return nil, err
	}
	a, b = same[0], same[1]
	var both []row
	f, err := c.join(a, b, func(c *call, a, b row) (row, error) {
		both = append(both, a, b)
		return row{}, c.take(2 * rowBytes)
	})
	if err != nil {
		return nil, err
	}
	in, err := c.form(a.layerOr(b), []int{len(both)})
	if err != nil {
		return nil, err
	}
	in.rows = both
	return forms(c.made(in, act, group{size: 2}, f.dims))
}

func (f *form) layerOr(o *form) *layer {
	if f.layer != nil {
		return f.layer
	}
	return o.layer
}

// layerNorm normalises each example's values to mean 0 and variance 1, then scales them.
func (c *call) layerNorm() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	a, err := c.axis(c.integer("axis", -1), len(f.dims))
	if err != nil {
		return nil, err
	}
	n, _ := size(f.dims[a:])
	eps, err := c.float("epsilon", 1e-5)
	if err != nil {
		return nil, err
	}
	if n < 1 || !(eps >= 0) {
		return nil, c.refuse("has no values, or an epsilon below 0")
	}
	y, err := c.made(f, normal, group{size: n, k: [2]float64{eps}}, f.dims)
	if err != nil {
		return nil, err
	}
	out := []val{{f: y}}
	for i, join := range []func(c *call, a, b row) (row, error){(*call).times, plus} {
		if !c.hasInput(i + 1) {
			continue
		}
		then := *c
		then.in = []val{out[0], c.in[i+1]}
		if out, err = then.pairwise(0, 1, join); err != nil {
			return nil, err
		}
	}
	return out[:1], nil
}

// mean averages along the dimensions of an example.
func (c *call) mean() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	axes, err := c.axes()
	if err != nil {
		return nil, err
	}
	if len(f.dims) != 1 || len(axes) != 1 || axes[0] != 1 && axes[0] != -1 {
		return nil, c.refuse("reduces values that are not the list of one example")
	}
	out, err := c.summed(f, c.integer("keepdims", 1) != 0)
	if err != nil {
		return nil, err
	}
	if c.node.op == "ReduceMean" {
		out.rows[0], err = c.scaled(out.rows[0], 1/float64(max(len(f.rows), 1)), 0)
	}
	return forms(out, err)
}

// summed adds the values of a list.
func (c *call) summed(f *form, keep bool) (*form, error) {
	var dims []int
	if keep {
		dims = []int{1}
	}
	out, err := c.form(f.layer, dims)
	if err != nil {
		return nil, err
	}
	ones := make([]float64, len(f.rows))
	n := 0
	if f.layer != nil {
		n = f.layer.n
	}
	if err := c.take(8 * (len(ones) + n)); err != nil {
		return nil, err
	}
	for i := range ones {
		ones[i] = 1
	}
	if len(f.rows) > 0 {
		out.rows[0], err = c.combine(f.rows, ones, 0, 1, 0, make([]float64, n))
	}
	return out, err
}

// activate converts the values of a layer's form to its units, in place if their numbers are equal.
// It uses our own functions, because those of the library differ between machines in the last bits.
func (l *layer) activate(v []float64) []float64 {
	switch l.act {
	case product, quotient:
		for i := range l.n {
			if a, b := v[2*i], v[2*i+1]; l.act == product {
				v[i] = a * b
			} else {
				v[i] = a / b
			}
		}
		return v[:l.n]
	case normal:
		for g := v; len(g) >= l.group.size; g = g[l.group.size:] {
			normalize(g[:l.group.size], l.group.k[0])
		}
	case softmax:
		softmaxOf(v)
	case softmaxes:
		for g := v; len(g) >= l.group.size; g = g[l.group.size:] {
			softmaxOf(g[:l.group.size])
		}
	case shared:
		share(v)
	case scaledBy:
		shrink(v, l.group.k[0])
	case trees:
		return l.group.of.sums(v)
	case vectors:
		return l.group.svm.scores(v)
	case combinations:
		row := v
		for i := range l.group.joint {
			v = append(v, l.group.joint[i].valueFor(&forest{}, row))
		}
	case graphOf:
		n := len(v)
		return l.group.eval.run(v, v)[n:]
	default:
		for i, x := range v {
			v[i] = l.function(x)
		}
	}
	return v
}

func (l *layer) function(x float64) float64 {
	k := l.group.k[0]
	switch l.act {
	case relu:
		return max(x, 0)
	case sigmoid:
		return logistic(x)
	case erf:
		return erfOf(x)
	case exponential:
		return exp(x)
	case root:
		return math.Sqrt(x)
	case magnitude:
		return math.Abs(x)
	case power:
		return raised(x, k)
	case hyperbolic:
		return tanh(x)
	case softplus:
		return max(x, 0) + float64(kernel.Log1(float32(1+exp(-math.Abs(x)))))
	case signedSquare:
		return x * math.Abs(x)
	case elu:
		if x < 0 {
			return k * (exp(x) - 1)
		}
		return x
	case silu:
		return x * logistic(k*x)
	case gelu:
		return x * 0.5 * (1 + erfOf(x/math.Sqrt2))
	case geluTanh:
		return x * 0.5 * (1 + tanh(math.Sqrt(2/math.Pi)*(x+float64(0.044715*x*x*x))))
	}
	return x
}

func logistic(x float64) float64 { return 1 / (1 + exp(-x)) }

func normalize(v []float64, eps float64) {
	mean, square := 0.0, 0.0
	for _, x := range v {
		mean += x
	}
	mean /= float64(len(v))
	for i, x := range v {
		v[i] = x - mean
		square += float64(v[i] * v[i])
	}
	s := math.Sqrt(square/float64(len(v)) + eps)
	for i := range v {
		v[i] /= s
	}
}

func softmaxOf(v []float64) {
	top, sum := math.Inf(-1), 0.0
	for _, x := range v {
		top = max(top, x)
	}
	for i, x := range v {
		v[i] = exp(x - top)
		sum += v[i]
	}
	for i := range v {
		v[i] /= sum
	}
}

// share divides nonnegative numbers by their sum. If all are 0, they get equal shares.
func share(v []float64) {
	sum := 0.0
	for i, x := range v {
		v[i] = max(x, 0)
		sum += v[i]
	}
	for i := range v {
		if v[i] /= sum; sum == 0 {
			v[i] = 1 / float64(len(v))
		}
	}
}

func shrink(v []float64, by float64) {
	size := 0.0
	for i, x := range v {
		switch {
		case by == 0 && i == 0:
			size = x
		case by == 0:
			if x > size || size != size {
				size = x
			}
		case by == 1:
			size += math.Abs(x)
		default:
			size += float64(x * x)
		}
	}
	if by == 2 {
		size = math.Sqrt(size)
	}
	if size == 0 {
		return
	}
	for i := range v {
		v[i] /= size
	}
}
