package distill

import (
	"slices"

	"causeway/core/kernel"
)

// example is a row with what is learned of it.
type example struct {
	asked
	answers []answer  // the best first; none where none is known
	weight  float32   // how much it counts
	x       []float32 // inputs
	open    [][]int   // of every feature with levels that can change, those it may take
	lessons []lesson  // of every answer
}

// lesson is an answer as the loss sees it.
type lesson struct {
	weight float32
	parts  []part
}

// part is a change: feature j becomes a level, or a number goes as far as its output is
// to say.
type part struct {
	j, level int
	far      float32
}

// example is one without answers.
func (g *Generator) example(q asked) *example {
	ex := &example{asked: q, weight: 1, x: make([]float32, g.inputs), open: make([][]int, len(g.schema.Features))}
	g.put(ex.x, 0, 1, &q)
	room := q.from()
	ex.free = g.frees(room, nil)
	for _, j := range ex.free {
		for l := range g.schema.Features[j].Levels {
			if open(&room.Domains[j], l, room.Row[j]) {
				ex.open[j] = append(ex.open[j], l)
			}
		}
	}
	return ex
}

// learn makes lessons of answers, the best of which is the first.
func (g *Generator) learn(ex *example, list []answer) {
	ex.answers, ex.lessons = list, nil
	sum, from := float32(0), ex.from()
	for _, a := range list {
		l := lesson{weight: a.weight(list[0])}
		sum += l.weight
		for _, j := range ex.free {
			if v, x := a.row[j], from.Row[j]; v != x {
				p := part{j: j, level: int(v)}
				if f := &g.schema.Features[j]; f.Kind.Numeric() {
					p = part{j: j, far: compress((v - x) / f.MAD)}
				}
				l.parts = append(l.parts, p)
			}
		}
		ex.lessons = append(ex.lessons, l)
	}
	for i := range ex.lessons {
		ex.lessons[i].weight /= sum
	}
}

// weight is how much an answer counts beside the best one.
func (a answer) weight(best answer) float32 {
	switch {
	case a.changed > best.changed:
		return 0.15
	case a.cost > float64(1.1*best.cost)+1e-9:
		return 0.12
	}
	return 1
}

// scratch is what the loss of an example needs.
type scratch struct {
	o, d  []float32 // outputs of all heads, heads×outputs, and the gradient by them
	gate  []float32 // heads×features, sigmoid of the gates
	none  []float32 // heads×features, -log of its complement
	nll   []float32 // heads×answers
	r     []float32 // heads×answers, responsibilities
	soft  []float32 // heads×outputs, shares of levels
	lse   []float32 // heads×features, log of the sum of their exponentials
	least []float32 // of every answer, the least of nll
	inv   []float32 // heads×features, 1 / the scale of the errors of numbers
}

// The bounds of how sure a number is: the logarithm of the scale of its errors.
const (
	sharpest = -3
	dullest  = 1.5
)

// bentLoss is loss by the outputs that are not bent to probes yet.
func (g *Generator) bentLoss(s *scratch, ex *example, weight, share float32) float64 {
	for k := range g.heads {
		g.bend(s.o[k*g.outputs:(k+1)*g.outputs], &ex.probes)
	}
	loss := g.loss(s, ex, weight, share)
	for k := range g.heads {
		g.unbend(s.d[k*g.outputs:(k+1)*g.outputs], &ex.probes)
	}
	return loss
}

