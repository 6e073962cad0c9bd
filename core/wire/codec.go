package wire

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"

	"github.com/vmihailenco/msgpack/v5"

	"causeway/core/fault"
	"causeway/core/form"
)

// Protocol is the version of the protocol of this build; frames of another are refused.
const Protocol = 1

// Build names this build; the linker sets it. Both ends must have the same.
var Build = "dev"

// envelopeItems is the length of the list that a frame is:
//
//	[Protocol, job, kind, body]
const envelopeItems = 4

// Encode returns the frame of a message of a job. It refuses what Decode would
// refuse.
func Encode(job int, m Message) ([]byte, error) {
	k, ok := kindOf(m)
	if !ok {
		panic(fmt.Sprintf("wire: Encode: message = %T, want one of the table", m))
	}
	var buf bytes.Buffer
	e := msgpack.NewEncoder(&buf)
	err := errors.Join(e.EncodeArrayLen(envelopeItems), e.EncodeInt(Protocol), e.EncodeInt(int64(job)),
		e.EncodeString(k.name), e.Encode(m))
	if err != nil {
		return nil, fault.Errorf("wire: %s: %w", k.name, err)
	}
	if _, _, err := open(buf.Bytes()); err != nil {
		return nil, fault.Errorf("wire: %w", err)
	}
	return buf.Bytes(), (&checks{kind: k.name}).of(m)
}

// Decode returns the message of a frame. The job is known with an error too
// where the envelope could be read.
func Decode(frame []byte) (job int, m Message, err error) { return DecodeInTurns(frame, func() {}) }

// DecodeInTurns is Decode that asks now and then whether somebody else should have a turn.
func DecodeInTurns(frame []byte, pause func()) (job int, m Message, err error) {
	job, b, err := open(frame)
	if err != nil {
		return job, nil, err
	}
	pause()
	if m, err = b.kind.decode(b.raw, pause); err != nil {
		return job, nil, fault.Errorf("wire: %s: %w", b.kind.name, err)
	}
	pause()
	if err := (&checks{kind: b.kind.name}).of(m); err != nil {
		return job, nil, err
	}
	return job, m, nil
}

// body is the proved last item of an envelope.
type body struct {
	kind kind
	raw  []byte
}

// open proves a whole frame and finds its job and body.
func open(frame []byte) (job int, b body, err error) {
	if len(frame) > MaxFrame {
		return 0, body{}, fault.Errorf("%w: %d bytes; at most %d are possible", ErrFrame, len(frame), MaxFrame)
	}
	w := form.NewWalk(frame)
	job, name, err := envelope(w)
	if err != nil {
		return job, body{}, err
	}
	k, ok := kindNamed(name)
	if !ok {
		return job, body{}, fault.Errorf("%w: unknown kind %.40q", ErrFrame, name)
	}
	raw := w.Rest()
	if err := w.Value(k.typ()); err != nil {
		return job, body{}, fmt.Errorf("%s: %w", k.name, err)
	}
	if err := w.End(); err != nil {
		return job, body{}, fmt.Errorf("%s: %w", k.name, err)
	}
	return job, body{k, raw}, nil
}

// envelope reads all but the body.
func envelope(w *form.Walk) (job int, kind string, err error) {
	n, err := w.List()
	if err != nil {
		return 0, "", err
	}
	if n != envelopeItems {
		return 0, "", w.Errorf("%d items in the envelope, want %d", n, envelopeItems)
	}
	version, big, err := w.Integer()
	if err != nil {
		return 0, "", err
	}
	if version != Protocol || big {
		return 0, "", fault.Errorf("%w: %d, want %d", ErrVersion, version, Protocol)
	}
	number, big, err := w.Integer()
	if err != nil {
		return 0, "", err
	}
	if big || number < 0 {
		return 0, "", w.Errorf("no such job number")
	}
	kind, err = w.Text()
	return int(number), kind, err
}

// kind is a row of the table of messages.
type kind struct {
	name  string
	empty Message
}

func (k kind) typ() reflect.Type { return reflect.TypeOf(k.empty) }

func (k kind) decode(raw []byte, pause func()) (Message, error) {
	m := reflect.New(k.typ())
	err := form.DecodeInTurns(raw, m.Interface(), pause)
	return m.Elem().Interface().(Message), err
}

func kindOf(m Message) (kind, bool) {
	t := reflect.TypeOf(m)
	for _, k := range kinds {
		if k.typ() == t {
			return k, true
		}
	}
	return kind{}, false
}

func nameOf(m Message) string {
	k, _ := kindOf(m)
	return k.name
}

func kindNamed(name string) (kind, bool) {
	for _, k := range kinds {
		if k.name == name {
			return k, true
		}
	}
	return kind{}, false
}
