package cf

import (
	"fmt"
	"slices"
	"sync"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/distill"
	"causeway/core/fault"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// Distilled learns from what a search finds, see package distill. Its counterfactuals keep
// hard rules by construction: those given here until others are, see Generator.Under.
func Distilled(rules []causal.Rule) Method {
	return Method{Name: "Learned search", distils: true, rules: causal.Hard(rules)}
}

// NewDistilled is NewFit of Distilled, for any black box.
func NewDistilled(rules []causal.Rule, c Config, s data.Schema, blackBox blackbox.BlackBox, train, val nn.Examples) (*Fit, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if train.Rows() < 2 || val.Rows() < 1 {
		return nil, errFewRows
	}
	d := distill.NewFit(distill.Config{Seed: c.Seed, Epochs: c.Epochs, Batch: c.Batch, Rate: c.LearningRate}, s, blackBox, rules, train, val)
	return &Fit{Course: d.Course, layout: newLayout(s), cfg: c, distilled: d, rules: causal.Hard(rules), asked: blackBox}, nil
}

var errFewRows = fmt.Errorf("a generator needs at least 2 training rows and 1 validation row")

// Distils reports whether the generator makes its counterfactuals by itself, so that they
// keep the hard rules whatever they are.
func (g *Generator) Distils() bool { return g.answers != nil }

// Untaught reports whether the training is one that learns from a search and had nothing to
// learn from it.
func (f *Fit) Untaught() bool { return f.distilled != nil && f.distilled.Untaught() }

// Steps is how often the epoch to come calls its tick, about, where it takes as long as many others:
// with the search of what is learned from. Else it is 0.
func (f *Fit) Steps() int {
	if f.distilled == nil {
		return 0
	}
	return f.distilled.Steps()
}

// Under is the generator with the black box that Answers asks and the hard rules that its
// counterfactuals keep: all of them where it distils. Others keep those that fix a feature,
// beside what they have learned and the features that their training was told are fixed;
// generators of earlier versions were told none, and change nothing.
func (g *Generator) Under(b blackbox.BlackBox, rules []causal.Rule) *Generator {
	bound := *g
	bound.asked, bound.rules, bound.fixed = b, causal.Hard(rules), g.fixed.with(rules)
	if !slices.Equal(bound.fixed, g.fixed) {
		bound.idle = new(sync.Pool) // whose Makers make as the generator does that they are of
	}
	return &bound
}

// bound are the answers of a generator that distils.
func (g *Generator) bound(b blackbox.BlackBox) *distill.Bound { return g.answers.Under(b, g.rules) }

// Answers implements blackbox.Answerer: the first draw of each row, of one that distils the
// best of its answers. The generator is one of a training, or bound by Under.
func (g *Generator) Answers(rows [][]float64, target []int, key kernel.Key) [][]float64 {
	if g.answers != nil {
		return g.bound(g.asked).Answers(rows, target, key)
	}
	ex := nn.Examples{Width: g.width, X: make([]float32, g.width*len(rows)), Y: make([]int, len(rows))}
	for i, row := range rows {
		g.schema.Encode(row, ex.X[i*g.width:(i+1)*g.width])
	}
	out := g.Generate(g.asked, ex, target, 1, key)
	out.Beside(g.schema, rows)
	for i, row := range out.Rows {
		g.fixed.keepIn(rows[i], row)
	}
	return out.Rows
}

// answered is Generate of a generator that distils: of each row the best of its answers,
// samples times with other draws among those that are alike; with widen they are drawn as
// a search draws them. A row without an answer stays the factual.
func (g *Generator) answered(blackBox blackbox.BlackBox, rows nn.Examples, target []int, samples int, widen float32, key kernel.Key) Outputs {
	n := rows.Rows()
	factual := make([][]float64, n)
	for i := range factual {
		factual[i] = g.factual(rows.X[i*rows.Width : (i+1)*rows.Width])
	}
	b := g.bound(blackBox)
	var out Outputs
	out.Rows = make([][]float64, n*samples)
	if widen > 0 {
		for i, row := range factual {
			for s, c := range b.Sample(row, target[i], samples, widen, key.Sub(uint64(i))) {
				out.Rows[s*n+i] = c
			}
		}
	} else {
		for s := range samples {
			copy(out.Rows[s*n:], b.Answers(factual, target, key.Sub(uint64(s))))
		}
	}
	out.Raw, out.Soft = make([][]float32, len(out.Rows)), make([][]float64, len(out.Rows))
	for e, row := range out.Rows {
		if row == nil {
			row = factual[e%n]
		}
		out.Rows[e], out.Soft[e], out.Raw[e] = row, row, make([]float32, g.width)
		g.schema.Encode(row, out.Raw[e])
	}
	out.Y = g.predict(blackBox, out.Rows)
	out.SoftY = out.Y
	return out
}

// factual is the row of an encoded one. A number beyond those that were trained on stays
// there, as rules are about it and not about the nearest of those.
func (g *Generator) factual(x []float32) []float64 {
	row := make([]float64, len(g.groups))
	g.schema.Decode(x, row)
	for j, at := range g.at {
		if f := &g.schema.Features[j]; f.Kind.Numeric() && (x[at] < 0 || x[at] > 1) {
			row[j] = f.Round(f.Unscale(x[at]))
		}
	}
	return row
}

// loadDistilled reads the state of a generator that distils.
func loadDistilled(s data.Schema, ends []causal.End, st nn.State) (*Generator, error) {
	if len(ends) > 0 {
		return nil, fault.Errorf("cf: the generator is not one of this table and method")
	}
	g, err := distill.Load(s, st)
	return &Generator{layout: newLayout(s), answers: g}, err
}

// State is what Restore needs.
func (f *Fit) State() nn.State {
	if f.distilled != nil {
		return f.distilled.State()
	}
	return f.Course.State()
}

// Restore goes on from a State of a training with the same configuration and examples.
func (f *Fit) Restore(s nn.State) error {
	if f.distilled != nil {
		err := f.distilled.Restore(s)
		f.Course = f.distilled.Course
		return err
	}
	return f.Course.Restore(s)
}
