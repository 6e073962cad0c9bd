package onnx

import (
	"slices"
	"strings"
)

// taken returns an array whose element i is element from(i) of another.
func (c *call) taken(k *constant, dims []int, from func(i int) int) ([]val, error) {
	out, err := c.array(k.kind, dims)
	if err != nil {
		return nil, err
	}
	n := k.len()
	for i := range out.len() {
		at := from(i)
		if at < 0 || at >= n {
			return nil, c.refuse("reads value %d, but there are %d", at, n)
		}
		if k.isText() {
			out.texts[i] = k.texts[at]
		} else {
			out.vals[i] = k.vals[at]
		}
	}
	return single(out), nil
}

// shapedAs returns the same elements in another shape.
func (c *call) shapedAs(k *constant, dims []int) ([]val, error) {
	if n, ok := size(dims); !ok || n != k.len() || len(dims) > maxRank {
		return nil, c.refuse("gives %d values the shape %v", dims, k.len())
	}
	if c.arena != nil {
		own := c.arena.array(k.kind, dims, 0)
		own.vals, own.texts = k.vals, k.texts
		return single(own), nil
	}
	own := *k
	own.dims = dims
	return single(&own), nil
}

func (c *call) evalSame() ([]val, error) {
	if _, err := c.arg(0); err != nil {
		return nil, err
	}
	return c.in[:1], nil
}

func (c *call) evalReshape() ([]val, error) {
	k, err := c.arg(0)
	if err != nil {
		return nil, err
	}
	to, err := c.set(1)
	if err != nil {
		return nil, err
	}
	if len(to) > maxRank {
		return nil, c.refuse("makes %d dimensions, which is too many", len(to))
	}
	if len(to) > 0 && k.live && c.batch > 1 && int64(to[0]) == c.batch {
		to[0] = 1 // the file was written for this many examples at once
	}
	dims := k.dims
	if c.integer("allowzero", 0) != 0 {
		dims = nil
	}
	if dims, err = c.fill(to, k.len(), dims); err != nil {
		return nil, err
	}
	return c.shapedAs(k, dims)
}

func (c *call) evalFlatten() ([]val, error) {
	k, err := c.arg(0)
	if err != nil {
		return nil, err
	}
	d := c.integer("axis", 1)
	if d < 0 {
		d += int64(len(k.dims))
	}
	if d < 0 || d > int64(len(k.dims)) {
		return nil, c.refuse("flattens at dimension %d, but there are %d", d, len(k.dims))
	}
	return c.shapedAs(k, []int{width(k.dims[:d]), width(k.dims[d:])})
}

func (c *call) evalSqueeze() ([]val, error) {
	k, err := c.arg(0)
	if err != nil {
		return nil, err
	}
	axes, err := c.axes()
	if err != nil {
		return nil, err
	}
	drop := make([]bool, len(k.dims))
	for _, a := range axes {
		d, err := c.dim(a, len(k.dims))
		if err != nil {
			return nil, err
		}
		if drop[d] = true; k.dims[d] != 1 {
			return nil, c.refuse("removes a dimension that is not 1")
		}
	}
	var dims []int
	for i, d := range k.dims {
		if !drop[i] && (len(axes) > 0 || d != 1) {
			dims = append(dims, d)
		}
	}
	return c.shapedAs(k, dims)
}

func (c *call) evalUnsqueeze() ([]val, error) {
	k, err := c.arg(0)
	if err != nil {
		return nil, err
	}
	axes, err := c.axes()
	if err != nil {
		return nil, err
	}
	dims := make([]int, len(k.dims)+len(axes))
	for _, a := range axes {
		d, err := c.dim(a, len(dims))
		if err != nil || dims[d] != 0 {
			return nil, c.refuse("adds a dimension at an impossible place")
		}
		dims[d] = 1
	}
	rest := k.dims
	for i := range dims {
		if dims[i] == 0 {
			dims[i], rest = rest[0], rest[1:]
		}
	}
	return c.shapedAs(k, dims)
}

