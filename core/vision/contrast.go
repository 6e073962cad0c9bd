package vision

import (
	"causeway/core/blackbox"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// Usual measures how far images are from what an auto-encoder has learned, as the contrastive
// explanation method requires. It must not be used concurrently.
type Usual struct {
	Net nn.Net

	tape nn.Tape
	r    []float32
}

// Error adds the squared error of the reconstruction of each image to sum, and weight times its
// gradient with respect to x to d.
//
//	x, d  pixels×n    sum  n
func (u *Usual) Error(x []float32, weight float32, sum, d []float32) {
	n := len(sum)
	x = x[:u.Net.In()*n]
	out, r := u.Net.Forward(&u.tape, x, n, nn.Eval, kernel.Key{}), nn.Grow(&u.r, len(x))
	for i, v := range x {
		e := v - out[i]
		sum[i%n] += float32(e * e)
		e = float32(2 * weight * e)
		d[i] += e
		r[i] = -e
	}
	kernel.Add(u.Net.InputGrad(&u.tape, r), d)
}

// Leaver looks for the nearest inputs of another class, such as cf.CEM.
//
//	x, nearest  pixels×n    found  n
type Leaver interface {
	Leave(x []float32, n int, tick func() error) (nearest []float32, found []bool, err error)
}

// leaveAtOnce is the number of images that a descent processes together.
const leaveAtOnce = 32

// Contrast returns for each image the result of a Leaver, as bytes that the black box classifies
// again. Such a method does not choose a target. The target of an answer is the class of its
// bytes, and the answer is valid if this differs from the image's class. If nothing is found, the
// answer is the image itself.
func Contrast(l Leaver, b blackbox.BlackBox, images [][]byte, tick func() error) ([]Answer, error) {
	all, pass := make([]Answer, 0, len(images)), b.Pass()
	for from := 0; from < len(images); from += leaveAtOnce {
		part := images[from:min(from+leaveAtOnce, len(images))]
		n := len(part)
		x := make([]float32, len(images[0])*n)
		Gather(part, x)
		near, found, err := l.Leave(x, n, tick)
		if err != nil {
			return nil, err
		}
		before, after, bytes := make([]int, n), make([]int, n), make([][]byte, n)
		nn.Best(pass.Shares(x, n), before)
		for k := range part {
			bytes[k] = Bytes(near, k, n)
		}
		Gather(bytes, x)
		shares := pass.Shares(x, n)
		nn.Best(shares, after)
		for k := range part {
			a := Answer{Image: bytes[k], Target: after[k], Valid: found[k] && after[k] != before[k], Tries: 1}
			for c := range len(shares) / n {
				a.Shares = append(a.Shares, shares[c*n+k])
			}
			all = append(all, a)
		}
	}
	return all, nil
}
