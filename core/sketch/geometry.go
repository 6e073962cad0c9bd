package sketch

import (
	"math"
	"strconv"
	"unicode"
)

// The size of a node's box and the room between boxes, in points; a node's X
// and Y are the middle of its box. Editor, layout and pictures share them.
const (
	NodeWidth  = 144
	NodeHeight = 40
	layerGap   = 76 // between boxes of neighbouring layers
	rowGap     = 24 // between boxes of one layer
	partGap    = 56 // between parts that are not connected
	boxGap     = 8  // at least, between any two boxes
)

// MaxLabel is the number of letters of a name that fit into a box.
const MaxLabel = 18

// Label is a name as it stands in a box: cut where it is too long. Letters of
// double width count double, marks on other letters nothing.
func Label(name string) string {
	width, last := 0, 0
	for i, r := range name {
		span := 1
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
			span = 0
		case r >= 0x1100 && unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana, unicode.So):
			span = 2
		}
		if width += span; width > MaxLabel {
			return name[:last] + "…"
		}
		if span > 0 {
			last = i
		}
	}
	return name
}

// Line is an edge as drawn: a cubic curve from the border of one box to the
// border of another, with its two control points A and B, which are on the way
// where the line is straight. The arrow's tip is at X1, Y1.
type Line struct{ X0, Y0, AX, AY, BX, BY, X1, Y1 float64 }

// bends are how far the control points stand off the straight line where that
// would run through another node: arcs to both sides, then double bends.
var bends = [...][2]float64{
	{0, 0}, {50, 50}, {-50, -50}, {90, 90}, {-90, -90}, {60, -60}, {-60, 60}, {130, 130}, {-130, -130},
	{0, 100}, {0, -100}, {100, 0}, {-100, 0}, {120, -120}, {-120, 120}, {200, 200}, {-200, -200},
	{0, 200}, {0, -200}, {200, 0}, {-200, 0}, {300, 300}, {-300, -300},
}

// Line is where an edge of the sketch is drawn: straight, or where other nodes
// are in the way, bent around them if that is possible.
func (s Sketch) Line(e Edge) Line { return s.line(e, bends[:]) }

// arcs are the bends of a line with two heads, which is never straight: an arrow
// between the same nodes may be.
var arcs = [...][2]float64{
	{40, 40}, {-40, -40}, {70, 70}, {-70, -70}, {100, 100}, {-100, -100}, {140, 140}, {-140, -140}, {200, 200}, {-200, -200}, {300, 300}, {-300, -300},
}

// Arc is where an unobserved cause of two nodes is drawn.
func (s Sketch) Arc(e Edge) Line { return s.line(e, arcs[:]) }

func (s Sketch) line(e Edge, bends [][2]float64) Line {
	a, b := s.Node(e.From), s.Node(e.To)
	best := between(a, b, bends[0])
	fewest := s.inTheWay(e, best, s.Count())
	tries := bends[1:]
	if s.Count() > 200 { // in a thicket nothing looks free for long
		tries = tries[:4]
	}
	for _, bend := range tries {
		if fewest == 0 {
			break
		}
		l := between(a, b, bend)
		if n := s.inTheWay(e, l, fewest); n < fewest {
			best, fewest = l, n
		}
	}
	return best
}

// between is the line between two boxes with its control points as far off the
// straight one as a bend says.
func between(a, b Node, bend [2]float64) Line {
	dx, dy := b.X-a.X, b.Y-a.Y
	length := max(1, math.Sqrt(float64(dx*dx)+float64(dy*dy)))
	nx, ny := -dy/length, dx/length
	l := Line{
		AX: a.X + float64(0.2*dx) + float64(bend[0]*nx), AY: a.Y + float64(0.2*dy) + float64(bend[0]*ny),
		BX: b.X - float64(0.2*dx) + float64(bend[1]*nx), BY: b.Y - float64(0.2*dy) + float64(bend[1]*ny),
	}
	l.X0, l.Y0 = border(a, l.AX, l.AY)
	l.X1, l.Y1 = border(b, l.BX, l.BY)
	if bend == [2]float64{} {
		dx, dy = l.X1-l.X0, l.Y1-l.Y0
		l.AX, l.AY, l.BX, l.BY = l.X0+dx/3, l.Y0+dy/3, l.X1-dx/3, l.Y1-dy/3
	}
	return l
}

