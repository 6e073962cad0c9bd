// Package kernel holds the float32 loops that training and generating spend
// their time in. Every kernel is a plain function over slices with a scalar
// twin (suffix Ref) of a few lines; both give the same bits on every target,
// with any vector width and without one. The package allocates nothing and
// knows nothing of layers or models.
//
// Activations are stored feature by feature: a batch of n examples with d
// features is a d×n matrix whose rows are contiguous. The lanes of a vector
// then run across examples, so narrow layers fill a vector as well as wide
// ones do. Two rules keep the bits equal:
//
//   - every product is rounded before it is added, never fused with the
//     addition;
//   - a sum over examples is kept in Lanes partial sums, example e in sum
//     e mod Lanes, which are added pairwise at the end. Lanes is fixed, so
//     the result does not depend on the width of the machine's vectors.
//
// In each kernel the vector part does whole vectors and returns how many
// examples it has done; the twin does the rest. A kernel panics when a slice
// is shorter than its shape says.
//
// go1.27.4 stops with an internal error on vector code in methods, in package
// variables and in a range loop without a variable; the code avoids them.
package kernel

// Lanes is the number of partial sums of every sum over examples. Vectors of
// 4, 8 and 16 floats all divide it.
const Lanes = 16

// fold adds the partial sums pairwise: l and l+8, then l and l+4, and so on.
func fold(p *[Lanes]float32) float32 {
	a, b, c, d := p[0]+p[8], p[1]+p[9], p[2]+p[10], p[3]+p[11]
	e, f, g, h := p[4]+p[12], p[5]+p[13], p[6]+p[14], p[7]+p[15]
	return ((a + e) + (c + g)) + ((b + f) + (d + h))
}

// Batch is the best batch size for asking about n examples: at least a vector of this machine.
// The results do not depend on it.
func Batch(n int) int { return max(n, lanes()) }

// BatchOf is Batch of n images whose narrowest lines have so many pixels: a line of it is two vectors at least,
// which convolutions run along.
func BatchOf(n, line int) int { return max(n, (2*lanes()+line-1)/line) }
