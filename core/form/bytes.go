package form

import (
	"bytes"
	"reflect"

	"github.com/vmihailenco/msgpack/v5"

	"causeway/core/fault"
)

// Version is the version of the forms of what is kept: in files, and in browsers. A
// field that came later than the first version says so,
//
//	Least float64 `msgpack:"least" since:"2"`
//
// and is its zero value where the bytes are older, which must therefore mean what
// held before there was the field.
const Version = 2

// MaxBytes bounds the bytes of a value.
const MaxBytes = 96 << 20

// ErrBytes is wrapped by every error about bytes that are not a good value.
var ErrBytes error = fault.Kind("form: bad bytes")

// ErrVersion says that bytes are of another version than this program reads.
var ErrVersion = fault.Errorf("form: another version")

// Marshal returns the bytes of one value, as parts of files hold it. The same value
// gives the same bytes. It refuses what Unmarshal would refuse.
func Marshal[T any](v T) ([]byte, error) { return MarshalUpTo(v, MaxValues) }

// MarshalUpTo is Marshal of so many values at most.
func MarshalUpTo[T any](v T, values int) ([]byte, error) {
	b, err := encode(v)
	if err != nil {
		return nil, err
	}
	return b, prove[T](walkUpTo(b, values, Version))
}

// Unmarshal reads what Marshal wrote: it proves all bytes before it takes memory for
// the value.
func Unmarshal[T any](b []byte) (v T, err error) { return UnmarshalUpTo[T](b, MaxValues) }

// UnmarshalUpTo is Unmarshal of so many values at most.
func UnmarshalUpTo[T any](b []byte, values int) (v T, err error) {
	return UnmarshalOf[T](b, values, Version)
}

// UnmarshalKept is Unmarshal for bytes of this version or an earlier one that do not say which.
// Fields have the names that they have now, or Go's.
func UnmarshalKept[T any](b []byte) (v T, err error) {
	b = bytes.Clone(b)
	for version := Version; version > 0; version-- {
		w := walkUpTo(b, MaxValues, version)
		w.renames = true
		e := prove[T](w)
		if e == nil {
			return v, Decode(b, &v)
		}
		if err == nil {
			err = e
		}
	}
	return v, err
}

// UnmarshalOf is UnmarshalUpTo of bytes of a version of the forms.
func UnmarshalOf[T any](b []byte, values, version int) (v T, err error) {
	if err := prove[T](walkUpTo(b, values, version)); err != nil {
		return v, err
	}
	return v, Decode(b, &v)
}

// Decode reads proved bytes into what v points to.
func Decode(b []byte, v any) error { return DecodeInTurns(b, v, func() {}) }

// DecodeInTurns is Decode that asks after every few hundred values whether somebody else should have a turn.
func DecodeInTurns(b []byte, v any, pause func()) error {
	d := msgpack.NewDecoder(&turns{Reader: bytes.NewReader(b), pause: pause})
	d.DisallowUnknownFields(true)
	d.DisableAllocLimit(true) // nothing is longer than b, and what grows takes three times as much
	if err := d.Decode(v); err != nil {
		return fault.Errorf("%w: %T: %w", ErrBytes, v, err)
	}
	return nil
}

// Check reports the first field of a value that does not keep its bounds.
func Check(v any) error {
	b, err := encode(v)
	if err != nil {
		return err
	}
	w := NewWalk(b)
	return w.Value(reflect.TypeOf(v))
}

func encode(v any) ([]byte, error) {
	var n length
	if err := msgpack.NewEncoder(&n).Encode(v); err != nil {
		return nil, fault.Errorf("form: %T: %w", v, err)
	}
	buf := bytes.NewBuffer(make([]byte, 0, n)) // which takes up to three times as much while it grows
	err := msgpack.NewEncoder(buf).Encode(v)
	return buf.Bytes(), err
}

// turns are bytes that are read with pauses. Every value begins with a byte that is read
// separately.
type turns struct {
	*bytes.Reader
	read  int
	pause func()
}

const turn = 512 // values, a few milliseconds where they are read slowly

func (t *turns) ReadByte() (byte, error) {
	if t.read++; t.read%turn == 0 {
		t.pause()
	}
	return t.Reader.ReadByte()
}

// length counts what is written.
type length int

func (n *length) Write(b []byte) (int, error) {
	*n += length(len(b))
	return len(b), nil
}

func walkUpTo(b []byte, values, version int) *Walk {
	return &Walk{b: b, most: min(values, MaxValues), version: version}
}

// prove holds that bytes are one value of a type and nothing else.
func prove[T any](w *Walk) error {
	if n := len(w.b); n > MaxBytes {
		return fault.Errorf("%w: %d bytes; at most %d are possible", ErrBytes, n, MaxBytes)
	}
	if err := w.Value(reflect.TypeFor[T]()); err != nil {
		return err
	}
	return w.End()
}
