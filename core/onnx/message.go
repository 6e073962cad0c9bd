package onnx

import "unicode/utf8"

// These types hold the relevant parts of the messages in onnx.proto. Other fields are skipped after
// checking that they are complete, because newer writers add some.

type model struct {
	irVersion int64
	producer  string
	opsets    map[string]int64 // operator versions of the two known domains
	notes     []note
	graph     graph
	purse     purse // the remaining budget for evaluation
	fileBytes int

	onlyLabels bool // see labelModel
}

type note struct{ key, value string }

type graph struct {
	nodes    []node
	tensors  []tensor // the initializers
	in, out  []value
	hasGraph bool
}

type node struct {
	name, op, domain string
	in, out          []string
	attrs            []attr
	state            any // what an operator computed from its attributes when the file was read
}

// attr is an attribute of a node. kind is the field that holds the value; older writers use it
// instead of a type.
type attr struct {
	name   string
	kind   uint64
	f      float64
	i      int64
	s      []byte
	t      *tensor
	floats []float64
	ints   []int64
	texts  []string
}

// value is an input or output of the graph.
type value struct {
	name string
	kind uint64  // field of TypeProto: 1 tensor, 4 sequence, 5 map, ...
	elem int64   // for a tensor
	dims []int64 // -1 for open dimensions
	rank bool    // whether a shape is given
}

// tensor is a TensorProto whose numbers are not decoded yet.
type tensor struct {
	name     string
	dims     []int64
	kind     int64
	raw      []byte
	hasRaw   bool
	parts    []field // repeated numbers and texts, by field
	external bool
	decoded  *constant
}

// reader counts what is read from one file.
type reader struct {
	nodes, tensors, attrs, names, parts int
	purse
}

func (r *reader) count(n *int, limit int, what string) error {
	if *n++; *n > limit {
		return refuse("The network has more than %d %s, which is too many.", limit, what)
	}
	return nil
}

func (r *reader) text(w *wire, f *field) (string, error) {
	if err := r.count(&r.names, maxNames, "names"); err != nil {
		return "", err
	}
	return textOf(w, f), nil
}

// textOf returns a text of the file; invalid bytes count as damage.
func textOf(w *wire, f *field) string {
	if f.kind != bytes_ || !utf8.Valid(f.b) {
		w.fail()
		return ""
	}
	return string(f.b)
}

// each calls use for the fields of a message until one fails.
func each(b []byte, what string, use func(w *wire, f *field) error) error {
	w := wire{b: b, what: what}
	var f field
	for w.next(&f) {
		if err := use(&w, &f); err != nil {
			return err
		}
	}
	return w.err
}

