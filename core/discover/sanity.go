package discover

import (
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
)

// Sizes of the search for neighbours.
const (
	askedRows  = 300  // whose neighbours are looked for
	amongRows  = 4000 // among these
	neighbours = 5    // of each
)

// Pair is a row and one that could take its place.
type Pair struct{ Factual, Counterfactual []float64 }

// Share counts what breaks a rule.
type Share struct{ Broken, Of int }

// Neighbours pairs rows of the sample with the nearest ones of another class, the pairs that a
// search for counterfactuals would like best. Where a true rule stands in the way of the
// shortest path to the other class, many of them break it: their share says what a rule costs,
// not whether it is true. Distance is the sum over features of the difference by the range of
// the training rows, of scores, and 1 for another level. If only one class exists, any row will
// do. It calls tick between rows.
func Neighbours(s *Sample, tick func() error) ([]Pair, error) {
	d := newDistances(s)
	var pairs []Pair
	for _, i := range thin(s.rows, askedRows) {
		if err := tick(); err != nil {
			return nil, err
		}
		near := d.nearest(i)
		for _, k := range near {
			pairs = append(pairs, Pair{s.table.Row(i, nil), s.table.Row(k, nil)})
		}
	}
	return pairs, nil
}

// Broken counts the pairs that break each rule. Rules must pass Check.
func Broken(s *Sample, rules []causal.Rule, pairs []Pair) []Share {
	shares := make([]Share, len(rules))
	for i, r := range rules {
		shares[i].Of = len(pairs)
		for _, p := range pairs {
			if !r.Holds(s.Schema, p.Factual, p.Counterfactual) {
				shares[i].Broken++
			}
		}
	}
	return shares
}

// distances has the rows among which neighbours are looked for, row by row, as
// reading columns takes four times as long.
type distances struct {
	s      *Sample
	rows   []int
	points []point
	single bool // all rows have one class
}

// point is a row: scores divided by their range, and levels.
type point struct {
	scores, levels []float64
	class          int
}

func newDistances(s *Sample) *distances {
	d := &distances{s: s, rows: thin(s.rows, amongRows), single: true}
	for _, i := range d.rows {
		d.points = append(d.points, d.point(i))
		d.single = d.single && s.table.Outcome[i] == s.table.Outcome[d.rows[0]]
	}
	return d
}

func (d *distances) point(i int) point {
	p := point{class: d.s.table.Outcome[i]}
	for j, f := range d.s.Schema.Features {
		v := d.s.table.Cols[j][i]
		if causal.Scored(f) {
			p.scores = append(p.scores, causal.Score(f, v)/extent(f))
		} else {
			p.levels = append(p.levels, v)
		}
	}
	return p
}

// extent is the range of a feature's scores, 1 where it is nothing.
func extent(f data.Feature) float64 {
	low, high := f.Min, f.Max
	for l := range f.Levels {
		v := causal.Score(f, float64(l))
		if l == 0 {
			low, high = v, v
		}
		low, high = min(low, v), max(high, v)
	}
	if high > low {
		return high - low
	}
	return 1
}

// nearest lists the rows nearest to row i, the nearest first, of equals the one
// that comes first.
func (d *distances) nearest(i int) []int {
	type hit struct {
		row  int
		away float64
	}
	var best []hit
	from, bound := d.point(i), math.Inf(1)
	for n, k := range d.rows {
		to := &d.points[n]
		if k == i || !d.single && to.class == from.class {
			continue
		}
		away := from.to(to, bound)
		if away >= bound {
			continue
		}
		at := len(best)
		for at > 0 && best[at-1].away > away {
			at--
		}
		if best = slices.Insert(best, at, hit{k, away}); len(best) >= neighbours {
			best = best[:neighbours]
			bound = best[neighbours-1].away
		}
	}
	rows := make([]int, len(best))
	for n, h := range best {
		rows[n] = h.row
	}
	return rows
}

// to is the distance of two points, or where it passes bound some number that
// does as well.
func (p *point) to(q *point, bound float64) float64 {
	away := 0.0
	for j, v := range p.levels {
		if v != q.levels[j] {
			away++
		}
	}
	other := q.scores[:len(p.scores)]
	for j, v := range p.scores {
		if away >= bound {
			break
		}
		away += math.Abs(v - other[j])
	}
	return away
}
