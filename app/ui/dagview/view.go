package dagview

import (
	"math"
	"strconv"

	"causeway/core/sketch"
)

// view is the part of the paper that the window shows. A point of the paper times K, plus X and Y, is
// a point of the window.
type view struct{ X, Y, K float64 }

// point is a place in the window or on the paper.
type point struct{ X, Y float64 }

// Limits of the zoom.
const (
	leastZoom = 0.08
	mostZoom  = 4
)

// farZooms are the zooms below which a drawing is simplified: text is larger to stay readable, a node
// shows only its name, a rule only its sign, and values cannot be dragged.
var farZooms = []float64{0.99, 0.86, 0.72, 0.5}

// far counts the farZooms that the view is below.
func (v view) far() int {
	n := 0
	for n < len(farZooms) && v.K < farZooms[n] {
		n++
	}
	return n
}

// paper returns the place on the paper of a point of the window.
func (v view) paper(p point) point { return point{(p.X - v.X) / v.K, (p.Y - v.Y) / v.K} }

// zoomed returns another zoom that keeps the place under a point of the window.
func (v view) zoomed(by float64, at point) view {
	k := min(max(v.K*by, leastZoom), mostZoom)
	p := v.paper(at)
	return view{at.X - p.X*k, at.Y - p.Y*k, k}
}

func (v view) transform() string {
	return translate(v.X, v.Y) + " scale(" + strconv.FormatFloat(v.K, 'f', 4, 64) + ")"
}

// bounds returns the corners of the rectangle of paper that the nodes occupy, with a rule below each.
func bounds(s sketch.Sketch) (low, high point) {
	low, high = point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for v := sketch.OutcomeNode; v < s.Count(); v++ {
		n := s.Node(v)
		low = point{min(low.X, n.X-boxWide/2), min(low.Y, n.Y-boxHigh/2)}
		high = point{max(high.X, n.X+boxWide/2), max(high.Y, n.Y+boxHigh/2+chipDown+chipHigh)}
	}
	return low, high
}

// fitted shows all nodes in a window of a size, no larger than they are.
func fitted(s sketch.Sketch, width, height float64) view {
	const margin = 16
	low, high := bounds(s)
	w, h := max(high.X-low.X, 1), max(high.Y-low.Y, 1)
	k := min((width-2*margin)/w, (height-2*margin)/h, 1.15)
	k = min(max(k, leastZoom), mostZoom)
	return view{(width - k*(low.X+high.X)) / 2, (height - k*(low.Y+high.Y)) / 2, k}
}

// air is the margin around the nodes in a first view.
const air = 8

// first returns the initial view: all nodes if they are readable, otherwise as many readable nodes as
// fit to the left of the outcome (slightly smaller if this shows more) or, if that is more, from the
// top left corner. No arrow leads to the outcome, so it matters less than causes.
func first(s sketch.Sketch, width, height float64) view {
	const readable, least = 50, 46 // hundredths
	v := fitted(s, width, height)
	if v.K >= readable/100. {
		return v
	}
	low, high := bounds(s)
	o := s.Node(sketch.OutcomeNode)
	from := func(k float64, end point) view {
		start := func(low, high, end, room float64) float64 {
			if k*(high-low) <= room-2*air {
				return (room - k*(low+high)) / 2
			}
			return min(air-k*low, room-air-k*end)
		}
		return view{start(low.X, high.X, end.X, width), start(low.Y, high.Y, end.Y, height), k}
	}
	best := from(readable/100., low)
	most := best.seen(s, width, height) - 1
	for k := readable; k >= least; k-- {
		back := from(float64(k)/100, point{o.X + boxWide/2, o.Y + boxHigh/2})
		if n := back.seen(s, width, height); n > most {
			best, most = back, n
		}
	}
	return best
}

// seen counts the nodes that lie completely in a window of this size, with a margin.
func (v view) seen(s sketch.Sketch, width, height float64) (n int) {
	for i := sketch.OutcomeNode; i < s.Count(); i++ {
		at := s.Node(i)
		x, y := v.K*at.X+v.X, v.K*at.Y+v.Y
		w, h := v.K*boxWide/2+air-1, v.K*boxHigh/2+air-1
		if x >= w && y >= h && x <= width-w && y <= height-h {
			n++
		}
	}
	return n
}

// below moves a view down, past the element floating over its top.
func below(v view, top float64) view { return view{v.X, v.Y + top, v.K} }

// at returns the topmost feature whose box contains a place of the paper, except one.
func at(s sketch.Sketch, p point, other int) (int, bool) {
	for v := s.Count() - 1; v >= 0; v-- {
		n := s.Node(v)
		if v != other && math.Abs(p.X-n.X) <= boxWide/2 && math.Abs(p.Y-n.Y) <= boxHigh/2 {
			return v, true
		}
	}
	return 0, false
}

// within lists the nodes whose middle lies between two corners.
func within(s sketch.Sketch, a, b point) []int {
	var list []int
	for v := sketch.OutcomeNode; v < s.Count(); v++ {
		n := s.Node(v)
		if min(a.X, b.X) <= n.X && n.X <= max(a.X, b.X) && min(a.Y, b.Y) <= n.Y && n.Y <= max(a.Y, b.Y) {
			list = append(list, v)
		}
	}
	return list
}

// beside returns the next node from v to the left (-1, 0), right, up or down. This is the nearest one
// if sideways distance counts three times.
func beside(s sketch.Sketch, v int, dx, dy float64) (int, bool) {
	from := s.Node(v)
	best, nearest := v, math.Inf(1)
	for u := sketch.OutcomeNode; u < s.Count(); u++ {
		n := s.Node(u)
		along := (n.X-from.X)*dx + (n.Y-from.Y)*dy
		aside := math.Abs((n.X-from.X)*dy) + math.Abs((n.Y-from.Y)*dx)
		if u == v || along <= 0 || aside > 4*along {
			continue
		}
		if d := along + 3*aside; d < nearest {
			best, nearest = u, d
		}
	}
	return best, best != v
}