func (c *call) evalTranspose() ([]val, error) {
	k, err := c.arg(0)
	if err != nil {
		return nil, err
	}
	perm := c.ints("perm")
	if perm == nil {
		for i := range k.dims {
			perm = append(perm, int64(len(k.dims)-1-i))
		}
	}
	sorted := slices.Sorted(slices.Values(perm))
	for i, p := range sorted {
		if len(perm) != len(k.dims) || p != int64(i) {
			return nil, c.refuse("has an impossible order of dimensions")
		}
	}
	dims, step := make([]int, len(perm)), make([]int, len(perm))
	for i, p := range perm {
		dims[i] = k.dims[p]
		_, _, step[i] = around(k.dims, int(p))
	}
	return c.taken(k, dims, func(i int) (at int) {
		for d := len(dims) - 1; d >= 0; d-- {
			at += i % dims[d] * step[d]
			i /= dims[d]
		}
		return at
	})
}

func (c *call) evalShape() ([]val, error) {
	k, err := c.arg(0)
	if err != nil {
		return nil, err
	}
	n := int64(len(k.dims))
	if c.node.op == "Size" {
		out, err := c.array(typeInt64, nil)
		if err == nil {
			out.vals[0] = float64(width(k.dims))
		}
		return single(out), err
	}
	bound := func(name string, otherwise int64) int64 {
		v := c.integer(name, otherwise)
		if v < 0 {
			v += n
		}
		return min(max(v, 0), n)
	}
	from, to := bound("start", 0), bound("end", n)
	part := k.dims[from:max(from, to)]
	out, err := c.array(typeInt64, []int{len(part)})
	if err != nil {
		return nil, err
	}
	for i, d := range part {
		out.vals[i] = float64(d)
	}
	return single(out), nil
}

func (c *call) evalExpand() ([]val, error) {
	k, err := c.arg(0)
	if err != nil {
		return nil, err
	}
	to, err := c.set(1)
	if err != nil {
		return nil, err
	}
	dims, err := c.joint(k.dims, to)
	if err != nil {
		return nil, err
	}
	return c.taken(k, dims, func(i int) int { return at(i, dims, k) })
}

func (c *call) evalTile() ([]val, error) {
	k, err := c.arg(0)
	if err != nil {
		return nil, err
	}
	times, err := c.set(1)
	if err != nil {
		return nil, err
	}
	if len(times) != len(k.dims) {
		return nil, c.refuse("repeats %d dimensions, but there are %d", len(times), len(k.dims))
	}
	dims := slices.Clone(k.dims)
	for i, n := range times {
		if n < 0 || n > maxColumns || dims[i] > maxColumns {
			return nil, c.refuse("repeats values %d times, which is not possible", n)
		}
		dims[i] *= n
	}
	return c.taken(k, dims, func(i int) int {
		from, step := 0, 1
		for d := len(dims) - 1; d >= 0; d-- {
			from += i % dims[d] % k.dims[d] * step
			i /= dims[d]
			step *= k.dims[d]
		}
		return from
	})
}

func (c *call) evalConcat() ([]val, error) {
	otherwise := int64(1)
	return c.joinedAlong(c.integer("axis", otherwise))
}

// evalVectorizer joins the rows of its inputs.
func (c *call) evalVectorizer() ([]val, error) {
	for i := range c.in {
		k, err := c.num(i)
		if err != nil {
			return nil, err
		}
		v, err := c.shapedAs(k, []int{1, k.len()})
		if err != nil {
			return nil, err
		}
		c.in[i] = v[0]
	}
	out, err := c.joinedAlong(1)
	if err != nil {
		return nil, err
	}
	then := *c
	then.in = out
	return then.every(typeFloat, func(v float64) float64 { return v })
}

