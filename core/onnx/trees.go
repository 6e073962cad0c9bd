package onnx

import (
	"math"
	"slices"
)

var modes = map[string]mode{"LEAF": leaf, "BRANCH_LEQ": leq, "BRANCH_LT": less, "BRANCH_GTE": geq, "BRANCH_GT": more,
	"BRANCH_EQ": equal, "BRANCH_NEQ": unequal}

// forest reads the trees of a node of ai.onnx.ml. The attributes of the leaves' contributions
// start with of.
func (c *call) forest(f *form, of string, outputs func() int) (*forest, error) {
	if len(f.dims) != 1 {
		return nil, c.refuse("takes values of shape %v; it needs one list for each example", f.dims)
	}
	tree, id, feature := c.ints("nodes_treeids"), c.ints("nodes_nodeids"), c.ints("nodes_featureids")
	yes, no := c.ints("nodes_truenodeids"), c.ints("nodes_falsenodeids")
	names, at, gaps := c.texts("nodes_modes"), c.floats("nodes_values"), c.ints("nodes_missing_value_tracks_true")
	single := true
	if a := c.attr("nodes_values_as_tensor"); a != nil && a.t != nil {
		k, err := a.t.decode(&c.purse)
		if err != nil {
			return nil, err
		}
		at, single = k.vals, false
	}
	n := len(tree)
	for _, m := range []int{len(id), len(feature), len(yes), len(no), len(names), len(at)} {
		if m != n {
			return nil, c.refuse("has lists of %d and %d nodes", n, m)
		}
	}
	if n == 0 || n > math.MaxInt32 || len(gaps) != 0 && len(gaps) != n {
		return nil, c.refuse("has no nodes, or not one direction for missing values for each")
	}
	if err := c.take(n * (branchBytes + 8 + 56)); err != nil { // indices, and the map to them
		return nil, err
	}
	if err := c.spendSteps(16 * n); err != nil {
		return nil, err
	}
	where, err := c.nodePlaces(tree, id)
	if err != nil {
		return nil, err
	}
	out := &forest{nodes: make([]branch, n, 3*n), inputs: len(f.rows), single: single}
	for i := range out.nodes {
		b := &out.nodes[i]
		m, ok := modes[names[i]]
		if !ok || !finite(at[i]) && m != leaf && !math.IsInf(at[i], 0) {
			return nil, c.refuse("has a node with the mode %s or without a threshold", quote(names[i]))
		}
		if b.mode = m; m == leaf {
			continue
		}
		if feature[i] < 0 || feature[i] >= int64(len(f.rows)) {
			return nil, c.refuse("reads value %d, but there are %d", feature[i], len(f.rows))
		}
		b.at, b.feature, b.missing = at[i], int32(feature[i]), len(gaps) > 0 && gaps[i] != 0
		to, okYes := where.find(tree[i], yes[i])
		other, okNo := where.find(tree[i], no[i])
		if !okYes || !okNo {
			return nil, c.refuse("has nodes whose children do not exist")
		}
		b.yes, b.no = to, other
	}
	if why := out.check(); why != "" {
		return nil, c.refuse("%s", why)
	}
	if f.layer == c.inputs && slices.ContainsFunc(gaps, func(v int64) bool { return v != 0 }) {
		for _, r := range f.rows {
			for _, t := range r.terms {
				c.columns[c.units[t.unit].column].Gaps = true
			}
		}
	}
	return out, c.gifts(out, where, of, outputs())
}

type nodeOf struct{ tree, node int64 }

// nodeIndex finds nodes by tree and number. Nearly all files number the nodes of each tree without
// a gap, one tree after the other, so the index of the tree's first node is enough.
type nodeIndex struct {
	runs map[int64]run
	last run
	all  map[nodeOf]int32 // for all other files
}

// run describes the nodes of one tree: node number from has index first, and the others follow.
type run struct {
	tree, from, count int64
	first             int32
}

