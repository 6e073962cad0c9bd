package onnx

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// evalLpNorm divides the values along a dimension by their size.
func (c *call) evalLpNorm() ([]val, error) {
	k, err := c.num(0)
	if err != nil {
		return nil, err
	}
	d, err := c.dim(c.integer("axis", -1), len(k.dims))
	if err != nil {
		return nil, err
	}
	by := c.integer("p", 2)
	out, err := c.array(k.kind, k.dims)
	if err != nil {
		return nil, err
	}
	outer, n, inner := around(k.dims, d)
	v := make([]float64, n)
	for o := range outer * inner {
		from := o/inner*n*inner + o%inner
		for i := range v {
			v[i] = k.vals[from+i*inner]
		}
		shrink(v, float64(by))
		for i := range v {
			out.vals[from+i*inner] = fit(k.kind, v[i])
		}
	}
	return single(out), c.take(8 * n)
}

// dim converts a dimension that may count from the end.
func (c *call) dim(v int64, rank int) (int, error) {
	if v < 0 {
		v += int64(rank)
	}
	if v < 0 || v >= int64(rank) {
		return 0, c.refuse("works along dimension %d, but there are %d", v, rank)
	}
	return int(v), nil
}

// set returns the whole numbers of input i, which must be the same for all examples.
func (c *call) set(i int) ([]int, error) {
	k, err := c.num(i)
	if err != nil {
		return nil, err
	}
	if k.live {
		return nil, c.refuse("computes its input %d (a shape, a size or indices) from a row, which is not "+
			"supported", i+1)
	}
	return c.whole(i)
}

// around divides a shape at a dimension: the product of the sizes before it, its own, and after.
func around(dims []int, d int) (outer, n, inner int) {
	outer, inner = 1, 1
	for _, v := range dims[:d] {
		outer *= v
	}
	for _, v := range dims[d+1:] {
		inner *= v
	}
	return outer, dims[d], inner
}

func (c *call) evalSoftmax() ([]val, error) {
	k, err := c.num(0)
	if err != nil {
		return nil, err
	}
	otherwise := int64(-1)
	if c.version() < 13 {
		otherwise = 1
	}
	if len(k.dims) == 0 {
		return nil, c.refuse("needs a list, not a single number")
	}
	d, err := c.dim(c.integer("axis", otherwise), len(k.dims))
	if err != nil {
		return nil, err
	}
	out, err := c.array(k.kind, k.dims)
	if err != nil {
		return nil, err
	}
	outer, n, inner := around(k.dims, d)
	if c.version() < 13 { // all dimensions from this one on count as one
		n, inner = n*inner, 1
	}
	v := make([]float64, n)
	if err := c.take(8 * n); err != nil {
		return nil, err
	}
	for o := range outer * inner {
		from := o/inner*n*inner + o%inner
		top, sum := math.Inf(-1), 0.0
		for i := range v {
			v[i] = k.vals[from+i*inner]
			top = max(top, v[i])
		}
		for i := range v {
			v[i] -= top
			sum += exp(v[i])
		}
		for i := range v {
			if c.node.op == "Softmax" {
				v[i] = exp(v[i]) / sum
			} else {
				v[i] -= log(sum)
			}
			out.vals[from+i*inner] = fit(k.kind, v[i])
		}
	}
	return single(out), nil
}

func (c *call) evalLayerNorm() ([]val, error) {
	k, err := c.num(0)
	if err != nil {
		return nil, err
	}
	if len(k.dims) == 0 {
		return nil, c.refuse("needs a list, not a single number")
	}
	d, err := c.dim(c.integer("axis", -1), len(k.dims))
	if err != nil {
		return nil, err
	}
	eps, err := c.float("epsilon", 1e-5)
	if err != nil {
		return nil, err
	}
	out, err := c.array(k.kind, k.dims)
	if err != nil {
		return nil, err
	}
	n := width(k.dims[d:])
	copy(out.vals, k.vals)
	for g := out.vals; n > 0 && len(g) >= n; g = g[n:] {
		normalize(g[:n], eps)
	}
	for i, f := range []func(kind int64, a, b float64) float64{timesOf, plusOf} {
		if !c.hasInput(i + 1) {
			continue
		}
		by, err := c.num(i + 1)
		if err != nil {
			return nil, err
		}
		if out, err = c.pair(0, out, by, f); err != nil {
			return nil, err
		}
	}
	return single(out), nil
}

