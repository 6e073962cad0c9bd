package discover

import (
	"slices"

	"causeway/core/causal"
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

// Neighbours pairs rows of the sample with the nearest ones of another class, the
// pairs that a search for counterfactuals would like best. Where a true rule
// stands in the way of the shortest path to the other class, many of them break
// it: their share says what a rule costs, not whether it is true. Distance is the sum
// over features of the difference by the range of the training rows, of scores,
// and 1 for another level. Where there is one class only, any row will do. It
// calls tick between rows.
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

// distances has the rows among which neighbours are looked for, every feature
// divided by its range.
type distances struct {
	s      *Sample
	rows   []int
	scale  []float64 // 0 for a category
	single bool      // all rows have one class
}

func newDistances(s *Sample) *distances {
	d := &distances{s: s, rows: thin(s.rows, amongRows), single: true}
	for _, f := range s.Schema.Features {
		scale := 0.0
		if causal.Scored(f) {
			low, high := f.Min, f.Max
			if !f.Kind.Numeric() {
				low, high = causal.Score(f, 0), causal.Score(f, float64(len(f.Levels)-1))
			}
			if scale = 1; high > low {
				scale = 1 / (high - low)
			}
		}
		d.scale = append(d.scale, scale)
	}
	for _, i := range d.rows {
		d.single = d.single && s.table.Outcome[i] == s.table.Outcome[d.rows[0]]
	}
	return d
}

// nearest lists the rows nearest to row i, the nearest first, of equals the one
// that comes first.
func (d *distances) nearest(i int) []int {
	type hit struct {
		row  int
		away float64
	}
	var best []hit
	t := d.s.table
	for _, k := range d.rows {
		if k == i || !d.single && t.Outcome[k] == t.Outcome[i] {
			continue
		}
		bound := -1.0
		if len(best) == neighbours {
			bound = best[neighbours-1].away
		}
		away := d.between(i, k, bound)
		if bound >= 0 && away >= bound {
			continue
		}
		at := len(best)
		for at > 0 && best[at-1].away > away {
			at--
		}
		if best = slices.Insert(best, at, hit{k, away}); len(best) > neighbours {
			best = best[:neighbours]
		}
	}
	rows := make([]int, len(best))
	for n, h := range best {
		rows[n] = h.row
	}
	return rows
}

// between is the distance of two rows, or where it passes bound some number
// that does as well; a negative bound is none.
func (d *distances) between(i, k int, bound float64) float64 {
	t, away := d.s.table, 0.0
	for j, c := range t.Cols {
		switch f := &t.Schema.Features[j]; {
		case d.scale[j] == 0:
			if c[i] != c[k] {
				away++
			}
		case f.Ranks == nil:
			away += float64(apart(c[i], c[k]) * d.scale[j])
		default:
			away += float64(apart(f.Ranks[int(c[i])], f.Ranks[int(c[k])]) * d.scale[j])
		}
		if bound >= 0 && away >= bound {
			break
		}
	}
	return away
}

func apart(a, b float64) float64 { return max(a-b, b-a) }