func (c *call) nodePlaces(tree, id []int64) (*nodeIndex, error) {
	p := &nodeIndex{runs: map[int64]run{}}
	for i := 0; i < len(id); {
		r := run{tree: tree[i], from: id[i], first: int32(i)}
		for ; i < len(id) && tree[i] == r.tree && id[i] == r.from+r.count; i++ {
			r.count++
		}
		if _, again := p.runs[r.tree]; again {
			p.runs = nil
			break
		}
		p.runs[r.tree] = r
	}
	if p.runs != nil {
		return p, nil
	}
	p.all = make(map[nodeOf]int32, len(id))
	for i := range id {
		p.all[nodeOf{tree[i], id[i]}] = int32(i)
	}
	if len(p.all) != len(id) {
		return nil, c.refuse("has a node twice")
	}
	return p, nil
}

func (p *nodeIndex) find(tree, node int64) (at int32, ok bool) {
	if p.all != nil {
		at, ok = p.all[nodeOf{tree, node}]
		return at, ok
	}
	if p.last.tree != tree || p.last.count == 0 {
		p.last = p.runs[tree]
	}
	if node < p.last.from || uint64(node)-uint64(p.last.from) >= uint64(p.last.count) {
		return 0, false
	}
	return p.last.first + int32(node-p.last.from), true
}

// gifts assigns contributions to the leaves, in their order.
func (c *call) gifts(f *forest, where *nodeIndex, of string, outputs int) error {
	tree, id, to, add := c.ints(of+"_treeids"), c.ints(of+"_nodeids"), c.ints(of+"_ids"), c.floats(of+"_weights")
	if a := c.attr(of + "_weights_as_tensor"); a != nil && a.t != nil {
		k, err := a.t.decode(&c.purse)
		if err != nil {
			return err
		}
		add = k.vals
	}
	if len(tree) != len(id) || len(tree) != len(to) || len(tree) != len(add) || !allFinite(add) || len(tree) == 0 {
		return c.refuse("has lists of %d leaves and %d weights, or one of the weights is not "+
			"finite", len(tree), len(add))
	}
	if err := c.take(len(tree)*(giftBytes+4) + 8*outputs); err != nil {
		return err
	}
	at, counts := make([]int32, len(tree)), make([]int32, len(f.nodes))
	for i := range tree {
		p, ok := where.find(tree[i], id[i])
		if !ok || f.nodes[p].mode != leaf || to[i] < 0 || to[i] >= int64(outputs) {
			return c.refuse("has a weight for a leaf or an output that does not exist")
		}
		at[i] = p
		counts[p]++
	}
	next := int32(0)
	for i := range f.nodes {
		if n := &f.nodes[i]; n.mode == leaf {
			n.yes, n.no = next, next
			next += counts[i]
		}
	}
	f.gives = make([]gift, len(tree))
	for i, p := range at {
		n := &f.nodes[p]
		f.gives[n.no] = gift{int32(to[i]), add[i]}
		n.no++
	}
	f.base = make([]float64, outputs)
	base := c.floats("base_values")
	if a := c.attr("base_values_as_tensor"); a != nil && a.t != nil {
		k, err := a.t.decode(&c.purse)
		if err != nil {
			return err
		}
		base = k.vals
	}
	if len(base) > 1 && len(base) != outputs || len(base) == 1 && outputs > 2 || !allFinite(base) {
		return c.refuse("has %d base values for %d outputs, or one of them is not finite", len(base), outputs)
	}
	if len(base) == 1 {
		f.base[0] = base[0]
	}
	if len(base) == outputs {
		copy(f.base, base)
	}
	return nil
}

// treeClassifier returns a label, which is not needed here, and the sums of a forest as converted
// by ONNX Runtime.
func (c *call) treeClassifier() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	if err := c.name("classlabels_strings", "classlabels_int64s"); err != nil {
		return nil, err
	}
	classes := len(c.labels)
	if classes < 2 {
		return nil, c.refuse("has %d classes, which is not supported", classes)
	}
	t, err := c.forest(f, "class", func() int { return classes })
	if err != nil {
		return nil, err
	}
	y, err := c.made(f, trees, group{of: t}, []int{classes})
	switch {
	case err != nil:
	case classes > 2:
		y, err = c.post(y, classes)
	default:
		y, err = c.second(y, t)
	}
	return []val{{}, {f: y}}, err
}

