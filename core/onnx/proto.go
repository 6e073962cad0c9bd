package onnx

import (
	"encoding/binary"
	"math"
)

// wire is a message of Protocol Buffers that is read field by field. Every
// length is compared with the bytes that are there, and nothing is copied: a
// value is a part of the file's own bytes.
type wire struct {
	b    []byte
	what string // for refusals
	err  error
}

// field is one field of a message: its number and its value, a number for
// fixed and variable lengths and bytes for the rest.
type field struct {
	num  uint64
	kind byte
	v    uint64
	b    []byte
}

const (
	varint = 0
	fixed8 = 1
	bytes_ = 2
	fixed4 = 5
)

// next reads a field and reports whether there was one.
func (w *wire) next(f *field) bool {
	if len(w.b) == 0 || w.err != nil {
		return false
	}
	tag := w.varint()
	f.num, f.kind, f.v, f.b = tag>>3, byte(tag&7), 0, nil
	switch f.kind {
	case varint:
		f.v = w.varint()
	case fixed8:
		if b := w.take(8); b != nil {
			f.v = binary.LittleEndian.Uint64(b)
		}
	case fixed4:
		if b := w.take(4); b != nil {
			f.v = uint64(binary.LittleEndian.Uint32(b))
		}
	case bytes_:
		f.b = w.take(w.varint())
	default:
		w.fail()
	}
	if f.num == 0 || f.num >= 1<<29 {
		w.fail()
	}
	return w.err == nil
}

func (w *wire) fail() {
	if w.err == nil {
		w.err = refuse("This is not an ONNX file, or a damaged one: %s cannot be read.", w.what)
	}
}

func (w *wire) varint() uint64 {
	v, n := binary.Uvarint(w.b)
	if n <= 0 {
		w.fail()
		w.b = nil
		return 0
	}
	w.b = w.b[n:]
	return v
}

func (w *wire) take(n uint64) []byte {
	if n > uint64(len(w.b)) {
		w.fail()
		return nil
	}
	b := w.b[:n:n]
	w.b = w.b[n:]
	if b == nil {
		b = []byte{}
	}
	return b
}

// is reports whether the field has the number and the kind, and refuses the
// number with another kind.
func (w *wire) is(f *field, num uint64, kind byte) bool {
	if f.num != num {
		return false
	}
	if f.kind != kind {
		w.fail()
	}
	return f.kind == kind
}

// numbers collects a repeated number, packed or not. width is 0 for variable
// lengths. It counts before it takes memory; add is called in order.
func numbers(w *wire, f *field, width int, add func(v uint64)) {
	if f.kind != bytes_ {
		if f.kind != kindOf(width) {
			w.fail()
			return
		}
		add(f.v)
		return
	}
	p := wire{b: f.b, what: w.what}
	for len(p.b) > 0 && p.err == nil {
		switch width {
		case 0:
			add(p.varint())
		case 4:
			if b := p.take(4); b != nil {
				add(uint64(binary.LittleEndian.Uint32(b)))
			}
		case 8:
			if b := p.take(8); b != nil {
				add(binary.LittleEndian.Uint64(b))
			}
		}
	}
	if p.err != nil {
		w.err = p.err
	}
}

func kindOf(width int) byte {
	switch width {
	case 4:
		return fixed4
	case 8:
		return fixed8
	}
	return varint
}

// count is the number of values of a repeated number in one field.
func count(f *field, width int) int {
	if f.kind != bytes_ {
		return 1
	}
	if width > 0 {
		return len(f.b) / width
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
