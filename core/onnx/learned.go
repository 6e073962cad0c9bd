package onnx

import (
	"math"
	"slices"
	"strconv"
)

// encoder replaces texts or numbers by texts or numbers.
type encoder struct {
	words   map[string]int
	numbers map[float64]int
	nan     int // index of the entry for a missing number, or -1
	keys    []string
	kind    int64 // type of the results
	texts   []string
	vals    []float64
	other   string
	rest    float64 // for codes that are not listed
}

// evalLabelEncoder also handles CategoryMapper and the first version of LabelEncoder, which swap
// keys and values depending on the type of the input.
func (c *call) evalLabelEncoder() ([]val, error) {
	k, err := c.arg(0)
	if err != nil {
		return nil, err
	}
	e, ok := c.node.state.(*encoder)
	if !ok {
		if e, err = c.encoder(k.isText()); err != nil {
			return nil, err
		}
		c.node.state = e
	}
	if (e.words != nil) != k.isText() {
		return nil, c.refuse("looks texts up by numbers, or numbers by texts")
	}
	out, err := c.array(e.kind, k.dims)
	if err != nil {
		return nil, err
	}
	for i := range out.len() {
		at, known := e.nan, true
		switch {
		case e.words != nil:
			if at, known = e.words[k.texts[i]]; c.arena == nil && c.meets(k.texts[i], e.keys...) &&
				e.kind == typeString {
				out.texts[i] = k.texts[i]
				continue
			}
		case k.vals[i] == k.vals[i]:
			at, known = e.numbers[k.vals[i]]
		default:
			known = at >= 0
		}
		switch {
		case e.kind == typeString && known:
			out.texts[i] = e.texts[at]
		case e.kind == typeString:
			out.texts[i] = e.other
		case known:
			out.vals[i] = e.vals[at]
		default:
			out.vals[i] = e.rest
		}
	}
	return single(out), nil
}

// encoder reads the lists of a node.
func (c *call) encoder(text bool) (*encoder, error) {
	words, numbers, err := c.listed("keys")
	if err != nil {
		return nil, err
	}
	e := &encoder{nan: -1, kind: typeFloat, other: c.text("default_string", "_Unused")}
	if e.texts, e.vals, err = c.listed("values"); err != nil {
		return nil, err
	}
	whole := c.attr("values_int64s") != nil
	if list := slices.Concat(c.texts("cats_strings"), c.texts("classes_strings")); list != nil {
		var ids []float64
		for i := range list {
			ids = append(ids, float64(i))
		}
		for i, v := range c.ints("cats_int64s") {
			if i < len(ids) {
				ids[i] = float64(v)
			}
		}
		if whole = true; text {
			words, e.vals = list, ids
		} else {
			numbers, e.texts = ids, list
		}
	}
	switch {
	case e.texts != nil:
		e.kind = typeString
	case whole:
		e.kind, e.rest = typeInt64, float64(c.integer("default_int64", -1))
	default:
		if a := c.attr("default_float"); a != nil {
			e.rest = a.f
		}
	}
	if a := c.attr("values_tensor"); a != nil && a.t != nil {
		e.kind = a.t.kind
		if e.rest = 0; !isFloat(e.kind) {
			e.rest = -1
		}
	}
	if a := c.attr("default_tensor"); a != nil && a.t != nil {
		k, err := a.t.decode(&c.purse)
		if err != nil || k.len() != 1 || k.isText() != (e.kind == typeString) {
			return nil, c.refuse("needs a single value for codes that are not listed")
		}
		if k.isText() {
			e.other = k.texts[0]
		} else {
			e.rest = k.vals[0]
		}
	}
	n := len(words) + len(numbers)
	if n == 0 || n != len(e.texts)+len(e.vals) || len(words) > 0 && len(numbers) > 0 {
		return nil, c.refuse("has %d keys for %d values", n, len(e.texts)+len(e.vals))
	}
	if err := c.take(240 * n); err != nil {
		return nil, err
	}
	if words != nil {
		e.words, e.keys = make(map[string]int, n), words
	} else {
		e.numbers = make(map[float64]int, n)
	}
	for i := n - 1; i >= 0; i-- { // the first of several equal keys counts
		switch {
		case words != nil:
			e.words[words[i]] = i
		case numbers[i] != numbers[i] && c.version() < 4:
		case numbers[i] != numbers[i]:
			e.nan = i
		default:
			e.numbers[numbers[i]] = i
		}
	}
	return e, nil
}

