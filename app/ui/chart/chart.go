// Package chart draws plain slices as SVG. It does not depend on models or keep data: a chart shows
// its arguments.
//
// The style comes from presentation attributes and from data- attributes that the style sheet selects.
// An SVG contains neither inline styles nor classes.
package chart

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// Series is one line. Points that are not finite are left out, with a gap.
type Series struct {
	Name   string
	X, Y   []float64
	SD     []float64 // standard deviation of every Y, drawn as a band around the line; nil for none
	Dashed bool
}

// LinesOf describes a line chart. Slices are not modified after they are passed
// on; a longer history is a longer slice.
type LinesOf struct {
	Title          string
	XLabel, YLabel string
	Series         []Series
	Lo, Hi         float64 // range of Y if Lo < Hi, otherwise that of the series
	LogX, LogY     bool    // logarithmic; values not above 0 are left out
	NoLatest       bool    // the legend omits the latest values
	Says           string  // the chart in words; empty: start, end and minimum of each line
	Width, Height  float64 // 0 is a usual size; the width follows the page if it can be measured
	Empty          string  // text shown if no point can be drawn
}

// Lines returns a line chart with axes, a legend that carries the latest values, and
// its numbers as a table.
func Lines(of LinesOf) app.UI { return &figure{Of: of} }

// Value is a mean with its spread over N runs. Without runs, it is not drawn.
type Value struct {
	Mean, SD float64
	N        int
}

// DotsOf describes rows of dots, each with a line of one standard deviation to either side.
//
//	Values  rows × series
type DotsOf struct {
	Title        string
	XLabel       string
	Rows, Series []string
	Values       [][]Value
	Lo, Hi       float64 // possible range, if Lo < Hi; the axis covers the part that the values need
	Width        float64 // as in LinesOf
	Empty        string
}

// Dots draws the dots with an axis, a legend, and the numbers as a table.
func Dots(of DotsOf) app.UI { return &figure{Of: of} }

// Choice is one of several settings, at X and Y; larger is better for both.
type Choice struct {
	Name     string
	Series   int // among ChoicesOf.Series
	X, Y     Value
	Share    Value  // share of rows that get an answer, in percent; without N: all
	Note     string // that share in words
	Chosen   bool
	unbeaten bool
	seldom   bool // Share is far below the largest
}

// ChoicesOf describes a trade-off chart: choices are points, those of a series are joined
// in order, and a larger Share makes a larger point. A choice is filled if no other beats
// it, and omitted if it never reaches the class.
type ChoicesOf struct {
	Title          string
	XLabel, YLabel string
	ShareLabel     string // label of Choice.Share
	Series         []string
	Choices        []Choice
	Lo, Hi         float64 // ends of Y, as in LinesOf
	Width, Height  float64 // as in LinesOf
	Empty          string
}

// Choices draws the choices with axes, a legend, and the numbers as a table.
func Choices(of ChoicesOf) app.UI { return &figure{Of: of} }
