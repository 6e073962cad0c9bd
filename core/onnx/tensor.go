package onnx

import (
	"encoding/binary"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// constant is a tensor with known values: numbers or texts in row-major order.
type constant struct {
	kind  int64 // type of the elements; 0 for numbers of any type
	dims  []int
	vals  []float64
	texts []string
	live  bool        // whether it depends on the values of an example
	other []*constant // while rows are bounded: other texts that the elements may be
}

// Types of the elements of a tensor (TensorProto.DataType).
const (
	typeFloat   = 1
	typeUint8   = 2
	typeInt8    = 3
	typeUint16  = 4
	typeInt16   = 5
	typeInt32   = 6
	typeInt64   = 7
	typeString  = 8
	typeBool    = 9
	typeFloat16 = 10
	typeDouble  = 11
	typeUint32  = 12
	typeUint64  = 13
)

var typeNames = []string{"undefined", "float", "uint8", "int8", "uint16", "int16", "int32", "int64", "string", "bool",
	"float16", "double", "uint32", "uint64", "complex64", "complex128", "bfloat16"}

func typeName(t int64) string {
	if t >= 0 && t < int64(len(typeNames)) {
		return typeNames[t]
	}
	return "of an unknown type"
}

// size multiplies dimensions, which must be nonnegative, and rejects products that do not fit
// into an int32.
func size(dims []int) (int, bool) {
	n := 1
	for _, d := range dims {
		if d < 0 || d > math.MaxInt32 {
			return 0, false
		}
		if n *= d; n > math.MaxInt32 {
			return 0, false
		}
	}
	return n, true
}

// decode reads the numbers of a tensor after checking that its shape matches its bytes.
func (t *tensor) decode(p *purse) (*constant, error) {
	if t.decoded != nil {
		return t.decoded, nil
	}
	c := &constant{kind: t.kind, dims: make([]int, len(t.dims))}
	for i, d := range t.dims {
		c.dims[i] = int(max(min(d, math.MaxInt32+1), -1))
	}
	n, ok := size(c.dims)
	if !ok {
		return nil, refuse("Tensor %s has the impossible shape %v.", quote(t.name), t.dims)
	}
	have, err := t.have()
	if err != nil {
		return nil, err
	}
	if have != n {
		return nil, refuse("Tensor %s of shape %v has %d values instead of %d.", quote(t.name), t.dims, have, n)
	}
	if err := p.take(8*n + 64); err != nil {
		return nil, err
	}
	if t.kind == typeString {
		t.decoded = c
		return c, t.decodeTexts(c, p, n)
	}
	c.vals = make([]float64, 0, n)
	t.each(func(v float64) { c.vals = append(c.vals, v) })
	if len(c.vals) != n {
		return nil, refuse("Tensor %s is damaged.", quote(t.name))
	}
	t.decoded = c
	return c, nil
}

func (t *tensor) decodeTexts(c *constant, p *purse, n int) error {
	if err := p.take(16 * n); err != nil {
		return err
	}
	w := wire{what: "a text"}
	for i := range t.parts {
		c.texts = append(c.texts, textOf(&w, &t.parts[i]))
	}
	return w.err
}

// elem describes how an element type is stored: its size in raw form, the field that otherwise
// holds it, and the kind of number there.
func (t *tensor) elem() (raw int, field protowire.Number, stored protowire.Type, err error) {
	switch t.kind {
	case typeFloat:
		return 4, 4, fixed4, nil
	case typeDouble:
		return 8, 10, fixed8, nil
	case typeInt64:
		return 8, 7, varint, nil
	case typeInt32:
		return 4, 5, varint, nil
	case typeBool, typeUint8, typeInt8:
		return 1, 5, varint, nil
	case typeUint16, typeInt16, typeFloat16:
		return 2, 5, varint, nil
	case typeUint32:
		return 4, 11, varint, nil
	case typeUint64:
		return 8, 11, varint, nil
	case typeString:
		return 0, 6, bytes_, nil
	}
	return 0, 0, 0, refuse("Tensor %s has the type %s, which is not supported.",
		quote(t.name), typeName(t.kind))
}

// have returns the number of values in the bytes.
func (t *tensor) have() (int, error) {
	raw, num, stored, err := t.elem()
	if err != nil {
		return 0, err
	}
	if t.hasRaw && raw > 0 {
		if len(t.raw)%raw != 0 || len(t.parts) > 0 {
			return 0, refuse("Tensor %s is damaged.", quote(t.name))
		}
		return len(t.raw) / raw, nil
	}
	n := 0
	for i := range t.parts {
		f := &t.parts[i]
		if f.num != num || t.kind == typeString && f.kind != bytes_ {
			return 0, refuse("Tensor %s is damaged.", quote(t.name))
		}
		if t.kind == typeString {
			n++
		} else {
			n += count(f, stored)
		}
	}
	return n, nil
}

// each calls use with the numbers in order.
func (t *tensor) each(use func(v float64)) {
	raw, _, stored, _ := t.elem()
	if !t.hasRaw {
		w := wire{what: "a tensor"}
		for i := range t.parts {
			numbers(&w, &t.parts[i], stored, func(v uint64) { use(number(t.kind, v)) })
		}
		return
	}
	for b := t.raw; len(b) > 0; b = b[raw:] {
		switch raw {
		case 1:
			use(number(t.kind, uint64(b[0])))
		case 2:
			use(number(t.kind, uint64(binary.LittleEndian.Uint16(b))))
		case 4:
			use(number(t.kind, uint64(binary.LittleEndian.Uint32(b))))
		case 8:
			use(number(t.kind, binary.LittleEndian.Uint64(b)))
		}
	}
}

// number converts the bits of an element to its value.
func number(kind int64, v uint64) float64 {
	switch kind {
	case typeFloat:
		return float32Of(v)
	case typeDouble:
		return math.Float64frombits(v)
	case typeInt32:
		return float64(int32(v))
	case typeInt8:
		return float64(int8(v))
	case typeInt16:
		return float64(int16(v))
	case typeUint64:
		return float64(v)
	case typeFloat16:
		return halfOf(uint16(v))
	}
	return float64(int64(v))
}

// halfOf converts the bits of a number of half precision.
func halfOf(bits uint16) float64 {
	v, e := float64(bits&0x3ff), int(bits>>10&0x1f)
	switch {
	case e == 0:
		v = math.Ldexp(v, -24)
	case e == 0x1f && v == 0:
		v = math.Inf(1)
	case e == 0x1f:
		v = math.NaN()
	default:
		v = math.Ldexp(v+1024, e-25)
	}
	if bits>>15 != 0 {
		return -v
	}
	return v
}
