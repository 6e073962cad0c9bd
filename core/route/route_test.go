package route

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// points returns positions along a line that are close to each other.
func points(p Path) []Point {
	list := make([]Point, 0, 400)
	for i := range 400 {
		at, _ := p.At(float64(i) / 399)
		list = append(list, at)
	}
	return list
}

func inside(b Box, p Point) bool {
	return math.Abs(p.X-b.X) < b.W/2-0.1 && math.Abs(p.Y-b.Y) < b.H/2-0.1
}

// scattered returns boxes at random positions with a minimum distance between them, and links
// between random pairs of boxes.
func scattered(r *rand.Rand, n, m int, room float64) (boxes []Box, links []Link) {
	for len(boxes) < n {
		b := Box{X: r.Float64() * 1800, Y: r.Float64() * 1400, W: 160, H: 80, Below: 30 * float64(r.IntN(2))}
		if !slices.ContainsFunc(boxes, func(a Box) bool {
			return math.Abs(a.X-b.X) < 160+room && math.Abs(a.Y-b.Y) < 80+room
		}) {
			boxes = append(boxes, b)
		}
	}
	return boxes, linked(r, n, m)
}

func linked(r *rand.Rand, n, m int) (links []Link) {
	for range m {
		from := r.IntN(n)
		links = append(links, Link{From: from, To: (from + 1 + r.IntN(n-1)) % n})
	}
	return links
}

// However boxes are arranged, no line passes through one, including its own, and each line runs
// from the side of one box to the side of another.
func TestLinesGoAroundBoxes(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 9))
	for range 150 {
		n := 2 + r.IntN(45)
		boxes, links := scattered(r, n, r.IntN(2*n), 4+20*r.Float64())
		for i, p := range Around(boxes, links) {
			l := links[i]
			for _, at := range points(p) {
				if v := slices.IndexFunc(boxes, func(b Box) bool { return inside(b, at) }); v >= 0 {
					t.Fatalf("the line from %v to %v runs through %v at %v: %s", boxes[l.From], boxes[l.To], boxes[v],
						at, p.SVG())
				}
			}
			for _, end := range []struct {
				b  Box
				at Point
			}{{boxes[l.From], p[0]}, {boxes[l.To], p[len(p)-1]}} {
				if math.Abs(math.Abs(end.at.X-end.b.X)-end.b.W/2) > 1e-9 ||
					math.Abs(end.at.Y-end.b.Y) > reach*end.b.H+0.1 {
					t.Fatalf("a line ends at %v, not at a side of %v", end.at, end.b)
				}
			}
		}
	}
}

// A link has a line even if boxes overlap, or if one box covers both ends.
func TestAnyBoxesAreLinked(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	for range 300 {
		var boxes []Box
		for range 2 + r.IntN(12) {
			boxes = append(boxes, Box{X: 50 * float64(r.IntN(6)), Y: 25 * float64(r.IntN(6)), W: 160, H: 80, Below: 30})
		}
		links := linked(r, len(boxes), 8)
		for i, p := range Around(boxes, links) {
			if len(p) < 4 || len(p)%3 != 1 || slices.ContainsFunc(p,
				func(at Point) bool { return math.IsNaN(at.X + at.Y) }) {
				t.Fatalf("%+v among %+v is drawn as %v", links[i], boxes, p)
			}
		}
	}
}

// Lines go around boxes, keep parallel lanes and do not cross. A line between boxes at the same
// height is level.
func TestLanes(t *testing.T) {
	row := func(x, y float64) Box { return Box{X: x, Y: y, W: 160, H: 80} }
	boxes := []Box{row(0, 0), row(300, 0), row(600, 0), row(0, 120), row(600, 120)}
	lines := Around(boxes, []Link{{From: 0, To: 1}, {From: 0, To: 2}, {From: 3, To: 4}, {From: 3, To: 2}})
	if got, want := Around(boxes, []Link{{From: 0, To: 1}})[0].SVG(), "M80 0C126.7 0 173.3 0 220 0"; got != want {
		t.Errorf("the level line is %s, want %s", got, want)
	}
	var at []float64 // heights at which lines pass the box in between
	for _, i := range []int{1, 3, 2} {
		for _, p := range points(lines[i]) {
			if math.Abs(p.X-300) < 2 {
				at = append(at, p.Y)
				break
			}
		}
	}
	if len(at) != 3 || at[1]-at[0] < lane-0.1 || at[2]-at[1] < lane-0.1 {
		t.Errorf("the lanes run at heights %v, want them apart and in order", at)
	}
}

// Spread keeps order, limits and gaps, and moves nothing that has enough space.
func TestSpread(t *testing.T) {
	for _, c := range []struct {
		wish, want []float64
	}{
		{[]float64{10, 40, 70}, []float64{10, 40, 70}},
		{[]float64{50, 50, 50}, []float64{40, 50, 60}},
		{[]float64{60, 20}, []float64{35, 45}},
		{[]float64{-30, 95, 300}, []float64{0, 90, 100}},
	} {
		got := spread(c.wish, 0, 100, 10)
		for i := range got {
			if math.Abs(got[i]-c.want[i]) > 1e-9 {
				t.Errorf("%v is spread to %v, want %v", c.wish, got, c.want)
				break
			}
		}
	}
	if got := spread([]float64{1, 2, 3}, 0, 4, 10); got[0] != 0 || got[2] != 4 {
		t.Errorf("in little room: %v", got)
	}
}

// The test checks the position half-way along a line, and the reversed line.
func TestPlacesOfALine(t *testing.T) {
	p := Path{{0, 0}}.to(Point{100, 0}, 0).to(Point{100, 60}, 40)
	if at, along := p.At(0); at != (Point{}) || along.X <= 0 {
		t.Errorf("it begins at %v towards %v", at, along)
	}
	if at, along := p.At(1); at != (Point{100, 60}) || along.X >= 0 {
		t.Errorf("it ends at %v towards %v", at, along)
	}
	if at, _ := p.At(130. / 160); at.Y != 30 || at.X != 130 {
		t.Errorf("the middle of its bend is %v", at)
	}
	if got := p.Turned().Turned(); !slices.Equal(got, p) {
		t.Errorf("turned twice it is %v", got)
	}
	if got, want := p.Head()+p.Turned().Head(), "M100 60L110 64.5L110 55.5ZM0 0L10 4.5L10 -4.5Z"; got != want {
		t.Errorf("tips %s, want %s", got, want)
	}
}