// evalOneHotEncoder adds a dimension with a 1 at the code.
func (c *call) evalOneHotEncoder() ([]val, error) {
	k, err := c.arg(0)
	if err != nil {
		return nil, err
	}
	e, ok := c.node.state.(*encoder)
	if !ok {
		e = &encoder{keys: c.texts("cats_strings")}
		ints := c.ints("cats_int64s")
		if err := c.take(120 * (len(ints) + len(e.keys))); err != nil {
			return nil, err
		}
		if e.keys != nil {
			e.words = make(map[string]int, len(e.keys))
		} else {
			e.numbers = make(map[float64]int, len(ints))
		}
		for i, s := range e.keys {
			e.words[s] = i
		}
		for i, v := range ints {
			e.numbers[float64(v)] = i
		}
		c.node.state = e
	}
	n := len(e.words) + len(e.numbers)
	if n == 0 || (e.words != nil) != k.isText() {
		return nil, c.refuse("looks texts up by numbers, or numbers by texts, or has no codes")
	}
	out, err := c.array(typeFloat, append(slices.Clone(k.dims), n))
	if err != nil {
		return nil, err
	}
	for i := range k.len() {
		var at int
		var known bool
		if k.isText() {
			c.meets(k.texts[i], e.keys...)
			at, known = e.words[k.texts[i]]
		} else {
			at, known = e.numbers[math.Trunc(k.vals[i])]
		}
		if known {
			out.vals[i*n+at] = 1
		} else if c.integer("zeros", 1) == 0 {
			c.fails()
		}
	}
	return single(out), nil
}

// evalImputer replaces missing values, or the value that stands for them.
func (c *call) evalImputer() ([]val, error) {
	k, err := c.num(0)
	if err != nil {
		return nil, err
	}
	fill, gap := c.floats("imputed_value_floats"), math.NaN()
	if a := c.attr("replaced_value_float"); a != nil {
		gap = a.f
	}
	if list := c.ints("imputed_value_int64s"); fill == nil && list != nil {
		for _, v := range list {
			fill = append(fill, float64(v))
		}
		gap = float64(c.integer("replaced_value_int64", 0))
	}
	n := dimFrom(k.dims, -1)
	if len(fill) != 1 && len(fill) != n || n == 0 {
		return nil, c.refuse("has %d values to fill %d columns", len(fill), n)
	}
	out, err := c.array(k.kind, k.dims)
	if err != nil {
		return nil, err
	}
	for i, v := range k.vals {
		if v == gap || v != v && gap != gap {
			v = pick(fill, i%n, 0)
		}
		out.vals[i] = fit(k.kind, v)
	}
	return single(out), nil
}

func (c *call) evalScaler() ([]val, error) {
	k, err := c.num(0)
	if err != nil {
		return nil, err
	}
	offset, scale, n := c.floats("offset"), c.floats("scale"), dimFrom(k.dims, -1)
	for _, v := range [][]float64{offset, scale} {
		if len(v) > 1 && len(v) != n {
			return nil, c.refuse("has %d numbers for %d values", len(v), n)
		}
	}
	out, err := c.array(typeFloat, k.dims)
	if err != nil {
		return nil, err
	}
	for i, v := range k.vals {
		out.vals[i] = fit(typeFloat, fit(typeFloat, v-pick(offset, i%n, 0))*pick(scale, i%n, 1))
	}
	return single(out), nil
}

func (c *call) evalNormalizer() ([]val, error) {
	k, err := c.num(0)
	if err != nil {
		return nil, err
	}
	by := slices.Index([]string{"MAX", "L1", "L2"}, c.text("norm", "MAX"))
	if by < 0 || len(k.dims) == 0 {
		return nil, c.refuse("normalizes by %s; MAX, L1 and L2 are supported", quote(c.text("norm", "MAX")))
	}
	out, err := c.array(typeFloat, k.dims)
	if err != nil {
		return nil, err
	}
	copy(out.vals, k.vals)
	n := dimFrom(k.dims, -1)
	for g := out.vals; n > 0 && len(g) >= n; g = g[n:] {
		shrink(g[:n], float64(by))
	}
	for i, v := range out.vals {
		out.vals[i] = fit(typeFloat, v)
	}
	return single(out), nil
}

// learned is a classifier or regressor inside a graph, as a program of its own.
type learned struct {
	program *program
	outputs int
	labels  []string
	text    bool
	sign    bool              // the label is the second class if the score is positive
	votes   *machineOfVectors // chooses the label if something reads it; scores may differ
}

