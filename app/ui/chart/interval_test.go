package chart

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Any interval is drawn inside its box, with its ends in order around its number and on the
// correct side of 0, and the claimed side is shaded.
func TestIntervalsLieWhereTheySay(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		size := math.Pow(10, -3*r.Float64())
		at := (2*r.Float64() - 1) * size
		of := IntervalOf{Title: "correlation", At: at, Low: at - r.Float64()*size, High: at + r.Float64()*size,
			Side: r.IntN(3) - 1}
		var zero, low, mid, high, from, to float64
		drawInterval(of).each(func(n node) {
			switch n.attr("data-part") {
			case "zero":
				zero = number(t, n, "x1")
			case "range":
				low, high = number(t, n, "x1"), number(t, n, "x2")
			case "row":
				mid = number(t, n, "cx")
			case "side":
				from = number(t, n, "x")
				to = from + number(t, n, "width")
			}
		})
		if low < 0 || low > mid || mid > high || high > intervalWide || (low-zero)*of.Low < 0 ||
			(high-zero)*of.High < 0 {
			t.Fatalf("%+v is drawn from %v over %v to %v, 0 at %v", of, low, mid, high, zero)
		}
		if of.Side > 0 && math.Abs(from-zero) > 0.1 || of.Side < 0 && math.Abs(to-zero) > 0.1 || of.Side == 0 &&
			to != 0 {
			t.Fatalf("%+v: shaded from %v to %v, 0 at %v", of, from, to, zero)
		}
	}
	if got, want := drawInterval(IntervalOf{Title: "r", At: 0.09, Low: -0.01, High: 0.19}).attr("aria-label"),
		"r: +0.09, from −0.01 to +0.19."; got != want {
		t.Errorf("says %q, want %q", got, want)
	}
}
