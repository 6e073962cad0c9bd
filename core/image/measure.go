package image

import (
	"math"
	"slices"
)

// Measures are properties of a drawing on a dark background, similar to Morpho-MNIST (Castro,
// Tan, Kainz, Konukoglu and Glocker 2019). They are computed only from the bytes and are the same
// on every machine. Morpho-MNIST derives thickness from a skeleton. Ours is based on the ink and
// its edge, so soft edges do not disturb it. Slant is computed by moments, as in Morpho-MNIST.
// Height and width also refer to the drawing without its slant. All measures of an empty image
// are 0.
type Measures struct {
	Ink       float64 // in pixels of full ink
	Thickness float64 // thickness of the stroke, in pixels
	Slant     float64 // pixels to the right for each pixel up
	Height    float64 // in pixels
	Width     float64 // width of the drawing without its slant, in pixels
}

// Measure describes one of Measures, for code that iterates over all of them.
type Measure struct {
	Name, Unit string
	Of         func(Measures) float64
}

// List contains the measures in display order.
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
	for r := range h {
		ink := 0
		for q, v := range img[r*w : (r+1)*w] {
			ink += int(v)
			right += int(v) * q
		}
		sum += ink
		down += ink * r
	}
	if sum == 0 {
		return Measures{}
	}
	m := Measures{Ink: float64(sum) / 255}
	x, y := float64(right)/float64(sum), float64(down)/float64(sum)
	xy, yy := 0.0, 0.0
	for r := range h {
		dy := float64(r) - y
		for q, v := range img[r*w : (r+1)*w] {
			if v > 0 { // a pixel without ink adds nothing
				dx := float64(q) - x
				xy += float64(float64(float64(v)*dx) * dy)
				yy += float64(float64(float64(v)*dy) * dy)
			}
		}
	}
	if yy > 0 {
		m.Slant = -xy / yy
	}
	m.Thickness = thickness(img, h, w, sum)
	m.Height, m.Width = spans(img, h, w, m.Slant)
	return m
}

// thickness returns twice the ink divided by the length of its edge, because a stroke of length l
// and width t has l*t of ink and an edge of 2l. The edge of a soft drawing is its total
// variation, the sum of the lengths of the gradients. These are computed between the pixels of
// each square of 2×2.
func thickness(img []byte, h, w, sum int) float64 {
	room := make([]byte, 2*(w+2))
	above, below := room[:w+2], room[w+2:] // two lines with the dark background on either side
	edge := 0.0
	for r := range h + 1 {
		if above, below = below, above; r < h {
			copy(below[1:], img[r*w:(r+1)*w])
		} else {
			clear(below)
		}
		a, c := int(above[0]), int(below[0])
		for q := 1; q < w+2; q++ {
			b, d := int(above[q]), int(below[q])
			if a|b|c|d > 0 { // otherwise the pixels have no edge
				dx, dy := float64(b-a+d-c)/2, float64(c-a+d-b)/2
				edge += math.Sqrt(float64(dx*dx) + float64(dy*dy)) // correctly rounded on every machine
			}
			a, c = b, d
		}
	}
	if edge == 0 {
		return 0
	}
	return 2 * float64(sum) / edge
}

// spans returns the height and the width between the points at which the ink reaches half of full
// ink, or half of the darkest pixel if no pixel reaches that. Positions between two pixels are
// interpolated from their bytes.
func spans(img []byte, h, w int, slant float64) (tall, wide float64) {
	darkest := make([]byte, h)
	for r := range h {
		darkest[r] = slices.Max(img[r*w : (r+1)*w])
	}
	half := float64(slices.Max(darkest)) / 2
	left, right := math.Inf(1), math.Inf(-1)
	for r := range h {
		if first, last, is := crossings(img[r*w:(r+1)*w], half); is {
			shift := float64(slant * float64(r))
			left, right = math.Min(left, first+shift), math.Max(right, last+shift)
		}
	}
	top, bottom, _ := crossings(darkest, half)
	return bottom - top, right - left
}

// crossings returns the positions at which a line first rises to a level and last falls below it.
func crossings(line []byte, level float64) (first, last float64, is bool) {
	at := func(i int) float64 {
		if i < 0 || i >= len(line) {
			return 0
		}
		return float64(line[i])
	}
	i, j := 0, len(line)-1
	for i < len(line) && float64(line[i]) < level {
		i++
	}
	if i == len(line) {
		return 0, 0, false
	}
	for float64(line[j]) < level {
		j--
	}
	return float64(i) - (at(i)-level)/(at(i)-at(i-1)), float64(j) + (at(j)-level)/(at(j)-at(j+1)), true
}
