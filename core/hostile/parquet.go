package hostile

import (
	"encoding/binary"
	"math"
	"slices"
)

// Parquet changes the metadata of a file or page, or the content of a page, and updates the
// lengths and positions around it.
func Parquet(b []byte, s Script) []byte {
	for range 1 + s.pick(3) {
		b = parquet(b, &s)
	}
	return b
}

func parquet(b []byte, s *Script) []byte {
	end := len(b) - 8
	if end < 4 || int(binary.LittleEndian.Uint32(b[end:])) > end-4 {
		return aByte(slices.Clone(b), s)
	}
	begin := end - int(binary.LittleEndian.Uint32(b[end:]))
	footer, rest, ok := readThrift(b[begin:end], asStruct)
	if !ok || len(rest) > 0 {
		return aByte(slices.Clone(b), s)
	}
	body := slices.Clone(b[:begin])
	list := pagesOf(body, footer)
	if how := s.pick(4); how == 0 || len(list) == 0 {
		footer.change(s)
	} else {
		p := list[s.pick(len(list))]
		header, _, _ := readThrift(body[p.from:p.body], asStruct)
		held := slices.Clone(body[p.body:p.to])
		switch how {
		case 1:
			header.change(s)
		case 2:
			held = aByte(held, s)
			if f := header.field(3); f != nil {
				f.whole = int64(len(held))
			}
		case 3: // same length as before
			if len(held) > 0 {
				held[s.pick(len(held))] = []byte{0, 1, 2, 3, 0x7f, 0x80, 0xff, byte(s.pick(256))}[s.pick(8)]
			}
		}
		changed := append(header.bytes(), held...)
		body = slices.Replace(body, p.from, p.to, changed...)
		moveColumns(footer, p.from, len(changed)-(p.to-p.from))
	}
	text := footer.bytes()
	body = append(body, text...)
	return append(binary.LittleEndian.AppendUint32(body, uint32(len(text))), b[len(b)-4:]...)
}

// A page is described by the positions of its header, of its content and of its end.
type page struct{ from, body, to int }

// pagesOf finds the pages listed in the footer, as far as they can be read.
func pagesOf(b []byte, footer *thrift) (list []page) {
	for _, column := range columnsOf(footer) {
		at, end := column.span()
		for at >= 0 && at < end && end <= len(b) {
			header, rest, ok := readThrift(b[at:end], asStruct)
			if !ok {
				break
			}
			held := header.field(3)
			if held == nil || held.whole < 0 || held.whole > int64(len(rest)) {
				break
			}
			p := page{at, end - len(rest), end - len(rest) + int(held.whole)}
			list, at = append(list, p), p.to
		}
	}
	return list
}

// moveColumns adapts a footer to the insertion of bytes at a position.
func moveColumns(footer *thrift, at, by int) {
	for _, column := range columnsOf(footer) {
		if from, to := column.span(); at >= from && at < to {
			column.field(7).whole += int64(by)
		}
		for _, id := range []int{9, 10, 11} {
			if f := column.field(id); f != nil && f.whole > int64(at) {
				f.whole += int64(by)
			}
		}
	}
}

type columnMeta struct{ *thrift }

// columnsOf returns the columns of the row groups in a footer.
func columnsOf(footer *thrift) (list []columnMeta) {
	for _, group := range footer.field(4).elements() {
		for _, chunk := range group.field(1).elements() {
			if m := chunk.field(3); m != nil {
				list = append(list, columnMeta{m})
			}
		}
	}
	return list
}

// span returns the range of a column's pages, or an empty range if it is missing.
func (c columnMeta) span() (from, to int) {
	first, size := c.field(9), c.field(7)
	if first == nil || size == nil {
		return -1, -1
	}
	at := first.whole
	if d := c.field(11); d != nil && d.whole > 0 {
		at = min(at, d.whole)
	}
	if at < 0 || size.whole < 0 || at > math.MaxInt32 || size.whole > math.MaxInt32 {
		return -1, -1
	}
	return int(at), int(at + size.whole)
}

// Types of Thrift's compact protocol.
const (
	asTrue, asFalse, asByte, asInt16, asInt32, asInt64 = 1, 2, 3, 4, 5, 6
	asDouble, asBinary, asList, asStruct               = 7, 8, 9, 12
)

// thrift is a value of the compact protocol.
type thrift struct {
	kind  byte
	whole int64     // for a number
	raw   []byte    // for a double or binary
	of    byte      // element type of a list
	ids   []int     // field numbers of a struct
	list  []*thrift // elements or fields
}

func (v *thrift) field(id int) *thrift {
	if v == nil || v.kind != asStruct {
		return nil
	}
	if i := slices.Index(v.ids, id); i >= 0 {
		return v.list[i]
	}
	return nil
}

func (v *thrift) elements() []*thrift {
	if v == nil || v.kind != asList {
		return nil
	}
	return v.list
}

