package vision

import (
	"causeway/core/blackbox"
	"causeway/core/image"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// Answer is a counterfactual of an image: bytes, and what the black box says of exactly these.
type Answer struct {
	Image  []byte
	Target int
	Shares []float32
	Valid  bool     // the black box takes it for the target
	Broken []string // what it does not keep of the rules
	Tries  int      // codes that were decoded

	code []float32 // that the image was decoded from
}

// Held tells whether the answer is valid and keeps every rule.
func (a *Answer) Held() bool { return a.Valid && len(a.Broken) == 0 }

// Explainer makes counterfactuals of images with a trained generator. It belongs to one
// caller.
type Explainer struct {
	Rules image.Rules // that every answer is to keep; they fit the images

	net  *VAE
	size int // pixels of an image
	pass blackbox.Pass
	tape Tape
	x, z []float32
}

// NewExplainer pairs a generator with the black box.
func NewExplainer(v *VAE, b blackbox.BlackBox) *Explainer {
	return &Explainer{net: v, size: v.Size(), pass: b.Pass()}
}

// atLeast is the least batch: it fills the vectors of every machine.
const atLeast = 16

// Answers gives each image a counterfactual for its target: the decoded mean of its codes,
// and where that does not hold, the nearest of up to tries draws that does, see Answer.Held.
// What the rules say of pixels is brought about in each before it is judged; what they say
// of measures is judged. An image without any that holds keeps the one with the fewest rules
// broken, of those that with the largest share of the target. The same key gives the same
// answers, whatever other images are asked about.
func (e *Explainer) Answers(images [][]byte, target []int, tries int, key kernel.Key) []Answer {
	all := make([]Answer, len(images))
	for from := 0; from < len(images); from += atLeast {
		to := min(from+atLeast, len(images))
		mean, variance := e.encode(images[from:to], target[from:to])
		e.first(images[from:to], target[from:to], mean, all[from:to])
		for i := range all[from:to] {
			if a := &all[from+i]; !a.Held() && tries > 0 {
				e.more(images[from+i], a, column(mean, i), column(variance, i), tries, key)
			}
		}
	}
	return all
}

// encode returns mean and variance of the codes, Latent×atLeast.
func (e *Explainer) encode(images [][]byte, target []int) (mean, variance []float32) {
	size := e.net.Size()
	x := nn.Grow(&e.x, size*atLeast)
	clear(x)
	for k, img := range images {
		put(img, x, k, atLeast)
	}
	mean, variance = e.net.Encode(&e.tape, x, filled(target), nn.Eval)
	return append([]float32(nil), mean...), append([]float32(nil), variance...)
}

// filled are targets with any class behind them.
func filled(target []int) []int {
	all := make([]int, atLeast)
	copy(all, target)
	return all
}

func column(x []float32, k int) []float32 {
	c := make([]float32, Latent)
	for i := range c {
		c[i] = x[i*atLeast+k]
	}
	return c
}

// decode makes bytes of codes, and what the black box and the rules say of them.
func (e *Explainer) decode(z []float32, factual [][]byte, target []int) []Answer {
	y := e.net.Decode(&e.tape, z, filled(target), nn.Eval)
	all := make([]Answer, len(target))
	for k := range all {
		img := Bytes(y, k, atLeast)
		e.Rules.Nearest(factual[k], img)
		all[k] = Answer{Image: img, Target: target[k], code: column(z, k), Broken: e.Rules.Broken(factual[k], img, e.net.H, e.net.W)}
	}
	e.judge(all)
	return all
}

// judge asks the black box about the bytes of up to atLeast answers.
func (e *Explainer) judge(all []Answer) {
	x := nn.Grow(&e.x, e.size*atLeast)
	clear(x)
	for k := range all {
		put(all[k].Image, x, k, atLeast)
	}
	shares := e.pass.Shares(x, atLeast)
	best := make([]int, atLeast)
	nn.Best(shares, best)
	for k := range all {
		all[k].Valid, all[k].Shares = best[k] == all[k].Target, nil
		for c := range len(shares) / atLeast {
			all[k].Shares = append(all[k].Shares, shares[c*atLeast+k])
		}
	}
}

func (e *Explainer) first(images [][]byte, target []int, mean []float32, to []Answer) {
	for k, a := range e.decode(mean, images, target) {
		a.Tries = 1
		to[k] = a
	}
}

// more draws codes from twice the deviation of the encoder's.
func (e *Explainer) more(img []byte, a *Answer, mean, variance []float32, tries int, key kernel.Key) {
	key = key.Sub(uint64(a.Target))
	eps, target, factual := make([]float32, Latent*atLeast), make([]int, atLeast), make([][]byte, atLeast)
	for i := range target {
		target[i], factual[i] = a.Target, img
	}
	nearest := -1
	for from := 0; from < tries && nearest < 0; from += atLeast {
		kernel.Normal(key, uint32(from*Latent), eps)
		z := nn.Grow(&e.z, Latent*atLeast)
		for k := range Latent {
			for i := range atLeast {
				z[k*atLeast+i] = float32(float32(2*sqrt(variance[k]))*eps[i*Latent+k]) + mean[k]
			}
		}
		n := min(atLeast, tries-from)
		for _, b := range e.decode(z, factual[:n], target[:n]) {
			b.Tries = a.Tries + 1
			d := Distance(img, b.Image)
			if b.Held() && (nearest < 0 || d < nearest) {
				nearest, *a = d, b
			} else if nearest < 0 && better(&b, a) {
				*a = b
			} else {
				a.Tries++
			}
		}
	}
}

// better compares answers that do not hold.
func better(a, b *Answer) bool {
	if len(a.Broken) != len(b.Broken) {
		return len(a.Broken) < len(b.Broken)
	}
	return a.Shares[a.Target] > b.Shares[b.Target]
}

// Distance is the L1 distance of two images, in steps of a byte.
func Distance(a, b []byte) int {
	d := 0
	for i := range a {
		d += max(int(a[i])-int(b[i]), int(b[i])-int(a[i]))
	}
	return d
}

// Changed is the number of pixels that differ.
func Changed(a, b []byte) int {
	n := 0
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}