func (c *call) evalBatchNorm() ([]val, error) {
	x, err := c.num(0)
	if err != nil {
		return nil, err
	}
	if len(x.dims) < 2 {
		return nil, c.refuse("needs at least two dimensions, not values of shape %v", x.dims)
	}
	var k [4]*constant // scale, B, mean, var
	for i := range k {
		if k[i], err = c.num(i + 1); err != nil {
			return nil, err
		}
		if len(k[i].vals) != x.dims[1] {
			return nil, c.refuse("has statistics of %d features, which do not match values of shape "+
				"%v", len(k[i].vals), x.dims)
		}
	}
	eps, err := c.float("epsilon", 1e-5)
	if err != nil || c.integer("training_mode", 0) != 0 || c.integer("is_test", 1) == 0 {
		return nil, c.refuse("is in its training mode; export the network for inference")
	}
	out, err := c.array(x.kind, x.dims)
	if err != nil {
		return nil, err
	}
	_, n, inner := around(x.dims, 1)
	for i, v := range x.vals {
		o := i / inner % n
		s := k[0].vals[o] / math.Sqrt(k[3].vals[o]+eps)
		out.vals[i] = fit(x.kind, float64((v-k[2].vals[o])*s)+k[1].vals[o])
	}
	return single(out), nil
}

// evalMatMul multiplies the last two dimensions, and broadcasts the others.
func (c *call) evalMatMul() ([]val, error) {
	a, b, err := c.operands()
	if err != nil {
		return nil, err
	}
	if len(a.dims) == 0 || len(b.dims) == 0 {
		return nil, c.refuse("multiplies a single number; it needs a list or a matrix")
	}
	da, db := a.dims, b.dims
	if len(da) == 1 {
		da = []int{1, da[0]}
	}
	if len(db) == 1 {
		db = []int{db[0], 1}
	}
	ra, rb := len(da)-2, len(db)-2
	n, in, m := da[ra], da[ra+1], db[rb+1]
	if in != db[rb] {
		return nil, c.refuse("multiplies a value of shape %v with one of shape %v, which do not match", a.dims, b.dims)
	}
	outer, err := c.joint(da[:ra], db[:rb])
	if err != nil {
		return nil, err
	}
	dims := slices.Clone(outer)
	if len(a.dims) > 1 {
		dims = append(dims, n)
	}
	if len(b.dims) > 1 {
		dims = append(dims, m)
	}
	out, err := c.array(a.kind, dims)
	if err != nil {
		return nil, err
	}
	all, ok := size([]int{len(out.vals), in})
	if !ok {
		all = -1
	}
	if err := c.spendSteps(all); err != nil {
		return nil, err
	}
	for o := range width(outer) {
		ax, bx := place(o, outer, da[:ra])*n*in, place(o, outer, db[:rb])*in*m
		for r := range n {
			c.multiply(out.vals[(o*n+r)*m:][:m], a.vals, b.vals, ax+r*in, bx, in, m, 1, a.kind)
		}
	}
	return single(out), nil
}

// multiply computes y[j] = sum of x[xat+i] * w[wat + i*row + j*col] for n numbers, rounded to a
// type.
func (c *call) multiply(y, x, w []float64, xat, wat, n, row, col int, kind int64) {
	for j := range y {
		sum := 0.0
		for i := range n {
			sum += c.factored(x, w, xat+i, wat+i*row+j*col)
		}
		y[j] = fit(kind, sum)
	}
}

