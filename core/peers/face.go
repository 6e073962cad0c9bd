package peers

import (
	"container/heap"
	"math"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/kernel"
)

func init() {
	add(Method{Name: "face", Holds: "the paper's conditions: an edge joins rows that agree, and a path ends where " +
		"the rules are kept", make: newFace})
}

// face is FACE of Poyiadzi and others (2020, section 3, algorithm 1). Its answer is the training
// row of the target class with the shortest path through the data. Each row is connected to its
// nearest rows, and an edge costs
//
//	d(a, b) * -log p((a + b) / 2)
//
// where d is the distance of encoded rows and p a density. Rows that differ in fixed features are
// not connected, which is the paper's condition for an edge. A path may lead through any row, but
// it must end at one that keeps the rules, because FACE chooses among rows.
//
// The settings are 50 neighbours, as in the paper for images and in CARLA by default, and at most
// 4,000 training rows, drawn at random. There are three deviations. p is a kernel estimate scaled
// to at most 1, over the neighbours of a row instead of all rows, because the volume of a ball,
// by which the paper's other two estimates divide, has no meaning for levels. The logarithm of p
// is averaged over the ends of an edge instead of being taken at its middle. Any row of the class
// may be the end, because the paper's thresholds of share and density are not used.
type face struct {
	*place
	rows   []node
	spread float64 // width of the kernel
}

const (
	faceNear = 50
	faceRows = 4000
)

// node is a training row in the graph.
type node struct {
	row   []float64
	code  []float32
	class int
	sure  float64 // logarithm of the density
	near  []edge
}

type edge struct {
	to   int
	dist float64
}

func newFace(p *place) (blackbox.Answerer, error) {
	m := face{place: p}
	order := make([]int, len(p.Rows))
	kernel.NewKey(p.Seed).Sub(streamFace).Perm(order)
	order = order[:min(len(order), faceRows)]
	slices.Sort(order)
	for _, i := range order {
		m.rows = append(m.rows, node{row: p.Rows[i], code: p.code(p.Rows[i]), class: p.predicted()[i]})
	}
	var ends []float64
	for i := range m.rows {
		if i%64 == 0 {
			if err := p.Tick(); err != nil {
				return nil, err
			}
		}
		m.rows[i].near = m.joined(m.rows[i].row, m.rows[i].code, i)
		if near := m.rows[i].near; len(near) > 0 {
			ends = append(ends, near[len(near)-1].dist)
		}
	}
	if slices.Sort(ends); len(ends) > 0 {
		m.spread = max(ends[len(ends)/2], 1e-6)
	}
	for i := range m.rows {
		m.rows[i].sure = m.density(m.rows[i].near)
	}
	m.bothWays()
	return m, nil
}

// streamFace is the stream of random numbers, derived from a problem's seed, for drawing rows.
const streamFace = 1

// bothWays makes every edge bidirectional.
func (m face) bothWays() {
	own := make([]int, len(m.rows))
	for i := range m.rows {
		own[i] = len(m.rows[i].near)
	}
	for i := range m.rows {
		for _, e := range m.rows[i].near[:own[i]] {
			back := &m.rows[e.to]
			if !slices.ContainsFunc(back.near, func(b edge) bool { return b.to == i }) {
				back.near = append(back.near, edge{i, e.dist})
			}
		}
	}
}

func (p *place) code(row []float64) []float32 {
	x := make([]float32, p.width)
	p.Schema.Encode(row, x)
	return x
}

// joined returns the nearest nodes of a row that agree with it, except the row itself.
func (m face) joined(row []float64, code []float32, self int) []edge {
	var near []edge
	for i := range m.rows {
		b := &m.rows[i]
		if i == self || !m.agrees(row, b.row) {
			continue
		}
		sum := float32(0)
		for k, v := range code {
			d := v - b.code[k]
			sum += float32(d * d)
		}
		d := math.Sqrt(float64(sum))
		if len(near) == faceNear && d >= near[faceNear-1].dist {
			continue
		}
		if len(near) == faceNear {
			near = near[:faceNear-1]
		}
		k, _ := slices.BinarySearchFunc(near, d, func(e edge, d float64) int {
			if e.dist <= d {
				return -1
			}
			return 1
		})
		near = slices.Insert(near, k, edge{i, d})
	}
	return near
}

// density returns the logarithm of the kernel estimate, given the distances to neighbours.
func (m face) density(near []edge) float64 {
	sum := 0.0
	for _, e := range near {
		q := e.dist / m.spread
		sum += float64(kernel.Exp1(float32(-float64(q*q) / 2)))
	}
	return float64(kernel.Log1(float32(max(sum/max(float64(len(near)), 1), 1e-30))))
}

// Answers implements blackbox.Answerer. Nothing is drawn at random.
func (m face) Answers(rows [][]float64, target []int, _ kernel.Key) [][]float64 {
	return m.each(rows, func(i int, x []float64) []float64 {
		if end := m.shortest(x, target[i]); end >= 0 {
			return slices.Clone(m.rows[end].row)
		}
		return nil
	})
}

// shortest returns the nearest row of the class by Dijkstra's algorithm, or -1.
func (m face) shortest(x []float64, target int) int {
	from := m.joined(x, m.code(x), -1)
	sure := m.density(from)
	cost := make([]float64, len(m.rows))
	for i := range cost {
		cost[i] = math.Inf(1)
	}
	done, domains := make([]bool, len(m.rows)), m.Domains(x)
	var queue reached
	open := func(so, sure float64, edges []edge) {
		for _, e := range edges {
			c := so - float64(e.dist*(sure+m.rows[e.to].sure)/2)
			if c < cost[e.to] {
				cost[e.to] = c
				heap.Push(&queue, stop{e.to, c})
			}
		}
	}
	open(0, sure, from)
	for queue.Len() > 0 {
		s := heap.Pop(&queue).(stop)
		if done[s.node] {
			continue
		}
		done[s.node] = true
		if at := &m.rows[s.node]; at.class == target && !slices.Equal(at.row, x) && m.keeps(x, domains, at.row) {
			return s.node
		}
		open(s.cost, m.rows[s.node].sure, m.rows[s.node].near)
	}
	return -1
}

// stop is a node to which a path leads.
type stop struct {
	node int
	cost float64
}

// reached is a heap of stops, cheapest first. Ties go to the row with the smaller index.
type reached []stop

func (r reached) Len() int { return len(r) }
func (r reached) Less(i, j int) bool {
	return r[i].cost < r[j].cost || r[i].cost == r[j].cost && r[i].node < r[j].node
}
func (r reached) Swap(i, j int) { r[i], r[j] = r[j], r[i] }
func (r *reached) Push(x any)   { *r = append(*r, x.(stop)) }
func (r *reached) Pop() any {
	last := len(*r) - 1
	x := (*r)[last]
	*r = (*r)[:last]
	return x
}
