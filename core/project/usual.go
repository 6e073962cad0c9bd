package project

import (
	"math"
	"slices"
	"sort"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/search"
)

// crowd are real rows to which the black box gives one class. How usual another row of
// the class is, is the share of them that stand at least as far as it does from the
// nearest row of the crowd. A row is far by the mean over the features of
//
//	|F(a) - F(b)|   of numbers and ordered levels, F the share of training rows below a value
//	0 or 1          of other levels
//
// so that neither the unit of a number nor its tail decides.
type crowd struct {
	of    blackbox.BlackBox
	class int

	schema data.Schema
	edges  [][]float64 // of every number and ordered feature its values in training rows, rising
	rows   [][]float64 // of the crowd, as places
	apart  []float64   // of each the distance to the nearest other one, rising
}

// Bounds of a crowd: below leastCrowd rows a share says nothing, and comparing all with
// each other looks at crowdLooks values at most.
const (
	leastCrowd = 20
	mostCrowd  = 1_000
	crowdLooks = 30_000_000
)

// crowd returns the rows of a class, or nil if it has too few.
func (p *Project) crowd(class int) *crowd {
	if p.Table == nil || p.Split.Train == nil {
		return nil
	}
	if c := p.usual; c == nil || c.class != class || c.of != p.asks() {
		p.usual = newCrowd(p.Table, p.Split.Train, p.Seen, p.asks(), class)
	}
	if len(p.usual.rows) < leastCrowd {
		return nil
	}
	return p.usual
}

func newCrowd(t *data.Table, train []int, s data.Schema, b blackbox.BlackBox, class int) *crowd {
	most := min(max(int(math.Sqrt(crowdLooks/float64(len(s.Features)))), 2*leastCrowd), mostCrowd)
	c := &crowd{of: b, class: class, schema: s, edges: make([][]float64, len(s.Features))}
	asked := make([][]float64, 0, 8*most)
	for _, i := range evenly(train, 8*most) {
		asked = append(asked, t.Row(i, make([]float64, len(s.Features))))
	}
	for j, f := range s.Features {
		if causal.Scored(f) && f.Kind != data.Boolean {
			for _, row := range asked {
				c.edges[j] = append(c.edges[j], causal.Score(f, row[j]))
			}
			slices.Sort(c.edges[j])
		}
	}
	var of [][]float64
	for i, a := range ask(b, s, asked) {
		if a.Class == class {
			of = append(of, asked[i])
		}
	}
	for _, row := range evenly(of, most) {
		c.rows = append(c.rows, c.places(row))
	}
	for i := range c.rows {
		c.apart = append(c.apart, c.nearest(c.rows[i], i))
	}
	slices.Sort(c.apart)
	return c
}

// evenly takes at most n elements of a list, at even distances.
func evenly[T any](list []T, n int) []T {
	n = min(n, len(list))
	some := make([]T, n)
	for k := range some {
		some[k] = list[k*len(list)/n]
	}
	return some
}

// places are the shares of training rows below the values of a row, those that are equal
// counting half; a level of no order stands for itself.
func (c *crowd) places(row []float64) []float64 {
	at := slices.Clone(row)
	for j, v := range row {
		if list := c.edges[j]; list != nil {
			v = causal.Score(c.schema.Features[j], v)
			below := sort.SearchFloat64s(list, v)
			upTo := sort.Search(len(list), func(i int) bool { return list[i] > v })
			at[j] = float64(below+upTo) / float64(2*len(list))
		}
	}
	return at
}

// nearest is the sum of distances over all features to the nearest row of the crowd but
// number own.
func (c *crowd) nearest(at []float64, own int) float64 {
	best := math.Inf(1)
	for i, row := range c.rows {
		if i == own {
			continue
		}
		sum := 0.0
		for j := 0; j < len(row) && sum < best; j++ {
			switch d := math.Abs(at[j] - row[j]); {
			case c.edges[j] != nil:
				sum += d
			case d != 0:
				sum++
			}
		}
		best = min(best, sum)
	}
	return best
}

// usual is the share of the crowd that stands at least as far from its nearest as a row
// does from the crowd.
func (c *crowd) usual(row []float64) float64 {
	if c == nil {
		return 0
	}
	d := c.nearest(c.places(row), -1)
	nearer := sort.Search(len(c.apart), func(i int) bool { return c.apart[i] >= d })
	return 1 - float64(nearer)/float64(len(c.apart))
}

// likely prefers answers that are like somebody: where some of those found are not, it
// searches for more, and leaves out those that are unlike anybody as long as others are
// there. It says how many that leaves out.
func (c *crowd) likely(found search.Found, asked search.Query, again func(search.Query) (search.Found, error)) (
	search.Found, int, error) {
	strange := func(r search.Counterfactual) bool { return c.usual(r.Row) < model.UnlikeAnybody }
	if c == nil || !slices.ContainsFunc(found.Rows, strange) {
		return found, 0, nil
	}
	count := asked.Count
	asked.Count = searchedWider * count
	more, err := again(asked)
	if err != nil {
		return found, 0, err
	}
	like := slices.DeleteFunc(slices.Clone(more.Rows), strange)
	if len(like) == 0 {
		return found, 0, nil
	}
	like = like[:min(len(like), count)]
	passed := 0
	for _, r := range found.Rows {
		if strange(r) {
			passed++
		}
	}
	found.Nearest = found.Nearest && !strange(found.Rows[0])
	found.Rows, found.NoMore = like, false
	return found, passed, nil
}

// searchedWider is how many times as many answers are looked for where some are unlike
// anybody.
const searchedWider = 4