// factored multiplies x[at] and w[by].
func (c *call) factored(x, w []float64, at, by int) float64 {
	if c.side == 0 {
		return x[at] * w[by]
	}
	low, high := corners(x[at], c.far[0].vals[at], w[by], c.far[1].vals[by], func(a, b float64) float64 {
		return a * b
	})
	if c.side < 0 {
		return low
	}
	return high
}

// evalEinsum sums products of the elements of two values. Its equation has a letter for each
// dimension; the sum runs over those that the result lacks.
func (c *call) evalEinsum() ([]val, error) {
	a, b, err := c.operands()
	if err != nil {
		return nil, err
	}
	equation := strings.ReplaceAll(c.text("equation", ""), " ", "")
	in, to, given := strings.Cut(equation, "->")
	left, right, _ := strings.Cut(in, ",")
	names, twice := to, false
	for _, r := range left + right {
		twice = twice || strings.Count(left, string(r)) > 1 || strings.Count(right, string(r)) > 1 ||
			strings.Count(to, string(r)) > 1
		if !strings.ContainsRune(names, r) {
			names += string(r)
		}
	}
	dims, steps := make([]int, len(names)), [2][]int{make([]int, len(names)), make([]int, len(names))}
	given = given && len(c.in) == 2 && !twice && len(left) == len(a.dims) && len(right) == len(b.dims)
	for k, shape := range [2][]int{a.dims, b.dims} {
		step := 1
		for i := len(shape) - 1; i >= 0 && given; i-- {
			at := strings.IndexByte(names, [2]string{left, right}[k][i])
			given = at >= 0 && (dims[at] == 0 || dims[at] == shape[i])
			dims[max(at, 0)], steps[k][max(at, 0)] = shape[i], step
			step *= shape[i]
		}
	}
	if !given || slices.Contains(dims, 0) {
		return nil, c.refuse("has the equation %s for shapes %v and %v; two values with a letter for each dimension "+
			"are supported", quote(equation), a.dims, b.dims)
	}
	out, err := c.array(a.kind, slices.Clone(dims[:len(to)]))
	if err != nil {
		return nil, err
	}
	n, ok := size(dims)
	if !ok {
		n = -1
	}
	if err := c.spendSteps(n); err != nil {
		return nil, err
	}
	inner := width(dims[len(to):])
	for i := range n {
		x, w := 0, 0
		for k, rest := len(dims)-1, i; k >= 0; k-- {
			x, w, rest = x+rest%dims[k]*steps[0][k], w+rest%dims[k]*steps[1][k], rest/dims[k]
		}
		out.vals[i/inner] += float64(c.factored(a.vals, b.vals, x, w))
	}
	for i, v := range out.vals {
		out.vals[i] = fit(a.kind, v)
	}
	return single(out), nil
}

