package image

import (
	"math"
	"testing"
)

// bar draws an upright bar of full ink, or one that is slanted.
func bar(h, w, left, wide, top, tall int, slant float64) []byte {
	img := make([]byte, h*w)
	for r := top; r < top+tall; r++ {
		shift := slant * (float64(top) + float64(tall-1)/2 - float64(r))
		for q := range w {
			// The share of the pixel that the bar covers.
			from, to := math.Max(float64(q), float64(left)+shift), math.Min(float64(q+1), float64(left+wide)+shift)
			img[r*w+q] = byte(255*math.Max(0, to-from) + 0.5)
		}
	}
	return img
}

func TestMeasuresOfABar(t *testing.T) {
	for _, c := range []struct {
		name string
		img  []byte
		want Measures
		tol  float64
	}{
		{"nothing", make([]byte, 28*28), Measures{}, 0},
		// Twice the ink by the edge: 2*60/(2*20+2*3).
		{"a bar", bar(28, 28, 12, 3, 4, 20, 0), Measures{60, 120.0 / 46, 0, 20, 3}, 0.15},
		{"a slanted bar", bar(28, 28, 12, 3, 4, 20, 0.3), Measures{60, 120.0 / 46, 0.3, 20, 3}, 0.25},
		{"one that leans back", bar(28, 28, 12, 3, 4, 20, -0.3), Measures{60, 120.0 / 46, -0.3, 20, 3}, 0.25},
		{"a faint bar", faint(bar(28, 28, 12, 3, 4, 20, 0)), Measures{12, 120.0 / 46, 0, 20, 3}, 0.15},
		{"at the edge", bar(20, 16, 0, 2, 0, 20, 0), Measures{40, 80.0 / 44, 0, 20, 2}, 0.15},
	} {
		h, w := 28, 28
		if len(c.img) == 20*16 {
			h, w = 20, 16
		}
		got := MeasuresOf(c.img, h, w)
		for _, m := range List {
			if math.Abs(m.Of(got)-m.Of(c.want)) > c.tol {
				t.Errorf("%s: %s = %.3f, want %.3f", c.name, m.Name, m.Of(got), m.Of(c.want))
			}
		}
	}
}

func faint(img []byte) []byte {
	for i := range img {
		img[i] /= 5
	}
	return img
}
