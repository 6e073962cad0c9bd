package cf

import (
	"causeway/core/blackbox"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// noNoise is a width of the latent noise that leaves none of it.
const noNoise = 1e-20

// Codes are what the encoder makes of rows for their target classes, and what they decode to.
//
//	rows     encoded rows    target  one per row
//	codes    mean of every number of the code, of every row; nil where the generator has
//	         no such space, as one that decodes actions
//	still    what each code decodes to without noise
func (g *Generator) Codes(b blackbox.BlackBox, rows nn.Examples, target []int) (codes [][]float64, still Outputs) {
	if g.net == nil || len(target) == 0 {
		return nil, Outputs{}
	}
	n := rows.Rows()
	x, all := make([]float32, rows.Width*n), make([]int, n)
	for i := range all {
		all[i] = i
	}
	rows.Gather(all, x)
	mean := g.net.Codes(x, target)
	codes = make([][]float64, n)
	for i := range codes {
		for k := i; k < len(mean); k += n {
			codes[i] = append(codes[i], float64(mean[k]))
		}
	}
	return codes, g.sample(b, rows, target, 1, noNoise, kernel.Key{})
}
