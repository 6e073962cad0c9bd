package wire

import (
	"bytes"
	"reflect"

	"github.com/vmihailenco/msgpack/v5"

	"causeway/core/fault"
)

// Marshal returns the bytes of one value of a type that frames carry, as parts
// of files hold it. The same value gives the same bytes. It refuses what
// Unmarshal would refuse.
func Marshal[T any](v T) ([]byte, error) {
	var buf bytes.Buffer
	if err := msgpack.NewEncoder(&buf).Encode(v); err != nil {
		return nil, fault.Errorf("wire: %T: %w", v, err)
	}
	return buf.Bytes(), prove[T](buf.Bytes(), MaxValues, Forms)
}

// Unmarshal reads what Marshal wrote, as strictly as Decode: it proves all bytes
// before it takes memory for the value.
func Unmarshal[T any](b []byte) (v T, err error) { return UnmarshalUpTo[T](b, MaxValues) }

// UnmarshalUpTo is Unmarshal of so many values at most.
func UnmarshalUpTo[T any](b []byte, values int) (v T, err error) {
	return UnmarshalForm[T](b, values, Forms)
}

// Forms is the version of the forms of what is kept: in files, and in browsers. A
// field that came later than the first version says so,
//
//	Least float64 `msgpack:"least" since:"2"`
//
// and is its zero value where the bytes are older, which must therefore mean what
// held before there was the field.
const Forms = 2

// UnmarshalKept is Unmarshal of bytes of this version of the forms or an earlier
// one that do not say which.
func UnmarshalKept[T any](b []byte) (v T, err error) {
	for form := Forms; form > 0; form-- {
		v, e := UnmarshalForm[T](b, MaxValues, form)
		if e == nil {
			return v, nil
		}
		if err == nil {
			err = e
		}
	}
	return v, err
}

// UnmarshalForm is UnmarshalUpTo of bytes of a version of the forms.
func UnmarshalForm[T any](b []byte, values, form int) (v T, err error) {
	if err := prove[T](b, values, form); err != nil {
		return v, err
	}
	if err := unmarshal(b, &v); err != nil {
		return v, fault.Errorf("%w: %T: %w", ErrFrame, v, err)
	}
	return v, nil
}

// prove holds that bytes are one value of a type and nothing else.
func prove[T any](b []byte, values, form int) error {
	if len(b) > MaxFrame {
		return fault.Errorf("%w: %d bytes; at most %d are possible", ErrFrame, len(b), MaxFrame)
	}
	p := proof{b: b, most: values, form: form}
	if err := p.value(reflect.TypeFor[T]()); err != nil {
		return err
	}
	return p.end()
}
