package onnx

import (
	"math"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/nn"
	"causeway/core/vae"
)

const inputsDoc = "One input per feature, by its name, with a value for every example: numbers as double in their " +
	"own unit, " +
	"categories as int64, the place of the level in causeway.schema, counted from 0. "

// WriteClassifier exports a classifier for the schema's table. The inputs of the file are
//
//	NAME of every feature  examples×1, double for a number in its own unit,
//	                       int64 for the index of a level, from 0
//
// and its outputs are
//
//	shares  examples×classes, float    class  examples, int64
//
// Scaling and one-hot encoding are part of the network. The schema is stored as metadata. Equal
// classifiers give equal bytes. It returns an error for a network with layers that are not
// blocks.
func WriteClassifier(c *nn.Classifier, s data.Schema) ([]byte, error) {
	if err := c.Net.CheckBlocks(); err != nil {
		return nil, err
	}
	b := newBuilder(s)
	y := b.network(c.Net, b.concat(b.encode()))
	shares, class := b.free("shares"), b.free("class")
	b.nodeAs([]string{shares}, "Softmax", []string{y}, withInt("axis", 1))
	b.nodeAs([]string{class}, "ArgMax", []string{shares}, withInt("axis", 1), withInt("keepdims", 0))
	b.output(shares, typeFloat, c.Classes())
	b.output(class, typeInt64)
	return b.file("classifier",
		inputsDoc+"shares are those of the levels of the outcome, class is the place of the largest."), nil
}

// encode writes the inputs of all features and encodes them with the same arithmetic as
// Schema.Encode.
func (b *builder) encode() []string {
	var parts []string
	for _, f := range b.schema.Features {
		if !f.Kind.Numeric() {
			b.input(f.Name, typeInt64, 1)
			parts = append(parts, b.oneHot(f.Name, len(f.Levels)))
			continue
		}
		b.input(f.Name, typeDouble, 1)
		v := b.node("Sub", []string{f.Name, b.double(f.Min)})
		if f.Max > f.Min {
			v = b.node("Div", []string{v, b.double(f.Max - f.Min)})
		} else {
			v = b.node("Mul", []string{v, b.double(0)})
		}
		parts = append(parts, b.node("Cast", []string{v}, withInt("to", typeFloat)))
	}
	return parts
}

// oneHot converts codes, examples×1, to examples×levels.
func (b *builder) oneHot(code string, levels int) string {
	hot := b.node("OneHot", []string{code, b.ints(int64(levels)), b.floats([]int{2}, 0, 1)}, withInt("axis", -1))
	return b.node("Reshape", []string{hot, b.ints(-1, int64(levels))})
}

// concat concatenates values.
func (b *builder) concat(parts []string) string {
	return b.node("Concat", parts, withInt("axis", 1))
}

// network writes the blocks of a network in inference mode.
func (b *builder) network(m nn.Net, x string) string {
	for _, l := range m.Blocks() {
		x = b.node("Gemm", []string{x, b.floats([]int{l.Out, l.In}, l.W...), b.floats([]int{l.Out}, l.B...)},
			withInt("transB", 1))
		x = b.ending(l.End, l.Out, x)
	}
	return x
}

// WriteGenerator exports a generator of counterfactuals for the schema's table. The file has the
// inputs of WriteClassifier for the factual, and
//
//	target examples×1, int64, the index of the class to reach
//	noise  examples×Latent, float, independent standard normal numbers; zeros
//	    give the central counterfactual
//
// and the outputs
//
//	encoded       examples×Width, float, the decoder's outputs: numbers
//	           scaled by their range, shares of levels; mechanisms
//	           that end the decoder are applied
//	counterfactual.NAME of every feature, examples×1, double or int64 as the
//	           input: decoded, inside the range and rounded
//
// fixed may say for every feature whether it is fixed. Fixed features get the factual's values,
// and mechanisms keep the row's own noise, see cf.Generator.Fixed.
//
// An answer for a person needs more than that: the classifier's prediction, rules, and the search
// of package search.
func WriteGenerator(v *vae.CVAE, ends []causal.End, s data.Schema, fixed ...bool) []byte {
	b := newBuilder(s)
	parts := b.encode()
	target, noise := b.free("target"), b.free("noise")
	b.input(target, typeInt64, 1)
	b.input(noise, typeFloat, v.Latent)
	x, cond := b.concat(parts), b.condition(v, target)
	in := b.concat([]string{x, cond})
	mean, variance := b.network(v.Mean, in), b.network(v.Var, in)
	z := b.node("Add", []string{mean, b.node("Mul", []string{b.node("Sqrt", []string{variance}), noise})})
	latent := []string{z, cond}
	if v.Carry > 0 {
		latent = append(latent, x)
	}
	y := b.network(v.Dec, b.concat(latent))
	if v.Carry > 0 {
		y = b.node("Add", []string{y, b.concat(b.carry(v, parts))})
	}
	b.decode(v, y, fixed, func(out []string) {
		keep := func() {
			for j, is := range fixed {
				if is {
					out[j] = parts[j]
				}
			}
		}
		keep()
		for _, e := range ends {
			b.end(e, parts, out, fixed != nil)
		}
		keep()
	})
	return b.file("generator",
		inputsDoc+"target is the place of the class to reach, noise independent standard normal numbers.")
}

