package onnx

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"causeway/core/kernel"
	"causeway/core/nn"
)

// Column is one value that a model reads from every example.
type Column struct {
	Name  string
	Input string // input of the file, and which of its values
	Index int
	Text  bool

	// Codes lists the values of a categorical column that the model itself converts to numbers;
	// whole numbers are written as text. It is nil for numbers. Unknown means that other values
	// are also possible and match none of them.
	Codes   []string
	Unknown bool

	// Gaps means that the value may be missing (NaN). If Fills is set, the model itself then uses Fill.
	Gaps, Fills bool
	Fill        float64

	// Category means that the model splits the column's numbers as categories. Most is the
	// largest that it mentions.
	Category bool
	Most     float64
}

// Ending is the meaning of a model's output.
type Ending uint8

// The endings. For Scores, the file has no function that produces shares, so a softmax is added
// or, for a single score, a sigmoid.
const (
	Softmax Ending = iota
	Sigmoid
	Scores
	Given // shares, divided by their sum if that is not 1
)

// Model is a classifier trained elsewhere: a chain of layers, or a program, on units derived from
// its columns.
type Model struct {
	Producer string // the program that wrote the file
	Output   string // the output with the classes, and all possible ones
	Outputs  []string
	Columns  []Column
	Labels   []string // labels of the classes, in the order of the output; nil if it has none
	Classes  int
	Ends     Ending
	Remarks  []string // sentences on how the file was read

	units   []unit
	layers  []dense  // layers, if the model is a chain of them
	program *program // for any other model

	// Number means that the model returns a single number. From Threshold on, it means the second
	// class. See Part.
	Number    bool
	Threshold float64
}

// Part returns the model with the bands between other thresholds as classes, if it returns a single number.
// With that number z, the score of band k is k z minus the first k thresholds.
func (m *Model) Part(at ...float64) (*Model, error) {
	refused := refuse("The model gives no single number that can be cut into classes at %v.", at)
	if !m.Number || slices.ContainsFunc(at, func(v float64) bool { return !finite(v) }) {
		return nil, refused
	}
	parted := *m
	if parted.Classes, parted.Threshold = 1+len(at), at[0]; len(at) > 1 {
		parted.Labels = nil
	}
	bias := func(b []float64) []float64 {
		list, sum := []float64{b[0]}, 0.0
		for _, v := range at {
			sum += b[1] - (v - m.Threshold)
			list = append(list, sum)
		}
		return list
	}
	var first []float64 // the weights of the first score are 0
	if m.program != nil {
		p := *m.program
		o := p.out
		if n := o.ends; len(n) == 2 {
			first, o.ends = o.w[:n[0]], n[:1:1]
			o.units, o.w = slices.Clone(o.units[:n[0]]), slices.Clone(first)
			for k := range at {
				for i := n[0]; i < n[1]; i++ {
					o.units, o.w = append(o.units, p.out.units[i]), append(o.w, float64(k+1)*p.out.w[i])
				}
				o.ends = append(o.ends, int32(len(o.w)))
			}
		}
		o.bias = bias(o.bias)
		p.out, parted.program = o, &p
	} else {
		last := len(m.layers) - 1
		d := m.layers[last]
		first, d.w = d.w[:d.in], slices.Clone(d.w[:d.in])
		for k := range at {
			for _, v := range m.layers[last].w[d.in:] {
				d.w = append(d.w, float64(k+1)*v)
			}
		}
		d.out, d.b, parted.layers = parted.Classes, bias(d.b), slices.Clone(m.layers)
		parted.layers[last] = d
	}
	if len(at) > 1 && slices.ContainsFunc(first, func(v float64) bool { return v != 0 }) {
		return nil, refused
	}
	return &parted, nil
}

// dense is one layer of a model: act(Wx + b).
//
//	w  out×in    b  out
type dense struct {
	in, out int
	w, b    []float64
	act     nn.Activation
}