// loss returns the loss of an example, given the outputs of all heads, and leaves weight
// times its gradient in s.d. share is how much every head learns of every answer.
func (g *Generator) loss(s *scratch, ex *example, weight, share float32) float64 {
	F, O, A := len(g.schema.Features), g.outputs, len(ex.lessons)
	s.gate, s.none = grow(s.gate, g.heads*F), grow(s.none, g.heads*F)
	s.soft, s.lse = grow(s.soft, g.heads*O), grow(s.lse, g.heads*F)
	s.nll, s.r = grow(s.nll, g.heads*A), grow(s.r, g.heads*A)
	clear(s.d)
	for k := range g.heads {
		copy(s.gate[k*F:(k+1)*F], s.o[k*O:])
	}
	kernel.Sigmoid(s.gate, s.gate)
	for i, p := range s.gate {
		s.none[i] = kernel.AtLeast(1-p, 1e-6)
	}
	kernel.Log(s.none, s.none)
	g.shares(s, ex)
	s.inv = grow(s.inv, g.heads*F)
	for k := range g.heads {
		for j := range F {
			s.inv[k*F+j] = -min(max(s.o[k*O+g.sure[j]], sharpest), dullest)
		}
	}
	kernel.Exp(s.inv, s.inv)
	for k := range g.heads {
		o := s.o[k*O : (k+1)*O]
		base := float32(0)
		for _, j := range ex.free {
			base -= s.none[k*F+j]
		}
		for a := range ex.lessons {
			v := base
			for i := range ex.lessons[a].parts {
				p := &ex.lessons[a].parts[i]
				v -= kernel.AtMost(o[p.j], 14) // log of p / (1-p)
				if ex.open[p.j] != nil {
					v += s.lse[k*F+p.j] - o[g.out[p.j]+p.level]
				} else {
					v += farLoss(o[g.out[p.j]:], nil, p.far, s.inv[k*F+p.j], 0)
				}
			}
			s.nll[k*A+a] = v
		}
	}
	loss := s.divide(ex, share)
	for k := range g.heads {
		o, d := s.o[k*O:(k+1)*O], s.d[k*O:(k+1)*O]
		all := float32(0)
		for a := range ex.lessons {
			r := weight * s.r[k*A+a]
			if r < 1e-7*weight {
				continue
			}
			all += r
			for i := range ex.lessons[a].parts {
				p := &ex.lessons[a].parts[i]
				d[p.j] -= r
				at := g.out[p.j]
				if levels := ex.open[p.j]; levels != nil {
					for _, l := range levels {
						d[at+l] += float32(r * s.soft[k*O+at+l])
					}
					d[at+p.level] -= r
				} else {
					farLoss(o[at:], d[at:], p.far, s.inv[k*F+p.j], r)
				}
			}
		}
		for _, j := range ex.free {
			d[j] += float32(all * s.gate[k*F+j])
		}
	}
	return loss
}

// shares are those of the levels that features of the answers may take.
func (g *Generator) shares(s *scratch, ex *example) {
	F, O := len(g.schema.Features), g.outputs
	done := 0
	for a := range ex.lessons {
		for i := range ex.lessons[a].parts {
			j := ex.lessons[a].parts[i].j
			levels := ex.open[j]
			if bit := 1 << (j & 63); j < 64 && done&bit != 0 || levels == nil {
				continue
			} else if j < 64 {
				done |= bit
			}
			for k := range g.heads {
				o, at := s.o[k*O+g.out[j]:], k*O+g.out[j]
				most := o[levels[0]]
				for _, l := range levels[1:] {
					most = max(most, o[l])
				}
				total := float32(0)
				for _, l := range levels {
					e := kernel.Exp1(kernel.AtLeast(o[l]-most, -60))
					s.soft[at+l] = e
					total += e
				}
				for _, l := range levels {
					s.soft[at+l] /= total
				}
				s.lse[k*F+j] = most + kernel.Log1(total)
			}
		}
	}
}

// divide says how much each head learns of each answer, and returns the loss.
func (s *scratch) divide(ex *example, share float32) float64 {
	A, sum := len(ex.lessons), 0.0
	heads := len(s.nll) / max(A, 1)
	s.least = grow(s.least, A)
	copy(s.least, s.nll)
	for i, v := range s.nll {
		s.least[i%A] = min(s.least[i%A], v)
	}
	for i, v := range s.nll {
		s.r[i] = kernel.AtLeast(s.least[i%A]-v, -60)
	}
	kernel.Exp(s.r, s.r)
	for a := range ex.lessons {
		w, total := ex.lessons[a].weight, float32(0)
		for k := range heads {
			total += s.r[k*A+a]
		}
		for k := range heads {
			s.r[k*A+a] = w * (float32((1-share)*(s.r[k*A+a]/total)) + share/float32(heads))
		}
		sum += float64(w * (s.least[a] - kernel.Log1(total/float32(heads))))
	}
	return sum
}

// farLoss is -log of how likely outputs find it that a number goes so far, but for a
// constant; where d is not nil it adds r times its gradient.
func farLoss(o, d []float32, far, inv, r float32) float32 {
	rho := min(max(o[1], sharpest), dullest)
	diff, side := o[0]-far, float32(1)
	if diff < 0 {
		diff, side = -diff, -1
	}
	if d != nil {
		d[0] += r * side * inv
		slope := 1 - float32(diff*inv)
		if o[1] > sharpest && o[1] < dullest || o[1] <= sharpest && slope < 0 || o[1] >= dullest && slope > 0 {
			d[1] += r * slope
		}
	}
	return float32(diff*inv) + rho
}

func grow(s []float32, n int) []float32 { return slices.Grow(s[:0], n)[:n] }