// The room that a line leaves around the middle of a box.
const (
	clearX = NodeWidth/2 + boxGap/2
	clearY = NodeHeight/2 + boxGap/2
)

// inTheWay counts the nodes that a line of an edge runs through, up to a number
// that is too many.
func (s Sketch) inTheWay(e Edge, l Line, most int) int {
	x0, y0, x1, y1 := l.hull()
	n := 0
	for v := range s.Nodes {
		at := &s.Nodes[v]
		if at.X > x0-clearX && at.X < x1+clearX && at.Y > y0-clearY && at.Y < y1+clearY &&
			v != e.From && v != e.To && l.touches(at.X, at.Y) {
			if n++; n >= most {
				return n
			}
		}
	}
	for i, at := range s.Hidden {
		if v := len(s.Nodes) + i; at.X > x0-clearX && at.X < x1+clearX && at.Y > y0-clearY && at.Y < y1+clearY &&
			v != e.From && v != e.To && l.touches(at.X, at.Y) {
			n++
		}
	}
	return min(n, most)
}

// hull is the rectangle around the points of a line, which the curve is within.
func (l *Line) hull() (x0, y0, x1, y1 float64) {
	return min(l.X0, l.AX, l.BX, l.X1), min(l.Y0, l.AY, l.BY, l.Y1), max(l.X0, l.AX, l.BX, l.X1), max(l.Y0, l.AY, l.BY, l.Y1)
}

// touches reports whether the line runs through the box around a point. It
// halves the line until a point is in the box, or a piece is off it for certain
// or too short to be seen beside it.
func (l *Line) touches(x, y float64) bool {
	x0, y0, x1, y1 := l.hull()
	if x1 <= x-clearX || x0 >= x+clearX || y1 <= y-clearY || y0 >= y+clearY {
		return false
	}
	if x1-x0+y1-y0 < boxGap {
		return true
	}
	a, b := l.halves()
	if math.Abs(b.X0-x) < clearX && math.Abs(b.Y0-y) < clearY {
		return true
	}
	return a.touches(x, y) || b.touches(x, y)
}

// halves are the two halves of a line (de Casteljau).
func (l *Line) halves() (Line, Line) {
	ax, ay := mid(l.X0, l.AX), mid(l.Y0, l.AY)
	bx, by := mid(l.BX, l.X1), mid(l.BY, l.Y1)
	mx, my := mid(l.AX, l.BX), mid(l.AY, l.BY)
	cx, cy := mid(ax, mx), mid(ay, my)
	dx, dy := mid(mx, bx), mid(my, by)
	x, y := mid(cx, dx), mid(cy, dy)
	return Line{l.X0, l.Y0, ax, ay, cx, cy, x, y}, Line{x, y, dx, dy, bx, by, l.X1, l.Y1}
}

// mid is not fused into what it is used in, so that it is the same everywhere.
func mid(a, b float64) float64 { return float64((a + b) / 2) }

// Middle is the point half-way along the line, where its sign is written.
func (l Line) Middle() (x, y float64) {
	half, _ := l.halves()
	return half.X1, half.Y1
}

// Turned is the line from its end to its start.
func (l Line) Turned() Line { return Line{l.X1, l.Y1, l.BX, l.BY, l.AX, l.AY, l.X0, l.Y0} }

// At is a place of the line, from 0 at its cause to 1 at its effect.
func (l Line) At(t float64) (x, y float64) {
	u := 1 - t
	a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
	return float64(a*l.X0) + float64(b*l.AX) + float64(c*l.BX) + float64(d*l.X1), float64(a*l.Y0) + float64(b*l.AY) + float64(c*l.BY) + float64(d*l.Y1)
}

// Path is the line as the d of an SVG path.
func (l Line) Path() string {
	var b []byte
	for i, x := range [...]float64{l.X0, l.Y0, l.AX, l.AY, l.BX, l.BY, l.X1, l.Y1} {
		b = append(b, "M C     "[i])
		b = strconv.AppendFloat(b, math.Round(x*100)/100, 'f', -1, 64)
	}
	return string(b)
}

// border is where the way from the middle of a box towards a point leaves it.
func border(n Node, x, y float64) (float64, float64) {
	dx, dy := x-n.X, y-n.Y
	if dx == 0 && dy == 0 {
		return n.X, n.Y
	}
	t := min(NodeWidth/2/math.Abs(dx), NodeHeight/2/math.Abs(dy))
	return n.X + float64(t*dx), n.Y + float64(t*dy)
}
