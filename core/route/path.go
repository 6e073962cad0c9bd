package route

import (
	"cmp"
	"math"
	"strconv"
)

// Path is a line as a chain of cubic curves: a start point, and then two control points and an
// end point for each curve. Its first and last segments are level.
type Path []Point

// to continues the line to a point. The segment is level at both ends. It is straight if the
// heights are equal, and otherwise has a bend of the given width.
func (p Path) to(q Point, bend float64) Path {
	from := p[len(p)-1]
	switch {
	case from == q:
		return p
	case from.X == q.X:
		return append(p, Point{from.X + bend, from.Y}, Point{q.X + bend, q.Y}, q)
	case from.Y == q.Y:
		if n := len(p); n > 1 && p[n-4].Y == from.Y && p[n-3].Y == from.Y { // and it is already level
			p, from = p[:n-3], p[n-4]
		}
		third := (q.X - from.X) / 3
		return append(p, Point{from.X + third, q.Y}, Point{q.X - third, q.Y}, q)
	}
	mid := (from.X + q.X) / 2
	return append(p, Point{mid, from.Y}, Point{mid, q.Y}, q)
}

// Level returns a level line.
func Level(x0, x1, y float64) Path { return Path{{x0, y}}.to(Point{x1, y}, 0) }

// draw returns the line for a way.
func (g *ground) draw(w way) Path {
	p := Path{{g.gates[w.gates[0]].side, w.y[0]}}
	last := len(w.gates) - 1
	for i := 0; i < last; {
		c := w.cells[i]
		from, next := &g.gates[w.gates[i]], i+1
		for k := i + 2; k <= last && g.isFree(w, i, k); k++ {
			next = k
		}
		to, into := &g.gates[w.gates[next]], w.cells[next-1]
		p = p.to(Point{from.at(c), w.y[i]}, 0)
		bend := min(24+math.Abs(w.y[next]-w.y[i])/5, 1.2*(g.cells[c].x1-g.cells[c].x0))
		if from.left == c {
			bend = -bend
		}
		p = p.to(Point{to.at(into), w.y[next]}, bend)
		i = next
	}
	return p.to(Point{g.gates[w.gates[last]].side, w.y[last]}, 0)
}

// isFree reports whether a way may run from one of its gates to a later one while ignoring the
// short gates between them, which exist only because of other boxes.
func (g *ground) isFree(w way, from, to int) bool {
	const short = 40
	a, b := Point{g.gates[w.gates[from]].at(w.cells[from]), w.y[from]},
		Point{g.gates[w.gates[to]].at(w.cells[to-1]), w.y[to]}
	for k := from + 1; k < to; k++ {
		t := &g.gates[w.gates[k]]
		if t.x1-t.x0 > short || (t.left == w.cells[k-1]) != (a.X < b.X) || (t.left == w.cells[k]) == (a.X < b.X) {
			return false
		}
		for _, x := range [...]float64{t.x0, t.x1} {
			if y := bent(a, b, x); y < t.lo || y > t.hi {
				return false
			}
		}
	}
	return a.X != b.X
}

// bent returns the height at x of the curve that Path.to draws between two points.
func bent(a, b Point, x float64) float64 {
	share := clamp((x-a.X)/(b.X-a.X), 0, 1)
	lo, hi := 0.0, 1.0
	for range 24 {
		if t := float64((lo + hi) / 2); float64(1.5*t)-float64(1.5*t*t)+float64(t*t*t) < share {
			lo = t
		} else {
			hi = t
		}
	}
	return a.Y + float64((b.Y-a.Y)*lo*lo*(3-2*lo))
}

// Turned returns the line from its end to its start.
func (p Path) Turned() Path {
	q := make(Path, len(p))
	for i, at := range p {
		q[len(p)-1-i] = at
	}
	return q
}

// At returns a position on the line, from 0 at its start to 1 at its end, and the direction of
// the line there. The length of a segment is its width plus its height.
func (p Path) At(t float64) (at, along Point) {
	long := func(i int) float64 { return math.Abs(p[i+3].X-p[i].X) + math.Abs(p[i+3].Y-p[i].Y) }
	all := 0.0
	for i := 0; i+3 < len(p); i += 3 {
		all += long(i)
	}
	left := t * all
	for i := 0; i+3 < len(p); i += 3 {
		n := long(i)
		if left > n && i+6 < len(p) {
			left -= n
			continue
		}
		t, u := clamp(left/max(n, 1e-9), 0, 1), 0.0
		u = 1 - t
		a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
		k, l, m := u*u, 2*u*t, t*t
		mix := func(p0, p1, p2, p3 float64) (float64, float64) {
			return float64(a*p0) + float64(b*p1) + float64(c*p2) + float64(d*p3),
				float64(k*(p1-p0)) + float64(l*(p2-p1)) + float64(m*(p3-p2))
		}
		x, dx := mix(p[i].X, p[i+1].X, p[i+2].X, p[i+3].X)
		y, dy := mix(p[i].Y, p[i+1].Y, p[i+2].Y, p[i+3].Y)
		return Point{x, y}, Point{dx, dy}
	}
	return p[0], Point{1, 0}
}

// Meets reports whether the line passes through the rectangle between two corners.
func (p Path) Meets(low, high Point) bool {
	for i := 0; i+3 < len(p); i += 3 {
		a, b := p[i], p[i+3]
		if max(a.X, b.X, p[i+1].X) < low.X || min(a.X, b.X, p[i+1].X) > high.X || max(a.Y, b.Y) < low.Y ||
			min(a.Y, b.Y) > high.Y {
			continue
		}
		const steps = 12
		for k := range steps + 1 {
			if at, _ := p[i : i+4].At(float64(k) / steps); at.X > low.X && at.X < high.X && at.Y > low.Y &&
				at.Y < high.Y {
				return true
			}
		}
	}
	return false
}

// Head returns the head of an arrow at the end of the line, which may be vertical, as the d
// attribute of a path.
func (p Path) Head() string {
	const long, half = 10, 4.5
	end, from := p[len(p)-1], p[len(p)-2]
	dx, dy := float64(cmp.Compare(end.X, from.X)), float64(cmp.Compare(end.Y, from.Y)) // one of them is 0
	back := Point{end.X - float64(long*dx), end.Y - float64(long*dy)}
	b := point([]byte("M"), end, "L")
	b = point(b, Point{back.X + float64(half*dy), back.Y - float64(half*dx)}, "L")
	return string(point(b, Point{back.X - float64(half*dy), back.Y + float64(half*dx)}, "Z"))
}

// SVG returns the line as the d attribute of a path.
func (p Path) SVG() string {
	b := []byte("M")
	for i, at := range p {
		after := " "
		switch {
		case i == len(p)-1:
			after = ""
		case i%3 == 0:
			after = "C"
		}
		b = point(b, at, after)
	}
	return string(b)
}

// point writes a position rounded to a tenth of a point.
func point(b []byte, at Point, after string) []byte {
	b = strconv.AppendFloat(b, math.Round(at.X*10)/10, 'f', -1, 64)
	b = strconv.AppendFloat(append(b, ' '), math.Round(at.Y*10)/10, 'f', -1, 64)
	return append(b, after...)
}
