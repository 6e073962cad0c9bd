package form

import (
	"bytes"
	"reflect"

	"github.com/vmihailenco/msgpack/v5"

	"causeway/core/fault"
)

// Version is the version of the forms of stored data, in files and in browsers. A field
// introduced after the first version has a tag,
//
//	Least float64 `msgpack:"least" since:"2"`
//
// and has its zero value when older bytes are read. The zero value must therefore mean the
// behaviour before the field existed.
const Version = 2

// MaxBytes is the largest size of a value in bytes.
const MaxBytes = 96 << 20

// Errors about bytes that are not a valid value wrap ErrBytes.
var ErrBytes error = fault.Kind("form: the bytes are not valid")

// ErrVersion means that bytes have another version than the ones that this program reads.
var ErrVersion = fault.Errorf("form: the bytes have another version")

// Marshal returns the bytes of one value, in the form used in parts of files. The same value
// always produces the same bytes. Marshal rejects everything that Unmarshal would reject.
func Marshal(v any) ([]byte, error) { return MarshalUpTo(v, MaxValues) }

// MarshalUpTo is Marshal with a limit on the number of values.
func MarshalUpTo(v any, values int) ([]byte, error) {
	b, err := encode(v)
	if err != nil {
		return nil, err
	}
	return b, walkUpTo(b, values, Version).prove(reflect.TypeOf(v))
}

// Unmarshal reads the output of Marshal. It validates all bytes before it allocates memory for
// the value.
func Unmarshal[T any](b []byte) (v T, err error) {
	err = UnmarshalOf(b, &v, MaxValues, Version)
	return v, err
}

// UnmarshalKept is Unmarshal for bytes of this version or an earlier one that contain no version.
// Fields may have their present names or Go's names.
func UnmarshalKept[T any](b []byte) (v T, err error) {
	err = unmarshalKept(bytes.Clone(b), &v)
	return v, err
}

func unmarshalKept(b []byte, v any) (err error) {
	for version := Version; version > 0; version-- {
		w := walkUpTo(b, MaxValues, version)
		w.renames = true
		e := w.prove(reflect.TypeOf(v).Elem())
		if e == nil {
			return Decode(b, v)
		}
		if err == nil {
			err = e
		}
	}
	return err
}

// UnmarshalOf reads bytes of a given version of the forms into the value to which v points. values
// limits how many values the bytes may hold.
func UnmarshalOf(b []byte, v any, values, version int) error {
	if err := walkUpTo(b, values, version).prove(reflect.TypeOf(v).Elem()); err != nil {
		return err
	}
	return Decode(b, v)
}

// Decode reads validated bytes into the value to which v points.
func Decode(b []byte, v any) error { return DecodeInTurns(b, v, func() {}) }

// DecodeInTurns is Decode with a call of pause after every few hundred values, so that other work
// can run.
func DecodeInTurns(b []byte, v any, pause func()) error {
	d := msgpack.NewDecoder(&turns{Reader: bytes.NewReader(b), pause: pause})
	d.DisallowUnknownFields(true)
	d.DisableAllocLimit(true) // no length exceeds that of b, and growing slices take three times as much
	if err := d.Decode(v); err != nil {
		return fault.Errorf("%w: %T: %w", ErrBytes, v, err)
	}
	return nil
}

// Check returns an error for the first field of a value that exceeds its limits.
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
	buf := bytes.NewBuffer(make([]byte, 0, n)) // preallocated because growth takes up to three times as much memory
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

const turn = 512 // values, which take a few milliseconds if reading is slow

func (t *turns) ReadByte() (byte, error) {
	if t.read++; t.read%turn == 0 {
		t.pause()
	}
	return t.Reader.ReadByte()
}

// length counts the bytes written.
type length int

func (n *length) Write(b []byte) (int, error) {
	*n += length(len(b))
	return len(b), nil
}

func walkUpTo(b []byte, values, version int) *Walk {
	return &Walk{b: b, most: min(values, MaxValues), version: version}
}

// prove checks that bytes are exactly one value of a type.
func (w *Walk) prove(t reflect.Type) error {
	if n := len(w.b); n > MaxBytes {
		return fault.Errorf("%w: there are %d bytes; at most %d are allowed", ErrBytes, n, MaxBytes)
	}
	if err := w.Value(t); err != nil {
		return err
	}
	return w.End()
}
