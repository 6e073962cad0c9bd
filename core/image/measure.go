package image

import "math"

// Measures are what is seen of a drawing on dark ground, in the manner of Morpho-MNIST
// (Castro, Tan, Kainz, Konukoglu and Glocker 2019), from its bytes alone and the same on
// every machine. Thickness is not that of a skeleton, as theirs is, but of the ink and its
// edge, which soft edges do not disturb; slant is theirs, by moments, and height and width
// are, like theirs, those of the drawing without its slant. An empty image is 0 throughout.
type Measures struct {
	Ink       float64 // pixels of full ink
	Thickness float64 // of the stroke, in pixels
	Slant     float64 // pixels to the right for each pixel up
	Height    float64 // in pixels
	Width     float64 // of the drawing without its slant, in pixels
}

// Measure is one of Measures, for who goes through all of them.
type Measure struct {
	Name, Unit string
	Of         func(Measures) float64
}

// List are the measures in the order in which they are shown.
var List = []Measure{
	{"ink", "pixels", func(m Measures) float64 { return m.Ink }},
	{"thickness", "pixels", func(m Measures) float64 { return m.Thickness }},
	{"slant", "pixels to the right for each pixel up", func(m Measures) float64 { return m.Slant }},
	{"height", "pixels", func(m Measures) float64 { return m.Height }},
	{"width", "pixels", func(m Measures) float64 { return m.Width }},
}

// MeasuresOf measures an image of h×w pixels.
func MeasuresOf(img []byte, h, w int) Measures {
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
	m.Thickness = thickness(img, h, w, sum)
	m.Height, m.Width = spans(img, h, w, m.Slant)
	return m
}

// thickness is twice the ink by the length of its edge: a stroke of length l and width t
// has l*t of ink and 2l of edge. The edge of a soft drawing is its total variation, the sum
// of the lengths of the gradients, here between the pixels of each square of 2×2.
func thickness(img []byte, h, w, sum int) float64 {
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
			edge += math.Sqrt(float64(dx*dx) + float64(dy*dy)) // correctly rounded everywhere
		}
	}
	if edge == 0 {
		return 0
	}
	return 2 * float64(sum) / edge
}

// spans are the height and the width between where the ink reaches half of full, or half of
// the darkest pixel where none does, with places between two pixels by their bytes.
func spans(img []byte, h, w int, slant float64) (tall, wide float64) {
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
		if first, last, is := crossings(line, half); is {
			shift := float64(slant * float64(r))
			left, right = math.Min(left, first+shift), math.Max(right, last+shift)
		}
	}
	top, bottom, _ := crossings(darkest, half)
	return bottom - top, right - left
}

// crossings are where a line first rises to a level and where it last falls from it.
func crossings(line []float64, level float64) (first, last float64, is bool) {
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
