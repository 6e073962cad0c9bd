package wire

import "causeway/core/form"

// Floats is form.Floats.
type Floats = form.Floats

// MaxFrame is the largest length of a frame in bytes.
const MaxFrame = form.MaxBytes

// Errors about bytes that are not a valid frame wrap ErrFrame. ErrVersion means that the bytes have
// another version.
var (
	ErrFrame   = form.ErrBytes
	ErrVersion = form.ErrVersion
)

// NewFloats is form.NewFloats.
func NewFloats(v []float64, shape ...int) Floats { return form.NewFloats(v, shape...) }

// NewRows is form.NewRows.
func NewRows(rows [][]float64) Floats { return form.NewRows(rows) }
