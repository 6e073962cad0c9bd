package onnx

import (
	"math"

	"causeway/core/blackbox"
)

// Trees implements blackbox.Treed. It returns nil if the model is more than sums of trees, if its
// leaves are linear models, or if a tree separates a single number from all others. The trees are built on first use.
func (b *Box) Trees() *blackbox.Trees {
	b.once.Do(func() {
		if w := (&treeWriter{b: b, tests: map[treeTest]treeCut{}}); w.write() {
			b.trees = &w.out
		}
	})
	return b.trees
}

// treeWriter converts a forest to tests of decoded rows.
type treeWriter struct {
	b     *Box
	f     *forest
	from  affine            // computes the inputs of the forest
	to    [][]blackbox.Gift // what a unit of each sum adds to the classes
	out   blackbox.Trees
	tests map[treeTest]treeCut
}

// treeTest is a test of an input of the forest; equal tests divide rows in the same way.
type treeTest struct {
	at                   float64
	input                int32
	mode                 mode
	missing, zero, plain bool
}

// treeCut is a test converted to decoded values.
type treeCut struct {
	blackbox.Node
	turned bool // the yes and no sides are exchanged
	fixed  int8 // 1: all rows go to the yes side, -1: to the no side
	ok     bool
}

func (w *treeWriter) write() bool {
	p := w.b.program
	s := &p.steps[0]
	if s.layer.act != trees || len(s.parts) != 1 || s.parts[0].of >= 0 || s.layer.group.of.pick != 0 ||
		len(s.layer.group.of.lines) > 0 {
		return false
	}
	w.f, w.from = s.layer.group.of, s.parts[0]
	if !w.ends() {
		return false
	}
	w.out.Nodes = make([]blackbox.Node, len(w.f.nodes))
	features := w.b.schema.Features
	w.out.See = func(j int, encoded float32) float64 { return features[j].DecodeNumber(encoded) }
	least, most := 0.0, 0.0
	for _, root := range w.f.roots {
		low, high, ok := w.tree(root)
		if !ok {
			return false
		}
		least, most = least+low, most+high
	}
	w.out.Roots = w.f.roots
	if w.out.Shares && w.out.Least == 0 {
		for _, v := range w.out.Base {
			least, most = least+v, most+v
		}
		slack := float64(float64(w.out.Classes) * w.out.Wrong)
		w.out.Least, w.out.Most = least-slack, most+slack
	}
	return !w.out.Shares || w.out.Least > 0
}

// ends determines what the sums of the forest mean for the classes. It reports false if a
// certificate cannot express that.
func (w *treeWriter) ends() bool {
	p, f, out := w.b.program, w.f, &w.out
	rows := &p.out
	out.Classes, out.Shares = w.b.Model.Classes, w.b.Ends == Given
	switch last := &p.steps[len(p.steps)-1]; {
	case len(p.steps) == 1:
		if out.Shares && !f.positive() {
			return false
		}
	case len(p.steps) == 2 && last.layer.act == shared && len(last.parts) == 1 && p.out.plain() &&
		last.parts[0].halves():
		rows, out.Least, out.Most = &last.parts[0], 1, 1
	default:
		return false
	}
	w.to, out.Base = make([][]blackbox.Gift, len(f.base)), make([]float64, out.Classes)
	at := int32(0)
	for k, class := range w.b.Mapping.Classes {
		if rows.same {
			w.to[k] = []blackbox.Gift{{Class: int32(class), Add: 1}}
			continue
		}
		out.Base[class] = rows.bias[k]
		for ; at < rows.ends[k]; at++ {
			o, by := rows.units[at], rows.w[at]
			if out.Shares && out.Least == 0 && (by < 0 || rows.bias[k] < 0) {
				return false
			}
			w.to[o] = append(w.to[o], blackbox.Gift{Class: int32(class), Add: by})
		}
	}
	for o, v := range f.base {
		for _, g := range w.to[o] {
			out.Base[g.Class] += float64(g.Add * v)
			out.Wrong += math.Abs(float64(g.Add * v))
		}
	}
	for _, v := range out.Base {
		out.Wrong += math.Abs(v)
	}
	out.Wrong *= w.unit()
	return true
}

// unit bounds the rounding error of a sum with one term per tree, relative to the terms' sizes
// (Higham 2002, section 4.2). It is doubled to allow for later operations and for the sums of
// bounds.
func (w *treeWriter) unit() float64 {
	u := 1.0 / (1 << 53)
	if w.f.narrow {
		u = 1.0 / (1 << 24)
	}
	return 4 * float64(len(w.f.roots)+8) * u
}

// plain reports whether value i is exactly unit i, for all i.
func (a *affine) plain() bool {
	if a.same {
		return true
	}
	for i, b := range a.bias {
		if b != 0 || int(a.ends[i]) != i+1 || int(a.units[i]) != i || a.w[i] != 1 {
			return false
		}
	}
	return true
}

// halves reports whether there are exactly two values: a unit and 1 minus it.
func (a *affine) halves() bool {
	if a.same || len(a.bias) != 2 || len(a.w) != 2 || a.ends[0] != 1 || a.units[0] != a.units[1] {
		return false
	}
	k := 0
	if a.bias[1] == 1 {
		k = 1
	}
	return a.bias[k] == 1 && a.w[k] == -1 && a.bias[1-k] == 0 && a.w[1-k] == 1
}

