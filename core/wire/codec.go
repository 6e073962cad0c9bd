package wire

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"reflect"

	"github.com/vmihailenco/msgpack/v5"

	"causeway/core/fault"
	"causeway/core/form"
)

// Protocol is the protocol version of this build. Frames of other versions are rejected.
const Protocol = 1

// Build is the name of this build, which the linker sets. Page and engine must have the same name.
var Build = "dev"

// envelopeItems is the length of the list that forms a frame:
//
//	[Protocol, job, kind, body]
const envelopeItems = 4

// Encode returns the frame for a message of a job. It rejects messages that are too large.
func Encode(job int, m Message) ([]byte, error) {
	kind, ok := known().names[reflect.TypeOf(m)]
	if !ok {
		panic(fmt.Sprintf("wire: Encode: message = %T, want one of the list", m))
	}
	var buf bytes.Buffer
	e := msgpack.NewEncoder(&buf)
	err := errors.Join(e.EncodeArrayLen(envelopeItems), e.EncodeInt(Protocol), e.EncodeInt(int64(job)),
		e.EncodeString(kind), e.Encode(m))
	switch {
	case err != nil:
		return nil, fault.Errorf("wire: %s: %w", kind, err)
	case buf.Len() > MaxFrame:
		return nil, fault.Errorf("wire: the message has %d MB; at most %d MB are allowed", buf.Len()>>20, MaxFrame>>20)
	}
	return buf.Bytes(), nil
}

// Decode returns the message of a frame. If it can read the head of the frame, it returns the job
// even with an error. In the body, Decode checks only lengths, so that it never reads past the end.
// That is enough because both programs are from the same build, and bytes from outside are checked
// where they enter.
func Decode(frame []byte) (job int, m Message, err error) { return DecodeInTurns(frame, func() {}) }

// DecodeInTurns is Decode but calls pause between steps, so that other work can run.
func DecodeInTurns(frame []byte, pause func()) (job int, m Message, err error) {
	w := form.NewWalk(frame)
	job, t, err := head(w)
	if err != nil {
		return job, nil, err
	}
	body := w.Rest()
	if err := cmp.Or(w.Skip(), w.End()); err != nil {
		return job, nil, fault.Errorf("wire: %s: %w", kindOf(t), err)
	}
	pause()
	m, err = decoded(t, body, pause)
	return job, m, err
}

// DecodeKept is Decode for a stored frame, which anybody could have changed. It checks the body by
// the tags of its type and by its Check method.
func DecodeKept(frame []byte) (Message, error) {
	w := form.NewWalk(frame)
	_, t, err := head(w)
	if err != nil {
		return nil, err
	}
	body := w.Rest()
	if err := cmp.Or(w.Value(t), w.End()); err != nil {
		return nil, fault.Errorf("wire: %s: %w", kindOf(t), err)
	}
	m, err := decoded(t, body, func() {})
	if c, is := m.(interface{ Check() error }); is && err == nil {
		err = c.Check()
	}
	return m, err
}

// head reads the items before the body of a frame.
func head(w *form.Walk) (job int, t reflect.Type, err error) {
	n, err := w.List()
	if err != nil {
		return 0, nil, err
	}
	if n != envelopeItems {
		return 0, nil, w.Errorf("the envelope has %d items instead of %d", n, envelopeItems)
	}
	version, big, err := w.Integer()
	if err != nil {
		return 0, nil, err
	}
	if version != Protocol || big {
		return 0, nil, fault.Errorf("%w: %d, want %d", ErrVersion, version, Protocol)
	}
	number, big, err := w.Integer()
	if err != nil {
		return 0, nil, err
	}
	if big || number < 0 {
		return 0, nil, w.Errorf("the job number is not valid")
	}
	kind, err := w.Text()
	if err != nil {
		return int(number), nil, err
	}
	t, ok := known().types[kind]
	if !ok {
		return int(number), nil, fault.Errorf("%w: the kind %.40q is unknown", ErrFrame, kind)
	}
	return int(number), t, nil
}

func decoded(t reflect.Type, body []byte, pause func()) (Message, error) {
	m := reflect.New(t)
	if err := form.DecodeInTurns(body, m.Interface(), pause); err != nil {
		return nil, fault.Errorf("wire: %s: %w", kindOf(t), err)
	}
	return m.Elem().Interface(), nil
}