// Read reads a classifier from an ONNX, XGBoost or LightGBM file. output is the name of the
// output with the classes; "" means the first that looks like it.
func Read(b []byte, output string) (*Model, error) {
	if len(b) > MaxBytes {
		return nil, refuse("The file has %d MB; at most %d can be read.", len(b)>>20, MaxBytes>>20)
	}
	b = bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")) // byte order mark, which some editors add
	switch n := (&jsonText{b: b}); {
	case n.next() == '{' && (len(b) < n.at+2 || bytes.IndexByte([]byte("iUIlL$#}"), b[n.at+1]) < 0):
		return readXGBoost(n, len(b), output)
	case n.next() == '{':
		return readXGBoost(&ubjson{b: b[n.at:]}, len(b), output)
	case n.next() == '[':
		return nil, refusal(notObject(b))
	case bytes.HasPrefix(b, []byte("tree\n")) || bytes.HasPrefix(b, []byte("tree\r\n")):
		return readLightGBM(b)
	}
	if why := notAModel(b); why != "" {
		return nil, refusal(why)
	}
	if isText(b) {
		return nil, refusal("This is a text or a table, not a model. Open tables in Table." + fromKept)
	}
	m, output, x, err := openOutput(b, output)
	if err != nil {
		return nil, err
	}
	r, why := (*Model)(nil), error(nil)
	if len(m.outputs()) == 0 {
		r, err = x.labelModel(output)
	} else if r, why = x.compiled(output); why != nil {
		r, err = x.graphModel(output)
	}
	if err != nil {
		return nil, err
	}
	r.Producer, r.Output, r.Outputs = m.producer, output, m.outputs()
	if err := x.findLabels(output, r.Classes); err != nil {
		return nil, err
	}
	if len(x.labels) == r.Classes {
		r.Labels = x.labels
	}
	r.Remarks = x.remarks
	r.checkGaps()
	r.nameColumns(m.notes)
	return r, nil
}

// compiled reads a graph that is a chain of layers or a program.
func (x *machine) compiled(output string) (*Model, error) {
	f, err := x.run(output)
	if err != nil {
		return nil, err
	}
	r := &Model{Output: output, Columns: x.columns}
	scores, err := x.finish(f, r)
	if err != nil {
		return nil, err
	}
	r.Classes = len(scores.rows)
	if scores.chain() && r.Ends != Given && !scores.addUp() { // the chain of a network must end in scores
		return r, x.build(scores, r)
	}
	err = x.compile(scores, r)
	if err == nil && r.Ends == Scores && r.Classes > 1 && r.meaning() == sharesOfAll {
		r.Ends = Given
	}
	return r, err
}

// outputs lists the outputs that may contain shares: numbers, or values that name them.
func (m *model) outputs() []string {
	var names []string
	for _, v := range m.graph.out {
		if v.kind != 1 || v.elem == typeFloat || v.elem == typeDouble || v.elem == 0 {
			names = append(names, v.name)
		}
	}
	return names
}

func likeliest(outputs []string) string {
	for _, o := range outputs {
		if l := strings.ToLower(o); strings.Contains(l, "prob") || strings.Contains(l, "share") {
			return o
		}
	}
	return outputs[0]
}

// findLabels looks for the list from which scikit-learn's converter selects the label, next to
// the shares. A list for other shares counts only if no node names the classes.
func (x *machine) findLabels(output string, classes int) error {
	best, known := map[string]bool{}, len(x.labels) == classes
	for i := range x.graph.nodes {
		n := &x.graph.nodes[i]
		switch {
		case n.op == "ArgMax" && len(n.in) == 1 && len(n.out) == 1:
			best[n.out[0]] = !known || x.endOf(n.in[0]) == x.endOf(output)
		case n.op == "ArrayFeatureExtractor" && len(n.in) == 2 && best[n.in[1]] && x.lazy[n.in[0]] != nil:
			c, err := x.lazy[n.in[0]].decode(&x.purse)
			if err != nil || len(c.texts)+len(c.vals) != classes {
				return err
			}
			x.labels = slices.Clone(c.texts)
			for _, v := range c.vals {
				x.labels = append(x.labels, formatCode(v))
			}
			return nil
		}
	}
	return nil
}

// nameColumns uses the names in the metadata "feature_names", one per line or separated by
// commas.
func (m *Model) nameColumns(notes []note) {
	for _, n := range notes {
		if n.key == schemaNote {
			m.nameLevels(n.value)
		}
		if n.key != "feature_names" {
			continue
		}
		sep := ","
		if strings.Contains(n.value, "\n") {
			sep = "\n"
		}
		names := strings.Split(strings.TrimSpace(n.value), sep)
		for i := range m.Columns {
			if len(names) == len(m.Columns) {
				m.Columns[i].Name = strings.TrimSpace(names[i])
			}
		}
	}
}

