package vision

import (
	"causeway/core/blackbox"
	"causeway/core/fault"
	"causeway/core/kernel"
	"causeway/core/label"
	"causeway/core/nn"
)

// Ask makes counterfactuals to be labelled. It decodes each image in turn several times, from
// codes drawn with twice the standard deviation of the encoder. It keeps those that reach their
// target until it has count of them, or fewer if the images do not yield enough. The same key
// leads to the same counterfactuals.
func (e *Explainer) Ask(images [][]byte, target []int, count int, key kernel.Key) (asked []label.Image) {
	const each = 4
	for i, img := range images {
		if len(asked) == count {
			break
		}
		mean, variance := e.encode(images[i:i+1], target[i:i+1])
		wide := len(mean) / Latent
		mean, variance = column(mean, 0, wide), column(variance, 0, wide)
		wide = kernel.Batch(each)
		eps, z := make([]float32, Latent*wide), nn.Grow(&e.z, Latent*wide)
		kernel.Normal(key.Sub(uint64(i)), 0, eps)
		for k := range Latent {
			for n := range wide {
				z[k*wide+n] = float32(float32(2*sqrt(variance[k]))*eps[n*Latent+k]) + mean[k]
			}
		}
		same, to := make([][]byte, each), make([]int, each)
		for n := range each {
			same[n], to[n] = img, target[i]
		}
		drawn := e.decode(z, same, to)
		e.judge(drawn)
		for _, a := range drawn {
			if a.Held() && len(asked) < count {
				asked = append(asked, label.Image{Factual: img, Pixels: a.Image, Target: a.Target})
			}
		}
	}
	return asked
}

// tuning is the additional loss with which a generator learns from labels. The paper moves
// outputs towards counterfactuals labelled feasible and away from the others (section 3.2). For
// images with 784 numbers, a generator then memorises the labelled ones and learns nothing about
// others. Here a belief is first learned from the labels, and the generator is then trained to
// satisfy this belief on all images.
type tuning struct {
	belief belief
	weight float64
}

// NewTuneFit starts a training that continues a generator. To the generator's loss it adds weight
// times the cross entropy under the belief learned from the labels. Both kinds of labels must
// exist, or nothing could be learned.
func NewTuneFit(cfg VAEConfig, start *VAE, b blackbox.Differentiable, train, val Rows, labels []label.Image,
	weight float64) (*VAEFit, error) {
	kinds := map[bool]int{}
	for _, l := range labels {
		kinds[l.Feasible]++
	}
	if kinds[true] == 0 || kinds[false] == 0 {
		return nil, fault.Errorf("vision: %[2]d of %[1]d labels say feasible; fine-tuning needs labels of both kinds",
			len(labels), kinds[true])
	}
	f, err := NewVAEFit(cfg, b, train, val)
	if err != nil {
		return nil, err
	}
	if err := nn.Restore(nn.Tensors(f.net.Params()), nn.Tensors(start.Params())); err != nil {
		return nil, err
	}
	f.tuning = &tuning{learnBelief(labels, start.H, start.W), weight}
	return f, nil
}

// belief estimates whether a counterfactual is feasible, based on the places where it adds and
// removes ink. The log-odds are
//
//	Bias + sum over fields k of W[k] times the mean over field k of x' - x
//
// with 7×7 fields, or fewer if the sides are shorter.
type belief struct {
	field []int // field of each pixel
	w     []float64
	bias  float64
	area  []float64 // number of pixels in each field
}

// beliefFields is the number of fields per side.
const beliefFields = 7

// learnBelief performs logistic regression by gradient descent, with a ridge penalty and equal
// total weight for both kinds of labels.
func learnBelief(labels []label.Image, h, w int) belief {
	b := belief{field: make([]int, h*w), w: make([]float64, beliefFields*beliefFields),
		area: make([]float64, beliefFields*beliefFields)}
	for i := range b.field {
		b.field[i] = i/w*beliefFields/h*beliefFields + i%w*beliefFields/w
		b.area[b.field[i]]++
	}
	var x [][]float64
	count := map[bool]float64{}
	for _, l := range labels {
		count[l.Feasible]++
		at := make([]float64, len(b.w))
		for i, k := range b.field {
			at[k] += (float64(l.Pixels[i]) - float64(l.Factual[i])) / 255 / b.area[k]
		}
		x = append(x, at)
	}
	const rounds, rate, ridge = 2000, 1.0, 1e-3
	for range rounds {
		dw, db := make([]float64, len(b.w)), 0.0
		for n, l := range labels {
			odds, want := b.bias, 0.0
			for k, v := range x[n] {
				odds += float64(b.w[k] * v)
			}
			if l.Feasible {
				want = 1
			}
			off := (chance(odds) - want) / (2 * count[l.Feasible])
			for k, v := range x[n] {
				dw[k] += float64(off * v)
			}
			db += off
		}
		for k := range b.w {
			b.w[k] -= float64(rate * (dw[k] + float64(ridge*b.w[k])))
		}
		b.bias -= float64(rate * db)
	}
	return b
}

// chance returns the sigmoid function, with the same bits on every machine.
func chance(odds float64) float64 {
	return 1 / (1 + float64(kernel.Exp1(float32(-max(min(odds, 40), -40)))))
}

// Believed returns the share of counterfactuals that a belief learned from labels considers
// feasible.
func Believed(labels []label.Image, h, w int, pairs []Pair) float64 {
	b, n := learnBelief(labels, h, w), 0
	for _, p := range pairs {
		odds := b.bias
		for i, k := range b.field {
			odds += float64(b.w[k] * (float64(p.Counterfactual[i]) - float64(p.Factual[i])) / 255 / b.area[k])
		}
		if odds > 0 {
			n++
		}
	}
	return float64(n) / float64(max(len(pairs), 1))
}

// learn returns the mean cross entropy of being feasible for the images from own on, which are
// meant to change. It adds the gradient times the tuning's weight to d.
//
//	out, x, d  pixels×n
func (t *tuning) learn(out, x, d []float32, n, own int) float64 {
	loss, b := 0.0, &t.belief
	for e := own; e < n; e++ {
		odds := b.bias
		for i, k := range b.field {
			odds += float64(b.w[k] * float64(out[i*n+e]-x[i*n+e]) / b.area[k])
		}
		p := chance(odds)
		loss -= float64(kernel.Log1(kernel.AtLeast(float32(p), tiny))) / float64(n-own)
		by := (p - 1) * t.weight / float64(n)
		for i, k := range b.field {
			d[i*n+e] += float32(by * b.w[k] / b.area[k])
		}
	}
	return loss
}
