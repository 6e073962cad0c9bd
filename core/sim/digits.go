package sim

import (
	"math"

	"causeway/core/image"
)

// DigitSide is the width and height of a sampled digit, as in MNIST.
const DigitSide = 28

// Factors are the parameters with which a digit was drawn.
type Factors struct {
	Class     int
	Style     int     // which of the ways to write it
	Thickness float64 // thickness of the pen, in pixels
	Slant     float64 // pixels to the right for each pixel up
	Height    float64 // height of the drawing, in pixels
	Width     float64 // width of the drawing without its slant, in pixels
	Waviness  float64 // standard deviation by which the strokes are bent, in half heights
	Right     float64 // horizontal distance of its centre from that of the image, in pixels
	Down      float64
}

// Digits samples hand-drawn digits from a model of strokes, together with the factors of each. A
// digit starts as curves for one of the ways to write it. These are bent by a smooth random
// field, scaled to a height and a width, straightened, slanted, and drawn by a round pen with
// soft edges. Straightened means that the horizontal positions of the ink are not correlated with
// its heights, so that a slant has the same meaning for every digit.
//
// Digits that would touch the edge of the image are drawn again. Rows 0 to n-1 are the same for
// every number of rows.
func Digits(rows int, seed uint64) (*image.Set, []Factors) {
	set := &image.Set{H: DigitSide, W: DigitSide, Classes: 10,
		Pixels: make([]byte, 0, rows*DigitSide*DigitSide), Labels: make([]byte, rows)}
	all, s := make([]Factors, rows), newSource(seed)
	for i := range rows {
		class := int(s.uniform() * 10)
		f, strokes := drawFactors(class, s)
		for !inside(strokes, f.Thickness) {
			f, strokes = drawFactors(class, s)
		}
		all[i], set.Labels[i] = f, byte(f.Class)
		set.Pixels = append(set.Pixels, ink(strokes, f.Thickness)...)
	}
	return set, all
}

// drawFactors draws the factors of a digit, and returns them with its strokes in pixels.
func drawFactors(class int, s *source) (Factors, [][]point) {
	f := Factors{Class: class}
	of := glyphs[f.Class]
	f.Style = int(s.uniform() * float64(len(of)))
	g := of[f.Style]
	f.Thickness = between(s.normalAt(2.5, 0.65), 1.3, 4.6)
	f.Slant = between(s.normalAt(g.lean, 0.2), -0.45, 0.7)
	f.Waviness = between(s.normalAt(0.08, 0.025), 0.02, 0.15)
	tall := between(s.normalAt(17.6, 1.1), 14, 20)
	wide := between(s.normalAt(float64(1.1*g.aspect), float64(0.16*g.aspect)), float64(0.6*g.aspect),
		float64(1.6*g.aspect))
	f.Right, f.Down = between(s.normalAt(0, 0.6), -1.5, 1.5), between(s.normalAt(0, 0.6), -1.5, 1.5)
	strokes := bend(g.strokes, f.Waviness, s)
	for i, st := range strokes {
		strokes[i] = smooth(st)
	}
	stretch(strokes, float64(wide*tall), tall)
	shear(strokes, -lean(strokes))
	f.Width, f.Height = extent(strokes, 0)+f.Thickness, extent(strokes, 1)+f.Thickness
	shear(strokes, f.Slant)
	center(strokes, DigitSide/2+f.Right, DigitSide/2+f.Down)
	return f, strokes
}

// inside reports whether a pen leaves the outermost pixels unchanged.
func inside(strokes [][]point, thickness float64) bool {
	for x := range 2 {
		low, high := limits(strokes, x)
		if pen := float64((thickness + softness) / 2); low-pen < 1.5 || high+pen > DigitSide-1.5 {
			return false
		}
	}
	return true
}

// normalAt returns a normal number with the given mean and standard deviation.
func (s *source) normalAt(mean, deviation float64) float64 {
	return mean + float64(deviation*s.normal())
}

func between(v, least, most float64) float64 { return math.Max(least, math.Min(v, most)) }

// point is a position: x to the right and y down.
type point [2]float64

// bend moves the points by a smooth field, given in each direction by a cubic Bernstein
// polynomial with sixteen normal coefficients.
func bend(strokes [][]point, size float64, s *source) [][]point {
	var field [2][4][4]float64
	for d := range field {
		for i := range 4 {
			for j := range 4 {
				field[d][i][j] = float64(3 * size * s.normal()) // their mean standard deviation is about a third
			}
		}
	}
	bent := make([][]point, len(strokes))
	for k, st := range strokes {
		for _, p := range st {
			u, v := bernstein(float64((p[0]+1)/2)), bernstein(float64((p[1]+1)/2))
			q := p
			for d := range field {
				for i := range 4 {
					for j := range 4 {
						q[d] += float64(float64(u[i]*v[j]) * field[d][i][j])
					}
				}
			}
			bent[k] = append(bent[k], q)
		}
	}
	return bent
}

func bernstein(t float64) [4]float64 {
	s := 1 - t
	return [4]float64{float64(float64(s*s) * s), float64(float64(3*s*s) * t), float64(float64(3*s*t) * t),
		float64(float64(t*t) * t)}
}

