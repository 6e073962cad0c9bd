package nn

import (
	"math"

	"causeway/core/fault"
	"causeway/core/kernel"
)

// Line is the way to a helper, which computes parts of batches somewhere else on this
// machine.
type Line interface {
	// Send hands over the pieces as one message and returns at once; they may be changed then.
	Send(pieces [][]byte)
	// Receive waits for the next message, which is valid until the next call. It is false
	// once the helper is gone, which it says at every call from then on.
	Receive() (message []byte, ok bool)
}

// crew are the helpers of a training.
type crew struct {
	lines  []Line
	params []Param
	pieces [][]byte
	head   []uint32
	asked  int // helpers that compute parts of the present batch
}

// Join gives parts of the batches to come to one more helper, which has a Bench of the same
// training. A helper that is gone is left out, and what it owed is computed here, so that
// helpers come and go at any time and change no byte.
func (s *Shards) Join(params []Param, l Line) {
	s.crew.params = params
	s.crew.lines = append(s.crew.lines, l)
}

// ask hands groups of neighbouring parts to helpers and returns the size of a group, of
// which the first is the caller's own.
func (c *crew) ask(orders []Order, parts int) (own int) {
	workers := 1
	for 2*workers <= min(len(c.lines)+1, len(orders)) {
		workers *= 2
	}
	if c.asked = 0; workers == 1 || len(orders) < parts { // a last batch that is too small for all parts
		return len(orders)
	}
	own, c.asked = len(orders)/workers, workers-1
	for w := range c.asked {
		some := orders[(w+1)*own : (w+2)*own]
		c.head = append(c.head[:0], uint32(own))
		for i := range some {
			c.head = some[i].appendHead(c.head)
		}
		c.pieces = append(c.pieces[:0], kernel.Bytes(c.head))
		for _, p := range c.params {
			c.pieces = append(c.pieces, kernel.Bytes(p.Data))
		}
		for i := range some {
			c.pieces = append(c.pieces, kernel.Bytes(some[i].X))
		}
		c.lines[w].Send(c.pieces)
	}
	return own
}

// answer takes what a helper computed: the sum of the gradients of its parts into grad, which is
// cleared, and their losses. It is false where the helper is gone.
func (c *crew) answer(helper int, grad Grad, losses [][]float64) bool {
	if c.lines[helper] == nil {
		return false
	}
	message, ok := c.lines[helper].Receive()
	if ok = ok && readAnswer(message, grad, losses); !ok {
		c.lines[helper] = nil
	}
	if helper == c.asked-1 { // the last: those that are gone leave the row
		kept := c.lines[:0]
		for _, l := range c.lines {
			if l != nil {
				kept = append(kept, l)
			}
		}
		c.lines = kept
	}
	return ok
}

// headWords are the words of an order beside its inputs and classes.
const headWords = 9

func (o *Order) appendHead(h []uint32) []uint32 {
	h = append(h, uint32(o.Part.From), uint32(o.Part.Rows), uint32(o.Part.Of), uint32(len(o.X)),
		o.Key.A, o.Key.B, o.Drop.A, o.Drop.B, math.Float32bits(o.Most))
	for _, y := range o.Y[:o.Part.Rows] {
		h = append(h, uint32(y))
	}
	return h
}

// words reads a message word by word.
type words struct {
	b   []byte
	bad bool
}

func (w *words) next() uint32 {
	var x [1]uint32
	w.fill(kernel.Bytes(x[:]))
	return x[0]
}

// fill takes as many bytes as there is room for.
func (w *words) fill(into []byte) {
	if len(w.b) < len(into) {
		w.bad, w.b = true, nil
		return
	}
	copy(into, w.b)
	w.b = w.b[len(into):]
}

// Bench is where a helper computes parts of the batches of a training.
type Bench struct {
	params  []Param
	shards  *Shards
	inputs  int
	classes int
	compute func(shard int, o *Order) []float64
	losses  []float64
	head    []uint32
	pieces  [][]byte
}

