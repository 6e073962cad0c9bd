// Package generate trains a generator that proposes several counterfactuals for a row in one pass.
// The generator is a conditional variational auto-encoder over actions (Kingma and Welling 2014;
// Sohn, Lee and Yan 2015). It decodes actions on a row instead of whole rows, so hard rules hold
// exactly and unchanged features keep their exact values. The package does not depend on files,
// messages or pages. Begin at NewFit and Generator.
//
// # The model
//
// An answer y to a row x is a row of the target class t that keeps the rules: some features change,
// each to a level or by an amount. Let c be the context of the row (see layout) and z a code of ten
// numbers. Then
//
//	p(y | x, t) = E_z~N(0,1) prod_j gate_j^[y_j != x_j] (1 - gate_j)^[y_j = x_j] does j change?
//	 prod_{levels that change} softmax over the allowed levels to which?
//	 prod_{numbers that change} up or down, and how far a_j = asinh(|y_j - x_j| / MAD_j)
//
// and the network's outputs are dec(z, c) + skip(z, c): two hidden layers plus a linear skip
// connection. The posterior q(z | y, x, t) is a normal distribution, computed by a network of the
// same size. The most informative part of the context is the gradient of the black box at the
// row, including the effects of computed features.
//
// # The loss
//
// A search finds several answers for each training row. Each step draws one of them, and its loss
// is
//
//	E_q [ sum_j BCE(gate_j, gate*_j) + gate*_j (CE(choice_j) + 0.8 pinball(a*_j - a_j)) ] + 0.3 sum_d max(0.3, KL_d)
//
// where the pinball loss at 3/4 penalizes going too far less than not going far enough, and no
// dimension of the code is pushed below a KL divergence of 0.3 (free bits; Kingma et al. 2016). If
// the black box has a gradient, a second term makes rows decoded from the prior reach the target.
// Sampled gates and choices use the gradient of their probabilities (straight-through estimator;
// Bengio, Léonard and Courville 2013):
//
//	2.5 E_z~N(0,1) log(1 + max(0, 0.3 - lead(x')))
//
// For every second row, the search requires a randomly drawn lead, so that the generator also
// learns answers with a clear margin.
//
// # Answers
//
// After training, ten codes are chosen among draws from the prior, one at a time: each time, the
// draw that gives the most training rows their first valid answer or a new set of changes. Package
// mask decodes each code within the row's rules and computes effects from their causes. The network
// says in which order features are likely to change, and how. The black box says how many of them
// must change: the first few that suffice, if their set contains no set of an earlier code.
// Unnecessary changes are then reverted. Next, changes of numbers shrink while the proposal holds;
// the gap to a size that does not hold is halved four times. If no code suffices, changes of numbers
// are multiplied by a few factors. The answer is the valid row with the fewest changes, and among
// these the nearest.
//
// Generators of earlier versions do not ask about sizes, or do not ask at all: they change the
// features whose gate is above 1/2. Once two of their codes have changed the same features, the next
// code replaces its least likely feature with another.
package generate

import (
	"slices"

	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// Codes is the number of proposals for each row.
const Codes = 10

// latent is the length of a code, and units is the width of the hidden layers.
const latent = 10

var units = [...]int{48, 32}

// Generator proposes answers for rows of a schema.
type Generator struct {
	layout
	enc, dec, skip nn.Net
	center         []float32 // for every number, the median of the training rows
	codes          []float32 // latent×Codes
	judge          *judge    // learned from labels; nil without any
	asks           Asks      // see Config
}

// levelCost is the cost of a changed level, on a scale where changing a number by one MAD costs 1.
// It matters between rows with the same number of changes, as in package search.
const levelCost = 0.5

// Streams of random numbers, derived from the key of a training.
const (
	streamFit   = 20 // derived from a seed; package cf uses other streams
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

// Seen returns the generator for a schema of the same columns whose levels are ranked differently.
func (g *Generator) Seen(s data.Schema) *Generator {
	seen := *g
	if seen.schema = s; g.judge != nil {
		j := *g.judge
		j.schema, seen.judge = s, &j
	}
	return &seen
}

// named is the prefix of the generator's tensor names.
const named = "actions."

// params returns the trained parameters. They include the encoder, which is needed to continue a
// training.
func (g *Generator) params() []nn.Param {
	return slices.Concat(g.enc.Params(named+"enc"), g.dec.Params(named+"dec"), g.skip.Params(named+"skip"))
}

// tensors returns all tensors of a generator in a fixed order.
func (g *Generator) tensors() []nn.Tensor {
	return append([]nn.Tensor{{Name: named + "center", Shape: []int{len(g.center)}, Data: g.center},
		{Name: named + "codes", Shape: []int{latent, Codes}, Data: g.codes}}, nn.Tensors(g.params())...)
}

// Is reports whether a state belongs to a generator of this package.
func Is(st nn.State) bool {
	return len(st.Tensors) > 0 && st.Tensors[0].Name == named+"center"
}

// State returns the data that Load needs.
func (g *Generator) State() nn.State {
	return nn.State{Counters: g.sizes(), Tensors: append(g.tensors(), g.judge.tensors()...)}
}

func (g *Generator) sizes() []uint64 {
	sizes := []uint64{uint64(g.schema.Classes()), uint64(g.width), latent, uint64(units[0]), uint64(units[1])}
	if g.asks > Nothing {
		sizes = append(sizes, uint64(g.asks))
	}
	return sizes
}

// Load is the inverse of State. The schema must be the one used in training.
func Load(s data.Schema, st nn.State) (*Generator, error) {
	g := made(layoutOf(s), kernel.Key{})
	if n := len(g.sizes()); len(st.Counters) == n+1 {
		g.asks = min(Asks(st.Counters[n]), Size)
	}
	if !slices.Equal(st.Counters, g.sizes()) {
		return nil, fault.Errorf("generate: the generator belongs to another table or method")
	}
	own := g.tensors()
	if n := len(own); len(st.Tensors) > n {
		j, ok := loadJudge(g.layout, st.Tensors[n:])
		if !ok {
			return nil, fault.Errorf("generate: what the generator learned from labels is damaged")
		}
		g.judge, st.Tensors = j, st.Tensors[:n]
	}
	return g, nn.Restore(own, st.Tensors)
}

// decode is the inverse of the encoding of examples.
func decode(s data.Schema, x []float32) []float64 {
	row := make([]float64, len(s.Features))
	s.Decode(x, row)
	return row
}

// whole rounds a number of examples up to full vectors of any width.
func whole(n int) int { return (n + 15) &^ 15 }
