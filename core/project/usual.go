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

// crowd holds real rows of one predicted class. It measures how usual another row is: the share of
// the crowd that lies at least as far from its nearest neighbour in the crowd as that row does. The
// distance between two rows is the sum over all features of
//
//	|F(a) - F(b)|   for numbers and ordered levels, where F is the share of training rows below a value
//	0 or 1          for other levels
//
// so that units and the tails of distributions do not matter.
type crowd struct {
	of    blackbox.BlackBox
	class int

	schema data.Schema
	edges  [][]float64 // for each number and ordered feature, its values in training rows, ascending
	rows   [][]float64 // rows of the crowd, converted by places
	apart  []float64   // distance of each row to the nearest other one, ascending
}

// These constants limit a crowd. A share of fewer than leastCrowd rows means nothing. Comparing all
// rows with each other reads at most crowdLooks values.
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

// evenly returns at most n elements of a list, evenly spaced.
func evenly[T any](list []T, n int) []T {
	n = min(n, len(list))
	some := make([]T, n)
	for k := range some {
		some[k] = list[k*len(list)/n]
	}
	return some
}

// places replaces each value of a row with the share of training rows below it, where equal values
// count half. Unordered levels do not change.
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

// nearest returns the sum of distances over all features to the nearest row of the crowd other
// than own.
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

// usual returns how usual a row is, as defined on crowd: 0 to 1.
func (c *crowd) usual(row []float64) float64 {
	if c == nil {
		return 0
	}
	d := c.nearest(c.places(row), -1)
	nearer := sort.Search(len(c.apart), func(i int) bool { return c.apart[i] >= d })
	return 1 - float64(nearer)/float64(len(c.apart))
}

// likely prefers answers that resemble real rows. If some do not, it searches for more answers,
// then drops answers that resemble nobody as long as others remain. It returns how many it dropped.
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

// searchedWider is the factor by which likely raises the number of answers to search for.
const searchedWider = 4
