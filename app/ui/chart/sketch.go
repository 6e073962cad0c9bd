package chart

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// SketchOf is a small histogram of one feature of a table: a bar of equal width for every bin or
// level.
type SketchOf struct {
	Title  string
	Counts []int // rows of every bin or level
	Of     []int // how many of them have the wanted class; empty without a class
}

// The measures of a sketch, which is stretched to fit its place.
const (
	sketchWide = 120
	sketchHigh = 56
)

// Sketch draws a small histogram. Another table has its numbers.
func Sketch(of SketchOf) app.UI { return drawSketch(of).ui() }

func drawSketch(of SketchOf) node {
	most := 1
	for _, n := range of.Counts {
		most = max(most, n)
	}
	bars := func(counts []int) string {
		var d strings.Builder
		wide := sketchWide / float64(max(len(of.Counts), 1))
		for i, n := range counts[:min(len(counts), len(of.Counts))] {
			if high := sketchHigh * float64(n) / float64(most); n > 0 {
				fmt.Fprintf(&d, "M%s %dV%sH%sV%d", px(float64(i)*wide), sketchHigh, px(sketchHigh-max(high, 1)),
					px(float64(i)*wide+wide-min(2, wide/8)), sketchHigh)
			}
		}
		return d.String()
	}
	return el("svg", "viewBox", fmt.Sprintf("0 0 %d %d", sketchWide, sketchHigh), "preserveAspectRatio", "none", "role",
		"img", "aria-label", of.Title, "data-chart", "sketch").with(
		el("path", "data-part", "all", "d", bars(of.Counts)), el("path", "data-part", "of", "d", bars(of.Of)))
}
