// Package route draws lines around boxes. It knows boxes, links between them and nothing of
// what they stand for. The free ground is cut into cells by a vertical wall at each side of a
// box; a line is a way through cells, and lines that go the same way keep lanes beside each
// other. Around is where to begin.
package route

// Box is a place that no line of others runs through: its middle, its size, and how much
// room below it is kept free as well.
type Box struct{ X, Y, W, H, Below float64 }

func (b Box) left() float64   { return b.X - float64(b.W/2) }
func (b Box) right() float64  { return b.X + float64(b.W/2) }
func (b Box) top() float64    { return b.Y - float64(b.H/2) }
func (b Box) bottom() float64 { return b.Y + float64(b.H/2) }

// Point is a place on the paper.
type Point struct{ X, Y float64 }

// Link is a line to be drawn from a box to another one. Guide are the places that it is to
// pass, from left to right, where somebody has thought of them already.
type Link struct {
	From, To int
	Guide    []Point
}

// The room around lines, in points. Less is left where boxes stand closer.
const (
	marginX  = 10  // beside a box, in which a line is level
	marginY  = 6   // above and below a box
	lane     = 11  // between lines beside each other
	port     = 13  // between the ends of lines at one side of a box
	reach    = 0.4 // of a side, to both sides of its middle, at which lines end
	turnCost = 60  // points that a way may be longer to save a turn
	offGuide = 4   // points that a way may be longer for each by which it is nearer its guide
)

// Around draws the links around all boxes other than their own. Where boxes leave no way, a
// line minds none.
func Around(boxes []Box, links []Link) []Path {
	g := cut(boxes)
	ways, f := make([]way, len(links)), finder{ground: g, at: make([]reached, len(g.gates))}
	for i, l := range links {
		ways[i] = f.find(l)
	}
	g.order(ways)
	g.place(ways)
	paths := make([]Path, len(links))
	for i, w := range ways {
		if w.gates == nil {
			paths[i] = Direct(boxes[links[i].From], boxes[links[i].To])
		} else {
			paths[i] = g.draw(w)
		}
	}
	return paths
}

// Direct is the line between two boxes that minds no others.
func Direct(a, b Box) Path {
	switch {
	case b.left() >= a.right():
		return Path{{a.right(), a.Y}}.to(Point{b.left(), b.Y}, 0)
	case b.right() <= a.left():
		return Path{{a.left(), a.Y}}.to(Point{b.right(), b.Y}, 0)
	}
	from, to := Point{a.right(), a.Y}, Point{b.right(), b.Y}
	beside := max(from.X, to.X) + 2*marginX
	return Path{from, {beside, from.Y}, {beside, to.Y}, to}
}
