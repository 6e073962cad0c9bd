package everyone

import (
	"math"

	"causeway/app/store"
	"causeway/core/metric"
)

// summarised is a summary that is recomputed only when its input changes, because computing it reads
// every row.
type summarised struct {
	of      summaryInput
	summary store.BatchSummary
}

// look updates the summary.
func (s *summarised) look(d store.Data, b store.Batch) {
	if now := seenOf(d, b); s.of != now {
		s.of, s.summary = now, b.Summary(d.Table.Schema, now.wanted)
	}
}

// summaryInput identifies a summary's input.
type summaryInput struct {
	done, by, table, wanted int
	running                 bool
	cuts, run               string
}

func seenOf(d store.Data, b store.Batch) summaryInput {
	return summaryInput{b.Count(store.EveryRow), b.Settings.By, d.TableID, d.Wanted(), b.Phase == store.Running,
		b.Settings.Cuts, b.Run()}
}

// significant is the p below which a difference is called more than chance.
const significant = 0.05

// standsApart returns the group whose effort differs most from the others' beyond chance, or else the
// group whose share with a way does, or -1. Of two groups, it returns the worse off, and the other one
// as two.
func standsApart(groups []metric.Group) (g, two int) {
	g, two = -1, -1
	best, with := 0.0, 0
	for i, x := range groups {
		if x.Rows > 0 {
			with++
		}
		by := 0.0
		switch {
		case x.CostTested && x.CostP < significant:
			by = x.Beyond.By
		case x.CoverageTested && x.CoverageP < significant:
			by = 1e-9 * (1 - x.Coverage()) // smaller than any difference of efforts
		default:
			continue
		}
		if g < 0 || math.Abs(by) > math.Abs(best) || math.Abs(by) == math.Abs(best) && by > best {
			g, best = i, by
		}
	}
	if g < 0 || with != 2 {
		return g, two
	}
	for i, x := range groups {
		if i != g && x.Rows > 0 {
			two = i
		}
	}
	return g, two
}

// half returns the median effort of n people, given the ascending efforts of those who have a way. It
// returns false if fewer than half have a way.
func half(costs []float64, people int) (float64, bool) {
	at := (people + 1) / 2
	if at == 0 || at > len(costs) {
		return 0, false
	}
	return costs[at-1], true
}