// learn compiles the node for rows of n numbers.
func (c *call) learn(n int) (*learned, error) {
	if l, ok := c.node.state.(*learned); ok {
		if l.program.in != n {
			return nil, c.refuse("takes rows of both %d and %d values", l.program.in, n)
		}
		return l, nil
	}
	m := &machine{model: c.model, purse: c.purse, env: map[string]val{}, inputs: &layer{act: inputs, n: n},
		output: c.output}
	if err := m.take(n * 256); err != nil {
		return nil, err
	}
	m.units, m.columns = make([]unit, n), make([]Column, n)
	for i := range m.units {
		m.units[i] = unit{column: i, code: -1, decimals: true}
	}
	f, err := m.purse.units(m.inputs, []int{n})
	if err != nil {
		return nil, err
	}
	then := call{machine: m, node: c.node, in: []val{{f: f}}}
	op := operators[c.node.domain][c.node.op].form
	if op == nil {
		return nil, c.refuse("is not supported")
	}
	out, err := op(&then)
	if err != nil {
		return nil, err
	}
	f = out[len(out)-1].f
	r := &Model{Output: c.node.op}
	if err := m.compile(f, r); err != nil {
		return nil, err
	}
	c.purse, c.labels = m.purse, m.labels
	for _, s := range m.remarks {
		c.remark(s)
	}
	l := &learned{program: r.program, outputs: len(f.rows), labels: m.labels,
		text: c.attr("classlabels_strings") != nil,
		sign: c.node.op == "LinearClassifier" && len(m.labels) == 2 && len(c.floats("coefficients")) == n &&
			c.text("post_transform", "NONE") != "LOGISTIC"}
	if c.node.op == "SVMClassifier" && c.reads(c.node.out[0]) {
		m := f.layer.group.svm
		l.votes = &machineOfVectors{kernel: m.kernel, k: m.k, inputs: m.inputs, per: m.per, vectors: m.vectors,
			coef: m.coef, rho: m.rho}
	}
	c.node.state = l
	return l, nil
}

// reads reports whether a name is the output or the input of a node.
func (x *machine) reads(name string) bool {
	return name != "" && (name == x.output || slices.ContainsFunc(x.graph.nodes, func(n node) bool {
		return slices.Contains(n.in, name)
	}))
}

// rows evaluates a learned node for each row of its input.
func (c *call) rows() (*learned, *constant, error) {
	k, err := c.num(0)
	if err != nil {
		return nil, nil, err
	}
	if len(k.dims) == 0 || len(k.dims) > 2 || k.len() == 0 {
		return nil, nil, c.refuse("takes values of shape %v; it needs one list for each example", k.dims)
	}
	n := dimFrom(k.dims, -1)
	l, err := c.learn(n)
	if err != nil {
		return nil, nil, err
	}
	rows := k.len() / n
	out, err := c.array(typeFloat, []int{rows, l.outputs})
	if err != nil {
		return nil, nil, err
	}
	for i := range rows {
		if err := c.spendSteps(l.program.estimateWork()); err != nil {
			return nil, nil, err
		}
		for o, v := range l.program.run(k.vals[i*n:][:n], c.buffers(l)) {
			out.vals[i*l.outputs+o] = fit(typeFloat, v)
		}
	}
	return l, out, nil
}

// buffers returns the memory of a learned node for this row's arena.
func (c *call) buffers(l *learned) *[][]float64 {
	if c.arena == nil {
		return nil
	}
	if c.arena.bufs == nil {
		c.arena.bufs = map[*learned]*[][]float64{}
	}
	b := c.arena.bufs[l]
	if b == nil {
		b = new([][]float64)
		c.arena.bufs[l] = b
	}
	return b
}

// estimateWork estimates the work of one row.
func (p *program) estimateWork() (n int) {
	count := func(a *affine) { n += len(a.w) + len(a.bias) }
	for i := range p.steps {
		s := &p.steps[i]
		for k := range s.parts {
			count(&s.parts[k])
		}
		n += 32 * s.layer.n
		if f := s.layer.group.of; f != nil {
			n += 16*len(f.roots) + len(f.nodes)/8
		}
		if e := s.layer.group.eval; e != nil {
			n += e.work
		}
		if m := s.layer.group.svm; m != nil {
			n += len(m.vectors) + 32*len(m.coef) + 8*len(m.per)*len(m.per)
		}
	}
	count(&p.out)
	return n
}

// evalClassifier returns the label with the largest score, and the scores.
func (c *call) evalClassifier() ([]val, error) {
	l, scores, err := c.rows()
	if err != nil {
		return nil, err
	}
	if c.node.op == "SVMClassifier" && l.votes == nil {
		return []val{{}, {c: scores}}, nil
	}
	kind := int64(typeInt64)
	if l.text {
		kind = typeString
	}
	n := l.outputs
	label, err := c.array(kind, scores.dims[:1])
	if err != nil {
		return nil, err
	}
	for i := range label.len() {
		row, best := scores.vals[i*n:][:n], 0
		for o, v := range row {
			if v > row[best] {
				best = o
			}
		}
		if l.votes != nil {
			if err := c.spendSteps(l.program.estimateWork()); err != nil {
				return nil, err
			}
			best = l.votes.named(c.in[0].c.vals[i*l.program.in:][:l.program.in])
		} else if l.sign {
			best = int(one(row[1] > 0))
		}
		if best >= len(l.labels) {
			continue
		}
		if l.text {
			label.texts[i] = l.labels[best]
		} else if v, err := strconv.ParseFloat(l.labels[best], 64); err == nil {
			label.vals[i] = v
		}
	}
	return []val{{c: label}, {c: scores}}, nil
}

func (c *call) evalRegressor() ([]val, error) {
	_, out, err := c.rows()
	return single(out), err
}
