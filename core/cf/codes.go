package cf

import (
	"causeway/core/blackbox"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// noNoise is a width at which the latent noise vanishes.
const noNoise = 1e-20

// Codes returns the codes of rows for their target classes and the rows to which they decode.
//
//	rows     encoded rows    target  one per row
//	codes    mean of each component of the code, for every row; nil if the generator has
//	         no such space, like one that decodes actions
//	still    the decoded row of each code without noise
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
