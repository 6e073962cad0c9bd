package wire

import "causeway/core/form"

// What is kept in browsers is read and written as strictly as files are; see form.

// Marshal is form.Marshal.
func Marshal[T any](v T) ([]byte, error) { return form.Marshal(v) }

// Unmarshal is form.Unmarshal.
func Unmarshal[T any](b []byte) (T, error) { return form.Unmarshal[T](b) }

// UnmarshalKept is form.UnmarshalKept.
func UnmarshalKept[T any](b []byte) (T, error) { return form.UnmarshalKept[T](b) }

// Floats is form.Floats.
type Floats = form.Floats

// NewFloats is form.NewFloats.
func NewFloats(v []float64, shape ...int) Floats { return form.NewFloats(v, shape...) }

// NewRows is form.NewRows.
func NewRows(rows [][]float64) Floats { return form.NewRows(rows) }

// MaxFrame bounds the bytes of a frame.
const MaxFrame = form.MaxBytes

// ErrFrame is wrapped by every error about bytes that are not a good frame.
var ErrFrame = form.ErrBytes
