package sketch

import (
	"math"
	"math/rand/v2"
	"testing"

	"causeway/core/data"
	"causeway/core/route"
	"causeway/core/sim"
)

// screen is paper like that of the editor, with larger boxes and space for rules below.
var screen = Paper{X: 1.2, Y: 2, Wide: 160, High: 80, Below: 30}

// pieces returns positions along a line that divide it into nearly straight segments.
func pieces(p route.Path) []route.Point {
	const curved = 24
	list := []route.Point{p[0]}
	for i := 0; i+3 < len(p); i += 3 {
		if p[i].Y != p[i+3].Y {
			for k := 1; k < curved; k++ {
				at, _ := p[i : i+4].At(float64(k) / curved)
				list = append(list, at)
			}
		}
		list = append(list, p[i+3])
	}
	return list
}

// behind returns a box that a line passes through, or -1.
func behind(boxes []route.Box, line []route.Point) int {
	for v, b := range boxes {
		for i := 1; i < len(line); i++ {
			x0, x1 := min(line[i-1].X, line[i].X), max(line[i-1].X, line[i].X)
			y0, y1 := min(line[i-1].Y, line[i].Y), max(line[i-1].Y, line[i].Y)
			const seen = 0.1
			if x1 > b.X-b.W/2+seen && x0 < b.X+b.W/2-seen && y1 > b.Y-b.H/2+seen && y0 < b.Y+b.H/2-seen {
				return v
			}
		}
	}
	return -1
}

// crossed counts the crossings of lines.
func crossed(lines [][]route.Point) int {
	side := func(p, q, r route.Point) float64 { return (q.X-p.X)*(r.Y-p.Y) - (q.Y-p.Y)*(r.X-p.X) }
	n := 0
	for i, a := range lines {
		for _, b := range lines[:i] {
			for k := 1; k < len(a); k++ {
				for m := 1; m < len(b); m++ {
					p, q, r, s := a[k-1], a[k], b[m-1], b[m]
					if max(p.X, q.X) > min(r.X, s.X) && max(r.X, s.X) > min(p.X, q.X) &&
						side(p, q, r)*side(p, q, s) < 0 && side(r, s, p)*side(r, s, q) < 0 {
						n++
					}
				}
			}
		}
	}
	return n
}

// inLayers returns the number of crossings if edges run from layer to layer, in the best order
// that Layout finds.
func inLayers(s Sketch) (n int) {
	for _, nodes := range s.parts() {
		if len(nodes) > 1 {
			l := newLayers(nodes, s.Edges)
			l.untangle()
			n += l.crossings()
		}
	}
	return n
}

// drawn returns the lines of a sketch on paper and checks that none passes through a node.
func drawn(t *testing.T, s Sketch, on Paper) [][]route.Point {
	t.Helper()
	boxes, links := s.Boxes(on), s.Lines(on)
	var lines [][]route.Point
	for i, p := range route.Around(boxes, links) {
		lines = append(lines, pieces(p))
		if v := behind(boxes, lines[i]); v >= 0 {
			t.Fatalf("the line from %v to %v runs through %v: %s", boxes[links[i].From], boxes[links[i].To],
				boxes[v], p.SVG())
		}
	}
	return lines
}

// Edges run around nodes and have hardly more crossings than the layers require.
func TestEdgesRunAroundNodes(t *testing.T) {
	r := rand.New(rand.NewPCG(49, 3))
	graphs := 1000
	if testing.Short() {
		graphs = 100
	}
	all, best := 0, 0
	for range graphs {
		n := 2 + r.IntN(59)
		s, schema := randomSketch(r, n, r.IntN(2*n+1))
		s = s.Layout()
		got, want := crossed(drawn(t, s, screen)), inLayers(s)
		if float64(got) > 1.2*float64(want) {
			t.Errorf("%d crossings of %d edges among %d nodes, in layers %d", got, len(s.Edges), n, want)
		}
		all, best = all+got, best+want
		for range 3 { // edges that ignore the layers
			if next, err := s.Share(schema, Edge{From: r.IntN(n), To: r.IntN(n)}); err == nil {
				s = next
			}
		}
		drawn(t, moved(r, s), screen)
		drawn(t, s, Plain)
	}
	t.Logf("%d crossings, in layers %d", all, best)
}

// moved returns the sketch after moving some nodes by hand to positions where they touch no
// others.
func moved(r *rand.Rand, s Sketch) Sketch {
	for range len(s.Nodes) / 3 {
		v := r.IntN(len(s.Nodes)+1) - 1
		next := s.Place(v, s.Node(v).X+300*r.NormFloat64(), s.Node(v).Y+200*r.NormFloat64())
		boxes, free := next.Boxes(screen), true
		at := boxes[(v+len(boxes))%len(boxes)]
		for u, b := range boxes {
			free = free && (u == (v+len(boxes))%len(boxes) || math.Abs(b.X-at.X) > b.W+8 || math.Abs(b.Y-at.Y) > b.H+8)
		}
		if free {
			s = next
		}
	}
	return s
}

func TestExamplesRunAroundNodes(t *testing.T) {
	vine, err := sim.SangioveseSCM("")
	if err != nil {
		t.Fatal(err)
	}
	for _, schema := range []data.Schema{vine.Schema(), sim.SimpleBN(10, 1).Schema, numbers("age", "education")} {
		s, name, ok := Example(schema)
		if !ok {
			t.Fatalf("there is no example of %d features", len(schema.Features))
		}
		if got, want := crossed(drawn(t, s, screen)), inLayers(s); got > want {
			t.Errorf("%s: %d crossings, in layers %d", name, got, want)
		}
	}
}

func BenchmarkRouted60(b *testing.B) {
	s, _ := randomSketch(rand.New(rand.NewPCG(1, 1)), 60, 120)
	b.Run("laid out", func(b *testing.B) {
		for b.Loop() {
			laid := s.Layout()
			route.Around(laid.Boxes(screen), laid.Lines(screen))
		}
	})
	s = s.Layout()
	boxes, lines := s.Boxes(screen), s.Lines(screen)
	b.Run("dragged", func(b *testing.B) {
		for b.Loop() {
			route.Around(boxes, lines)
		}
	})
}

func BenchmarkRouted500(b *testing.B) {
	s, _ := randomSketch(rand.New(rand.NewPCG(1, 1)), 500, 1000)
	s = s.Layout()
	for b.Loop() {
		route.Around(s.Boxes(screen), s.Lines(screen))
	}
}
