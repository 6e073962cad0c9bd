package model

import (
	"testing"

	"causeway/core/kernel"
)

// The chosen thresholds are those that trying every one would choose.
func TestThresholdsAreChosen(t *testing.T) {
	none := 0
	for i := range 300 {
		key, b := kernel.NewKey(5).Sub(uint64(i)), Bins{}
		for r := range 5 + key.Intn(0, 80) {
			k := key.Sub(uint64(r))
			own, share := k.Intn(0, 2) == 0, float64(k.Uniform1(1))
			if own && k.Intn(2, 3) > 0 {
				share = 1 - share*share
			}
			b.Add(share, own)
		}
		best := b.At(b.Balanced())
		want := float64(key.Intn(1, 40)) / 40
		at, ok := b.RightIn(want)
		for k := 1; k < ShareBins; k++ {
			d := b.At(k)
			if d.Recall()-d.FalseAlarm() > best.Recall()-best.FalseAlarm() {
				t.Fatalf("threshold %d is more balanced than %d", k, b.Balanced())
			}
			if right, known := d.Precision(); known && right >= want && (!ok || k < at) {
				t.Fatalf("threshold %d is right in %v, and %d, %v was chosen", k, right, at, ok)
			}
		}
		if right, known := b.At(at).Precision(); ok && (!known || right < want) {
			t.Errorf("threshold %d is right in %v, want %v", at, right, want)
		}
		none += b2i(!ok)
	}
	if none == 0 || none == 300 {
		t.Errorf("%d of 300 have no threshold", none)
	}
}

func b2i(is bool) int {
	if is {
		return 1
	}
	return 0
}