// second converts the sums for two classes to two shares or scores as ONNX Runtime 1.30 does. If
// all leaves contribute to the first label, their sum is the score of the second class; without
// LOGISTIC, it is its share if no leaf is negative. It rejects files that this runtime reads
// differently from the specification, or for which the runtime's scores and label disagree.
func (c *call) second(y *form, t *forest) (*form, error) {
	how, base := c.text("post_transform", "NONE"), len(c.floats("base_values"))
	if c.attr("base_values_as_tensor") != nil {
		base = 2
	}
	plus, first, last := true, int32(1), int32(0)
	for _, g := range t.gives {
		plus = plus && g.add >= 0
		first, last = min(first, g.to), max(last, g.to)
	}
	switch {
	case base == 2:
		return nil, c.refuse("has two base values for two classes, which ONNX Runtime and the specification read " +
			"differently; write the trees without them")
	case how == "PROBIT":
	case first == 1 && base > 0:
		return nil, c.refuse("has a base value but leaves only for the second class, so ONNX Runtime ignores the " +
			"base value; write the trees without it")
	case first == 0 && last == 1:
		if !t.always(1) {
			return nil, c.refuse("has leaves without a weight for the second class, for which ONNX Runtime uses that " +
				"of the first; write a weight for each class into every leaf, even if it is 0")
		}
		return c.post(y, 2)
	case how == "LOGISTIC" || first == 1 && how == "SOFTMAX":
		one, err := c.form(y.layer, []int{1})
		if err != nil {
			return nil, err
		}
		one.rows[0] = row{0, []term{{int(last), 1}}}
		return c.two(c.apply(one, sigmoid), 0, 1)
	case first == 1 && how == "NONE" && !plus:
		return y, nil
	case how == "NONE" || first == 0 && (how == "SOFTMAX" || how == "SOFTMAX_ZERO"):
		if !plus {
			return c.two(y.layer, int(last), 0)
		}
		out, err := c.two(y.layer, int(last), 1)
		if err != nil {
			return nil, err
		}
		return c.made(out, shared, group{}, []int{2})
	}
	return nil, c.refuse("converts one score by %s; NONE and LOGISTIC are supported", quote(how))
}

// treeRegressor returns sums; a single one is a score with a threshold.
func (c *call) treeRegressor() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	outputs := c.integer("n_targets", 1)
	if outputs < 1 || outputs > maxColumns {
		return nil, c.refuse("has %d outputs, which is not supported", outputs)
	}
	t, err := c.forest(f, "target", func() int { return int(outputs) })
	if err != nil {
		return nil, err
	}
	switch how := c.text("aggregate_function", "SUM"); how {
	case "SUM":
	case "AVERAGE":
		t.mean = true
	case "MIN":
		t.pick = -1
	case "MAX":
		t.pick = 1
	default:
		return nil, c.refuse("combines its trees by %s, which is not supported", quote(how))
	}
	for o, b := range t.base {
		if outputs > 1 && b != 0 && !t.always(int32(o)) {
			return nil, c.refuse("has leaves without a weight for output %d, for which ONNX Runtime ignores the base "+
				"value; write a weight for each output into every leaf, even if it is 0", o)
		}
	}
	y, err := c.made(f, trees, group{of: t}, []int{int(outputs)})
	if err == nil {
		y, err = c.numbers(y, int(outputs))
	}
	return forms(y, err)
}

