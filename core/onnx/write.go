package onnx

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"causeway/core/data"

	"google.golang.org/protobuf/encoding/protowire"
)

// message writes a Protocol Buffers message field by field. The same fields in the same order
// always have the same bytes.
type message []byte

func (m *message) int(num protowire.Number, v int64) {
	*m = protowire.AppendVarint(protowire.AppendTag(*m, num, varint), uint64(v))
}

func (m *message) bytes(num protowire.Number, b []byte) {
	*m = protowire.AppendBytes(protowire.AppendTag(*m, num, bytes_), b)
}

func (m *message) text(num protowire.Number, s string) {
	m.bytes(num, []byte(strings.ToValidUTF8(s, "\ufffd")))
}

func (m *message) float(num protowire.Number, v float32) {
	*m = protowire.AppendFixed32(protowire.AppendTag(*m, num, fixed4), math.Float32bits(v))
}

// The versions of exported files: old enough for most programs.
const (
	writtenIR    = 7
	writtenOpset = 13
)

// schemaNote is the metadata key under which a file stores the result of describe.
const schemaNote = "causeway.schema"

// builder writes a graph. Names that it generates start with a prefix that no external name has.
type builder struct {
	nodes, tensors, ins, outs message
	prefix                    string
	made                      int
	taken                     map[string]bool // names of inputs and outputs
	schema                    data.Schema
	noteKey, note             string // the file's description of its inputs, for people and programs
}

func newBuilder(s data.Schema) *builder {
	b := &builder{prefix: "_", schema: s, taken: map[string]bool{}, noteKey: schemaNote, note: describe(s)}
	for _, f := range s.Features {
		b.taken[f.Name] = true
	}
	for i := 0; i < len(s.Features); i++ {
		if strings.HasPrefix(s.Features[i].Name, b.prefix) {
			b.prefix += "_"
			i = -1
		}
	}
	return b
}

// free returns an unused name for an input or output.
func (b *builder) free(name string) string {
	for b.taken[name] {
		name += "_"
	}
	b.taken[name] = true
	return name
}

func (b *builder) name() string {
	b.made++
	return b.prefix + strconv.Itoa(b.made)
}

// An option is an attribute of a node.
type option func(n *message)

func withInt(name string, v int64) option {
	return func(n *message) {
		var a message
		a.text(1, name)
		a.int(3, v)
		a.int(20, 2)
		n.bytes(5, a)
	}
}

func withFloat(name string, v float32) option {
	return func(n *message) {
		var a message
		a.text(1, name)
		a.float(2, v)
		a.int(20, 1)
		n.bytes(5, a)
	}
}

// nodeAs writes a node with the given output names.
func (b *builder) nodeAs(outs []string, op string, ins []string, options ...option) {
	var n message
	for _, s := range ins {
		n.text(1, s)
	}
	for _, s := range outs {
		n.text(2, s)
	}
	n.text(3, op+" "+outs[0])
	n.text(4, op)
	for _, o := range options {
		o(&n)
	}
	b.nodes.bytes(1, n)
}

// node writes a node with one output and returns its name.
func (b *builder) node(op string, ins []string, options ...option) string {
	out := b.name()
	b.nodeAs([]string{out}, op, ins, options...)
	return out
}

// tensor writes a constant and returns its name; a nil shape means a single number.
func (b *builder) tensor(kind int64, shape []int, raw []byte) string {
	var t message
	for _, d := range shape {
		t.int(1, int64(d))
	}
	t.int(2, kind)
	name := b.name()
	t.text(8, name)
	t.bytes(9, raw)
	b.tensors.bytes(5, t)
	return name
}

func (b *builder) floats(shape []int, v ...float32) string {
	var raw []byte
	for _, x := range v {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
	}
	return b.tensor(typeFloat, shape, raw)
}

func (b *builder) double(v float64) string {
	return b.doubles(nil, v)
}

func (b *builder) doubles(shape []int, v ...float64) string {
	var raw []byte
	for _, x := range v {
		raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(x))
	}
	return b.tensor(typeDouble, shape, raw)
}

func (b *builder) ints(v ...int64) string {
	var raw []byte
	for _, x := range v {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(x))
	}
	return b.tensor(typeInt64, []int{len(v)}, raw)
}

// input and output declare an input or output of the graph, examples×dims.
func (b *builder) input(name string, kind int64, dims ...int) {
	b.ins.bytes(11, valueInfo(name, kind, dims...))
}

func (b *builder) output(name string, kind int64, dims ...int) {
	b.outs.bytes(12, valueInfo(name, kind, dims...))
}

// valueInfo describes a tensor of examples with the dimensions dims.
func valueInfo(name string, kind int64, dims ...int) message {
	var open, shape, tensor, typ, v message
	open.text(2, "examples")
	shape.bytes(1, open)
	for _, d := range dims {
		var fixed message
		fixed.int(1, int64(d))
		shape.bytes(1, fixed)
	}
	tensor.int(1, kind)
	tensor.bytes(2, shape)
	typ.bytes(1, tensor)
	v.text(1, name)
	v.bytes(2, typ)
	return v
}

// file finishes the file.
func (b *builder) file(title, doc string) []byte {
	var g, opset, note, m message
	g = append(g, b.nodes...)
	g.text(2, title)
	g = append(g, b.tensors...)
	g.text(10, doc)
	g = append(g, b.ins...)
	g = append(g, b.outs...)
	opset.text(1, "")
	opset.int(2, writtenOpset)
	note.text(1, b.noteKey)
	note.text(2, b.note)
	m.int(1, writtenIR)
	m.text(2, "Causeway")
	m.bytes(7, g)
	m.bytes(8, opset)
	m.bytes(14, note)
	return m
}

// describe returns a schema as JSON, for people and programs that read the file.
func describe(s data.Schema) string {
	var b []byte
	b = append(b, `{"features":[`...)
	for j, f := range s.Features {
		if j > 0 {
			b = append(b, ',')
		}
		b = describeFeature(b, f)
	}
	b = append(b, `],"outcome":`...)
	b = describeFeature(b, s.Outcome)
	return string(append(b, '}'))
}

func describeFeature(b []byte, f data.Feature) []byte {
	b = append(b, `{"name":`...)
	b = appendJSON(b, f.Name)
	b = append(b, `,"kind":`...)
	b = appendJSON(b, f.Kind.String())
	if f.Kind.Numeric() {
		b = append(b, `,"min":`...)
		b = strconv.AppendFloat(b, f.Min, 'g', -1, 64)
		b = append(b, `,"max":`...)
		b = strconv.AppendFloat(b, f.Max, 'g', -1, 64)
		b = append(b, `,"decimals":`...)
		b = strconv.AppendInt(b, int64(f.Decimals), 10)
		return append(b, '}')
	}
	b = append(b, `,"levels":[`...)
	for l, level := range f.Levels {
		if l > 0 {
			b = append(b, ',')
		}
		b = appendJSON(b, level)
	}
	return append(b, `]}`...)
}

// appendJSON writes a text as a JSON string.
func appendJSON(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range strings.ToValidUTF8(s, "\ufffd") {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < 0x20:
			const hex = "0123456789abcdef"
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			b = append(b, string(r)...)
		}
	}
	return append(b, '"')
}
