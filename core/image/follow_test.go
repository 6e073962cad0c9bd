package image

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestFitFindsTheSlopes uses measures from a known mechanism with noise.
func TestFitFindsTheSlopes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var seen []Measures
	for range 500 {
		m := Measures{Thickness: 2 + r.Float64(), Height: 18 + 4*r.Float64()}
		m.Ink = 40*m.Thickness + 3*m.Height + r.NormFloat64()
		seen = append(seen, m)
	}
	slopes, share, err := Fit("ink", []string{"thickness", "height"}, seen)
	if err != nil || math.Abs(slopes[0]-40) > 1 || math.Abs(slopes[1]-3) > 0.2 || share < 0.98 {
		t.Errorf("slopes %v, share %v, %v", slopes, share, err)
	}
	if _, _, err := Fit("ink", []string{"width"}, seen); err == nil ||
		!strings.Contains(err.Error(), "do not show how ink follows width") {
		t.Errorf("a cause that is always 0: %v", err)
	}
	if _, _, err := Fit("ink", []string{"thickness"}, seen[:5]); err == nil ||
		!strings.Contains(err.Error(), "too few") {
		t.Errorf("five images: %v", err)
	}
}

// TestFollowingIsProvedFromBytes widens a bar. Its ink follows, unless some of it is removed.
func TestFollowingIsProvedFromBytes(t *testing.T) {
	from, to := bar(28, 28, 12, 3, 4, 20, 0), bar(28, 28, 12, 4, 4, 20, 0)
	a, b := MeasuresOf(from, 28, 28), MeasuresOf(to, 28, 28)
	rules := Rules{Follows: []Follow{{Measure: "ink", Causes: []string{"thickness"},
		Slopes: []float64{(b.Ink - a.Ink) / (b.Thickness - a.Thickness)}, Within: 0.5}}}
	if err := rules.Check(28, 28); err != nil {
		t.Fatal(err)
	}
	if broken := rules.Broken(from, to, 28, 28); len(broken) > 0 {
		t.Errorf("broken: %q", broken)
	}
	for i := range 28 * 8 { // the upper end fades, and the measures with it
		to[i] /= 2
	}
	if broken := rules.Broken(from, to, 28, 28); len(broken) != 1 ||
		!strings.Contains(broken[0], "and may be 0.5 off") {
		t.Errorf("with less ink: %q", broken)
	}
}

func TestCirclesAmongMeasuresAreRefused(t *testing.T) {
	one := func(m, c string) Follow { return Follow{Measure: m, Causes: []string{c}, Slopes: []float64{1}} }
	for want, list := range map[string][]Follow{
		"ink from thickness from ink":   {one("ink", "thickness"), one("thickness", "ink")},
		"slant from slant":              {one("slant", "slant")},
		"more than one mechanism":       {one("ink", "thickness"), one("ink", "height")},
		"no measure is called \"size\"": {one("ink", "size")},
	} {
		if err := (Rules{Follows: list}).Check(28, 28); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	if err := (Rules{Follows: []Follow{one("ink", "thickness"), one("thickness", "width"), one("height", "width")}}).
		Check(28, 28); err != nil {
		t.Error(err)
	}
}
