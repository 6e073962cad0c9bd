package onnx

import (
	"fmt"
	"math"
	"math/bits"
)

// ensemble holds the contents of a tree file: the trees, their columns, and how their sums are
// converted.
type ensemble struct {
	producer string
	columns  []Column
	labels   []string
	forest   forest
	link     link
	slope    float64 // factor for the sums before the link
	classes  int
	parts    float64 // the threshold for a single number
}

// link is how a program converts the sums of its trees.
type link uint8

const (
	shareOfTwo link = iota // the sigmoid of the sum is the share of the second class
	shareOfAll             // a softmax
	shareEach              // a sigmoid for each class
	aNumber                // unchanged
	aPositive              // the exponential
	aSquare                // the square, with the original sign
)

// plant adds the tree whose root is node 0 of a list, with everything reachable from it. The list
// may contain nodes that were pruned. split returns a node as a branch whose successors are
// indices in the list, or as a leaf whose successors are its own index.
func (e *ensemble) plant(p *purse, nodes int, split func(i int) (branch, []gift, error)) error {
	if err := p.take(nodes * 5); err != nil {
		return err
	}
	type from struct{ parent, node int32 } // the parent's index, or its complement for the no side
	seen := make([]bool, nodes)
	f := &e.forest
	f.roots = append(f.roots, int32(len(f.nodes)))
	open := []from{{math.MaxInt32, 0}}
	for len(open) > 0 {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		if at.node < 0 || int(at.node) >= nodes || seen[at.node] {
			return refuse("The nodes of tree %d do not form a tree.", len(f.roots))
		}
		seen[at.node] = true
		if err := p.take(2*branchBytes + 16); err != nil {
			return err
		}
		b, gives, err := split(int(at.node))
		if err != nil {
			return err
		}
		here := int32(len(f.nodes))
		switch {
		case at.parent == math.MaxInt32:
		case at.parent >= 0:
			f.nodes[at.parent].yes = here
		default:
			f.nodes[^at.parent].no = here
		}
		if b.mode == leaf {
			if err := p.take(2 * giftBytes * len(gives)); err != nil {
				return err
			}
			b.yes = int32(len(f.gives))
			f.gives = append(f.gives, gives...)
			b.no = int32(len(f.gives))
		} else {
			if b.feature < 0 || int(b.feature) >= maxColumns {
				return refuse("Tree %d of the file reads column %d, which does not exist.", len(f.roots), b.feature)
			}
			f.inputs = max(f.inputs, int(b.feature)+1)
			open = append(open, from{^here, b.no}, from{here, b.yes})
		}
		f.nodes = append(f.nodes, b)
	}
	return nil
}

// wholeNumbers rejects lists of indices, kinds and flags that contain anything except 32-bit
// integers, signed or unsigned. Processors convert other values, such as NaN, differently.
func wholeNumbers(of string, lists ...[]float64) error {
	for _, list := range lists {
		for _, v := range list {
			if v != math.Trunc(v) || v < math.MinInt32 || v > math.MaxUint32 {
				return refuse("%s has %v where a whole number is expected.", of, v)
			}
		}
	}
	return nil
}

// next returns the name of the tree being read.
func (e *ensemble) next() string { return fmt.Sprintf("Tree %d of the file", len(e.forest.roots)+1) }

// set stores the indices of categories as bits: first the number of words, then the words.
func (f *forest) set(p *purse, words []uint32) (at float64, err error) {
	if err := p.take(8 * (len(words) + 1)); err != nil {
		return 0, err
	}
	n := len(f.sets)
	f.sets = append(append(f.sets, uint32(len(words))), words...)
	return float64(n), nil
}

