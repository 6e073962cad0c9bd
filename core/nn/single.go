package nn

import "causeway/core/kernel"

// Single is a network that is not trained any more, for one example at a time, with
// the bits that the example has in a batch. Its weights are a copy that stands input
// by input, with units of zeros that fill the last vector, and what a normalisation
// divides by is worked out once. It has room of its own, belongs to one goroutine and
// allocates nothing.
type Single struct {
	layers []single
	room   [2][]float32
}

// single is a block.
//
//	w  in×units    b, mean, inv, gamma, beta  units, of which the first out count
type single struct {
	out                    int
	w, b                   []float32
	mean, inv, gamma, beta []float32 // nil without normalisation
	act                    Activation
}

// NewSingle returns nil where a layer is not a Block.
func NewSingle(m Net) *Single {
	s, wide := &Single{}, 0
	for _, l := range m {
		b, ok := l.(*Block)
		if !ok {
			return nil
		}
		units := kernel.Fill(b.Out)
		filled := func(x []float32) []float32 { return append(make([]float32, 0, units), x...)[:units] }
		one := single{out: b.Out, w: make([]float32, b.In*units), b: filled(b.B), act: b.Act}
		for o := range b.Out {
			for i := range b.In {
				one.w[i*units+o] = b.W[o*b.In+i]
			}
		}
		if n := b.Norm; n != nil {
			one.mean, one.gamma, one.beta, one.inv = filled(n.Mean), filled(n.Gamma), filled(n.Beta),
				make([]float32, units)
			for o, v := range n.Var {
				one.inv[o] = invSqrt(v)
			}
		}
		s.layers, wide = append(s.layers, one), max(wide, units)
	}
	for i := range s.room {
		s.room[i] = make([]float32, wide)
	}
	return s
}

// Forward returns the outputs for an example, valid until the next call, as
// Net.Forward does in Eval.
//
//	x  In    result  Out
func (s *Single) Forward(x []float32) []float32 {
	for i := range s.layers {
		l := &s.layers[i]
		y := s.room[i%2][:len(l.b)]
		kernel.AffineRow(l.w, l.b, x, y)
		switch {
		case l.mean != nil:
			kernel.NormalizeReLURow(y, l.mean, l.inv, l.gamma, l.beta)
		case l.act == ReLU:
			kernel.ReLU(y, y)
		case l.act == Sigmoid:
			kernel.Sigmoid(y, y)
		}
		x = y[:l.out]
	}
	return x
}
