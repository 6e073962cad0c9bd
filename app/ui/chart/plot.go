package chart

import "math"

// Sizes in CSS pixels; the drawing is laid out at the width it is shown at, so
// that its text has the size of the page's.
const (
	defaultWidth  = 560
	defaultHeight = 220
	leastWidth    = 200
	leastHeight   = 120
	charWidth     = 6.8 // of a digit at the size of tick labels
	markerRadius  = 3
	headroom      = 9  // above the plot, for half of a tick label
	footroom      = 22 // below it, with tick labels
	nameroom      = 16 // for the name of an axis
)

// plot is the layout of a line chart.
type plot struct {
	of            LinesOf
	width, height float64
	x, y          scale
	xTicks        []float64
	yTicks        []float64
	xStep, yStep  float64
	names         []string // of the ticks of x, where they are choices
}

// layout measures the series. It is false when there is nothing to draw.
func layout(of LinesOf) (plot, bool) {
	p := plot{of: of, width: size(of.Width, defaultWidth, leastWidth), height: size(of.Height, defaultHeight, leastHeight)}
	var xs, ys extent
	for _, s := range of.Series {
		for i := range s.len() {
			if q := s.at(i); q.finite() {
				xs.add(q.x)
				ys.add(q.y)
			}
		}
	}
	if !xs.seen {
		return p, false
	}
	y0, y1 := ys.wide()
	top, bottom := p.edges()
	rows := max(2, int((bottom-top)/30))
	y0, y1 = round(y0, y1, rows)
	p.yTicks, p.yStep = ticks(y0, y1, rows, false)
	left := 0.0
	for _, v := range p.yTicks {
		left = math.Max(left, charWidth*float64(len([]rune(tickText(v, p.yStep)))))
	}
	left = math.Min(math.Ceil(left)+10, p.width/3)
	right := p.width - 10
	p.y = scale{y0, y1, bottom, top}

	x0, x1 := xs.wide()
	p.x = scale{x0, x1, left, right}
	p.xTicks, p.xStep = ticks(x0, x1, max(2, int((right-left)/60)), xs.whole)
	return p, true
}

// edges are the top and the bottom of the plot within the drawing.
func (p plot) edges() (top, bottom float64) {
	top, bottom = headroom, p.height-footroom
	if p.of.YLabel != "" {
		top += nameroom
	}
	if p.of.XLabel != "" {
		bottom -= nameroom
	}
	return top, bottom
}

func size(v, usual, least float64) float64 {
	if !finite(v) || v <= 0 {
		return usual
	}
	return math.Max(math.Round(v), least)
}

// draw is the whole SVG element.
func (p plot) draw() node {
	g := gist(p.of)
	svg := el("svg", "viewBox", "0 0 "+px(p.width)+" "+px(p.height),
		"width", px(p.width), "height", px(p.height),
		"role", "img", "aria-label", p.of.Title+". "+g, "data-chart", "lines").
		with(el("title").says(p.of.Title), el("desc").says(g), p.grid(), p.axes())
	for k, s := range p.of.Series {
		svg = svg.with(p.line(k, s))
	}
	return svg
}

func (p plot) grid() node {
	g := el("g", "data-part", "grid", "stroke", "currentColor", "stroke-opacity", "0.15")
	for _, v := range p.yTicks {
		y := px(p.y.at(v))
		g = g.with(el("line", "x1", px(p.x.from), "y1", y, "x2", px(p.x.to), "y2", y))
	}
	return g
}

func (p plot) axes() node {
	base := p.y.from
	g := el("g", "data-part", "axis", "fill", "currentColor", "font-size", "12").
		with(el("line", "x1", px(p.x.from), "y1", px(base), "x2", px(p.x.to), "y2", px(base), "stroke", "currentColor"))
	for _, v := range p.yTicks {
		g = g.with(el("text", "x", px(p.x.from-8), "y", px(p.y.at(v)+4), "text-anchor", "end").
			says(tickText(v, p.yStep)))
	}
	for _, v := range p.xTicks {
		x := p.x.at(v)
		g = g.with(
			el("line", "x1", px(x), "y1", px(base), "x2", px(x), "y2", px(base+4), "stroke", "currentColor"),
			p.tickLabel(x, p.xText(v)))
	}
	if p.of.YLabel != "" {
		g = g.with(el("text", "data-part", "name", "x", "0", "y", "11").says(p.of.YLabel))
	}
	if p.of.XLabel != "" {
		g = g.with(el("text", "data-part", "name", "x", px(p.x.to), "y", px(base+34), "text-anchor", "end").says(p.of.XLabel))
	}
	return g
}

// xText is the text of a tick of x: a name is cut to the room that it has.
func (p plot) xText(v float64) string {
	if p.names == nil {
		return tickText(v, p.xStep)
	}
	name := []rune(p.names[int(v)])
	room := max(1, int((p.x.at(1)-p.x.at(0))/charWidth)-1)
	if len(name) <= room {
		return string(name)
	}
	return string(name[:room-min(1, room-1)]) + "…"
}

// tickLabel centres a text below x, or aligns it with the edge that it would
// cross.
func (p plot) tickLabel(x float64, text string) node {
	half := charWidth * float64(len([]rune(text))) / 2
	anchor := "middle"
	switch {
	case x+half > p.width:
		x, anchor = p.width, "end"
	case x-half < 0:
		x, anchor = 0, "start"
	}
	return el("text", "x", px(x), "y", px(p.y.from+18), "text-anchor", anchor).says(text)
}

// line is a series: its path, and its marker on the last point, or on every
// point where there are few.
func (p plot) line(k int, s Series) node {
	g := el("g", "data-series", seriesID(k))
	all := runs(s, p.x, p.y)
	if len(all) == 0 {
		return g
	}
	path := el("path", "d", pathData(all), "fill", "none", "stroke", "currentColor",
		"stroke-width", "1.75", "stroke-linejoin", "round", "stroke-linecap", "round")
	if s.Dashed {
		path.attrs = append(path.attrs, "stroke-dasharray", "5 4")
	}
	g = g.with(path)
	last := all[len(all)-1]
	if s.len() > 12 {
		return g.with(marker(k, last[len(last)-1], markerRadius))
	}
	for _, run := range all {
		for _, q := range run {
			g = g.with(marker(k, q, markerRadius))
		}
	}
	return g
}

// swatch is the key of series k in the legend.
func swatch(k int, dashed bool) node {
	line := el("line", "x1", "1", "y1", "6", "x2", "25", "y2", "6", "stroke", "currentColor", "stroke-width", "1.75")
	if dashed {
		line.attrs = append(line.attrs, "stroke-dasharray", "5 4")
	}
	return el("svg", "viewBox", "0 0 26 12", "width", "26", "height", "12", "aria-hidden", "true", "data-chart", "swatch").
		with(el("g", "data-series", seriesID(k)).with(line, marker(k, point{13, 6}, markerRadius)))
}