// name sets the names of the columns. If fewer names than columns are given, all columns get
// names from their numbers.
func (e *ensemble) name(n int, names []string, like func(i int) string) error {
	n = max(n, e.forest.inputs)
	if n == 0 || n > maxColumns {
		return refuse("The model takes %d columns, which is not supported.", n)
	}
	if len(names) != 0 && len(names) != n {
		return refuse("The model names %d of its %d columns.", len(names), n)
	}
	e.forest.inputs = n
	e.columns = make([]Column, n)
	for i := range e.columns {
		e.columns[i] = Column{Name: like(i), Index: i, Gaps: true}
		if len(names) > 0 {
			e.columns[i].Name = names[i]
		}
	}
	return nil
}

// model converts the ensemble to a program of layers.
func (e *ensemble) model() (*Model, error) {
	f := &e.forest
	if len(f.roots) == 0 {
		return nil, refuse("The model has no trees.")
	}
	sums := len(f.base)
	if len(f.nodes) > math.MaxInt32 || !allFinite(f.base) || !finite(e.slope) {
		return nil, refuse("The model has a number that is not finite, or too many nodes.")
	}
	for _, g := range f.gives {
		if int(g.to) >= sums || g.to < 0 || !finite(g.add) {
			return nil, refuse("The model has a leaf with a number that is not finite or with an unknown class.")
		}
	}
	e.categories()
	m := &Model{Producer: e.producer, Columns: e.columns, Labels: e.labels, Classes: max(sums, 2), Ends: Softmax}
	for i, c := range e.columns {
		u := unit{column: i, code: -1, decimals: true}
		if c.Codes != nil {
			u.code = placeOfCode
		}
		m.units = append(m.units, u)
	}
	p := &program{in: len(m.units), steps: []step{{parts: []affine{{of: -1, same: true}},
		layer: &layer{act: trees, n: sums, group: group{of: f}}}}}
	scaled := make([]row, sums)
	for k := range scaled {
		scaled[k] = row{0, []term{{k, e.slope}}}
	}
	then := func(act activation, k float64) {
		p.steps = append(p.steps, step{parts: []affine{flat(len(p.steps)-1, scaled)},
			layer: &layer{act: act, n: sums, group: group{k: [2]float64{k}}}})
		scaled = []row{{0, []term{{0, 1}}}}
	}
	switch e.link {
	case shareOfTwo:
		m.Ends = Sigmoid
	case shareEach:
		m.Ends = Given
		then(sigmoid, 0)
		scaled = make([]row, sums)
		for k := range scaled {
			scaled[k] = row{0, []term{{k, 1}}}
		}
	case aNumber:
		m.Ends = Scores
	case aPositive:
		m.Ends = Scores
		then(exponential, 0)
	case aSquare:
		m.Ends = Scores
		then(signedSquare, 0)
	}
	if m.Number = sums == 1 && m.Ends == Scores; sums == 1 {
		scaled = []row{{}, scaled[0]}
	}
	if p.out = flat(len(p.steps)-1, scaled); m.Number && e.parts != 0 {
		p.out.bias[1], m.Threshold = -e.parts, e.parts
	}
	m.program = p
	return m, nil
}

// categories marks the columns that nodes split by sets of categories.
func (e *ensemble) categories() {
	f := &e.forest
	for _, n := range f.nodes {
		if n.mode != member || int(n.feature) >= len(e.columns) {
			continue
		}
		set := f.sets[int(n.at):]
		c, words := &e.columns[n.feature], set[1:1+set[0]]
		c.Category = true
		for w := len(words) - 1; w >= 0; w-- {
			if words[w] != 0 {
				c.Most = max(c.Most, float64(32*w+bits.Len32(words[w])-1))
				break
			}
		}
	}
}

// flat stores rows that are affine in the units of a step.
func flat(of int, rows []row) affine {
	a := affine{of: of}
	for _, r := range rows {
		a.bias = append(a.bias, r.bias)
		for _, t := range r.terms {
			a.units, a.w = append(a.units, int32(t.unit)), append(a.w, t.w)
		}
		a.ends = append(a.ends, int32(len(a.w)))
	}
	return a
}
