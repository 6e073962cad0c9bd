package causal

import "fmt"

// End is a mechanism that ends a decoder of encoded rows: the number at a place
// becomes
//
//	x'[At] = (f(p) - Base) / Range + (o[At] - x[At])     within [0, 1]
//
// where o is what the network decodes, x the encoded factual and p what the
// mechanism reads of the decoded row so far.
type End struct {
	At        int       `msgpack:"at"`
	Base      float64   `msgpack:"base"`
	Range     float64   `msgpack:"range"`
	Causes    []Reading `msgpack:"causes"` // one for every input of the mechanism
	Mechanism Saved     `msgpack:"mechanism"`
}

// Reading is one input of a mechanism,
//
//	p = Base + sum Weights[i] x'[First+i]
type Reading struct {
	First   int       `msgpack:"first"`
	Base    float64   `msgpack:"base"`
	Weights []float64 `msgpack:"weights"`
}

// Saved is a mechanism as plain numbers, for files and other programs.
//
//	linear   intercept, then the slopes
//	network  B2, then Center, Scale, B1, W2 and W1, see Network
//	formula  of every step op, a, b and k, see Step
type Saved struct {
	Kind    string    `msgpack:"kind"`
	Inputs  int       `msgpack:"inputs"`
	Numbers []float64 `msgpack:"numbers"`
}

// Save writes a mechanism of a person's graph as plain numbers.
func Save(m Mechanism) Saved {
	switch m := m.(type) {
	case Linear:
		return Saved{"linear", len(m.Coef), append([]float64{m.Intercept}, m.Coef...)}
	case *Network:
		s := Saved{Kind: "network", Inputs: m.Inputs(), Numbers: []float64{m.B2}}
		for _, part := range [][]float64{m.Center, m.Scale, m.B1, m.W2, m.W1} {
			s.Numbers = append(s.Numbers, part...)
		}
		return s
	case *Formula:
		s := Saved{Kind: "formula", Inputs: m.inputs}
		for _, t := range m.tape {
			s.Numbers = append(s.Numbers, float64(t.op), float64(t.a), float64(t.b), t.k)
		}
		return s
	}
	panic(fmt.Sprintf("causal: Save: mechanism = %T, want Linear, *Network or *Formula", m))
}

// Network is the inverse of Save for a network.
func (s Saved) Network() *Network {
	p := s.Inputs
	m := &Network{Hidden: (len(s.Numbers) - 1 - 2*p) / (p + 2), B2: s.Numbers[0]}
	rest := s.Numbers[1:]
	take := func(n int) (part []float64) {
		part, rest = rest[:n], rest[n:]
		return part
	}
	m.Center, m.Scale, m.B1, m.W2, m.W1 = take(p), take(p), take(m.Hidden), take(m.Hidden), take(m.Hidden*p)
	return m
}

// Step is one step of a formula: it computes a value from those of earlier steps.
// The last one is the formula's.
type Step struct {
	Op   string  // const (K), input (number A), add, sub, mul, div, min, max (of A and B), neg, pow (A to the B-th), sqrt, abs
	A, B int     // of pow B is the exponent
	K    float64 // of const
}

var opNames = [...]string{opConst: "const", opInput: "input", opAdd: "add", opSub: "sub", opMul: "mul", opDiv: "div",
	opMin: "min", opMax: "max", opNeg: "neg", opPow: "pow", opSqrt: "sqrt", opAbs: "abs"}

// Steps are those of a formula.
func (s Saved) Steps() (list []Step) {
	for n := s.Numbers; len(n) >= 4; n = n[4:] {
		list = append(list, Step{opNames[int(n[0])], int(n[1]), int(n[2]), n[3]})
	}
	return list
}
