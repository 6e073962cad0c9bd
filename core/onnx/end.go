package onnx

import (
	"causeway/core/causal"
)

// end applies a mechanism after a decoder, see causal.End. The factual x and the decoded row out
// have one part for each feature. If own is true, the row keeps its own noise.
func (b *builder) end(e causal.End, x, out []string, own bool) {
	says := func(row []string) string {
		inputs := make([]string, len(e.Causes))
		for i, r := range e.Causes {
			inputs[i] = b.reading(r, row)
		}
		f := b.mechanism(e.Mechanism, inputs)
		return b.node("Div", []string{b.node("Sub", []string{f, b.double(e.Base)}), b.double(e.Range)})
	}
	j, _ := b.part(e.At)
	f := says(out)
	if own {
		f = b.node("Add",
			[]string{f, b.node("Sub", []string{b.node("Cast", []string{x[j]}, withInt("to", typeDouble)), says(x)})})
	}
	f = b.node("Cast", []string{f}, withInt("to", typeFloat))
	v := b.node("Add", []string{f, b.node("Sub", []string{out[j], x[j]})})
	out[j] = b.node("Clip", []string{v, b.floats(nil, 0), b.floats(nil, 1)})
}

// part returns the feature of an encoded input, and the position among the feature's inputs.
func (b *builder) part(at int) (j, place int) {
	for b.schema.Offset(j)+b.schema.Features[j].Width() <= at {
		j++
	}
	return j, at - b.schema.Offset(j)
}

// reading computes one input of a mechanism, examples×1.
func (b *builder) reading(r causal.Reading, out []string) string {
	j, place := b.part(r.First)
	weights := make([]float64, b.schema.Features[j].Width())
	copy(weights[place:], r.Weights)
	v := b.node("Cast", []string{out[j]}, withInt("to", typeDouble))
	v = b.node("MatMul", []string{v, b.doubles([]int{len(weights), 1}, weights...)})
	return b.node("Add", []string{v, b.double(r.Base)})
}

// mechanism computes f(p), examples×1.
func (b *builder) mechanism(m causal.Saved, p []string) string {
	switch m.Kind {
	case "linear":
		return b.affine(p, m.Numbers[1:], 1, m.Numbers[:1])
	case "network":
		return b.hidden(m.Network(), p)
	default:
		return b.formula(m.Steps(), p)
	}
}

// affine computes p w + c, where w is inputs×n. Without inputs, it returns c for every example.
func (b *builder) affine(p []string, w []float64, n int, c []float64) string {
	y := b.node("MatMul", []string{b.concat(p), b.doubles([]int{len(p), n}, w...)})
	return b.node("Add", []string{y, b.doubles([]int{n}, c...)})
}

func (b *builder) hidden(m *causal.Network, p []string) string {
	n := m.Inputs()
	scaled := make([]string, n)
	for i := range p {
		scaled[i] = b.node("Div", []string{b.node("Sub", []string{p[i], b.double(m.Center[i])}), b.double(m.Scale[i])})
	}
	w := make([]float64, n*m.Hidden) // inputs×Hidden
	for h := range m.Hidden {
		for i := range n {
			w[i*m.Hidden+h] = m.W1[h*n+i]
		}
	}
	y := b.node("Max", []string{b.affine(scaled, w, m.Hidden, m.B1), b.double(0)})
	y = b.node("MatMul", []string{y, b.doubles([]int{m.Hidden, 1}, m.W2...)})
	return b.node("Add", []string{y, b.double(m.B2)})
}

var stepOps = map[string]string{"add": "Add", "sub": "Sub", "mul": "Mul", "div": "Div", "min": "Min", "max": "Max",
	"neg": "Neg", "sqrt": "Sqrt", "abs": "Abs"}

func (b *builder) formula(steps []causal.Step, p []string) string {
	v := make([]string, len(steps))
	for i, s := range steps {
		switch s.Op {
		case "const":
			v[i] = b.double(s.K)
		case "input":
			v[i] = p[s.A]
		case "pow":
			v[i] = b.double(1)
			for range s.B {
				v[i] = b.node("Mul", []string{v[i], v[s.A]})
			}
		case "neg", "sqrt", "abs":
			v[i] = b.node(stepOps[s.Op], []string{v[s.A]})
		default:
			v[i] = b.node(stepOps[s.Op], []string{v[s.A], v[s.B]})
		}
	}
	return v[len(v)-1]
}
