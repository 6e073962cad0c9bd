package peers

import (
	"slices"

	"causeway/core/blackbox"
	"causeway/core/kernel"
)

func init() {
	add(Method{Name: "nun", Holds: "only rows that agree in the features that stay are neighbours", make: newNeighbour})
	add(Method{Name: "nun-sparse", Holds: "as nun", make: newSparse})
}

// neighbour is the nearest unlike neighbour (Nugent and Cunningham 2005; Keane and
// Smyth 2020, section 2): the training row of the target class, as the black box sees
// it, that is nearest to the factual in place.far. Among equals it is the first.
//
// The sparse one then takes back what the class does not need, see place.sparser.
type neighbour struct {
	*place
	sparse bool
}

func newNeighbour(p *place) (blackbox.Answerer, error) { return neighbour{place: p}, nil }
func newSparse(p *place) (blackbox.Answerer, error)    { return neighbour{p, true}, nil }

// Answers implements blackbox.Answerer. Nothing is drawn at random.
func (m neighbour) Answers(rows [][]float64, target []int, _ kernel.Key) [][]float64 {
	all, a := make([][]float64, len(rows)), m.ask()
	for i, x := range rows {
		if m.stopped() {
			break
		}
		near := m.nearest(x, target[i], 1)
		if len(near) == 0 {
			continue
		}
		all[i] = slices.Clone(near[0])
		if m.sparse {
			all[i] = m.sparser(a, x, near[0], target[i])
		}
	}
	return all
}

// nearest are the training rows of a class that agree with a row in what stays and
// are not the row itself, the nearest first, at most n.
func (p *place) nearest(x []float64, class, n int) [][]float64 {
	type at struct {
		row  int
		dist float64
	}
	var best []at
	y := p.predicted()
	for i, r := range p.Rows {
		if y[i] != class || !p.agrees(x, r) {
			continue
		}
		d := p.far(x, r)
		if d == 0 || len(best) == n && d >= best[n-1].dist {
			continue
		}
		if len(best) == n {
			best = best[:n-1]
		}
		k, _ := slices.BinarySearchFunc(best, d, func(b at, d float64) int {
			if b.dist <= d {
				return -1
			}
			return 1
		})
		best = slices.Insert(best, k, at{i, d})
	}
	rows := make([][]float64, len(best))
	for k, b := range best {
		rows[k] = p.Rows[b.row]
	}
	return rows
}
