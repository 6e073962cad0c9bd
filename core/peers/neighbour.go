package peers

import (
	"math"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/kernel"
)

func init() {
	add(Method{Name: "nun", Holds: "only rows that keep the rules are neighbours", make: newNeighbour})
	add(Method{Name: "nun-sparse", Holds: "as nun; no change is taken back without which a rule is broken",
		make: newSparse})
}

// neighbour is the nearest unlike neighbour (Nugent and Cunningham 2005; Keane and Smyth 2020,
// section 2): the training row, predicted as the target class, that is nearest to the factual by
// place.far. Ties go to the first row. Because the method chooses among rows, it can choose among
// those that keep the rules of any kind.
//
// The sparse version then undoes the changes that are not needed for the class, see
// place.sparser.
type neighbour struct {
	*place
	sparse bool
}

func newNeighbour(p *place) (blackbox.Answerer, error) { return neighbour{place: p}, nil }
func newSparse(p *place) (blackbox.Answerer, error)    { return neighbour{p, true}, nil }

// Answers implements blackbox.Answerer. Nothing is drawn at random.
func (m neighbour) Answers(rows [][]float64, target []int, _ kernel.Key) [][]float64 {
	a := m.ask()
	return m.each(rows, func(i int, x []float64) []float64 {
		near := m.nearest(x, target[i])
		if near != nil && m.sparse {
			return m.sparser(a, x, near, target[i])
		}
		return slices.Clone(near)
	})
}

// nearest returns the nearest training row of a class that keeps the rules for a row and differs
// from that row, or nil.
func (p *place) nearest(x []float64, class int) (best []float64) {
	least, y, domains := math.Inf(1), p.predicted(), p.Domains(x)
	for i, r := range p.Rows {
		if y[i] != class || !p.keeps(x, domains, r) {
			continue
		}
		if d := p.far(x, r); d > 0 && d < least {
			best, least = r, d
		}
	}
	return best
}
