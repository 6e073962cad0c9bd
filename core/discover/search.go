package discover

import (
	"cmp"
	"math"

	"causeway/core/causal"
	"causeway/core/sorting"
)

// SearchConfig configures a search.
type SearchConfig struct {
	Alpha    float64 // an edge is removed if P exceeds it
	MaxGiven int     // the largest conditioning set

	// Effort limits the work in multiplications, so that a search ends at the same point on every
	// machine for any table. 0 stands for a few seconds. Edges that have not been tested by then
	// are kept.
	Effort int
}

// usualEffort takes about six seconds in a browser.
const usualEffort = 2_000_000_000

// Progress describes the progress of a search.
type Progress struct {
	Given       int // size of the conditioning sets in this round
	Done, Total int // pairs in this round
	Left        int // remaining edges
	Tests       int
}

// Result is the result of a search.
type Result struct {
	Found   []causal.Suggestion // strongest first
	Tests   int
	Bounded bool // the effort was exhausted
	Rows    int
}

// Search proposes edges with the PC algorithm (Spirtes, Glymour, Scheines 2000) in its stable
// form (Colombo, Maathuis 2014) with conservative directions (Ramsey, Zhang, Spirtes 2006). The
// result does not depend on the order of the features. Drawn edges do not change and influence
// the directions of the others. Search reports progress through tick and stops with its error.
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
	w.effort = w.c.Effort / 2 // for the directions, however many edges remain
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
			f := causal.Suggestion{From: a, To: b, Dependence: w.weakest[a*w.n+b].dependence()}
			if f.Directed = g.arrow(a, b) != g.arrow(b, a); g.arrow(b, a) && f.Directed {
				f.From, f.To = b, a
			}
			r.Found = append(r.Found, f)
		}
	}
	sorting.Stable(r.Found, func(a, b causal.Suggestion) int {
		return cmp.Compare(math.Abs(b.Strength), math.Abs(a.Strength))
	})
	return r, nil
}
