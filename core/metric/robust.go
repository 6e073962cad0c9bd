package metric

import (
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
)

// Keeping returns the pairs of Reached that keep the rules: the valid answers.
func (p Pairs) Keeping(rules []causal.Rule) Pairs {
	out := Pairs{Schema: p.Schema}
	for i := range p.check("Keeping") {
		if p.Held(i, rules) {
			out.Add(p, i)
		}
	}
	return out
}

// Robust returns the share of counterfactuals that still reach their targets under retrained
// black boxes. It counts all combinations of a counterfactual and a black box (invalidation by
// model change: Upadhyay, Joshi and Lakkaraju 2021, section 5, with bootstrap samples). Without
// such combinations it is 1.
//
//	target counterfactuals  said black boxes × counterfactuals, classes
func Robust(target []int, said [][]int) float64 {
	hold, all := 0, 0
	for _, classes := range said {
		for i, class := range classes {
			all++
			if class == target[i] {
				hold++
			}
		}
	}
	if all == 0 {
		return 1
	}
	return share(hold, all)
}

// nearest is the number of training rows that a row is compared with for plausibility.
const nearest = 5

// Neighbours measures how close rows are to training rows of a class.
type Neighbours struct {
	schema data.Schema
	of     [][][]float64 // classes × training rows
	test   [][][]float64 // classes × rows used in no training
	usual  []float64     // mean distance of the test rows of a class; negative until it is needed
}

// NewNeighbours groups training rows and other rows of a table by their outcome.
func NewNeighbours(t *data.Table, train, other []int) *Neighbours {
	n := &Neighbours{schema: t.Schema, of: make([][][]float64, t.Schema.Classes()),
		test: make([][][]float64, t.Schema.Classes())}
	for _, i := range train {
		n.of[t.Outcome[i]] = append(n.of[t.Outcome[i]], t.Row(i, nil))
	}
	for _, i := range other {
		n.test[t.Outcome[i]] = append(n.test[t.Outcome[i]], t.Row(i, nil))
	}
	for range n.of {
		n.usual = append(n.usual, -1)
	}
	return n
}

// Plausibility returns the mean distance of counterfactuals to the five nearest training rows of
// their target class, relative to the same mean for real rows of the class that no training used.
// Distances are those of Distance, and a changed level counts as 1. If the ratio is 1,
// counterfactuals are as close to people of the class as these are to each other. Larger ratios are
// farther away. The measure is based on yNN and the distance to the data manifold in Pawelczyk and
// others 2021, section 4. A class with too few rows is left out; known is false if no class
// remains. Plausibility calls tick regularly and stops if tick returns an error.
func (n *Neighbours) Plausibility(p Pairs, tick func() error) (ratio float64, known bool, err error) {
	made, real := 0.0, 0.0
	for i, row := range p.Counterfactual {
		class := p.Target[i]
		if len(n.of[class]) < nearest || len(n.test[class]) == 0 {
			continue
		}
		if n.usual[class] < 0 {
			sum := 0.0
			for _, r := range n.test[class] {
				if err := tick(); err != nil {
					return 0, false, err
				}
				sum += n.distance(r, class)
			}
			n.usual[class] = sum / float64(len(n.test[class]))
		}
		if err := tick(); err != nil {
			return 0, false, err
		}
		made += n.distance(row, class)
		real += n.usual[class]
	}
	if real == 0 {
		return 0, false, nil
	}
	return made / real, true, nil
}

// distance returns the mean distance of a row to its nearest training rows of a class.
func (n *Neighbours) distance(row []float64, class int) float64 {
	best := make([]float64, 0, nearest+1)
	for _, r := range n.of[class] {
		most := math.Inf(1)
		if len(best) == nearest {
			most = best[nearest-1]
		}
		d := n.within(row, r, most)
		if d >= most {
			continue
		}
		k, _ := slices.BinarySearch(best, d)
		if best = slices.Insert(best, k, d); len(best) > nearest {
			best = best[:nearest]
		}
	}
	sum := 0.0
	for _, d := range best {
		sum += d
	}
	return sum / float64(len(best))
}

// within returns the distance between two rows. If the distance is at least most, within may
// return any number that is at least most.
func (n *Neighbours) within(a, b []float64, most float64) float64 {
	sum := 0.0
	for j := range n.schema.Features {
		d := a[j] - b[j]
		if d == 0 {
			continue
		}
		if f := &n.schema.Features[j]; f.Kind.Numeric() {
			d = math.Abs(d) / f.MAD
		} else {
			d = 1
		}
		if sum += d; sum >= most {
			return sum
		}
	}
	return sum
}
