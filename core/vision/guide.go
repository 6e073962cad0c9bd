package vision

import (
	"cmp"

	"causeway/core/sorting"
)

// guide determines where codes are drawn: around the best codes so far, with their spread. This
// is the cross-entropy method of optimisation (Rubinstein 1999), which needs only the values of
// the function that it minimises.
type guide struct {
	mean, spread []float32 // Latent numbers each
	first        []float32 // initial spread
	best         []scored
}

type scored struct {
	code []float32
	off  float64
}

// elite is the number of best codes around which the next ones are drawn.
const elite = 4

// learn updates the guide with the given draws, ranked by off.
func (g *guide) learn(drawn []Answer, off func(*Answer) float64) {
	if g.first == nil {
		g.first = g.spread
	}
	for i := range drawn {
		g.best = append(g.best, scored{drawn[i].code, off(&drawn[i])})
	}
	sorting.Stable(g.best, func(a, b scored) int { return cmp.Compare(a.off, b.off) })
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
		g.spread[k] = sqrt(g.spread[k]) + float32(g.first[k]/8) // never 0, or it could not change any more
	}
}