// condition writes the encoding of the target class, see vae.Config.
func (b *builder) condition(v *vae.CVAE, target string) string {
	if v.Classes == 2 {
		return b.node("Cast", []string{target}, withInt("to", typeFloat))
	}
	return b.oneHot(target, v.Classes)
}

// carry adds the factual's part to the decoder's outputs, see vae.Config.Carry.
func (b *builder) carry(v *vae.CVAE, parts []string) []string {
	out := make([]string, len(parts))
	for j, p := range parts {
		if v.Groups[j] > 1 {
			out[j] = b.node("Mul", []string{p, b.floats(nil, v.Carry)})
			continue
		}
		p = b.node("Clip", []string{p, b.floats(nil, vae.Edge), b.floats(nil, 1-vae.Edge)})
		odds := b.node("Div", []string{p, b.node("Sub", []string{b.floats(nil, 1), p})})
		out[j] = b.node("Log", []string{odds})
	}
	return out
}

// decode applies the decoder's final functions and writes the outputs. In between, end may
// replace the parts of the encoded row, one for each feature.
func (b *builder) decode(v *vae.CVAE, y string, fixed []bool, end func(parts []string)) {
	parts := []string{y}
	if len(v.Groups) > 1 {
		parts = nil
		sizes := make([]int64, len(v.Groups))
		for j, g := range v.Groups {
			parts, sizes[j] = append(parts, b.name()), int64(g)
		}
		b.nodeAs(parts, "Split", []string{y, b.ints(sizes...)}, withInt("axis", 1))
	}
	encoded := b.free("encoded")
	for j, g := range v.Groups {
		if g == 1 {
			parts[j] = b.node("Sigmoid", parts[j:j+1])
		} else {
			parts[j] = b.node("Softmax", parts[j:j+1], withInt("axis", 1))
		}
	}
	end(parts)
	b.nodeAs([]string{encoded}, "Concat", parts, withInt("axis", 1))
	b.output(encoded, typeFloat, v.Width())
	for j, f := range b.schema.Features {
		name := b.free("counterfactual." + f.Name)
		if f.Kind.Numeric() && fixed != nil && fixed[j] { // also outside the range
			b.nodeAs([]string{name}, "Identity", []string{f.Name})
			b.output(name, typeDouble, 1)
		} else if f.Kind.Numeric() {
			b.number(f, parts[j], name)
			b.output(name, typeDouble, 1)
		} else {
			b.nodeAs([]string{name}, "ArgMax", parts[j:j+1], withInt("axis", 1), withInt("keepdims", 1))
			b.output(name, typeInt64, 1)
		}
	}
}

// number implements Feature.DecodeNumber: it clips to the range and rounds, with halves away from
// zero.
func (b *builder) number(f data.Feature, scaled, name string) {
	v := b.node("Cast", []string{scaled}, withInt("to", typeDouble))
	v = b.node("Add", []string{b.node("Mul", []string{v, b.double(f.Max - f.Min)}), b.double(f.Min)})
	v = b.node("Clip", []string{v, b.double(f.Min), b.double(f.Max)})
	p := b.double(math.Pow10(f.Decimals))
	v = b.node("Mul", []string{v, p})
	whole := b.node("Floor", []string{b.node("Add", []string{b.node("Abs", []string{v}), b.double(0.5)})})
	b.nodeAs([]string{name}, "Div", []string{b.node("Mul", []string{whole, b.node("Sign", []string{v})}), p})
}
