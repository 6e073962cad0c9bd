package sketch

// The size of a node's box and the room between boxes, in points; a node's X
// and Y are the middle of its box. Editor, layout and pictures share them.
const (
	NodeWidth  = 144
	NodeHeight = 40
	layerGap   = 76 // between boxes of neighbouring layers
	rowGap     = 24 // between boxes of one layer
)

// MaxLabel is the number of characters of a name that fit into a box.
const MaxLabel = 18

// Label is a name as it stands in a box: cut where it is too long.
func Label(name string) string {
	r := []rune(name)
	if len(r) <= MaxLabel {
		return name
	}
	return string(r[:MaxLabel-1]) + "…"
}

// Line is an edge as drawn: a quadratic curve from the border of one box to the
// border of another, with its control point. The arrow's tip is at X1, Y1.
type Line struct{ X0, Y0, CX, CY, X1, Y1 float64 }

// Line is where an edge of the sketch is drawn.
func (s Sketch) Line(e Edge) Line {
	a, b := s.Nodes[e.From], s.Nodes[e.To]
	mx, my := (a.X+b.X)/2, (a.Y+b.Y)/2
	x0, y0 := border(a, mx, my)
	x1, y1 := border(b, mx, my)
	return Line{x0, y0, mx, my, x1, y1}
}

// border is where the way from the middle of a box to a point leaves the box.
func border(n Node, x, y float64) (float64, float64) {
	dx, dy := x-n.X, y-n.Y
	if dx == 0 && dy == 0 {
		return n.X, n.Y
	}
	t := 1.0
	if ax := max(dx, -dx); ax > 0 {
		t = min(t, NodeWidth/2/ax)
	}
	if ay := max(dy, -dy); ay > 0 {
		t = min(t, NodeHeight/2/ay)
	}
	return n.X + float64(t*dx), n.Y + float64(t*dy)
}
