package onnx

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// evaluation evaluates a graph node by node, for one example at a time. It is used for graphs that
// are neither a chain of layers nor a program. All shapes are known when the file is read: a shape
// that depends on an example's values is rejected. Every row therefore needs the memory and work of
// the first, which were charged to the purse.
type evaluation struct {
	machine machine
	steps   []evalStep
	slots   []*constant // the values that are the same for all examples
	inputs  []evalInput
	out     int // slot of the output, and how many numbers it has
	outputs int
	labels  []string         // if the graph gives only a class
	work    int              // steps for a row
	words   map[int][]string // texts that a column is compared with
	parsed  map[int]bool     // columns whose texts are read as numbers
	pool    sync.Pool        // *arena
}

type evalStep struct {
	node    *node
	op      operator
	in, out []int // slots, -1 for none
}

// evalInput is an input of the file. Its values are those of consecutive columns.
type evalInput struct {
	slot, from int
	elem       int64
	dims       []int
}

// These constants limit the work for one row, in addition to the size of the file.
const (
	maxRowBytes = 12 << 20
	maxRowSteps = 1 << 23
)

// arena is the memory for the values of one row. The next row reuses it.
type arena struct {
	call   call
	nums   []float64
	texts  []string
	made   []*constant
	at     [3]int // number of elements in use in nums, texts and made
	slots  []*constant
	bufs   map[*learned]*[][]float64
	failed bool // some node has no value for this row
}

// mark is the start of a column's text while texts are traced. Texts in files never start with it.
const mark = "\x00\x01"

func (e *evaluation) marked(s string) (column int, is bool) {
	s, is = strings.CutPrefix(s, mark)
	if !is {
		return 0, false
	}
	column, err := strconv.Atoi(s)
	return column, err == nil
}

// evaluated reads a graph to be evaluated. The result is a form on the inputs.
func (x *machine) evaluated(output string) (*form, error) {
	m := &machine{model: x.model, purse: x.purse, lazy: x.lazy, env: map[string]val{}, inputs: &layer{act: inputs},
		output: output}
	m.bytes = max(m.bytes, maxRowBytes)
	m.steps = freeSteps
	x.labels, x.remarks = nil, nil
	_, needed := m.needs(output)
	if err := m.open(needed); err != nil {
		return nil, err
	}
	e := &evaluation{words: map[int][]string{}, parsed: map[int]bool{}}
	m.eval = e
	if err := e.plan(m, output); err != nil {
		return nil, err
	}
	if err := e.settle(m); err != nil {
		return nil, err
	}
	x.labels, x.remarks, x.columns, x.units, x.inputs, x.purse = m.labels, m.remarks, m.columns, m.units, m.inputs,
		m.purse
	x.eval = e
	all, err := x.purse.units(x.inputs, []int{len(x.units)})
	if err != nil {
		return nil, err
	}
	c := call{machine: x, node: &node{op: "output", name: output}}
	return c.made(all, graphOf, group{eval: e}, []int{e.outputs})
}

// plan evaluates every node once, for an example of zeros and traced texts, and keeps those that
// depend on it.
func (e *evaluation) plan(m *machine, output string) error {
	slotOf := map[string]int{}
	slot := func(name string, v *constant) int {
		if s, ok := slotOf[name]; ok {
			return s
		}
		slotOf[name] = len(e.slots)
		e.slots = append(e.slots, v)
		return len(e.slots) - 1
	}
	if err := e.readInputs(m, slot); err != nil {
		return err
	}
	m.steps = maxRowSteps + 4*m.fileBytes
	err := m.walk(output, func(n *node) error {
		c, op, err := m.call(n)
		if err != nil {
			return err
		}
		s, live := evalStep{node: n, op: op.eval}, false
		for i, name := range n.in {
			at := -1
			if v := c.in[i].c; name != "" {
				at, live = slot(name, v), live || v != nil && v.live
			}
			s.in = append(s.in, at)
		}
		m.failed = false
		out, err := op.eval(&c)
		if err != nil {
			return err
		}
		live = live && n.op != "Shape" && n.op != "Size"
		if m.failed && !live {
			return c.refuse("gives no value for its constant inputs")
		}
		for k := range out {
			if v := out[k].c; v != nil && v.live != live { // the output may be an input
				own := *v
				own.live = live
				out[k].c = &own
			}
		}
		if err := m.bind(n, out); err != nil || !live {
			return err
		}
		for _, name := range n.out {
			at := -1
			if name != "" {
				at = slot(name, m.env[name].c)
			}
			s.out = append(s.out, at)
		}
		e.steps = append(e.steps, s)
		return nil
	})
	if err != nil {
		return err
	}
	if _, made := slotOf[output]; !made {
		slot(output, m.env[output].c)
	}
	v := m.env[output].c
	if v == nil || !v.live || v.texts != nil && !m.onlyLabels || v.len() == 0 || m.onlyLabels && v.len() > 1 {
		return refuse("The output %s gives no classes that depend on the inputs.", quote(output))
	}
	e.out, e.outputs = slotOf[output], len(v.vals)
	if m.onlyLabels {
		var err error
		if e.labels, err = m.labelsOf(output); err != nil {
			return err
		}
		e.outputs = len(e.labels)
	}
	for i, k := range e.slots {
		if k != nil && k.live {
			e.slots[i] = nil
		}
	}
	return nil
}

