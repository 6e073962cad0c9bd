package cf

import (
	"fmt"
	"slices"
	"sync"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/generate"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// Actions returns the method that learns which actions a search finds; see package generate. By
// construction, its counterfactuals keep the given hard rules, or those that Generator.Under sets
// later.
func Actions(rules []causal.Rule) Method {
	return Method{Name: "Action VAE", acts: true, rules: causal.Hard(rules)}
}

// newActions is NewFit for the method Actions.
func newActions(m Method, c Config, s data.Schema, b blackbox.Differentiable, train, val nn.Examples) *Fit {
	asks := generate.Nothing
	switch {
	case c.Sized:
		asks = generate.Size
	case c.Needed:
		asks = generate.Number
	}
	actions := generate.NewFit(generate.Config{Seed: c.Seed, Epochs: c.Epochs, Batch: c.Batch, Rate: c.LearningRate,
		Asks: asks}, s, teacher(b), m.rules, train, val)
	return &Fit{Course: actions.Course, layout: newLayout(s), cfg: c, actions: actions, rules: m.rules, asked: b}
}

var errFewRows = fmt.Errorf("a generator needs at least 2 training rows and 1 validation row")

// Acts reports whether the generator decodes actions. If so, its counterfactuals keep all hard
// rules.
func (g *Generator) Acts() bool { return g.actions != nil || g.retired != nil }

// Retired reports whether the generator was made by an earlier version with a method that has since
// been removed. Such a generator proposes nothing, so searches run without it.
func (g *Generator) Retired() bool { return g.retired != nil }

// Untaught reports whether a method that learns from a search got too few answers from it.
func (f *Fit) Untaught() bool { return f.actions != nil && f.actions.Untaught() }

// Steps returns about how often the next epoch calls tick if it first searches for answers to learn
// from, which takes as long as many ordinary epochs. For an ordinary epoch it returns 0.
func (f *Fit) Steps() int {
	if f.actions == nil {
		return 0
	}
	return f.actions.Steps()
}

// Under binds the generator to the black box that Answers uses and to the hard rules that its
// counterfactuals must keep. A generator that decodes actions keeps all of them. Other generators
// keep only rules that fix a feature, besides what they learned and the features fixed in their
// training. Generators of earlier versions have no fixed features and do not change.
func (g *Generator) Under(b blackbox.BlackBox, rules []causal.Rule) *Generator {
	bound := *g
	bound.asked, bound.rules, bound.fixed = b, causal.Hard(rules), g.fixed.with(rules)
	if !slices.Equal(bound.fixed, g.fixed) {
		bound.idle = new(sync.Pool) // because Makers belong to one generator
	}
	return &bound
}

// Proposals returns what a generator that decodes actions proposes for each row in one pass, or
// nil for other generators. The generator must come directly from a training or be bound by
// Under.
func (g *Generator) Proposals(rows [][]float64, target []int) [][][]float64 {
	a := g.actor(g.asked, g.rules)
	all, list := a.Proposals(rows, target), make([][][]float64, len(rows))
	for i, n := 0, a.PerRow(); i < len(rows) && len(all) > 0; i++ {
		list[i] = all[i*n : (i+1)*n]
	}
	return list
}

// Helped improves given proposals as a generator that decodes actions improves its own; see
// generate.Bound.Helped.
func (g *Generator) Helped(rows [][]float64, target []int, given [][][]float64) [][][]float64 {
	all := g.actions.Under(g.asked, g.asked, g.rules).Helped(rows, target, given)
	return slices.Collect(slices.Chunk(all, generate.Codes))
}

// Allows reports whether the labels that a generator of actions learned from allow an answer for a
// row.
func (g *Generator) Allows(row, answer []float64) bool { return g.actions.Allows(row, answer) }

// Pairs returns what a training of actions learns from: rows, an answer for each, and the answer's
// class.
func (f *Fit) Pairs() (rows, answers [][]float64, target []int) { return f.actions.Pairs() }

// continueWithLabels starts a training that continues a generator of actions with labels; see
// generate.Fit.Teach.
func (g *Generator) continueWithLabels(c Config, s data.Schema, b blackbox.Differentiable, train, val nn.Examples,
	labels []Label) (*Fit, error) {
	f, err := NewFit(Actions(g.rules), c, s, b, train, val)
	if err != nil {
		return nil, err
	}
	list := make([]generate.Label, len(labels))
	for i, l := range labels {
		list[i] = generate.Label{Row: l.Factual, Answer: l.Counterfactual, Feasible: l.Feasible}
	}
	err = f.actions.Teach(g.actions, list)
	f.Course = f.actions.Course
	return f, err
}

// actor proposes actions for rows.
type actor interface {
	blackbox.Sampler
	blackbox.Answerer
	Proposals(rows [][]float64, target []int) [][]float64
	PerRow() int
}

// actor returns the actor for the given rules and black box, which judges its answers. If this
// black box has no gradient, gradients come from the black box of the training.
func (g *Generator) actor(b blackbox.BlackBox, rules []causal.Rule) actor {
	if g.actions == nil {
		return idle{}
	}
	return g.actions.Under(b, g.asked, rules)
}

// idle is the actor for a generator whose method was removed. It proposes nothing.
type idle struct{}

func (idle) Sample([]float64, int, int, float32, kernel.Key) [][]float64 { return nil }
func (idle) Proposals([][]float64, []int) [][]float64                    { return nil }
func (idle) PerRow() int                                                 { return 1 }
func (idle) Answers(rows [][]float64, _ []int, _ kernel.Key) [][]float64 {
	return make([][]float64, len(rows))
}

// Answers implements blackbox.Answerer. It returns the first draw for each row, or the best
// answer of a generator that decodes actions. The generator must come directly from a training or
// be bound by Under.
func (g *Generator) Answers(rows [][]float64, target []int, key kernel.Key) [][]float64 {
	if g.Acts() {
		return g.actor(g.asked, g.rules).Answers(rows, target, key)
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

// acted is Generate for a generator that decodes actions. The first sample of each row is its best
// answer, and the others are decoded from its codes in turn. If widen is not 0, all are drawn as in
// a search. A row without an answer keeps the factual.
func (g *Generator) acted(blackBox blackbox.BlackBox, rows nn.Examples, target []int, samples int, widen float32,
	key kernel.Key) Outputs {
	n := rows.Rows()
	factual := make([][]float64, n)
	for i := range factual {
		factual[i] = g.factual(rows.X[i*rows.Width : (i+1)*rows.Width])
	}
	a, out := g.actor(blackBox, g.rules), Outputs{Rows: make([][]float64, n*samples)}
	if widen == 0 {
		copy(out.Rows, a.Answers(factual, target, key))
	}
	for i, row := range factual {
		if samples == 1 && out.Rows[i] != nil {
			continue
		}
		list := a.Sample(row, target[i], samples, widen, key.Sub(uint64(i)))
		for s := range samples {
			if at := s*n + i; out.Rows[at] == nil && s < len(list) {
				out.Rows[at] = list[s]
			}
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

// factual decodes an encoded row. A number outside the training range keeps its value, because
// rules apply to that value and not to the nearest one inside the range.
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

// loadActions reads the state of a generator that decodes actions, or of one whose method was
// removed.
func loadActions(s data.Schema, ends []causal.End, st nn.State) (g *Generator, err error) {
	if len(ends) > 0 {
		return nil, fault.Errorf("cf: the generator belongs to another table or method; train it again")
	}
	g = &Generator{layout: newLayout(s)}
	if retired(st) {
		g.retired = &st
		return g, nil
	}
	g.actions, err = generate.Load(s, st)
	return g, err
}

// retired reports whether a state belongs to a Learned search of an earlier version: a network that
// read the answers to single changes.
func retired(st nn.State) bool {
	return len(st.Tensors) > 0 && st.Tensors[0].Name == "answers.center"
}
