package discover

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/causal"
)

// SearchConfig bounds a search.
type SearchConfig struct {
	Alpha    float64 // an edge falls where P exceeds it
	MaxGiven int     // the largest number of features given at once

	// Effort bounds the work, in multiplications, so that a search ends on any table at the
	// same place on every machine; 0 stands for a few seconds. Edges not tested by then stay.
	Effort int
}

// usualEffort takes about six seconds in a browser.
const usualEffort = 2_000_000_000

// Progress is how far a search is.
type Progress struct {
	Given       int // features given at once in this round
	Done, Total int // pairs of this round
	Left        int // edges that are left
	Tests       int
}

// Result is what a search found.
type Result struct {
	Found   []causal.Suggestion // the strongest first
	Tests   int
	Bounded bool // the effort was used up
	Rows    int
}

// Search proposes edges by the PC algorithm (Spirtes, Glymour, Scheines 2000) in its stable
// form (Colombo, Maathuis 2014) with conservative directions (Ramsey, Zhang, Spirtes 2006). The
// result does not depend on the order of the features. Drawn edges stay as they are and lead
// the directions of the others. It reports progress through tick, and stops with tick's error.
func Search(s *Sample, drawn *causal.Graph, c SearchConfig, tick func(Progress) error) (Result, error) {
	w := newSearch(s, drawn, c)
	for given := 0; given <= c.MaxGiven && !w.bounded; given++ {
		if enough, err := w.round(given, tick); err != nil || enough {
			if err != nil {
				return Result{}, err
			}
			break
		}
	}
	w.effort = w.c.Effort / 2 // for the directions, however many edges were left
	g, err := w.orient(drawn, tick)
	if err != nil {
		return Result{}, err
	}
	r := Result{Tests: w.tests, Bounded: w.bounded, Rows: s.Rows()}
	for b := range w.n {
		for a := range b {
			if !w.joined(a, b) || adjacent(drawn, a, b) {
				continue
			}
			f := causal.Suggestion{From: a, To: b, Dependence: w.weakest[a*w.n+b].of()}
			if f.Directed = g.arrow(a, b) != g.arrow(b, a); g.arrow(b, a) && f.Directed {
				f.From, f.To = b, a
			}
			r.Found = append(r.Found, f)
		}
	}
	slices.SortStableFunc(r.Found, func(a, b causal.Suggestion) int {
		return cmp.Compare(math.Abs(b.Strength), math.Abs(a.Strength))
	})
	return r, nil
}
