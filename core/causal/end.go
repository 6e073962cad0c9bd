package causal

import (
	"fmt"
	"slices"

	"causeway/core/fault"
)

// End is a mechanism applied after a decoder of encoded rows. The number at index At becomes
//
//	x'[At] = (f(p) - Base) / Range + (o[At] - x[At])   within [0, 1]
//
// where o is the network's output, x the encoded factual, and p the mechanism's inputs in the row
// decoded so far.
type End struct {
	At        int       `msgpack:"at" bound:"0.." is:"place"`
	Base      float64   `msgpack:"base"`
	Range     float64   `msgpack:"range"`
	Causes    []Reading `msgpack:"causes"` // one for every input of the mechanism
	Mechanism Saved     `msgpack:"mechanism"`
}

// Reading is one input of a mechanism:
//
//	p = Base + sum Weights[i] x'[First+i]
type Reading struct {
	First   int       `msgpack:"first" bound:"0.." is:"place"`
	Base    float64   `msgpack:"base"`
	Weights []float64 `msgpack:"weights"`
}

// Saved is a mechanism as plain numbers, for use in files and other programs.
//
//	linear   intercept, then the slopes
//	network  B2, then Center, Scale, B1, W2 and W1, see Network
//	formula  op, a, b and k of every step, see Step
type Saved struct {
	Kind    string    `msgpack:"kind"`
	Inputs  int       `msgpack:"inputs"`
	Numbers []float64 `msgpack:"numbers"`
}

// Save converts a mechanism of a person's graph to plain numbers.
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

// Mechanism is the inverse of Save. It accepts untrusted numbers: any mechanism that it returns
// is safe to use.
func (s Saved) Mechanism() (Mechanism, error) {
	n := len(s.Numbers)
	unusable := fault.Errorf("causal: a saved mechanism is damaged: kind %.40q, %d inputs, %d "+
		"numbers", s.Kind, s.Inputs, n)
	if s.Inputs < 1 || s.Inputs > n || slices.ContainsFunc(s.Numbers, func(v float64) bool { return v-v != 0 }) {
		return nil, unusable
	}
	switch s.Kind {
	case "linear":
		if n == s.Inputs+1 {
			return Linear{Intercept: s.Numbers[0], Coef: s.Numbers[1:]}, nil
		}
	case "network":
		if units := n - 1 - 2*s.Inputs; units > 0 && units%(s.Inputs+2) == 0 {
			m := s.Network()
			if !slices.Contains(m.Scale, 0) {
				return m, nil
			}
		}
	case "formula":
		f := &Formula{inputs: s.Inputs}
		for rest := s.Numbers; len(rest) >= 4; rest = rest[4:] {
			if slices.ContainsFunc(rest[:3], func(v float64) bool { return v < 0 || v > maxTape }) {
				return nil, unusable
			}
			f.tape = append(f.tape, operation{opcode(rest[0]), int(rest[1]), int(rest[2]), rest[3]})
		}
		if n > 0 && n <= 4*maxTape && f.sound() && slices.Equal(Save(f).Numbers, s.Numbers) {
			return f, nil
		}
	}
	return nil, unusable
}

// sound reports whether each step of a formula uses only earlier steps.
func (f *Formula) sound() bool {
	for i, t := range f.tape {
		before := func(at int) bool { return at >= 0 && at < i }
		ok := false
		switch t.op {
		case opConst:
			ok = true
		case opInput:
			ok = t.a >= 0 && t.a < f.inputs
		case opAdd, opSub, opMul, opDiv, opMin, opMax:
			ok = before(t.a) && before(t.b)
		case opPow:
			ok = before(t.a) && t.b >= 0 && t.b <= maxPower
		case opNeg, opSqrt, opAbs:
			ok = before(t.a)
		}
		if !ok {
			return false
		}
	}
	return len(f.tape) > 0
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

// Step is one step of a formula, which computes a value from those of earlier steps. The value of
// the last step is that of the formula.
type Step struct {
	// const (K), input (number A), add, sub, mul, div, min, max (of A and B), neg, pow (A to the B-th), sqrt, abs
	Op   string
	A, B int     // for pow, B is the exponent
	K    float64 // for const
}

var opNames = [...]string{opConst: "const", opInput: "input", opAdd: "add", opSub: "sub", opMul: "mul", opDiv: "div",
	opMin: "min", opMax: "max", opNeg: "neg", opPow: "pow", opSqrt: "sqrt", opAbs: "abs"}

// Steps returns the steps of a formula.
func (s Saved) Steps() (list []Step) {
	for n := s.Numbers; len(n) >= 4; n = n[4:] {
		list = append(list, Step{opNames[int(n[0])], int(n[1]), int(n[2]), n[3]})
	}
	return list
}
