// Package generate trains a generator that proposes several ways at once: a conditional variational
// auto-encoder over actions (Kingma and Welling 2014; Sohn, Lee and Yan 2015). It decodes actions on a row,
// not rows, so that hard rules and unchanged features are exact. It knows nothing of files, messages or
// pages. Begin at NewFit and Generator.
//
// # The model
//
// An answer y of a row x is a row of the target class t that keeps the rules: some features change, each to a
// level or by an amount. With c the context of the row, see layout, and z a code of ten numbers,
//
//	p(y | x, t) = E_z~N(0,1) prod_j gate_j^[y_j != x_j] (1 - gate_j)^[y_j = x_j] does j change?
//	 prod_{levels that change} softmax over what the rules leave to which?
//	 prod_{numbers that change} up or down, and how far a_j = asinh(|y_j - x_j| / MAD_j)
//
// and the outputs are dec(z, c) + skip(z, c): two hidden layers, and a line beside them. The posterior q(z |
// y, x, t) is a normal distribution, by a network of the same sizes. In the context the black box's own
// slopes at the row count most, and with them those of what follows from a change.
//
// # The loss
//
// For a training row with answers from a search, of which one is drawn anew each time, the loss is
//
//	E_q [ sum_j BCE(gate_j, gate*_j) + gate*_j (CE(choice_j) + 0.8 pinball(a*_j - a_j)) ] + 0.3 sum_d max(0.3, KL_d)
//
// where the pinball loss at 3/4 prefers going too far, and no number of the code has to carry less than 0.3
// (free bits; Kingma and others 2016). If the black box has a gradient, a second term asks rows decoded from
// codes of the prior to reach the target. Draws of gates and choices have the gradient of their probabilities
// (straight-through; Bengio, Léonard and Courville 2013):
//
//	2.5 E_z~N(0,1) log(1 + max(0, 0.3 - lead(x')))
//
// For every other row the target is reached only beyond a lead that is drawn for it, so that it also learns
// answers that hold clearly.
//
// # Answers
//
// Ten codes are chosen after the training from draws of the prior, one after another. Each next code gives
// most training rows their first answer that holds, and then most new sets of changes. If two codes have
// changed the same features of a row, another one changes a likely feature instead of its least likely one.
// Package mask decodes each within the rules of the row, effects follow their causes, and the black box
// judges the ten rows. The answer is the one that holds with the fewest changes, then the nearest.
package generate

import (
	"slices"

	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// Codes is how many rows are proposed of each.
const Codes = 10

// latent is the length of a code, and units are those of the hidden layers.
const latent = 10

var units = [...]int{48, 32}

// Generator proposes answers for rows of a schema.
type Generator struct {
	layout
	enc, dec, skip nn.Net
	center         []float32 // of every number, the middle of the training rows
	codes          []float32 // latent×Codes
	judge          *judge    // of labels; nil without any
}

// levelCost is the cost of a changed level, where a number costs 1 per MAD. It compares rows
// with as many changes, here as in the search that people are shown.
const levelCost = 0.5

// Streams of random numbers below the key of a training.
const (
	streamFit   = 20 // below a seed; cf has others
	streamInit  = 1
	streamRows  = 2
	streamItem  = 3
	streamVal   = 4
	streamOrder = 5
	streamCode  = 6
	streamDraw  = 7
	streamPick  = 8
	streamCodes = 9
)

func made(l layout, key kernel.Key) *Generator {
	chain := func(in, out int, key kernel.Key) nn.Net {
		return nn.Net{nn.Dense(in, units[0], nn.ReLU, key.Sub(0)), nn.Dense(units[0], units[1], nn.ReLU, key.Sub(1)),
			nn.Dense(units[1], out, nn.Identity, key.Sub(2))}
	}
	g := &Generator{layout: l, center: make([]float32, len(l.schema.Features)), codes: make([]float32, latent*Codes)}
	g.enc = chain(l.inputs+l.outputs, 2*latent, key.Sub(0))
	g.dec = chain(latent+l.inputs, l.outputs, key.Sub(1))
	g.skip = nn.Net{nn.Dense(latent+l.inputs, l.outputs, nn.Identity, key.Sub(2))}
	kernel.Normal(key.Sub(3), 0, g.codes)
	return g
}

// Seen is the generator through another schema of the same columns, with other ranks of levels.
func (g *Generator) Seen(s data.Schema) *Generator {
	seen := *g
	if seen.schema = s; g.judge != nil {
		j := *g.judge
		j.schema, seen.judge = s, &j
	}
	return &seen
}

// named is the prefix of the names of a generator's tensors.
const named = "actions."

// params are the trained parameters. The encoder is needed to continue a
// training.
func (g *Generator) params() []nn.Param {
	return slices.Concat(g.enc.Params(named+"enc"), g.dec.Params(named+"dec"), g.skip.Params(named+"skip"))
}

// tensors are those of a generator in a fixed order.
func (g *Generator) tensors() []nn.Tensor {
	return append([]nn.Tensor{{Name: named + "center", Shape: []int{len(g.center)}, Data: g.center},
		{Name: named + "codes", Shape: []int{latent, Codes}, Data: g.codes}}, nn.Tensors(g.params())...)
}

// Is reports whether a state is one of a generator of this package.
func Is(st nn.State) bool {
	return len(st.Tensors) > 0 && st.Tensors[0].Name == named+"center"
}

// State is what Load needs.
func (g *Generator) State() nn.State {
	return nn.State{Counters: g.sizes(), Tensors: append(g.tensors(), g.judge.tensors()...)}
}

func (g *Generator) sizes() []uint64 {
	return []uint64{uint64(g.schema.Classes()), uint64(g.width), latent, uint64(units[0]), uint64(units[1])}
}

// Load is the inverse of State for the schema that the generator was trained with.
func Load(s data.Schema, st nn.State) (*Generator, error) {
	g := made(layoutOf(s), kernel.Key{})
	if !slices.Equal(st.Counters, g.sizes()) {
		return nil, fault.Errorf("generate: the generator is not one of this table and method")
	}
	own := g.tensors()
	if n := len(own); len(st.Tensors) > n {
		j, ok := loadJudge(g.layout, st.Tensors[n:])
		if !ok {
			return nil, fault.Errorf("generate: what labels taught the generator is damaged")
		}
		g.judge, st.Tensors = j, st.Tensors[:n]
	}
	return g, nn.Restore(own, st.Tensors)
}

// decode is the inverse of encoding for examples.
func decode(s data.Schema, x []float32) []float64 {
	row := make([]float64, len(s.Features))
	s.Decode(x, row)
	return row
}

// whole rounds a number of examples up to full vectors of any length.
func whole(n int) int { return (n + 15) &^ 15 }