func readThrift(b []byte, kind byte) (v *thrift, rest []byte, ok bool) {
	v = &thrift{kind: kind}
	switch kind {
	case asTrue, asFalse:
		return v, b, true
	case asByte:
		if len(b) == 0 {
			return nil, nil, false
		}
		v.whole = int64(int8(b[0]))
		return v, b[1:], true
	case asInt16, asInt32, asInt64:
		n := 0
		v.whole, n = binary.Varint(b)
		return v, b[max(n, 0):], n > 0
	case asDouble, asBinary:
		size, n := uint64(8), 0
		if kind == asBinary {
			size, n = binary.Uvarint(b)
		}
		if n < 0 || kind == asBinary && n == 0 || size > uint64(len(b)-n) {
			return nil, nil, false
		}
		v.raw = b[n : n+int(size)]
		return v, b[n+int(size):], true
	case asList:
		if len(b) == 0 {
			return nil, nil, false
		}
		size, n := uint64(b[0]>>4), 1
		v.of = b[0] & 15
		if size == 15 {
			size, n = binary.Uvarint(b[1:])
			n++
		}
		if n < 2 && b[0]>>4 == 15 || size > uint64(len(b)-n) {
			return nil, nil, false
		}
		b = b[n:]
		of := v.of
		if of <= asFalse {
			of = asByte // in a list, a boolean takes one byte
		}
		for range size {
			var e *thrift
			if e, b, ok = readThrift(b, of); !ok {
				return nil, nil, false
			}
			v.list = append(v.list, e)
		}
		return v, b, true
	case asStruct:
		for id := 0; len(b) > 0; {
			head := b[0]
			if b = b[1:]; head&15 == 0 {
				return v, b, true
			}
			if head>>4 > 0 {
				id += int(head >> 4)
			} else {
				n, size := binary.Varint(b)
				if size <= 0 {
					break
				}
				id, b = int(int16(n)), b[size:]
			}
			var f *thrift
			if f, b, ok = readThrift(b, head&15); !ok {
				break
			}
			v.ids, v.list = append(v.ids, id), append(v.list, f)
		}
	}
	return nil, nil, false
}

func (v *thrift) bytes() []byte { return v.append(nil) }

func (v *thrift) append(b []byte) []byte {
	switch v.kind {
	case asByte:
		return append(b, byte(v.whole))
	case asInt16, asInt32, asInt64:
		return binary.AppendVarint(b, v.whole)
	case asBinary:
		return append(binary.AppendUvarint(b, uint64(len(v.raw))), v.raw...)
	case asDouble:
		return append(b, v.raw...)
	case asList:
		if n := len(v.list); n < 15 {
			b = append(b, byte(n)<<4|v.of)
		} else {
			b = binary.AppendUvarint(append(b, 0xf0|v.of), uint64(n))
		}
		for _, e := range v.list {
			b = e.append(b)
		}
	case asStruct:
		last := 0
		for i, f := range v.list {
			if step := v.ids[i] - last; step > 0 && step < 16 {
				b = append(b, byte(step)<<4|f.kind)
			} else {
				b = binary.AppendVarint(append(b, f.kind), int64(v.ids[i]))
			}
			last = v.ids[i]
			b = f.append(b)
		}
		return append(b, 0)
	}
	return b
}

// change makes one change in a value.
func (v *thrift) change(s *Script) {
	switch v.kind {
	case asTrue, asFalse:
		v.kind = asTrue + asFalse - v.kind
	case asByte:
		v.whole = int64(s.pick(256))
	case asInt16, asInt32, asInt64:
		near := []int64{v.whole - 1, v.whole + 1, 2 * v.whole, -v.whole}
		if i := s.pick(len(near) + len(wholes)); i < len(near) {
			v.whole = near[i]
		} else {
			v.whole = int64(wholes[i-len(near)])
		}
		if v.kind != asInt64 {
			v.whole = int64(int32(v.whole))
		}
	case asDouble:
		v.raw = binary.LittleEndian.AppendUint64(nil, math.Float64bits(floats[s.pick(len(floats))]))
	case asBinary:
		v.raw = aByte(slices.Clone(v.raw), s)
	case asList:
		if at := s.pick(len(v.list) + 1); at < len(v.list) {
			v.list[at].change(s)
		} else {
			v.list = rearranged(v.list, s)
		}
	case asStruct:
		switch at := s.pick(len(v.list) + 1); {
		case at < len(v.list):
			v.list[at].change(s)
		case len(v.list) > 0:
			at = s.pick(len(v.list))
			if s.pick(2) == 0 {
				v.ids, v.list = slices.Delete(v.ids, at, at+1), slices.Delete(v.list, at, at+1)
			} else { // it belongs to another value
				v.ids[at] = max(1, v.ids[at]+s.pick(5)-2)
			}
		}
	}
}
