package wire

import (
	"testing"

	"causeway/core/model"
)

// The share that keeps all rules counts as lower only if it falls by more than 1.96 standard
// errors of the difference over the same rows.
func TestAFallWithinChanceIsNone(t *testing.T) {
	for _, c := range []struct {
		why                 string
		rows, broke, mended int
		worse               bool
	}{
		{"nothing changed", 1000, 0, 0, false},
		{"a tenth of a point", 1000, 1, 0, false},
		{"as many broke as were mended", 1000, 300, 300, false},
		{"a rise", 1000, 10, 40, false},
		{"20 of 600 that turned, where 1.96 errors are 48", 1000, 310, 290, false},
		{"60 of 600 that turned", 1000, 330, 270, true},
		{"3 rows", 1000, 3, 0, false},
		{"5 rows, and none that was mended", 1000, 5, 0, true},
		{"every row", 10, 10, 0, true},
		{"no rows", 0, 0, 0, false},
	} {
		if got := (FineTuned{Rows: c.rows, Broke: c.broke, Mended: c.mended}).Worse(); got != c.worse {
			t.Errorf("%s: worse is %v", c.why, got)
		}
	}
}

// A project stores only shares. Reaching a class less often counts as a loss too.
func TestAFallIsSeenInTheSharesOfAProject(t *testing.T) {
	at := func(kept, valid float64) model.Measured {
		return model.Measured{KeptAll: kept, Scores: model.Scores{Validity: valid}}
	}
	for _, c := range []struct {
		why           string
		rows          int
		before, after model.Measured
		keeps, misses bool
	}{
		{"from all to 30 %", 200, at(1, 0.9), at(0.3, 0.9), true, false},
		{"from all to 30 % of ten rows", 10, at(1, 0.9), at(0.3, 0.9), true, false},
		{"2 rows of 200", 200, at(1, 0.9), at(0.99, 0.9), false, false},
		{"a rise", 200, at(0.5, 0.5), at(0.9, 0.9), false, false},
		{"the class from 95 to 60 %", 200, at(1, 0.95), at(1, 0.6), false, true},
		{"the class from 95 to 92 %", 200, at(1, 0.95), at(1, 0.92), false, false},
		{"nothing measured", 0, at(1, 1), at(0, 0), false, false},
	} {
		m := FineTuned{Rows: c.rows, Before: c.before, After: c.after}
		if m.KeepsLess() != c.keeps || m.ReachesLess() != c.misses || m.Worse() != (c.keeps || c.misses) {
			t.Errorf("%s: keeps less is %v, reaches less %v", c.why, m.KeepsLess(), m.ReachesLess())
		}
	}
}
