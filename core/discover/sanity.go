package discover

import (
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
)

// Sizes of the search for neighbours.
const (
	askedRows  = 300  // rows whose neighbours are sought
	amongRows  = 4000 // rows among which they are sought
	neighbours = 5    // neighbours of each row
)

// Pair is a row and a row that could be its counterfactual.
type Pair struct{ Factual, Counterfactual []float64 }

// Share counts violations of a rule.
type Share struct{ Broken, Of int }

// Neighbours pairs rows of the sample with the nearest rows of another class. A search for
// counterfactuals would prefer these pairs. If a true rule blocks the shortest path to the other
// class, many of them break it, so their share shows the cost of a rule but not whether it is
// true. The distance is the sum over the features of the difference divided by the range of the
// training rows for scores, and 1 for a different level. If only one class exists, neighbours may
// be any rows. Neighbours calls tick between rows.
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

// distances stores the rows among which neighbours are sought, row by row, because reading
// columns takes four times as long.
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

// extent returns the range of a feature's scores, or 1 if it is 0.
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

// nearest lists the rows nearest to row i, nearest first. Ties go to the row with the smaller
// index.
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

// to returns the distance between two points. If it exceeds bound, the result may be any number
// above bound.
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