// evalGemm computes alpha * A * B + beta * C.
func (c *call) evalGemm() ([]val, error) {
	a, b, err := c.operands()
	if err != nil {
		return nil, err
	}
	alpha, beta, err := c.factors()
	if err != nil {
		return nil, err
	}
	if len(a.dims) != 2 || len(b.dims) != 2 {
		return nil, c.refuse("multiplies values of shapes %v and %v; it needs two matrices", a.dims, b.dims)
	}
	n, in, rows, m := a.dims[0], a.dims[1], b.dims[0], b.dims[1]
	row, col := m, 1
	if c.integer("transB", 0) != 0 {
		rows, m, row, col = m, rows, 1, m
	}
	x := a.vals
	if c.integer("transA", 0) != 0 {
		if n, in = in, n; c.side != 0 {
			return nil, c.refuse("has bounds that cannot be computed")
		}
		t, err := c.array(a.kind, []int{n, in})
		if err != nil {
			return nil, err
		}
		for i, v := range a.vals {
			t.vals[i%n*in+i/n] = v
		}
		x = t.vals
	}
	if in != rows {
		return nil, c.refuse("multiplies %d values with a matrix of %d rows", in, rows)
	}
	out, err := c.array(a.kind, []int{n, m})
	if err != nil {
		return nil, err
	}
	all, ok := size([]int{n, m, in})
	if !ok {
		all = -1
	}
	if err := c.spendSteps(all); err != nil {
		return nil, err
	}
	for r := range n {
		c.multiply(out.vals[r*m:][:m], x, b.vals, r*in, 0, in, row, col, 0)
	}
	for i, v := range out.vals {
		out.vals[i] = fit(a.kind, float64(alpha*v))
	}
	if c.side != 0 && (alpha < 0 || beta < 0) {
		return nil, c.refuse("has bounds that cannot be computed")
	}
	if !c.hasInput(2) {
		return single(out), nil
	}
	k, err := c.num(2)
	if err != nil {
		return nil, err
	}
	if c.side > 0 {
		k = c.far[2]
	}
	sum, err := c.pair(0, out, k, func(_ int64, a, b float64) float64 { return a + float64(beta*b) })
	if err == nil && !slices.Equal(sum.dims, out.dims) {
		err = c.refuse("adds values of shape %v to values of shape %v", k.dims, out.dims)
	}
	return single(sum), err
}

// reduction is a way to join the values along dimensions.
type reduction struct {
	start float64
	join  func(sum, v float64) float64
	end   func(sum, n float64) float64
}

func plusTo(sum, v float64) float64 { return sum + v }
func asIs(sum, _ float64) float64   { return sum }

var reductions = map[string]reduction{
	"ReduceSum":       {0, plusTo, asIs},
	"ReduceMean":      {0, plusTo, func(sum, n float64) float64 { return sum / n }},
	"ReduceMax":       {math.Inf(-1), func(a, b float64) float64 { return max(a, b) }, asIs},
	"ReduceMin":       {math.Inf(1), func(a, b float64) float64 { return min(a, b) }, asIs},
	"ReduceProd":      {1, func(a, b float64) float64 { return a * b }, asIs},
	"ReduceL1":        {0, func(sum, v float64) float64 { return sum + math.Abs(v) }, asIs},
	"ReduceL2":        {0, squares, func(sum, _ float64) float64 { return math.Sqrt(sum) }},
	"ReduceSumSquare": {0, squares, asIs},
	"ReduceLogSum":    {0, plusTo, func(sum, _ float64) float64 { return log(sum) }},
	"ReduceLogSumExp": {math.Inf(-1), logSum, asIs},
}

func squares(sum, v float64) float64 { return sum + float64(v*v) }

// logSum computes log(exp(a) + exp(b)) without large intermediate numbers.
func logSum(a, b float64) float64 {
	if top := max(a, b); !math.IsInf(top, 0) {
		return top + log(exp(a-top)+exp(b-top))
	}
	return max(a, b)
}

func (c *call) evalReduce() ([]val, error) {
	k, err := c.num(0)
	if err != nil {
		return nil, err
	}
	axes, err := c.axes()
	if err != nil {
		return nil, err
	}
	if len(axes) == 0 && c.integer("noop_with_empty_axes", 0) != 0 {
		return c.in[:1], nil
	}
	over, keep := make([]bool, len(k.dims)), c.integer("keepdims", 1) != 0
	for _, a := range axes {
		d, err := c.dim(a, len(k.dims))
		if err != nil {
			return nil, err
		}
		over[d] = true
	}
	var dims []int
	kept, n := slices.Clone(k.dims), 1
	for d := range over {
		if over[d] || len(axes) == 0 {
			n *= kept[d]
			kept[d] = 1
		}
		if kept[d] != 1 || keep || !over[d] && len(axes) > 0 {
			dims = append(dims, kept[d])
		}
	}
	r := reductions[c.node.op]
	out, err := c.array(k.kind, dims)
	if err != nil {
		return nil, err
	}
	for i := range out.vals {
		out.vals[i] = r.start
	}
	if err := c.spendSteps(4 * len(k.vals)); err != nil {
		return nil, err
	}
	ends := out.vals
	if c.side != 0 { // a product, for which the other end matters too
		ends = slices.Clone(out.vals)
	}
	for i, v := range k.vals {
		o := place(i, k.dims, kept)
		if c.side == 0 {
			out.vals[o] = r.join(out.vals[o], v)
			continue
		}
		low, high := corners(out.vals[o], ends[o], v, c.far[0].vals[i], func(a, b float64) float64 { return a * b })
		if out.vals[o], ends[o] = low, high; c.side > 0 {
			out.vals[o], ends[o] = high, low
		}
	}
	for i, v := range out.vals {
		out.vals[i] = fit(k.kind, r.end(v, float64(n)))
	}
	return single(out), nil
}

