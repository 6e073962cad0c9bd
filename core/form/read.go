package form

import (
	"math"
	"slices"
)

// Text reads a text.
func (w *Walk) Text() (string, error) {
	raw, err := w.text()
	return string(raw), err
}

func (w *Walk) text() ([]byte, error) { return w.run(textHead) }

// List reads the head of a list and returns its length.
func (w *Walk) List() (int, error) { return w.length(arrayHead) }

// Struct reads the head of a struct and returns its number of fields.
func (w *Walk) Struct() (int, error) { return w.length(structHead) }

// Integer reads an integer of any width. big reports an unsigned number beyond the signed range,
// whose bits are in v.
func (w *Walk) Integer() (v int64, big bool, err error) {
	c, err := w.code()
	if err != nil {
		return 0, false, err
	}
	if c <= 0x7f || c >= 0xe0 {
		return int64(int8(c)), false, nil
	}
	if c < 0xcc || c > 0xd3 {
		return 0, false, w.Errorf("there is the code %#x where a whole number is expected", c)
	}
	n := 1 << (c & 3) // 0xcc to 0xcf unsigned, 0xd0 to 0xd3 signed, 1 to 8 bytes
	raw, err := w.take(n)
	if err != nil {
		return 0, false, err
	}
	u := bigEndian(raw)
	if c < 0xd0 {
		return int64(u), u > math.MaxInt64, nil
	}
	shift := 64 - 8*n
	return int64(u<<shift) >> shift, false, nil
}

// Skip skips one value of any type. It checks only that the lengths fit the remaining bytes.
func (w *Walk) Skip() error {
	for left := 1; left > 0; left-- {
		if w.pos == len(w.b) {
			return w.Errorf("the frame ends early")
		}
		var n int
		var err error
		switch c := w.b[w.pos]; {
		case c <= 0x7f || c >= 0xe0 || c == 0xc0 || c == 0xc2 || c == 0xc3: // a small number, nil, false or true
			w.pos++
		case textHead.begins(c):
			_, err = w.run(textHead)
		case c == 0xcb: // a number
			_, err = w.take(9)
		case structHead.begins(c):
			n, err = w.length(structHead)
			left += 2 * n
		case arrayHead.begins(c):
			n, err = w.length(arrayHead)
			left += n
		case bytesHead.begins(c):
			_, err = w.run(bytesHead)
		default:
			_, _, err = w.Integer()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// head lists the codes that start a value with a length. The short codes from low to high contain
// the length, and wide[i] is followed by a length of 1<<i bytes.
type head struct {
	what      string
	low, high byte
	wide      [3]byte
}

var (
	textHead   = head{"a text", 0xa0, 0xbf, [3]byte{0xd9, 0xda, 0xdb}}
	bytesHead  = head{"a byte string", 1, 0, [3]byte{0xc4, 0xc5, 0xc6}}
	arrayHead  = head{"a list", 0x90, 0x9f, [3]byte{0, 0xdc, 0xdd}}
	structHead = head{"a struct", 0x80, 0x8f, [3]byte{0, 0xde, 0xdf}}
)

// begins reports whether a code starts such a value.
func (h head) begins(c byte) bool {
	return c >= h.low && c <= h.high || c != 0 && slices.Contains(h.wide[:], c)
}

// length reads a head and checks that the remaining bytes can hold the elements, each of which
// takes at least one byte.
func (w *Walk) length(h head) (int, error) {
	c, err := w.code()
	if err != nil {
		return 0, err
	}
	if !h.begins(c) {
		return 0, w.Errorf("there is the code %#x where %s is expected", c, h.what)
	}
	n := int(c - h.low)
	if c < h.low || c > h.high {
		i := slices.Index(h.wide[:], c)
		raw, err := w.take(1 << i)
		if err != nil {
			return 0, err
		}
		n = int(bigEndian(raw))
	}
	if left := len(w.b) - w.pos; n > left {
		return 0, w.Errorf("%s of %d does not fit into %d bytes", h.what, n, left)
	}
	return n, nil
}

// run reads a text or a byte string.
func (w *Walk) run(h head) ([]byte, error) {
	n, err := w.length(h)
	if err != nil {
		return nil, err
	}
	return w.take(n)
}

func (w *Walk) code() (byte, error) {
	b, err := w.take(1)
	if err != nil {
		return 0, err
	}
	return b[0], nil
}

func (w *Walk) take(n int) ([]byte, error) {
	if n > len(w.b)-w.pos {
		return nil, w.Errorf("the frame ends early")
	}
	b := w.b[w.pos : w.pos+n]
	w.pos += n
	return b, nil
}

// End checks that no byte remains.
func (w *Walk) End() error {
	if n := len(w.b) - w.pos; n != 0 {
		return w.Errorf("%d bytes are left over", n)
	}
	return nil
}

func bigEndian(b []byte) uint64 {
	var v uint64
	for _, x := range b {
		v = v<<8 | uint64(x)
	}
	return v
}