// tree converts the nodes of one tree. low and high are the smallest and largest sum that a leaf
// adds to all classes together.
func (w *treeWriter) tree(root int32) (low, high float64, ok bool) {
	low, high = math.Inf(1), math.Inf(-1)
	most := 0.0
	open := []int32{root}
	parts := 1.0
	if w.f.mean {
		parts = float64(len(w.f.roots))
	}
	for len(open) > 0 {
		i := open[len(open)-1]
		open = open[:len(open)-1]
		n, to := &w.f.nodes[i], &w.out.Nodes[i]
		if n.mode != leaf {
			c := w.cut(n)
			if !c.ok {
				return 0, 0, false
			}
			*to = c.Node
			to.Yes, to.No = n.yes, n.no
			if c.turned {
				to.Yes, to.No = n.no, n.yes
			}
			switch c.fixed { // both sides become the same
			case 1:
				to.No = to.Yes
			case -1:
				to.Yes = to.No
			}
			open = append(open, n.yes, n.no)
			continue
		}
		*to = blackbox.Node{Feature: -1, Yes: int32(len(w.out.Gives))}
		sum, size := 0.0, 0.0
		for _, g := range w.f.gives[n.yes:n.no] {
			for _, k := range w.to[g.to] {
				add := float64(k.Add*g.add) / parts
				w.out.Gives = append(w.out.Gives, blackbox.Gift{Class: k.Class, Add: add})
				sum, size = sum+add, size+math.Abs(add)
			}
		}
		to.No = int32(len(w.out.Gives))
		low, high, most = min(low, sum), max(high, sum), max(most, size)
	}
	w.out.Wrong += float64(most * w.unit())
	return low, high, true
}

// cut converts the test of a node to decoded values.
func (w *treeWriter) cut(n *branch) treeCut {
	key := treeTest{n.at, n.feature, n.mode, n.missing, n.gaps, n.plain}
	c, known := w.tests[key]
	if !known {
		c = w.newCut(n)
		w.tests[key] = c
	}
	return c
}

func (w *treeWriter) newCut(n *branch) (c treeCut) {
	input, k, bias := n.feature, 1.0, 0.0
	if !w.from.same {
		first := int32(0)
		if n.feature > 0 {
			first = w.from.ends[n.feature-1]
		}
		if w.from.ends[n.feature]-first != 1 {
			return c
		}
		input, k, bias = w.from.units[first], w.from.w[first], w.from.bias[n.feature]
	}
	src := &w.b.work[input]
	row := make([]float64, len(w.b.schema.Features))
	value := func() float64 {
		v := src.unitValue(row)
		if !w.from.same { // computed as in affine.values
			if k == 1 {
				v = bias + v
			} else {
				v = bias + float64(k*v)
			}
		}
		if w.f.single {
			v = float64(float32(v))
		}
		return v
	}
	goes := func() bool { return w.f.goesYes(n, value()) }
	c.Node = blackbox.Node{Feature: int32(src.Feature), Set: -1, Flag: -1}
	switch src.Take {
	case Level, Code:
		if src.Values != nil { // its numbers are categories, which no threshold can separate
			return c
		}
		set := make([]bool, len(w.b.schema.Features[src.Feature].Levels))
		for l := range set {
			row[src.Feature] = float64(l)
			set[l] = goes()
		}
		c.ok, c.Set = true, int32(len(w.out.Sets))
		w.out.Sets = append(w.out.Sets, set)
		return c
	case Number:
	default: // its value is the same in every row
		c.ok, c.Feature, c.fixed = true, 0, -1
		if goes() {
			c.fixed = 1
		}
		if c.At = math.Inf(1); !w.b.schema.Features[0].Kind.Numeric() {
			c.Set = int32(len(w.out.Sets))
			w.out.Sets = append(w.out.Sets, make([]bool, len(w.b.schema.Features[0].Levels)))
		}
		return c
	}
	if src.flag >= 0 {
		row[src.flag] = 1
		c.Flag, c.GapGoes = int32(src.flag), goes()
		row[src.flag] = 0
	}
	falls := k < 0 != (src.Scale < 0)
	switch n.mode {
	case leq, less:
		c.turned = falls
	case geq, more:
		c.turned = !falls
	default:
		return c
	}
	if n.gaps || k == 0 {
		return c
	}
	// One side has all values up to a limit, because no step between a decoded value and the
	// comparison reverses the order.
	c.ok = true
	c.At = lastOf(func(v float64) bool {
		row[src.Feature] = v
		return goes() != c.turned
	})
	c.GapGoes = c.GapGoes != c.turned
	return c
}

// lastOf returns the largest number with a property that all smaller numbers also have, or -Inf
// if none has it.
func lastOf(has func(v float64) bool) float64 {
	const most = 1e300
	if !has(-most) {
		return math.Inf(-1)
	}
	if has(most) {
		return math.Inf(1)
	}
	low, high := place64(-most), place64(most)
	for low+1 < high {
		mid := low/2 + high/2 + (low%2+high%2)/2 // avoids overflow
		if has(at64(mid)) {
			low = mid
		} else {
			high = mid
		}
	}
	return at64(low)
}

// place64 numbers the floats in ascending order, and at64 is its inverse.
func place64(v float64) int64 {
	i := int64(math.Float64bits(v))
	if i < 0 {
		i = math.MinInt64 - i
	}
	return i
}

func at64(i int64) float64 {
	if i < 0 {
		i = math.MinInt64 - i
	}
	return math.Float64frombits(uint64(i))
}
