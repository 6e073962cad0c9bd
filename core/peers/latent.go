package peers

import (
	"math"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/vae"
)

func init() {
	add(Method{Name: "revise", Holds: "the paper's conditional generative model, told the features that stay; rows " +
		"on the way that break a rule are passed by", Gradient: true, make: newRevise})
	add(Method{Name: "cchvae", Holds: "the paper's conditional auto-encoder, told the features that stay; rows of a " +
		"ring that break a rule are passed by", make: newCCHVAE})
}

// latent is the auto-encoder in whose latent space REVISE and C-CHVAE search. The fixed features
// are additional inputs, so that no code changes them. It is trained on all training rows.
//
// Five epochs of Adam at 0.001 in batches of 32 and eight latent dimensions are the settings of
// CARLA (Pawelczyk and others 2021). There are two deviations: hidden layers have 64 and 32 units
// instead of 512 and 256, which would be too slow in a browser, and at least 3,000 batches are
// used, because five epochs on a small table are not enough. Numbers are normal and levels
// categorical, as in C-CHVAE (section 3.2).
type latent struct {
	*place
	net *vae.Plain
}

var latentConfig = vae.AutoConfig{Epochs: 5, Batch: 32, LearningRate: 0.001}

const latentBatches = 3000

func (p *place) latent() (latent, error) {
	c := vae.Config{Classes: 2, Latent: 8, Hidden: []int{64, 32}}
	var given []int
	o := 0
	for j, f := range p.Schema.Features {
		c.Groups = append(c.Groups, f.Width())
		for i := range f.Width() {
			if p.Fixed[j] {
				given = append(given, o+i)
			}
		}
		o += f.Width()
	}
	ex := nn.Examples{Width: p.width, X: make([]float32, p.width*len(p.Rows)), Y: make([]int, len(p.Rows))}
	for i, r := range p.Rows {
		p.Schema.Encode(r, ex.X[i*p.width:(i+1)*p.width])
	}
	cfg := latentConfig
	cfg.Seed = p.Seed
	net, err := vae.TrainPlain(cfg, latentBatches, c, given, ex, p.Tick)
	return latent{p, net}, err
}

// decode is vae.Plain.Decode with the fixed inputs restored.
func (l latent) decode(t *vae.PlainTape, z, x []float32, n int) []float32 {
	out := l.net.Decode(t, z, x, n)
	for _, i := range l.net.Given {
		copy(out[i*n:(i+1)*n], x[i*n:(i+1)*n])
	}
	return out
}

// revise is REVISE of Joshi and others (2019, section 3, algorithm 1). Starting from the code of
// the factual x, it uses Adam to minimise, over codes z,
//
//	-log s_t(G(z)) + lambda |G(z) - x|_1
//
// where G is the decoder and s_t the share of the target. As in CARLA, the decoder's levels are
// rounded before they are classified, so that only numbers have a gradient. The answer is the
// decoded row with the smallest objective among those on the way that reach the target and keep
// the rules. The settings are those of CARLA: lambda 0.5, a rate of 0.1 and 1,000 steps.
type revise struct {
	latent
	blackBox blackbox.Differentiable
}

const (
	reviseLambda = 0.5
	reviseRate   = 0.1
	reviseSteps  = 1000
	revisePart   = 64 // rows processed together
)

func newRevise(p *place) (blackbox.Answerer, error) {
	l, err := p.latent()
	return revise{l, p.BlackBox.(blackbox.Differentiable)}, err
}

// Answers implements blackbox.Answerer. Nothing is drawn at random.
func (m revise) Answers(rows [][]float64, target []int, _ kernel.Key) [][]float64 {
	all := make([][]float64, 0, len(rows))
	d, trace := m.decoder(), m.blackBox.Trace()
	for from := 0; from < len(rows); from += revisePart {
		to := min(from+revisePart, len(rows))
		all = append(all, m.descend(d, trace, rows[from:to], target[from:to])...)
	}
	return all
}

func (m revise) descend(d *decoder, trace blackbox.Trace, rows [][]float64, target []int) [][]float64 {
	n := len(rows)
	best, least := make([][]float64, n), make([]float64, n)
	x := slices.Clone(d.a.encode(rows))
	var t vae.PlainTape
	z := slices.Clone(m.net.Encode(&t, x, n))
	adam := nn.NewAdam([]nn.Param{{Tensor: nn.Tensor{Name: "code", Shape: []int{m.net.Latent, n}, Data: z}}},
		reviseRate, 0)
	grad, loss := make([]float32, len(z)), make([]float64, n)
	for range reviseSteps {
		if m.stopped() {
			break
		}
		out := m.slope(&t, trace, x, z, target, loss, grad)
		d.reach(out, rows, target, func(e int, row []float64) {
			if best[e] == nil || loss[e] < least[e] {
				best[e], least[e] = row, loss[e]
			}
		})
		adam.Step(nn.Grad{grad})
	}
	return best
}

