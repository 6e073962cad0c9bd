// Package kernel contains the float32 loops in which training and generation spend most of their
// time. Every kernel is a plain function over slices with a scalar twin (suffix Ref) of a few
// lines. Both produce the same bits on every target, with any vector width and without vectors.
// The package allocates no memory and does not depend on layers or models.
//
// Activations are stored feature by feature: a batch of n examples with d features is a d×n
// matrix whose rows are contiguous. The lanes of a vector run across examples, so narrow layers
// fill vectors as well as wide ones do. Two rules keep the bits equal:
//
//   - every product is rounded before it is added, never fused with the
//     addition;
//   - a sum over examples is kept in Lanes partial sums, example e in sum
//     e mod Lanes, which are added pairwise at the end. Lanes is fixed, so
//     the result does not depend on the width of the machine's vectors.
//
// In each kernel, the vector part handles complete vectors and returns how many examples it did;
// the twin does the rest. A kernel panics if a slice is shorter than its shape requires.
//
// go1.27.4 fails with an internal error on vector code in methods, in package variables, and in a
// range loop without a variable, so the code avoids these.
package kernel

// Lanes is the number of partial sums in every sum over examples. It is a multiple of every vector
// width: 4, 8 and 16 floats.
const Lanes = 16

// fold adds the partial sums pairwise: l and l+8, then l and l+4, and so on.
func fold(p *[Lanes]float32) float32 {
	a, b, c, d := p[0]+p[8], p[1]+p[9], p[2]+p[10], p[3]+p[11]
	e, f, g, h := p[4]+p[12], p[5]+p[13], p[6]+p[14], p[7]+p[15]
	return ((a + e) + (c + g)) + ((b + f) + (d + h))
}

// Batch returns the best batch size for predicting n examples: n, but at least one vector of this
// machine. Results do not depend on the batch size.
func Batch(n int) int { return max(n, lanes()) }

// BatchOf is Batch for n images whose narrowest lines have line pixels. It makes every line at
// least two vectors long, because convolutions run along lines.
func BatchOf(n, line int) int { return max(n, (2*lanes()+line-1)/line) }
