package route

import (
	"cmp"
	"slices"
)

// cell is a rectangle of free ground with the largest possible width. Its sides lie on the sides
// of boxes.
type cell struct {
	x0, x1, lo, hi float64
	gates          []int
}

// gate is an opening between two cells, or between a side of a box and a cell. It is as long as
// the corridor between two boxes that it represents.
type gate struct {
	x0, x1, lo, hi float64
	left, right    int     // cells, or none
	side           float64 // side of a box, if the gate is at one
	box            int     // or none
	users          []use   // from top to bottom
}

const (
	none = -1
	far  = 1e7 // beyond all paper
)

// ground contains the free area.
type ground struct {
	boxes []Box
	cells []cell
	gates []gate
	doors [][2]int // gates at the left and the right side of each box, or none
}

// bounds is the area of a box with its margins.
type bounds struct{ x0, x1, y0, y1 float64 }

// inflate adds margins to boxes, at most half of the distance between two boxes.
func inflate(boxes []Box) []bounds {
	plain, list := make([]bounds, len(boxes)), make([]bounds, len(boxes))
	for i, b := range boxes {
		plain[i] = bounds{b.left(), b.right(), b.top(), b.bottom() + b.Below}
		list[i] = bounds{marginX, marginX, marginY, marginY}
	}
	least := func(room float64) float64 { return max(float64(room/2)-0.5, 0) }
	for i, a := range plain {
		for j, b := range plain {
			if a.y0 < b.y1 && b.y0 < a.y1 && a.x1 <= b.x0 {
				m := least(b.x0 - a.x1)
				list[i].x1, list[j].x0 = min(list[i].x1, m), min(list[j].x0, m)
			}
			if a.x0 < b.x1 && b.x0 < a.x1 && a.y1 <= b.y0 {
				m := least(b.y0 - a.y1)
				list[i].y1, list[j].y0 = min(list[i].y1, m), min(list[j].y0, m)
			}
		}
	}
	for i, p := range plain {
		m := list[i]
		list[i] = bounds{p.x0 - m.x0, p.x1 + m.x1, p.y0 - m.y0, p.y1 + m.y1}
	}
	return list
}

// cut divides the ground around boxes into cells, from left to right.
func cut(boxes []Box) *ground {
	g := &ground{boxes: boxes, doors: make([][2]int, len(boxes))}
	taken := inflate(boxes)
	walls := []float64{-far, far}
	for _, t := range taken {
		walls = append(walls, t.x0, t.x1)
	}
	slices.Sort(walls)
	walls = slices.Compact(walls)
	byTop := make([]int, len(taken))
	for i := range byTop {
		byTop[i] = i
		g.doors[i] = [2]int{none, none}
	}
	slices.SortStableFunc(byTop, func(a, b int) int { return cmp.Compare(taken[a].y0, taken[b].y0) })
	var before []int // cells left of the wall, from top to bottom
	for k := 1; k < len(walls); k++ {
		x := walls[k-1]
		now := g.slab(x, byTop, taken, before)
		g.join(x, before, now)
		for i, t := range taken {
			switch x {
			case t.x1:
				g.doors[i][1] = g.door(i, x, now, false)
			case t.x0:
				g.doors[i][0] = g.door(i, x, before, true)
			}
		}
		for _, c := range now {
			g.cells[c].x1 = walls[k]
		}
		before = now
	}
	g.corridors()
	return g
}

// slab lists the cells right of a wall. Cells that continue across the wall remain the same.
func (g *ground) slab(x float64, byTop []int, taken []bounds, before []int) []int {
	var now []int
	add := func(lo, hi float64) {
		if hi-lo < 1 {
			return
		}
		for _, c := range before {
			if g.cells[c].lo == lo && g.cells[c].hi == hi {
				now = append(now, c)
				return
			}
		}
		now = append(now, len(g.cells))
		g.cells = append(g.cells, cell{x0: x, lo: lo, hi: hi})
	}
	lo := -far
	for _, i := range byTop {
		if t := taken[i]; t.x0 <= x && t.x1 > x {
			add(lo, t.y0)
			lo = max(lo, t.y1)
		}
	}
	add(lo, far)
	return now
}

// join puts gates between the cells that end and those that begin at a wall.
func (g *ground) join(x float64, before, now []int) {
	for i, j := 0, 0; i < len(before) && j < len(now); {
		a, b := before[i], now[j]
		lo, hi := max(g.cells[a].lo, g.cells[b].lo), min(g.cells[a].hi, g.cells[b].hi)
		if a != b && hi-lo >= 1 {
			air := min((hi-lo)/4, marginY) // more than a margin if space allows
			g.add(gate{x0: x, x1: x, lo: lo + air, hi: hi - air, left: a, right: b, box: none})
		}
		if g.cells[a].hi < g.cells[b].hi {
			i++
		} else {
			j++
		}
	}
}

func (g *ground) add(t gate) int {
	for _, c := range []int{t.left, t.right} {
		if c != none {
			g.cells[c].gates = append(g.cells[c].gates, len(g.gates))
		}
	}
	g.gates = append(g.gates, t)
	return len(g.gates) - 1
}

// door puts a gate at the side of a box, into the cell that covers most of it.
func (g *ground) door(box int, x float64, cells []int, left bool) int {
	b := g.boxes[box]
	best, most := gate{left: none, right: none, box: box, x0: x, x1: x, side: b.right()}, 0.0
	if left {
		best.side = b.left()
	}
	for _, c := range cells {
		lo, hi := max(g.cells[c].lo, b.Y-float64(reach*b.H)), min(g.cells[c].hi, b.Y+float64(reach*b.H))
		if hi-lo <= most {
			continue
		}
		most, best.lo, best.hi = hi-lo, lo, hi
		if left {
			best.left = c
		} else {
			best.right = c
		}
	}
	if most == 0 {
		return none
	}
	return g.add(best)
}

// corridors merges the two end gates of a cell that leads nowhere else.
func (g *ground) corridors() {
	for c := range g.cells {
		if len(g.cells[c].gates) != 2 {
			continue
		}
		p, q := g.cells[c].gates[0], g.cells[c].gates[1]
		a, b := &g.gates[p], &g.gates[q]
		if a.right != c || b.left != c || a.box != none || b.box != none || a.lo != b.lo || a.hi != b.hi {
			continue
		}
		a.x1, a.right = b.x1, b.right
		b.left, b.right = none, none
		list := g.cells[a.right].gates
		list[slices.Index(list, q)] = p
	}
}

// middle returns the height of the centre of a gate on its wall.
func (t *gate) middle() float64 { return float64((t.lo + t.hi) / 2) }

// x returns the horizontal centre of a gate.
func (t *gate) x() float64 { return float64((t.x0 + t.x1) / 2) }

// at returns the horizontal position at which a gate meets a cell.
func (t *gate) at(c int) float64 {
	if t.left == c {
		return t.x0
	}
	return t.x1
}

func clamp(x, lo, hi float64) float64 { return max(lo, min(x, hi)) }