// treeEnsemble reads the trees of version 5, in which nodes and leaves are separate lists.
func (c *call) treeEnsemble() ([]val, error) {
	f, err := c.computed(0)
	if err != nil {
		return nil, err
	}
	tensor := func(name string) ([]float64, error) {
		a := c.attr(name)
		if a == nil || a.t == nil {
			return nil, nil
		}
		k, err := a.t.decode(&c.purse)
		if err != nil || k.texts != nil {
			return nil, c.refuse("needs numbers as %s", name)
		}
		return k.vals, nil
	}
	var list [4][]float64
	for i, name := range []string{"nodes_splits", "nodes_modes", "leaf_weights", "membership_values"} {
		if list[i], err = tensor(name); err != nil {
			return nil, err
		}
	}
	splits, kinds, weights, members := list[0], list[1], list[2], list[3]
	feature, to, gaps := c.ints("nodes_featureids"), c.ints("leaf_targetids"), c.ints("nodes_missing_value_tracks_true")
	n, outputs := len(feature), c.integer("n_targets", 1)
	single := c.attr("nodes_splits") != nil && c.attr("nodes_splits").t.kind == typeFloat
	sides := [2][2][]int64{{c.ints("nodes_truenodeids"), c.ints("nodes_trueleafs")},
		{c.ints("nodes_falsenodeids"), c.ints("nodes_falseleafs")}}
	for _, s := range sides {
		if len(s[0]) != n || len(s[1]) != n {
			return nil, c.refuse("has lists of %d and %d nodes", n, len(s[0]))
		}
	}
	if n == 0 || len(splits) != n || len(kinds) != n || len(gaps) != 0 && len(gaps) != n || len(f.dims) != 1 ||
		len(to) != len(weights) || !allFinite(weights) || outputs < 1 || outputs > maxColumns {
		return nil, c.refuse("has lists of %d nodes and %d leaves, which do not match", n, len(to))
	}
	if err := c.take(n*(3*branchBytes+2*giftBytes) + 8*int(outputs)); err != nil {
		return nil, err
	}
	if err := c.spendSteps(16 * n); err != nil {
		return nil, err
	}
	t := &forest{nodes: make([]branch, n, 3*n), inputs: len(f.rows), single: single, base: make([]float64, outputs)}
	for i := range n {
		b := &t.nodes[i]
		if feature[i] < 0 || feature[i] >= int64(len(f.rows)) || !(kinds[i] >= 0 && kinds[i] <= 6) ||
			splits[i] != splits[i] {
			return nil, c.refuse("reads value %d of %d, or compares in an unknown way", feature[i], len(f.rows))
		}
		b.feature, b.at, b.missing = int32(feature[i]), splits[i], len(gaps) > 0 && gaps[i] != 0
		if b.mode = leq + mode(kinds[i]); b.mode == member {
			if members, err = c.members(t, b, members); err != nil {
				return nil, err
			}
		}
		for k, side := range []*int32{&b.yes, &b.no} {
			at := sides[k][0][i]
			if sides[k][1][i] == 0 {
				if at < 0 || at >= int64(n) {
					return nil, c.refuse("has nodes whose children do not exist")
				}
				*side = int32(at)
				continue
			}
			if at < 0 || at >= int64(len(to)) || to[at] < 0 || to[at] >= outputs {
				return nil, c.refuse("refers to leaves or outputs that do not exist")
			}
			*side = int32(len(t.nodes))
			from := int32(len(t.gives))
			t.gives = append(t.gives, gift{int32(to[at]), weights[at]})
			t.nodes = append(t.nodes, branch{mode: leaf, yes: from, no: from + 1})
		}
	}
	if why := t.check(); why != "" {
		return nil, c.refuse("%s", why)
	}
	switch how := c.integer("aggregate_function", 1); how {
	case 0:
		t.mean = true
	case 1:
	case 2, 3:
		t.pick = int8(2*how - 5)
	default:
		return nil, c.refuse("combines its trees with the unknown function %d", how)
	}
	y, err := c.made(f, trees, group{of: t}, []int{int(outputs)})
	if err != nil || outputs == 1 {
		return forms(y, err)
	}
	how := []string{"NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT"}
	at := c.integer("post_transform", 0)
	if at < 0 || at >= int64(len(how)) {
		return nil, c.refuse("converts its sums with the unknown function %d", at)
	}
	return forms(c.converted(y, int(outputs), how[at]))
}

// members reads the next set of whole numbers, which ends with NaN.
func (c *call) members(t *forest, b *branch, list []float64) ([]float64, error) {
	var words []uint32
	for i, v := range list {
		if v != v {
			at, err := t.set(&c.purse, words)
			b.at, b.mode = at, among
			return list[i+1:], err
		}
		if v < 0 || v != math.Trunc(v) || v >= maxColumns {
			return nil, c.refuse("compares with the set member %v; only whole numbers are supported", v)
		}
		for len(words) <= int(v)/32 {
			words = append(words, 0)
		}
		words[int(v)/32] |= 1 << (int(v) % 32)
	}
	return nil, c.refuse("has fewer sets than nodes that need one")
}