// slope writes the objective of every row and its gradient with respect to the codes. It returns
// the encoded rows to which the codes decode, before rounding. They are valid until the next
// pass.
func (m revise) slope(t *vae.PlainTape, trace blackbox.Trace, x, z []float32, target []int, loss []float64,
	grad []float32) []float32 {
	n := len(target)
	out := m.decode(t, z, x, n)
	hard, levels := m.rounded(out, n)
	shares := trace.Shares(hard, n)
	ds := make([]float32, len(shares))
	for e, c := range target {
		s := max(shares[c*n+e], 1e-6)
		loss[e] = -float64(kernel.Log1(s))
		ds[c*n+e] = -1 / s
	}
	dx := slices.Clone(trace.SharesGrad(shares, ds, n))
	for i, v := range hard {
		switch diff := v - x[i]; {
		case diff > 0:
			loss[i%n] += float64(reviseLambda * diff)
			dx[i] += reviseLambda
		case diff < 0:
			loss[i%n] -= float64(reviseLambda * diff)
			dx[i] -= reviseLambda
		}
	}
	for _, i := range append(levels, m.net.Given...) {
		clear(dx[i*n : (i+1)*n])
	}
	copy(grad, m.net.CodeGrad(t, dx, n))
	return out
}

// rounded returns encoded rows in which the level with the largest share replaces the shares, and
// the indices of the inputs for levels.
func (m revise) rounded(x []float32, n int) (hard []float32, levels []int) {
	hard = slices.Clone(x)
	o := 0
	for _, f := range m.Schema.Features {
		part := hard[o*n : (o+f.Width())*n]
		if !f.Kind.Numeric() {
			all := slices.Repeat([]bool{true}, f.Width())
			for e := range n {
				best := largest(part, e, n, all)
				for l := range all {
					part[l*n+e] = 0
				}
				part[best*n+e] = 1
			}
			for l := range all {
				levels = append(levels, o+l)
			}
		}
		o += f.Width()
	}
	return hard, levels
}

// cchvae is C-CHVAE of Pawelczyk, Broelemann and Kasneci (2020, section 3.3, algorithm 1). It
// draws codes around that of the factual, in growing rings, until the decoded row of one reaches
// the target. The answer is the row in the first such ring that is nearest to the factual in the
// sum of |difference| of the inputs. The settings are those of CARLA: 300 codes for each ring of
// width 0.1, measured as the sum of |difference| of the codes, and 1,000 rings.
type cchvae struct{ latent }

const (
	ringCodes = 300
	ringWidth = 0.1
	rings     = 1000
)

func newCCHVAE(p *place) (blackbox.Answerer, error) {
	l, err := p.latent()
	return cchvae{l}, err
}

// Answers implements blackbox.Answerer.
func (m cchvae) Answers(rows [][]float64, target []int, key kernel.Key) [][]float64 {
	d := m.decoder()
	var t vae.PlainTape
	return m.each(rows, func(i int, x []float64) []float64 { return m.answer(d, &t, x, target[i], key.Sub(uint64(i))) })
}

func (m cchvae) answer(d *decoder, t *vae.PlainTape, row []float64, target int, key kernel.Key) (answer []float64) {
	one := m.code(row)
	centre := slices.Clone(m.net.Encode(t, one, 1))
	x := make([]float32, m.width*ringCodes)
	for i, v := range one {
		for e := range ringCodes {
			x[i*ringCodes+e] = v
		}
	}
	factual, to := make([][]float64, ringCodes), make([]int, ringCodes)
	for e := range factual {
		factual[e], to[e] = row, target
	}
	z := make([]float32, m.net.Latent*ringCodes)
	for r := range rings {
		if m.stopped() {
			break
		}
		k := key.Sub(uint64(r))
		ring(centre, float32(r)*ringWidth, z, k)
		out := m.decode(t, z, x, ringCodes)
		least := math.Inf(1)
		d.reach(out, factual, to, func(e int, row []float64) {
			sum := 0.0
			for i := range one {
				sum += math.Abs(float64(out[i*ringCodes+e] - one[i]))
			}
			if sum < least {
				least, answer = sum, row
			}
		})
		if answer != nil {
			return answer
		}
	}
	return nil
}

// ring draws codes around a centre, with sums of |difference| uniformly distributed between from
// and from + ringWidth.
//
//	z  len(centre)×ringCodes
func ring(centre []float32, from float32, z []float32, key kernel.Key) {
	n := ringCodes
	kernel.Normal(key.Sub(0), 0, z)
	for e := range n {
		norm := float32(0)
		for i := range centre {
			norm += max(z[i*n+e], -z[i*n+e])
		}
		scale := (from + float32(ringWidth*key.Sub(1).Uniform1(uint32(e)))) / max(norm, 1e-12)
		for i, c := range centre {
			z[i*n+e] = c + float32(z[i*n+e]*scale)
		}
	}
}