// readInputs gives the inputs a first value.
func (e *evaluation) readInputs(m *machine, slot func(string, *constant) int) error {
	for i := range m.graph.in {
		v := &m.graph.in[i]
		f := m.env[v.name].f
		if f == nil {
			continue
		}
		in := evalInput{elem: v.elem, dims: append([]int{1}, f.dims...), from: m.units[f.rows[0].terms[0].unit].column}
		if len(v.dims) == 1 {
			in.dims = []int{1}
		}
		k := &constant{kind: v.elem, dims: in.dims, live: true}
		if err := m.take(24*len(f.rows) + 128); err != nil {
			return err
		}
		for i := range f.rows {
			if v.elem == typeString {
				k.texts = append(k.texts, mark+strconv.Itoa(in.from+i))
			} else {
				k.vals = append(k.vals, 0)
			}
		}
		m.env[v.name] = val{c: k}
		in.slot = slot(v.name, k)
		e.inputs = append(e.inputs, in)
	}
	return nil
}

// settle assigns to each column of texts the codes that the graph compares it with, and determines
// which columns may have missing values.
func (e *evaluation) settle(m *machine) error {
	for i := range m.columns {
		c := &m.columns[i]
		switch {
		case !c.Text:
		case e.parsed[i] && e.words[i] == nil:
			c.Text, c.Gaps = false, true
		default:
			c.Codes, c.Unknown, c.Gaps = e.words[i], true, false
			m.units[i].code = placeOfCode
			if len(c.Codes) > maxColumns {
				return refuse("Column %s has %d codes, which is too many.", quote(c.Name), len(c.Codes))
			}
		}
	}
	e.machine = *m
	e.machine.purse = purse{math.MaxInt, math.MaxInt}
	e.machine.env, e.machine.lazy = nil, nil
	e.work = maxRowSteps + 4*m.fileBytes - m.purse.steps
	steps := e.work
	if len(m.columns)*max(steps, 1000) > freeSteps/4 {
		return nil
	}
	x, y := make([]float64, len(m.columns)), []float64(nil)
	for _, in := range e.inputs {
		for i := range m.columns[in.from:][:width(in.dims)] {
			if in.elem == typeFloat || in.elem == typeDouble {
				x[in.from+i] = math.NaN()
				c := &m.columns[in.from+i]
				y = e.run(x, y[:0])
				c.Gaps = !slices.ContainsFunc(y, func(v float64) bool { return v != v })
				x[in.from+i] = 0
			}
		}
	}
	return nil
}

func width(dims []int) int {
	n, _ := size(dims)
	return n
}

// run evaluates the graph for the values of the columns: numbers, or the index of a text's code,
// which is NaN for texts without one. Values that cannot be computed are NaN.
// They are appended to dst.
func (e *evaluation) run(x, dst []float64) []float64 {
	a := e.begin()
	defer e.pool.Put(a)
	for _, in := range e.inputs {
		k := a.array(in.elem, in.dims, width(in.dims))
		for i := range width(in.dims) {
			e.fillIn(k, i, in.from+i, x[in.from+i])
		}
		a.slots[in.slot] = k
	}
	for i := range e.steps {
		if !a.step(&e.steps[i]) {
			break
		}
	}
	switch k := a.slots[e.out]; {
	case a.failed: // a node before the output may have failed
	case e.labels != nil && k.len() == 1:
		return e.chosen(k, dst)
	case len(k.vals) == e.outputs:
		return append(dst, k.vals...)
	}
	for range e.outputs {
		dst = append(dst, math.NaN())
	}
	return dst
}

// begin returns an empty arena.
func (e *evaluation) begin() *arena {
	a, _ := e.pool.Get().(*arena)
	if a == nil {
		a = &arena{slots: slices.Clone(e.slots)}
		m := e.machine
		m.arena = a
		a.call.machine = &m
	}
	a.at, a.failed = [3]int{}, false
	return a
}

