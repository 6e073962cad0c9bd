package dagview

import (
	"math"
	"slices"
	"unicode/utf8"

	"causeway/core/route"
	"causeway/core/sketch"
)

// The paper is where a person edits a sketch. Each node has room for a histogram, with its rules
// below.
const (
	boxWide   = 160.0
	boxHigh   = 80.0
	acrossOne = 1.2 // points to a unit of the sketch's coordinates
	downOne   = 2.0
)

var paper = sketch.Paper{X: acrossOne, Y: downOne, Wide: boxWide, High: boxHigh, Below: chipDown + chipHigh}

// onPaper returns a sketch in points.
func onPaper(s sketch.Sketch) sketch.Sketch {
	boxes, n := s.Boxes(paper), s.Count()
	s.Nodes, s.Hidden = slices.Clone(s.Nodes), slices.Clone(s.Hidden)
	for v, b := range boxes[:n] {
		if s.IsHidden(v) {
			h := &s.Hidden[v-len(s.Nodes)]
			h.X, h.Y = b.X, b.Y
		} else {
			s.Nodes[v].X, s.Nodes[v].Y = b.X, b.Y
		}
	}
	s.Outcome.X, s.Outcome.Y = boxes[n].X, boxes[n].Y
	return s
}

// lines holds the lines of a drawing and the positions of their labels: first the sketch's
// strokes, then the suggested edges.
type lines struct {
	boxes     []route.Box
	links     []route.Link
	readLinks []route.Link
	wide      []float64 // width of the label of each link, 0 for none
	paths     []route.Path
	spots     []point
	reads     []route.Path // from important features to the outcome
}

// plan lists the lines to draw between the nodes of the canvas.
func (c *Canvas) plan() lines {
	l := lines{boxes: c.Sketch.Boxes(paper), links: c.Sketch.Lines(paper)}
	for i := range l.links {
		text := ""
		if i < len(c.Labels) {
			text = c.Labels[i]
		}
		l.wide = append(l.wide, pillWide(text))
	}
	for _, g := range c.offered() {
		l.links, l.wide = append(l.links, route.Link{From: g.A, To: g.B}), append(l.wide, pillWide(g.long()))
	}
	for _, v := range c.read() {
		l.readLinks = append(l.readLinks, route.Link{From: v, To: len(l.boxes) - 1})
	}
	return l
}

// draw routes the lines and positions their labels.
func (l *lines) draw() {
	l.paths = route.Around(l.boxes, l.links)
	l.reads = route.Around(l.boxes, l.readLinks)
	l.spots = make([]point, len(l.paths))
	var taken []plot
	for _, b := range l.boxes {
		taken = append(taken, plot{b.X - b.W/2, b.Y - b.H/2, b.X + b.W/2, b.Y + b.H/2 + b.Below})
	}
	hulls := make([]plot, len(l.paths))
	for i, p := range l.paths {
		hulls[i] = plot{p[0].X, p[0].Y, p[0].X, p[0].Y}
		for _, at := range p {
			hulls[i] = plot{min(hulls[i].x0, at.X), min(hulls[i].y0, at.Y), max(hulls[i].x1, at.X),
				max(hulls[i].y1, at.Y)}
		}
	}
	for i := range l.paths {
		if l.wide[i] == 0 {
			at, _ := l.paths[i].At(0.5)
			l.spots[i] = point(at)
			continue
		}
		k := l.label(i, taken, hulls)
		l.spots[i] = point{(k.x0 + k.x1) / 2, (k.y0 + k.y1) / 2}
		taken = append(taken, k)
	}
}

// label returns the position on a line, near its middle, at which its label overlaps the least
// with other elements and lines.
func (l *lines) label(i int, taken, hulls []plot) (best plot) {
	const air = 2
	least := math.Inf(1)
	for step := range 9 {
		away := float64((step+1)/2*(1-step%2*2)) * 0.07 // 0, -1, 1, -2, ...
		at, _ := l.paths[i].At(0.5 + away)
		k := plot{at.X - l.wide[i]/2 - air, at.Y - pillHigh/2 - air, at.X + l.wide[i]/2 + air, at.Y + pillHigh/2 + air}
		bad := math.Abs(away)
		for _, o := range taken {
			bad += k.shared(o)
		}
		for m, p := range l.paths {
			if h := hulls[m]; m == i || h.x0 > k.x1 || h.x1 < k.x0 || h.y0 > k.y1 || h.y1 < k.y0 {
				continue
			}
			if p.Meets(route.Point{X: k.x0, Y: k.y0}, route.Point{X: k.x1, Y: k.y1}) {
				bad += 100
			}
		}
		if bad < least {
			least, best = bad, k
		}
		if bad < 1 {
			break
		}
	}
	return best
}

// plot is a rectangle of the paper.
type plot struct{ x0, y0, x1, y1 float64 }

// shared returns the overlap of two plots.
func (a plot) shared(b plot) float64 {
	return max(min(a.x1, b.x1)-max(a.x0, b.x0), 0) * max(min(a.y1, b.y1)-max(a.y0, b.y0), 0)
}

// The labels of lines.
const (
	pillHigh = 24.0
	letter   = 6.8 // average width of a letter
)

// pillWide returns the width of a label, 0 without one.
func pillWide(text string) float64 {
	if text == "" {
		return 0
	}
	return max(letter*float64(utf8.RuneCountInString(text))+18, 30)
}