// NewBench is the bench of a training that is set up as the other one is, but for its rows.
// Rows have a number of inputs and a class below a number of classes.
func NewBench(params []Param, s *Shards, inputs, classes int, compute func(shard int, o *Order) []float64) *Bench {
	return &Bench{params: params, shards: s, inputs: inputs, classes: classes, compute: compute}
}

// maxPart bounds the rows of a part.
const maxPart = 1 << 20

// Answer computes what a message of Join's other end asks for. The pieces of the answer are
// valid until the next call.
func (b *Bench) Answer(message []byte) ([][]byte, error) {
	orders, err := b.read(message)
	if err != nil {
		return nil, err
	}
	s, parts := b.shards, make([]Part, len(orders))
	clearAll(s.parts[0])
	all := make([][]float64, len(orders))
	s.run(len(orders), func(i int) { all[i] = b.compute(i, &orders[i]) })
	for i := range parts {
		parts[i] = orders[i].Part
	}
	s.fold(parts, 0)
	b.losses = b.losses[:0]
	for _, l := range all {
		b.losses = append(b.losses, l...)
	}
	b.head = append(b.head[:0], uint32(len(all[0])), 0)
	b.pieces = append(b.pieces[:0], kernel.Bytes(b.head), kernel.Bytes(b.losses))
	for _, d := range s.parts[0] {
		b.pieces = append(b.pieces, kernel.Bytes(d))
	}
	return b.pieces, nil
}

func clearAll(g Grad) {
	for _, d := range g {
		clear(d)
	}
}

// read takes the parameters and the orders of a message.
func (b *Bench) read(message []byte) ([]Order, error) {
	w := &words{b: message}
	n := int(w.next())
	if w.bad || n < 1 || n > len(b.shards.orders) {
		return nil, fault.Errorf("nn: a helper is asked for %d parts of %d", n, len(b.shards.orders))
	}
	orders := b.shards.orders[:n]
	for i := range orders {
		o := &orders[i]
		o.Part = Part{int(w.next()), int(w.next()), int(w.next())}
		numbers := int(w.next())
		o.Key, o.Drop, o.Most = kernel.Key{A: w.next(), B: w.next()}, kernel.Key{A: w.next(), B: w.next()}, math.Float32frombits(w.next())
		if w.bad || o.Part.Rows < 1 || o.Part.Rows > maxPart || o.Part.From+o.Part.Rows > o.Part.Of || numbers != o.Part.Rows*b.inputs {
			return nil, fault.Errorf("nn: a helper is asked for a part that the training does not have")
		}
		Grow(&o.X, numbers)
		for o.Y = o.Y[:0]; len(o.Y) < o.Part.Rows && !w.bad; {
			y := int(w.next())
			if y >= b.classes {
				return nil, fault.Errorf("nn: a helper is asked about class %d of %d", y, b.classes)
			}
			o.Y = append(o.Y, y)
		}
	}
	for _, p := range b.params {
		w.fill(kernel.Bytes(p.Data))
	}
	for i := range orders {
		w.fill(kernel.Bytes(orders[i].X))
	}
	if w.bad || len(w.b) > 0 {
		return nil, fault.Errorf("nn: a message to a helper has another length than what it says")
	}
	return orders, nil
}

// readAnswer takes an answer apart, or nothing of it where it is none.
func readAnswer(message []byte, grad Grad, losses [][]float64) bool {
	w := &words{b: message}
	terms := int(w.next())
	w.next()
	want := 8 * terms * len(losses)
	for _, d := range grad {
		want += 4 * len(d)
	}
	if w.bad || terms > 64 || len(w.b) != want {
		return false
	}
	for i := range losses {
		losses[i] = make([]float64, terms)
		w.fill(kernel.Bytes(losses[i]))
	}
	for _, d := range grad {
		w.fill(kernel.Bytes(d))
	}
	return true
}
