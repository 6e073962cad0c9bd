package chart

import (
	"math"
	"slices"
)

// Sizes in CSS pixels. The drawing is laid out at its displayed width, so that its text is as large as
// the page's.
const (
	defaultWidth  = 560
	defaultHeight = 220
	leastWidth    = 200
	leastHeight   = 120
	charWidth     = 6.8 // width of a digit at the size of tick labels
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
	names         []string  // names of positions of x, if they have names
	namesAt       []float64 // rising
	nameRoom      float64   // from one tick to the next
}

// layout measures the series. It returns false if they have nothing to draw.
func layout(of LinesOf) (plot, bool) {
	p := plot{of: of, width: size(of.Width, defaultWidth, leastWidth),
		height: size(of.Height, defaultHeight, leastHeight)}
	xs, ys := of.extents()
	if !xs.seen {
		return p, false
	}
	top, bottom := p.edges()
	rows := max(2, int((bottom-top)/30))
	y0, y1 := ys.wide()
	switch {
	case of.LogY:
		y0, y1, p.yTicks = decades(ys.lo, ys.hi, rows)
	case of.Lo < of.Hi:
		y0, y1 = of.Lo, of.Hi
		p.yTicks, p.yStep = ticks(y0, y1, rows, false)
	default:
		y0, y1 = round(y0, y1, rows)
		p.yTicks, p.yStep = ticks(y0, y1, rows, false)
	}
	left := 0.0
	for _, v := range p.yTicks {
		left = math.Max(left, charWidth*float64(len([]rune(p.yText(v)))))
	}
	left = math.Min(math.Ceil(left)+10, p.width/3)
	right := p.width - 10
	p.y = scale{y0, y1, bottom, top, of.LogY}

	columns := max(2, int((right-left)/60))
	x0, x1 := xs.wide()
	if of.LogX {
		x0, x1, p.xTicks = decades(xs.lo, xs.hi, columns)
	} else {
		p.xTicks, p.xStep = ticks(x0, x1, columns, xs.whole)
	}
	p.x = scale{x0, x1, left, right, of.LogX}
	return p, true
}

// extents returns the ranges of the values that can be drawn; on a logarithmic axis, whole
// powers of ten.
func (of LinesOf) extents() (xs, ys extent) {
	log := func(v float64, is bool) float64 {
		if is {
			return math.Log10(v)
		}
		return v
	}
	for _, s := range of.Series {
		for i := range s.len() {
			q := s.at(i)
			if !q.finite() || of.LogX && q.x <= 0 || of.LogY && q.y <= 0 {
				continue
			}
			xs.add(log(q.x, of.LogX))
			ys.add(log(q.y, of.LogY))
			if i < len(s.SD) && finite(s.SD[i]) && !of.LogY {
				ys.add(q.y - s.SD[i])
				ys.add(q.y + s.SD[i])
			}
		}
	}
	return xs, ys
}

// choices makes X one of n names instead of a number.
func (p plot) choices(names []string) plot {
	p.x.lo, p.x.hi = -0.5, float64(len(names))-0.5
	p.names, p.namesAt = names, nil
	for l := range names {
		p.namesAt = append(p.namesAt, float64(l))
	}
	return p
}

// leastName is how many letters of a name must fit. If they do not, only every second (or third, and
// so on) name gets a tick.
const leastName = 9

// named sets the ticks of X at the places that have names.
func (p plot) named() plot {
	if p.names == nil {
		return p
	}
	p.xTicks, p.nameRoom = nil, p.x.to-p.x.from
	last := math.Inf(-1)
	for _, v := range p.namesAt {
		if x := p.x.at(v); v >= p.x.lo && v <= p.x.hi && x-last >= leastName*charWidth {
			p.nameRoom = min(p.nameRoom, x-last)
			p.xTicks, last = append(p.xTicks, v), x
		}
	}
	return p
}

// edges returns the top and the bottom of the plot within the drawing.
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

// draw returns the whole SVG element.
func (p plot) draw() node {
	svg := p.frame(orElse(p.of.Says, gist(p.of)))
	for k, s := range p.of.Series {
		if s.SD != nil {
			svg = svg.with(p.band(k, s))
		}
	}
	for k, s := range p.of.Series {
		svg = svg.with(p.line(k, s))
	}
	return svg
}

// frame returns the SVG element with its text and axes but no data.
func (p plot) frame(says string) node {
	return el("svg", "viewBox", "0 0 "+px(p.width)+" "+px(p.height),
		"width", px(p.width), "height", px(p.height),
		"role", "img", "aria-label", p.of.Title+". "+says, "data-chart", "lines").
		with(el("title").says(p.of.Title), el("desc").says(says), p.grid(), p.axes())
}

// band returns the spread of a series, one deviation up and down.
func (p plot) band(k int, s Series) node {
	g := el("g", "data-series", seriesID(k), "data-part", "band")
	var up, down []point
	for i := range s.len() {
		q := s.at(i)
		if !q.finite() || i >= len(s.SD) || !finite(s.SD[i]) {
			continue
		}
		x := p.x.at(q.x)
		up, down = append(up, point{x, p.y.at(q.y + s.SD[i])}), append(down, point{x, p.y.at(q.y - s.SD[i])})
	}
	if len(up) < 2 {
		return g
	}
	slices.Reverse(down)
	return g.with(el("path", "d", pathData([][]point{append(up, down...)}), "fill", "currentColor",
		"fill-opacity", "0.16"))
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
			says(p.yText(v)))
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
		g = g.with(el("text", "data-part", "name", "x", px(p.x.to), "y", px(base+34),
			"text-anchor", "end").says(p.of.XLabel))
	}
	return g
}

func (p plot) yText(v float64) string {
	if p.of.LogY {
		return short(v)
	}
	return tickText(v, p.yStep)
}

// xText returns the text of a tick of x: a name is cut to its space.
func (p plot) xText(v float64) string {
	switch {
	case p.names != nil:
	case p.of.LogX:
		return tickText(v, v)
	default:
		return tickText(v, p.xStep)
	}
	return shorten(p.names[slices.Index(p.namesAt, v)], int(p.nameRoom/charWidth)-1)
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

// line returns a series: its path, and a marker on the last point, or on every point if the points are
// few.
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

// swatch returns the key of series k in the legend.
func swatch(k int, dashed bool) node {
	line := el("line", "x1", "1", "y1", "6", "x2", "25", "y2", "6", "stroke", "currentColor", "stroke-width", "1.75")
	if dashed {
		line.attrs = append(line.attrs, "stroke-dasharray", "5 4")
	}
	return el("svg", "viewBox", "0 0 26 12", "width", "26", "height", "12", "aria-hidden", "true", "data-chart",
		"swatch").
		with(el("g", "data-series", seriesID(k)).with(line, marker(k, point{13, 6}, markerRadius)))
}
