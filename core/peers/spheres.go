package peers

import (
	"math"

	"causeway/core/blackbox"
	"causeway/core/kernel"
)

func init() {
	add(Method{Name: "spheres", Holds: "CARLA's spheres, which leave features that stay out; points count as what " +
		"the rules leave of them", make: newSpheres})
}

// spheres is the Growing Spheres method of Laugel and others (2018, section 3, algorithms 1 to
// 3). It draws points uniformly from a ball around the encoded factual and divides its radius by
// shrink while any point reaches the target. Then it draws from growing rings around the ball
// until one does. The nearest of these points is the enemy, and its changes are undone as far as
// it remains one, see place.sparser. A point is judged by the row to which it decodes.
//
// The authors' program draws 2,000 points, starts with a radius of 0.1 of the scaled inputs,
// divides it by 10 and widens rings by 9/5 of it. The paper's spheres contain only numbers. Here
// levels are inputs from 0 to 1, and fixed features are left out, as in CARLA (Pawelczyk and
// others 2021), which accepts no other rules. Other rules apply to the points: each point stands
// for the nearest row within the row's domains, and is an enemy only if that row keeps the rules.
// The search ends beyond the diagonal of all inputs.
type spheres struct{ *place }

const (
	sphereRows   = 2000
	sphereRadius = 0.1
	sphereShrink = 10
	sphereRing   = 9.0 / 5
	sphereLeast  = 1e-6 // smallest radius that is tried
)

func newSpheres(p *place) (blackbox.Answerer, error) { return spheres{p}, nil }

// Answers implements blackbox.Answerer.
func (m spheres) Answers(rows [][]float64, target []int, key kernel.Key) [][]float64 {
	g := m.growth()
	return m.each(rows, func(i int, x []float64) []float64 {
		if enemy := g.grow(x, target[i], key.Sub(uint64(i))); enemy != nil {
			return m.sparser(g.a, x, enemy, target[i])
		}
		return nil
	})
}

// growth contains what the spheres of a row need.
type growth struct {
	*decoder
	inputs  []int // that may move
	centre  []float32
	x       []float32
	factual [][]float64
	target  []int
}

func (m spheres) growth() *growth {
	g := &growth{decoder: m.decoder(), centre: make([]float32, m.width), x: make([]float32, m.width*sphereRows),
		factual: make([][]float64, sphereRows), target: make([]int, sphereRows)}
	o := 0
	for j, f := range m.Schema.Features {
		for i := range f.Width() {
			if !m.Fixed[j] {
				g.inputs = append(g.inputs, o+i)
			}
		}
		o += f.Width()
	}
	return g
}

// grow returns the nearest enemy, or nil.
func (g *growth) grow(x []float64, target int, key kernel.Key) []float64 {
	if len(g.inputs) == 0 {
		return nil
	}
	g.Schema.Encode(x, g.centre)
	for e := range g.factual {
		g.factual[e], g.target[e] = x, target
	}
	radius := float32(sphereRadius)
	enemy := g.ring(0, radius, key.Sub(0))
	last := enemy
	for n := uint64(1); enemy != nil && radius > sphereLeast; n++ {
		last = enemy
		radius /= sphereShrink
		enemy = g.ring(0, radius, key.Sub(n))
	}
	if enemy != nil {
		return enemy
	}
	step := float32(sphereRing * radius)
	most := float32(math.Sqrt(float64(len(g.inputs))))
	for n := uint64(100); radius <= most; n++ {
		if enemy = g.ring(radius, radius+step, key.Sub(n)); enemy != nil {
			return enemy
		}
		if radius += step; last != nil && radius > sphereRadius {
			return last // an enemy was found within the first ball
		}
	}
	return nil
}

// ring draws points at distances between from and to from the centre, and returns the nearest
// that reaches the target.
func (g *growth) ring(from, to float32, key kernel.Key) (nearest []float64) {
	n, d := sphereRows, float64(len(g.inputs))
	norm := make([]float32, n)
	for i, c := range g.centre {
		part := g.x[i*n : (i+1)*n]
		for e := range part {
			part[e] = c
		}
	}
	noise := make([]float32, n)
	for k, i := range g.inputs {
		kernel.Normal(key.Sub(uint64(k)), 0, noise)
		part := g.x[i*n : (i+1)*n]
		copy(part, noise)
		for e, v := range noise {
			norm[e] += float32(v * v)
		}
	}
	inner := float32(0)
	if from > 0 {
		inner = kernel.Exp1(float32(d * float64(kernel.Log1(from/to))))
	}
	dist, uniform := make([]float64, n), key.Sub(1<<32)
	for e := range norm {
		u := inner + float32(uniform.Uniform1(uint32(e))*(1-inner))
		dist[e] = float64(to) * float64(kernel.Exp1(kernel.Log1(u)/float32(d)))
		norm[e] = float32(dist[e] / math.Sqrt(float64(norm[e])))
	}
	for _, i := range g.inputs {
		part := g.x[i*n : (i+1)*n]
		for e := range part {
			part[e] = g.centre[i] + float32(part[e]*norm[e])
		}
	}
	least := math.Inf(1)
	g.reach(g.x, g.factual, g.target, func(e int, row []float64) {
		if dist[e] < least {
			least, nearest = dist[e], row
		}
	})
	return nearest
}
