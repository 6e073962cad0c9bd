package onnx

import (
	"fmt"
	"math"
	"slices"
)

// val is the value of a name in the graph: a constant, a form, or neither if it does not lead to
// the classes, like a label.
type val struct {
	c *constant
	f *form
}

// machine evaluates the nodes that an output needs.
type machine struct {
	*model
	purse
	env     map[string]val
	lazy    map[string]*tensor // initializers that are not decoded yet
	output  string             // the output that is read
	columns []Column
	units   []unit // units of the inputs
	inputs  *layer
	batch   int64       // number of examples for which the file was written, or -1
	labels  []string    // names of the classes, if a node has them
	eval    *evaluation // set if the graph is evaluated, see evaluated
	arena   *arena      // set while a row is evaluated
	failed  bool        // whether the node has no value for the row
	remarks []string    // sentences for the person who opened the file
}

// remark records, once, a sentence on how a file was read.
func (x *machine) remark(sentence string) {
	if !slices.Contains(x.remarks, sentence) {
		x.remarks = append(x.remarks, sentence)
	}
}

// unit is one number derived from the inputs: the value of a column, or 1 if a column has a
// certain code and 0 otherwise.
type unit struct {
	column   int
	code     int  // -1 for the value itself, or placeOfCode
	decimals bool // whether the value may have decimals
}

// placeOfCode marks a unit whose value is the index of its column's code, or missing if the
// column has none of its codes.
const placeOfCode = -2

// openOutput reads a network for one output; "" means the first that looks like classes.
func openOutput(b []byte, output string) (*model, string, *machine, error) {
	m, err := readModel(b)
	if err != nil {
		return nil, "", nil, err
	}
	outputs := m.outputs()
	switch {
	case len(outputs) == 0 && (output == "" || output == m.label()):
		if output = m.label(); output == "" {
			return nil, "", nil, refuse("The network has no output of numbers.")
		}
	case output == "":
		output = likeliest(outputs)
	case !slices.Contains(outputs, output):
		return nil, "", nil, refuse("The network has no output of numbers called %s; it has %s.", quote(output),
			list(outputs))
	}
	x, err := newMachine(m)
	return m, output, x, err
}

func newMachine(m *model) (*machine, error) {
	x := &machine{model: m, purse: m.purse, env: map[string]val{}, lazy: map[string]*tensor{}, batch: -1}
	x.inputs = &layer{act: inputs}
	for i := range m.graph.tensors {
		t := &m.graph.tensors[i]
		if x.lazy[t.name] != nil || t.name == "" {
			return nil, refuse("Two tensors have the name %s.", quote(t.name))
		}
		x.lazy[t.name] = t
	}
	return x, nil
}

// run evaluates the nodes that the output needs, in the order of the file.
func (x *machine) run(output string) (*form, error) {
	x.output = output
	_, needed := x.needs(output)
	if err := x.open(needed); err != nil {
		return nil, err
	}
	if err := x.walk(output, x.node); err != nil {
		return nil, err
	}
	v := x.env[output]
	if v.f == nil || v.f.layer == nil || v.f.holds != anyNumbers {
		return nil, refuse("The output %s gives no classes that depend on the inputs.", quote(output))
	}
	return v.f, nil
}

// needs returns the nodes and the names that an output needs.
func (m *model) needs(output string) (use []bool, needed map[string]bool) {
	needed = map[string]bool{output: true}
	use = make([]bool, len(m.graph.nodes))
	for i := len(use) - 1; i >= 0; i-- {
		n := &m.graph.nodes[i]
		for _, o := range n.out {
			use[i] = use[i] || o != "" && needed[o]
		}
		if use[i] {
			for _, name := range n.in {
				needed[name] = true
			}
		}
	}
	return use, needed
}

// open creates columns for the inputs that are needed. Old files list initializers among the
// inputs.
func (x *machine) open(needed map[string]bool) error {
	for i := range x.graph.in {
		v := &x.graph.in[i]
		if x.lazy[v.name] != nil || !needed[v.name] {
			continue
		}
		if _, twice := x.env[v.name]; twice {
			return refuse("Two inputs have the name %s.", quote(v.name))
		}
		f, err := x.input(v)
		if err != nil {
			return err
		}
		x.env[v.name] = val{f: f}
	}
	x.inputs.n = len(x.units)
	return nil
}

