// Package chart draws plain slices as SVG. It knows nothing of models and keeps
// no data: what a chart shows is in its arguments.
//
// Style comes from presentation attributes and from data- attributes that the
// style sheet selects; there are no inline styles and no classes inside an SVG.
package chart

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// Series is one line. Points that are not finite are left out, with a gap.
type Series struct {
	Name   string
	X, Y   []float64
	Dashed bool
}

// LinesOf describes a line chart. Slices are not modified after they are passed
// on; a longer history is a longer slice.
type LinesOf struct {
	Title          string
	XLabel, YLabel string
	Series         []Series
	Width, Height  float64 // 0 is a sensible size; the width follows the page where it can be measured
	Empty          string  // what to say while there is no point to draw
}

// Lines is a line chart with axes, a legend that carries the latest values, and
// its numbers as a table.
func Lines(of LinesOf) app.UI { return &lines{Of: of} }

// BarsOf describes a histogram: Counts[i] belongs to Labels[i], or lies between
// Edges[i] and Edges[i+1].
type BarsOf struct {
	Title         string
	Labels        []string
	Edges         []float64
	Counts        []int
	Mark          int     // 1 + index of a bar to point out, 0 for none
	Width, Height float64 // 0 is the size of a table cell
}