func (c *call) joinedAlong(axis int64) ([]val, error) {
	first, err := c.arg(0)
	if err != nil {
		return nil, err
	}
	a, err := c.dim(axis, len(first.dims))
	if err != nil {
		return nil, err
	}
	dims := slices.Clone(first.dims)
	for i := 1; i < len(c.in); i++ {
		k, err := c.arg(i)
		if err != nil {
			return nil, err
		}
		same := len(k.dims) == len(dims) && k.isText() == first.isText()
		for d := range dims {
			same = same && (d == a || k.dims[d] == dims[d])
		}
		if !same {
			return nil, c.refuse("joins values of shapes %v and %v or of different types", first.dims, k.dims)
		}
		dims[a] += k.dims[a]
	}
	out, err := c.array(first.kind, dims)
	if err != nil {
		return nil, err
	}
	outer, n, inner := around(dims, a)
	from := 0
	for i := range c.in {
		k := c.in[i].c
		own := k.dims[a] * inner
		for o := range outer {
			if to := o*n*inner + from; k.isText() {
				copy(out.texts[to:], k.texts[o*own:(o+1)*own])
			} else {
				copy(out.vals[to:], k.vals[o*own:(o+1)*own])
			}
		}
		from += own
	}
	return single(out), nil
}

func (c *call) evalSplit() ([]val, error) {
	k, err := c.arg(0)
	if err != nil {
		return nil, err
	}
	a, err := c.dim(c.integer("axis", 0), len(k.dims))
	if err != nil {
		return nil, err
	}
	var sizes []int
	for _, v := range c.ints("split") {
		sizes = append(sizes, clampInt(float64(v)))
	}
	if c.hasInput(1) {
		if sizes, err = c.set(1); err != nil {
			return nil, err
		}
	}
	outer, n, inner := around(k.dims, a)
	if parts := len(c.node.out); sizes == nil && parts > 0 {
		each := (n + parts - 1) / parts
		for i := range parts {
			sizes = append(sizes, max(min(each, n-i*each), 0))
		}
	}
	var out []val
	from := 0
	for _, s := range sizes {
		if s < 0 || s > n-from || len(out) > maxNodes {
			return nil, c.refuse("splits %d values into parts of %v", n, sizes)
		}
		dims := slices.Clone(k.dims)
		dims[a] = s
		v, err := c.taken(k, dims, func(i int) int {
			return i/(s*inner)*n*inner + from*inner + i%(s*inner)
		})
		if err != nil {
			return nil, err
		}
		out = append(out, v...)
		from += s
	}
	if from != n || outer < 0 {
		return nil, c.refuse("splits %d values into parts of %v", n, sizes)
	}
	return out, nil
}

func (c *call) evalSlice() ([]val, error) {
	k, err := c.arg(0)
	if err != nil {
		return nil, err
	}
	var part [4][]int // starts, ends, axes, steps
	for i, name := range []string{"starts", "ends", "axes", "steps"} {
		if c.hasInput(i + 1) {
			if part[i], err = c.set(i + 1); err != nil {
				return nil, err
			}
			continue
		}
		for _, v := range c.ints(name) {
			part[i] = append(part[i], clampInt(float64(v)))
		}
	}
	starts, ends, axes, steps := part[0], part[1], part[2], part[3]
	if len(starts) != len(ends) || len(starts) > len(k.dims) || axes != nil && len(axes) != len(starts) ||
		steps != nil && len(steps) != len(starts) {
		return nil, c.refuse("has %d starts and %d ends, which do not match %d "+
			"dimensions", len(starts), len(ends), len(k.dims))
	}
	dims, first, by := slices.Clone(k.dims), make([]int, len(k.dims)), make([]int, len(k.dims))
	for d := range by {
		by[d] = 1
	}
	for i := range starts {
		axis, step := int64(i), 1
		if axes != nil {
			axis = int64(axes[i])
		}
		if steps != nil {
			step = steps[i]
		}
		d, err := c.dim(axis, len(k.dims))
		if err != nil {
			return nil, err
		}
		if step == 0 {
			return nil, c.refuse("slices with a step of 0")
		}
		idx := spread(starts[i], ends[i], step, k.dims[d])
		if dims[d], by[d] = len(idx), step; len(idx) > 0 {
			first[d] = idx[0]
		}
	}
	return c.taken(k, dims, func(i int) int {
		from, size := 0, 1
		for d := len(dims) - 1; d >= 0; d-- {
			from += (first[d] + i%dims[d]*by[d]) * size
			i /= dims[d]
			size *= k.dims[d]
		}
		return from
	})
}

// index resolves an index that may count from the end. Indices computed from a row may be out of
// range.
func (c *call) index(v float64, n int) int {
	i := int(v)
	if i < 0 {
		i += n
	}
	if i < 0 || i >= n {
		return int(c.fails())
	}
	return i
}

