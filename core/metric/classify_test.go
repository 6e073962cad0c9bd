package metric

import (
	"math"
	"testing"
)

func TestConfusion(t *testing.T) {
	c := Confusion{50, 10, 4, 36}
	if n, m := c.Of(1); n != 36 || m != 40 || c.Classes() != 2 {
		t.Errorf("%d of %d of the second right", n, m)
	}
	if b, naming := c.Balanced(); math.Abs(b-(50./60+0.9)/2) > 1e-12 || naming != 0.5 {
		t.Errorf("balanced %v, by naming one class %v", b, naming)
	}
	// A class without rows has no recall, which leaves 9 of 10 and 1 of 2.
	if b, naming := (Confusion{9, 1, 0, 1, 1, 0, 0, 0, 0}).Balanced(); math.Abs(b-0.7) > 1e-12 || naming != 0.5 {
		t.Errorf("balanced %v, by naming one class %v", b, naming)
	}
}

// Counted by hand: of the scores 0.1, 0.4, 0.4 and 0.8, the second and the fourth belong to the
// class. Here 0.4 beats 0.1 and ties with 0.4, and 0.8 beats both, so 3.5 of 4 pairs are won.
func TestAUC(t *testing.T) {
	for _, c := range []struct {
		name   string
		scores []float64
		of     []bool
		want   float64
		known  bool
	}{
		{"with a tie", []float64{0.1, 0.4, 0.4, 0.8}, []bool{false, true, false, true}, 3.5 / 4, true},
		{"apart", []float64{0.9, 0.2, 0.1}, []bool{true, false, false}, 1, true},
		{"the wrong way round", []float64{0.1, 0.9}, []bool{true, false}, 0, true},
		{"the same for all", []float64{0.5, 0.5, 0.5}, []bool{true, false, false}, 0.5, true},
		{"of one kind", []float64{0.5, 0.6}, []bool{true, true}, 0, false},
		{"none", nil, nil, 0, false},
	} {
		if got, known := AUC(c.scores, c.of); math.Abs(got-c.want) > 1e-12 || known != c.known {
			t.Errorf("%s: %v, %t, want %v, %t", c.name, got, known, c.want, c.known)
		}
	}
	// The third of three classes has no rows, so only the other two count.
	got, known := MeanAUC([][]float64{{0.8, 0.1, 0.3}, {0.1, 0.8, 0.2}, {0.1, 0.1, 0.5}}, []int{0, 1, 1})
	if !known || math.Abs(got-1) > 1e-12 {
		t.Errorf("mean of three: %v, %t", got, known)
	}
}
