package vision

import (
	"bytes"
	"cmp"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/image"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/sorting"
)

// Answer is a counterfactual of an image as bytes, with the black box's prediction for exactly
// these bytes.
type Answer struct {
	Image  []byte
	Target int
	Shares []float32
	Valid  bool     // the black box predicts the target
	Broken []string // descriptions of the broken rules
	Tries  int      // number of decoded codes

	code []float32 // from which the image was decoded
}

// Held reports whether the answer is valid and keeps every rule.
func (a *Answer) Held() bool { return a.Valid && len(a.Broken) == 0 }

// Explainer makes counterfactuals of images with a trained generator. It must not be used
// concurrently.
type Explainer struct {
	Rules image.Rules // that every answer must keep; they match the images

	net  *VAE
	size int // pixels of an image
	side int // pixels per line
	pass blackbox.Pass
	tape Tape
	x, z []float32
}

// NewExplainer combines a generator with the black box.
func NewExplainer(v *VAE, b blackbox.BlackBox) *Explainer {
	return &Explainer{net: v, size: v.Size(), side: v.W, pass: b.Pass()}
}

// AtOnce is the number of images in one pass.
const AtOnce = 16

// Answers finds a counterfactual of each image for its target. It first tries the decoded mean of
// the image's codes. If that does not hold (see Answer.Held), it takes the nearest of up to tries
// draws that holds. Each image is adjusted to keep the rules about pixels before it is judged.
// Rules about measures are only judged, and guide the draws. If no draw holds, the answer is one
// with the fewest broken rules and, among those, the largest share of the target. The same key
// leads to the same answers, whatever other images are passed.
func (e *Explainer) Answers(images [][]byte, target []int, tries int, key kernel.Key) []Answer {
	all, _ := e.Explain(images, target, tries, key, func() error { return nil }) // only tick can fail
	return all
}

// Explain is Answers with a tick between passes, whose error stops it.
func (e *Explainer) Explain(images [][]byte, target []int, tries int, key kernel.Key, tick func() error) ([]Answer,
	error) {
	all := make([]Answer, 0, len(images))
	for from := 0; from < len(images); from += AtOnce {
		if err := tick(); err != nil {
			return nil, err
		}
		to := min(from+AtOnce, len(images))
		mean, variance := e.encode(images[from:to], target[from:to])
		part := e.decode(mean, images[from:to], target[from:to])
		e.judge(part)
		for i := range part {
			a, n := &part[i], len(mean)/Latent
			if a.Tries = 1; a.Held() || tries == 0 {
				continue
			}
			if err := tick(); err != nil {
				return nil, err
			}
			e.more(images[from+i], a, column(mean, i, n), column(variance, i, n), tries, key)
		}
		all = append(all, part...)
	}
	return all, nil
}

// encode returns mean and variance of the codes of up to AtOnce images, each with
// Latent×kernel.Batch values. If the same image follows again for another target, it is processed
// only once.
func (e *Explainer) encode(images [][]byte, target []int) (mean, variance []float32) {
	var distinct [][]byte
	of := make([]int, kernel.Batch(len(images)))
	for i, img := range images {
		if i == 0 || !bytes.Equal(img, images[i-1]) {
			distinct = append(distinct, img)
		}
		of[i] = len(distinct) - 1
	}
	n := kernel.BatchOf(len(distinct), e.side-6) // width of a line after three convolutions
	x := e.batch(len(distinct), n, func(k int) []byte { return distinct[k] })
	mean, variance = e.net.EncodeEach(&e.tape, x, n, of, filled(target), nn.Eval)
	return slices.Clone(mean), slices.Clone(variance)
}

// batch gathers n images, padded with black ones up to wide.
func (e *Explainer) batch(n, wide int, image func(k int) []byte) []float32 {
	x := nn.Grow(&e.x, e.size*wide)
	clear(x)
	for k := range n {
		put(image(k), x, k, wide)
	}
	return x
}

// filled returns targets, padded with an arbitrary class.
func filled(target []int) []int {
	all := make([]int, kernel.Batch(len(target)))
	copy(all, target)
	return all
}

// column returns example k of n.
func column(x []float32, k, n int) []float32 {
	c := make([]float32, Latent)
	for i := range c {
		c[i] = x[i*n+k]
	}
	return c
}

// decode decodes codes to bytes and checks the rules.
//
//	z  Latent×kernel.Batch(len(target))
func (e *Explainer) decode(z []float32, factual [][]byte, target []int) []Answer {
	to := filled(target)
	y, n := e.net.Decode(&e.tape, z, to, nn.Eval), len(to)
	all := make([]Answer, len(target))
	for k := range all {
		img := Bytes(y, k, n)
		e.Rules.Nearest(factual[k], img)
		all[k] = Answer{Image: img, Target: target[k], code: column(z, k, n),
			Broken: e.Rules.Broken(factual[k], img, e.net.H, e.net.W)}
	}
	return all
}

