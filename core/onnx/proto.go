package onnx

import (
	"encoding/binary"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// wire reads a Protocol Buffers message field by field. It checks every length against the
// available bytes and copies nothing: values are parts of the file's own bytes.
type wire struct {
	b    []byte
	what string // for error messages
	err  error
}

// field is one field of a message: its number, and its value as a number or as bytes.
type field struct {
	num  protowire.Number
	kind protowire.Type
	v    uint64
	b    []byte
}

// The kinds of fields that occur in ONNX files.
const (
	varint = protowire.VarintType
	fixed8 = protowire.Fixed64Type
	bytes_ = protowire.BytesType
	fixed4 = protowire.Fixed32Type
)

// next reads a field and reports whether there was another one.
func (w *wire) next(f *field) bool {
	if len(w.b) == 0 || w.err != nil {
		return false
	}
	if w.short(f) {
		return true
	}
	num, kind, n := protowire.ConsumeTag(w.b)
	w.skip(n)
	f.num, f.kind, f.v, f.b = num, kind, 0, nil
	if kind == bytes_ {
		f.b, n = protowire.ConsumeBytes(w.b)
		w.skip(n)
	} else {
		f.v = w.number(kind)
	}
	return w.err == nil
}

// short reads a field of few bytes. Large models have millions of them.
func (w *wire) short(f *field) bool {
	b := w.b
	if len(b) < 6 || b[0] < 8 || b[0] >= 0x80 {
		return false
	}
	n := 0
	switch f.kind = protowire.Type(b[0] & 7); f.kind {
	case varint:
		switch {
		case b[1] < 0x80:
			f.v, n = uint64(b[1]), 2
		case b[2] < 0x80:
			f.v, n = uint64(b[1]&0x7f)|uint64(b[2])<<7, 3
		case b[3] < 0x80:
			f.v, n = uint64(b[1]&0x7f)|uint64(b[2]&0x7f)<<7|uint64(b[3])<<14, 4
		default:
			return false
		}
	case fixed4:
		f.v, n = uint64(binary.LittleEndian.Uint32(b[1:])), 5
	default:
		return false
	}
	f.num, f.b, w.b = protowire.Number(b[0]>>3), nil, b[n:]
	return true
}

func (w *wire) fail() {
	if w.err == nil {
		w.err = refuse("This is not an ONNX file, or a damaged one: %s cannot be read.", w.what)
	}
}

// skip advances by n bytes; a negative n means that they could not be read.
func (w *wire) skip(n int) {
	if n < 0 {
		w.fail()
		n = len(w.b)
	}
	w.b = w.b[n:]
}

// number reads a number of the given kind.
func (w *wire) number(kind protowire.Type) (v uint64) {
	n := -1
	switch kind {
	case varint:
		v, n = protowire.ConsumeVarint(w.b)
	case fixed8:
		v, n = protowire.ConsumeFixed64(w.b)
	case fixed4:
		var short uint32
		short, n = protowire.ConsumeFixed32(w.b)
		v = uint64(short)
	}
	w.skip(n)
	return v
}

// is reports whether the field has the given number and kind. If only the kind differs, it
// reports damage.
func (w *wire) is(f *field, num protowire.Number, kind protowire.Type) bool {
	if f.num != num {
		return false
	}
	if f.kind != kind {
		w.fail()
	}
	return f.kind == kind
}

// numbers reads a repeated number, packed or not. It counts the values before allocating memory,
// and calls add in order.
func numbers(w *wire, f *field, kind protowire.Type, add func(v uint64)) {
	if f.kind != bytes_ {
		if f.kind != kind {
			w.fail()
			return
		}
		add(f.v)
		return
	}
	p := wire{b: f.b, what: w.what}
	for len(p.b) > 0 && p.err == nil {
		if v := p.number(kind); p.err == nil {
			add(v)
		}
	}
	if p.err != nil {
		w.err = p.err
	}
}

// count returns the number of values of a repeated number in one field.
func count(f *field, kind protowire.Type) int {
	switch {
	case f.kind != bytes_:
		return 1
	case kind == fixed4:
		return len(f.b) / 4
	case kind == fixed8:
		return len(f.b) / 8
	}
	n := 0
	for _, c := range f.b {
		if c < 0x80 {
			n++
		}
	}
	return n
}

func float32Of(v uint64) float64 { return float64(math.Float32frombits(uint32(v))) }
