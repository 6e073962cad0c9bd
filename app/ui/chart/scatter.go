package chart

import (
	"cmp"
	"math"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/core/sorting"
)

// ScatterOf describes points with a curve among them. If X is a choice, Names are the names of X = 0,
// 1, 2, ..., and the curve has a stroke at each. With NamesAt, X is a number and the names have these
// positions.
type ScatterOf struct {
	Title          string
	XLabel, YLabel string
	Points, Curve  Series
	Names          []string
	NamesAt        []float64 // rising
	Says           string    // the chart in words
	Width, Height  float64   // as in LinesOf
}

// Scatter draws the points with axes, a legend, and their numbers as a table.
func Scatter(of ScatterOf) app.UI { return &figure{Of: of} }

func (of ScatterOf) title() string { return of.Title }
func (of ScatterOf) empty() string { return "No values." }

func (of ScatterOf) keys() []key {
	return []key{{swatch: dotSwatch(), name: of.Points.Name}, {swatch: lineSwatch(), name: of.Curve.Name}}
}

func (of ScatterOf) draw(width float64) (node, bool) {
	if width > 0 {
		of.Width = width
	}
	return drawScatter(of)
}

func (of ScatterOf) numbers(most int, write func(float64) string) (head []string, rows [][]string) {
	return scatterRows(of, most, write)
}

// drawScatter returns the whole SVG element, or false if it has nothing to draw.
func drawScatter(of ScatterOf) (node, bool) {
	dots, curve := of.Points, of.Curve
	choices := len(of.Names) > 0 && of.NamesAt == nil
	if choices {
		dots, curve = jittered(dots), strokes(curve)
	}
	p, ok := layout(LinesOf{Title: of.Title, XLabel: of.XLabel, YLabel: of.YLabel, Series: []Series{dots, curve},
		Width: of.Width, Height: of.Height})
	if !ok {
		return node{}, false
	}
	if choices {
		p = p.choices(of.Names)
	} else if len(of.Names) > 0 {
		p.names, p.namesAt = of.Names, of.NamesAt
	}
	p = p.named()
	svg := p.frame(of.Says)
	var each [][]point // a stroke of length 0 is a dot
	for i := range dots.len() {
		if q := dots.at(i); q.finite() {
			each = append(each, []point{{p.x.at(q.x), p.y.at(q.y)}})
		}
	}
	points := el("g", "data-series", seriesID(0)).with(el("path", "data-part", "dots", "d", pathData(each),
		"fill", "none",
		"stroke", "currentColor", "stroke-width", "5", "stroke-linecap", "round", "stroke-opacity", "0.7"))
	line := el("g", "data-series", seriesID(1))
	if all := runs(curve, p.x, p.y); len(all) > 0 {
		line = line.with(el("path", "d", pathData(all), "fill", "none", "stroke", "currentColor",
			"stroke-width", "2.5", "stroke-linejoin", "round", "stroke-linecap", "round"))
	}
	return svg.with(points, line), true
}

// jittered moves points of one choice apart by the golden ratio, which spreads any number of points
// evenly.
func jittered(s Series) Series {
	x := make([]float64, s.len())
	for i := range x {
		_, part := math.Modf(float64(i) * 0.6180339887498949)
		x[i] = s.at(i).x + 0.5*(part-0.5)
	}
	return Series{Name: s.Name, X: x, Y: s.Y}
}

// strokes draws every point of a curve as a separate stroke.
func strokes(s Series) Series {
	out := Series{Name: s.Name}
	for i := range s.len() {
		q := s.at(i)
		out.X = append(out.X, q.x-0.35, q.x+0.35, math.NaN())
		out.Y = append(out.Y, q.y, q.y, math.NaN())
	}
	return out
}

func dotSwatch() node {
	return el("svg", "viewBox", "0 0 12 12", "width", "12", "height", "12", "aria-hidden", "true", "data-chart",
		"swatch").
		with(el("g", "data-series", seriesID(0)).with(el("circle", "cx", "6", "cy", "6", "r", "2.5", "fill",
			"currentColor")))
}

func lineSwatch() node {
	return el("svg", "viewBox", "0 0 26 12", "width", "26", "height", "12", "aria-hidden", "true", "data-chart",
		"swatch").
		with(el("g", "data-series", seriesID(1)).with(el("line", "x1", "1", "y1", "6", "x2", "25", "y2", "6", "stroke",
			"currentColor", "stroke-width", "2.5")))
}

// scatterRows lists the curve and the points by X, at most about `most` of each.
func scatterRows(of ScatterOf, most int, write func(float64) string) (head []string, rows [][]string) {
	type entry struct {
		at     float64
		series int
		y      string
	}
	var list []entry
	for k, s := range []Series{of.Points, of.Curve} {
		var all []point
		for i := range s.len() {
			if q := s.at(i); q.finite() {
				all = append(all, q)
			}
		}
		sorting.Stable(all, func(a, b point) int { return cmp.Compare(a.x, b.x) })
		for _, i := range spread(len(all), most) {
			list = append(list, entry{all[i].x, k, write(all[i].y)})
		}
	}
	sorting.Stable(list, func(a, b entry) int { return cmp.Compare(a.at, b.at) })
	for _, e := range list {
		row := []string{write(e.at), "", ""}
		if l := int(e.at); l >= 0 && l < len(of.Names) {
			row[0] = of.Names[l]
		}
		row[1+e.series] = e.y
		rows = append(rows, row)
	}
	return []string{orElse(of.XLabel, "x"), of.Points.Name, of.Curve.Name}, rows
}
