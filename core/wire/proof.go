package wire

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"causeway/core/fault"
)

// MaxValues bounds the values of one frame: numbers, texts, fields, lists. With
// it no frame makes the decoder take more than a few tens of megabytes beyond
// its own length.
const MaxValues = 1 << 20

// proof walks encoded bytes beside the Go type that they are meant for, before
// the codec sees them. It holds that every length fits the bytes that remain,
// that every struct has exactly its fields in their order, that numbers fit
// their types and are finite, and that nothing else (nil where there is no
// list, maps, extensions) occurs. The nesting of the types bounds the depth.
type proof struct {
	b      []byte
	pos    int
	values int
	most   int // values; 0: MaxValues
	form   int // version of the forms that the bytes have; 0: Forms
}

func (p *proof) errorf(format string, args ...any) error {
	return fault.Errorf("%w: byte %d: "+format, slices.Concat([]any{ErrFrame, p.pos}, args)...)
}

// value proves one value of type t.
func (p *proof) value(t reflect.Type) error {
	if p.values++; p.values > MaxValues || p.most > 0 && p.values > p.most {
		return p.errorf("more than %d values", p.values-1)
	}
	switch t.Kind() {
	case reflect.Bool:
		return p.boolean()
	case reflect.Int, reflect.Int32, reflect.Int64:
		return p.signed(t)
	case reflect.Uint8, reflect.Uint64:
		return p.unsigned(t)
	case reflect.Float64:
		return p.number()
	case reflect.String:
		return p.run(textHead)
	case reflect.Slice:
		return p.list(t.Elem())
	case reflect.Struct:
		return p.fields(t)
	}
	panic(fmt.Sprintf("wire: proof: type = %v, want one that frames carry", t))
}

func (p *proof) boolean() error {
	c, err := p.code()
	if err == nil && c != 0xc2 && c != 0xc3 {
		return p.errorf("code %#x where a boolean is due", c)
	}
	return err
}

func (p *proof) signed(t reflect.Type) error {
	v, big, err := p.integer()
	if err == nil && (big || reflect.Zero(t).OverflowInt(v)) {
		return p.errorf("a whole number that is too large")
	}
	return err
}

func (p *proof) unsigned(t reflect.Type) error {
	v, _, err := p.integer()
	if err == nil && (v < 0 && t.Kind() != reflect.Uint64 || reflect.Zero(t).OverflowUint(uint64(v))) {
		return p.errorf("a whole number that is too large")
	}
	return err
}

// integer reads a whole number of any width; big says that it is an unsigned
// one past the signed range, whose bits v holds.
func (p *proof) integer() (v int64, big bool, err error) {
	c, err := p.code()
	if err != nil {
		return 0, false, err
	}
	if c <= 0x7f || c >= 0xe0 {
		return int64(int8(c)), false, nil
	}
	if c < 0xcc || c > 0xd3 {
		return 0, false, p.errorf("code %#x where a whole number is due", c)
	}
	n := 1 << (c & 3) // 0xcc to 0xcf unsigned, 0xd0 to 0xd3 signed, 1 to 8 bytes
	raw, err := p.take(n)
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

func (p *proof) number() error {
	c, err := p.code()
	if err != nil {
		return err
	}
	if c != 0xcb {
		return p.errorf("code %#x where a number is due", c)
	}
	raw, err := p.take(8)
	if err != nil {
		return err
	}
	if v := math.Float64frombits(binary.BigEndian.Uint64(raw)); math.IsNaN(v) || math.IsInf(v, 0) {
		return p.errorf("a number that is not finite")
	}
	return nil
}

// list proves a slice: nil, a byte string or an array.
func (p *proof) list(elem reflect.Type) error {
	if p.pos < len(p.b) && p.b[p.pos] == 0xc0 {
		p.pos++
		return nil
	}
	if elem.Kind() == reflect.Uint8 {
		return p.run(bytesHead)
	}
	n, err := p.length(arrayHead)
	for ; err == nil && n > 0; n-- {
		err = p.value(elem)
	}
	return err
}

// fields proves a struct.
func (p *proof) fields(t reflect.Type) error {
	n, err := p.length(structHead)
	if err != nil {
		return err
	}
	list := p.fieldsOf(t)
	if n != len(list) {
		return p.errorf("%d fields for %v, which has %d", n, t, len(list))
	}
	for _, f := range list {
		if err := p.name(fieldName(f)); err != nil {
			return err
		}
		if err := p.value(f.Type); err != nil {
			return err
		}
	}
	return nil
}

// fieldsOf are the fields of a struct in the version of the bytes.
func (p *proof) fieldsOf(t reflect.Type) []reflect.StructField {
	list := make([]reflect.StructField, 0, t.NumField())
	for i := range t.NumField() {
		if f := t.Field(i); p.form == 0 || since(f) <= p.form {
			list = append(list, f)
		}
	}
	return list
}

// since is the version of the forms from which on a field is there.
func since(f reflect.StructField) int {
	v, _ := strconv.Atoi(f.Tag.Get("since"))
	return v
}

// name proves that the next text is want.
func (p *proof) name(want string) error {
	n, err := p.length(textHead)
	if err != nil {
		return err
	}
	raw, err := p.take(n)
	if err == nil && string(raw) != want {
		return p.errorf("unknown field %.40q where %q is due", raw, want)
	}
	return err
}

// fieldName is the name that the codec writes for a field.
func fieldName(f reflect.StructField) string {
	if name, _, _ := strings.Cut(f.Tag.Get("msgpack"), ","); name != "" {
		return name
	}
	return f.Name
}

// head lists the codes that start a value with a length: short codes low to
// high hold it themselves, wide[i] is followed by 1<<i bytes of it.
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

// length reads a head and proves that the bytes that remain can hold it: each
// element takes at least one.
func (p *proof) length(h head) (int, error) {
	c, err := p.code()
	if err != nil {
		return 0, err
	}
	n, known := 0, false
	if c >= h.low && c <= h.high {
		n, known = int(c-h.low), true
	}
	for i, w := range h.wide {
		if c == w && w != 0 {
			raw, err := p.take(1 << i)
			if err != nil {
				return 0, err
			}
			n, known = int(bigEndian(raw)), true
		}
	}
	if !known {
		return 0, p.errorf("code %#x where %s is due", c, h.what)
	}
	if left := len(p.b) - p.pos; n > left {
		return 0, p.errorf("%s of %d in %d bytes", h.what, n, left)
	}
	return n, nil
}

// run proves a text or a byte string.
func (p *proof) run(h head) error {
	n, err := p.length(h)
	p.pos += n
	return err
}

func (p *proof) code() (byte, error) {
	b, err := p.take(1)
	if err != nil {
		return 0, err
	}
	return b[0], nil
}

func (p *proof) take(n int) ([]byte, error) {
	if n > len(p.b)-p.pos {
		return nil, p.errorf("the frame ends early")
	}
	b := p.b[p.pos : p.pos+n]
	p.pos += n
	return b, nil
}

// end proves that no byte is left.
func (p *proof) end() error {
	if n := len(p.b) - p.pos; n != 0 {
		return p.errorf("%d unexplained bytes", n)
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
