package main

import (
	"math"
	"slices"
)

// The relative errors of the program's exponential and of one float32 operation, and the error that
// underflow adds to a sum. A row is certainly in a class if the class's share leads by more than
// certain plus the logits' error.
const (
	functionError = 8.0 / (1 << 23)
	roundError    = 1.0 / (1 << 24)
	underflow     = 1e-36
	certain       = 1.0 / (1 << 20)
)

// line bounds an activation, with lowK z + lowAt below and highK z + highAt above it.
type line struct{ lowK, lowAt, highK, highAt float64 }

// bounded holds the bounds of the hidden layers over a view.
type bounded struct {
	*view
	low, high [][]float64 // bounds of the sums of every hidden layer
	lines     [][]line
}

// hidden bounds the sums of all hidden layers, layer by layer.
func (v *view) hidden() *bounded {
	n := &bounded{view: v}
	for m, l := range v.model.Layers[:len(v.model.Layers)-1] {
		low, high, lines := make([]float64, len(l.B)), make([]float64, len(l.B)), make([]line, len(l.B))
		for o := range l.B {
			w, minus := make([]float64, len(l.W[o])), make([]float64, len(l.W[o]))
			for i, u := range l.W[o] {
				w[i], minus[i] = float64(u), -float64(u)
			}
			high[o] = n.most(m, w, float64(l.B[o]))
			low[o] = -n.most(m, minus, -float64(l.B[o]))
			lines[o] = relax(l.Act, low[o], high[o])
		}
		n.low, n.high, n.lines = append(n.low, low), append(n.high, high), append(n.lines, lines)
	}
	return n
}

// most bounds w y + b, with y the inputs of layer m. It uses the ends of every input, and the lines
// back to the row.
func (n *bounded) most(m int, w []float64, b float64) float64 {
	plain := math.Inf(1)
	if m > 0 {
		plain = b
		for i, u := range w {
			z := n.high[m-1][i]
			if u < 0 {
				z = n.low[m-1][i]
			}
			plain += u * activate(n.model.Layers[m-1].Act, z)
		}
	}
	for m--; m >= 0; m-- {
		l := &n.model.Layers[m]
		before := make([]float64, len(l.W[0]))
		for o, u := range w {
			r := n.lines[m][o]
			k, at := r.highK, r.highAt
			if u < 0 {
				k, at = r.lowK, r.lowAt
			}
			b += u*at + u*k*float64(l.B[o])
			for i, t := range l.W[o] {
				before[i] += u * k * float64(t)
			}
		}
		w = before
	}
	return min(plain, n.view.most(w, b))
}

func activate(act string, z float64) float64 {
	switch act {
	case "relu":
		return max(z, 0)
	case "sigmoid":
		return 1 / (1 + math.Exp(-z))
	}
	return z
}

// relax bounds an activation between two lines over [low, high]: a ReLU by its chord above and by 0 or z
// below, a sigmoid by lines with the slope of its flatter end, or by its chord where it bends one way.
func relax(act string, low, high float64) line {
	switch {
	case act == "none" || act == "relu" && low >= 0:
		return line{1, 0, 1, 0}
	case act == "relu" && high <= 0:
		return line{}
	case act == "relu":
		k := high / (high - low)
		r := line{0, 0, k, -k * low}
		if high > -low {
			r.lowK = 1
		}
		return r
	}
	below, above := activate(act, low), activate(act, high)
	flat := min(below*(1-below), above*(1-above))
	r := line{flat, below - flat*low, flat, above - flat*high}
	if chord := (above - below) / (high - low); high > low && low >= 0 && chord > flat {
		r.lowK, r.lowAt = chord, below-chord*low
	} else if high > low && high <= 0 && chord > flat {
		r.highK, r.highAt = chord, above-chord*high
	}
	return r
}

// rounded bounds the float32 error of a logit of the network for the rows of a box. Let the inputs
// be at most X, each with an error of at most d. A sum of n products and a bias is within
//
//	g (|b| + sum |w| X) + sum |w| d    g = (n+2) u / (1 - (n+2) u), u = 2^-24
//
// of the true one (Higham 2002, section 3.1). ReLU adds nothing, a sigmoid shrinks errors to a
// quarter. The errors of this program's float64 sums are 2^29 times smaller; an extra hundredth covers
// them.
func (p *problem) rounded(b box) float64 {
	var low, high, wrong []float64 // bounds and errors of the inputs of a layer
	for m, l := range p.model.Layers {
		from, to, off := make([]float64, len(l.B)), make([]float64, len(l.B)), make([]float64, len(l.B))
		for o := range l.B {
			from[o], to[o] = float64(l.B[o]), float64(l.B[o])
			size, d := math.Abs(float64(l.B[o])), 0.0
			add := func(a, b float64) {
				from[o], to[o], size = from[o]+min(a, b), to[o]+max(a, b), size+max(math.Abs(a), math.Abs(b))
			}
			for i := range low {
				w := float64(l.W[o][i])
				add(w*low[i], w*high[i])
				d += math.Abs(w) * wrong[i]
			}
			for j := range b {
				f, least, most := &p.features[j], math.Inf(1), math.Inf(-1)
				switch {
				case m > 0:
					continue
				case f.number():
					w := float64(l.W[o][f.offset])
					least, most = w*f.scale(b[j].low), w*f.scale(b[j].high)
				}
				for k, in := range b[j].levels {
					if w := float64(l.W[o][f.offset+k]); in {
						least, most = min(least, w), max(most, w)
					}
				}
				add(least, most)
			}
			g := float64(len(l.W[o])+2) * roundError
			off[o] = g/(1-g)*(size+d) + d + underflow
			if from[o], to[o] = activate(l.Act, from[o]), activate(l.Act, to[o]); l.Act == "sigmoid" {
				off[o] = off[o]/4 + functionError
			}
		}
		low, high, wrong = from, to, off
	}
	return 1.01 * slices.Max(wrong)
}

// leads bounds, for every class but the target, how far the target's logit (or sum) leads that of the class
// or, if turned, how far the class leads the target. same means that the rows of the view are equal to the
// model.
func (v *view) leads(turned bool) (lead []float64, same bool) {
	by := 1.0
	if turned {
		by = -1
	}
	if v.model.Trees != nil {
		return v.model.Trees.leads(v, by)
	}
	n, last := v.hidden(), len(v.model.Layers)-1
	l, t := &v.model.Layers[last], v.Target
	for k := range l.B {
		if k == t {
			continue
		}
		w := make([]float64, len(l.W[k]))
		for i := range w {
			w[i] = by * (float64(l.W[t][i]) - float64(l.W[k][i]))
		}
		lead = append(lead, n.most(last, w, by*(float64(l.B[t])-float64(l.B[k]))))
	}
	_, same = v.box.row()
	return lead, same
}