// fillIn sets element i of an input to the value of a column.
func (e *evaluation) fillIn(k *constant, i, column int, v float64) {
	if k.kind != typeString {
		k.vals[i] = fit(k.kind, v)
		return
	}
	c := &e.machine.columns[column]
	switch at := int(max(v, -1)); {
	case !c.Text:
		k.texts[i] = textOfNumber(v)
	case v == v && at >= 0 && at < len(c.Codes):
		k.texts[i] = c.Codes[at]
	case slices.Contains(c.Codes, ""):
		k.texts[i] = mark
	default:
		k.texts[i] = ""
	}
}

// step evaluates one node.
func (a *arena) step(s *evalStep) bool {
	c := &a.call
	c.node, c.in = s.node, c.in[:0]
	for _, at := range s.in {
		var v val
		if at >= 0 {
			v.c = a.slots[at]
		}
		c.in = append(c.in, v)
	}
	out, err := s.op(c)
	if err != nil {
		a.failed = true
		return false
	}
	for k, at := range s.out {
		if at >= 0 && k < len(out) {
			a.slots[at] = out[k].c
		}
	}
	return true
}

// array takes an array from the arena.
func (a *arena) array(kind int64, dims []int, n int) *constant {
	if a.at[2] == len(a.made) {
		a.made = append(a.made, new(constant))
	}
	k := a.made[a.at[2]]
	a.at[2]++
	*k = constant{kind: kind, dims: dims, live: true}
	if kind == typeString {
		k.texts = part(&a.texts, &a.at[1], n)
	} else {
		k.vals = part(&a.nums, &a.at[0], n)
	}
	return k
}

// part takes n elements of a list that grows. Earlier parts stay valid.
func part[T any](list *[]T, at *int, n int) []T {
	if *at+n > len(*list) {
		*list, *at = make([]T, max(2*len(*list), n, 256)), 0
	}
	p := (*list)[*at : *at+n : *at+n]
	*at += n
	clear(p)
	return p
}

// array allocates a result, paid for by the purse while the file is read.
func (c *call) array(kind int64, dims []int) (*constant, error) {
	n, ok := size(dims)
	if !ok || len(dims) > maxRank {
		return nil, c.refuse("gives values the impossible shape %v", dims)
	}
	if c.arena != nil {
		return c.arena.array(kind, dims, n), nil
	}
	if err := c.take(24*n + 128); err != nil { // together with the memory for later rows
		return nil, err
	}
	k := &constant{kind: kind, dims: dims}
	if kind == typeString {
		k.texts = make([]string, n)
	} else {
		k.vals = make([]float64, n)
	}
	return k, c.spendSteps(n + 16)
}

// fails records that a node has no value for this row. The first row, which only determines shapes,
// may fail.
func (c *call) fails() float64 {
	if c.failed = true; c.arena != nil {
		c.arena.failed = true
	}
	return 0
}

// arg returns input i.
func (c *call) arg(i int) (*constant, error) {
	if i >= len(c.in) || c.in[i].c == nil {
		return nil, c.refuse("needs a tensor as input %d", i+1)
	}
	return c.in[i].c, nil
}

// num returns input i, which must be numeric.
func (c *call) num(i int) (*constant, error) {
	k, err := c.arg(i)
	if err == nil && k.isText() {
		err = c.refuse("computes with texts")
	}
	return k, err
}

// operands returns the first two inputs, which must be numeric.
func (c *call) operands() (a, b *constant, err error) {
	if a, err = c.num(0); err == nil {
		b, err = c.num(1)
	}
	return a, b, err
}

// taking returns values of any kind, and the indices of those to take.
func (c *call) taking() (k, idx *constant, err error) {
	if k, err = c.arg(0); err == nil {
		idx, err = c.num(1)
	}
	return k, idx, err
}

// factors returns alpha and beta of a Gemm.
func (c *call) factors() (alpha, beta float64, err error) {
	if alpha, err = c.float("alpha", 1); err == nil {
		beta, err = c.float("beta", 1)
	}
	return alpha, beta, err
}

func (k *constant) isText() bool { return k.texts != nil || k.kind == typeString }

// len returns the number of elements.
func (k *constant) len() int { return len(k.vals) + len(k.texts) }

// fit rounds a number to an element type.
func fit(kind int64, v float64) float64 {
	switch kind {
	case typeFloat, typeFloat16:
		return float64(float32(v))
	case typeDouble, 0:
		return v
	case typeBool:
		return one(v != 0)
	}
	if v != v {
		return 0
	}
	v = math.Trunc(v)
	bits, signed := wholeBits(kind)
	switch {
	case v >= -1<<53 && v <= 1<<53 && bits == 64 && signed:
		return v
	case bits == 64:
		return max(min(v, 1<<63), -1<<63)
	}
	span := math.Ldexp(1, bits)
	if v -= float64(span * math.Floor(v/span)); signed && v >= span/2 {
		v -= span
	}
	return v
}