func (x *machine) input(v *value) (*form, error) {
	switch {
	case v.kind != 1:
		return nil, refuse("Input %s is not a tensor; only tensors of numbers or texts are supported.", quote(v.name))
	case !slices.Contains([]int64{typeFloat, typeDouble, typeInt64, typeInt32, typeBool, typeString}, v.elem):
		return nil, refuse("Input %s is %s; float, double, int32, int64, bool and string are supported.", quote(v.name),
			typeName(v.elem))
	case !v.rank || len(v.dims) < 1 || len(v.dims) > 2 || len(v.dims) == 1 && v.dims[0] > 1:
		return nil, refuse("Input %s does not take one row of values for each example.", quote(v.name))
	}
	var dims []int
	width := int64(1)
	if len(v.dims) == 2 {
		width = v.dims[1]
		dims = []int{int(width)}
	}
	if width < 1 || width > maxColumns || int(width)+len(x.units) > maxColumns {
		return nil, refuse("Input %s takes too many values for an example, or does not say how many.", quote(v.name))
	}
	if v.dims[0] > 0 {
		x.batch = v.dims[0]
	}
	f, err := x.form(x.inputs, dims)
	if err != nil {
		return nil, err
	}
	if v.elem == typeString {
		f.holds = texts
	}
	decimals := v.elem == typeFloat || v.elem == typeDouble
	if err := x.take(int(width) * (termBytes + 128)); err != nil {
		return nil, err
	}
	x.units, x.columns = slices.Grow(x.units, len(f.rows)), slices.Grow(x.columns, len(f.rows))
	for i := range f.rows {
		name := v.name
		if width > 1 {
			name = fmt.Sprintf("%s[%d]", v.name, i)
		}
		f.rows[i].terms = []term{{len(x.units), 1}}
		x.units = append(x.units, unit{column: len(x.columns), code: -1, decimals: decimals})
		x.columns = append(x.columns, Column{Name: name, Input: v.name, Index: i, Text: f.holds == texts})
	}
	return f, nil
}

// value returns the value of a name. Initializers are decoded on first use.
func (x *machine) value(n *node, name string) (val, error) {
	if v, ok := x.env[name]; ok {
		return v, nil
	}
	t := x.lazy[name]
	if t == nil {
		return val{}, refuse("%s reads %s, which no earlier node makes.", n, quote(name))
	}
	c, err := t.decode(&x.purse)
	x.env[name] = val{c: c}
	return x.env[name], err
}

// String identifies a node in a sentence.
func (n *node) String() string {
	switch {
	case n.name != "":
		return "Node " + quote(n.name)
	case len(n.out) > 0:
		return "The node that makes " + quote(n.out[0])
	}
	return "A node without a name"
}