func (c *call) evalGather() ([]val, error) {
	k, idx, err := c.taking()
	if err != nil {
		return nil, err
	}
	d, err := c.dim(c.integer("axis", 0), len(k.dims))
	if err != nil {
		return nil, err
	}
	return c.gathered(k, idx, d)
}

func (c *call) gathered(k, idx *constant, d int) ([]val, error) {
	_, n, inner := around(k.dims, d)
	if err := c.placed(idx, n); err != nil {
		return nil, err
	}
	m := len(idx.vals)
	return c.taken(k, slices.Concat(k.dims[:d], idx.dims, k.dims[d+1:]), func(i int) int {
		return (i/inner/m*n+c.index(idx.vals[i/inner%m], n))*inner + i%inner
	})
}

// placed rejects indices that are out of range in every row.
func (c *call) placed(idx *constant, n int) error {
	for _, v := range idx.vals {
		if !idx.live && (v < -float64(n) || v >= float64(n)) || n == 0 {
			return c.refuse("reads value %v, but there are %d", v, n)
		}
	}
	return nil
}

// evalExtract takes values along the last dimension.
func (c *call) evalExtract() ([]val, error) {
	k, idx, err := c.taking()
	if err != nil {
		return nil, err
	}
	if len(k.dims) == 0 {
		return nil, c.refuse("reads entries of a single number")
	}
	flat := *idx
	flat.dims = []int{len(idx.vals)}
	if len(k.dims) == 1 {
		own := *k
		own.dims = []int{1, len(k.vals) + len(k.texts)}
		k = &own
	}
	return c.gathered(k, &flat, len(k.dims)-1)
}

func (c *call) evalGatherElements() ([]val, error) {
	k, idx, err := c.taking()
	if err != nil {
		return nil, err
	}
	d, err := c.dim(c.integer("axis", 0), len(k.dims))
	if err != nil {
		return nil, err
	}
	if len(idx.dims) != len(k.dims) || !c.inside(idx.dims, k.dims, d) {
		return nil, c.refuse("has indices of shape %v, which do not match values of shape %v", idx.dims, k.dims)
	}
	if err := c.placed(idx, k.dims[d]); err != nil {
		return nil, err
	}
	return c.taken(k, idx.dims, func(i int) int { return c.element(i, idx, k.dims, d) })
}

// inside reports whether a shape is at most as large as another in all dimensions but one.
func (c *call) inside(part, whole []int, except int) bool {
	for d := range part {
		if d != except && part[d] > whole[d] {
			return false
		}
	}
	return true
}

// element returns the element that entry i of a list of indices along a dimension refers to.
func (c *call) element(i int, idx *constant, dims []int, along int) int {
	at, step, rest := 0, 1, i
	for d := len(dims) - 1; d >= 0; d-- {
		p := rest % idx.dims[d]
		rest /= idx.dims[d]
		if d == along {
			p = c.index(idx.vals[i], dims[d])
		}
		at += p * step
		step *= dims[d]
	}
	return at
}

func (c *call) evalScatterElements() ([]val, error) {
	k, err := c.num(0)
	if err != nil {
		return nil, err
	}
	idx, err := c.num(1)
	if err != nil {
		return nil, err
	}
	add, err := c.num(2)
	if err != nil {
		return nil, err
	}
	d, err := c.dim(c.integer("axis", 0), len(k.dims))
	if err != nil {
		return nil, err
	}
	how := c.text("reduction", "none")
	if len(idx.dims) != len(k.dims) || !c.inside(idx.dims, k.dims, d) || len(add.vals) != len(idx.vals) ||
		how != "none" && how != "add" {
		return nil, c.refuse("has indices of shape %v, which do not match values of shape %v", idx.dims, k.dims)
	}
	if err := c.placed(idx, k.dims[d]); err != nil {
		return nil, err
	}
	out, err := c.array(k.kind, k.dims)
	if err != nil {
		return nil, err
	}
	copy(out.vals, k.vals)
	for i, v := range add.vals {
		at := c.element(i, idx, k.dims, d)
		if how == "add" {
			v = fit(k.kind, v+out.vals[at])
		}
		out.vals[at] = v
	}
	return single(out), nil
}