func (c *call) evalArgMax() ([]val, error) {
	k, err := c.num(0)
	if err != nil {
		return nil, err
	}
	d, err := c.dim(c.integer("axis", 0), len(k.dims))
	if err != nil {
		return nil, err
	}
	outer, n, inner := around(k.dims, d)
	dims := slices.Clone(k.dims)
	if dims[d] = 1; c.integer("keepdims", 1) == 0 {
		dims = slices.Delete(dims, d, d+1)
	}
	out, err := c.array(typeInt64, dims)
	if err != nil {
		return nil, err
	}
	last, least := c.integer("select_last_index", 0) != 0, c.node.op == "ArgMin"
	for o := range outer * inner {
		from := o/inner*n*inner + o%inner
		best := 0
		for i := 1; i < n; i++ {
			a, b := k.vals[from+i*inner], k.vals[from+best*inner]
			if least {
				a, b = -a, -b
			}
			if a > b || last && a == b {
				best = i
			}
		}
		out.vals[o] = float64(best)
	}
	return single(out), nil
}

func (c *call) evalTopK() ([]val, error) {
	k, err := c.num(0)
	if err != nil {
		return nil, err
	}
	d, err := c.dim(c.integer("axis", -1), len(k.dims))
	if err != nil {
		return nil, err
	}
	take := int(c.integer("k", 0))
	if c.version() >= 10 {
		w, err := c.set(1)
		if err != nil || len(w) != 1 {
			return nil, c.refuse("needs a constant number of values to select")
		}
		take = w[0]
	}
	outer, n, inner := around(k.dims, d)
	if take < 0 || take > n {
		return nil, c.refuse("selects %d values, but there are %d", take, n)
	}
	dims := slices.Clone(k.dims)
	dims[d] = take
	vals, err := c.array(k.kind, dims)
	if err != nil {
		return nil, err
	}
	places, err := c.array(typeInt64, dims)
	if err != nil {
		return nil, err
	}
	if err := c.spendSteps(32 * len(k.vals)); err != nil {
		return nil, err
	}
	order, largest := make([]int, n), c.integer("largest", 1) != 0
	for o := range outer * inner {
		from := o/inner*n*inner + o%inner
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(i, j int) int {
			a, b := k.vals[from+i*inner], k.vals[from+j*inner]
			if largest && a == a && b == b {
				a, b = b, a
			}
			return cmp.Or(cmp.Compare(a, b), i-j) // missing values come first
		})
		to := o/inner*take*inner + o%inner
		for i, at := range order[:take] {
			vals.vals[to+i*inner], places.vals[to+i*inner] = k.vals[from+at*inner], float64(at)
		}
	}
	return []val{{c: vals}, {c: places}}, nil
}