func wholeBits(kind int64) (bits int, signed bool) {
	switch kind {
	case typeUint8:
		return 8, false
	case typeInt8:
		return 8, true
	case typeUint16:
		return 16, false
	case typeInt16:
		return 16, true
	case typeInt32:
		return 32, true
	case typeUint32:
		return 32, false
	case typeUint64:
		return 64, false
	}
	return 64, true
}

func isFloat(kind int64) bool {
	return kind == typeFloat || kind == typeDouble || kind == typeFloat16 || kind == 0
}

// textOfNumber writes a number as ONNX Runtime casts it to a text.
func textOfNumber(v float64) string {
	switch {
	case v != v:
		return "NaN"
	case math.IsInf(v, 1):
		return "INF"
	case math.IsInf(v, -1):
		return "-INF"
	}
	s := strconv.FormatFloat(v, 'g', 8, 64)
	if m, e, ok := strings.Cut(s, "e"); ok {
		return strings.TrimSuffix(strings.TrimRight(m, "0"), ".") + "e" + e
	}
	if strings.Contains(s, ".") {
		s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// graphModel reads a graph that is evaluated as it is.
func (x *machine) graphModel(output string) (*Model, error) {
	f, err := x.evaluated(output)
	if err != nil {
		return nil, err
	}
	raw, r := &Model{Output: output}, &Model{Output: output}
	if err := x.compile(f, raw); err != nil {
		return nil, err
	}
	end, kind := x.endOf(output).op, raw.meaning()
	if kind == noScores {
		return nil, refuse("The output %s is not finite for any row that was tried.", quote(output))
	}
	switch n := len(f.rows); {
	case n == 1 && end == "Sigmoid" && kind != anyScores:
		r.Ends = Given
		shares, err := x.form(f.layer, []int{2})
		if err != nil {
			return nil, err
		}
		shares.rows[0], shares.rows[1] = row{1, []term{{0, -1}}}, row{0, []term{{0, 1}}}
		f = shares
	case n == 1:
		r.Ends, r.Number = Scores, true
		if f, err = x.twoClasses(f, true); err != nil {
			return nil, err
		}
	case kind == sharesOfAll:
		r.Ends = Given
	case end == "Softmax":
		return nil, refuse("The output %s does not give exactly the shares of all classes.", quote(output))
	case kind == sharesEach:
		r.Ends = Given
	default:
		r.Ends = Scores
	}
	r.Classes = len(f.rows)
	return r, x.compile(f, r)
}

// endOf returns the node that computes the output. It skips nodes that only move values.
func (m *model) endOf(output string) *node {
	for range len(m.graph.nodes) {
		at := slices.IndexFunc(m.graph.nodes, func(n node) bool { return slices.Contains(n.out, output) })
		if at < 0 {
			break
		}
		n := &m.graph.nodes[at]
		switch n.op {
		case "Identity", "Cast", "Reshape", "Flatten", "Squeeze", "Unsqueeze", "ZipMap", "Gather", "Slice",
			"ArrayFeatureExtractor", "Transpose":
			if len(n.in) > 0 {
				output = n.in[0]
				continue
			}
		}
		return n
	}
	return &node{}
}

// The meanings of an output, judged by its values for some rows: any numbers, numbers from 0 to 1,
// or such numbers that add up to 1. noScores means that no row has finite numbers.
const (
	noScores = iota
	anyScores
	sharesEach
	sharesOfAll
)

// meaning evaluates rows with numbers of several sizes and with all codes.
func (m *Model) meaning() int {
	kind, some := sharesOfAll, false
	x, y, bufs := make([]float64, len(m.units)), []float64(nil), [][]float64(nil)
	values := make([]float64, len(m.Columns))
	seed := uint32(1)
	for i := range 24 {
		for k := range values {
			seed = seed*1664525 + 1013904223
			if n := len(m.Columns[k].Codes); n > 0 {
				values[k] = float64(int(seed>>8) % n)
			} else {
				values[k] = (float64(float64(seed>>8)/(1<<24)) - 0.5) * math.Ldexp(1, i)
			}
		}
		if m.read(values, x) != nil {
			continue
		}
		sum := 0.0
		y = append(y[:0], m.program.run(x, &bufs)...)
		for _, v := range y {
			if sum += v; v < -1e-6 || v > 1+1e-6 {
				kind = anyScores
			}
		}
		if some = some || finite(sum); kind == sharesOfAll && math.Abs(sum-1) > 1e-4 {
			kind = sharesEach
		}
	}
	if !some {
		return noScores
	}
	return kind
}
