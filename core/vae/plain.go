package vae

import (
	"causeway/core/fault"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// Plain is a variational auto-encoder of encoded rows (Kingma and Welling 2014), in whose latent
// space other methods search. Its decoder may also receive some of the inputs; it then computes the
// others from these and the latent code.
//
//	Enc  Width -> Hidden -> 2 Latent: mean and log-variance of q(z given x)
//	Dec  Latent + Given -> reversed Hidden -> Width
//
// The prior is a standard normal distribution. It ignores Classes and Carry of the configuration.
// Outputs end like those of a CVAE. Callers replace the outputs for given inputs with these inputs.
type Plain struct {
	Config
	Given    []int // indices of the inputs that the decoder receives
	Enc, Dec nn.Net
}

// NewPlain initialises a network at random.
func NewPlain(c Config, given []int, key kernel.Key) *Plain {
	return &Plain{Config: c, Given: given,
		Enc: chain(c.Width(), c.Hidden, 2*c.Latent, c.Drop, nn.Identity, key.Sub(0)),
		Dec: chain(c.Latent+len(given), reversed(c.Hidden), c.Width(), c.Drop, nn.Identity, key.Sub(1))}
}

// Params lists the parameters in a fixed order.
func (p *Plain) Params() []nn.Param {
	return append(p.Enc.Params("encoder"), p.Dec.Params("decoder")...)
}

// PlainTape holds the results of a pass. It grows to the largest batch.
type PlainTape struct {
	code, in, out, eps, dCode []float32
	tEnc, tDec                nn.Tape
}

// Encode returns the means of the latent codes of n examples, Latent×n, valid until
// the next pass on the tape.
func (p *Plain) Encode(t *PlainTape, x []float32, n int) []float32 {
	return p.Enc.Forward(&t.tEnc, x, n, nn.Eval, kernel.Key{})[:p.Latent*n]
}

// Decode decodes latent codes. The result is valid until the next pass on the tape.
//
//	z  Latent×n    x  Width×n, of which only Given is used    result  Width×n
func (p *Plain) Decode(t *PlainTape, z, x []float32, n int) []float32 {
	return p.decode(t, z, x, n, nn.Eval)
}

func (p *Plain) decode(t *PlainTape, z, x []float32, n int, mode nn.Mode) []float32 {
	in := nn.Grow(&t.in, (p.Latent+len(p.Given))*n)
	copy(in, z[:p.Latent*n])
	for k, i := range p.Given {
		copy(in[(p.Latent+k)*n:(p.Latent+k+1)*n], x[i*n:(i+1)*n])
	}
	y := p.Dec.Forward(&t.tDec, in, n, mode, kernel.Key{})
	out := nn.Grow(&t.out, len(y))
	p.head(y, out, n)
	return out
}

// CodeGrad takes the gradient d with respect to the outputs of the last Decode, overwrites it, and
// returns the gradient with respect to the latent codes. The result is valid until the next pass on
// the tape.
//
//	d  Width×n    result  Latent×n
func (p *Plain) CodeGrad(t *PlainTape, d []float32, n int) []float32 {
	p.headGrad(t.out, d, n)
	return p.Dec.InputGrad(&t.tDec, d)[:p.Latent*n]
}

// numberNoise is the standard deviation of numbers around the decoder's outputs, relative to
// their range.
const numberNoise = 0.1

// Loss returns the mean over n examples of the negative evidence lower bound for one draw,
//
//	-log p(x given z) + KL(q(z given x) || N(0, 1)),   z = mean + exp(logVar/2) * eps
//
// up to constants. Numbers are normally distributed, and each group of levels is a category. If
// learn is true, it adds the gradients of the parameters to those of the tape.
//
//	x  Width×n    noise determines eps
func (p *Plain) Loss(t *PlainTape, x []float32, n int, noise kernel.Key, learn bool) float64 {
	mode := nn.Eval
	if learn {
		mode = nn.Train
	}
	k := p.Latent * n
	q := p.Enc.Forward(&t.tEnc, x, n, mode, kernel.Key{})
	mean, logVar := q[:k], q[k:2*k]
	eps, z := nn.Grow(&t.eps, k), nn.Grow(&t.code, k)
	kernel.Normal(noise, 0, eps)
	dCode := nn.Grow(&t.dCode, 2*k)
	sum, share := 0.0, 1/float32(n)
	for i, m := range mean {
		v := min(max(logVar[i], -20), 20)
		sd := kernel.Exp1(v / 2)
		z[i] = m + float32(sd*eps[i])
		variance := float32(sd * sd)
		sum += float64(float64(float32(m*m)+variance-v-1) * 0.5)
		dCode[i], dCode[k+i] = m*share, (variance-1)/2*share
	}
	out := p.decode(t, z, x, n, mode)
	d := make([]float32, len(out))
	sum += p.unlikely(out, x, d, n)
	if !learn {
		return sum / float64(n)
	}
	for i := range d {
		d[i] *= share
	}
	p.headGrad(t.out, d, n)
	dz := p.Dec.Backward(&t.tDec, d, p.Latent)
	for i := range z {
		dCode[i] += dz[i]
		dCode[k+i] += float32(float32(dz[i]*eps[i]) * (kernel.Exp1(min(max(logVar[i], -20), 20)/2) / 2))
	}
	p.Enc.Backward(&t.tEnc, dCode, 0)
	return sum / float64(n)
}

// unlikely returns -log p(x given out) summed over the examples, up to constants, and stores its
// gradient with respect to out in d. Given inputs count as well.
func (p *Plain) unlikely(out, x, d []float32, n int) (sum float64) {
	o := 0
	for _, g := range p.Groups {
		for i := o * n; i < (o+g)*n; i++ {
			if g == 1 {
				e := out[i] - x[i]
				sum += float64(float64(e*e) / (2 * numberNoise * numberNoise))
				d[i] = e / (numberNoise * numberNoise)
			} else if x[i] > 0 {
				share := max(out[i], 1e-6)
				sum -= float64(float32(x[i] * kernel.Log1(share)))
				d[i] = -x[i] / share
			}
		}
		o += g
	}
	return sum
}

// TrainPlain trains a network on encoded rows with Adam, in batches of Batch. It runs whole
// epochs, at least AutoConfig.Epochs of them and at least steps batches. It calls tick between
// batches and stops if tick returns an error.
func TrainPlain(cfg AutoConfig, steps int, net Config, given []int, train nn.Examples, tick func() error) (*Plain,
	error) {
	if err := net.Check(); err != nil {
		return nil, err
	}
	if train.Rows() < 2 {
		return nil, fault.Errorf("vae: an auto-encoder needs at least 2 training rows")
	}
	key := kernel.NewKey(cfg.Seed).Sub(streamPlain)
	p := NewPlain(net, given, key.Sub(streamInit))
	opt := nn.NewAdam(p.Params(), cfg.LearningRate, 0)
	course := nn.NewCourse(opt)
	var t PlainTape
	x := make([]float32, cfg.Batch*train.Width)
	for done := 0; ; {
		b := nn.Batches{What: "auto-encoder", Order: key.Sub(streamOrder), Rows: train.Rows(), Size: cfg.Batch,
			Least: 2}
		epoch, _ := course.Epochs()
		if epoch >= cfg.Epochs && done >= steps {
			return p, nil
		}
		_, err := course.Pass(b, tick, func(rows []int, from int) []float64 {
			train.Gather(rows, x)
			n := len(rows)
			loss := p.Loss(&t, x[:n*train.Width], n, key.Sub(streamDrop).Sub(uint64(done)), true)
			g := append(p.Enc.Grad(&t.tEnc), p.Dec.Grad(&t.tDec)...)
			opt.Step(g)
			done++
			return []float64{loss}
		})
		if err != nil {
			return nil, err
		}
		course.End(0)
	}
}

const streamPlain = 4
