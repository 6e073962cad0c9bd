package model

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"reflect"

	"causeway/core/causal"
	"causeway/core/fault"
	"causeway/core/form"

	"github.com/vmihailenco/msgpack/v5"
)

// State holds the parameters of a model or of a running training. Checkpoints and models store it
// as
//
//	[StateVersion, State]
type State struct {
	Kind     string      `msgpack:"kind" len:"1..text"` // kind of model or training
	Of       string      `msgpack:"of"`                 // fingerprint of the data and settings it belongs to
	Counters []uint64    `msgpack:"counters" len:"..tensors"`
	Tensors  []Tensor    `msgpack:"tensors" len:"..tensors"`
	History  form.Floats `msgpack:"history" shape:"..,.."` // for a training: epochs × (1 + terms), as in Epoch
	Lesson   Lesson      `msgpack:"lesson"`                // for a generator

	// Ends holds the mechanisms that are applied after a generator, as fitted from the lesson. They
	// are stored for other programs; the engine fits them again and compares.
	Ends []causal.End `msgpack:"ends" len:"..features" is:"mechanisms"`

	Kept
}

// Kept holds the file of a black box that is evaluated unchanged. The tensors of the state are then
// those of a network fitted to its answers. Other states have no file.
type Kept struct {
	Opened []Opened `msgpack:"opened,omitempty" since:"2" len:"..1"`
}

// AnyOrder implements form.AnyOrder, because states without a file omit it.
func (Kept) AnyOrder() {}

// Opened is a model from another program, with the mapping of rows to its inputs.
type Opened struct {
	File    []byte   `msgpack:"file"`
	Output  string   `msgpack:"output" len:"..text"` // the output with the classes
	Sources []Source `msgpack:"sources" len:"..modelColumns"`
	Classes []int    `msgpack:"classes" len:"..levels"` // the table's class for each class of the model

	// Threshold is the output at which a model with a single output predicts the second class. 0
	// means the model's own threshold.
	Threshold float64 `msgpack:"threshold,omitempty" since:"2"`
}

// AnyOrder implements form.AnyOrder, because models with their own threshold omit it.
func (Opened) AnyOrder() {}

// Lesson is what a generator learned from. With the table, it is enough to fit the mechanisms
// again.
type Lesson struct {
	Method    Method           `msgpack:"method"`
	Knowledge causal.Knowledge `msgpack:"knowledge"`
}

// Tensor is a named array of little-endian float32 numbers in row-major order.
type Tensor struct {
	Name  string `msgpack:"name"`
	Shape []int  `msgpack:"shape"`
	Data  []byte `msgpack:"data"`
}

// StateVersion is the version of a State's format; formsOfState is that of the types in it.
const StateVersion = 4

var formsOfState = map[int64]int{3: 1, StateVersion: form.Version}

// maxTensors limits the tensors and counters of a State.
const maxTensors = 4096

// NewTensor packs v, whose length must be the product of the shape.
func NewTensor(name string, shape []int, v []float32) Tensor {
	b := make([]byte, 4*len(v))
	for i, x := range v {
		binary.LittleEndian.PutUint32(b[4*i:], math.Float32bits(x))
	}
	return Tensor{Name: name, Shape: shape, Data: b}
}

// Values unpacks the numbers.
func (t Tensor) Values() []float32 {
	v := make([]float32, len(t.Data)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(t.Data[4*i:]))
	}
	return v
}

// Validate checks that every shape matches its bytes and that every number is finite.
func (s State) Validate() error {
	if err := form.Check(s); err != nil {
		return fault.Errorf("model: state: %w", err)
	}
	return s.relate()
}

// relate checks what the tags cannot express.
func (s State) relate() error {
	for _, e := range s.Ends {
		if m := e.Mechanism; m.Inputs != len(e.Causes) {
			return fault.Errorf("model: state: a mechanism has %d inputs but %d causes", m.Inputs, len(e.Causes))
		}
	}
	for _, t := range s.Tensors {
		if err := t.check(); err != nil {
			return err
		}
	}
	return nil
}

func (t Tensor) check() error {
	if !form.Fits(t.Shape, len(t.Data), 4) {
		return fault.Errorf("model: state: tensor %.40q has the shape %v, which does not fit its %d bytes", t.Name,
			t.Shape,
			len(t.Data))
	}
	for i := 3; i < len(t.Data); i += 4 {
		if t.Data[i]&0x7f == 0x7f && t.Data[i-1] >= 0x80 { // the largest exponent: infinite or NaN
			return fault.Errorf("model: state: tensor %.40q contains a number that is infinite or NaN", t.Name)
		}
	}
	return nil
}

// Fits reports whether the state is small enough for EncodeState. Trainings on very wide tables may
// not be.
func (s State) Fits() bool {
	size := 0
	for _, t := range s.Tensors {
		size += len(t.Data)
	}
	return size < form.MaxBytes-1<<20
}

// EncodeState encodes a state. The same state always gives the same bytes.
func EncodeState(s State) ([]byte, error) {
	if err := s.relate(); err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	e := msgpack.NewEncoder(&buf)
	if err := errors.Join(e.EncodeArrayLen(2), e.EncodeInt(StateVersion), e.Encode(s)); err != nil {
		return nil, fault.Errorf("model: state: %w", err)
	}
	if err := proveState(buf.Bytes()); err != nil {
		return nil, fault.Errorf("model: state: %w", err)
	}
	return buf.Bytes(), nil
}

// DecodeState reads what EncodeState wrote, as strictly as Decode.
func DecodeState(b []byte) (State, error) {
	if err := proveState(b); err != nil {
		return State{}, err
	}
	s, err := UnpackState(b)
	if err != nil {
		return State{}, err
	}
	return s, s.relate()
}

// UnpackState decodes trusted bytes: those of EncodeState, or those that DecodeState accepted.
func UnpackState(b []byte) (s State, err error) {
	w := form.NewWalk(b)
	if _, err = w.List(); err != nil {
		return s, err
	}
	if _, _, err = w.Integer(); err != nil {
		return s, err
	}
	return s, form.Decode(w.Rest(), &s)
}

// proveState checks that every byte is valid.
func proveState(b []byte) error {
	if len(b) > form.MaxBytes {
		return fault.Errorf("%w: the state has %d bytes; at most %d are allowed", form.ErrBytes, len(b),
			form.MaxBytes)
	}
	w := form.NewWalk(b)
	n, err := w.List()
	if err != nil {
		return err
	}
	version, big, err := w.Integer()
	if err != nil {
		return err
	}
	of, known := formsOfState[version]
	if n != 2 || !known || big {
		return fault.Errorf("%w: the state has version %d instead of %d", form.ErrVersion, version, StateVersion)
	}
	if err := w.Of(of).Value(reflect.TypeFor[State]()); err != nil {
		return err
	}
	return w.End()
}