// nameLevels assigns the names in the metadata of our own files to their codes and classes, in
// the order of the original table.
func (m *Model) nameLevels(schema string) {
	p, j := newPurse(len(schema)), &jsonText{b: []byte(schema)}
	feature := func() (name string, levels []string, err error) {
		err = j.object(func(key string) (err error) {
			switch key {
			case "name":
				name, err = j.text()
			case "levels":
				levels, err = p.texts(j)
			default:
				err = j.skip()
			}
			return err
		})
		return name, levels, err
	}
	columns, labels := slices.Clone(m.Columns), m.Labels
	err := j.object(func(key string) error {
		switch key {
		case "features":
			return j.array(func() error {
				name, levels, err := feature()
				for i := range columns {
					if c := &columns[i]; c.Name == name && len(levels) > 0 && len(levels) == len(c.Codes) {
						c.Codes = levels
					}
				}
				return err
			})
		case "outcome":
			_, levels, err := feature()
			if len(levels) == m.Classes {
				labels = levels
			}
			return err
		}
		return j.skip()
	})
	if err == nil {
		m.Columns, m.Labels = columns, labels
	}
}

// finish returns scores whose softmax gives the shares of the classes.
func (x *machine) finish(f *form, r *Model) (*form, error) {
	last := f.layer
	if len(f.rows) == 0 || !slices.Contains(f.dims, len(f.rows)) && len(f.rows) > 1 {
		return nil, refuse("The output %s is not a list of classes.", quote(r.Output))
	}
	switch {
	case last.act == softmax && f.shares():
		r.Ends = Softmax
		out, err := x.form(last.from.layer, f.dims)
		if err != nil {
			return nil, err
		}
		for i, row := range f.rows {
			out.rows[i] = last.from.rows[row.terms[0].unit]
		}
		return out, nil
	case last.act == softmax && f.unchanged():
		return nil, refuse("The output %s does not give exactly the shares of all classes.", quote(r.Output))
	case last.act == sigmoid && f.shares():
		r.Ends = Sigmoid
		return x.twoClasses(last.from, f.rows[0].isComplement())
	case last.act == sigmoid && f.unchanged() && len(f.rows) == 1:
		r.Ends = Sigmoid
		return x.twoClasses(last.from, true)
	case len(f.rows) > 1 && f.positive() && last.act != relu && last.act != magnitude:
		r.Ends = Given
		return f, nil
	case last.act == vectors && len(last.group.svm.a) > 0 && f.unchanged():
		r.Ends = Given
		return f, nil
	}
	r.Ends = Scores
	if len(f.rows) == 1 {
		if last.act == trees && last.group.of.positive() && f.unchanged() && len(x.remarks) == 0 {
			z, err := x.form(f.layer, f.dims)
			if err != nil {
				return nil, err
			}
			z.rows[0] = row{-0.5, f.rows[0].terms} // without negative leaves, the values are shares
			f, r.Threshold = z, 0.5
		}
		r.Number = true
		return x.twoClasses(f, true)
	}
	return f, nil
}

// unchanged reports whether every element is exactly one unit of the layer.
func (f *form) unchanged() bool {
	return !slices.ContainsFunc(f.rows, func(r row) bool { _, ok := r.plain(); return !ok })
}

// twoClasses converts one score to those of two classes; the softmax of 0 and z is 1 - sigmoid(z)
// and sigmoid(z).
func (x *machine) twoClasses(z *form, second bool) (*form, error) {
	f, err := x.form(z.layer, []int{2})
	if err != nil {
		return nil, err
	}
	if second {
		f.rows[1] = z.rows[0]
	} else {
		f.rows[0] = z.rows[0]
	}
	return f, nil
}

// build lists the layers of the chain that ends in a form.
func (x *machine) build(f *form, r *Model) error {
	act := nn.Identity
	for {
		last := f.layer
		if last == nil {
			return refuse("The output %s does not depend on the inputs.", quote(r.Output))
		}
		var at []int
		in := last.n
		if last.act == inputs {
			var err error
			if at, err = x.arrange(f, r); err != nil {
				return err
			}
			in = len(r.units)
		}
		d, err := x.dense(f, in, at)
		if err != nil {
			return err
		}
		d.act = act
		r.layers = append(r.layers, d)
		if len(r.layers) > nn.MaxLayers {
			return refuse("The network has more than %d layers.", nn.MaxLayers)
		}
		if last.act == inputs {
			slices.Reverse(r.layers)
			return nil
		}
		act = nn.ReLU
		if last.act == sigmoid {
			act = nn.Sigmoid
		}
		f = last.from
	}
}

