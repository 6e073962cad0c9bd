package image

import (
	"math"
	"math/rand/v2"
	"testing"
)

// bar draws a bar of full ink, which is upright or slanted.
func bar(h, w, left, wide, top, tall int, slant float64) []byte {
	img := make([]byte, h*w)
	for r := top; r < top+tall; r++ {
		shift := slant * (float64(top) + float64(tall-1)/2 - float64(r))
		for q := range w {
			// Share of the pixel that the bar covers.
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
		// Twice the ink divided by the edge: 2*60/(2*20+2*3).
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

// TestMeasuresAreThoseOfTheirFormulas measures drawings and noise of any size, and compares the
// bits with those of the plain formulas.
func TestMeasuresAreThoseOfTheirFormulas(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for try := range 3000 {
		h, w := 1+r.IntN(30), 1+r.IntN(30)
		img := make([]byte, h*w)
		switch try % 3 {
		case 0:
			copy(img, random(r, h*w))
		case 1: // sparse
			for range r.IntN(6) {
				img[r.IntN(h*w)] = byte(r.IntN(256))
			}
		default:
			pad := NewPad(h, w)
			for range 3 {
				pad = pad.Line(r.Float64()*float64(w), r.Float64()*float64(h), r.Float64()*float64(w),
					r.Float64()*float64(h), 1+r.Float64(), false)
			}
			img = pad.Image()
		}
		if got, want := MeasuresOf(img, h, w), measuresRef(img, h, w); got != want {
			t.Fatalf("an image of %d×%d pixels measures %+v, want %+v", h, w, got, want)
		}
	}
}

// measuresRef is MeasuresOf computed pixel by pixel.
func measuresRef(img []byte, h, w int) Measures {
	sum, right, down := 0, 0, 0
	for i, v := range img[:h*w] {
		sum += int(v)
		right += int(v) * (i % w)
		down += int(v) * (i / w)
	}
	if sum == 0 {
		return Measures{}
	}
	m := Measures{Ink: float64(sum) / 255}
	x, y := float64(right)/float64(sum), float64(down)/float64(sum)
	xy, yy := 0.0, 0.0
	for i, v := range img[:h*w] {
		dx, dy := float64(i%w)-x, float64(i/w)-y
		xy += float64(float64(float64(v)*dx) * dy)
		yy += float64(float64(float64(v)*dy) * dy)
	}
	if yy > 0 {
		m.Slant = -xy / yy
	}
	m.Thickness = thicknessRef(img, h, w, sum)
	m.Height, m.Width = spansRef(img, h, w, m.Slant)
	return m
}

func thicknessRef(img []byte, h, w, sum int) float64 {
	at := func(r, q int) float64 {
		if r < 0 || q < 0 || r >= h || q >= w {
			return 0
		}
		return float64(img[r*w+q])
	}
	edge := 0.0
	for r := -1; r < h; r++ {
		for q := -1; q < w; q++ {
			a, b, c, d := at(r, q), at(r, q+1), at(r+1, q), at(r+1, q+1)
			dx, dy := (b-a+d-c)/2, (c-a+d-b)/2
			edge += math.Sqrt(float64(dx*dx) + float64(dy*dy)) // correctly rounded on every machine
		}
	}
	if edge == 0 {
		return 0
	}
	return 2 * float64(sum) / edge
}

func spansRef(img []byte, h, w int, slant float64) (tall, wide float64) {
	half := 0.0
	for _, v := range img[:h*w] {
		half = math.Max(half, float64(v))
	}
	half = math.Min(half, 255) / 2
	darkest := make([]float64, h)
	left, right := math.Inf(1), math.Inf(-1)
	line := make([]float64, w)
	for r := range h {
		for q := range w {
			line[q] = float64(img[r*w+q])
			darkest[r] = math.Max(darkest[r], line[q])
		}
		if first, last, is := crossingsRef(line, half); is {
			shift := float64(slant * float64(r))
			left, right = math.Min(left, first+shift), math.Max(right, last+shift)
		}
	}
	top, bottom, _ := crossingsRef(darkest, half)
	return bottom - top, right - left
}

func crossingsRef(line []float64, level float64) (first, last float64, is bool) {
	at := func(i int) float64 {
		if i < 0 || i >= len(line) {
			return 0
		}
		return line[i]
	}
	i, j := 0, len(line)-1
	for i < len(line) && line[i] < level {
		i++
	}
	if i == len(line) {
		return 0, 0, false
	}
	for line[j] < level {
		j--
	}
	return float64(i) - (at(i)-level)/(at(i)-at(i-1)), float64(j) + (at(j)-level)/(at(j)-at(j+1)), true
}

func BenchmarkMeasures(b *testing.B) {
	img := random(rand.New(rand.NewPCG(1, 2)), 28*28)
	for b.Loop() {
		MeasuresOf(img, 28, 28)
	}
}
