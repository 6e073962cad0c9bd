package onnx

import (
	"encoding/binary"
	"math"
	"strconv"
)

// ubjson is a document in Universal Binary JSON, which is big-endian, with the unsigned types
// that XGBoost adds.
type ubjson struct {
	b     []byte
	at    int
	depth int
	kind  byte // type of a list's items if it is given once for all of them; 0 if each item has its own
}

func (u *ubjson) refuse() error {
	return refuse("The file is not a complete UBJSON document: it ends or is wrong at byte %d.", u.at+1)
}

// ubjsonSizes lists the sizes of fixed-size values, in bytes.
var ubjsonSizes = map[byte]int{'Z': 0, 'T': 0, 'F': 0, 'i': 1, 'U': 1, 'C': 1, 'I': 2, 'u': 2, 'l': 4, 'm': 4, 'd': 4,
	'L': 8, 'M': 8, 'D': 8}

// marker reads the type of the next value.
func (u *ubjson) marker() (byte, error) {
	if u.kind != 0 {
		return u.kind, nil
	}
	for u.at < len(u.b) {
		c := u.b[u.at]
		if u.at++; c != 'N' {
			return c, nil
		}
	}
	return 0, u.refuse()
}

// bytes reads the next n bytes.
func (u *ubjson) bytes(n int) ([]byte, error) {
	if n < 0 || n > len(u.b)-u.at {
		return nil, u.refuse()
	}
	u.at += n
	return u.b[u.at-n : u.at], nil
}

// value reads a number of the given type.
func (u *ubjson) value(kind byte) (float64, error) {
	n, ok := ubjsonSizes[kind]
	if !ok {
		return 0, u.refuse()
	}
	b, err := u.bytes(n)
	if err != nil {
		return 0, err
	}
	var bits uint64
	for _, c := range b {
		bits = bits<<8 | uint64(c)
	}
	switch kind {
	case 'T':
		return 1, nil
	case 'i':
		return float64(int8(bits)), nil
	case 'I':
		return float64(int16(bits)), nil
	case 'l':
		return float64(int32(bits)), nil
	case 'L':
		return float64(int64(bits)), nil
	case 'd':
		return float64(math.Float32frombits(uint32(bits))), nil
	case 'D':
		return math.Float64frombits(binary.BigEndian.Uint64(b)), nil
	}
	return float64(bits), nil
}

// length reads a number of elements, each of which takes at least least bytes.
func (u *ubjson) length(least int) (int, error) {
	kind := u.kind
	u.kind = 0
	c, err := u.marker()
	u.kind = kind
	if err != nil {
		return 0, err
	}
	v, err := u.value(c)
	if err != nil {
		return 0, err
	}
	if v < 0 || v != math.Trunc(v) || v > float64((len(u.b)-u.at)/max(least, 1)) {
		return 0, u.refuse()
	}
	return int(v), nil
}

func (u *ubjson) string() (string, error) {
	n, err := u.length(1)
	if err != nil {
		return "", err
	}
	b, err := u.bytes(n)
	return string(b), err
}

// items reads the items between two brackets, or the given number of items.
func (u *ubjson) items(open, shut byte, each func() error) error {
	c, err := u.marker()
	if err != nil {
		return err
	}
	if c != open || u.depth == maxNested {
		return u.refuse()
	}
	outer := u.kind
	u.depth++
	u.kind = 0
	n := -1
	var kind byte
	if u.at+1 < len(u.b) && u.b[u.at] == '$' {
		kind = u.b[u.at+1]
		u.at += 2
		if u.at >= len(u.b) || u.b[u.at] != '#' {
			return u.refuse()
		}
	}
	if u.at < len(u.b) && u.b[u.at] == '#' {
		u.at++
		// Also for values that take no bytes: none of our lists has more items than its file has
		// bytes.
		if n, err = u.length(max(ubjsonSizes[kind], 1)); err != nil {
			return err
		}
	}
	for ; n != 0; n-- {
		for n < 0 && u.at < len(u.b) && u.b[u.at] == 'N' {
			u.at++
		}
		if n < 0 && u.at < len(u.b) && u.b[u.at] == shut {
			u.at++
			break
		}
		if u.at >= len(u.b) && ubjsonSizes[kind] > 0 || n < 0 && u.at >= len(u.b) {
			return u.refuse()
		}
		u.kind = kind
		if err := each(); err != nil {
			return err
		}
	}
	u.kind = outer
	u.depth--
	return nil
}

func (u *ubjson) object(each func(key string) error) error {
	return u.items('{', '}', func() error {
		key, err := u.string()
		if err != nil {
			return err
		}
		return each(key)
	})
}

func (u *ubjson) array(each func() error) error { return u.items('[', ']', each) }

func (u *ubjson) number() (float64, error) {
	c, err := u.marker()
	if err != nil {
		return 0, err
	}
	if c == 'H' {
		s, err := u.string()
		if err != nil {
			return 0, err
		}
		v, err := strconv.ParseFloat(s, 64)
		if err != nil && !isRange(err) {
			return 0, u.refuse()
		}
		return v, nil
	}
	return u.value(c)
}

func (u *ubjson) text() (string, error) {
	c, err := u.marker()
	if err != nil {
		return "", err
	}
	if c == 'S' || c == 'H' {
		return u.string()
	}
	v, err := u.value(c)
	return strconv.FormatFloat(v, 'g', -1, 64), err
}

func (u *ubjson) skip() error {
	c, err := u.marker()
	if err != nil {
		return err
	}
	if u.kind == 0 {
		u.at--
	}
	switch c {
	case '{':
		return u.object(func(string) error { return u.skip() })
	case '[':
		return u.array(u.skip)
	}
	_, err = u.text()
	return err
}
