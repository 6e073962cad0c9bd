package nn

import "causeway/core/kernel"

// Single evaluates a finished network on one example at a time, with the same bits as in a batch.
// It copies the weights, input by input and padded with zero units to full vectors, and precomputes
// the divisors of normalisations. Forward uses buffers of the Single and allocates nothing, so
// goroutines must not share a Single.
type Single struct {
	layers []single
	room   [2][]float32
}

// single is one block.
//
//	w  in×units    b, mean, inv, gamma, beta  units, of which only the first out are used
type single struct {
	out                    int
	w, b                   []float32
	mean, inv, gamma, beta []float32 // nil without normalisation
	act                    Activation
}

// NewSingle returns nil if a layer is not a Block.
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

// Forward returns the outputs for an example, as Net.Forward does in Eval. The result is valid
// until the next call.
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
