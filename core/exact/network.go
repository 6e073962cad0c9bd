package exact

import (
	"math"

	"causeway/core/causal"
	"causeway/core/fault"
	"causeway/core/nn"
)

// network is the black box in float64. The outputs of its last layer are the target's logit minus
// that of each other class.
type network struct {
	layers []layer   // hidden layers, then the last one
	slack  []float64 // error bound of each output, see measure
	end
}

// end bounds the shares that result from the logits.
type end struct {
	classes int
	share   float64 // error bound of one share, see measure
}

func newEnd(classes int) end {
	return end{classes, 2 * (2*functionError + float64(classes+2)*roundError)}
}

// layer is an affine map and its activation. In the first layer, w covers only the inputs of open
// features, and b includes the others.
type layer struct {
	in, out int
	w, b    []float64
	act     nn.Activation

	// plain is the layer as the black box stores it; in the last layer, with all logits.
	plain nn.Linear
}

// newNetwork keeps the open inputs and fixes all others at their values in x. If around is true,
// the outputs are each class's logit minus the target's instead.
func newNetwork(c *nn.Classifier, target int, open []int, x []float32, around bool) (network, error) {
	n := network{end: newEnd(c.Classes())}
	for i, l := range c.Net {
		b, ok := l.(*nn.Block)
		if !ok || b.Norm != nil || b.Act > nn.Sigmoid {
			return n, fault.Errorf("exact: a hidden layer of the network has no bounds")
		}
		l := layer{in: b.In, out: b.Out, act: b.Act, plain: b.Linear}
		last := i == len(c.Net)-1
		if last {
			if b.Act != nn.Identity {
				return n, fault.Errorf("exact: the last layer of the network has no bounds")
			}
			l.out--
		}
		for o := range b.Out {
			switch {
			case !last:
				l.add(b.W[o*b.In:(o+1)*b.In], nil, float64(b.B[o]))
			case o != target:
				to, from := target, o
				if around {
					to, from = o, target
				}
				l.add(b.W[to*b.In:(to+1)*b.In], b.W[from*b.In:(from+1)*b.In], float64(b.B[to])-float64(b.B[from]))
			}
		}
		if i == 0 {
			l.hold(open, x)
		}
		n.layers = append(n.layers, l)
	}
	return n, nil
}

// add appends an output with the weights w, minus those of above if it is not nil.
func (l *layer) add(w, above []float32, b float64) {
	for i, v := range w {
		u := float64(v)
		if above != nil {
			u -= float64(above[i])
		}
		l.w = append(l.w, u)
	}
	l.b = append(l.b, b)
}

// hold keeps the open inputs and adds the contribution of all others in x to b.
func (l *layer) hold(open []int, x []float32) {
	kept := l.w[:0]
	for o := range l.out {
		w := l.row(o)
		for i, v := range x {
			l.b[o] += float64(w[i] * float64(v))
		}
		for _, i := range open {
			kept = append(kept, w[i])
		}
	}
	l.in, l.w = len(open), kept
}

// These constants bound the relative error of a function in core/kernel, the relative error of one
// float32 operation, and what underflow can add to a sum.
const (
	functionError = 8.0 / (1 << 23)
	roundError    = 1.0 / (1 << 24)
	underflow     = 1e-36
)

// measure bounds how far the network as it computes in float32 is from the same network in real
// numbers, over all rows of the domains. Let the inputs be at most X, each within d of its true
// value, and let each operation round by at most u = 2^-24. Then a sum of n products and a bias
// is within
//
//	g (|b| + sum |w| X) + sum |w| d + underflow g = (n+2)u / (1 - (n+2)u)
//
// of its true value, whatever the order of summation (Higham 2002, section 3.1). x holds the
// fixed inputs. ReLU adds no error, because it does not increase distances. A sigmoid reduces
// them to a quarter and is computed within functionError. Scaled numbers and levels count as
// exact, and exactly one level of a feature is 1. The lead of one logit over another has the
// errors of both. This error is doubled to cover the float64 sums of the bounds, whose rounding
// error is 2^29 times smaller per operation.
//
// A share is an exponential divided by the sum of all exponentials. Each is within functionError
// of its value, and the sum rounds once per class. No share exceeds 1, so its error is at most 2
// functionError + (classes+2) u, which is doubled here.
func (n *network) measure(cols []column, domains []causal.Domain, x []float32) {
	var most, wrong []float64
	for m, l := range n.layers {
		p := l.plain
		g := float64(p.In+2) * roundError
		g /= 1 - g
		size, off := make([]float64, p.Out), make([]float64, p.Out)
		for o := range p.Out {
			w, sum, d := p.W[o*p.In:(o+1)*p.In], math.Abs(float64(p.B[o])), 0.0
			if m == 0 {
				sum += inputSize(w, cols, domains, x)
			} else {
				for i, v := range w {
					sum += math.Abs(float64(v)) * most[i]
					d += math.Abs(float64(v)) * wrong[i]
				}
			}
			off[o] = g*sum + d + underflow
			size[o] = sum + off[o]
			if l.act == nn.Sigmoid {
				size[o], off[o] = 1+functionError, off[o]/4+functionError
			}
		}
		most, wrong = size, off
	}
	worst := 0.0
	for _, v := range wrong {
		worst = max(worst, v)
	}
	n.slack = make([]float64, n.classes-1)
	for k := range n.slack {
		n.slack[k] = 4 * worst
	}
}

// inputSize returns the largest sum of |w x| over the rows of the domains.
func inputSize(w []float32, cols []column, domains []causal.Domain, held []float32) float64 {
	sum := 0.0
	for i, v := range held {
		sum += math.Abs(float64(float64(w[i]) * float64(v)))
	}
	for j := range cols {
		c, d, top := &cols[j], domains[j], 0.0
		if c.number {
			top = math.Abs(float64(w[c.input])) * max(math.Abs(float64(c.Scale(d.Min))),
				math.Abs(float64(c.Scale(d.Max))))
		}
		for l := range c.Levels {
			top = max(top, math.Abs(float64(w[c.input+l])))
		}
		sum += top
	}
	return sum
}

// possible reports whether a row can reach the target if the target's logit leads that of class k
// by at most lead[k], errors included. If D are these leads, the target's share is at most 1/(1 +
// sum e^-D) and exceeds that of class k by at most
//
//	(1 - e^-D_k) / (1 + sum e^-D)
//
// if D_k is not negative. If D_k is negative, the target can win only through the errors of both
// shares, and the largest share is at least 1/classes. A NaN excludes nothing.
func (n *end) possible(lead []float64, ahead, least float64) bool {
	sum := 1.0
	for _, d := range lead {
		sum += math.Exp(-d)
	}
	if 1/sum+2*n.share < least {
		return false
	}
	for _, d := range lead {
		gap := 1 - math.Exp(-d)
		if d < 0 {
			if gap*(1/float64(n.classes)-2*n.share) < -2*n.share || ahead > 2*n.share {
				return false
			}
		} else if gap/sum+2*n.share < ahead {
			return false
		}
	}
	return true
}

// sure reports whether the target's share exceeds every other by more than certain, errors
// included, if no logit exceeds the target's by more than over.
func (n *end) sure(over []float64, certain float64) bool {
	sum := 1.0
	for _, d := range over {
		sum += math.Exp(d)
	}
	for _, d := range over {
		if !(d < 0 && (1-math.Exp(d))/sum-2*n.share > certain) {
			return false
		}
	}
	return true
}
