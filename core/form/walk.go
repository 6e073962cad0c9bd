package form

import (
	"encoding/binary"
	"math"
	"reflect"
	"slices"
	"strings"

	"causeway/core/fault"
)

// MaxValues is the largest number of values in a walk: numbers, texts, fields and lists. With
// this limit, no bytes can make the decoder allocate more than a few tens of megabytes beyond
// their own length.
const MaxValues = 1 << 20

// Walk validates encoded bytes against the Go type to which they belong, before the codec reads
// them. It checks that every length fits the remaining bytes, and that every struct has exactly
// its fields in their order. Numbers must fit their types, be finite and keep the limits of their
// tags. Nothing else may occur: no nil instead of a list, no maps and no extensions. The depth is
// limited by the nesting of the types.
type Walk struct {
	b       []byte
	pos     int
	values  int
	most    int  // number of values
	version int  // version of the forms of the bytes; 0 for Version
	renames bool // see called
}

// NewWalk starts a walk.
func NewWalk(b []byte) *Walk { return &Walk{b: b, most: MaxValues} }

// Of sets the version of the forms of the bytes.
func (w *Walk) Of(version int) *Walk { w.version = version; return w }

// Rest returns the remaining bytes.
func (w *Walk) Rest() []byte { return w.b[w.pos:] }

// Value validates one value of type t.
func (w *Walk) Value(t reflect.Type) error { return w.value(planOf(t), nil) }

// Errorf returns an error about the bytes at the present position.
func (w *Walk) Errorf(format string, args ...any) error {
	return fault.Errorf("%w: byte %d: "+format, slices.Concat([]any{ErrBytes, w.pos}, args)...)
}

// value validates a value with the given limits. nil means no limits.
func (w *Walk) value(p *plan, b *bounds) error {
	if err := w.count(); err != nil {
		return err
	}
	switch p.typ.Kind() {
	case reflect.Bool:
		return w.boolean()
	case reflect.Int, reflect.Int32, reflect.Int64:
		return w.signed(p.typ, b)
	case reflect.Uint8, reflect.Uint64:
		return w.unsigned(p.typ, b)
	case reflect.Float64:
		return w.number(b)
	case reflect.String:
		raw, err := w.run(textHead)
		if err == nil && b != nil {
			return b.text(raw)
		}
		return err
	case reflect.Slice:
		return w.list(p.elem, b)
	}
	if p.typ == floatsType {
		return w.floats(b)
	}
	return w.fields(p)
}

func (w *Walk) count() error {
	if w.values++; w.values > w.most {
		return w.Errorf("there are more than %d values", w.most)
	}
	return nil
}

func (w *Walk) boolean() error {
	c, err := w.code()
	if err == nil && c != 0xc2 && c != 0xc3 {
		return w.Errorf("there is the code %#x where a boolean is expected", c)
	}
	return err
}

func (w *Walk) signed(t reflect.Type, b *bounds) error {
	v, big, err := w.Integer()
	if err == nil && (big || reflect.Zero(t).OverflowInt(v)) {
		return w.Errorf("a whole number is too large")
	}
	if err == nil && b != nil {
		return b.number(float64(v))
	}
	return err
}

func (w *Walk) unsigned(t reflect.Type, b *bounds) error {
	v, _, err := w.Integer()
	if err == nil && (v < 0 && t.Kind() != reflect.Uint64 || reflect.Zero(t).OverflowUint(uint64(v))) {
		return w.Errorf("a whole number is too large")
	}
	if err == nil && b != nil {
		return b.number(float64(uint64(v)))
	}
	return err
}

func (w *Walk) number(b *bounds) error {
	c, err := w.code()
	if err != nil {
		return err
	}
	if c != 0xcb {
		return w.Errorf("there is the code %#x where a number is expected", c)
	}
	raw, err := w.take(8)
	if err != nil {
		return err
	}
	v := math.Float64frombits(binary.BigEndian.Uint64(raw))
	switch {
	case b != nil:
		return b.number(v)
	case v-v != 0:
		return w.Errorf("a number is not finite")
	}
	return nil
}

// list validates a slice: nil, a byte string or an array.
func (w *Walk) list(elem *plan, b *bounds) error {
	if w.null() {
		return b.size(0)
	}
	if elem.typ.Kind() == reflect.Uint8 {
		raw, err := w.run(bytesHead)
		if err != nil {
			return err
		}
		return b.size(len(raw))
	}
	n, err := w.length(arrayHead)
	if err == nil && w.values+n > w.most {
		return w.Errorf("there are more than %d values", w.most)
	}
	if err == nil {
		err = b.size(n)
	}
	each := b.ofItems()
	for i := 0; err == nil && i < n; i++ {
		if err = w.value(elem, each); err != nil {
			return b.inItem(err, i+1, elem.fields != nil)
		}
	}
	return err
}

// null skips a nil in place of a list and reports whether it did.
func (w *Walk) null() bool {
	is := w.pos < len(w.b) && w.b[w.pos] == 0xc0
	if is {
		w.pos++
	}
	return is
}

