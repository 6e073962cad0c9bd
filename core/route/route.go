// Package route draws lines around boxes. It handles only boxes and links between them, whatever
// they represent. A vertical wall at each side of a box divides the free area into cells. A line
// is a way through cells, and lines with the same way run in parallel lanes. Start reading at
// Around.
package route

// Box is an area through which no line of other boxes passes. It has a centre, a size, and a
// height that is also kept free below it.
type Box struct{ X, Y, W, H, Below float64 }

func (b Box) left() float64   { return b.X - float64(b.W/2) }
func (b Box) right() float64  { return b.X + float64(b.W/2) }
func (b Box) top() float64    { return b.Y - float64(b.H/2) }
func (b Box) bottom() float64 { return b.Y + float64(b.H/2) }

// Point is a position on the paper.
type Point struct{ X, Y float64 }

// Link is a line to be drawn from one box to another. Guide contains positions, from left to
// right, through which the line should pass if these were already chosen.
type Link struct {
	From, To int
	Guide    []Point
}

// The space around lines, in points. It is smaller if boxes are closer together.
const (
	marginX  = 10  // beside a box, in which a line is level
	marginY  = 6   // above and below a box
	lane     = 11  // between parallel lines
	port     = 13  // between the ends of lines at one side of a box
	reach    = 0.4 // largest distance of a line's end from the middle of a side, as a share of the side
	turnCost = 60  // additional length, in points, accepted to avoid a turn
	offGuide = 4   // additional length accepted for each point nearer to the guide
)

// Around draws the links around all boxes except their own. If the boxes leave no path, the line
// ignores them.
func Around(boxes []Box, links []Link) []Path {
	g := cut(boxes)
	ways, f := make([]way, len(links)), finder{ground: g, at: make([]arrival, len(g.gates))}
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

// Direct returns the line between two boxes that ignores all others.
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