func (c *call) evalGatherND() ([]val, error) {
	k, idx, err := c.taking()
	if err != nil {
		return nil, err
	}
	last := len(idx.dims) - 1
	if last < 0 || idx.dims[last] < 1 || idx.dims[last] > len(k.dims) || c.integer("batch_dims", 0) != 0 {
		return nil, c.refuse("has indices of shape %v, which do not match values of shape %v", idx.dims, k.dims)
	}
	n := idx.dims[last]
	inner := width(k.dims[n:])
	return c.taken(k, slices.Concat(idx.dims[:last], k.dims[n:]), func(i int) int {
		at := 0
		for d, v := range idx.vals[i/inner*n:][:n] {
			at = at*k.dims[d] + c.index(v, k.dims[d])
		}
		return at*inner + i%inner
	})
}

func (c *call) evalRange() ([]val, error) {
	var k [3]float64
	kind := int64(typeInt64)
	for i := range k {
		v, err := c.num(i)
		if err != nil || v.live || len(v.vals) != 1 {
			return nil, c.refuse("needs constant numbers as its inputs")
		}
		k[i], kind = v.vals[0], v.kind
	}
	n := 0.0
	if k[2] != 0 {
		n = max((k[1]-k[0])/k[2], 0)
	}
	if !(n <= maxColumns) {
		return nil, c.refuse("makes a range that is too long")
	}
	if n != float64(int(n)) {
		n++
	}
	out, err := c.array(kind, []int{int(n)})
	if err != nil {
		return nil, err
	}
	for i := range out.vals {
		out.vals[i] = fit(kind, k[0]+float64(float64(i)*k[2]))
	}
	return single(out), nil
}

func (c *call) evalConstantOfShape() ([]val, error) {
	dims, err := c.set(0)
	if err != nil {
		return nil, err
	}
	kind, v := int64(typeFloat), 0.0
	if a := c.attr("value"); a != nil && a.t != nil {
		k, err := a.t.decode(&c.purse)
		if err != nil || len(k.vals) != 1 {
			return nil, c.refuse("needs a single number as its value")
		}
		kind, v = k.kind, k.vals[0]
	}
	out, err := c.array(kind, dims)
	if err != nil {
		return nil, err
	}
	for i := range out.vals {
		out.vals[i] = v
	}
	return single(out), nil
}

func (c *call) evalOneHot() ([]val, error) {
	k, err := c.num(0)
	if err != nil {
		return nil, err
	}
	depth, err := c.set(1)
	if err != nil {
		return nil, err
	}
	vals, err := c.num(2)
	if err != nil {
		return nil, err
	}
	d, err := c.dim(c.integer("axis", -1), len(k.dims)+1)
	if err != nil {
		return nil, err
	}
	if len(depth) != 1 || depth[0] < 1 || len(vals.vals) != 2 {
		return nil, c.refuse("has a depth of %v and %d values", depth, len(vals.vals))
	}
	n := depth[0]
	dims := slices.Insert(slices.Clone(k.dims), d, n)
	out, err := c.array(vals.kind, dims)
	if err != nil {
		return nil, err
	}
	_, _, inner := around(dims, d)
	for i := range out.vals {
		v := k.vals[i/inner/n*inner+i%inner]
		if v < 0 {
			v += float64(n)
		}
		out.vals[i] = vals.vals[int(one(v == float64(i/inner%n)))]
	}
	return single(out), nil
}

// evalStrings changes the case of texts.
func (c *call) evalStrings() ([]val, error) {
	k, err := c.arg(0)
	if err != nil {
		return nil, err
	}
	if !k.isText() || len(c.texts("stopwords")) > 0 {
		return nil, c.refuse("removes stop words or reads numbers, which is not supported")
	}
	out, err := c.array(typeString, k.dims)
	if err != nil {
		return nil, err
	}
	for i, s := range k.texts {
		switch c.text("case_change_action", "NONE") {
		case "LOWER":
			s = strings.ToLower(s)
		case "UPPER":
			s = strings.ToUpper(s)
		}
		out.texts[i] = s
	}
	return single(out), nil
}