func readModel(b []byte) (*model, error) {
	if len(b) > MaxBytes {
		return nil, refuse("The file has %d MB; at most %d MB can be read.", len(b)>>20, MaxBytes>>20)
	}
	r, m := &reader{purse: newPurse(len(b))}, &model{opsets: map[string]int64{}}
	err := each(b, "its outermost part", func(w *wire, f *field) (err error) {
		switch {
		case w.is(f, 1, varint):
			m.irVersion = int64(f.v)
		case w.is(f, 2, bytes_):
			m.producer, err = r.text(w, f)
		case w.is(f, 7, bytes_):
			if m.graph.hasGraph {
				return refuse("The file contains two networks.")
			}
			m.graph.hasGraph = true
			err = r.graph(f.b, &m.graph)
		case w.is(f, 8, bytes_):
			err = r.opset(f.b, m)
		case w.is(f, 14, bytes_):
			err = r.note(f.b, m)
		case w.is(f, 20, bytes_):
			return refuse("The file contains instructions for training, which are not supported. Export the network " +
				"for inference.")
		case w.is(f, 25, bytes_):
			return refuse("The file defines functions of its own, which are not supported; export it with standard " +
				"operators only.")
		}
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case !m.graph.hasGraph || len(m.opsets) == 0 || m.irVersion < 3:
		return nil, refuse("This is not an ONNX file, or a damaged one: it names no network or no operators.")
	}
	m.purse, m.fileBytes = r.purse, len(b)
	return m, m.checkOpsets()
}

func (m *model) checkOpsets() error {
	if v, ok := m.opsets[""]; ok && (v < minOpset || v > maxOpset) {
		return refuse("The file uses version %d of the ONNX operators; versions %d to %d are supported.", v, minOpset,
			maxOpset)
	}
	if v, ok := m.opsets[domainML]; ok && (v < minMLOpset || v > maxMLOpset) {
		return refuse("The file uses version %d of the operators of ai.onnx.ml; versions %d to %d are supported.", v,
			minMLOpset, maxMLOpset)
	}
	return nil
}

// The domains of operators besides the standard one.
const (
	domainML        = "ai.onnx.ml"
	domainMicrosoft = "com.microsoft"
)

// domain maps the two names of the standard operators to one.
func domain(s string) string {
	if s == "ai.onnx" {
		return ""
	}
	return s
}

func (r *reader) opset(b []byte, m *model) error {
	name, version := "", int64(0)
	err := each(b, "a set of operators", func(w *wire, f *field) (err error) {
		switch {
		case w.is(f, 1, bytes_):
			name, err = r.text(w, f)
		case w.is(f, 2, varint):
			version = int64(f.v)
		}
		return err
	})
	if name = domain(name); err == nil && (name == "" || name == domainML || name == domainMicrosoft) {
		m.opsets[name] = version
	}
	return err
}

func (r *reader) note(b []byte, m *model) error {
	var n note
	err := each(b, "a note", func(w *wire, f *field) (err error) {
		switch {
		case w.is(f, 1, bytes_):
			n.key, err = r.text(w, f)
		case w.is(f, 2, bytes_):
			n.value, err = r.text(w, f)
		}
		return err
	})
	m.notes = append(m.notes, n)
	return err
}

func (r *reader) graph(b []byte, g *graph) error {
	return each(b, "the network", func(w *wire, f *field) error {
		switch {
		case w.is(f, 1, bytes_):
			n, err := r.node(f.b)
			g.nodes = append(g.nodes, n)
			return err
		case w.is(f, 5, bytes_):
			t, err := r.tensor(f.b)
			g.tensors = append(g.tensors, t)
			return err
		case w.is(f, 11, bytes_):
			v, err := r.value(f.b)
			g.in = append(g.in, v)
			return err
		case w.is(f, 12, bytes_):
			v, err := r.value(f.b)
			g.out = append(g.out, v)
			return err
		case w.is(f, 15, bytes_):
			return refuse("The file contains sparse tensors, which are not supported.")
		}
		return nil
	})
}

func (r *reader) node(b []byte) (n node, err error) {
	if err := r.count(&r.nodes, maxNodes, "nodes"); err != nil {
		return n, err
	}
	err = each(b, "a node", func(w *wire, f *field) (err error) {
		var s string
		switch {
		case w.is(f, 1, bytes_):
			s, err = r.text(w, f)
			n.in = append(n.in, s)
		case w.is(f, 2, bytes_):
			s, err = r.text(w, f)
			n.out = append(n.out, s)
		case w.is(f, 3, bytes_):
			n.name = textOf(w, f)
		case w.is(f, 4, bytes_):
			n.op = textOf(w, f)
		case w.is(f, 5, bytes_):
			var a attr
			a, err = r.attr(f.b)
			n.attrs = append(n.attrs, a)
		case w.is(f, 7, bytes_):
			n.domain = domain(textOf(w, f))
		}
		return err
	})
	return n, err
}

func (r *reader) attr(b []byte) (a attr, err error) {
	if err := r.count(&r.attrs, maxAttrs, "attributes"); err != nil {
		return a, err
	}
	floats, ints, texts := 0, 0, 0
	err = each(b, "an attribute", func(_ *wire, f *field) error { // count before allocating memory
		switch f.num {
		case 7:
			floats += count(f, fixed4)
		case 8:
			ints += count(f, varint)
		case 9:
			texts++
		}
		return nil
	})
	if err != nil {
		return a, err
	}
	if err := r.take(8*floats + 8*ints + 32*texts); err != nil {
		return a, err
	}
	if floats > 0 {
		a.floats = make([]float64, 0, floats)
	}
	if ints > 0 {
		a.ints = make([]int64, 0, ints)
	}
	if texts > 0 {
		a.texts = make([]string, 0, texts)
	}
	err = each(b, "an attribute", func(w *wire, f *field) (err error) {
		if f.num >= 2 && f.num <= 11 {
			a.kind = uint64(f.num)
		}
		switch { // the most frequent fields first
		case f.num == 8 && f.kind == varint:
			a.ints = append(a.ints, int64(f.v))
		case f.num == 7 && f.kind == fixed4:
			a.floats = append(a.floats, float32Of(f.v))
		case w.is(f, 1, bytes_):
			a.name = textOf(w, f)
		case w.is(f, 2, fixed4):
			a.f = float32Of(f.v)
		case w.is(f, 3, varint):
			a.i = int64(f.v)
		case w.is(f, 4, bytes_):
			a.s = f.b
		case w.is(f, 5, bytes_):
			var t tensor
			t, err = r.tensor(f.b)
			a.t = &t
		case f.num == 7:
			numbers(w, f, fixed4, func(v uint64) { a.floats = append(a.floats, float32Of(v)) })
		case f.num == 8:
			numbers(w, f, varint, func(v uint64) { a.ints = append(a.ints, int64(v)) })
		case w.is(f, 9, bytes_):
			t := ""
			if n := len(a.texts); n > 0 && f.kind == bytes_ && a.texts[n-1] == string(f.b) {
				t = a.texts[n-1] // trees use few different modes
			} else {
				t = textOf(w, f)
			}
			a.texts = append(a.texts, t)
		case f.num == 21:
			return refuse("The file defines functions of its own, which are not supported; export it with standard " +
				"operators only.")
		}
		return err
	})
	return a, err
}

func (r *reader) tensor(b []byte) (t tensor, err error) {
	if err := r.count(&r.tensors, maxTensors, "tensors"); err != nil {
		return t, err
	}
	err = each(b, "a tensor", func(w *wire, f *field) error {
		switch {
		case f.num == 1:
			if len(t.dims)+count(f, varint) > maxRank {
				return refuse("A tensor has more than %d dimensions.", maxRank)
			}
			numbers(w, f, varint, func(v uint64) { t.dims = append(t.dims, int64(v)) })
		case w.is(f, 2, varint):
			t.kind = int64(f.v)
		case f.num >= 4 && f.num <= 7 || f.num == 10 || f.num == 11:
			if err := r.part(&t, f); err != nil {
				return err
			}
		case w.is(f, 8, bytes_):
			t.name = textOf(w, f)
		case w.is(f, 9, bytes_):
			t.raw, t.hasRaw = f.b, true
		case w.is(f, 13, bytes_):
			t.external = true
		case w.is(f, 14, varint):
			t.external = t.external || f.v == 1
		}
		return nil
	})
	if err == nil && t.external {
		err = refuse("The numbers of tensor %s are in another file; save the model as one file without external data.",
			quote(t.name))
	}
	return t, err
}

// part stores a field with numbers or texts of a tensor. Programs may split them into several
// fields; only very old ones write one number per field.
func (r *reader) part(t *tensor, f *field) error {
	if r.parts++; r.parts > maxTexts {
		return refuse("The numbers of the tensors come in more than %d parts.", maxTexts)
	}
	t.parts = append(t.parts, *f)
	return nil
}
