package wire

import "testing"

// A fall of what keeps all rules is one where it is more than 1.96 standard errors of
// the difference over the same rows.
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