// fields validates a struct.
func (w *Walk) fields(p *plan) error {
	n, err := w.length(structHead)
	if err != nil {
		return err
	}
	if p.anyOrder {
		return w.inAnyOrder(p, n)
	}
	due, new := 0, 0
	for i := range p.fields {
		if f := &p.fields[i]; w.there(f) {
			due++
			if w.new(f) {
				new++
			}
		}
	}
	missing := due - n
	if missing < 0 || missing > new {
		return w.Errorf("there are %d fields of %v instead of %d", n, p.typ, due)
	}
	for i := range p.fields {
		f := &p.fields[i]
		switch {
		case !w.there(f):
		case missing > 0 && w.new(f) && !w.next(f.name):
			missing--
		default:
			if err := w.field(f); err != nil {
				return err
			}
		}
	}
	if missing > 0 {
		return w.Errorf("%v has a field twice or in the wrong order", p.typ)
	}
	return nil
}

// floats validates Floats: the shape must match the number of bytes, and every number must be
// finite.
func (w *Walk) floats(b *bounds) error {
	n, err := w.length(structHead)
	if err != nil {
		return err
	}
	if n != 2 {
		return w.Errorf("there are %d fields of %v instead of 2", n, floatsType)
	}
	if err := w.named("shape"); err != nil {
		return err
	}
	shape, err := w.sizes()
	if err != nil {
		return err
	}
	if err = w.named("data"); err != nil {
		return err
	}
	var data []byte
	if err = w.count(); err == nil && !w.null() {
		data, err = w.run(bytesHead)
	}
	if err != nil {
		return err
	}
	if b == nil {
		b = &bounds{is: "array"}
	}
	return b.floats(shape, data)
}

func (w *Walk) named(want string) error {
	name, err := w.text()
	if err == nil && string(name) != want {
		return w.Errorf("the field %.40q stands where %q is expected", name, want)
	}
	return err
}

// sizes reads a list of integers.
func (w *Walk) sizes() ([]int, error) {
	if err := w.count(); err != nil || w.null() {
		return nil, err
	}
	n, err := w.length(arrayHead)
	if err != nil {
		return nil, err
	}
	if n > maxDims {
		return nil, w.Errorf("there are %d dimensions; at most %d are allowed", n, maxDims)
	}
	shape := make([]int, n)
	for i := range shape {
		if err := w.count(); err != nil {
			return nil, err
		}
		v, big, err := w.Integer()
		if err != nil {
			return nil, err
		}
		if shape[i] = int(v); big || int64(shape[i]) != v {
			return nil, w.Errorf("a whole number is too large")
		}
	}
	return shape, nil
}

const maxDims = 8

// there reports whether a field exists in bytes of this version.
func (w *Walk) there(f *field) bool { return w.version == 0 || f.since <= w.version }

// new reports whether a field may be missing in stored bytes of the newest version. New fields
// are added to a version until the next one begins, and data stored before a field was added must
// remain readable. Messages may omit such fields if they are zero.
func (w *Walk) new(f *field) bool {
	return w.version == Version && f.since == Version || w.version == 0 && f.spare
}

// next reports whether a given text is next, without moving the position.
func (w *Walk) next(name string) bool {
	if w.pos == len(w.b) || !textHead.begins(w.b[w.pos]) { // the error would not be used
		return false
	}
	ahead := *w
	text, err := ahead.text()
	return err == nil && (string(text) == name || w.renames && strings.EqualFold(string(text), name))
}

// called reports whether a name refers to a field. Browsers have stored fields under Go's names
// that have since received separate names with a different case. If such names are accepted, the
// present name is written over the old one.
func (w *Walk) called(name []byte, f *field) bool {
	if w.renames && strings.EqualFold(string(name), f.name) {
		copy(name, f.name)
	}
	return string(name) == f.name
}

func (w *Walk) field(f *field) error {
	name, err := w.text()
	if err != nil {
		return err
	}
	if !w.called(name, f) {
		return w.Errorf("the field %.40q stands where %q is expected", name, f.name)
	}
	return w.content(f)
}

// content validates the content of a field.
func (w *Walk) content(f *field) error {
	err := w.value(f.plan, &f.bounds)
	if err != nil && f.plan.fields != nil && f.plan.typ != floatsType {
		return f.bounds.in(err)
	}
	return err
}

// inAnyOrder validates a struct in which some fields may be in any position, or missing if they
// are zero, see AnyOrder. All other fields must be present in their order.
func (w *Walk) inAnyOrder(p *plan, n int) error {
	done := make([]bool, len(p.fields))
	for ; n > 0; n-- {
		name, err := w.text()
		if err != nil {
			return err
		}
		at := slices.IndexFunc(p.fields, func(f field) bool { return w.called(name, &f) && w.there(&f) })
		if at < 0 || done[at] || !p.fields[at].anyOrder && w.missing(p, done[:at]) != nil {
			return w.Errorf("%[2]v does not have the field %.40[1]q", name, p.typ)
		}
		if err := w.content(&p.fields[at]); err != nil {
			return err
		}
		done[at] = true
	}
	if f := w.missing(p, done); f != nil {
		return w.Errorf("the field %q of %v is missing", f.name, p.typ)
	}
	return nil
}

// missing returns the first required field that has not occurred.
func (w *Walk) missing(p *plan, done []bool) *field {
	for i := range done {
		if f := &p.fields[i]; !done[i] && !f.anyOrder && w.there(f) && !w.new(f) {
			return f
		}
	}
	return nil
}