// walk calls do for the nodes that an output needs, in the order of the file.
func (x *machine) walk(output string, do func(n *node) error) error {
	use, _ := x.needs(output)
	for i := range x.graph.nodes {
		if use[i] {
			if err := do(&x.graph.nodes[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// call returns a node with the values of its inputs.
func (x *machine) call(n *node) (c call, op operation, err error) {
	c = call{machine: x, node: n}
	if op = operators[n.domain][n.op]; op.eval == nil {
		return c, op, unsupported(n)
	}
	if _, ok := x.opsets[n.domain]; !ok {
		return c, op, refuse("%s is a %s, but the file does not say of which version.", n, n.op)
	}
	if n.domain == "" && x.opsets[""] < newOpset && outdated(n) {
		return c, op,
			refuse("%s is a %s of version %d; only versions from %d on are supported.", n,
				n.op, x.opsets[""], newOpset)
	}
	for _, name := range n.in {
		var v val
		if name != "" {
			if v, err = x.value(n, name); err != nil {
				return c, op, err
			}
		}
		c.in = append(c.in, v)
	}
	return c, op, nil
}

// outdated reports whether a node of a version below newOpset works differently from later
// versions: it broadcasts along a given axis, is meant for training, or has its settings elsewhere.
func outdated(n *node) bool {
	switch n.op {
	case "Add", "Sub", "Mul", "Div", "Pow", "PRelu", "And", "Or", "Xor", "Equal", "Less", "Greater", "Gemm":
		return n.attr("axis") != nil
	case "BatchNormalization", "Dropout":
		a := n.attr("is_test")
		return a == nil || a.i == 0
	}
	return n.op == "Cast" || n.op == "Reshape" && len(n.in) < 2 || n.op == "Tile" || n.op == "Pad"
}

// bind stores the results of a node.
func (x *machine) bind(n *node, out []val) error {
	for i, name := range n.out {
		if name == "" {
			continue
		}
		if _, twice := x.env[name]; twice {
			return refuse("Two nodes have the output %s.", quote(name))
		}
		var v val
		if i < len(out) {
			v = out[i]
		}
		x.env[name] = v
	}
	return nil
}

// node computes a node, by evaluation if its values are known and otherwise as forms.
func (x *machine) node(n *node) error {
	c, op, err := x.call(n)
	if err != nil {
		return err
	}
	run := op.eval
	for i, v := range c.in {
		if v.c == nil && n.in[i] != "" {
			run = op.form
		}
	}
	if run == nil {
		return unsupported(n)
	}
	x.failed = false
	out, err := run(&c)
	if err == nil && x.failed {
		err = c.refuse("gives no value for its constant inputs")
	}
	if err != nil {
		return err
	}
	return x.bind(n, out)
}

// plainName returns the operator, and its domain if that is not the standard one.
func plainName(n *node) string {
	name := n.op
	if n.domain != "" {
		name = n.domain + "." + n.op
	}
	if q := quote(name); q != `"`+name+`"` {
		return q
	}
	return name
}

func unsupported(n *node) error {
	return refuse("%s is a %s, which is not supported. Export the model without it.", n, plainName(n))
}

// call is one node with the values of its inputs.
type call struct {
	*machine
	node *node
	in   []val

	// While rows are bounded, sums of products take the smallest (-1) or the largest (1) products
	// of numbers between in and far.
	side int8
	far  []*constant
}

func (c *call) refuse(format string, args ...any) error {
	return refuse("%s, a %s, %s.", c.node, plainName(c.node), fmt.Sprintf(format, args...))
}

// version returns the version of the operator set that the node uses.
func (c *call) version() int64 { return c.opsets[c.node.domain] }

// hasInput reports whether the node has input i.
func (c *call) hasInput(i int) bool { return i < len(c.in) && (c.in[i].c != nil || c.in[i].f != nil) }

// computed returns input i, which must depend on the examples and be numeric.
func (c *call) computed(i int) (*form, error) {
	f, err := c.any(i)
	if err == nil {
		err = c.countable(f)
	}
	return f, err
}

// countable rejects values that can only be looked up.
func (c *call) countable(f *form) error {
	switch f.holds {
	case texts:
		return c.refuse("computes with texts")
	case cutNumbers:
		return c.refuse("computes with rounded numbers, which is not supported")
	}
	return nil
}

// any returns input i, which must depend on the examples.
func (c *call) any(i int) (*form, error) {
	switch {
	case i >= len(c.in) || c.in[i].c == nil && c.in[i].f == nil:
		return nil, c.refuse("has no input %d, or reads a label", i+1)
	case c.in[i].f == nil:
		return nil, c.refuse("takes a constant as input %d, which is not supported", i+1)
	}
	return c.in[i].f, nil
}

// constant returns input i, which must not depend on the examples.
func (c *call) constant(i int) (*constant, error) {
	switch {
	case i >= len(c.in) || c.in[i].c == nil && c.in[i].f == nil:
		return nil, c.refuse("has no input %d", i+1)
	case c.in[i].c == nil:
		return nil, c.refuse("takes a computed input %d; only a constant is supported", i+1)
	case c.in[i].c.texts != nil:
		return nil, c.refuse("takes texts as input %d, which are not supported", i+1)
	case !allFinite(c.in[i].c.vals):
		return nil, c.refuse("has a number that is not finite")
	}
	return c.in[i].c, nil
}

// whole returns the whole numbers of constant input i.
func (c *call) whole(i int) ([]int, error) {
	k, err := c.constant(i)
	if err != nil {
		return nil, err
	}
	w := make([]int, len(k.vals))
	if err := c.take(8 * len(w)); err != nil {
		return nil, err
	}
	for i, v := range k.vals {
		if v != math.Trunc(v) {
			return nil, c.refuse("has %v where a whole number is expected", v)
		}
		w[i] = clampInt(v)
	}
	return w, nil
}

// clampInt limits a number to int.
func clampInt(v float64) int {
	const far = 1 << 31
	switch {
	case v != v:
		return -far + 1
	case v >= far-1:
		return far - 1
	case v <= -far+1:
		return -far + 1
	}
	return int(v)
}

func (c *call) attr(name string) *attr { return c.node.attr(name) }

func (n *node) attr(name string) *attr {
	for i := range n.attrs {
		if n.attrs[i].name == name {
			return &n.attrs[i]
		}
	}
	return nil
}

func (c *call) integer(name string, otherwise int64) int64 {
	if a := c.attr(name); a != nil {
		return a.i
	}
	return otherwise
}

func (c *call) float(name string, otherwise float64) (float64, error) {
	a := c.attr(name)
	if a == nil {
		return otherwise, nil
	}
	if !finite(a.f) {
		return 0, c.refuse("has a number that is not finite")
	}
	return a.f, nil
}

func (c *call) text(name, otherwise string) string {
	if a := c.attr(name); a != nil {
		return string(a.s)
	}
	return otherwise
}

func (c *call) floats(name string) []float64 {
	if a := c.attr(name); a != nil {
		return a.floats
	}
	return nil
}

func (c *call) ints(name string) []int64 {
	if a := c.attr(name); a != nil {
		return a.ints
	}
	return nil
}

func (c *call) texts(name string) []string {
	if a := c.attr(name); a != nil {
		return a.texts
	}
	return nil
}

// axis converts a dimension of the whole tensor to that of one example's value.
func (c *call) axis(v int64, rank int) (int, error) {
	if v < 0 {
		v += int64(rank) + 1
	}
	if v < 1 || v > int64(rank) {
		return 0, c.refuse("works along dimension %d; only dimensions within an example are supported", v)
	}
	return int(v) - 1, nil
}

func forms(f *form, err error) ([]val, error) {
	if err != nil {
		return nil, err
	}
	return []val{{f: f}}, nil
}
