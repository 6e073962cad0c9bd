package causal

import (
	"slices"
	"testing"
)

// TestNearest uses education with ranks 0, 0, 1, 2. School and HS-grad share a rank, so the row's
// own level must be kept.
func TestNearest(t *testing.T) {
	s := mixedSchema()
	for _, c := range []struct {
		feature           int
		score, near, want float64
	}{
		{0, 41.5, 0, 42}, {1, 39.96, 0, 40}, {1, 39.94, 0, 39.9},
		{2, 0.2, 1, 1}, {2, 0.2, 0, 0}, {2, 0.2, 3, 0}, {2, 0.9, 0, 2}, {2, 9, 0, 3}, {2, -9, 1, 1},
		{3, 0.6, 0, 1}, {3, 0.5, 0, 0}, {3, 0.5, 1, 1},
	} {
		if got := Nearest(s.Features[c.feature], c.score, c.near); got != c.want {
			t.Errorf("feature %d, score %v near %v: got %v, want %v", c.feature, c.score, c.near, got, c.want)
		}
	}
}

// TestInputs checks the inputs for a number, for the rank of an ordered level, and for the
// indicators of a category.
func TestInputs(t *testing.T) {
	s, buf := mixedSchema(), make([]float64, 9)
	got := Inputs(s, []int{0, 2, 3, 4}, []float64{41, 40, 3, 1, 2}, buf)
	if !slices.Equal(got, []float64{41, 2, 1, 0, 0, 1}) {
		t.Errorf("got %v", got)
	}
	if &got[0] != &buf[0] {
		t.Error("the buffer is not reused")
	}
}
