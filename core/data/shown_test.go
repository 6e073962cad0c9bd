package data

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

func TestShownDecimals(t *testing.T) {
	f := Feature{Name: "chol", Kind: Continuous, Decimals: 3, Unit: "mg/dl", Shown: 1}
	for v, want := range map[float64]string{233: "233 mg/dl", 2.5: "3 mg/dl", -2.5: "-3 mg/dl", -0.3: "0 mg/dl",
		36.449: "36 mg/dl"} {
		if got := f.Say(v); got != want {
			t.Errorf("%g is %q, want %q", v, got, want)
		}
	}
	for _, c := range []struct {
		shown, decimals int
		values          []float64
		want            string
	}{
		{1, 3, []float64{36.4, 37.2}, "36"},         // integers are enough to distinguish them
		{1, 3, []float64{36.4, 36.2}, "36.4"},       // here they do not
		{1, 3, []float64{36.402, 36.401}, "36.402"}, // distinguished only by all decimals
		{1, 0, []float64{36, 36}, "36"},             // equal
		{3, 1, []float64{36.4, 36.2}, "36.40"},      // more decimals than the table has
		{1, 9, []float64{0.1234567, 0.1234568}, "0.1234567"},
		{0, 3, []float64{36.4, 36.2}, "36.400"},
	} {
		f := Feature{Kind: Continuous, Decimals: c.decimals, Shown: c.shown}
		if got := f.Telling(c.values...).Format(c.values[0]); got != c.want {
			t.Errorf("%v with %d of %d decimals: %q, want %q", c.values, c.shown-1, c.decimals, got, c.want)
		}
	}
	whole := Feature{Kind: Integer, Shown: 2}
	if got := whole.Stating(18.25).Format(18.25); got != "18.25" {
		t.Errorf("a bound between whole numbers is %q", got)
	}
	if got := f.Stating(36.5, 40).Say(36.5); got != "36.5 mg/dl" {
		t.Errorf("a bound is %q", got)
	}
}

// TestRoundingHidesNoDifference checks that different numbers look different and keep their order
// however a column is displayed, and that bounds are written exactly. No other number may have
// more digits than requested.
func TestRoundingHidesNoDifference(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 20_000 {
		f := Feature{Kind: Continuous, Decimals: r.IntN(12), Shown: r.IntN(MaxShown + 2)}
		scale := math.Pow(10, float64(r.IntN(7)-3))
		values := make([]float64, 2+r.IntN(4))
		for i := range values {
			if values[i] = f.Round(scale * r.NormFloat64()); i > 0 && r.IntN(2) == 0 {
				values[i] = f.Round(values[0] + scale*1e-3*r.NormFloat64())
			}
		}
		told := f.Telling(values...)
		for _, a := range values {
			for _, b := range values {
				x, errX := strconv.ParseFloat(told.Format(a), 64)
				y, errY := strconv.ParseFloat(told.Format(b), 64)
				if errX != nil || errY != nil || (a < b) != (x < y) || (a == b) != (told.Format(a) == told.Format(b)) {
					t.Fatalf("%+v: %v and %v are read as %q and %q", f, a, b, told.Format(a), told.Format(b))
				}
			}
		}
		if v := f.Stating(values...); f.Shown > 0 {
			for _, x := range values {
				if y, _ := strconv.ParseFloat(v.Format(x), 64); y != x {
					t.Fatalf("%+v: the bound %v is written %q", f, x, v.Format(x))
				}
			}
		}
		if one := f.Telling(values[0]); one.Shown != f.Shown {
			t.Fatalf("%+v: one number is read with %d", f, one.Shown-1)
		}
	}
}

// TestBriefly checks that numbers with very many decimals are displayed with just enough to show
// a thousandth of their range.
func TestBriefly(t *testing.T) {
	of := func(low, high float64, decimals int) Feature {
		return Feature{Kind: Continuous, Min: low, Max: high, Decimals: decimals}
	}
	s := Schema{Features: []Feature{of(0, 1, 16), of(-0.08, 0.11, 9), of(0, 30_000, 7), of(0, 1e-5, 20), of(0, 1, 6),
		of(2, 2, 12)}}
	var got []int
	for _, n := range s.Briefly() {
		got = append(got, n.Shown-1)
	}
	if want := []int{3, 4, 0, -1, -1, -1, -1}; !slices.Equal(got, want) {
		t.Errorf("decimals %v, want %v", got, want)
	}
	if got := (Schema{Features: s.Features[3:]}).Briefly(); got != nil {
		t.Errorf("%v is read with fewer decimals", got)
	}
}
