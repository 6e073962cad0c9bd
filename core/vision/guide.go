package vision

import (
	"cmp"
	"slices"
)

// guide says where codes are drawn: around the best that were, as far as these are apart. That is the cross-entropy
// method of optimisation (Rubinstein 1999), which asks nothing of what it makes smaller but to be told of it.
type guide struct {
	mean, spread []float32 // Latent each
	first        []float32 // spread at first
	best         []scored
}

type scored struct {
	code []float32
	off  float64
}

// elite is how many codes the next ones are drawn around.
const elite = 4

// learn takes what was drawn, each as far off as off says.
func (g *guide) learn(drawn []Answer, off func(*Answer) float64) {
	if g.first == nil {
		g.first = g.spread
	}
	for i := range drawn {
		g.best = append(g.best, scored{drawn[i].code, off(&drawn[i])})
	}
	slices.SortStableFunc(g.best, func(a, b scored) int { return cmp.Compare(a.off, b.off) })
	g.best = g.best[:min(len(g.best), elite)]
	g.mean, g.spread = make([]float32, Latent), make([]float32, Latent)
	n := float32(len(g.best))
	for k := range Latent {
		for _, s := range g.best {
			g.mean[k] += s.code[k] / n
		}
		for _, s := range g.best {
			d := s.code[k] - g.mean[k]
			g.spread[k] += float32(d*d) / n
		}
		g.spread[k] = sqrt(g.spread[k]) + float32(g.first[k]/8) // never none, or it would stay where it is
	}
}