// dense returns the matrix of a form, in which unit u of its layer has index at[u].
func (x *machine) dense(f *form, in int, at []int) (dense, error) {
	out := len(f.rows)
	if out > nn.MaxWidth || in > nn.MaxWidth || in < 1 {
		return dense{}, refuse("A layer of the network has %d inputs and %d units; at most %d are supported.", in, out,
			nn.MaxWidth)
	}
	if err := x.take(8 * (in + 1) * out); err != nil {
		return dense{}, err
	}
	d := dense{in: in, out: out, w: make([]float64, in*out), b: make([]float64, out)}
	for o, r := range f.rows {
		d.b[o] = r.bias
		for _, t := range r.terms {
			u := t.unit
			if at != nil {
				u = at[u]
			}
			d.w[o*in+u] = t.w
		}
	}
	if !allFinite(d.w) || !allFinite(d.b) {
		return dense{}, refuse("The numbers of the network become infinite when its layers are joined.")
	}
	return d, nil
}

// arrange orders the units of the inputs by column and returns their new indices. The value of a
// column with codes must not be used.
func (x *machine) arrange(f *form, r *Model) ([]int, error) {
	used := make([]bool, len(x.units))
	for _, row := range f.rows {
		if err := x.spendSteps(len(row.terms)); err != nil {
			return nil, err
		}
		for _, t := range row.terms {
			used[t.unit] = true
		}
	}
	var order []int
	for u, k := range x.units {
		if k.code == -1 && x.columns[k.column].Codes != nil {
			if used[u] {
				return nil, refuse("The network reads %s both as a number and as a code, which is not supported.",
					quote(x.columns[k.column].Name))
			}
			continue
		}
		order = append(order, u)
	}
	slices.SortStableFunc(order, func(a, b int) int { return x.units[a].column - x.units[b].column })
	at := make([]int, len(x.units))
	for i, u := range order {
		at[u] = i
		r.units = append(r.units, x.units[u])
	}
	r.Columns = x.columns
	return at, nil
}

// Shares returns the shares of the classes, given one value for every column: a number, or the
// index of its code, with -1 for none. Sums are computed in float64 and functions in float32,
// identically on every machine.
func (m *Model) Shares(values []float64) ([]float64, error) {
	if len(values) != len(m.Columns) {
		return nil, refuse("The row has %d values for %d columns.", len(values), len(m.Columns))
	}
	x := make([]float64, len(m.units))
	if err := m.read(values, x); err != nil {
		return nil, err
	}
	return m.sharesOf(x)
}

// read computes the units for the values of the columns.
func (m *Model) read(values, x []float64) error {
	for i, u := range m.units {
		x[i] = 0
		c, v := m.Columns[u.column], values[u.column]
		switch {
		case u.code == placeOfCode && v < 0:
			x[i] = math.NaN()
		case u.code < 0 && v != v && c.Fills:
			x[i] = c.Fill
		case u.code < 0:
			x[i] = v
		case v == float64(u.code):
			x[i] = 1
		case v != float64(int(v)) || v >= float64(len(c.Codes)) || v < 0 && !c.Unknown:
			return refuse("Column %s has no code %v.", quote(c.Name), v)
		}
	}
	return nil
}

func (m *Model) sharesOf(x []float64) ([]float64, error) {
	for _, d := range m.layers {
		x = d.forward(x)
	}
	if m.program != nil {
		if x = m.program.run(x, nil); m.Ends == Given {
			share(x)
			return x, nil
		}
		softmaxOf(x)
		return x, nil
	}
	y, top, sum := make([]float64, len(x)), slices.Max(x), 0.0
	for i, v := range x {
		y[i] = float64(kernel.Exp1(float32(v - top)))
		sum += y[i]
	}
	for i := range y {
		y[i] /= sum
	}
	return y, nil
}

func (d dense) forward(x []float64) []float64 {
	y := make([]float64, d.out)
	for o := range y {
		s := d.b[o]
		for i, v := range x {
			s += float64(d.w[o*d.in+i] * v)
		}
		switch d.act {
		case nn.ReLU:
			s = max(s, 0)
		case nn.Sigmoid:
			s = float64(kernel.Sigmoid1(float32(s)))
		}
		y[o] = s
	}
	return y
}
