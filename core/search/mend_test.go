package search

import (
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/kernel"
)

// TestOnlySuspectsAreLookedAt checks that mend and mendOne agree with a plain implementation, on
// random rules and rows. The plain one repairs the first broken rule until none is left.
func TestOnlySuspectsAreLookedAt(t *testing.T) {
	repaired, kept := 0, 0
	for seed := range uint64(40) {
		key := kernel.NewKey(seed)
		w := anyWorld(key)
		f := NewFinder(w.table.Schema, w.blackBox, nil)
		for i := range uint64(50) {
			q := w.query(key.Sub(100 + i))
			s, end := f.begin(q, nil)
			for k := range uint64(20) {
				draw := key.Sub(1000 + i).Sub(k)
				row := w.table.Row(draw.Intn(0, w.table.Rows()), nil)
				mended := s.mend(slices.Clone(row))
				if want := mendPlainly(s, row); !slices.Equal(mended, want) {
					t.Fatalf("seed %d: mended %v, want %v", seed, mended, want)
				}
				repaired += b2i(!slices.Equal(mended, row))
				if !s.keeps(mended) {
					continue
				}
				j := draw.Intn(1, len(row))
				changed := s.with(mended, j, w.table.Cols[j][draw.Intn(2, w.table.Rows())])
				want := mendPlainly(s, changed)
				if got := s.mendOne(changed, j); !slices.Equal(got, want) {
					t.Fatalf("seed %d: of a change of %d mended %v, want %v", seed, j, got, want)
				}
				kept++
			}
			end()
		}
	}
	if repaired < 5000 || kept < 5000 {
		t.Errorf("%d rows repaired, %d changed; too few to prove something", repaired, kept)
	}
}

// mendPlainly implements mend by its definition. It does not change its argument.
func mendPlainly(s *searcher, row []float64) []float64 {
	row = slices.Clone(row)
	for j := range row {
		s.enter(row, j)
	}
	causal.Compute(s.schema, s.rules, s.factual, row)
	for range s.rules {
		i := slices.IndexFunc(s.rules, func(r causal.Rule) bool { return !r.Holds(s.schema, s.factual, row) })
		if i < 0 {
			break
		}
		s.repair(s.rules[i], row)
	}
	return row
}
