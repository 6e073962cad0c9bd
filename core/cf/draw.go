package cf

import (
	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/search"
)

// Sample implements blackbox.Sampler. It returns decoded rows, drawn with latent noise that is
// reach times as wide. A generator that decodes actions must first be bound to its black box, see
// Under.
func (g *Generator) Sample(row []float64, target, n int, reach float32, key kernel.Key) [][]float64 {
	if g.Acts() {
		return g.actor(g.asked, g.rules).Sample(row, target, n, reach, key)
	}
	d := g.maker()
	defer g.idle.Put(d)
	if n == 0 {
		return nil
	}
	x := nn.Grow(&d.x, g.width)
	g.schema.Encode(row, x)
	d.Widen(reach)
	soft := g.net.Forward(&d.tape, x, []int{target}, n, nn.Eval, key.Sub(0), kernel.Key{})
	g.finish(&d.causes, x, 1, soft, n)
	hard := nn.Grow(&d.hard, len(soft))
	g.decodeBeside(x, 1, soft, hard, n)
	rows, all := make([][]float64, n), make([]float64, n*len(row))
	for e := range rows {
		rows[e] = all[e*len(row) : (e+1)*len(row) : (e+1)*len(row)]
	}
	g.decoded(hard, 0, n, rows)
	for _, made := range rows {
		g.fixed.keepIn(row, made)
	}
	return rows
}

// Bound implements search.Binder.
func (g *Generator) Bound(b blackbox.BlackBox, rules []causal.Rule) blackbox.Sampler {
	if g.Acts() {
		return g.actor(b, rules)
	}
	return g
}

// Search runs a Finder with the generator as its sampler.
func (g *Generator) Search(b blackbox.BlackBox, q search.Query) search.Found {
	found, _ := g.SearchFor(b, q, func() error { return nil })
	return found
}

// SearchFor returns a Search that can be stopped.
func (g *Generator) SearchFor(b blackbox.BlackBox, q search.Query, tick func() error) (search.Found, error) {
	return search.NewFinder(g.schema, b, g).Search(q, tick)
}

// Quick answers one query for several rows in one pass.
func (g *Generator) Quick(b blackbox.BlackBox, q search.Query) *search.Quick {
	if g.Acts() {
		own := g.actor(b, q.Rules)
		return search.NewQuick(g.schema, b, q, own.PerRow(), own.Proposals)
	}
	own := g.Under(b, q.Rules)
	return search.NewQuick(g.schema, b, q, 1, func(rows [][]float64, target []int) (list [][]float64) {
		for i := range rows { // draws depend on a row's index in its call
			list = append(list, own.Answers(rows[i:i+1], target[i:i+1], q.Key)...)
		}
		return list
	})
}
