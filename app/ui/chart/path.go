package chart

import (
	"math"
	"strings"
)

type point struct{ x, y float64 }

// at is point i of the series; without X it counts from zero.
func (s Series) at(i int) point {
	if s.X == nil {
		return point{float64(i), s.Y[i]}
	}
	return point{s.X[i], s.Y[i]}
}

func (s Series) len() int {
	if s.X == nil {
		return len(s.Y)
	}
	return min(len(s.X), len(s.Y))
}

func (p point) finite() bool { return finite(p.x) && finite(p.y) }

// runs maps a series to pixels and splits it at points that are not finite. Of consecutive points in
// one column of pixels, a run keeps the first, the lowest, the highest and the last. The drawing looks
// the same, and its size depends on the width, not on the history.
func runs(s Series, x, y scale) [][]point {
	var out [][]point
	var run []point
	var col column
	end := func() {
		run = col.flush(run)
		if len(run) > 0 {
			out = append(out, run)
		}
		run = nil
	}
	for i := range s.len() {
		p := s.at(i)
		if !p.finite() {
			end()
			continue
		}
		q := point{x.at(p.x), y.at(p.y)}
		if c := math.Floor(q.x); !col.open || c != col.at {
			run = col.flush(run)
			col = column{at: c, open: true, first: q, low: q, high: q}
		}
		col.add(q)
	}
	end()
	return out
}

// column collects the points of one column of pixels.
type column struct {
	at                     float64
	open                   bool
	n                      int
	first, low, high, last point
	lowAt, highAt          int
}

func (c *column) add(p point) {
	if p.y < c.low.y {
		c.low, c.lowAt = p, c.n
	}
	if p.y > c.high.y {
		c.high, c.highAt = p, c.n
	}
	c.last = p
	c.n++
}

func (c *column) flush(run []point) []point {
	if !c.open {
		return run
	}
	c.open = false
	keep := [4]point{c.first, c.low, c.high, c.last}
	if c.highAt < c.lowAt {
		keep[1], keep[2] = c.high, c.low
	}
	for _, p := range keep {
		if len(run) == 0 || run[len(run)-1] != p {
			run = append(run, p)
		}
	}
	return run
}

// pathData writes runs as the d attribute of a path. A run of one point is a stroke of length 0, which
// round caps turn into a dot.
func pathData(all [][]point) string {
	var b []byte
	for _, run := range all {
		for i, p := range run {
			b = append(b, "ML"[min(i, 1)])
			b = appendPx(b, p.x)
			b = append(b, ' ')
			b = appendPx(b, p.y)
		}
		if len(run) == 1 {
			b = append(b, "h0"...)
		}
	}
	return string(b)
}

// marker draws the shape of series k around p, so that series differ even without colour.
func marker(k int, p point, r float64) node {
	x, y := p.x, p.y
	series := seriesID(k)
	switch k % 4 {
	case 1:
		return el("rect", "data-marker", series, "x", px(x-r), "y", px(y-r), "width", px(2*r), "height", px(2*r))
	case 2:
		return polygon(series, x, y-1.2*r, x+1.2*r, y+r, x-1.2*r, y+r)
	case 3:
		return polygon(series, x, y-1.4*r, x+1.4*r, y, x, y+1.4*r, x-1.4*r, y)
	}
	return el("circle", "data-marker", series, "cx", px(x), "cy", px(y), "r", px(r))
}

func polygon(series string, xy ...float64) node {
	var b strings.Builder
	for i := 0; i < len(xy); i += 2 {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(px(xy[i]) + "," + px(xy[i+1]))
	}
	return el("polygon", "data-marker", series, "points", b.String())
}

// seriesID names the colour of series k, one of six.
func seriesID(k int) string { return string(rune('1' + k%6)) }