// judge classifies the bytes of up to AtOnce answers with the black box.
func (e *Explainer) judge(all []Answer) {
	ask := make([]*Answer, len(all))
	for k := range all {
		ask[k] = &all[k]
	}
	e.ask(ask)
}

// ask judges the answers that have not been judged before.
func (e *Explainer) ask(all []*Answer) {
	all = slices.DeleteFunc(all, func(a *Answer) bool { return a.Shares != nil })
	if len(all) == 0 {
		return
	}
	n := kernel.BatchOf(len(all), max(e.side/4, 1)) // width of a line after two poolings
	x := e.batch(len(all), n, func(k int) []byte { return all[k].Image })
	shares, best := e.pass.Shares(x, n), make([]int, n)
	nn.Best(shares, best)
	for k, a := range all {
		a.Valid = best[k] == a.Target
		for c := range len(shares) / n {
			a.Shares = append(a.Shares, shares[c*n+k])
		}
	}
}

// more draws codes with twice the standard deviation of the encoder. If rules are about measures,
// which no single byte determines, each draw after the first is based on the best previous ones.
func (e *Explainer) more(img []byte, a *Answer, mean, variance []float32, tries int, key kernel.Key) {
	key = key.Sub(uint64(a.Target))
	eps, target, factual := make([]float32, Latent*AtOnce), make([]int, AtOnce), make([][]byte, AtOnce)
	for i := range target {
		target[i], factual[i] = a.Target, img
	}
	spread := make([]float32, Latent)
	for k := range spread {
		spread[k] = float32(2 * sqrt(variance[k]))
	}
	made, g := a.Tries, guide{mean: mean, spread: spread}
	for from := 0; from < tries && !a.Held(); from += AtOnce {
		kernel.Normal(key, uint32(from*Latent), eps)
		n := min(AtOnce, tries-from)
		wide := kernel.Batch(n)
		z := nn.Grow(&e.z, Latent*wide)
		for k := range Latent {
			for i := range wide {
				z[k*wide+i] = float32(g.spread[k]*eps[i*Latent+k]) + g.mean[k]
			}
		}
		drawn := e.decode(z, factual[:n], target[:n])
		if e.choose(img, a, drawn); !a.Held() && e.Rules.Measured() {
			e.judge(drawn)
			g.learn(drawn, func(b *Answer) float64 { return e.off(img, b) })
		}
		made += n
		a.Tries = made
	}
}

// off returns the distance of an answer from one that holds: the excess over the rules about
// measures, and the deficit to the leading class.
func (e *Explainer) off(img []byte, a *Answer) float64 {
	return e.Rules.Off(img, a.Image, e.net.H, e.net.W) + float64(slices.Max(a.Shares)-a.Shares[a.Target])
}

// nearAtOnce is the number of nearest draws that are judged before the others.
const nearAtOnce = 4

// choose replaces an answer that does not hold by the nearest draw that does, or otherwise by the
// best of all. Because judging takes most of the time, draws that keep every rule are judged
// nearest first, and judging stops once one holds. If no draw keeps every rule, draws with more
// broken rules than another are not judged, because they cannot be chosen.
func (e *Explainer) choose(img []byte, a *Answer, drawn []Answer) {
	fewest, all := len(a.Broken), make([]*Answer, len(drawn))
	for i := range drawn {
		fewest, all[i] = min(fewest, len(drawn[i].Broken)), &drawn[i]
	}
	all = slices.DeleteFunc(all, func(b *Answer) bool { return len(b.Broken) > fewest })
	if fewest == 0 {
		sorting.Stable(all, func(b, c *Answer) int {
			return cmp.Compare(Distance(img, b.Image), Distance(img, c.Image))
		})
	}
	for from := 0; from < len(all); {
		to := len(all)
		if fewest == 0 && from == 0 {
			to = min(to, nearAtOnce)
		}
		e.ask(slices.Clone(all[from:to]))
		for _, b := range all[from:to] {
			if b.Held() {
				*a = *b
				return
			}
		}
		from = to
	}
	for i := range drawn { // in the order of drawing
		if b := &drawn[i]; len(b.Broken) <= fewest && better(b, a) {
			*a = *b
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

// Distance returns the L1 distance between two images, in steps of a byte.
func Distance(a, b []byte) int {
	d := 0
	for i := range a {
		d += max(int(a[i])-int(b[i]), int(b[i])-int(a[i]))
	}
	return d
}

// Changed returns the number of pixels that differ.
func Changed(a, b []byte) int {
	n := 0
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}
