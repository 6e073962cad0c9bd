package vision

import (
	"math"

	"causeway/core/blackbox"
	"causeway/core/kernel"
)

// Path returns images on the way from a factual to an answer of Answers, including both. In even
// steps, the code and the condition move from those of the factual under its class from to those
// of the answer. Each image is adjusted to the rules about pixels. All are judged by exactly
// their bytes.
func (e *Explainer) Path(img []byte, from int, a *Answer, steps int) []Answer {
	start, _ := e.encode([][]byte{img}, []int{from})
	path := make([]Answer, steps)
	for first := 0; first < steps; first += AtOnce {
		part := path[first:min(first+AtOnce, steps)]
		n := kernel.Batch(len(part))
		z, at := make([]float32, Latent*n), make([]float32, n)
		for i := range part {
			at[i] = float32(first+i) / float32(steps-1)
			for k := range Latent {
				z[k*n+i] = float32((1-at[i])*start[k*len(start)/Latent]) + float32(at[i]*a.code[k])
			}
		}
		y := e.net.Between(&e.tape, z, from, a.Target, at)
		for i := range part {
			part[i] = Answer{Image: Bytes(y, i, n), Target: a.Target}
			switch first + i {
			case 0:
				copy(part[i].Image, img)
			case steps - 1:
				copy(part[i].Image, a.Image)
			default:
				e.Rules.Nearest(img, part[i].Image)
			}
			part[i].Broken = e.Rules.Broken(img, part[i].Image, e.net.H, e.net.W)
		}
		e.judge(part)
	}
	return path
}

// Shares returns the shares of the classes that a black box predicts for each image.
func Shares(b blackbox.BlackBox, images [][]byte) [][]float32 {
	if len(images) == 0 {
		return nil
	}
	size := len(images[0])
	// The side is exact for square images, and approximate otherwise.
	e, all := &Explainer{pass: b.Pass(), size: size, side: int(math.Sqrt(float64(size)))}, make([]Answer, len(images))
	for i, img := range images {
		all[i].Image = img
	}
	for from := 0; from < len(all); from += AtOnce {
		e.judge(all[from:min(from+AtOnce, len(all))])
	}
	shares := make([][]float32, len(all))
	for i := range all {
		shares[i] = all[i].Shares
	}
	return shares
}
