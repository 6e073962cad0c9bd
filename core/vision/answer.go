package vision

import (
	"bytes"
	"cmp"
	"slices"

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
	side int // of these, in a line
	pass blackbox.Pass
	tape Tape
	x, z []float32
}

// NewExplainer pairs a generator with the black box.
func NewExplainer(v *VAE, b blackbox.BlackBox) *Explainer {
	return &Explainer{net: v, size: v.Size(), side: v.W, pass: b.Pass()}
}

// AtOnce is how many images are asked about in one pass.
const AtOnce = 16

// Answers gives each image a counterfactual for its target: the decoded mean of its codes, and where that
// does not hold, the nearest of up to tries draws that does, see Answer.Held. Each is made to keep the rules
// about pixels before it is judged. Rules about measures are judged, and guide the draws. An image without
// any that holds keeps the one with the fewest rules broken, of those that with the largest share of the
// target. The same key gives the same answers, whatever other images are asked about.
func (e *Explainer) Answers(images [][]byte, target []int, tries int, key kernel.Key) []Answer {
	all, _ := e.Explain(images, target, tries, key, func() error { return nil }) // nothing fails but tick
	return all
}

// Explain is Answers with a tick between passes, whose error ends it.
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

// encode returns mean and variance of the codes of up to AtOnce images, Latent×kernel.Batch of
// them. One that comes again right away, for another target, is looked at once.
func (e *Explainer) encode(images [][]byte, target []int) (mean, variance []float32) {
	var distinct [][]byte
	of := make([]int, kernel.Batch(len(images)))
	for i, img := range images {
		if i == 0 || !bytes.Equal(img, images[i-1]) {
			distinct = append(distinct, img)
		}
		of[i] = len(distinct) - 1
	}
	n := kernel.BatchOf(len(distinct), e.side-6) // what three convolutions leave of a line
	x := e.batch(len(distinct), n, func(k int) []byte { return distinct[k] })
	mean, variance = e.net.EncodeEach(&e.tape, x, n, of, filled(target), nn.Eval)
	return slices.Clone(mean), slices.Clone(variance)
}

// batch gathers n images, with black ones behind them up to wide.
func (e *Explainer) batch(n, wide int, image func(k int) []byte) []float32 {
	x := nn.Grow(&e.x, e.size*wide)
	clear(x)
	for k := range n {
		put(image(k), x, k, wide)
	}
	return x
}

// filled are targets with any class behind them.
func filled(target []int) []int {
	all := make([]int, kernel.Batch(len(target)))
	copy(all, target)
	return all
}

// column is example k of n.
func column(x []float32, k, n int) []float32 {
	c := make([]float32, Latent)
	for i := range c {
		c[i] = x[i*n+k]
	}
	return c
}

// decode makes bytes of codes, and what the rules say of them.
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

// judge asks the black box about the bytes of up to AtOnce answers.
func (e *Explainer) judge(all []Answer) {
	ask := make([]*Answer, len(all))
	for k := range all {
		ask[k] = &all[k]
	}
	e.ask(ask)
}

// ask is judge of those that were not asked about before.
func (e *Explainer) ask(all []*Answer) {
	all = slices.DeleteFunc(all, func(a *Answer) bool { return a.Shares != nil })
	if len(all) == 0 {
		return
	}
	n := kernel.BatchOf(len(all), max(e.side/4, 1)) // what two poolings leave of a line
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

// more draws codes from twice the deviation of the encoder's. Where the rules tell of measures, which no byte alone
// decides, each draw after the first begins from the best of those before.
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

// off is how far an answer is from one that holds: beyond the rules about measures, and behind the class that leads.
func (e *Explainer) off(img []byte, a *Answer) float64 {
	return e.Rules.Off(img, a.Image, e.net.H, e.net.W) + float64(slices.Max(a.Shares)-a.Shares[a.Target])
}

// nearAtOnce is how many of the nearest draws are asked about before the others are.
const nearAtOnce = 4

// choose replaces an answer that does not hold by the nearest draw that does, or else by the best of
// them all. Judging takes most of the time, so draws that keep every rule are judged nearest first,
// and none after one that holds. If none does, it leaves out those that break more rules than another
// and could not be chosen.
func (e *Explainer) choose(img []byte, a *Answer, drawn []Answer) {
	fewest, all := len(a.Broken), make([]*Answer, len(drawn))
	for i := range drawn {
		fewest, all[i] = min(fewest, len(drawn[i].Broken)), &drawn[i]
	}
	all = slices.DeleteFunc(all, func(b *Answer) bool { return len(b.Broken) > fewest })
	if fewest == 0 {
		slices.SortStableFunc(all, func(b, c *Answer) int {
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
	for i := range drawn { // in the order in which they were drawn
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