// smooth returns the curve through points by Catmull and Rom (1974), in short segments.
func smooth(st []point) []point {
	const pieces = 8
	at := func(i int) point { return st[max(0, min(i, len(st)-1))] }
	curve := []point{st[0]}
	for i := range len(st) - 1 {
		a, b, c, d := at(i-1), at(i), at(i+1), at(i+2)
		for k := 1; k <= pieces; k++ {
			t := float64(float64(k) / pieces)
			t2 := float64(t * t)
			t3 := float64(t2 * t)
			wa := float64((float64(2*t2) - t3 - t) / 2)
			wb := (float64(3*t3) - float64(5*t2) + 2) / 2
			wc := (float64(4*t2) + t - float64(3*t3)) / 2
			wd := float64((t3 - t2) / 2)
			var p point
			for x := range p {
				p[x] = float64(wa*a[x]) + float64(wb*b[x]) + float64(wc*c[x]) + float64(wd*d[x])
			}
			curve = append(curve, p)
		}
	}
	return curve
}

// each passes the segments of all strokes to use.
func each(strokes [][]point, use func(a, b point)) {
	for _, st := range strokes {
		for i := range len(st) - 1 {
			use(st[i], st[i+1])
		}
	}
}

func limits(strokes [][]point, x int) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, st := range strokes {
		for _, p := range st {
			low, high = math.Min(low, p[x]), math.Max(high, p[x])
		}
	}
	return low, high
}

func extent(strokes [][]point, x int) float64 {
	low, high := limits(strokes, x)
	return high - low
}

// stretch scales strokes to a width and a height. A digit with hardly any width, such as a plain
// 1, keeps its width.
func stretch(strokes [][]point, wide, tall float64) {
	for x, to := range [2]float64{wide, tall} {
		size := math.Max(extent(strokes, x), 0.5)
		for _, st := range strokes {
			for i := range st {
				st[i][x] = float64(st[i][x] * to / size)
			}
		}
	}
}

// shear slants strokes: a point one pixel higher moves slant pixels to the right.
func shear(strokes [][]point, slant float64) {
	for _, st := range strokes {
		for i := range st {
			st[i][0] -= float64(slant * st[i][1])
		}
	}
}

// middle returns the mean position along strokes.
func middle(strokes [][]point) point {
	var m point
	total := 0.0
	each(strokes, func(a, b point) {
		l := distance(a, b)
		total += l
		for x := range m {
			m[x] += float64(l * (a[x] + b[x]) / 2)
		}
	})
	return point{m[0] / total, m[1] / total}
}

// lean returns how far strokes move to the right for each pixel upwards, by least squares along
// them.
func lean(strokes [][]point) float64 {
	m, xy, yy := middle(strokes), 0.0, 0.0
	each(strokes, func(a, b point) {
		l, x, y := distance(a, b), float64((a[0]+b[0])/2)-m[0], float64((a[1]+b[1])/2)-m[1]
		xy += float64(float64(l*x) * y)
		yy += float64(float64(l*y) * y)
	})
	return -xy / yy
}

func center(strokes [][]point, right, down float64) {
	m := middle(strokes)
	for _, st := range strokes {
		for i := range st {
			st[i][0] += right - m[0]
			st[i][1] += down - m[1]
		}
	}
}

func distance(a, b point) float64 {
	x, y := b[0]-a[0], b[1]-a[1]
	return math.Sqrt(float64(x*x) + float64(y*y)) // correctly rounded on every machine
}

// softness is the width of an edge, in pixels.
const softness = 1.4

// ink draws strokes with a round pen. The darkness of a pixel depends on how far its centre lies
// within the radius of the pen around the nearest segment.
func ink(strokes [][]point, thickness float64) []byte {
	near := make([]float64, DigitSide*DigitSide) // squared distance
	for i := range near {
		near[i] = math.Inf(1)
	}
	reach := float64(thickness/2) + softness
	each(strokes, func(a, b point) {
		box := func(x int) (int, int) {
			low, high := math.Min(a[x], b[x])-reach, math.Max(a[x], b[x])+reach
			return max(0, int(low)), min(DigitSide-1, int(high))
		}
		left, right := box(0)
		top, bottom := box(1)
		dx, dy := b[0]-a[0], b[1]-a[1]
		long := float64(dx*dx) + float64(dy*dy)
		for r := top; r <= bottom; r++ {
			for q := left; q <= right; q++ {
				x, y := float64(q)+0.5-a[0], float64(r)+0.5-a[1]
				t := 0.0
				if long > 0 {
					t = between((float64(x*dx)+float64(y*dy))/long, 0, 1)
				}
				x, y = x-float64(t*dx), y-float64(t*dy)
				i := r*DigitSide + q
				near[i] = math.Min(near[i], float64(x*x)+float64(y*y))
			}
		}
	})
	pixels := make([]byte, len(near))
	for i, d := range near {
		pixels[i] = byte(float64(255*between((float64(thickness/2)-math.Sqrt(d))/softness+0.5, 0, 1)) + 0.5)
	}
	return pixels
}
