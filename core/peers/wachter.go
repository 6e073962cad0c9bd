package peers

import (
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/nn"
)

func init() {
	add(Method{Name: "wachter", Holds: "the paper's clamping of a feature, into its range; rows on the way that " +
		"break a rule are passed by", Gradient: true, make: newWachter})
}

// wachter is the gradient search of Wachter, Mittelstadt and Russell (2017, section III.B,
// equations 1 and 2). For a factual x it uses Adam to minimise, over encoded rows z,
//
//	lambda (s_t(z) - 1)^2 + d(x, z)
//
// where s_t is the share of the target and d the sum over the numbers of |change| / MAD. Each
// input of a level has the weight one half, so that a changed level counts as 1. The answer is
// the nearest decoded row on the way that reaches the target. If none does, lambda grows.
//
// The paper does not specify the rate, the number of steps or the growth of lambda. The rate of
// 0.01 and the 1,000 steps are those of CARLA (Pawelczyk and others 2021), and lambda grows
// tenfold from 0.1 to 10,000. As the paper clamps discrete features, fixed features are clamped
// here, and numbers are clamped to the range that rules allow. The inputs of levels always sum to
// 1, which DiCE's authors achieve for the same objective by a penalty. Rows on the way count only
// if they keep the rules.
type wachter struct {
	*place
	blackBox blackbox.Differentiable
}

const (
	wachterRate   = 0.01
	wachterSteps  = 1000
	wachterLambda = 0.1
	wachterGrowth = 10
	wachterMost   = 1e4
	wachterPart   = 64 // rows processed together
)

func newWachter(p *place) (blackbox.Answerer, error) {
	return wachter{p, p.BlackBox.(blackbox.Differentiable)}, nil
}

// Answers implements blackbox.Answerer. Nothing is drawn at random.
func (m wachter) Answers(rows [][]float64, target []int, _ kernel.Key) [][]float64 {
	all, open := make([][]float64, len(rows)), []int(nil)
	for i := range rows {
		open = append(open, i)
	}
	d, trace := m.decoder(), m.blackBox.Trace()
	for lambda := float32(wachterLambda); lambda <= wachterMost; lambda *= wachterGrowth {
		for part := range slices.Chunk(slices.Clone(open), wachterPart) {
			m.descend(d, trace, rows, target, part, lambda, all)
		}
		open = slices.DeleteFunc(open, func(i int) bool { return all[i] != nil })
	}
	return all
}

// descend minimises for some of the rows and stores their answers in all.
func (m wachter) descend(d *decoder, trace blackbox.Trace, rows [][]float64, target []int, part []int, lambda float32,
	all [][]float64) {
	n := len(part)
	var factual [][]float64
	var to []int
	for _, i := range part {
		factual, to = append(factual, rows[i]), append(to, target[i])
	}
	x := slices.Clone(d.a.encode(factual))
	z, best := slices.Clone(x), make([]float64, n)
	adam := nn.NewAdam([]nn.Param{{Tensor: nn.Tensor{Name: "row", Shape: []int{m.width, n}, Data: z}}}, wachterRate, 0)
	grad := make([]float32, len(z))
	w := m.weights()
	left := make([][]causal.Domain, n)
	for e, row := range factual {
		left[e] = d.domainsOf(row)
	}
	for range wachterSteps {
		if m.stopped() {
			return
		}
		m.slope(trace, x, z, w, to, lambda, grad)
		adam.Step(nn.Grad{grad})
		m.clamp(z, x, w, left)
		d.reach(z, factual, to, func(e int, row []float64) {
			i := part[e]
			if far := m.far(factual[e], row); all[i] == nil || far < best[e] {
				all[i], best[e] = row, far
			}
		})
	}
}

// clamp restores fixed features, keeps numbers within the range that rules allow, and normalises
// the inputs of a feature's levels so that they sum to 1.
func (m wachter) clamp(z, x, w []float32, left [][]causal.Domain) {
	n, o := len(z)/m.width, 0
	for j, f := range m.Schema.Features {
		g := f.Width()
		part, was := z[o*n:(o+g)*n], x[o*n:(o+g)*n]
		switch {
		case w[o] == 0:
			copy(part, was)
		case f.Kind.Numeric():
			for e, v := range part {
				part[e] = min(max(v, f.Scale(left[e][j].Min)), f.Scale(left[e][j].Max))
			}
		default:
			for e := range n {
				over := float32(-1)
				for i := e; i < len(part); i += n {
					over += part[i]
				}
				for i := e; i < len(part); i += n {
					part[i] -= over / float32(g)
				}
			}
		}
		o += g
	}
}

// weights returns the weights of the inputs in the distance. A weight of 0 marks a fixed input.
func (m wachter) weights() []float32 {
	var w []float32
	for j := range m.Schema.Features {
		f := &m.Schema.Features[j]
		at := float32(0.5)
		if f.Kind.Numeric() {
			at = max(float32((f.Max-f.Min)/unit(f)), 1e-6)
		}
		if m.Fixed[j] {
			at = 0
		}
		for range f.Width() {
			w = append(w, at)
		}
	}
	return w
}

// slope writes the gradient of the objective with respect to z, and returns the objective.
func (m wachter) slope(trace blackbox.Trace, x, z, w []float32, target []int, lambda float32,
	grad []float32) (sum float64) {
	n := len(target)
	shares := trace.Shares(z, n)
	ds := make([]float32, len(shares))
	for e, t := range target {
		miss := shares[t*n+e] - 1
		sum += float64(lambda * miss * miss)
		ds[t*n+e] = 2 * lambda * miss
	}
	copy(grad, trace.SharesGrad(shares, ds, n))
	for i, v := range z {
		k := w[i/n]
		switch {
		case k == 0:
			grad[i] = 0
		case v > x[i]:
			sum += float64(k * (v - x[i]))
			grad[i] += k
		case v < x[i]:
			sum += float64(k * (x[i] - v))
			grad[i] -= k
		}
	}
	return sum
}
