package onnx

import (
	"iter"
	"math"
	"slices"
)

// forest is an ensemble of decision trees in one flat list of nodes. Reading checks every tree:
// no node has two parents, so every path from a root ends at a leaf.
type forest struct {
	nodes  []branch
	roots  []int32
	gives  []gift    // contributions of the leaves
	lines  []line    // linear models of leaves
	base   []float64 // added to each sum, one per output
	sets   []uint32  // sets of categories, as bits
	single bool      // values are rounded to float32 before comparisons
	narrow bool      // sums are rounded to float32 after each leaf
	mean   bool      // sums are divided by the number of trees
	pick   int8      // -1: minimum over the trees, 1: maximum, 0: sum
	inputs int
	top    float64 // see largest
	gap    float64 // a number that counts as missing, if the nodes say so
}

// branch is a node. For a leaf, yes and no are the bounds of its contributions in gives. If its
// feature is not 0, a linear model replaces its contribution, and feature is the index of that
// model, counted from 1.
type branch struct {
	at      float64 // threshold
	feature int32
	yes, no int32
	mode    mode
	missing bool // a missing value goes to yes; otherwise the comparison decides
	gaps    bool // the forest's gap counts as missing
	plain   bool // a missing value counts as 0
}

// gift is the contribution of a leaf to an output.
type gift struct {
	to  int32
	add float64
}

// line is the linear model of a leaf, for rows in which none of its features is missing.
type line struct {
	add      float64
	features []int32
	w        []float64
}

// at returns the model's value, or otherwise if a feature is missing.
func (l *line) at(x []float64, otherwise float64) float64 {
	v := l.add
	for i, j := range l.features {
		if x[j] != x[j] {
			return otherwise
		}
		v += float64(l.w[i] * x[j])
	}
	return v
}

type mode uint8

const (
	leaf mode = iota
	leq
	less
	geq
	more
	equal
	unequal
	member // the set whose first word, its length, is at index int(at)
	among  // the same, for sets of numbers
)

const branchBytes, giftBytes = 24, 16

// sums adds the contributions of all leaves that a row reaches. The result is stored behind the
// row.
func (f *forest) sums(x []float64) []float64 {
	n := len(x)
	out := append(x, f.base...)[n:]
	if f.single {
		for i, v := range x {
			x[i] = float64(float32(v))
		}
	}
	if f.pick != 0 {
		f.extremes(x, out)
		return out
	}
	for _, root := range f.roots {
		n := f.leaf(root, x)
		for _, g := range f.gives[n.yes:n.no] {
			if n.feature > 0 {
				g.add = f.lines[n.feature-1].at(x, g.add)
			}
			if f.narrow {
				out[g.to] = float64(float32(out[g.to]) + float32(g.add))
			} else {
				out[g.to] += g.add
			}
		}
	}
	if f.mean {
		for i := range out {
			out[i] = f.base[i] + (out[i]-f.base[i])/float64(len(f.roots))
		}
	}
	return out
}

// leaf returns the leaf that a row reaches.
func (f *forest) leaf(root int32, x []float64) *branch {
	n := &f.nodes[root]
	for n.mode != leaf {
		if f.goesYes(n, x[n.feature]) {
			n = &f.nodes[n.yes]
		} else {
			n = &f.nodes[n.no]
		}
	}
	return n
}

// extremes adds to each output the smallest or largest contribution of the trees.
func (f *forest) extremes(x, out []float64) {
	best := make([]float64, len(out))
	for o := range best {
		best[o] = math.NaN()
	}
	for _, root := range f.roots {
		n := f.leaf(root, x)
		for _, g := range f.gives[n.yes:n.no] {
			if b := best[g.to]; b != b || (g.add < b) == (f.pick < 0) {
				best[g.to] = g.add
			}
		}
	}
	for o, b := range best {
		if b == b { // possibly no tree contributes to it
			out[o] += b
		}
	}
}

// goesYes reports whether a value goes to the yes side.
func (f *forest) goesYes(n *branch, v float64) bool {
	if v != v && n.plain {
		v = 0
	}
	if v != v || n.gaps && math.Abs(v-f.gap) <= 1e-35 {
		return n.missing || v != v && n.mode == unequal
	}
	switch n.mode {
	case leq:
		return v <= n.at
	case less:
		return v < n.at
	case geq:
		return v >= n.at
	case more:
		return v > n.at
	case equal:
		return v == n.at
	case unequal:
		return v != n.at
	}
	set := f.sets[int(n.at):]
	words, k := set[0], math.Floor(v)
	if n.mode == among && k != v {
		return false
	}
	return k >= 0 && k < float64(32*words) && set[1+int(k)/32]>>(int(k)%32)&1 == 1
}

// check verifies that the nodes form trees, and returns their roots in the order of the nodes. why
// is the end of a sentence about the fault.
func (f *forest) check() (why string) {
	parents := make([]bool, len(f.nodes))
	for i := range f.nodes {
		n := &f.nodes[i]
		if n.mode == leaf {
			continue
		}
		if n.feature < 0 || int(n.feature) >= f.inputs {
			return "asks for a value that its rows do not have"
		}
		for _, to := range []int32{n.yes, n.no} {
			if to < 0 || int(to) >= len(f.nodes) || parents[to] {
				return "has nodes that do not form trees"
			}
			parents[to] = true
		}
	}
	for i, p := range parents {
		if !p {
			f.roots = append(f.roots, int32(i))
		}
	}
	if f.reached() < len(f.nodes) {
		return "has nodes that do not form trees"
	}
	return ""
}

// reached counts the nodes that can be reached from the roots; nodes in a cycle cannot.
func (f *forest) reached() (n int) {
	for _, root := range f.roots {
		for range f.below(root) {
			n++
		}
	}
	return n
}

// below returns the nodes that can be reached from one.
func (f *forest) below(root int32) iter.Seq[*branch] {
	return func(yield func(*branch) bool) {
		for open := []int32{root}; len(open) > 0; {
			n := &f.nodes[open[len(open)-1]]
			if open = open[:len(open)-1]; n.mode != leaf {
				open = append(open, n.yes, n.no)
			}
			if !yield(n) {
				return
			}
		}
	}
}

// always reports whether some tree contributes to an output at each of its leaves.
func (f *forest) always(to int32) bool {
	return slices.ContainsFunc(f.roots, func(root int32) bool {
		for n := range f.below(root) {
			if n.mode == leaf && !slices.ContainsFunc(f.gives[n.yes:n.no], func(g gift) bool { return g.to == to }) {
				return false
			}
		}
		return true
	})
}

// positive reports whether no leaf lowers any output.
func (f *forest) positive() bool {
	for _, g := range f.gives {
		if g.add < 0 {
			return false
		}
	}
	for _, b := range f.base {
		if b < 0 {
			return false
		}
	}
	return true
}