func (c *call) evalCumSum() ([]val, error) {
	k, err := c.num(0)
	if err != nil {
		return nil, err
	}
	w, err := c.set(1)
	if err != nil || len(w) != 1 {
		return nil, c.refuse("needs a constant dimension")
	}
	d, err := c.dim(int64(w[0]), len(k.dims))
	if err != nil {
		return nil, err
	}
	out, err := c.array(k.kind, k.dims)
	if err != nil {
		return nil, err
	}
	outer, n, inner := around(k.dims, d)
	without, back := c.integer("exclusive", 0) != 0, c.integer("reverse", 0) != 0
	for o := range outer * inner {
		from, sum := o/inner*n*inner+o%inner, 0.0
		for i := range n {
			if back {
				i = n - 1 - i
			}
			at := from + i*inner
			if without {
				out.vals[at] = sum
			}
			if sum = fit(k.kind, sum+k.vals[at]); !without {
				out.vals[at] = sum
			}
		}
	}
	return single(out), nil
}

// evalQuantize computes round(x/scale) + zero point within the limits of a type, or the reverse.
func (c *call) evalQuantize() ([]val, error) {
	var k [3]*constant
	for i := range k {
		if i == 2 && !c.hasInput(i) {
			break
		}
		var err error
		if k[i], err = c.num(i); err != nil {
			return nil, err
		}
	}
	x, scale, zero := k[0], k[1], k[2]
	n, inner := 1, 1
	if len(scale.vals) > 1 {
		d, err := c.dim(c.integer("axis", 1), len(x.dims))
		if err != nil {
			return nil, err
		}
		_, n, inner = around(x.dims, d)
	}
	back := c.node.op == "DequantizeLinear"
	kind := scale.kind
	switch {
	case !back && zero != nil:
		kind = zero.kind
	case !back:
		kind = typeUint8
	}
	if len(scale.vals) != n || zero != nil && len(zero.vals) != n || c.integer("block_size", 0) != 0 {
		return nil, c.refuse("has %d scales, which do not match values of shape %v", len(scale.vals), x.dims)
	}
	out, err := c.array(kind, x.dims)
	if err != nil {
		return nil, err
	}
	low, high := 0.0, 0.0
	if bits, signed := wholeBits(kind); signed {
		high = math.Ldexp(1, bits-1) - 1
		low = -high - 1
	} else {
		high = math.Ldexp(1, bits) - 1
	}
	for i, v := range x.vals {
		at, z := i/inner%n, 0.0
		if zero != nil {
			z = zero.vals[at]
		}
		if s := scale.vals[at]; back {
			out.vals[i] = fit(kind, (v-z)*s)
		} else {
			q := math.RoundToEven(fit(x.kind, v/s)) + z
			if q != q {
				q = low
			}
			out.vals[i] = fit(kind, min(max(q, low), high))
		}
	}
	return single(out), nil
}

// evalDistances computes the distance of every row of one matrix to every row of another.
func (c *call) evalDistances() ([]val, error) {
	a, b, err := c.operands()
	if err != nil {
		return nil, err
	}
	metric := c.text("metric", "sqeuclidean")
	if len(a.dims) != 2 || len(b.dims) != 2 || a.dims[1] != b.dims[1] || metric != "euclidean" &&
		metric != "sqeuclidean" {
		return nil, c.refuse("measures %s between values of shapes %v and %v, which is not "+
			"supported", quote(metric), a.dims, b.dims)
	}
	n := a.dims[1]
	out, err := c.array(a.kind, []int{a.dims[0], b.dims[0]})
	if err != nil {
		return nil, err
	}
	if all, ok := size([]int{len(out.vals), n}); !ok || c.spendSteps(all) != nil {
		return nil, c.spendSteps(-1)
	}
	for i := range out.vals {
		x, y, sum := i/b.dims[0]*n, i%b.dims[0]*n, 0.0
		for k := range n {
			d := a.vals[x+k] - b.vals[y+k]
			if c.side != 0 {
				low, high := magnitudes(a.vals[x+k]-c.far[1].vals[y+k], c.far[0].vals[x+k]-b.vals[y+k])
				if d = low; c.side > 0 {
					d = high
				}
			}
			sum += float64(d * d)
		}
		if metric == "euclidean" {
			sum = math.Sqrt(sum)
		}
		out.vals[i] = fit(a.kind, sum)
	}
	return single(out), nil
}
